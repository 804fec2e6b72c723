"""Body lines of three texts cut into hunks, as diff3 does: the base is kept, nothing moves out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from curator_core.model.merge import Hunk, RegionState
from curator_core.rules.matching import Span, changes

Lines = tuple[str, ...]


@dataclass(slots=True)
class _Group:
    """Changes of both sides that overlap or touch: base lines [start, stop)."""

    start: int
    stop: int
    current: list[Span] = field(default_factory=list)
    proposed: list[Span] = field(default_factory=list)


def without_end(line: str) -> str:
    """A line without its line end; two lines that agree in this are equal."""
    return line.rstrip("\r\n")


def hunks(base: Lines, current: Lines, proposed: Lines) -> tuple[Hunk, ...]:
    """All lines of three bodies in hunks, judged as `git merge-file --diff3` does: changes that
    overlap or touch are one hunk. Unlike there, a hunk that reads the same on both sides is AGREED
    also where the changes inside are cut differently, and line ends do not count."""
    keys = _keys(base)
    ours, theirs = changes(keys, _keys(current)), changes(keys, _keys(proposed))
    pieces: list[tuple[Lines, Lines, Lines]] = []
    at, mine, yours = 0, 0, 0
    for group in (*_groups(ours, theirs), _Group(len(base), len(base))):
        same = group.start - at
        pieces.append(
            (base[at : group.start], current[mine : mine + same], proposed[yours : yours + same])
        )
        mine, yours = mine + same, yours + same
        size = group.stop - group.start
        mine_stop = mine + size + _growth(group.current)
        yours_stop = yours + size + _growth(group.proposed)
        pieces.append(
            (base[group.start : group.stop], current[mine:mine_stop], proposed[yours:yours_stop])
        )
        at, mine, yours = group.stop, mine_stop, yours_stop
    return tuple(_numbered([(*piece, _state(*piece)) for piece in pieces if any(piece)]))


def hunks_without_base(current: Lines, proposed: Lines) -> tuple[Hunk, ...]:
    """The lines of two bodies in hunks; every difference is a conflict."""
    pieces = []
    mine = yours = 0
    ends = Span(len(current), len(current), len(proposed), len(proposed))
    for span in (*changes(_keys(current), _keys(proposed)), ends):
        same = (), current[mine : span.a], proposed[yours : span.c], RegionState.SAME
        other = (), current[span.a : span.b], proposed[span.c : span.d], RegionState.CONFLICT
        pieces += [same, other]
        mine, yours = span.b, span.d
    return tuple(_numbered([piece for piece in pieces if piece[1] or piece[2]]))


def _keys(lines: Lines) -> list[str]:
    return [without_end(line) for line in lines]


def _groups(ours: Sequence[Span], theirs: Sequence[Span]) -> Iterator[_Group]:
    sided = [(span, True) for span in ours] + [(span, False) for span in theirs]
    group: _Group | None = None
    for span, mine in sorted(sided, key=lambda pair: (pair[0].a, pair[0].b)):
        if group is None or span.a > group.stop:
            if group is not None:
                yield group
            group = _Group(span.a, span.b)
        group.stop = max(group.stop, span.b)
        (group.current if mine else group.proposed).append(span)
    if group is not None:
        yield group


def _growth(spans: Sequence[Span]) -> int:
    """How many lines more a side has."""
    return sum((span.d - span.c) - (span.b - span.a) for span in spans)


def _state(base: Lines, current: Lines, proposed: Lines) -> RegionState:
    was, mine, yours = _keys(base), _keys(current), _keys(proposed)
    if mine == yours:
        return RegionState.SAME if mine == was else RegionState.AGREED
    if mine == was:
        return RegionState.PROPOSED
    return RegionState.CURRENT if yours == was else RegionState.CONFLICT


def _numbered(pieces: Sequence[tuple[Lines, Lines, Lines, RegionState]]) -> Iterator[Hunk]:
    counts = {"same": 0, "hunk": 0}
    for base, current, proposed, state in pieces:
        word = "same" if state is RegionState.SAME else "hunk"
        counts[word] += 1
        yield Hunk(
            id=f"{word}:{counts[word]}",
            base=base,
            current=current,
            proposed=proposed,
            state=state,
        )
