"""Screens on which an item is read: what was painted, and when it may be decided about."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rich.text import Text

from curator_app.tui import jobs
from curator_app.tui.errands import Job
from curator_app.tui.messages import ItemShown, Purpose
from curator_app.tui.paint import chrome, finding, item, portions
from curator_app.tui.paint.foreign import foreign, refusal
from curator_app.tui.paint.sheet import Sheet, together
from curator_app.tui.screens.desk import Desk
from curator_app.tui.widgets.page import Page
from curator_core.model.inquiry import ChainLink
from curator_core.model.portion import Portion
from curator_core.model.problem import Refusal
from curator_core.model.proposal import Item, Lane, Op
from curator_core.model.view import ItemView


@dataclass(frozen=True, slots=True)
class Seen:
    """What was painted: an item, its shown hash, and what it is called."""

    item: str
    shown_hash: str
    title: Text


def name_of(item: Item) -> Text:
    """What an item is called in a sentence."""
    return foreign(item.title or (item.notes or item.paths)[0])


class SeeingScreen(Desk):
    """Shows `current()` on its `page()`; `seen` says what of it is on the screen."""

    shown: ItemView | None = None
    note = ""
    seen: Seen | None = None
    codes = False
    about: tuple[ChainLink, ...] = ()
    portions: tuple[Portion, ...] = ()
    part = 0
    starts: Sequence[int] = ()

    def current(self) -> str | None:
        """The id of the item that a key would decide about."""
        raise NotImplementedError

    def page(self) -> Page:
        """The page on which the item is read."""
        raise NotImplementedError

    def paint(self) -> None:
        """Show `shown` with `note` on the page."""
        raise NotImplementedError

    def ask_shown(self, item: str) -> None:
        """Read an item for the page; the newest wish wins."""
        self.curator.errand(Purpose.SHOW, self.show_job(item), self, tag="show")

    def show_job(self, item: str) -> Job:
        """How an item is read for the page."""
        return jobs.show(item)

    def on_item_shown(self, event: ItemShown) -> None:
        """Paint the item, unless the cursor has moved on; only then keys may decide."""
        if event.item != self.current():
            return
        match event.outcome:
            case ItemView() as view:
                self.shown, self.note, self.about = view, event.note, event.about
                self.portions = event.portions
                self.paint()
                seen = Seen(event.item, view.shown_hash, name_of(view.item))
                self.call_after_refresh(self.painted, seen)
            case Refusal() as no:
                self.shown, self.seen = None, None
                self.page().show(chrome.not_shown(no), event.item)

    def reading(self) -> Sheet:
        """What a decision on the shown item is about."""
        assert self.shown is not None, "BUG: reading without a view"
        text = item.reading(self.shown, codes=self.codes)
        found = self.shown.item.finding
        match found, self.shown.item.op:
            case None, _ if self.portions:
                return self._several(text)
            case None, _:
                return text
            case found, Op.REVIEW:
                return together(finding.question(found), text)
            case found, _:
                return finding.reading(self.shown, found, self.about)

    def _several(self, text: Sheet) -> Sheet:
        """All notes of a proposal, `text` being the first."""
        made = portions.laid(self.portions, self.left_out(), self.part, text)
        self.starts = made.starts
        return made.sheet

    def left_out(self) -> frozenset[str]:
        """The notes of the shown proposal that a decision leaves undecided."""
        return self.session.left_out.get(self.current() or "", frozenset())

    def painted(self, seen: Seen) -> None:
        """It is on the screen now: keys may decide about it, if it still is the current one."""
        if self.current() == seen.item:
            self.seen = seen
            self.query_one("#keys").refresh()

    def undecidable(self, name: str) -> Text | None:
        """Why a key cannot decide about the current item now."""
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
