"""A proposal of several notes: which of them a decision is about, and what each says."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from rich.text import Text

from curator_app.tui.paint import diff
from curator_app.tui.paint.cells import fit
from curator_app.tui.paint.foreign import foreign, path
from curator_app.tui.paint.ink import Ink
from curator_app.tui.paint.sheet import Sheet, SheetLine, gap, head, sheet
from curator_app.tui.paint.wording import short_op
from curator_core.model.portion import Portion


@dataclass(frozen=True, slots=True)
class Laid:
    """A sheet of all notes, and the line where each begins."""

    sheet: Sheet
    starts: Sequence[int]


def laid(found: Sequence[Portion], out: Collection[str], at: int, reading: Sheet) -> Laid:
    """The list, then the first note as it is read, then the others."""
    lines = [*_list(found, out, at), gap()]
    starts = [len(lines)]
    lines += reading.lines
    for portion in found[1:]:
        lines.append(gap())
        starts.append(len(lines))
        lines += _note(portion, inside=portion.name not in out)
    return Laid(sheet(lines), starts)


def _list(found: Sequence[Portion], out: Collection[str], at: int) -> Iterator[SheetLine]:
    inside = sum(portion.name not in out for portion in found)
    said = Text(f"{inside} of {len(found)} in", Ink.WARN if out else Ink.DIM)
    said.append("   the effect shown is of all" if out else "", Ink.DIM)
    said.append("   [ ] goes through them, space takes one in or out", Ink.DIM)
    yield head("NOTES OF THIS PROPOSAL", said)
    for number, portion in enumerate(found):
        yield SheetLine(_row(portion, here=number == at, inside=portion.name not in out), 15)


def _row(portion: Portion, *, here: bool, inside: bool) -> Text:
    mark = ("[x]", Ink.OK) if inside else ("[ ]", Ink.WARN)
    said = Text.assemble((" > " if here else "   ", Ink.KEY), mark, " ")
    said.append_text(fit(foreign(short_op(portion.op)), 8))
    return (
        said.append_text(foreign(portion.name, Ink.STRONG))
        .append("  ")
        .append_text(foreign(portion.title))
    )


def _note(portion: Portion, *, inside: bool) -> Iterator[SheetLine]:
    detail = foreign(short_op(portion.op)).append("  ").append_text(path(portion.path, Ink.DIM))
    if portion.open:
        detail.append("  in conflict: m shows the three texts", Ink.WARN)
    if not inside:
        detail.append("  stays undecided", Ink.WARN)
    yield head("NOTE", detail)
    yield from diff.painted(diff.compare(portion.before or "", portion.after or ""))
