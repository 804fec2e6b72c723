"""All versions of a chain as bars over one time scale, with marks for now and for what is asked."""

from __future__ import annotations

from collections.abc import Iterator

from rich.text import Text

from curator_app.tui.paint import bars
from curator_app.tui.paint.cells import fit
from curator_app.tui.paint.foreign import foreign
from curator_app.tui.paint.ink import Ink
from curator_app.tui.paint.lives import ink
from curator_app.tui.paint.sheet import Sheet, SheetLine, head, sheet
from curator_core.model.inquiry import ChainLink, ChainView

LABEL = 14


def timeline(view: ChainView, chosen: ChainLink | None, width: int) -> Sheet:
    """The scale, one bar a version in order of valid time, the marks."""
    return sheet(lines(view, chosen, width))


def lines(view: ChainView, chosen: ChainLink | None, width: int) -> Iterator[SheetLine]:
    """The same as lines of a longer sheet."""
    legend = Text("= holds  - may hold  < ever  > still  | end  : now", Ink.DIM)
    yield head("VALID TIME", legend)
    at, now = bars.instant_of(view.at), bars.instant_of(view.now)
    on = bars.axis([link.span for link in view.links], (at, now), width - LABEL - 3)
    yield _row(" ", "", Text(bars.scale(on), Ink.DIM))
    for link in view.links:
        drawn = bars.bar(link.span, on)
        here = link is chosen
        style = Ink.STRONG if here else ink(link.life)
        yield _row(">" if here else " ", link.row.note_id, _with_now(drawn, style, on.cell(now)))
    yield _row(" ", "now", Text(bars.marker(now, on), Ink.KEY))
    if at != now:
        yield _row(" ", "as of", Text(bars.marker(at, on), Ink.KEY))


def _with_now(drawn: str, style: Ink, cell: int) -> Text:
    """The bar, and where nothing is drawn a mark at the cell of now."""
    said = Text(drawn, style)
    if cell >= len(drawn):
        return said.append(" " * (cell - len(drawn))).append(":", Ink.DIM)
    if drawn[cell] == " ":
        return said[:cell].append(":", Ink.DIM).append_text(said[cell + 1 :])
    return said


def _row(mark: str, name: str, drawn: Text) -> SheetLine:
    said = Text(mark, Ink.KEY).append_text(fit(foreign(name), LABEL))
    return SheetLine(said.append(" ").append_text(drawn))
