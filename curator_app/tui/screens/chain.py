"""The versions of one slot or chain in time, and what it answered at a date."""

from __future__ import annotations

from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Container

from curator_app.tui import inquiries
from curator_app.tui.actions import Scope
from curator_app.tui.messages import ChainTraced, Purpose
from curator_app.tui.paint import chain, chrome
from curator_app.tui.paint.foreign import refusal
from curator_app.tui.paint.queue import staged_word
from curator_app.tui.screens.asof import AsOfScreen
from curator_app.tui.screens.desk import Deeds, bindings
from curator_app.tui.screens.keeping import KeepingScreen
from curator_app.tui.widgets.line import Line
from curator_app.tui.widgets.moving import Pane
from curator_app.tui.widgets.page import Page
from curator_app.tui.widgets.row_list import RowList
from curator_core.model.inquiry import AsOf, ChainLink, ChainView
from curator_core.model.problem import Refusal
from curator_core.model.view import QueueView


class ChainScreen(KeepingScreen):
    """Versions newest recorded first; below or beside them the one under the cursor."""

    SCOPE: ClassVar[Scope] = Scope.CHAIN
    BINDINGS: ClassVar[list[BindingType]] = [*bindings(Scope.CHAIN)]
    AUTO_FOCUS: ClassVar[str | None] = "#list"

    def __init__(self, name: str) -> None:
        super().__init__()
        self._name_asked, self._as_of = name, AsOf()
        self._view: ChainView | None = None
        self._links: dict[str, ChainLink] = {}
        self._by_valid_time = False
        self._marks: list[str] = []
        self._comparing = False

    def compose(self) -> ComposeResult:
        """Header, versions and the one under the cursor, foot."""
        yield Line(id="header")
        with Container(id="desk"):
            with Container(id="left"):
                yield Line(id="columns")
                yield RowList(id="list")
            with Container(id="right"):
                yield Line(id="title")
                yield Page(id="text")
        yield self.frame()

    def on_mount(self) -> None:
        """Read the chain."""
        self.query_one("#header", Line).say(chrome.crumb("chain", Text("reading")))
        self._trace(self._as_of)

    def _trace(self, as_of: AsOf) -> None:
        job = inquiries.trace(self._name_asked, as_of)
        self.curator.errand(Purpose.LOOK, job, self, tag="chain")

    @property
    def _list(self) -> RowList:
        return self.query_one("#list", RowList)

    def page(self) -> Page:
        """The version under the cursor."""
        return self.query_one("#text", Page)

    def pane(self) -> Pane:
        """The page when it has the keys, else the list."""
        return self.page() if self.page().has_focus else self._list

    def current(self) -> str | None:
        """The item id of the version under the cursor, if it is still there."""
        link = self._link()
        return None if link is None else link.item

    def _link(self) -> ChainLink | None:
        return self._links.get(self._list.selected or "")

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
                self._list.select(key)

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
        links = chain.ordered(view, self._by_valid_time)
        self._links = {_key(link, n): link for n, link in enumerate(links)}
        self._marks = [key for key in self._marks if key in self._links]
        keys = tuple(self._links)
        first = self._view is not None and self._list.selected is None
        self._list.fill(keys, lambda index, width: self._row(keys[index], width))
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
                self._list.select(key)
                return

    def _row(self, key: str, width: int) -> Text:
        link = self._links[key]
        staged = self.session.details.get(link.item or "")
        word = Text() if staged is None else staged_word(staged)
        return chain.line(link, key in self._marks, word, width)

    def on_row_list_moved(self) -> None:
        """Another version: it is read, keys wait until it is painted."""
        self._comparing = False
        self._look()

    def on_row_list_opened(self) -> None:
        """A second click opens."""
        self._open()

    def _look(self) -> None:
        self.seen = None
        self.paint()
        current = self.current()
        if current is not None:
            self.ask_shown(current)

    def on_resize(self) -> None:
        """Bars fit the width."""
        self.paint()

    def paint(self) -> None:
        """The version, or the comparison."""
        if self._view is None:
            return
        if self._comparing:
            pair = chain.pair([self._links[key] for key in self._marks], self._view)
            self.page().show(chain.comparison(*pair), "compare")
            return
        link = self._link()
        sheet = chain.version(link, self._view, self.page().size.width)
        self.page().show(sheet, self._list.selected or "")

    def on_page_scrolled(self) -> None:
        """How much of the page is on the screen."""
        title = Text("comparison" if self._comparing else "version")
        span = self.page().span
        line = self.query_one("#title", Line)
        line.show(lambda width: chrome.pane_title(title, chrome.span(*span), width))

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
        key = self._list.selected
        assert key is not None, "BUG: nothing selected to mark"
        if key in self._marks:
            self._marks.remove(key)
        else:
            self._marks = [*self._marks[-1:], key]
        self._list.refresh()
        self.say(Text(f"{len(self._marks)} marked; = compares two"))

    def _compare(self) -> None:
        self._comparing = not self._comparing
        self.paint()

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
