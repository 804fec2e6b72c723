"""From regions and picks to the new text: current's text with only the picked lines changed."""

from __future__ import annotations

import io
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import assert_never

from curator_core.model.files import NoteText
from curator_core.model.merge import (
    FieldRegion,
    Hand,
    Hunk,
    Letter,
    OriginField,
    OriginLine,
    Pick,
    Picked,
    RegionState,
    Resolved,
    Side,
    ThreeWay,
)
from curator_core.model.note import FieldValue
from curator_core.model.problem import Refusal
from curator_core.rules.editing import REMOVE, Remove, edit
from curator_core.rules.markers import markers
from curator_core.rules.merging_fields import SETS, items, same, united
from curator_core.rules.merging_lines import without_end
from curator_core.rules.rendering import as_read

_LETTERS = {
    Pick.CURRENT: Letter.CURRENT,
    Pick.PROPOSED: Letter.PROPOSED,
    Pick.BASE: Letter.BASE,
    Pick.BOTH: Letter.BOTH,
    Pick.SWAPPED: Letter.BOTH,
}
_DEFAULTS = {
    RegionState.SAME: Pick.CURRENT,
    RegionState.AGREED: Pick.CURRENT,
    RegionState.CURRENT: Pick.CURRENT,
    RegionState.PROPOSED: Pick.PROPOSED,
}


def offered(way: ThreeWay, region: FieldRegion | Hunk) -> tuple[Pick, ...]:
    """The picks that mean something for a region: no base without one, both only of lines and
    lists. A text by hand is always possible, but for a mapping."""
    picks = [Pick.CURRENT, Pick.PROPOSED]
    if not way.no_base:
        picks.append(Pick.BASE)
    if isinstance(region, Hunk) or _lists(region):
        picks += [Pick.BOTH, Pick.SWAPPED]
    return tuple(picks)


def parsed(words: Sequence[str], way: ThreeWay) -> dict[str, Picked] | Refusal:
    """Picks from words like `hunk:2=current`; refused where a region or side is none of these."""
    found: dict[str, Picked] = {}
    regions = {region.id: region for region in way.regions}
    for word in words:
        name, _, side = word.rpartition("=")
        if name not in regions:
            known = ", ".join(r.id for r in way.regions if r.state is not RegionState.SAME)
            return Refusal("usage", f"there is no region {name or word}", f"the regions: {known}")
        sides = offered(way, regions[name])
        if side not in sides:
            return Refusal("usage", f"{name} has no side {side}", f"one of {', '.join(sides)}")
        found[name] = Pick(side)
    return found


def resolve(way: ThreeWay, current: NoteText, picks: Mapping[str, Picked]) -> Resolved:
    """The text that picks by region id give; a pick overrules what was merged by itself.

    Lines of current stay as they are; lines from elsewhere get its line ends, and the text ends
    with a line end if current does. A region whose pick is not `offered` is unresolved. The caller
    reads the text back (`editing.confirm`). ValueError for an id that is no region.
    """
    strange = picks.keys() - {region.id for region in way.regions}
    if strange:
        raise ValueError(f"no such region: {', '.join(sorted(strange))}")
    fields = tuple(_field(way, region, picks.get(region.id)) for region in way.fields)
    parts = [_lines(way, hunk, picks.get(hunk.id)) for hunk in way.hunks]
    origins = tuple(_ended([line for part in parts for line in part], current))
    unresolved = (
        *(r.id for r, field in zip(way.fields, fields, strict=True) if field.letter is Letter.OPEN),
        *(line.region for line in origins if line.letter is Letter.OPEN),
    )
    if unresolved:
        return Resolved(None, unresolved, origins, fields)
    text = _text(way, current, fields, origins)
    return Resolved(text, (), origins, fields, markers(text))


def _text(
    way: ThreeWay,
    current: NoteText,
    fields: Sequence[OriginField],
    origins: Sequence[OriginLine],
) -> str:
    changes: dict[str, FieldValue | Remove] = {}
    for region, field in zip(way.fields, fields, strict=True):
        had = region.of(Side.CURRENT)
        if had[0] and not field.present:
            changes[field.key] = REMOVE
        elif not same(field.key, had, (field.present, field.value)):
            changes[field.key] = _typed(region, field.value)
    edited = edit(current, changes)
    head = edited[: len(edited) - len(current.body)]
    if head and origins and without_end(head) == head:
        head += current.newline
    return head + "".join(line.text for line in origins)


def _typed(region: FieldRegion, value: FieldValue) -> FieldValue:
    """A value for the writer, so that a number or a word that stands bare somewhere is written
    bare: reading gives text for every scalar."""
    if not isinstance(value, str) or value not in region.bare:
        return value
    if value in ("true", "false"):
        return value == "true"
    if value.isascii() and value.isdecimal() and str(int(value)) == value:
        return int(value)
    try:
        number = float(value)
    except ValueError:
        return value
    return number if region.key == "confidence" or as_read(number) == value else value


def _field(way: ThreeWay, region: FieldRegion, choice: Picked | None) -> OriginField:
    match choice:
        case None if region.state is RegionState.MERGED:
            return OriginField(region.key, region.merged, True, Letter.BOTH)
        case None if region.state is RegionState.CONFLICT:
            return _open(region)
        case None:
            return _picked(region, _DEFAULTS[region.state])
        case Hand(text):
            return _typed_in(region, text)
        case _:
            return _picked(region, choice) if choice in offered(way, region) else _open(region)


def _open(region: FieldRegion) -> OriginField:
    present, value = region.of(Side.CURRENT)
    return OriginField(region.key, value, present, Letter.OPEN)


def _picked(region: FieldRegion, pick: Pick) -> OriginField:
    match pick:
        case Pick.CURRENT | Pick.PROPOSED | Pick.BASE:
            present, value = region.of(_side(pick))
            return OriginField(region.key, value, present, _letter(region.state, pick))
        case Pick.BOTH | Pick.SWAPPED:
            sides = [items(region.current) or (), items(region.proposed) or ()]
            one, other = sides if pick is Pick.BOTH else sides[::-1]
            return OriginField(region.key, united(one, other), True, Letter.BOTH)
        case _:
            assert_never(pick)


def _typed_in(region: FieldRegion, text: str) -> OriginField:
    if any(isinstance(region.of(side)[1], Mapping) for side in Side):
        return _open(region)
    value: FieldValue = text.strip() or None
    if region.key in SETS or any(isinstance(region.of(side)[1], tuple) for side in Side):
        value = tuple(line.strip() for line in text.splitlines() if line.strip())
    return OriginField(region.key, value, True, Letter.HAND)


def _lists(region: FieldRegion) -> bool:
    if region.key in SETS:
        return items(region.current) is not None and items(region.proposed) is not None
    return isinstance(region.current, tuple) and isinstance(region.proposed, tuple)


def _side(pick: Pick) -> Side:
    return {Pick.PROPOSED: Side.PROPOSED, Pick.BASE: Side.BASE}.get(pick, Side.CURRENT)


def _letter(state: RegionState, pick: Pick) -> Letter:
    """Equal on both sides is from neither."""
    if state in (RegionState.SAME, RegionState.AGREED) and pick is not Pick.BASE:
        return Letter.SAME
    return _LETTERS[pick]


def _lines(way: ThreeWay, hunk: Hunk, choice: Picked | None) -> Iterator[OriginLine]:
    """A hunk's result; lines from current as they are, others without line ends."""
    match choice:
        case None if hunk.state not in _DEFAULTS:
            yield OriginLine("", Letter.OPEN, hunk.id)
        case None:
            yield from _taken(hunk, _DEFAULTS[hunk.state])
        case Hand(text):
            for line in io.StringIO(text, newline=""):
                yield OriginLine(without_end(line), Letter.HAND, hunk.id)
        case Pick.BOTH | Pick.SWAPPED:
            order = (Pick.CURRENT, Pick.PROPOSED)
            for pick in order if choice is Pick.BOTH else order[::-1]:
                yield from _taken(hunk, pick)
        case _ if choice in offered(way, hunk):
            yield from _taken(hunk, choice)
        case _:
            yield OriginLine("", Letter.OPEN, hunk.id)


def _taken(hunk: Hunk, pick: Pick) -> Iterator[OriginLine]:
    letter = _letter(hunk.state, pick)
    for line in hunk.of(_side(pick)):
        text = line if pick is Pick.CURRENT else without_end(line)
        yield OriginLine(text, letter, hunk.id)


def _ended(lines: Sequence[OriginLine], current: NoteText) -> Iterator[OriginLine]:
    """Every line with a line end; the last one without if current has none, but for an empty
    line, which would be lost."""
    open_end = bool(current.lines) and without_end(current.lines[-1]) == current.lines[-1]
    last = next((n for n in reversed(range(len(lines))) if lines[n].letter is not Letter.OPEN), -1)
    for number, line in enumerate(lines):
        if line.letter is Letter.OPEN:
            yield line
        elif number == last and open_end and without_end(line.text):
            yield replace(line, text=without_end(line.text))
        elif without_end(line.text) == line.text:
            yield replace(line, text=line.text + current.newline)
        else:
            yield line
