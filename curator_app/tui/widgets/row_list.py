"""A list of rows drawn line by line: as fast with 100,000 rows as with ten.

The selection is an id, never an index: it survives refills, and the row keeps its place on screen.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from rich.text import Text
from textual import events
from textual.geometry import Size
from textual.message import Message
from textual.scroll_view import ScrollView
from textual.strip import Strip

from curator_app.tui.paint.cells import fit, mark
from curator_app.tui.paint.ink import Ink
from curator_app.tui.widgets.line import strip
from curator_app.tui.widgets.moving import Step, target

RowPainter = Callable[[int, int], Text]
"""Paints the row of an index for a width in cells."""

WHOLE = 1000
"""A width at which no row is cut."""


class RowList(ScrollView, can_focus=True, inherit_bindings=False):
    """Rows with ids and a cursor. Its screen moves it; it only says what happened."""

    DEFAULT_CSS: ClassVar[str] = "RowList { height: 1fr; scrollbar-size: 0 0; overflow-x: hidden; }"

    @dataclass
    class Moved(Message):
        """The cursor is on another row, or on none."""

        list: RowList
        key: str | None

        @property
        def control(self) -> RowList:
            """The list."""
            return self.list

    @dataclass
    class Opened(Message):
        """The row under the cursor was clicked again."""

        list: RowList
        key: str

        @property
        def control(self) -> RowList:
            """The list."""
            return self.list

    def __init__(self, *, id: str) -> None:
        super().__init__(id=id)
        self._keys: Sequence[str] = ()
        self._index: Mapping[str, int] = {}
        self._painter: RowPainter = lambda index, width: Text()
        self._empty: Sequence[Text] = ()
        self._haystack: Callable[[int], str] = self._painted_text
        self._cursor = 0
        self._query = ""
        self.signs: Callable[[str], str] = lambda key: " "

    @property
    def selected(self) -> str | None:
        """The id under the cursor; None in an empty list."""
        return self._keys[self._cursor] if self._keys else None

    @property
    def keys(self) -> Sequence[str]:
        """All ids from top to bottom."""
        return self._keys

    @property
    def position(self) -> tuple[int, int]:
        """The cursor's row, 1-based, and the number of rows; (0, 0) when empty."""
        return (self._cursor + 1, len(self._keys)) if self._keys else (0, 0)

    def fill(
        self,
        keys: Sequence[str] | Mapping[str, int],
        painter: RowPainter,
        empty: Sequence[Text] = (),
        renamed: Mapping[str, str] | None = None,
        haystack: Callable[[int], str] | None = None,
    ) -> None:
        """Show other rows; the selected id keeps the cursor and its line on the screen.

        If it is gone, the cursor goes to the row that `renamed` says it became, else to the nearest
        one that followed it and still exists. `empty` is shown when there are no rows. `haystack`
        gives the case-folded text of a row that searches look through, else its painted text.
        `keys` are the ids from top to bottom, or a mapping in that order that gives each its row.
        """
        before, line = self.selected, self._cursor - round(self.scroll_y)
        rows = {key: at for at, key in enumerate(keys)} if isinstance(keys, Sequence) else keys
        cursor = self._survivor(rows, renamed or {})
        self._keys, self._index = tuple(keys), rows
        self._painter, self._empty = painter, empty
        self._haystack = haystack or self._painted_text
        self._cursor = cursor
        self.virtual_size = Size(self.size.width, len(keys))
        self._scroll(cursor - line)
        self._keep_in_view()
        self.refresh()
        if self.selected != before:
            self.post_message(self.Moved(self, self.selected))

    def _survivor(self, index: Mapping[str, int], renamed: Mapping[str, str]) -> int:
        for key in (self.selected or "", renamed.get(self.selected or "", "")):
            if key in index:
                return index[key]
        for at in (*range(self._cursor, len(self._keys)), *range(self._cursor - 1, -1, -1)):
            if self._keys[at] in index:
                return index[self._keys[at]]
        return max(0, min(self._cursor, len(index) - 1))

    def select(self, key: str) -> None:
        """Put the cursor on this id; nothing happens when it is not in the list."""
        if key in self._index:
            self._to(self._index[key])

    def after(self, wanted: Callable[[str], bool], direction: int) -> str | None:
        """The nearest wanted id below (1) or above (-1) the cursor, in a ring."""
        size = len(self._keys)
        for step in range(1, size):
            key = self._keys[(self._cursor + direction * step) % size]
            if wanted(key):
                return key
        return None

    def move(self, step: Step) -> None:
        """Move the cursor."""
        if self._keys:
            half = max(1, self.size.height // 2)
            self._to(target(step, self._cursor, len(self._keys) - 1, half))

    def find(self, query: str, direction: int) -> bool:
        """Put the cursor on the next row whose whole text holds the query, and mark it everywhere.

        The row under the cursor comes last.
        """
        self._query = query
        self.refresh()

        def holds(key: str) -> bool:
            return query in self._haystack(self._index[key])

        key = self.after(holds, direction)
        if key is None and self.selected is not None and holds(self.selected):
            return True
        self.select(key or "")
        return key is not None

    def mark_query(self, query: str) -> None:
        """Mark a case-folded query wherever it stands, and go nowhere."""
        self._query = query
        self.refresh()

    def _painted_text(self, index: int) -> str:
        return self._painter(index, WHOLE).plain.casefold()

    def _to(self, index: int) -> None:
        if index == self._cursor:
            return
        self._cursor = index
        self._keep_in_view()
        self.refresh()
        self.post_message(self.Moved(self, self.selected))

    def _keep_in_view(self) -> None:
        top, height = round(self.scroll_y), self.size.height
        if self._cursor < top:
            self._scroll(self._cursor)
        elif height and self._cursor >= top + height:
            self._scroll(self._cursor - height + 1)

    def _scroll(self, top: int) -> None:
        highest = max(0, len(self._keys) - self.size.height)
        self.scroll_to(y=max(0, min(top, highest)), animate=False, force=True, immediate=True)

    def on_resize(self) -> None:
        """Keep the cursor on screen."""
        self.virtual_size = Size(self.size.width, len(self._keys))
        self._keep_in_view()

    def on_focus(self) -> None:
        """The cursor looks different with the keys."""
        self.refresh()

    def on_blur(self) -> None:
        """The cursor looks different without the keys."""
        self.refresh()

    def on_click(self, event: events.Click) -> None:
        """The first click selects a row, another one opens it."""
        index = round(self.scroll_y) + event.y
        if index >= len(self._keys):
            return
        if index == self._cursor and event.chain > 1:
            self.post_message(self.Opened(self, self._keys[index]))
        self._to(index)

    def render_line(self, y: int) -> Strip:
        """One row, with the cursor's sign before it."""
        width, index = self.size.width, round(self.scroll_y) + y
        if not self._keys:
            line = self._empty[y] if y < len(self._empty) else Text()
            return strip(self, fit(Text("  ").append_text(line), width), width)
        if index >= len(self._keys):
            return Strip.blank(width, self.rich_style)
        here = index == self._cursor
        line = Text(">" if here else " ")
        line.append(self.signs(self._keys[index]), Ink.KEY)
        line.append_text(self._painter(index, width))
        line = fit(line, width)
        mark(line, self._query)
        if here:
            line.stylize_before(Ink.CURSOR if self.has_focus else Ink.CURSOR_AWAY)
        return strip(self, line, width)
