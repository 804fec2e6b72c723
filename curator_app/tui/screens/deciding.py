"""Screens on which items are decided: every decision is bound to what was painted.

At key press the item's id and the shown hash of its painted view go into the decision. A key
before the paint, or a second one before the cursor has moved on and been painted, is ignored.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import date

from rich.text import Text

from curator_app.tui import jobs
from curator_app.tui.messages import DecisionDropped, DecisionStaged, Purpose
from curator_app.tui.paint import chrome
from curator_app.tui.paint.foreign import refusal
from curator_app.tui.paint.wording import CONFIRMABLE
from curator_app.tui.screens.ask import AskScreen, asked_note
from curator_app.tui.screens.confirm import ConfirmScreen
from curator_app.tui.screens.desk import Deeds
from curator_app.tui.screens.plan import PlanScreen, Undo, Write
from curator_app.tui.screens.reason import ReasonScreen, Why
from curator_app.tui.screens.seeing import SeeingScreen, Seen
from curator_core.model.decision import Approve, Decision, Defer, Reject
from curator_core.model.problem import Refusal
from curator_core.model.view import Staged


class DecidingScreen(SeeingScreen):
    """Collects decisions on the item that is seen, and goes on to the next one."""

    def advance(self) -> bool:
        """Go to the next undecided item; False when there is none."""
        raise NotImplementedError

    def go_to(self, item: str) -> None:
        """Show this item, if it can be shown here."""
        raise NotImplementedError

    def deeds(self) -> Deeds:
        """The decisions and what belongs to them."""
        return {
            "approve": self._approve,
            "reject": self._reject,
            "defer": self._defer,
            "note": self._note,
            "undo": self._undo,
            "preview": lambda: self._preview(Write()),
            "hidden": self._hidden,
            "history": self._history,
            "copy": self._copy,
        }

    def why_not(self, name: str) -> Text | None:
        """Why a key cannot decide now."""
        match name:
            case "approve" | "reject" | "defer" | "note":
                return self.undecidable(name)
            case "hidden" | "copy":
                return None if self.current() is not None else Text("nothing is selected")
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

    def _approve(self) -> None:
        seen = self._take()
        choice = Approve(item=seen.item, expect=seen.shown_hash, reason=self.note)
        self._stage(seen.item, choice)

    def _reject(self) -> None:
        seen = self._take()

        def answered(why: Why | None) -> None:
            if why is None:
                self.painted(seen)
                return
            choice = Reject(item=seen.item, expect=seen.shown_hash, reason=why.text)
            self._stage(seen.item, replace(choice, reason_code=why.code))

        self.app.push_screen(ReasonScreen(seen.title, self.note), answered)

    def _defer(self) -> None:
        seen = self._take()

        def answered(until: str | None) -> None:
            if until is None:
                self.painted(seen)
                return
            choice = Defer(item=seen.item, expect=seen.shown_hash, reason=self.note)
            self._stage(seen.item, replace(choice, until=until.strip() or None))

        title = Text("defer ").append_text(seen.title).append(" until")
        hint = Text("a date like 2026-12-06, empty: a week; enter stages; esc leaves it undecided")
        self.app.push_screen(AskScreen(title, hint, check=_no_date), answered)

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

    def _preview(self, what: Write | Undo) -> None:
        self.app.push_screen(PlanScreen(what))

    def _history(self) -> None:
        from curator_app.tui.screens.history import HistoryScreen

        self.app.push_screen(HistoryScreen())

    def _hidden(self) -> None:
        self.codes = not self.codes
        if self.shown is not None:
            self.paint()
        self.say(Text("hidden characters are listed" if self.codes else "list of hidden off"))

    def _copy(self) -> None:
        view = self.shown
        if view is not None and view.item.item == self.current():
            self.curator.copy((view.item.notes or (view.item.item,))[0])


def _no_date(text: str) -> Text | None:
    if not text.strip():
        return None
    try:
        date.fromisoformat(text.strip())
    except ValueError:
        return Text("no date: write it like 2026-12-06, or leave it empty for a week")
    return None
