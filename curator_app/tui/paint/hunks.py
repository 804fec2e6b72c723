"""The body of a three-way merge, hunk by hunk, and all regions as one sheet."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from rich.text import Text

from curator_app.tui.paint.cells import cut, fit, wrap
from curator_app.tui.paint.ink import Ink
from curator_app.tui.paint.merge import NAMES, PICKED, Look, field_lines, how, hunk_name
from curator_app.tui.paint.sheet import Sheet, SheetLine, gap, head, sheet
from curator_app.tui.paint.words import against, plain, touched
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
    hunks = work.merged.way.hunks
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
        for line in _columns(work, hunk, look) if look.columns else _stacked(work, hunk):
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


@lru_cache(maxsize=512)
def sides(hunk: Hunk, *, no_base: bool) -> Mapping[Side, list[Text]]:
    """Each side's lines with its words against the base; without a base PROPOSED against
    CURRENT."""
    if no_base:
        return {
            Side.CURRENT: plain(hunk.current),
            Side.PROPOSED: against(hunk.current, hunk.proposed),
        }
    return {
        Side.BASE: touched(hunk.base, [hunk.current, hunk.proposed]),
        Side.CURRENT: against(hunk.base, hunk.current),
        Side.PROPOSED: against(hunk.base, hunk.proposed),
    }


def _stacked(work: Work, hunk: Hunk) -> Iterator[SheetLine]:
    for side, lines in sides(hunk, no_base=work.merged.way.no_base).items():
        as_base = side is Side.CURRENT and hunk.state is RegionState.PROPOSED
        for text in [Text("(as BASE)", Ink.DIM)] if as_base else _or_none(lines):
            gutter = Text.assemble("   ", (side.value, Ink.KEY), " | ")
            yield SheetLine(gutter.append_text(text), 7)


def _or_none(lines: list[Text]) -> list[Text]:
    return lines or [Text("(no lines)", Ink.DIM)]


def _columns(work: Work, hunk: Hunk, look: Look) -> Iterator[SheetLine]:
    """The sides next to each other, their rows aligned however long the lines are."""
    found = sides(hunk, no_base=work.merged.way.no_base)
    each = (look.width - 1) // len(found) - 3
    heads = [fit(Text(NAMES[side], Ink.DIM), each) for side in found]
    yield _beside(heads)
    cells = [list(_rows(_or_none(lines), each, look)) for lines in found.values()]
    for number in range(max(map(len, cells))):
        yield _beside([fit(c[number] if number < len(c) else Text(), each) for c in cells])


def _rows(lines: Sequence[Text], width: int, look: Look) -> Iterator[Text]:
    for line in lines:
        yield from wrap(line, width) if look.wrap else [cut(line, width)]


def _beside(cells: Sequence[Text]) -> SheetLine:
    return SheetLine(Text(" ").append_text(Text(" | ", Ink.DIM).join(cells)))
