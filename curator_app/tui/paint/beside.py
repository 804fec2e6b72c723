"""The sides of a hunk beside each other: lines that belong together, of long ones sentences."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import groupby

from rich.text import Text

from curator_app.tui.paint.diff import left_out
from curator_app.tui.paint.words import LONG, added, against, touched, without_end
from curator_core.model.merge import Hunk, RegionState, Side, ThreeWay
from curator_core.model.view import Merged
from curator_core.service import comparing
from curator_core.service.secrecy import masked

NEAR = 1
"""Sentences shown before and after one that differs."""


@dataclass(frozen=True, slots=True)
class Unit:
    """A line of one side, or a sentence of a long one. `more` says that it goes on a line."""

    raw: str
    more: bool


@dataclass(frozen=True, slots=True)
class Row:
    """What belongs together: for each side its text, None where it has none. `more` says that it
    goes on the line of the row above."""

    cells: Mapping[Side, Text | None]
    more: bool


@dataclass(frozen=True, slots=True)
class Beside:
    """A hunk as it is shown. `empty` are sides without any line; `by_lines`: it was too long to be
    compared by words."""

    rows: tuple[Row, ...]
    sides: tuple[Side, ...]
    empty: frozenset[Side]
    by_lines: bool


@lru_cache(maxsize=512)
def beside(hunk: Hunk, *, no_base: bool, short: bool) -> Beside:
    """Each side's words against the base; without a base PROPOSED against CURRENT. With `short`
    it is said how long unchanged stretches of long lines are."""
    sides = (Side.CURRENT, Side.PROPOSED) if no_base else tuple(Side)
    units = [_units(hunk.of(side)) for side in sides]
    texts = [[unit.raw for unit in side] for side in units]
    found = comparing.rows(texts[0], texts[1:])
    raws = [
        tuple(None if at is None else texts[n][at] for n, at in enumerate(row)) for row in found
    ]
    more = [_more(row, units) for row in found]
    rows = [
        Row(dict(zip(sides, _cells(raw, short), strict=True)), goes)
        for raw, goes in zip(raws, more, strict=True)
    ]
    if short:
        rows = list(_without_equal(rows, raws, more))
    by_lines = any(_by_lines(raw) for raw in raws)
    empty = frozenset(side for side, own in zip(sides, texts, strict=True) if not own)
    return Beside(tuple(rows), sides, empty, by_lines)


@lru_cache(maxsize=64)
def hunks(way: ThreeWay) -> tuple[Hunk, ...]:
    """The hunks as they may be shown: secrets are looked for in each side's whole text."""
    sides = [_masked([hunk.of(side) for hunk in way.hunks]) for side in Side]
    return tuple(
        replace(hunk, base=base, current=current, proposed=proposed)
        for hunk, base, current, proposed in zip(way.hunks, *sides, strict=True)
    )


def _masked(parts: Sequence[tuple[str, ...]]) -> Iterator[tuple[str, ...]]:
    text = masked("".join(line for lines in parts for line in lines))
    at = 0
    for lines in parts:
        shown = []
        for line in lines:
            shown.append(text[at : at + len(line)])
            at += len(line)
        yield tuple(shown)


def masked_lines(lines: Sequence[str]) -> tuple[str, ...]:
    """Lines, with their ends, as they may be shown."""
    return next(_masked([tuple(lines)]))


def prepare(merged: Merged) -> None:
    """Compare all hunks of a merge ahead, away from the screen, so that painting is quick."""
    for hunk in hunks(merged.way):
        if hunk.state is not RegionState.SAME:
            for short in (True, False):
                beside(hunk, no_base=merged.way.no_base, short=short)


def _units(lines: Sequence[str]) -> list[Unit]:
    found = []
    for line in map(without_end, lines):
        parts = comparing.sentences(line) if len(line) > LONG else [line]
        found += [Unit(part, n > 0) for n, part in enumerate(parts)]
    return found


def _by_lines(raw: Sequence[str | None]) -> bool:
    """Whether a side differs from the base in a text that is too long for words."""
    base, *others = raw
    return base is not None and any(
        own is not None and own != base and comparing.too_long(base, own) for own in others
    )


def _more(row: Sequence[int | None], units: Sequence[Sequence[Unit]]) -> bool:
    """Whether every side that has something here goes on a line."""
    return all(own[at].more for own, at in zip(units, row, strict=True) if at is not None)


def _cells(raw: Sequence[str | None], short: bool) -> Iterator[Text | None]:
    base, *others = raw
    yield None if base is None else touched(base, others, short=short)
    for own in others:
        if own is None:
            yield None
        elif base is None:
            yield added(own)
        else:
            yield against(base, own, short=short)


def _without_equal(
    rows: Sequence[Row], raws: Sequence[Sequence[str | None]], more: Sequence[bool]
) -> Iterator[Row]:
    """Sentences of a long line that are the same on every side, by their length."""
    hidden = [_unchanged(n, raws, more) for n in range(len(rows))]
    for hide, run in groupby(range(len(rows)), key=hidden.__getitem__):
        at = [*run]
        text = "".join(raws[n][0] or "" for n in at)
        if hide and len(text) > LONG:
            yield Row(dict.fromkeys(rows[at[0]].cells, left_out(len(text))), rows[at[0]].more)
        else:
            yield from (rows[n] for n in at)


def _unchanged(at: int, raws: Sequence[Sequence[str | None]], more: Sequence[bool]) -> bool:
    """Whether this is a sentence of a long line, and it and its neighbours are equal."""
    long = more[at] or (at + 1 < len(more) and more[at + 1])
    return long and all(len(set(raw)) == 1 for raw in raws[max(0, at - NEAR) : at + NEAR + 1])
