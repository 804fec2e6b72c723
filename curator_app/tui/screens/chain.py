"""The versions of one slot or chain in time, and what it answered at a date."""

from __future__ import annotations

from typing import ClassVar

from rich.text import Text
from textual.binding import BindingType
from textual.widget import Widget

from curator_app.tui import inquiries
from curator_app.tui.actions import Scope
from curator_app.tui.messages import ChainTraced, Purpose, VersionsCompared
from curator_app.tui.paint import chain, chrome, timeline
from curator_app.tui.paint.foreign import refusal
from curator_app.tui.paint.ink import Ink
from curator_app.tui.paint.lanes import Lanes
from curator_app.tui.paint.queue import staged_word
from curator_app.tui.screens.asof import AsOfScreen
from curator_app.tui.screens.desk import Deeds, bindings
from curator_app.tui.screens.keeping import KeepingScreen
from curator_app.tui.screens.listing import ListScreen
from curator_app.tui.widgets.line import Line
from curator_app.tui.widgets.page import Page
from curator_core.model.inquiry import AsOf, ChainLink, ChainView
from curator_core.model.problem import Refusal
from curator_core.model.view import Preview, QueueView


class ChainScreen(ListScreen, KeepingScreen):
    """Versions newest recorded first; below or beside them the one under the cursor."""

    SCOPE: ClassVar[Scope] = Scope.CHAIN
    BINDINGS: ClassVar[list[BindingType]] = [*bindings(Scope.CHAIN)]

    def __init__(self, name: str) -> None:
        super().__init__()
        self._name_asked, self._as_of = name, AsOf()
        self._view: ChainView | None = None
        self._links: dict[str, ChainLink] = {}
        self._rows: tuple[ChainLink, ...] = ()
        self._lanes = Lanes(())
        self._by_valid_time = False
        self._marks: list[str] = []
        self._comparing = False

    def below(self) -> tuple[Widget, ...]:
        """When the versions held."""
        return Line(id="title-2"), Page(id="times")

    def on_mount(self) -> None:
        """Read the chain."""
        self.query_one("#header", Line).say(chrome.crumb("chain", Text("reading")))
        self._trace(self._as_of)

    def _trace(self, as_of: AsOf) -> None:
        job = inquiries.trace(self._name_asked, as_of)
        self.curator.errand(Purpose.LOOK, job, self, tag="chain")

    def current(self) -> str | None:
        """The item id of the version under the cursor, if it is still there."""
        link = self._link()
        return None if link is None else link.item

    def _link(self) -> ChainLink | None:
        return self._links.get(self.rows.selected or "")

    def deeds(self) -> Deeds:
        """What only a chain can do."""
        return {
            **super().deeds(),
            "open": self._open,
            "axis": self._swap,
            "as_of": self._ask_as_of,
            "mark": self._mark,
            "compare": self._compare,
        }

    def why_not(self, name: str) -> Text | None:
        """Why a version cannot be opened or compared."""
        match name:
            case "open" if self.current() is None:
                return Text("this version is no file any more")
            case "mark" if self._link() is None:
                return Text("nothing is selected")
            case "compare" if len(self._marks) != 2 and not self._comparing:
                return chain.NO_TWO
            case _:
                return super().why_not(name)

    def advance(self) -> bool:
        """The cursor stays: the version is looked at again."""
        return False

    def go_to(self, item: str) -> None:
        """Put the cursor on this version."""
        for key, link in self._links.items():
            if link.item == item:
                self.rows.select(key)

    def refreshed(self, view: QueueView, *, by_key: bool) -> None:
        """The Home changed: read again."""
        self._trace(self._as_of)

    def on_chain_traced(self, event: ChainTraced) -> None:
        """Fill the list; a time that cannot be asked leaves what was there."""
        match event.outcome:
            case ChainView() as view:
                self._comparing = self._comparing and self._as_of == event.as_of
                self._view, self._as_of = view, event.as_of
                self._fill(view)
            case Refusal() as no:
                self.say(refusal(no))
                if self._view is None:
                    self.page().show(chrome.not_shown(no), "refused")

    def _fill(self, view: ChainView) -> None:
        self._rows = chain.ordered(view, self._by_valid_time)
        self._lanes = chain.lanes(view, self._rows)
        self._links = {_key(link, n): link for n, link in enumerate(self._rows)}
        self._marks = [key for key in self._marks if key in self._links]
        keys = tuple(self._links)
        first = self._view is not None and self.rows.selected is None
        self.rows.fill(keys, lambda index, width: self._row(index, keys[index], width))
        if first:
            self._select_named(view)
        self.query_one("#header", Line).say(chrome.crumb("chain", chain.crumb(view)))
        self.query_one("#columns", Line).say(
            chrome.said(chain.asked(self._as_of, self._by_valid_time))
        )
        self._look()

    def _select_named(self, view: ChainView) -> None:
        for key, link in self._links.items():
            if link.item == self._name_asked or link.row.note_id == view.name:
                self.rows.select(key)
                return

    def _row(self, index: int, key: str, width: int) -> Text:
        link = self._links[key]
        staged = self.session.details.get(link.item or "")
        word = Text() if staged is None else staged_word(staged)
        mark = Text("*" if key in self._marks else " ", Ink.KEY)
        room = min(chain.LANES_MOST, max(4, width // 10))
        lanes = self._lanes.row(index, room, self.rows.position[0] - 1)
        return chain.line(link, (mark, lanes), word, width)

    def on_row_list_moved(self) -> None:
        """Another version: it is read, keys wait until it is painted."""
        self._comparing = False
        self.rows.refresh()
        self._look()

    def on_row_list_opened(self) -> None:
        """A second click opens."""
        self._open()

    def _look(self) -> None:
        self.unsee()
        self.paint()
        current = self.current()
        if current is not None:
            self.ask_shown(current)

    def on_resize(self) -> None:
        """Bars fit the width."""
        self.paint()

    def paint(self) -> None:
        """The version, or the comparison."""
        view, link = self._view, self._link()
        if view is None:
            return
        times = self.query_one("#times", Page)
        times.show(timeline.timeline(view, link, times.size.width), "times")
        if self._comparing:
            return
        width = self.page().size.width
        beside = () if times.display else tuple(timeline.lines(view, link, width))
        sheet = chain.version(link, view, self._decided(), beside)
        self.page().show(sheet, self.rows.selected or "")

    def _decided(self) -> Preview | Refusal | None:
        """What approving the version under the cursor would do, if it waits."""
        waits = self.session.item(self.current() or "") is not None
        known = self.shown is not None and self.shown.item.item == self.current()
        return self.shown.preview if waits and known and self.shown is not None else None

    def on_versions_compared(self, event: VersionsCompared) -> None:
        """Show the comparison, while the same two are marked."""
        if self._comparing and event.marks == tuple(self._marks):
            self.page().show(event.sheet, "compare")

    def on_page_scrolled(self, event: Page.Scrolled) -> None:
        """How much of a page is on the screen."""
        times = event.page.id == "times"
        title = Text("times" if times else "comparison" if self._comparing else "version")
        span = chrome.span(*event.page.span)
        line = self.query_one("#title-2" if times else "#title", Line)
        line.show(lambda width: chrome.pane_title(title, span, width))

    def _swap(self) -> None:
        self._by_valid_time, self._comparing = not self._by_valid_time, False
        if self._view is not None:
            self._fill(self._view)

    def _ask_as_of(self) -> None:
        def answered(as_of: AsOf | None) -> None:
            if as_of is not None:
                self._trace(as_of)

        self.app.push_screen(AsOfScreen(self._as_of), answered)

    def _mark(self) -> None:
        key = self.rows.selected
        assert key is not None, "BUG: nothing selected to mark"
        if key in self._marks:
            self._marks.remove(key)
        else:
            self._marks = [*self._marks[-1:], key]
        self.rows.refresh()
        self.say(Text(f"{len(self._marks)} marked; = compares two"))

    def _compare(self) -> None:
        self._comparing = not self._comparing
        if not self._comparing or self._view is None:
            self.paint()
            return
        older, newer = chain.pair([self._links[key] for key in self._marks], self._view)
        job = inquiries.compare(tuple(self._marks), older, newer)
        self.curator.errand(Purpose.LOOK, job, self, tag="compare")

    def _open(self) -> None:
        from curator_app.tui.screens.detail import DetailScreen
        from curator_app.tui.screens.note import NoteScreen

        link = self._link()
        assert link is not None and link.item is not None, "BUG: nothing selected to open"
        waits = self.session.item(link.item) is not None
        self.app.push_screen(DetailScreen(link.item) if waits else NoteScreen(link.item))


def _key(link: ChainLink, number: int) -> str:
    """What names a row: two files of one note id are two rows."""
    return link.item or f"{link.row.note_id} {number}"
