"""Screens on which notes that are memory are kept: still true, archive, bring back, pin, unlink."""

from __future__ import annotations

from dataclasses import replace

from rich.text import Text

from curator_app.tui import inquiries
from curator_app.tui.errands import Job
from curator_app.tui.messages import DecisionStaged
from curator_app.tui.paint.foreign import listed
from curator_app.tui.screens.ask import AskScreen
from curator_app.tui.screens.desk import Deeds
from curator_app.tui.screens.kind import KindScreen
from curator_app.tui.screens.seeing import Seen
from curator_app.tui.screens.staging import StagingScreen
from curator_core.model.decision import (
    Approve,
    Archive,
    Confirm,
    Decision,
    Detach,
    Edit,
    Pin,
    Restore,
    Unpin,
)
from curator_core.model.files import Place
from curator_core.model.note import Status
from curator_core.model.problem import Refusal
from curator_core.model.view import ItemView

KEEPING = ("still_true", "archive", "restore", "pin", "unpin", "detach", "relink", "slot")


class KeepingScreen(StagingScreen):
    """Stages decisions about the note that is seen; the cursor stays on it."""

    def show_job(self, item: str) -> Job:
        """Notes are read from memory."""
        return inquiries.show_note(item)

    def deeds(self) -> Deeds:
        """The decisions about notes."""
        return {
            **super().deeds(),
            "still_true": lambda: self._keep(Confirm),
            "archive": lambda: self._keep(Archive),
            "restore": lambda: self._keep(Restore),
            "pin": lambda: self._keep(Pin),
            "unpin": lambda: self._keep(Unpin),
            "detach": self._unlink,
            "relink": self._relink,
            "slot": self._ask_slot,
        }

    def offers(self, name: str) -> bool:
        """Unlinking only where there is a link."""
        linked = self.shown is not None and bool(self.shown.entry.supersedes)
        return super().offers(name) and (linked or name != "detach")

    def why_not(self, name: str) -> Text | None:
        """Why a note cannot be decided about now."""
        if name not in KEEPING:
            return super().why_not(name)
        reason = self.undecidable(name)
        if reason is not None or self.shown is None:
            return reason
        return _unfit(name, self.shown)

    def _keep(self, kind: type[Confirm | Archive | Restore | Pin | Unpin]) -> None:
        seen = self._take()
        self._stage(seen.item, kind(item=seen.item, expect=seen.shown_hash, reason=self.note))

    def _ask_slot(self) -> None:
        from curator_app.tui.screens.slot import SlotScreen

        seen = self._take()

        def answered(chosen: Edit | None) -> None:
            if chosen is None:
                self.painted(seen)
            else:
                bound = replace(chosen, expect=seen.shown_hash, reason=self.note)
                self._stage(seen.item, bound)

        self.app.push_screen(SlotScreen(seen.item), answered)

    def _unlink(self) -> None:
        seen, view = self._take(), self.shown
        assert view is not None, "BUG: unlinking without a view"
        targets = view.entry.supersedes
        wish = Detach(item=seen.item, expect=seen.shown_hash, reason=self.note)
        self._take_back(seen, wish, targets)

    def _relink(self) -> None:
        seen, view = self._take(), self.shown
        assert view is not None, "BUG: linking otherwise without a view"
        result = view.proposed_text.encode("utf-8", "surrogateescape")
        wish = Edit(item=seen.item, expect=seen.shown_hash, reason=self.note, result=result)
        targets = view.entry.supersedes

        def answered(choice: Approve | None) -> None:
            if choice is None:
                self.painted(seen)
                self.say(Text("the link stays as it is"))
            elif choice.relation is not None:
                self._stage(seen.item, choice)
            else:
                back = Detach(item=seen.item, expect=seen.shown_hash, reason=self.note)
                self._take_back(seen, replace(back, valid_from=choice.valid_from), targets)

        self.app.push_screen(KindScreen(seen.title, wish, view.sources), answered)

    def _take_back(self, seen: Seen, wish: Detach, targets: tuple[str, ...]) -> None:
        """Take one link back; of several it is asked which."""
        if len(targets) == 1:
            self._stage(seen.item, replace(wish, targets=targets))
        else:
            self._ask_edge(seen, wish, targets)

    def _ask_edge(self, seen: Seen, wish: Detach, targets: tuple[str, ...]) -> None:
        def answered(target: str | None) -> None:
            if target is None:
                self.painted(seen)
            else:
                self._stage(seen.item, replace(wish, targets=(target.strip(),)))

        def check(text: str) -> Text | None:
            known = text.strip() in targets
            return None if known else Text("one of: ").append_text(listed(targets))

        title = Text("which link is taken back? ").append_text(listed(targets))
        hint = Text("type one id; enter stages; esc leaves it")
        self.app.push_screen(AskScreen(title, hint, check=check), answered)

    def on_decision_staged(self, event: DecisionStaged) -> None:
        """Where a start is needed, it is asked for."""
        match event.outcome, event.decision:
            case Refusal(code="valid-from-required"), (Detach() | Restore()) as wish:
                self._ask_start(event.item, wish)
            case _:
                super().on_decision_staged(event)

    def _ask_start(self, item: str, wish: Detach | Restore) -> None:
        def answered(start: str | None) -> None:
            if start is None:
                self.ask_shown(item)
            else:
                self._stage(item, _started(wish, start.strip()))

        hint = Text("a date like 2026-08-20, or an instant with offset; esc leaves it")
        self.app.push_screen(AskScreen(Text("from when does the note hold?"), hint), answered)


def _started(wish: Detach | Restore, start: str) -> Decision:
    return replace(wish, valid_from=start or None)


def _unfit(name: str, view: ItemView) -> Text | None:
    """Why a decision would mean nothing for this note."""
    archived = view.entry.status == Status.ARCHIVED
    pinned = view.note is not None and view.note.pin
    match name:
        case _ if view.entry.place is not Place.NOTES:
            return Text("this is not memory yet; it is decided in the queue (enter opens it)")
        case "archive" if archived:
            return Text("it is archived already; B brings it back")
        case "restore" if not archived:
            return Text("it is not archived")
        case "pin" if pinned:
            return Text("it is pinned already; P unpins")
        case "unpin" if not pinned:
            return Text("it is not pinned")
        case "slot" if view.entry.memory_key is not None:
            return Text("it states a value of a slot already")
        case "detach" | "relink" if not view.entry.supersedes:
            return Text("it supersedes nothing")
        case _:
            return None
