"""Numbers as rows with bars of ASCII, and what each of them counts."""

from __future__ import annotations

from rich.text import Text

from curator_app.tui.figures import RANGES, Behind, Counted, Figure, Look
from curator_app.tui.paint.cells import row
from curator_app.tui.paint.decisions import deed
from curator_app.tui.paint.foreign import foreign, path
from curator_app.tui.paint.ink import Ink
from curator_app.tui.paint.sheet import Sheet, SheetLine, entry, gap, sheet
from curator_app.tui.paint.wording import count, when
from curator_core.model.event import Event
from curator_core.model.proposal import Item

LEGEND = Text(" 1-4 range   enter opens what a number counts   e writes all as CSV", Ink.DIM)
NOTHING_BEHIND = Text("no decision and no item is behind it")
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
    size = len(figure.behind)
    said = foreign(figure.label.strip(), Ink.STRONG).append("  ")
    said.append_text(foreign(figure.number))
    lines = [SheetLine(Text(" ").append_text(said), 1), gap()]
    lines += [SheetLine(Text(" ").append_text(_told(what)), 19) for what in figure.behind[:MOST]]
    if size > MOST:
        lines.append(SheetLine(Text(f" and {size - MOST} more", Ink.DIM)))
    if not size:
        lines.append(SheetLine(Text(" ").append_text(NOTHING_BEHIND), 1))
    return sheet(lines)


def counted_row(counted: Counted, width: int) -> Text:
    """One thing below the number that counts it."""
    return row([(Text("    ").append_text(_told(counted.what)), max(10, width - 2))])


def counted(what: Behind) -> Sheet:
    """One thing that a number counts, on the page."""
    return sheet([SheetLine(Text(" ").append_text(_told(what)), 1)])


def _told(what: Behind) -> Text:
    """An item, a look or a decision in one line; when it was, or what it asks for, first."""
    match what:
        case Item():
            name = foreign(what.notes[0]) if what.notes else path(what.paths[0])
            first = Text(f"{what.op.value:<16}  ", Ink.DIM)
            title = foreign(what.title, Ink.DIM)
            return first.append_text(name).append("  ").append_text(title)
        case Look(seconds=seconds, staged=staged):
            first = Text(f"{seconds:>14.0f} s  ", Ink.DIM)
            said = f"{staged.action.value}  "
            return first.append(said, Ink.STRONG).append_text(foreign(staged.title))
        case Event():
            first = foreign(when(what.at), Ink.DIM)
            return first.append("  ").append_text(deed(what))


def opened(figure: Figure) -> Text:
    """What a list of decisions is narrowed to."""
    return foreign(figure.label.strip()).append(f": {count(len(figure.events), 'decision')}")
