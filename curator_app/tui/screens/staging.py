"""Screens that stage decisions: bound to what was painted, confirmed by name, taken back.

At key press the id and the shown hash of what is painted go into the decision. A key before the
paint, or a second one before the cursor has moved on and been painted, is ignored.
"""

from __future__ import annotations

from dataclasses import replace

from rich.text import Text

from curator_app.tui import batches, gate, jobs, past_jobs
from curator_app.tui.messages import DecisionDropped, DecisionStaged, Purpose
from curator_app.tui.paint import chrome
from curator_app.tui.paint.foreign import refusal
from curator_app.tui.past_messages import PastLoaded
from curator_app.tui.planned import Planned, Undo, Write
from curator_app.tui.screens.ask import asked_note
from curator_app.tui.screens.confirm import ConfirmScreen
from curator_app.tui.screens.desk import Deeds
from curator_app.tui.screens.plan import PlanScreen
from curator_app.tui.screens.seeing import SeeingScreen, Seen
from curator_core.model.decision import CONFIRMABLE, Decision
from curator_core.model.forgetting import Wish
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
            **super().deeds(),
            "note": self._note,
            "undo": self._undo,
            "redo": self._redo,
            "preview": lambda: self._preview(Write()),
            "hidden": self._hidden,
            "history": self._history,
            "stats": self._stats,
            "chain": self._chain,
            "investigate": self._investigate,
            "memory": self._memory,
            "copy": self._copy,
            "split": self._split,
            "mark_row": self._mark,
            "unmark": self.unmark,
            "join": self._join,
            "forget": self._forget,
            "lineage": self._lineage,
        }

    def why_not(self, name: str) -> Text | None:
        """Why a key cannot act now."""
        match name:
            case "note":
                return self.undecidable(name)
            case "hidden" | "copy" | "chain" | "split" | "mark_row" if self.current() is None:
                return Text("nothing is selected")
            case "hidden" | "copy" | "chain":
                return None
            case "split":
                return self._unsplittable()
            case "unmark" if not self.session.marked:
                return Text("nothing is marked")
            case "join" if len(self.session.marked_names) < 2:
                return _UNREAD if len(self.session.marked) > 1 else _FEW
            case "lineage" if not self.names():
                return Text("nothing is on the screen yet; look, then press again")
            case "forget":
                return self._unforgettable()
            case "preview":
                return None if self.session.staged_count else Text("nothing is staged yet")
            case _:
                return super().why_not(name)

    def _unsplittable(self) -> Text | None:
        from curator_core.service import splitting

        found = self.session.item(self.current() or "")
        no = None if found is None else splitting.uncut(found)
        return None if no is None else refusal(no)

    def _unforgettable(self) -> Text | None:
        if self.shown is None:
            return Text("nothing is on the screen yet; look, then press again")
        branched = self.shown.item.commit is not None
        return Text("it lies on a branch, and branches are left alone") if branched else None

    def _forget(self) -> None:
        from curator_app.tui.screens.forgetting import ForgetScreen

        assert self.shown is not None, "BUG: forgetting without a view"
        self.app.push_screen(ForgetScreen(Wish(self.shown.entry.path, reason=self.note)))

    def _take(self) -> Seen:
        """What a decision is bound to; the next key needs a new paint."""
        seen = self.seen
        assert seen is not None, "BUG: a decision without a painted item"
        self.seen = None
        return seen

    def _stage(self, item: str, decision: Decision) -> None:
        barred = gate.bars(self.session, decision)
        if barred is not None:
            self.say(barred)
            self.ask_shown(item)
            return
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
            self.report(chrome.staged(staged))
        elif here:
            self.report(chrome.staged(staged))
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
            self.curator.errand(Purpose.STAGE, batches.drop_newest(), self)
        else:
            self._preview(Undo(None))

    def on_decision_dropped(self, event: DecisionDropped) -> None:
        """Say what was taken back, and show it again. Where nothing was staged any more the key
        means the newest written decision, as it does with none staged: a preview, no more."""
        if event.staged is None:
            self._preview(Undo(None))
        else:
            for staged in (event.staged, *event.others):
                self.session.dropped(staged)
            self.go_to(event.staged.item)
            self.report(chrome.taken_back(event.staged, len(event.others)))
        self.curator.reload(by_key=True)

    def _redo(self) -> None:
        self.curator.errand(Purpose.LOOK, past_jobs.past(), self, tag="redo")

    def on_past_loaded(self, event: PastLoaded) -> None:
        """Preview taking back the newest undo, or say why there is none to take back."""
        match event.past.redo:
            case Refusal() as no:
                self.say(Text("redo: ").append_text(refusal(no)))
            case decision:
                self._preview(Undo(decision))

    def _preview(self, what: Planned) -> None:
        self.app.push_screen(PlanScreen(what))

    def preview_instead(self) -> None:
        """The plan in place of this screen, whose work is staged: back leads to where it began."""
        if self.is_current:
            self.app.switch_screen(PlanScreen(Write()))
        else:
            self._preview(Write())

    def _history(self) -> None:
        from curator_app.tui.screens.history import HistoryScreen

        self.app.push_screen(HistoryScreen())

    def _stats(self) -> None:
        from curator_app.tui.screens.stats import StatsScreen

        self.app.push_screen(StatsScreen())

    def _chain(self) -> None:
        from curator_app.tui.screens.chain import ChainScreen

        current = self.current()
        assert current is not None, "BUG: nothing selected to trace"
        self.app.push_screen(ChainScreen(current))

    def _investigate(self) -> None:
        from curator_app.tui.screens.investigate import asked_about, open_investigation

        open_investigation(self.curator, asked_about(self.current(), self.shown))

    def names(self) -> tuple[str, ...]:
        """What the item or note in hand is called: its notes, else its files."""
        current, view = self.current(), self.shown
        read = view.item if view is not None and view.item.item == current else None
        item = self.session.item(current or "") or read
        return () if item is None else item.notes or item.files or item.paths

    def _lineage(self) -> None:
        from curator_app.tui.screens.lineage import LineageScreen

        self.app.push_screen(LineageScreen(self.names()))

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
        self.say(self.marked_said(len(self.session.marked)))

    def marked_said(self, marked: int) -> Text:
        """What marks are good for."""
        return Text(f"{marked} marked: M merges them, \\ takes the marks away")

    def unmark(self) -> None:
        """Take all marks away."""
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


_FEW = Text("mark two or more notes first (space), then M makes one of them")
_UNREAD = Text("of what is marked fewer than two are readable notes: there is nothing to merge")
