"""Lists of what is only looked at: a name, a legend, and a page that can stand for the list."""

from __future__ import annotations

from typing import ClassVar

from rich.text import Text
from textual.widget import Widget

from curator_app.tui.paint import chrome
from curator_app.tui.screens.listing import ListScreen
from curator_app.tui.widgets.line import Line


class BesideScreen(ListScreen):
    """Subclasses fill the list, and show on the page what the cursor is on."""

    HEADS: ClassVar[tuple[str, ...]] = ()
    PLACE: ClassVar[str]
    """The screen's name in its first line."""
    PAGE: ClassVar[str]
    """What stands on the page, in a word."""

    def below(self) -> tuple[Widget, ...]:
        """What the signs of the rows mean."""
        return (Line(id="legend"),)

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
        span = self.page().span
        line = self.query_one("#title", Line)
        line.show(lambda width: chrome.pane_title(Text(self.PAGE), chrome.span(*span), width))

    def read(self) -> None:
        """The keys go to the page; without room for both it stands instead of the list."""
        self.set_class(not self.query_one("#right").display, "-reading")
        self.page().focus()

    def back(self) -> None:
        """From a page that stands instead of the list back to that, else one level back."""
        if self.has_class("-reading"):
            self.remove_class("-reading")
            self.rows.focus()
        else:
            super().back()
