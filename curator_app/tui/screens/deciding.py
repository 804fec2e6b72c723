"""Screens on which items are decided: every decision is bound to what was painted.

At key press the item's id and the shown hash of its painted view go into the decision. A key
before the paint, or a second one before the cursor has moved on and been painted, is ignored.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import date

from rich.text import Text

from curator_app.tui import jobs
from curator_app.tui.messages import DecisionDropped, DecisionStaged, ItemShown, Purpose
from curator_app.tui.paint.foreign import foreign, refusal
from curator_app.tui.paint.wording import CONFIRMABLE
from curator_app.tui.screens.ask import AskScreen, asked_note
from curator_app.tui.screens.confirm import ConfirmScreen
from curator_app.tui.screens.desk import Deeds, Desk
from curator_app.tui.screens.plan import PlanScreen, Undo, Write
from curator_app.tui.screens.reason import ReasonScreen, Why
from curator_app.tui.widgets.page import Page
from curator_core.model.decision import Approve, Decision, Defer, Reject
from curator_core.model.problem import Refusal
from curator_core.model.proposal import Item, Lane
from curator_core.model.view import ItemView, Staged


@dataclass(frozen=True, slots=True)
class Seen:
    """What was painted: an item, its shown hash, the note typed for its decision."""

    item: str
    shown_hash: str
    title: Text
    note: str


def name_of(item: Item) -> Text:
    """What an item is called in a sentence."""
    return foreign(item.title or (item.notes or item.paths)[0])


class DecidingScreen(Desk):
    """Collects decisions on `current()`, which its `page()` shows."""

    shown: ItemView | None = None
    note = ""
    seen: Seen | None = None
    codes = False

    def current(self) -> str | None:
        """The id of the item that a key would decide about."""
        raise NotImplementedError

    def page(self) -> Page:
        """The page on which the item is read."""
        raise NotImplementedError

    def paint(self) -> None:
        """Show `shown` with `note` on the page."""
        raise NotImplementedError

    def advance(self) -> None:
        """Go to the next undecided item, if there is one."""
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
                return self._undecidable(name)
            case "hidden" | "copy":
                return None if self.current() is not None else Text("nothing is selected")
            case "preview":
                return None if self.session.staged_count else Text("nothing is staged yet")
            case _:
                return None

    def _undecidable(self, name: str) -> Text | None:
        view = self.session.view
        if view is not None and view.read_only is not None and name != "note":
            return Text("read only: ").append_text(refusal(view.read_only))
        if self.current() is None:
            return Text("nothing is selected")
        if self.page().size.height == 0:
            return Text("no room to show it here; enter opens it")
        if self.seen is None or self.seen.item != self.current():
            return Text("not on the screen yet; look, then press again")
        if name == "approve" and self._unread():
            return Text("tainted: read it to the end first (enter, then G)")
        return None

    def _unread(self) -> bool:
        """Whether a tainted item's text has not been on the screen whole (FAULTS 2.7)."""
        assert self.shown is not None, "BUG: seen without a view"
        tainted = self.shown.item.lane is Lane.QUARANTINED or bool(self.shown.item.taint)
        if not tainted or self.shown.shown_hash in self.session.read_whole:
            return False
        if self.page().read:
            self.session.read_whole.add(self.shown.shown_hash)
            return False
        return True

    def ask_shown(self, item: str) -> None:
        """Read an item for the page; the newest wish wins."""
        self.curator.errand(Purpose.SHOW, jobs.show(item), self, tag="show")

    def on_item_shown(self, event: ItemShown) -> None:
        """Paint the item, unless the cursor has moved on; only then keys may decide."""
        if event.item != self.current():
            return
        match event.outcome:
            case ItemView() as view:
                self.shown, self.note = view, event.note
                self.paint()
                title = name_of(view.item)
                seen = Seen(event.item, view.shown_hash, title, event.note)
                self.call_after_refresh(self._painted, seen)
            case Refusal() as no:
                self.shown, self.seen = None, None
                self.say(refusal(no))

    def _painted(self, seen: Seen) -> None:
        if self.current() == seen.item:
            self.seen = seen

    def _take(self) -> Seen:
        """What a decision is bound to; the next key needs a new paint."""
        seen = self.seen
        assert seen is not None, "BUG: a decision without a painted item"
        self.seen = None
        return seen

    def _stage(self, seen: Seen, decision: Decision) -> None:
        self.seen = None
        self.curator.errand(Purpose.STAGE, jobs.stage(seen.item, decision), self)

    def _approve(self) -> None:
        seen = self._take()
        decision = Approve(item=seen.item, expect=seen.shown_hash, reason=self.note)
        self._stage(seen, decision)

    def _reject(self) -> None:
        seen = self._take()

        def answered(why: Why | None) -> None:
            if why is None:
                self._again(seen)
                return
            decision = Reject(
                item=seen.item, expect=seen.shown_hash, reason=why.text, reason_code=why.code
            )
            self._stage(seen, decision)

        self.app.push_screen(ReasonScreen(seen.title, self.note), answered)

    def _defer(self) -> None:
        seen = self._take()

        def answered(until: str | None) -> None:
            if until is None:
                self._again(seen)
                return
            decision = Defer(
                item=seen.item,
                expect=seen.shown_hash,
                reason=self.note,
                until=until.strip() or None,
            )
            self._stage(seen, decision)

        title = Text("defer ").append_text(seen.title)
        hint = Text("a date like 2026-12-06, empty: a week; enter stages; esc leaves it undecided")
        self.app.push_screen(AskScreen(title, hint, check=_no_date), answered)

    def _again(self, seen: Seen) -> None:
        """A dialog was left: what was painted still is, if the cursor has not moved."""
        self._painted(seen)

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
            decision = replace(staged.choice, reason=note)
            self.curator.errand(Purpose.STAGE, jobs.stage(item, decision), self)
        else:
            self.say(Text("note kept" if note else "no note"))

    def on_decision_staged(self, event: DecisionStaged) -> None:
        """Say it, go on; a refusal leaves the item as it was."""
        match event.outcome:
            case Staged() as staged:
                self._staged(event, staged)
            case Refusal(code=code) as no if code in CONFIRMABLE:
                self._confirm(event, no)
            case Refusal() as no:
                self.say(refusal(no))
                self.ask_shown(event.item)

    def _staged(self, event: DecisionStaged, staged: Staged) -> None:
        known = self.session.details.get(event.item) is not None
        self.session.kept(staged)
        said = Text(f"staged {staged.action.value} of ").append_text(foreign(staged.title))
        self.say(said.append(". u takes it back, w previews what is staged"))
        self.curator.reload(by_key=True)
        if self.current() == event.item and not known:
            self.advance()
        elif self.current() == event.item:
            self.ask_shown(event.item)

    def _confirm(self, event: DecisionStaged, no: Refusal) -> None:
        def answered(yes: bool | None) -> None:
            if yes:
                codes = (*event.decision.confirm, no.code)
                confirmed = replace(event.decision, confirm=codes)
                job = jobs.stage(event.item, confirmed)
                self.curator.errand(Purpose.STAGE, job, self)
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
        """Say what was taken back."""
        staged = event.staged
        if staged is None:
            self.say(Text("nothing was staged any more"))
        else:
            self.session.dropped(staged)
            said = Text(f"taken back: {staged.action.value} of ").append_text(foreign(staged.title))
            self.say(said.append(", undecided again"))
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
