"""The body of a three-way merge, hunk by hunk, and all regions as one sheet."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from rich.text import Text

from curator_app.tui.paint.beside import Beside, Row, beside
from curator_app.tui.paint.beside import hunks as shown_hunks
from curator_app.tui.paint.cells import cut, fit, wrap
from curator_app.tui.paint.ink import Ink
from curator_app.tui.paint.merge import NAMES, PICKED, Look, field_lines, how, hunk_name
from curator_app.tui.paint.sheet import Sheet, SheetLine, gap, head, sheet
from curator_app.tui.paint.words import plain
from curator_app.tui.picking import Work
from curator_core.model.merge import Hand, Hunk, RegionState, Side

CONTEXT = 2
"""Equal lines shown before and after a hunk."""

Placed = tuple[str, SheetLine]
"""A line and the region it is of."""


@dataclass(frozen=True, slots=True)
class Drawn:
    """All regions, and the first and last line of each in the sheet."""

    sheet: Sheet
    places: Mapping[str, tuple[int, int]]


def drawn(work: Work, at: str | None, look: Look) -> Drawn:
    """Fields, then hunks; the region `at` is marked."""
    placed = [*field_lines(work, at, look), ("", gap()), *_hunk_lines(work, at, look)]
    places: dict[str, tuple[int, int]] = {}
    for number, (name, _) in enumerate(placed):
        if name:
            places[name] = (places.get(name, (number, number))[0], number)
    return Drawn(sheet(_shaped(line, look) for _, line in placed), places)


def _shaped(line: SheetLine, look: Look) -> SheetLine:
    return line if look.wrap else SheetLine(cut(line.text, look.width), line.hang)


def _hunk_lines(work: Work, at: str | None, look: Look) -> Iterator[Placed]:
    hunks = shown_hunks(work.merged.way)
    differing = [hunk for hunk in hunks if hunk.state is not RegionState.SAME]
    if not differing:
        yield "", head("BODY", Text("the same in all three", Ink.DIM))
        return
    for number, hunk in enumerate(hunks):
        if hunk.state is RegionState.SAME:
            continue
        yield hunk.id, _head(work, hunk, here=hunk.id == at)
        for line in _context(hunks[:number][-1:], slice(-CONTEXT, None)):
            yield hunk.id, line
        draw = _columns if look.columns else _stacked
        for line in draw(work, hunk, look):
            yield hunk.id, line
        for line in _context(hunks[number + 1 :][:1], slice(CONTEXT)):
            yield hunk.id, line
        yield "", gap()


def _head(work: Work, hunk: Hunk, *, here: bool) -> SheetLine:
    said = Text.assemble((">" if here else " ", Ink.KEY), " ")
    said.append(f"BODY {hunk_name(work, hunk)}  ", Ink.HEAD if here else Ink.STRONG)
    if hunk.state is RegionState.CONFLICT:
        said.append("CONFLICT  ", Ink.BAD)
    said.append_text(how(work, hunk))
    if beside(hunk, no_base=work.merged.way.no_base, short=True).by_lines:
        said.append("  too long to compare by words: by lines", Ink.WARN)
    pick = work.chosen.get(hunk.id)
    if isinstance(pick, Hand):
        said.append("  <- by hand", Ink.OK)
    elif pick is not None:
        said.append(f"  <- {PICKED[pick]}", Ink.OK)
    return SheetLine(said, 2)


def _context(beside: Sequence[Hunk], near: slice) -> list[SheetLine]:
    """The nearest lines of an equal hunk above or below."""
    equal = [hunk for hunk in beside if hunk.state is RegionState.SAME]
    texts = plain([line for hunk in equal for line in hunk.current[near]], Ink.DIM)
    return [SheetLine(Text("   = | ", Ink.DIM).append_text(text), 7) for text in texts]


def _same_as(hunk: Hunk, side: Side) -> str | None:
    """The earlier side whose lines a side repeats."""
    match hunk.state, side:
        case (RegionState.PROPOSED, Side.CURRENT) | (RegionState.CURRENT, Side.PROPOSED):
            return "(as BASE)"
        case RegionState.AGREED, Side.PROPOSED:
            return "(as CURRENT)"
        case _:
            return None


def _stacked(work: Work, hunk: Hunk, look: Look) -> Iterator[SheetLine]:
    found = beside(hunk, no_base=work.merged.way.no_base, short=look.short)
    for side in found.sides:
        instead = _instead(hunk, found, side)
        for text in _lines(found, side) if instead is None else [instead]:
            gutter = Text.assemble("   ", (side.value, Ink.KEY), " | ")
            yield SheetLine(gutter.append_text(text), 7)


def _lines(found: Beside, side: Side) -> Sequence[Text]:
    """A side's lines, the sentences of long ones together again."""
    lines: list[Text] = []
    for row in found.rows:
        cell = row.cells[side]
        if cell is not None and row.more and lines:
            lines[-1] = lines[-1].copy().append_text(cell)
        elif cell is not None:
            lines.append(cell)
    return lines


def _instead(hunk: Hunk, found: Beside, side: Side) -> Text | None:
    """What stands for all lines of a side; None where it has its own."""
    same = _same_as(hunk, side) or ("(no lines)" if side in found.empty else None)
    return None if same is None else Text(same, Ink.DIM)


def _columns(work: Work, hunk: Hunk, look: Look) -> Iterator[SheetLine]:
    """The sides next to each other; what belongs together begins in one row, however long. What
    goes on a line is indented."""
    found = beside(hunk, no_base=work.merged.way.no_base, short=look.short)
    each = (look.width - 1) // len(found.sides) - 3
    yield _beside([fit(Text(NAMES[side], Ink.DIM), each) for side in found.sides])
    instead = {side: _instead(hunk, found, side) for side in found.sides}
    for number, row in enumerate(found.rows):
        cells = []
        for side in found.sides:
            known = instead[side]
            cell = _cell(row, side) if known is None else Text() if number else known
            cells.append(cell)
        yield from _row(cells, each, look, hang=2 if row.more else 0)


def _cell(row: Row, side: Side) -> Text:
    cell = row.cells[side]
    if cell is None:
        return Text("(none)", Ink.DIM)
    return Text("  ").append_text(cell) if row.more else cell


def _row(texts: Sequence[Text], width: int, look: Look, *, hang: int) -> Iterator[SheetLine]:
    cells = [wrap(text, width, hang) if look.wrap else [cut(text, width)] for text in texts]
    for number in range(max(map(len, cells))):
        yield _beside([fit(c[number] if number < len(c) else Text(), width) for c in cells])


def _beside(cells: Sequence[Text]) -> SheetLine:
    return SheetLine(Text(" ").append_text(Text(" | ", Ink.DIM).join(cells)))
