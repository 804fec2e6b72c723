"""Screens that stage decisions: bound to what was painted, confirmed by name, taken back.

At key press the id and the shown hash of what is painted go into the decision. A key before the
paint, or a second one before the cursor has moved on and been painted, is ignored.
"""

from __future__ import annotations

from dataclasses import replace

from rich.text import Text

from curator_app.tui import jobs
from curator_app.tui.messages import DecisionDropped, DecisionStaged, Purpose
from curator_app.tui.paint import chrome
from curator_app.tui.paint.foreign import refusal
from curator_app.tui.paint.wording import CONFIRMABLE
from curator_app.tui.planned import Planned, Undo, Write
from curator_app.tui.screens.ask import asked_note
from curator_app.tui.screens.confirm import ConfirmScreen
from curator_app.tui.screens.desk import Deeds
from curator_app.tui.screens.plan import PlanScreen
from curator_app.tui.screens.seeing import SeeingScreen, Seen
from curator_core.model.decision import Decision
from curator_core.model.problem import Refusal
from curator_core.model.view import Staged


class StagingScreen(SeeingScreen):
    """Stages decisions about what is seen, and shows what came of each."""

    def advance(self) -> bool:
        """Go to the next undecided item; False when there is none."""
        raise NotImplementedError

    def go_to(self, item: str) -> None:
        """Show this item, if it can be shown here."""
        raise NotImplementedError

    def deeds(self) -> Deeds:
        """What goes with every decision."""
        return {
            "note": self._note,
            "undo": self._undo,
            "preview": lambda: self._preview(Write()),
            "hidden": self._hidden,
            "history": self._history,
            "chain": self._chain,
            "investigate": self._investigate,
            "memory": self._memory,
            "copy": self._copy,
            "split": self._split,
            "mark_row": self._mark,
            "unmark": self._unmark,
            "join": self._join,
        }

    def why_not(self, name: str) -> Text | None:
        """Why a key cannot act now."""
        match name:
            case "note":
                return self.undecidable(name)
            case "hidden" | "copy" | "chain" | "split":
                return None if self.current() is not None else Text("nothing is selected")
            case "mark_row" if not self.markable():
                return Text("it holds no note that could be merged with others")
            case "unmark" if not self.session.marked:
                return Text("nothing is marked")
            case "join" if len(self.session.marked_names) < 2:
                return Text("mark two or more notes first (space), then M makes one of them")
            case "preview":
                return None if self.session.staged_count else Text("nothing is staged yet")
            case _:
                return None

    def _take(self) -> Seen:
        """What a decision is bound to; the next key needs a new paint."""
        seen = self.seen
        assert seen is not None, "BUG: a decision without a painted item"
        self.seen = None
        return seen

    def _stage(self, item: str, decision: Decision) -> None:
        self.curator.errand(Purpose.STAGE, jobs.stage(item, decision), self)

    def _note(self) -> None:
        seen = self.seen
        assert seen is not None, "BUG: a note without a painted item"

        def answered(text: str | None) -> None:
            if self.current() == seen.item:
                self.note = text or ""
                self.paint()
            self._restage(seen.item, text or "")

        self.app.push_screen(asked_note(seen.title, jobs.note_key(seen.item)), answered)

    def _restage(self, item: str, note: str) -> None:
        """A note on an item that is staged already goes into its decision."""
        staged = self.session.details.get(item)
        if staged is not None and staged.choice.reason != note:
            self._stage(item, replace(staged.choice, reason=note))
        else:
            self.say(Text("note kept" if note else "no note"))

    def on_decision_staged(self, event: DecisionStaged) -> None:
        """Say it, go on; a refusal leaves the item as it was."""
        match event.outcome:
            case Staged() as staged:
                self._staged(staged)
            case Refusal(code=code) as no if code in CONFIRMABLE:
                self._confirm(event, no)
            case Refusal() as no:
                self.say(refusal(no))
                self.curator.reload(by_key=True)
                self.ask_shown(event.item)

    def _staged(self, staged: Staged) -> None:
        again = staged.item in self.session.details
        self.session.kept(staged)
        self.curator.reload(by_key=True)
        here = self.current() == staged.item
        if here and not again and self.advance():
            self.say(chrome.staged(staged))
        elif here:
            self.say(chrome.staged(staged))
            self.ask_shown(staged.item)

    def _confirm(self, event: DecisionStaged, no: Refusal) -> None:
        def answered(yes: bool | None) -> None:
            if yes:
                codes = (*event.decision.confirm, no.code)
                self._stage(event.item, replace(event.decision, confirm=codes))
            else:
                self.say(Text("left undecided"))
                self.ask_shown(event.item)

        deed = Text("this decision needs a confirmation by name")
        self.app.push_screen(ConfirmScreen(deed, no), answered)

    def _undo(self) -> None:
        if self.session.staged_count:
            self.curator.errand(Purpose.STAGE, jobs.drop_newest(), self)
        else:
            self._preview(Undo(None))

    def on_decision_dropped(self, event: DecisionDropped) -> None:
        """Say what was taken back, and show it again."""
        if event.staged is None:
            self.say(Text("nothing was staged any more"))
        else:
            self.session.dropped(event.staged)
            self.go_to(event.staged.item)
            self.say(chrome.taken_back(event.staged))
        self.curator.reload(by_key=True)

    def _preview(self, what: Planned) -> None:
        self.app.push_screen(PlanScreen(what))

    def _history(self) -> None:
        from curator_app.tui.screens.history import HistoryScreen

        self.app.push_screen(HistoryScreen())

    def _chain(self) -> None:
        from curator_app.tui.screens.chain import ChainScreen

        current = self.current()
        assert current is not None, "BUG: nothing selected to trace"
        self.app.push_screen(ChainScreen(current))

    def _investigate(self) -> None:
        from curator_app.tui.screens.investigate import asked_about, open_investigation

        open_investigation(self.curator, asked_about(self.current(), self.shown))

    def _memory(self) -> None:
        from curator_app.tui.screens.memory import MemoryScreen

        self.app.push_screen(MemoryScreen())

    def markable(self) -> tuple[str, ...]:
        """The ids of the notes that a mark on the current row is about."""
        item = self.session.item(self.current() or "")
        return () if item is None else item.notes

    def relist(self) -> None:
        """Show the rows anew, marks having changed."""

    def go_down(self) -> None:
        """To the next row."""

    def _mark(self) -> None:
        current = self.current()
        assert current is not None, "BUG: marking nothing"
        self.session.mark(current, self.markable())
        self.relist()
        self.go_down()
        self.say(Text(f"{len(self.session.marked)} marked: M merges them, \\ takes the marks away"))

    def _unmark(self) -> None:
        self.session.marked.clear()
        self.relist()
        self.say(Text("no marks any more"))

    def _join(self) -> None:
        from curator_app.tui.screens.join import JoinScreen

        self.app.push_screen(JoinScreen(self.session.marked_names))

    def _split(self) -> None:
        from curator_app.tui.screens.split import SplitScreen

        current = self.current()
        assert current is not None, "BUG: nothing selected to split"
        self.app.push_screen(SplitScreen(current))

    def _hidden(self) -> None:
        self.codes = not self.codes
        if self.shown is not None:
            self.paint()
        self.say(Text("hidden characters are listed" if self.codes else "list of hidden off"))

    def _copy(self) -> None:
        view = self.shown
        if view is not None and view.item.item == self.current():
            self.curator.copy((view.item.notes or (view.item.item,))[0])
