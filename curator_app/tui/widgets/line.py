"""One line of painted text, painted anew for every width."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from rich.text import Text
from textual.geometry import Size
from textual.strip import Strip
from textual.widget import Widget

from curator_app.tui.paint.cells import cut, rows_of, wrap

Painter = Callable[[int], Text]
"""Paints one line for a width in cells."""


def blank(width: int) -> Text:
    """The painter of an empty line."""
    return Text()


def strip(widget: Widget, text: Text, width: int) -> Strip:
    """Painted text as exactly `width` cells in a widget's own colours."""
    segments = list(text.render(widget.app.console, end=""))
    style = widget.rich_style
    return Strip(segments).apply_style(style).adjust_cell_length(width, style)


class Line(Widget):
    """A line of the frame: header, title, footer. Takes a painter, never a str."""

    DEFAULT_CSS: ClassVar[str] = "Line { height: 1; width: 100%; }"

    def __init__(self, *, id: str, classes: str = "") -> None:
        super().__init__(id=id, classes=classes)
        self._painter: Painter = blank

    def show(self, painter: Painter) -> None:
        """Show what this painter paints from now on."""
        self._painter = painter
        self.refresh()

    def say(self, text: Text) -> None:
        """Show this text, cut to the width."""
        self.show(lambda width: text)

    @property
    def text(self) -> Text:
        """What stands on the line at its present width."""
        return cut(self._painter(self.size.width), self.size.width)

    def render_line(self, y: int) -> Strip:
        """The line's cells."""
        return strip(self, self.text, self.size.width)


class Status(Line):
    """The line that says what a key did: two rows where one would cut its end off."""

    DEFAULT_CSS: ClassVar[str] = "Status { height: auto; }"
    ROWS: ClassVar[int] = 2

    def say(self, text: Text) -> None:
        """Show this text, cut after the second row."""
        self.show(lambda width: text)
        self.refresh(layout=True)

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """As many rows as the text needs, at most two."""
        return min(self.ROWS, rows_of(self._painter(width), width, _HANG))

    @property
    def text(self) -> Text:
        """What was said."""
        return self._painter(self.size.width)

    def render_line(self, y: int) -> Strip:
        """One row; the last one ends in the mark where the text goes on."""
        width = self.size.width
        rows = wrap(self.text, width, _HANG)
        shown = rows[y] if y < len(rows) else Text()
        if y == self.ROWS - 1 and len(rows) > self.ROWS:
            shown = cut(Text(" ").join([shown, *rows[self.ROWS :]]), width)
        return strip(self, shown, width)


_HANG = 1
"""Blanks before the second row, as before the first."""
