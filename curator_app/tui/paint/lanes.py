"""Links between versions as lanes beside a list: one lane for each version that replaces others.

`o` replaces what hangs on its lane, `+` hangs on it, `x` does both, `|` is a lane that passes by,
`:` one of a version that nobody approved, `~` stands for lanes there is no room for.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from rich.text import Text

from curator_app.tui.paint.ink import Ink

Edge = tuple[int, int]
"""Rows of the newer and of the older version."""


@dataclass(frozen=True, slots=True)
class Lane:
    """All links of one version. `top` and `end` are the first and last row it touches."""

    owner: int
    targets: frozenset[int]
    top: int = field(init=False)
    end: int = field(init=False)

    def __post_init__(self) -> None:
        rows = (self.owner, *self.targets)
        object.__setattr__(self, "top", min(rows))
        object.__setattr__(self, "end", max(rows))

    def touches(self, row: int) -> bool:
        """Whether a row is one end of a link here."""
        return row == self.owner or row in self.targets


@dataclass(frozen=True, slots=True)
class Lanes:
    """Lanes by column, top to bottom in each; neighbours in a column may share a row."""

    columns: tuple[tuple[Lane, ...], ...]
    dashed: frozenset[int] = frozenset()

    @property
    def width(self) -> int:
        """Cells that all lanes take."""
        return len(self.columns)

    def row(self, row: int, width: int, chosen: int | None = None) -> Text:
        """The cells of a row, at most `width`; lanes of the chosen row stand out."""
        drawn = Text()
        shown = self.columns[: width if self.width <= width else max(0, width - 1)]
        for column in shown:
            drawn.append_text(
                self._cell([lane for lane in column if _covers(lane, row)], row, chosen)
            )
        if len(shown) < self.width and width:
            hidden = self.columns[len(shown) :]
            more = any(_covers(lane, row) for column in hidden for lane in column)
            drawn.append("~" if more else " ", Ink.WARN)
        return drawn

    def _cell(self, here: Sequence[Lane], row: int, chosen: int | None) -> Text:
        ink = (
            Ink.KEY
            if any(chosen is not None and lane.touches(chosen) for lane in here)
            else Ink.DIM
        )
        match here:
            case []:
                return Text(" ")
            case [lane] if lane.owner == row:
                return Text("o", ink)
            case [lane] if row in lane.targets:
                return Text("+", ink)
            case [lane]:
                return Text(":" if lane.owner in self.dashed else "|", ink)
            case _:
                return Text("x", ink)


def _covers(lane: Lane, row: int) -> bool:
    return lane.top <= row <= lane.end


def laid(edges: Iterable[Edge], dashed: Iterable[int] = ()) -> Lanes:
    """Lanes in as few columns as go; a chain of single links stays in one."""
    columns: list[list[Lane]] = []
    for lane in sorted(_lanes(edges), key=lambda each: (each.top, each.owner)):
        fits = _continued(columns, lane)
        if fits is None:
            fits = next((c for c in columns if c[-1].end < lane.top), None)
        if fits is None:
            columns.append([lane])
        else:
            fits.append(lane)
    return Lanes(tuple(tuple(column) for column in columns), frozenset(dashed))


def _lanes(edges: Iterable[Edge]) -> Iterator[Lane]:
    targets: dict[int, set[int]] = defaultdict(set)
    for newer, older in edges:
        if newer != older:
            targets[newer].add(older)
    for owner, hanging in targets.items():
        yield Lane(owner, frozenset(hanging))


def _continued(columns: Sequence[list[Lane]], lane: Lane) -> list[Lane] | None:
    """The column whose lane ends at this one's owner, so that the chain runs on straight."""
    if lane.top != lane.owner:
        return None
    ends = (c for c in columns if c[-1].end == lane.owner and lane.owner in c[-1].targets)
    return next(ends, None)


def of_rows(order: Sequence[int], edges: Iterable[Edge], dashed: Iterable[int]) -> Lanes:
    """Lanes for versions in this order; edges and dashed ones by the versions' own numbers."""
    place: Mapping[int, int] = {version: row for row, version in enumerate(order)}
    moved = [(place[newer], place[older]) for newer, older in edges]
    return laid(moved, (place[version] for version in dashed))
