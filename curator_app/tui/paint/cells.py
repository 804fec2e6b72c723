"""Columns and rows measured in terminal cells, so that wide characters stay straight."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rich.cells import cell_len, split_graphemes
from rich.text import Text

from curator_app.tui.paint.ink import Ink

CUT = "~"
"""Ends every text that was cut to fit."""


def cut(text: Text, width: int) -> Text:
    """At most `width` cells of a one-line text; a cut text ends in the visible mark."""
    if width <= 0:
        return Text()
    if cell_len(text.plain) <= width:
        return text
    kept = text[: _room(text.plain, width - 1)]
    kept.append(" " * (width - 1 - cell_len(kept.plain)))
    return kept.append(CUT, Ink.WARN)


def fit(text: Text, width: int, *, right: bool = False) -> Text:
    """Exactly `width` cells: cut with a mark or filled with blanks."""
    shown = cut(text, width)
    blanks = " " * max(0, width - cell_len(shown.plain))
    if right:
        return Text.assemble(blanks, shown)
    return shown.copy().append(blanks)


def row(columns: Iterable[tuple[Text, int]], *, gap: int = 1) -> Text:
    """Columns of fixed widths side by side; a negative width aligns to the right."""
    cells = [fit(text, abs(width), right=width < 0) for text, width in columns]
    return Text(" " * gap).join(cells)


def sides(left: Text, right: Text, width: int) -> Text:
    """One line with a left and a right end; the left is cut first, the right never."""
    room = width - cell_len(right.plain)
    if room < 2:
        return cut(right, width)
    return fit(left, room).append_text(right)


def wrap(text: Text, width: int, hang: int = 0) -> list[Text]:
    """The rows of one line: nothing is dropped, blanks neither; later rows are indented by `hang`.

    The first `hang` characters are a gutter of one cell each, which stays on the first row. Rows
    break after a blank or after a wide character, else in mid-word.
    """
    parts = text.divide(_breaks(text.plain, width, hang))
    return [part if n == 0 else Text(" " * hang).append_text(part) for n, part in enumerate(parts)]


def rows_of(text: Text, width: int, hang: int = 0) -> int:
    """How many rows `wrap` gives, without making them."""
    return 1 + len(_breaks(text.plain, width, hang))


def mark(text: Text, query: str) -> None:
    """Mark every place that holds a case-folded query; an empty one marks nothing."""
    plain = text.plain.casefold()
    if not query or len(plain) != len(text.plain):
        return
    at = plain.find(query)
    while at >= 0:
        text.stylize(Ink.FOUND, at, at + len(query))
        at = plain.find(query, at + len(query))


def joined(parts: Sequence[Text], separator: str = "  ") -> Text:
    """Parts in one line, empty ones left out."""
    return Text(separator).join([part for part in parts if part.plain])


def _room(plain: str, width: int) -> int:
    """How many characters fit into `width` cells."""
    if plain.isascii():
        return max(0, width)
    used = 0
    for start, _, size in split_graphemes(plain)[0]:
        if used + size > width:
            return start
        used += size
    return len(plain)


def _breaks(plain: str, width: int, hang: int) -> list[int]:
    """Where new rows begin; empty when the whole fits into `width`."""
    room = max(1, width - hang)
    if plain.isascii():
        return _ascii_breaks(plain, room, hang)
    return _wide_breaks(plain, room, hang)


def _ascii_breaks(plain: str, room: int, start: int) -> list[int]:
    cuts: list[int] = []
    while len(plain) - start > room:
        blank = plain.rfind(" ", start, start + room)
        start = blank + 1 if blank >= start else start + room
        cuts.append(start)
    return cuts


def _wide_breaks(plain: str, room: int, hang: int) -> list[int]:
    spans, total = split_graphemes(plain[hang:])
    if total <= room:
        return []
    cuts: list[int] = []
    used = since = begin = chance = 0
    for start, end, size in spans:
        while used + size > room and start > begin:
            at, used = (chance, since) if chance > begin else (start, 0)
            cuts.append(hang + at)
            begin = at
        used += size
        since += size
        if size == 2 or plain[hang + start] == " ":
            chance, since = end, 0
    return cuts
