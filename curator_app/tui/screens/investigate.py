"""Why was this said: findings, each led by the key of the decision that mends it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, ClassVar

from rich.text import Text
from textual.binding import BindingType

from curator_app.tui import inquiries
from curator_app.tui.actions import Scope
from curator_app.tui.messages import AnswerInvestigated, Purpose
from curator_app.tui.paint import chrome, investigate
from curator_app.tui.paint.foreign import refusal
from curator_app.tui.paint.queue import staged_word
from curator_app.tui.paint.sheet import EMPTY
from curator_app.tui.screens.ask import AskScreen
from curator_app.tui.screens.asof import AsOfScreen
from curator_app.tui.screens.deciding import DecidingScreen
from curator_app.tui.screens.desk import Deeds, bindings
from curator_app.tui.screens.keeping import KeepingScreen
from curator_app.tui.screens.listing import ListScreen
from curator_app.tui.widgets.line import Line
from curator_core.model.inquiry import AsOf
from curator_core.model.problem import Refusal
from curator_core.model.trace import Cause, Inquiry, Investigation, Mend
from curator_core.model.view import ItemView, QueueView

if TYPE_CHECKING:
    from curator_app.tui.app import CuratorApp

_MENDS = frozenset(mend.value for mend in Mend)


def asked_about(current: str | None, shown: ItemView | None) -> Inquiry | None:
    """What an investigation of the item on the screen asks for: its slot, else its note."""
    if current is None or shown is None or shown.item.item != current:
        return None
    item = shown.item
    if item.memory_key is not None:
        return Inquiry(text=item.memory_key, scopes=(item.scope,))
    return Inquiry(text=item.notes[0]) if item.notes else None


def open_investigation(app: CuratorApp, asked: Inquiry | None) -> None:
    """Investigate it, or ask what."""
    if asked is not None:
        app.push_screen(InvestigateScreen(asked))
        return

    def answered(text: str | None) -> None:
        if text is not None and text.strip():
            app.push_screen(InvestigateScreen(Inquiry(text=text.strip())))

    app.push_screen(_question(), answered)


def _question() -> AskScreen:
    hint = Text("words that were said, a slot or a note id; enter looks, esc leaves")
    return AskScreen(Text("what was said?"), hint)


class InvestigateScreen(ListScreen, KeepingScreen, DecidingScreen):
    """Findings; below or beside them the one under the cursor, its effect, and both clocks."""

    SCOPE: ClassVar[Scope] = Scope.INVESTIGATE
    BINDINGS: ClassVar[list[BindingType]] = [*bindings(Scope.INVESTIGATE)]

    def __init__(self, asked: Inquiry) -> None:
        super().__init__()
        self._asked = asked
        self._found: Investigation | None = None
        self._causes: dict[str, Cause] = {}

    def on_mount(self) -> None:
        """Look."""
        self._trace(self._asked)

    def _trace(self, asked: Inquiry) -> None:
        self._asked = asked
        crumb = investigate.crumb(asked)
        self.query_one("#header", Line).say(chrome.crumb("investigate", crumb))
        self.curator.errand(Purpose.LOOK, inquiries.investigate(asked), self, tag="investigate")

    def current(self) -> str | None:
        """The item that mending the finding under the cursor decides about."""
        cause = self._cause()
        return None if cause is None else cause.item

    def _cause(self) -> Cause | None:
        return self._causes.get(self.rows.selected or "")

    def deeds(self) -> Deeds:
        """What only an investigation can do."""
        return {
            **super().deeds(),
            "open": self._open,
            "question": self._ask_question,
            "as_of": self._ask_when,
        }

    def offers(self, name: str) -> bool:
        """Of the decisions the one that mends the finding under the cursor."""
        cause = self._cause()
        if name in _MENDS:
            return cause is not None and cause.mend == name
        return super().offers(name)

    def why_not(self, name: str) -> Text | None:
        """A finding is mended by its own decision only."""
        cause = self._cause()
        if name in _MENDS and cause is not None and name != cause.mend:
            return investigate.other(cause)
        if name == "copy" and cause is not None and cause.leak is not None:
            return None
        if name == "open" and self.current() is None:
            return investigate.NO_ITEM
        return super().why_not(name)

    def advance(self) -> bool:
        """The cursor stays: the finding is looked at again."""
        return False

    def go_to(self, item: str) -> None:
        """Put the cursor on the finding about this item."""
        for key, cause in self._causes.items():
            if cause.item == item:
                self.rows.select(key)
                return

    def refreshed(self, view: QueueView, *, by_key: bool) -> None:
        """The Home changed: look again."""
        self._trace(self._asked)

    def on_answer_investigated(self, event: AnswerInvestigated) -> None:
        """Fill the list; a time that cannot be asked leaves what was there."""
        match event.outcome:
            case Investigation() as found if found.asked == self._asked:
                self._found = found
                self._fill(found)
            case Refusal() as no:
                self.say(refusal(no))
                if self._found is not None:
                    self._trace(self._found.asked)

    def _fill(self, found: Investigation) -> None:
        self._causes = {_key(cause): cause for cause in found.causes}
        keys = tuple(self._causes)
        self.rows.fill(
            keys, lambda index, width: self._row(keys[index], width), investigate.NOTHING
        )
        self.query_one("#columns", Line).say(chrome.said(investigate.tally(found)))
        self._look()

    def _row(self, key: str, width: int) -> Text:
        cause = self._causes[key]
        staged = self.session.details.get(cause.item or "")
        return investigate.line(cause, Text() if staged is None else staged_word(staged), width)

    def on_row_list_moved(self) -> None:
        """Another finding: what it is about is read, keys wait until it is painted."""
        self.seen = None
        self._look()

    def on_row_list_opened(self) -> None:
        """A second click opens."""
        if self.current() is not None:
            self._open()

    def _look(self) -> None:
        self.unsee()
        self.paint()
        self.query_one("#keys", Line).refresh()
        current = self.current()
        if current is not None:
            self.ask_shown(current)

    def on_resize(self) -> None:
        """Bars fit the width."""
        self.paint()

    def paint(self) -> None:
        """The finding, what mends it, and what stands behind."""
        if self._found is None:
            self.page().show(EMPTY, "")
            return
        seen = self.shown is not None and self.shown.item.item == self.current()
        text = self.reading() if seen else EMPTY
        whole = investigate.page(self._found, self._cause(), text, self.page().size.width)
        self.page().show(whole, self.rows.selected or "")

    def on_page_scrolled(self) -> None:
        """How much of the page is on the screen."""
        place, span = chrome.place(*self.rows.position), self.page().span
        line = self.query_one("#title", Line)
        title = Text("finding")
        line.show(lambda width: chrome.pane_title(title, chrome.span(*span, before=place), width))

    def _ask_question(self) -> None:
        def answered(text: str | None) -> None:
            if text is not None and text.strip():
                self._trace(Inquiry(text=text.strip(), when=self._asked.when))

        self.app.push_screen(_question(), answered)

    def _ask_when(self) -> None:
        def answered(as_of: AsOf | None) -> None:
            if as_of is not None:
                self._trace(replace(self._asked, when=as_of.at))

        self.app.push_screen(AsOfScreen(AsOf(at=self._asked.when)), answered)

    def _copy(self) -> None:
        cause = self._cause()
        if cause is not None and cause.leak is not None:
            self.curator.copy(f"{cause.leak.path}:{cause.leak.line}")
        else:
            super()._copy()

    def _open(self) -> None:
        from curator_app.tui.screens.detail import DetailScreen
        from curator_app.tui.screens.note import NoteScreen

        current = self.current()
        assert current is not None, "BUG: nothing selected to open"
        waits = self.session.item(current) is not None
        self.app.push_screen(DetailScreen(current) if waits else NoteScreen(current))


def _key(cause: Cause) -> str:
    """What names a finding across readings of the Home."""
    leak = "" if cause.leak is None else f"{cause.leak.path}:{cause.leak.line}"
    return " ".join((cause.because.value, cause.note_id or "", *cause.others, leak))
