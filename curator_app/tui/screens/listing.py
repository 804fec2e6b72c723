"""A list, and a page on which what the cursor is on is read: beside it, or below without room."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.containers import Container
from textual.widget import Widget

from curator_app.tui.screens.desk import Desk
from curator_app.tui.widgets.line import Line
from curator_app.tui.widgets.moving import Pane
from curator_app.tui.widgets.page import Page
from curator_app.tui.widgets.row_list import RowList


class ListScreen(Desk):
    """Subclasses name the lines around the list, fill it, and paint the page."""

    AUTO_FOCUS: ClassVar[str | None] = "#list"
    TOP: ClassVar[tuple[str, ...]] = ("header",)
    """Lines over both panes."""
    HEADS: ClassVar[tuple[str, ...]] = ("columns",)
    """Lines above the rows."""

    def compose(self) -> ComposeResult:
        """Header, list and page, foot."""
        yield from (Line(id=name) for name in self.TOP)
        with Container(id="desk"):
            with Container(id="left"):
                yield from (Line(id=name) for name in self.HEADS)
                yield RowList(id="list")
                yield from self.below()
            with Container(id="right"):
                yield Line(id="title")
                yield Page(id="text")
        yield self.frame()

    def below(self) -> tuple[Widget, ...]:
        """What stands below the rows."""
        return ()

    @property
    def rows(self) -> RowList:
        """The rows."""
        return self.query_one("#list", RowList)

    def page(self) -> Page:
        """What the cursor is on."""
        return self.query_one("#text", Page)

    def pane(self) -> Pane:
        """The page when it has the keys, else the list."""
        return self.page() if self.page().has_focus else self.rows
