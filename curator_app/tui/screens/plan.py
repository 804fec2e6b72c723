"""The preview: exactly what y would write. Nothing is written by any other key, on any screen."""

from __future__ import annotations

from dataclasses import replace
from typing import ClassVar

from rich.text import Text
from textual.binding import BindingType

from curator_app.tui import jobs, past_jobs
from curator_app.tui.actions import Scope
from curator_app.tui.lineages import LineageTakenBack
from curator_app.tui.messages import (
    DecisionDropped,
    DecisionsApplied,
    DecisionUndone,
    PlanShown,
    Purpose,
    WorldFailed,
)
from curator_app.tui.paint import chrome, decisions, lineage, progress
from curator_app.tui.paint.foreign import foreign, refusal
from curator_app.tui.paint.sheet import EMPTY
from curator_app.tui.paint.wording import count
from curator_app.tui.past_messages import AftermathForeseen, WriteProgressed
from curator_app.tui.planned import Planned, RollBack, Undo, UndoWhere, Write
from curator_app.tui.screens.desk import Deeds, bindings
from curator_app.tui.screens.plan_pages import PlanPages
from curator_app.tui.writing import Writing
from curator_core.model.lineage import RolledBack
from curator_core.model.plan import Receipt
from curator_core.model.problem import Refusal
from curator_core.model.undo import Way
from curator_core.model.view import BatchReceipt, Preview, QueueView

_STAGED = frozenset({"drop", "open", "change", "write_rest"})
_BUILT_UPON = {"with_dependents": Way.WITH_DEPENDENTS, "splice": Way.SPLICE}


class PlanScreen(PlanPages):
    """Shows one plan; `y` writes it if it still is what is shown."""

    SCOPE: ClassVar[Scope] = Scope.PREVIEW
    HEARS: ClassVar[bool] = False
    BINDINGS: ClassVar[list[BindingType]] = [*bindings(Scope.PREVIEW)]

    def __init__(self, what: Planned) -> None:
        super().__init__()
        self._what = what
        self.place = what.place
        self._painted = self._planning = False
        self.writing = self._made = Writing(self)

    def on_mount(self) -> None:
        """Make the plan."""
        self.query_one("#list").display = isinstance(self._what, Write)
        self.head(Text("making the plan"))
        self._ask()

    def deeds(self) -> Deeds:
        """What only this screen does."""
        return {
            "write": self._write,
            "write_rest": self._write_rest,
            "stop": self._stop,
            "drop": self._drop,
            "open": self._open,
            "change": self._change,
            "to_file": self.to_file,
            "with_dependents": lambda: self._go(Way.WITH_DEPENDENTS),
            "splice": lambda: self._go(Way.SPLICE),
        }

    def offers(self, name: str) -> bool:
        """Keys for what this plan is; an undo has nothing to drop or open."""
        if name == "write_rest":
            return self._blocked() > 0
        if name == "stop":
            return self._busy or self._stoppable_plan
        if name in _BUILT_UPON:
            return self._built_upon()
        return isinstance(self._what, Write) or name not in _STAGED

    @property
    def _busy(self) -> bool:
        return self.curator.errands.busy(Purpose.APPLY)

    @property
    def _stoppable_plan(self) -> bool:
        """Whether a plan is being made that can be stopped."""
        return self._planning and isinstance(self._what, Write)

    def _built_upon(self) -> bool:
        no, undoing = self.plan, isinstance(self._what, Undo | UndoWhere)
        return undoing and isinstance(no, Refusal) and no.code == "has-dependents"

    def why_not(self, name: str) -> Text | None:
        """Why nothing can be written, stopped or dropped now."""
        match name:
            case "write":
                return self._unwritable() or self._held_up()
            case "write_rest":
                return self._unwritable() or self._nothing_blocked()
            case "stop":
                return self._unstoppable()
            case "to_file" if not isinstance(self.plan, Preview):
                return Text("there is no plan on the screen to write to a file")
            case "with_dependents" | "splice" if not self._built_upon():
                return Text("no later decision builds on what this takes back")
            case "drop" | "change" | "open" if self._busy:
                return chrome.WRITING
            case "drop" | "change" if self.selected() is None:
                return Text("no staged decision here")
            case "open" if self.selected() is None:
                return Text("nothing to open; enter never writes")
            case _:
                return None

    def _unwritable(self) -> Text | None:
        if self._busy:
            return progress.PAST if self.writing.past else progress.UNDER_WAY
        if self.plan is None or not self._painted:
            return Text("the plan is not on the screen yet; look, then press again")
        return refusal(self.plan) if isinstance(self.plan, Refusal) else None

    def _held_up(self) -> Text | None:
        blocked = self._blocked()
        if not blocked:
            return None
        if isinstance(self._what, RollBack):
            return Text(f"{blocked} cannot be taken back: Y takes back the rest")
        said = f"{count(blocked, 'decision')} blocked: backspace drops one, Y writes the rest"
        return Text(said)

    def _nothing_blocked(self) -> Text | None:
        if self._blocked():
            return None
        return Text("nothing is blocked; y writes all of it")

    def _unstoppable(self) -> Text | None:
        if not self._busy:
            return None if self._stoppable_plan else Text("nothing is being written")
        return progress.PAST if self.writing.past else None

    def _blocked(self) -> int:
        """How many decisions stand and cannot be carried out."""
        if isinstance(self._what, RollBack):
            return len(self.plan.refused) if isinstance(self.plan, Preview) else 0
        return sum(each.blocked is not None and not each.fallen for each in self.staged)

    def back(self) -> None:
        """One level back, but never away from a write that has begun."""
        if self._busy:
            self.say(progress.PAST if self.writing.past else progress.UNDER_WAY)
            return
        if self._stoppable_plan:
            self._made.stop()
        super().back()

    def _ask(self) -> None:
        if not self._planning:
            self._made = Writing(self)
        self._planning = True
        job = self._what.preview(self._made)
        self.curator.errand(Purpose.LOOK, job, self, tag="plan")

    def refreshed(self, view: QueueView, *, by_key: bool) -> None:
        """The Home changed: make the plan anew. Until another one is there `y` means this one; the
        digest that goes with it refuses what is no longer so."""
        if not self._busy:
            self._ask()

    def on_plan_shown(self, event: PlanShown) -> None:
        """Paint the plan; only then y may write. The same plan once more is still on the screen."""
        same = self._same(event.outcome)
        self._planning = False
        self._painted = self._painted and same
        self.plan, self.staged = event.outcome, event.staged
        if isinstance(self._what, Write):
            self.session.judged(event.staged)
        self.sheets = event.effects, event.files
        self.after = self.after if same else EMPTY
        self.show()
        match event.outcome:
            case Preview() as preview:
                self.head(self._what.headline(preview, event.staged))
                job = past_jobs.aftermath(preview)
                self.curator.errand(Purpose.SHOW, job, self, tag="aftermath")
            case Refusal() as no:
                self.head(refusal(no))
        if event.changed:
            self.say(Text("not written: it changed meanwhile. Look at it again, then press y"))
        self.rows.fill([each.decision for each in event.staged], self.paint_row, decisions.NOTHING)
        self.refresh_keys()
        self.call_after_refresh(self._on_screen)

    def _same(self, outcome: Preview | Refusal) -> bool:
        return (
            isinstance(self.plan, Preview)
            and isinstance(outcome, Preview)
            and self.plan.plan.digest == outcome.plan.digest
        )

    def on_aftermath_foreseen(self, event: AftermathForeseen) -> None:
        """Add what follows, if it follows from what is shown."""
        if isinstance(self.plan, Preview) and self.plan.plan.digest == event.digest:
            self.after = event.sheet
            self.show()

    def _on_screen(self) -> None:
        self._painted = True

    def _write(self) -> None:
        self._begin(self._what)

    def _write_rest(self) -> None:
        match self._what:
            case Write() | RollBack() as what:
                self._begin(replace(what, partial=True))
            case Undo() | UndoWhere():
                raise AssertionError("BUG: nothing of an undo is blocked")

    def _begin(self, what: Planned) -> None:
        assert isinstance(self.plan, Preview), "BUG: writing without a plan"
        if self.session.typing():
            self.say(Text("not written: keys before it meant nothing here. y again writes"))
            return
        self._painted = False
        self.writing = Writing(self)
        self.say(progress.begun(len(self.plan.plan.events)))
        job = what.write(self.plan.plan.digest, self.writing)
        self.curator.errand(Purpose.APPLY, job, self)
        self.refresh_keys()

    def on_write_progressed(self, event: WriteProgressed) -> None:
        """Say how far it is."""
        if self._busy:
            self.say(progress.writing(event.progress, past=self.writing.past))
        elif self.plan is None:
            self.head(progress.planning(event.progress))

    def _stop(self) -> None:
        stopped = (self.writing if self._busy else self._made).stop()
        self.say(progress.STOPPING if stopped else progress.PAST)

    def _go(self, way: Way) -> None:
        assert isinstance(self._what, Undo | UndoWhere), "BUG: only an undo has dependents"
        self._what = self._what.going(way)
        self._ask()

    def on_decisions_applied(self, event: DecisionsApplied) -> None:
        """Written: back to the queue. Refused or stopped: stay and say why."""
        match event.outcome:
            case BatchReceipt() as receipt:
                self._done(decisions.applied(receipt))
            case Refusal() as no:
                self._refused(no)

    def on_decision_undone(self, event: DecisionUndone) -> None:
        """Taken back: back to the queue. Refused or stopped: stay and say why."""
        match event.outcome:
            case Receipt() as receipt:
                assert isinstance(self.plan, Preview), "BUG: an undo without a plan"
                self._done(decisions.undone(receipt, self.plan.plan))
            case Refusal() as no:
                self._refused(no)

    def on_lineage_taken_back(self, event: LineageTakenBack) -> None:
        """Taken back: back to the queue. Refused or stopped: stay and say why."""
        match event.outcome:
            case RolledBack(receipt=Receipt() as receipt, preview=preview):
                self._done(decisions.rolled_back(receipt, lineage.deeds(preview.plan.events)))
            case RolledBack():
                raise AssertionError("BUG: taken back without a receipt")
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
        self._planning = self._planning and event.purpose is not Purpose.LOOK
        if event.purpose is Purpose.APPLY:
            self._ask()

    def _drop(self) -> None:
        staged = self.selected()
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
        self._into(Text())

    def _change(self) -> None:
        staged = self.selected()
        assert staged is not None, "BUG: nothing selected to change"
        said = Text(f"staged as {staged.action.value}: decide it again, esc leaves it as it is")
        self._into(said)

    def _into(self, said: Text) -> None:
        from curator_app.tui.screens.detail import DetailScreen
        from curator_app.tui.screens.note import NoteScreen

        staged = self.selected()
        assert staged is not None, "BUG: nothing selected to open"
        item = self.session.item_of(staged)
        waits = self.session.item(item) is not None or staged.fallen
        kind = DetailScreen if waits else NoteScreen
        self.session.said = said
        self.app.push_screen(kind(item))
