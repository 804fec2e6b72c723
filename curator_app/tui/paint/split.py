"""A note being cut: its lines with the part each goes into, and the parts as they would stand."""

from __future__ import annotations

from collections.abc import Iterator

from rich.text import Text

from curator_app.tui import cutting
from curator_app.tui.cutting import Cutting
from curator_app.tui.paint.cells import cut
from curator_app.tui.paint.foreign import foreign, foreign_lines, listed
from curator_app.tui.paint.ink import Ink
from curator_app.tui.paint.sheet import Sheet, SheetLine, entry, gap, head, sheet
from curator_app.tui.paint.wording import count, span
from curator_core.model.cutting import Original


def title(of: Original, made: Cutting) -> Text:
    """How many parts, and whether they cover the whole."""
    missing = cutting.left_out(of, made)
    said = foreign(of.title or of.note_id, Ink.STRONG)
    said.append(f"   {count(len(made.parts), 'part')}   ")
    if not missing:
        return said.append("all lines are in a part", Ink.OK)
    given_up = set(missing) <= set(made.given_up)
    word = f"{count(len(missing), 'line')} in no part"
    return said.append(word + (", given up" if given_up else ""), Ink.WARN)


def line(of: Original, made: Cutting, index: int, width: int) -> Text:
    """One line of the original behind the number of its part."""
    owner = made.owners[index]
    typed = "M" if owner in made.typed else " "
    gutter = Text.assemble((str(owner) if owner else "-", Ink.KEY if owner else Ink.BAD), typed)
    said = foreign(of.lines[index], None if owner else Ink.DROP)
    return cut(gutter.append(" | ", Ink.DIM).append_text(said), width)


def parts(of: Original, made: Cutting, here: int) -> tuple[Sheet, tuple[int, int]]:
    """Every part, the one of the line in hand marked; before them what no part has. Beside it the
    first and last line of the part in hand."""
    lines = list(_missing(of, made))
    span = (0, 0)
    for part in made.parts:
        start = len(lines)
        lines += (
            [gap(), *_part(of, made, part, part == here)]
            if lines
            else _part(of, made, part, part == here)
        )
        if part == here:
            span = (start, len(lines) - 1)
    return sheet(lines), span


def _missing(of: Original, made: Cutting) -> Iterator[SheetLine]:
    missing = cutting.left_out(of, made)
    if of.supersedes and not any(cutting.head(of, made, p).supersedes for p in made.parts):
        names = listed(of.supersedes).append(" is named by no part: e writes it into one")
        yield entry("replaces", names, ink=Ink.WARN)
    if not missing:
        return
    known = set(missing) <= set(made.given_up)
    detail = "given up" if known else "A gives them up, a digit puts a line into a part"
    yield head("IN NO PART", Text(detail, Ink.DIM if known else Ink.WARN))
    for each in missing:
        yield SheetLine(Text(" - ", Ink.DROP).append_text(foreign(each, Ink.DROP)), 3)


def _part(of: Original, made: Cutting, part: int, here: bool) -> Iterator[SheetLine]:
    mark = "> " if here else "  "
    name = foreign(of.ids[part - 1], Ink.DIM)
    if part in made.typed:
        name.append("  by hand", Ink.OK)
    yield head(f"{mark}PART {part}", name)
    if part in made.typed:
        for shown in foreign_lines(made.typed[part]):
            yield SheetLine(Text("   | ", Ink.DIM).append_text(shown), 5)
        return
    stated = cutting.head(of, made, part)
    yield entry("title", foreign(stated.title or "(none)", Ink.STRONG))
    slot = foreign(stated.memory_key) if stated.memory_key else Text("(free note)", Ink.DIM)
    yield entry("slot", slot.append("  ").append_text(foreign(stated.scope or "", Ink.DIM)))
    if stated.value:
        yield entry("value", foreign(stated.value, Ink.STRONG))
    times = span(stated.valid_from, stated.valid_to)
    if part in cutting.without_start(of, made):
        times = Text("from when? e writes valid_from", Ink.WARN)
    yield entry("valid", times)
    if stated.supersedes:
        said = foreign(stated.relation.value if stated.relation else "?").append(" of ", Ink.DIM)
        yield entry("replaces", said.append_text(listed(stated.supersedes)))
    for text in made.lines(of, part):
        yield SheetLine(Text("   | ", Ink.DIM).append_text(foreign(text)), 5)
