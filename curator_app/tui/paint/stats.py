"""Numbers as rows with bars of ASCII, and what each of them counts."""

from __future__ import annotations

from collections.abc import Iterator

from rich.text import Text

from curator_app.tui.figures import RANGES, Figure
from curator_app.tui.paint.cells import row
from curator_app.tui.paint.decisions import deed
from curator_app.tui.paint.foreign import foreign, path
from curator_app.tui.paint.ink import Ink
from curator_app.tui.paint.sheet import Sheet, SheetLine, entry, gap, sheet
from curator_app.tui.paint.wording import count, when
from curator_core.model.event import Event
from curator_core.model.proposal import Item

LEGEND = Text(" 1-4 range   enter opens what a number counts", Ink.DIM)
NOTHING = (Text("nothing to count yet"),)
"""Instead of rows."""
MOST = 400
"""How many decisions or items are listed behind one number."""


def figure_row(figure: Figure, width: int) -> Text:
    """One number: its name, itself, a bar, what goes with it."""
    if figure.is_section:
        return foreign(figure.label, Ink.HEAD)
    detail_width = 26 if width >= 74 else 24 if width >= 60 else 11
    bar_width = min(24, max(3, (width - 2) // 6))
    label_width = max(8, width - 2 - 6 - bar_width - detail_width - 3)
    ink = Ink.WARN if figure.warns else Ink.STRONG
    sign = "! " if figure.warns else ""
    cells = (
        (foreign(figure.label), label_width),
        (foreign(figure.number, ink), -6),
        (Text(bar(figure.share, bar_width), Ink.KEY), bar_width),
        (foreign(f"{sign}{figure.detail}", Ink.WARN if figure.warns else Ink.DIM), detail_width),
    )
    return row(cells)


def bar(share: float | None, width: int) -> str:
    """A share of `width` cells; anything above nothing has at least one."""
    if not share:
        return ""
    return "#" * max(1, round(min(share, 1.0) * width))


def head(days: int | None) -> Text:
    """Which range is shown, and the keys of the others."""
    said = Text()
    for key, (name, range_) in RANGES.items():
        said.append("  " if said.plain else "").append(key, Ink.KEY)
        said.append(
            f" [{name}]" if range_ == days else f" {name}", "" if range_ == days else Ink.DIM
        )
    return said


def behind(figure: Figure) -> Sheet:
    """The decisions or items that a number counts."""
    if figure.is_section:
        return sheet([entry("counts", foreign(figure.says))])
    size = len(figure.events) + len(figure.items)
    said = foreign(figure.label.strip(), Ink.STRONG).append("  ")
    said.append_text(foreign(figure.number))
    lines = [SheetLine(Text(" ").append_text(said), 1), gap()]
    lines += [_event(event) for event in reversed(figure.events[-MOST:])]
    lines += list(_items(figure.items[:MOST]))
    if size > MOST:
        lines.append(SheetLine(Text(f" and {size - MOST} more", Ink.DIM)))
    if not size:
        lines.append(SheetLine(Text(" no decision and no item is behind it", Ink.DIM), 1))
    return sheet(lines)


def _event(event: Event) -> SheetLine:
    at = foreign(when(event.at), Ink.DIM)
    return SheetLine(Text(" ").append_text(at).append("  ").append_text(deed(event)), 19)


def _items(items: tuple[Item, ...]) -> Iterator[SheetLine]:
    for item in items:
        name = foreign(item.notes[0]) if item.notes else path(item.paths[0])
        title = Text("  ").append_text(foreign(item.title, Ink.DIM))
        yield SheetLine(Text(f" {item.op.value:<9} ").append_text(name).append_text(title), 11)


def opened(figure: Figure) -> Text:
    """What a list of decisions is narrowed to."""
    return foreign(figure.label.strip()).append(f": {count(len(figure.events), 'decision')}")
