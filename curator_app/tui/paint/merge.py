"""A three-way merge: the title, the table of fields, the result with its origins."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from rich.text import Text

from curator_app.tui.paint.beside import masked_lines
from curator_app.tui.paint.cells import cut, row
from curator_app.tui.paint.foreign import foreign, listed
from curator_app.tui.paint.ink import Ink
from curator_app.tui.paint.sheet import Sheet, SheetLine, entry, gap, head, sheet
from curator_app.tui.paint.words import plain
from curator_app.tui.picking import Work
from curator_core.model.merge import (
    FieldRegion,
    Hand,
    Hunk,
    Letter,
    OriginLine,
    Pick,
    RegionState,
    Side,
)
from curator_core.model.note import FieldValue
from curator_core.service import merging

NAMES: Mapping[Side, str] = {
    Side.BASE: "1 BASE",
    Side.CURRENT: "2 CURRENT",
    Side.PROPOSED: "3 PROPOSED",
}
PICKED: Mapping[Pick, str] = {
    Pick.BASE: "BASE",
    Pick.CURRENT: "CURRENT",
    Pick.PROPOSED: "PROPOSED",
    Pick.BOTH: "both, CURRENT first",
    Pick.SWAPPED: "both, PROPOSED first",
}
_ABSENT = Text("-", Ink.DIM)
KEY_WIDTH = 12
HOW_WIDTH = 10


@dataclass(frozen=True, slots=True)
class Look:
    """How regions are laid out: `width` in cells, three columns or one, long lines wrapped or cut;
    `short`: of long stretches that nobody changed only the size is said."""

    width: int
    columns: bool
    wrap: bool = True
    short: bool = True


def title(work: Work, at: str | None) -> Text:
    """Which conflict of how many, and what is left to do."""
    conflicts = work.merged.way.conflicts
    said = Text()
    if conflicts:
        now = conflicts.index(at) + 1 if at in conflicts else 0
        said.append(f"conflict {now:d} of {len(conflicts)}   ", Ink.STRONG)
    left = len(work.open)
    said.append(f"unresolved {left}", Ink.BAD if left else Ink.OK)
    said.append(f"   auto {work.merged_alone:d}", Ink.DIM)
    if work.merged.way.no_base:
        said.append("   no BASE", Ink.WARN)
    return said


def place(work: Work, at: str | None) -> Text:
    """Which region is in hand, of how many that differ."""
    ids = [region.id for region in work.regions]
    number = ids.index(at) + 1 if at in ids else 0
    return Text(f"region {number:d} of {len(ids)}")


def how(work: Work, region: FieldRegion | Hunk) -> Text:
    """Where a region's result comes from, and whether by itself."""
    letter = work.letter(region)
    if letter is Letter.OPEN:
        return Text("UNRESOLVED", Ink.BAD)
    by_pick = region.id in work.chosen
    if letter is Letter.SAME:
        return Text("= both" if not by_pick else "= picked", Ink.DIM)
    return Text(f"{letter.value} {'' if by_pick else 'auto'}".strip(), Ink.KEY if by_pick else "")


def field_lines(work: Work, at: str | None, look: Look) -> Iterator[tuple[str, SheetLine]]:
    """The table of fields, each line with the region it is of; "" for lines of none."""
    own = [r for r in work.regions if isinstance(r, FieldRegion)]
    same = [r for r in work.merged.way.fields if r.state is RegionState.SAME]
    detail = Text("merged per key, not per line", Ink.DIM)
    yield "", head("FIELDS", detail)
    if own:
        names = [*NAMES.values(), "RESULT"]
        yield "", SheetLine(_field_row(Text("  key"), [Text(n, Ink.DIM) for n in names], look))
    for region in own:
        yield region.id, SheetLine(_field(work, region, look, here=region.id == at))
        if region.id == at:
            for line in _sides(work, region):
                yield region.id, line
    if same:
        keys = Text("= ", Ink.DIM).append_text(listed([r.key for r in same], Ink.DIM))
        yield "", SheetLine(Text("    ").append_text(keys), 6)


def _field(work: Work, region: FieldRegion, look: Look, *, here: bool) -> Text:
    letter = work.letter(region)
    sign = "!" if letter is Letter.OPEN else " "
    key = Text.assemble((">" if here else " ", Ink.KEY), (sign, Ink.BAD), " ")
    key.append_text(foreign(region.key, Ink.STRONG if here else None))
    cells = [_cell(region, side) for side in Side]
    result = Text("?", Ink.BAD) if letter is Letter.OPEN else _result(work, region)
    return _field_row(key, [*cells, result], look, how(work, region))


def _field_row(key: Text, cells: Sequence[Text], look: Look, last: Text | None = None) -> Text:
    room = look.width - (KEY_WIDTH + 3) - HOW_WIDTH - 5
    each = max(6, room // 4)
    widths = [(key, KEY_WIDTH + 3), *((cell, each) for cell in cells), (last or Text(), HOW_WIDTH)]
    return cut(row(widths), look.width)


def _cell(region: FieldRegion, side: Side) -> Text:
    present, value = region.of(side)
    changed = side is not Side.BASE and (present, value) != region.of(Side.BASE)
    return shown(present, value, Ink.ADD if changed else None)


def shown(present: bool, value: FieldValue, ink: Ink | None = None) -> Text:
    """A field's value in one line; a missing key is a dash."""
    if not present:
        return _ABSENT
    return Text("null", Ink.DIM) if value is None else foreign(_one_line(value), ink)


def _one_line(value: FieldValue) -> str:
    match value:
        case tuple() | list():
            return ", ".join(_one_line(item) for item in value)
        case Mapping():
            return ", ".join(f"{key}: {_one_line(item)}" for key, item in value.items())
        case bool():
            return "true" if value else "false"
        case None:
            return ""
        case _:
            return str(value)


def _result(work: Work, region: FieldRegion) -> Text:
    made = next(each for each in work.resolved.fields if each.key == region.key)
    return shown(made.present, made.value)


def _sides(work: Work, region: FieldRegion) -> Iterator[SheetLine]:
    """The three values whole, beside the digits that pick them."""
    offered = merging.offered(work.merged, region)
    picks = {Side.BASE: Pick.BASE, Side.CURRENT: Pick.CURRENT, Side.PROPOSED: Pick.PROPOSED}
    chosen = work.chosen.get(region.id)
    for side, pick in picks.items():
        if pick not in offered:
            continue
        mark = "<-" if chosen is pick else "  "
        label = Text.assemble("      ", (f"{NAMES[side]:<11}", Ink.KEY), (mark, Ink.OK), " ")
        yield SheetLine(label.append_text(_cell(region, side)), 20)
    if Pick.BOTH in offered:
        yield SheetLine(Text.assemble("      ", ("b both   B swapped", Ink.DIM)), 6)
    if isinstance(chosen, Hand):
        yield SheetLine(Text("      by hand    <- ", Ink.OK).append_text(_result(work, region)), 20)


def result(work: Work) -> Sheet:
    """The result as it would stand: every field and line with its origin."""
    lines = [*_result_fields(work), gap(), *_result_body(work)]
    if work.resolved.markers:
        said = Text("conflict markers in lines ").append(", ".join(map(str, work.resolved.markers)))
        lines = [entry("REFUSED", said, ink=Ink.BAD), *lines]
    return sheet(lines)


def _result_fields(work: Work) -> Iterator[SheetLine]:
    same = [r for r in work.merged.way.fields if r.state is RegionState.SAME]
    for region in work.regions:
        if isinstance(region, FieldRegion):
            yield _result_field(work, region)
    if same:
        said = Text("as they are: ", Ink.DIM).append_text(listed([r.key for r in same], Ink.DIM))
        yield _gutter(Letter.SAME, said)


def _result_field(work: Work, region: FieldRegion) -> SheetLine:
    letter = work.letter(region)
    if letter is Letter.OPEN:
        return _gutter(letter, _choice(work, region))
    made = next(each for each in work.resolved.fields if each.key == region.key)
    name = foreign(f"{region.key}: ", Ink.DIM)
    if made.present:
        return _gutter(letter, name.append_text(shown(True, made.value)))
    return _gutter(letter, name.append("(no such key)", Ink.DIM))


def _result_body(work: Work) -> Iterator[SheetLine]:
    number = 0
    lines: defaultdict[str, list[tuple[OriginLine, str]]] = defaultdict(list)
    origins = work.resolved.origins
    for origin, shown_text in zip(origins, masked_lines([o.text for o in origins]), strict=True):
        lines[origin.region] += [(origin, shown_text)]
    for hunk in work.merged.way.hunks:
        if hunk.id in work.open:
            yield _gutter(Letter.OPEN, _choice(work, hunk))
            continue
        for origin, shown_text in lines[hunk.id]:
            number += 1
            text = Text(f"{number:>4d} ", Ink.DIM).append_text(plain([shown_text])[0])
            yield _gutter(origin.letter, text, hang=10)


def _gutter(letter: Letter, text: Text, hang: int = 5) -> SheetLine:
    ink = {Letter.OPEN: Ink.BAD, Letter.SAME: Ink.DIM, Letter.HAND: Ink.KEY}.get(letter, Ink.OK)
    return SheetLine(Text.assemble(" ", (f"{letter.value:<3}", ink), " ").append_text(text), hang)


def _choice(work: Work, region: FieldRegion | Hunk) -> Text:
    """What an open region asks for."""
    said = foreign(region_name(work, region)).append(": choose ", Ink.BAD)
    digits = {Pick.BASE: "1", Pick.CURRENT: "2", Pick.PROPOSED: "3", Pick.BOTH: "b"}
    sides = {Pick.BASE: Side.BASE, Pick.CURRENT: Side.CURRENT, Pick.PROPOSED: Side.PROPOSED}
    parts = []
    for pick, digit in digits.items():
        if pick not in merging.offered(work.merged, region):
            continue
        part = Text.assemble((digit, Ink.KEY), " ")
        if isinstance(region, FieldRegion) and pick in sides:
            part.append_text(shown(*region.of(sides[pick])))
        else:
            part.append("both" if pick is Pick.BOTH else PICKED[pick])
        parts.append(part)
    return said.append_text(Text(" | ").join([*parts, Text.assemble(("e", Ink.KEY), " by hand")]))


def region_name(work: Work, region: FieldRegion | Hunk) -> str:
    """A field's key, or which hunk it is."""
    return region.key if isinstance(region, FieldRegion) else hunk_name(work, region)


def hunk_name(work: Work, region: Hunk) -> str:
    """A hunk's place among those that differ."""
    return f"hunk {work.hunks[region.id]:d}/{len(work.hunks)}"
