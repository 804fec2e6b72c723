"""A list with a page: beside it where there is room, below it where there is not."""

from __future__ import annotations

from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Container

from curator_app.tui.paint import chrome
from curator_app.tui.screens.desk import Desk
from curator_app.tui.widgets.line import Line
from curator_app.tui.widgets.moving import Pane
from curator_app.tui.widgets.page import Page
from curator_app.tui.widgets.row_list import RowList


class BesideScreen(Desk):
    """Subclasses fill the list, and show on the page what the cursor is on."""

    AUTO_FOCUS: ClassVar[str | None] = "#list"
    PLACE: ClassVar[str]
    """The screen's name in its first line."""
    PAGE: ClassVar[str]
    """What stands on the page, in a word."""

    def compose(self) -> ComposeResult:
        """Header, list and page, foot."""
        yield Line(id="header")
        with Container(id="desk"):
            with Container(id="left"):
                yield RowList(id="list")
                yield Line(id="legend")
            with Container(id="right"):
                yield Line(id="title")
                yield Page(id="text")
        yield self.frame()

    @property
    def rows(self) -> RowList:
        """The rows."""
        return self.query_one("#list", RowList)

    @property
    def page(self) -> Page:
        """What the cursor is on."""
        return self.query_one("#text", Page)

    def pane(self) -> Pane:
        """The page when it has the keys, else the list."""
        return self.page if self.page.has_focus else self.rows

    def head(self, detail: Text) -> None:
        """Where this is, and what it shows."""
        self.query_one("#header", Line).say(chrome.crumb(self.PLACE, detail))

    def legend(self, said: Text) -> None:
        """The line below the rows."""
        self.query_one("#legend", Line).say(said)

    def show(self) -> None:
        """Show on the page what the cursor is on."""
        raise NotImplementedError

    def on_row_list_moved(self) -> None:
        """The page follows the cursor."""
        self.show()

    def on_page_scrolled(self) -> None:
        """How much of the page is on the screen."""
        span = self.page.span
        line = self.query_one("#title", Line)
        line.show(lambda width: chrome.pane_title(Text(self.PAGE), chrome.span(*span), width))

    def read(self) -> None:
        """The keys go to the page; without room for both it stands instead of the list."""
        self.set_class(not self.query_one("#right").display, "-reading")
        self.page.focus()

    def back(self) -> None:
        """From a page that stands instead of the list back to that, else one level back."""
        if self.has_class("-reading"):
            self.remove_class("-reading")
            self.rows.focus()
        else:
            super().back()
