"""The merge workbench: several notes become one."""

from __future__ import annotations

from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import BindingType

from curator_app.tui import editor, gate, jobs, workshop
from curator_app.tui.actions import Scope
from curator_app.tui.messages import JoinShown, Purpose
from curator_app.tui.paint import chrome, join
from curator_app.tui.paint.foreign import foreign, refusal
from curator_app.tui.paint.sheet import together
from curator_app.tui.screens.ask import AskScreen
from curator_app.tui.screens.desk import Deeds, bindings
from curator_app.tui.screens.edit import Asks, EditScreen
from curator_app.tui.screens.workbench import WorkbenchScreen
from curator_app.tui.widgets.line import Line
from curator_app.tui.widgets.moving import Pane
from curator_app.tui.widgets.page import Page
from curator_core.model.cutting import Joined
from curator_core.model.decision import CONFIRMABLE, Merge
from curator_core.model.problem import Refusal
from curator_core.model.view import Staged

WIDE = 120
_ASKS = Asks(
    Text("the merged note: "),
    Text("1 takes this text   0 the text before   tab types on   esc leaves"),
)


class JoinScreen(WorkbenchScreen):
    """The notes on one side, what is made of them on the other."""

    SCOPE: ClassVar[Scope] = Scope.JOIN
    BINDINGS: ClassVar[list[BindingType]] = [*bindings(Scope.JOIN)]
    AUTO_FOCUS: ClassVar[str | None] = "#result"

    def __init__(self, names: tuple[str, ...]) -> None:
        super().__init__()
        self._names = names
        self._found: Joined | None = None
        self._result: bytes | None = None
        self._scope: str | None = None

    def compose(self) -> ComposeResult:
        """Header, the notes, the result, foot."""
        yield Line(id="header")
        yield from self.panes(Page(id="inputs"), Page(id="result"))
        yield self.frame()

    def on_mount(self) -> None:
        """Read the notes."""
        self.query_one("#header", Line).say(chrome.crumb("merge notes", Text("reading")))
        self.ask()

    def page(self) -> Page:
        """Where the result is read."""
        return self.query_one("#result", Page)

    def pane(self) -> Pane:
        """The notes when they have the keys, else the result."""
        beside = self.query_one("#inputs", Page)
        return beside if beside.has_focus else self.page()

    def ask(self) -> None:
        """Make the merge anew."""
        job = workshop.join(self._names, self._result, self._scope)
        self.curator.errand(Purpose.LOOK, job, self, tag="join")

    def on_join_shown(self, event: JoinShown) -> None:
        """Show it, or say why these cannot be one note."""
        match event.outcome:
            case Joined() as found:
                self._found = found
                self.bind(found.item, found.shown_hash, foreign(found.inputs[0].title))
                self.paint()
            case Refusal() as no:
                self._found = self.seen = None
                self.page().show(chrome.not_shown(no), "refused")
                self.query_one("#header", Line).say(
                    chrome.crumb("merge notes", Text("not possible here"))
                )
                self.say(refusal(no))

    def on_resize(self) -> None:
        """Lay out anew."""
        if self._found is not None:
            self.paint()

    def paint(self) -> None:
        """The notes and the result; on one page where there is no room for two."""
        found = self._found
        assert found is not None, "BUG: painting without notes"
        small = self.size.height < 20 or self.size.width < 60
        self.query_one("#left").display = not small
        made, notes = join.result(found), join.inputs(found)
        self.page().show(together(made, notes) if small else made, "result")
        self.query_one("#inputs", Page).show(notes, "inputs")
        title = join.title(found, typed=self._result is not None)
        self.query_one("#header", Line).say(chrome.crumb("merge notes", title))

    def on_page_scrolled(self, event: Page.Scrolled) -> None:
        """How much of a page is on the screen."""
        own = event.page.id == "inputs"
        title, span = Text("notes" if own else "result"), chrome.span(*event.page.span)
        line = self.query_one("#title" if own else "#title-2", Line)
        line.show(lambda width: chrome.pane_title(title, span, width))

    def deeds(self) -> Deeds:
        """Write the result, choose its scope, take it."""
        return {
            **super().deeds(),
            "settle": self._settle,
            "write_result": self._write_here,
            "outside": self._write_outside,
            "union": self._union,
            "join_scope": self._ask_scope,
        }

    def why_not(self, name: str) -> Text | None:
        """Why it cannot be taken yet."""
        match name:
            case "settle":
                return self.unbound() or self._unfit()
            case "outside" if not editor.command():
                return Text("neither $VISUAL nor $EDITOR is set; e edits here")
            case "union" if self._result is None:
                return Text("nothing was written by hand")
            case "write_result" | "outside" | "join_scope" | "union":
                return self.unbound()
        return super().why_not(name)

    def _unfit(self) -> Text | None:
        found = self._found
        if found is None:
            return Text("nothing to merge")
        if isinstance(found.outcome, Refusal) and found.outcome.code not in CONFIRMABLE:
            return refusal(found.outcome)
        if not self.page().read:
            return Text("read the result to its end first (G)")
        return None

    def _settle(self) -> None:
        seen = self.seen
        assert seen is not None, "BUG: settling without notes"
        wish = Merge(
            item=seen.item,
            expect=seen.shown_hash,
            reason=self.note,
            targets=self._names[1:],
            result=self._result,
            scope=self._scope,
        )
        gate.was_read(self.session, wish)
        self._stage(seen.item, wish)

    def _staged(self, staged: Staged) -> None:
        """The marks have done their work."""
        self.session.marked.clear()
        super()._staged(staged)

    def _text(self) -> str:
        assert self._found is not None, "BUG: a text of nothing"
        return self._found.result or self._found.start

    def _write_here(self) -> None:
        seen = self.seen
        assert seen is not None, "BUG: writing without notes"

        def answered(text: str | None) -> None:
            if text is None:
                self.say(Text("left as it was; what was typed is kept"))
            else:
                self._written(text)

        key = jobs.join_key(seen.item, self._names[1:])
        self.app.push_screen(EditScreen(seen.title, self._text(), key, _ASKS), answered)

    def _write_outside(self) -> None:
        match editor.edited(self.app, self._names[0], self._text()):
            case str() as text:
                self._written(text)
            case Refusal() as no:
                self.say(refusal(no))

    def _written(self, text: str) -> None:
        self._result = text.encode("utf-8", "surrogateescape")
        self.say(Text("this text is the result now; 0 takes it back"))
        self.ask()

    def _union(self) -> None:
        self._result = None
        self.say(Text("the clean union again, if there is one"))
        self.ask()

    def _ask_scope(self) -> None:
        def answered(scope: str | None) -> None:
            if scope is not None:
                self._scope = scope.strip() or None
                self.ask()

        hint = Text("like project:alpha, user:me or global; empty: the narrowest of the notes")
        self.app.push_screen(AskScreen(Text("the merged note holds in the scope"), hint), answered)
