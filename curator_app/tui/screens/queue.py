"""The queue: what waits, and the item under the cursor."""

from __future__ import annotations

from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Container

from curator_app.tui import folding
from curator_app.tui.actions import Scope
from curator_app.tui.folding import Row
from curator_app.tui.messages import Purpose, WorldFailed
from curator_app.tui.paint import chrome, item, queue
from curator_app.tui.paint.evidence import evidence
from curator_app.tui.paint.sheet import EMPTY, together
from curator_app.tui.paint.wording import TABS
from curator_app.tui.screens.copies import CopiesScreen
from curator_app.tui.screens.desk import Deeds, bindings
from curator_app.tui.widgets.line import Line
from curator_app.tui.widgets.moving import Pane
from curator_app.tui.widgets.page import Page
from curator_app.tui.widgets.row_list import RowList
from curator_core.model.problem import Refusal
from curator_core.model.proposal import WAITING, Item, Lane
from curator_core.model.view import QueueView


class QueueScreen(CopiesScreen):
    """The list of waiting items with a preview of the one under the cursor."""

    SCOPE: ClassVar[Scope] = Scope.QUEUE
    BINDINGS: ClassVar[list[BindingType]] = [*bindings(Scope.QUEUE)]
    AUTO_FOCUS: ClassVar[str | None] = "#list"

    def __init__(self) -> None:
        super().__init__()
        self._lane: Lane | None = None
        self._items: tuple[Item, ...] = ()
        self._rows: tuple[Row, ...] = ()

    def compose(self) -> ComposeResult:
        """Header, alerts, list, preview, foot."""
        yield Line(id="header")
        yield Line(id="alerts")
        with Container(id="desk"):
            with Container(id="left"):
                yield Line(id="tabs")
                yield Line(id="columns")
                yield RowList(id="list")
            with Container(id="right"):
                yield Line(id="title")
                yield Page(id="text")
        yield self.frame()

    def on_mount(self) -> None:
        """Say that the Home is being read; the first paint waits for nothing."""
        self.query_one("#header", Line).say(chrome.crumb("reading the Home"))
        self.query_one("#alerts").display = False
        self.query_one("#columns", Line).show(lambda width: queue.columns(width).heads())
        self.list.marks = self.is_marked

    @property
    def list(self) -> RowList:
        """The rows."""
        return self.query_one("#list", RowList)

    def current(self) -> str | None:
        """The item under the cursor."""
        return self.list.selected

    def page(self) -> Page:
        """The preview."""
        return self.query_one("#text", Page)

    def pane(self) -> Pane:
        """The preview when it has the keys, else the list."""
        return self.page() if self.page().has_focus else self.list

    def deeds(self) -> Deeds:
        """Decisions, opening, neighbours."""
        return {
            **super().deeds(),
            "quit": self.curator.leave,
            "stay": self._stay,
            "open": self._open,
            "next": lambda: self._neighbour(1),
            "previous": lambda: self._neighbour(-1),
        }

    def why_not(self, name: str) -> Text | None:
        """Nothing can be opened in an empty list."""
        if name in ("open", "next", "previous") and self.current() is None:
            return Text("nothing is selected")
        return super().why_not(name)

    def refreshed(self, view: QueueView, *, by_key: bool) -> None:
        """Fill the list anew: the selected id and its place on the screen stay."""
        renamed = {old.item: old.paths[0] for old in self._items}
        self._fill(view, renamed)
        found = self.session.item(self.current() or "")
        if found is not None and (self.shown is None or self.shown.item != found or not by_key):
            self.ask_shown(found.item)

    def _fill(self, view: QueueView, paths: dict[str, str]) -> None:
        self._items = tuple(
            each for each in view.items if each.lane in WAITING and self._lane in (None, each.lane)
        )
        follows = {each.paths[0]: each.item for each in self._items}
        renamed = {old: follows[path] for old, path in paths.items() if path in follows}
        self._rows = rows = folding.rows(self._items, self.unfolded)
        now, known = self.session.now(), self.session
        standing = queue.Standing(known.actions, known.details, known.fallen_paths, view.ages)
        self.list.fill(
            [each.item.item for each in rows],
            lambda index, width: queue.line(rows[index], standing, now, width),
            queue.empty(self._lane),
            renamed,
            lambda index: queue.haystack(rows[index].item),
        )
        self._frame(view)
        if not self._items:
            self.shown = self.seen = None
            self.page().show(EMPTY, "")

    def _frame(self, view: QueueView) -> None:
        undecided = self.session.undecided
        header = self.query_one("#header", Line)
        header.show(lambda width: queue.header(view, undecided, width))
        self.query_one("#tabs", Line).show(lambda width: queue.tabs(view, self._lane, width))
        fallen = len(self.session.fallen)
        marked = len(self.session.marked)
        alerts = queue.alerts(view, fallen, marked, self.session.watching)
        line = self.query_one("#alerts", Line)
        line.display = bool(alerts.plain)
        line.say(alerts)

    def failed(self, no: Refusal) -> None:
        """The Home cannot be read: say why in place of rows that are not known."""
        if self.session.view is None:
            self.list.fill([], lambda index, width: Text(), queue.failed(no))
            self.query_one("#header", Line).say(chrome.crumb("the Home cannot be read"))

    def pick(self, name: str, key: str) -> None:
        """Show one lane, or all."""
        view = self.session.view
        if view is None or not key:
            self.say(Text("press 1, 2, 3, 4 or 5"))
            return
        self._lane = TABS[int(key) - 1][1]
        self._fill(view, {})
        self._look()

    def on_row_list_moved(self) -> None:
        """Another row: its item is read, keys wait until it is painted."""
        self._look()

    def on_row_list_opened(self) -> None:
        """A second click opens."""
        self._open()

    def _look(self) -> None:
        current = self.current()
        if self.seen is not None and self.seen.item != current:
            self.seen = None
        if current is None:
            self.page().show(EMPTY, "")
        elif self.shown is None or self.shown.item.item != current or self.seen is None:
            self.ask_shown(current)

    def paint(self) -> None:
        """The item on the preview page."""
        assert self.shown is not None, "BUG: painting without a view"
        text, proof = self.reading(), evidence(self.shown, self.note)
        self.page().show(together(text, proof, item.fields(self.shown)), self.shown.item.item)

    def on_page_scrolled(self) -> None:
        """Which item is on the page, and how much of it."""
        found = self.session.item(self.page().key)
        title = item.title(found) if found is not None else Text()
        span, place = self.page().span, chrome.place(*self.list.position)
        line = self.query_one("#title", Line)
        line.show(lambda width: chrome.pane_title(title, chrome.span(*span, before=place), width))

    def advance(self) -> bool:
        """After a decision: the next undecided row in view."""
        other = self.list.after(lambda key: not self.session.decided(key), 1)
        self.go_to(other or "")
        return other is not None

    def go_to(self, item: str) -> None:
        """Put the cursor on this item, if it is in view."""
        self.list.select(item)

    def _neighbour(self, direction: int) -> None:
        other = self.list.after(lambda key: not self.session.decided(key), direction)
        if other is None:
            self.say(Text("no other undecided item in view; w previews what is staged"))
        else:
            self.go_to(other)

    def row(self) -> Row | None:
        """The row under the cursor."""
        at = self.list.position[0]
        return self._rows[at - 1] if 0 < at <= len(self._rows) else None

    def relist(self) -> None:
        """Fold and mark anew what was read."""
        if self.session.view is not None:
            self._fill(self.session.view, {})
            self._look()

    def _stay(self) -> None:
        self.say(Text("this is the queue; q quits, staged decisions are kept"))

    def _open(self) -> None:
        from curator_app.tui.screens.detail import DetailScreen

        current, row = self.current(), self.row()
        assert current is not None, "BUG: nothing selected to open"
        if row is not None and row.folded:
            self.fold(open_it=True)
            self.say(Text(f"{row.copies} near copies below; enter opens, left folds them"))
            return
        self.app.push_screen(DetailScreen(current))

    def on_screen_resume(self) -> None:
        """Back from another screen: what was said there holds, the row is read again."""
        super().on_screen_resume()
        if self.current() is not None:
            self._look()

    def on_world_failed(self, event: WorldFailed) -> None:
        """Say so; without a view the list says why it is empty."""
        super().on_world_failed(event)
        if event.purpose is Purpose.LOAD:
            self.failed(event.refusal)
