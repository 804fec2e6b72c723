"""A page of painted lines: wrapped to the width, scrolled by line, drawn only where seen."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import ClassVar

from rich.text import Text
from textual.geometry import Size
from textual.message import Message
from textual.scroll_view import ScrollView
from textual.strip import Strip

from curator_app.tui.paint.cells import mark, rows_of, wrap
from curator_app.tui.paint.sheet import EMPTY, Sheet
from curator_app.tui.widgets.line import strip
from curator_app.tui.widgets.moving import Step, target


class Page(ScrollView, can_focus=True, inherit_bindings=False):
    """Shows one sheet and remembers how far down it has been on the screen."""

    DEFAULT_CSS: ClassVar[str] = "Page { height: 1fr; scrollbar-size: 0 0; overflow-x: hidden; }"

    @dataclass
    class Scrolled(Message):
        """Other lines are on the screen."""

        page: Page

        @property
        def control(self) -> Page:
            """The page."""
            return self.page

    def __init__(self, *, id: str) -> None:
        super().__init__(id=id)
        self._sheet = EMPTY
        self._key = ""
        self._ends: Sequence[int] = ()
        self._rows: dict[int, list[Text]] = {}
        self._width = 0
        self._seen = 0
        self._query = ""

    def show(self, sheet: Sheet, key: str) -> None:
        """Show a sheet; the scroll position stays when `key` is what was shown before."""
        same = key == self._key
        self._sheet, self._key = sheet, key
        if not same:
            self._seen, self._query = 0, ""
        self._wrap()
        if not same:
            self._scroll(0)
        self.refresh()
        self._look()

    @property
    def key(self) -> str:
        """What the sheet on the page is of."""
        return self._key

    @property
    def sheet(self) -> Sheet:
        """What is shown."""
        return self._sheet

    @property
    def read(self) -> bool:
        """Whether every line that must be read has been on the screen."""
        return self._seen >= self._rows_before(self._sheet.must_read)

    @property
    def span(self) -> tuple[int, int, int]:
        """First and last row on screen, 1-based, and the number of rows."""
        top = round(self.scroll_y)
        return top + 1, min(self._total, top + self.size.height), self._total

    @property
    def _total(self) -> int:
        return self._ends[-1] if self._ends else 0

    def _rows_before(self, line: int) -> int:
        """How many rows the first `line` lines take."""
        return self._ends[line - 1] if 0 < line <= len(self._ends) else 0

    def _wrap(self) -> None:
        self._width = max(1, self.size.width)
        self._rows = {}
        lines = self._sheet.lines
        self._ends = list(accumulate(rows_of(each.text, self._width, each.hang) for each in lines))
        self.virtual_size = Size(self.size.width, self._total)

    def _row(self, row: int) -> Text:
        line = bisect_right(self._ends, row)
        if line not in self._rows:
            each = self._sheet.lines[line]
            self._rows[line] = wrap(each.text, self._width, each.hang)
        first = self._ends[line - 1] if line else 0
        return self._rows[line][row - first]

    def move(self, step: Step) -> None:
        """Scroll."""
        highest = max(0, self._total - self.size.height)
        half = max(1, self.size.height // 2)
        self._scroll(target(step, round(self.scroll_y), highest, half))

    def reveal(self, first: int, last: int) -> None:
        """Scroll so that these lines are on the screen, the first of them at any rate."""
        if not self._ends or not self.size.height:
            return
        top, end = self._rows_before(first), self._rows_before(last + 1)
        if end > round(self.scroll_y) + self.size.height:
            self._scroll(end - self.size.height)
        if top < round(self.scroll_y):
            self._scroll(top)

    def find(self, query: str, direction: int) -> bool:
        """Scroll to the next line that holds the query and mark it everywhere."""
        self._query = query
        self.refresh()
        lines = self._sheet.lines
        if not lines:
            return False
        here = min(bisect_right(self._ends, round(self.scroll_y)), len(lines) - 1)
        for step in range(1, len(lines) + 1):
            line = (here + direction * step) % len(lines)
            if query in lines[line].text.plain.casefold():
                self._scroll(self._ends[line - 1] if line else 0)
                return True
        return False

    def _scroll(self, top: int) -> None:
        highest = max(0, self._total - self.size.height)
        self.scroll_to(y=max(0, min(top, highest)), animate=False, force=True, immediate=True)

    def watch_scroll_y(self, old_value: float, new_value: float) -> None:
        """Remember what has been on the screen."""
        super().watch_scroll_y(old_value, new_value)
        self._look()

    def on_resize(self) -> None:
        """Wrap to the new width, with the same line on top."""
        line = bisect_right(self._ends, round(self.scroll_y))
        seen = bisect_right(self._ends, self._seen)
        self._wrap()
        self._seen = self._rows_before(seen)
        self._scroll(self._rows_before(line))
        self._look()

    def _look(self) -> None:
        if self.size.height:
            self._seen = max(self._seen, round(self.scroll_y) + self.size.height)
            self.post_message(self.Scrolled(self))

    def render_line(self, y: int) -> Strip:
        """One wrapped row."""
        row = round(self.scroll_y) + y
        if row >= self._total:
            return Strip.blank(self.size.width, self.rich_style)
        text = self._row(row)
        if self._query:
            text = text.copy()
            mark(text, self._query)
        return strip(self, text, self.size.width)
