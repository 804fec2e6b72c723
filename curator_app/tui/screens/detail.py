"""One item whole: text, fields, sources, what approve would do."""

from __future__ import annotations

from typing import ClassVar

from rich.text import Text
from textual.binding import BindingType

from curator_app.tui.actions import Scope
from curator_app.tui.paint import chrome, item
from curator_app.tui.paint.evidence import Proof, proof
from curator_app.tui.paint.foreign import foreign
from curator_app.tui.screens.backing import BackingScreen
from curator_app.tui.screens.deciding import DecidingScreen
from curator_app.tui.screens.desk import Deeds, bindings
from curator_app.tui.widgets.line import Line
from curator_app.tui.widgets.page import Page
from curator_core.model.background import Kin
from curator_core.model.proposal import Op
from curator_core.model.view import QueueView


class DetailScreen(BackingScreen, DecidingScreen):
    """Reads one item; J and K go to its undecided neighbours, as in the queue."""

    SCOPE: ClassVar[Scope] = Scope.DETAIL
    BINDINGS: ClassVar[list[BindingType]] = [*bindings(Scope.DETAIL)]
    PLACE: ClassVar[str] = "item"

    def __init__(self, item_id: str) -> None:
        super().__init__()
        self._item = item_id
        self._gone = False

    def on_mount(self) -> None:
        """Read the item."""
        self._head()
        self.ask_shown(self._item)

    def current(self) -> str | None:
        """The item of this screen, while it waits."""
        return None if self._gone else self._item

    def deeds(self) -> Deeds:
        """Decisions, and going on to neighbours."""
        return {
            **super().deeds(),
            "next": lambda: self._neighbour(1),
            "previous": lambda: self._neighbour(-1),
            "include": self._include,
            "part_next": lambda: self._go(1),
            "part_previous": lambda: self._go(-1),
            "mark_kin": self._mark_kin,
        }

    def offers(self, name: str) -> bool:
        """Keys for single notes only where there are several."""
        return super().offers(name) if name != "include" else bool(self.portions)

    def why_not(self, name: str) -> Text | None:
        """Nothing can be decided about an item that has left the queue."""
        if self._gone and name in ("approve", "reject", "defer", "note", "copy", "hidden"):
            return Text("this item has left the queue; esc goes back, J to the next one")
        if name == "include":
            return self._undivided(name)
        if name in ("part_next", "part_previous") and not self.portions:
            return super().why_not("source_next")
        if name == "mark_kin":
            return None if self._waiting_kin() else Text("nothing else waits from that source")
        return super().why_not(name)

    def _undivided(self, name: str) -> Text | None:
        if not self.portions:
            return Text("this proposal is of one note; it is decided whole")
        whole = self.shown is not None and self.shown.item.op in (Op.MERGE, Op.SPLIT)
        if name == "include" and whole:
            return Text("the notes of a merge or split make sense together only")
        return None

    def _include(self) -> None:
        """Take the note in hand in or out; the others stay undecided."""
        name, out = self.portions[self.part].name, self.left_out()
        self.session.left_out[self._item] = out ^ {name}
        self.paint()
        said = foreign(name).append(" is in again" if name in out else " stays undecided")
        inside = len(self.portions) - len(self.left_out())
        self.say(said.append(f"; a and r are about {inside} of {len(self.portions)} notes"))

    def _go(self, direction: int) -> None:
        if self.portions:
            self._go_part(direction)
        else:
            self.go_source(direction)

    def _waiting_kin(self) -> tuple[Kin, ...]:
        found = () if self.found is None else self.found.kin
        return tuple(each for each in found if self.session.item(each.item) is not None)

    def _mark_kin(self) -> None:
        """Mark this item and what waits from the same source or session."""
        own = self.session.item(self._item)
        names = {} if own is None else {own.item: own.notes}
        names |= {each.item: (each.name,) for each in self._waiting_kin()}
        for item_id, notes in names.items():
            if item_id not in self.session.marked:
                self.session.mark(item_id, notes)
        self.say(Text(f"{len(names)} marked, this one too: in the queue ; decides about all marks"))

    def _go_part(self, direction: int) -> None:
        self.part = (self.part + direction) % len(self.portions)
        self.paint()
        self.page().reveal(self.starts[self.part], self.starts[self.part])

    def refreshed(self, view: QueueView, *, by_key: bool) -> None:
        """Read the item again, or say that it has gone."""
        self._gone = self.session.item(self._item) is None
        self._head()
        if self._gone:
            self.seen = None
            self.say(Text("this item has left the queue: decided elsewhere, changed or removed"))
        elif self.shown is None or self.shown.item != self.session.item(self._item):
            self.ask_shown(self._item)

    def on_resize(self) -> None:
        """One page or two."""
        if self.shown is not None:
            self.paint()

    def paint(self) -> None:
        """The item on one page, or on two where there is room."""
        assert self.shown is not None, "BUG: painting without a view"
        self.lay(self.reading(), self._item)
        self._head()

    def proof(self) -> Proof:
        """The evidence, and what is around the item."""
        assert self.shown is not None, "BUG: painting without a view"
        return proof(self.shown, self.note, self.found, self.at)

    def _head(self) -> None:
        found = self.session.item(self._item)
        place = chrome.place(*self.session.place(self._item))
        staged = chrome.standing(self.session.details.get(self._item), place)
        crumb = chrome.crumb(self.PLACE, Text("" if found is not None else "gone"))
        self.query_one("#header", Line).show(lambda width: item.headed(crumb, found, staged, width))

    def on_page_scrolled(self, event: Page.Scrolled) -> None:
        """How much of a page is on the screen."""
        span = event.page.span
        line_id, title = ("#title", "note") if event.page.id == "text" else ("#title-2", "evidence")
        line = self.query_one(line_id, Line)
        line.show(lambda width: chrome.pane_title(Text(title), chrome.span(*span), width))

    def advance(self) -> bool:
        """After a decision: the next undecided item, here."""
        other = self.other(1)
        if other is not None:
            self.go_to(other)
        return other is not None

    def other(self, direction: int) -> str | None:
        """The nearest undecided item after (1) or before (-1) this one."""
        return self.session.undecided_from(self._item, direction)

    def without(self) -> Text:
        """What is said when there is no other one."""
        return Text("no other undecided item; w previews what is staged")

    def go_to(self, item: str) -> None:
        """Show another item here."""
        self._item, self._gone, self.shown, self.seen = item, False, None, None
        self.part, self.portions = 0, ()
        self.leave_item()
        self._head()
        self.ask_shown(item)

    def back(self) -> None:
        """Out, with the queue's cursor on the item that was read last."""
        self.curator.queue.rows.select(self._item)
        super().back()

    def _neighbour(self, direction: int) -> None:
        other = self.other(direction)
        if other is None:
            self.say(self.without())
        else:
            self.go_to(other)
