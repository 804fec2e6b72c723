"""The preview: exactly what y would write. Nothing is written by any other key, on any screen."""

from __future__ import annotations

from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import BindingType

from curator_app.tui import jobs
from curator_app.tui.actions import Scope
from curator_app.tui.messages import (
    DecisionDropped,
    DecisionsApplied,
    DecisionUndone,
    PlanShown,
    Purpose,
    WorldFailed,
)
from curator_app.tui.paint import chrome, decisions
from curator_app.tui.paint.foreign import foreign, refusal
from curator_app.tui.paint.sheet import EMPTY
from curator_app.tui.paint.wording import count
from curator_app.tui.planned import Planned, Write
from curator_app.tui.screens.desk import Deeds, Desk, bindings
from curator_app.tui.widgets.line import Line
from curator_app.tui.widgets.moving import Pane
from curator_app.tui.widgets.page import Page
from curator_app.tui.widgets.row_list import RowList
from curator_core.model.plan import Receipt
from curator_core.model.problem import Refusal
from curator_core.model.view import BatchReceipt, Preview, QueueView, Staged


class PlanScreen(Desk):
    """Shows one plan; `y` writes it if it still is what is shown."""

    SCOPE: ClassVar[Scope] = Scope.PREVIEW
    BINDINGS: ClassVar[list[BindingType]] = [*bindings(Scope.PREVIEW)]
    AUTO_FOCUS: ClassVar[str | None] = "#text"

    def __init__(self, what: Planned) -> None:
        super().__init__()
        self._what = what
        self._plan: Preview | Refusal | None = None
        self._painted = False
        self._staged: tuple[Staged, ...] = ()

    def compose(self) -> ComposeResult:
        """Header, decisions, title, the plan, foot."""
        yield Line(id="header")
        yield RowList(id="list")
        yield Line(id="title")
        yield Page(id="text")
        yield self.frame()

    def on_mount(self) -> None:
        """Make the plan."""
        self.query_one("#list").display = isinstance(self._what, Write)
        self._head(Text("making the plan"))
        self._ask()

    @property
    def _list(self) -> RowList:
        return self.query_one("#list", RowList)

    @property
    def _page(self) -> Page:
        return self.query_one("#text", Page)

    def pane(self) -> Pane:
        """The list when it has the keys, else the plan."""
        return self._list if self._list.has_focus else self._page

    def deeds(self) -> Deeds:
        """What only this screen does."""
        return {"write": self._write, "drop": self._drop, "open": self._open}

    def offers(self, name: str) -> bool:
        """An undo has nothing to drop or open."""
        return isinstance(self._what, Write) or name not in ("drop", "open")

    def why_not(self, name: str) -> Text | None:
        """Why nothing can be written or dropped now."""
        match name:
            case "write":
                return self._unwritable()
            case "drop":
                return None if self._selected() else Text("no staged decision here")
            case "open":
                return None if self._selected() else Text("nothing to open")
            case _:
                return None

    def _unwritable(self) -> Text | None:
        if self.curator.errands.busy(Purpose.APPLY):
            return Text("writing already; it cannot be started twice")
        if self._plan is None or not self._painted:
            return Text("the plan is not on the screen yet; look, then press again")
        if isinstance(self._plan, Refusal):
            return refusal(self._plan)
        blocked = self._blocked()
        if blocked:
            said = count(blocked, "decision") + " blocked: backspace drops one, esc goes back"
            return Text(said)
        return None

    def _blocked(self) -> int:
        """Refused decisions, those aside that count as undecided since their item changed."""
        if not isinstance(self._plan, Preview):
            return 0
        fallen = {each.item for each in self._staged if each.fallen}
        return sum(item not in fallen for item, _ in self._plan.refused)

    def _selected(self) -> Staged | None:
        key = self._list.selected
        return next((each for each in self._staged if each.decision == key), None)

    def back(self) -> None:
        """One level back, but never away from a write that has begun."""
        if self.curator.errands.busy(Purpose.APPLY):
            self.say(chrome.WRITING)
        else:
            super().back()

    def _ask(self) -> None:
        self.curator.errand(Purpose.LOOK, self._what.preview(), self, tag="plan")

    def refreshed(self, view: QueueView, *, by_key: bool) -> None:
        """The Home changed: make the plan anew."""
        if not self.curator.errands.busy(Purpose.APPLY):
            self._painted = False
            self._ask()

    def on_plan_shown(self, event: PlanShown) -> None:
        """Paint the plan; only then y may write."""
        self._plan, self._staged, self._painted = event.outcome, event.staged, False
        if isinstance(self._what, Write):
            self.session.judged(event.staged)
        match event.outcome:
            case Preview() as preview:
                self._page.show(event.sheet, "plan")
                self._head(self._what.headline(preview, self._blocked()))
            case Refusal() as no:
                self._page.show(event.sheet if event.sheet.lines else EMPTY, "plan")
                self._head(refusal(no))
        if event.changed:
            self.say(Text("not written: it changed meanwhile. Look at it again, then press y"))
        self._list.fill([each.decision for each in event.staged], self._row, decisions.NOTHING)
        self.call_after_refresh(self._on_screen)

    def _on_screen(self) -> None:
        self._painted = True

    def _row(self, index: int, width: int) -> Text:
        return decisions.staged_row(self._staged[index], width)

    def _head(self, detail: Text) -> None:
        self.query_one("#header", Line).say(chrome.crumb(self._what.place, detail))

    def on_page_scrolled(self) -> None:
        """How much of the plan is on the screen."""
        title = Text("nothing is written until you press y")
        span = self._page.span
        line = self.query_one("#title", Line)
        line.show(lambda width: chrome.pane_title(title, chrome.span(*span), width))

    def _write(self) -> None:
        assert isinstance(self._plan, Preview), "BUG: writing without a plan"
        if self.session.typing():
            self.say(Text("not written: keys before it meant nothing here. y again writes"))
            return
        self._painted = False
        self.say(Text(f"writing {count(len(self._plan.plan.events), 'decision')} ..."))
        self.curator.errand(Purpose.APPLY, self._what.write(self._plan.plan.digest), self)

    def on_decisions_applied(self, event: DecisionsApplied) -> None:
        """Written: back to the queue. Refused: stay and say why."""
        match event.outcome:
            case BatchReceipt() as receipt:
                self._done(decisions.applied(receipt))
            case Refusal() as no:
                self._refused(no)

    def on_decision_undone(self, event: DecisionUndone) -> None:
        """Taken back: back to the queue. Refused: stay and say why."""
        match event.outcome:
            case Receipt() as receipt:
                events = self._plan.plan.events if isinstance(self._plan, Preview) else ()
                self._done(decisions.undone(receipt, events))
            case Refusal() as no:
                self._refused(no)

    def _done(self, said: Text) -> None:
        self.curator.reload(by_key=True)
        self.curator.to_queue(said)

    def _refused(self, no: Refusal) -> None:
        self.say(refusal(no))
        self._ask()

    def on_world_failed(self, event: WorldFailed) -> None:
        """Nothing came of it: say so, look again."""
        super().on_world_failed(event)
        if event.purpose is Purpose.APPLY:
            self._ask()

    def _drop(self) -> None:
        staged = self._selected()
        assert staged is not None, "BUG: nothing selected to drop"
        self.curator.errand(Purpose.STAGE, jobs.drop(staged), self)

    def on_decision_dropped(self, event: DecisionDropped) -> None:
        """Taken back; the plan is made anew."""
        if event.staged is not None:
            self.session.dropped(event.staged)
            self.say(Text("dropped: ").append_text(foreign(event.staged.title)))
        self._painted = False
        self._ask()
        self.curator.reload(by_key=True)

    def _open(self) -> None:
        from curator_app.tui.screens.detail import DetailScreen
        from curator_app.tui.screens.note import NoteScreen

        staged = self._selected()
        assert staged is not None, "BUG: nothing selected to open"
        waits = self.session.item(staged.item) is not None or staged.fallen
        kind = DetailScreen if waits else NoteScreen
        self.app.push_screen(kind(staged.item))
