"""A sheet: painted lines of one thing to read, before they are wrapped to a width."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from rich.text import Text

from curator_app.tui.paint.ink import Ink


@dataclass(frozen=True, slots=True)
class SheetLine:
    """One line; `hang` is how many leading cells are a gutter that wrapped rows keep blank."""

    text: Text
    hang: int = 0


@dataclass(frozen=True, slots=True)
class Sheet:
    """Lines from top to bottom; the first `must_read` of them are what a decision is about."""

    lines: tuple[SheetLine, ...]
    must_read: int = 0


EMPTY = Sheet(())


def sheet(lines: Iterable[SheetLine]) -> Sheet:
    """A sheet of which every line must be read."""
    made = tuple(lines)
    return Sheet(made, len(made))


def head(title: str, detail: Text | None = None) -> SheetLine:
    """A section's first line: our own words, then perhaps a painted detail."""
    return SheetLine(Text.assemble((title, Ink.HEAD), "  " if detail else "", detail or ""))


def entry(label: str, text: Text, *, width: int = 8, ink: Ink = Ink.DIM) -> SheetLine:
    """A labelled line: our own word in a gutter, then painted text that hangs beside it."""
    rest = " " * (width - len(label) + 1)
    return SheetLine(Text.assemble(" ", (label, ink), rest, text), width + 2)


def gap() -> SheetLine:
    """An empty line between sections."""
    return SheetLine(Text())


def together(*sheets: Sheet) -> Sheet:
    """Sheets below each other with an empty line between; all of it must be read."""
    lines: list[SheetLine] = []
    for each in sheets:
        if each.lines:
            lines += [gap(), *each.lines] if lines else each.lines
    return sheet(lines)


def beyond(first: Sheet, rest: Sheet) -> Sheet:
    """Two sheets below each other of which only the first must be read."""
    if not rest.lines:
        return first
    return Sheet((*first.lines, gap(), *rest.lines), first.must_read)
