"""Screens on which an item is read: what was painted, and when it may be decided about."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rich.text import Text
from textual import on

from curator_app.tui import gate, jobs
from curator_app.tui.errands import Job
from curator_app.tui.messages import ItemShown, Purpose
from curator_app.tui.paint import alarms, chrome, finding, item, portions, why
from curator_app.tui.paint.foreign import foreign, refusal
from curator_app.tui.paint.ink import Ink
from curator_app.tui.paint.sheet import Sheet, SheetLine, sheet, together
from curator_app.tui.screens.desk import Deeds, Desk
from curator_app.tui.widgets.page import Page
from curator_core.model.inquiry import ChainLink
from curator_core.model.portion import Portion
from curator_core.model.problem import Refusal
from curator_core.model.proposal import Item, Op
from curator_core.model.view import ItemView

ACCEPTING = frozenset({"approve", "edit", "editor", "redact"})
"""Keys that begin to make an item memory: tainted and flagged text must have been seen before."""


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
                self.session.gate.meet(view)
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
        seen = self.session.gate.acknowledged(self.shown)
        found, known = self.shown.item.finding, self._known()
        if found is not None and self.shown.item.op is not Op.REVIEW:
            return sheet((*known, *finding.reading(self.shown, found, self.about).lines))
        about = self.about if found is None else ()
        text = item.reading(self.shown, codes=self.codes, seen=seen, about=about)
        text = sheet((*known, *text.lines))
        if found is not None:
            return together(finding.question(found), text)
        return self._several(text) if self.portions else text

    def _known(self) -> Sequence[SheetLine]:
        """What to know of the shown item before reading it."""
        assert self.shown is not None, "BUG: reading without a view"
        found = self.shown.item
        before = next((e for e in self.session.fallen if e.path == found.paths[0]), None)
        return why.why(found, self.session.roster, before).lines

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
            self.session.painted(seen.item)
            self.query_one("#keys").refresh()

    def unsee(self) -> None:
        """What was painted counts for its own item, until the cursor leaves that."""
        if self.seen is not None and self.seen.item != self.current():
            self.seen = None

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
        if name in ACCEPTING and self.shown is not None:
            self._note_read()
            return self.session.gate.missing(self.shown)
        return None

    def _unread(self) -> bool:
        """Whether something that must be seen of the item has not been (FAULTS 2.7)."""
        assert self.shown is not None, "BUG: seen without a view"
        self._note_read()
        return self.session.gate.missing(self.shown) is not None

    def _note_read(self) -> None:
        """Remember that the shown item's whole text has been on the screen."""
        view, page = self.shown, self.page()
        if view is not None and page.key.partition(" ")[0] == view.item.item and page.read:
            self.session.gate.was_read(view)

    @on(Page.Scrolled)
    def _looked(self) -> None:
        """What has been on the screen counts as read."""
        self._note_read()

    def deeds(self) -> Deeds:
        """Looking at flags, and at all that is known of an item from outside."""
        return {
            **super().deeds(),
            "acknowledge": self._acknowledge,
            "workbench": self._workbench,
        }

    def why_not(self, name: str) -> Text | None:
        """Why a key of reading cannot act now."""
        match name:
            case "acknowledge":
                return self._no_flag()
            case "workbench":
                found = self.session.item(self.current() or "")
                if found is None or not gate.tainted(found):
                    return Text("only what comes from outside waits in quarantine; enter opens it")
        return super().why_not(name)

    def offers(self, name: str) -> bool:
        """Keys of reading only where there is something to look at."""
        match name:
            case "acknowledge":
                return self.shown is not None and bool(gate.alarms(self.shown))
            case "workbench":
                found = self.session.item(self.current() or "")
                return found is not None and gate.tainted(found)
        return super().offers(name)

    def _no_flag(self) -> Text | None:
        if self.shown is None or self.seen is None:
            return Text("not on the screen yet; look, then press again")
        if self.session.gate.open_alarms(self.shown):
            return None
        seen = bool(gate.alarms(self.shown))
        return Text("every high flag was looked at" if seen else "there is no high flag here")

    def _acknowledge(self) -> None:
        """Show the next high flag where it stands, and mark it as looked at."""
        view = self.shown
        assert view is not None, "BUG: flags without a view"
        alarm, *rest = self.session.gate.open_alarms(view)
        self.session.gate.acknowledge(view, alarm)
        self.paint()
        at = item.place_of(self.page().sheet, alarm.code, alarm.line)
        self.page().reveal(at, at)
        more = f"  {len(rest)} more: !" if rest else "  that was the last one"
        self.say(alarms.said(alarm.flags).append(more, Ink.DIM))

    def _workbench(self) -> None:
        from curator_app.tui.screens.quarantine import QuarantineScreen

        current = self.current()
        assert current is not None, "BUG: nothing selected to look into"
        self.app.push_screen(QuarantineScreen(current))
