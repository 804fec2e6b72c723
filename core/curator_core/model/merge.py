"""A three-way merge as data: regions, picks for them, and the text they give (DESIGN §5)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from curator_core.model.note import FieldValue


class Side(StrEnum):
    """One of the three texts of a merge, by the letter that screens show."""

    BASE = "B"
    CURRENT = "C"
    PROPOSED = "P"


class RegionState(StrEnum):
    """Who changed a region against the base.

    CURRENT, PROPOSED: that side alone. AGREED: both, to the same. MERGED: both, and a set of both
    is right. CONFLICT: both, differently, or (without a base) any difference.
    """

    SAME = "same"
    CURRENT = "current"
    PROPOSED = "proposed"
    AGREED = "agreed"
    MERGED = "merged"
    CONFLICT = "conflict"


@dataclass(frozen=True, slots=True, kw_only=True)
class FieldRegion:
    """One frontmatter key in three texts; `id` is `field:<key>`.

    `had` says for base, current and proposed whether the key stands there; a value is None where
    it does not, and also where it is `null`. `merged` is the result in state MERGED, else None.
    `bare` are the values that stand somewhere as one word without quotes.
    """

    id: str
    key: str
    base: FieldValue
    current: FieldValue
    proposed: FieldValue
    had: tuple[bool, bool, bool]
    state: RegionState
    merged: FieldValue = None
    bare: frozenset[str] = frozenset()

    def of(self, side: Side) -> tuple[bool, FieldValue]:
        """Whether a side has the key, and its value there."""
        match side:
            case Side.BASE:
                return self.had[0], self.base
            case Side.CURRENT:
                return self.had[1], self.current
            case Side.PROPOSED:
                return self.had[2], self.proposed


@dataclass(frozen=True, slots=True, kw_only=True)
class Hunk:
    """Body lines, with their line ends, that belong together in three texts.

    `id` is `hunk:<n>`, or `same:<n>` in state SAME, each counted from 1. Lines that differ in
    their line ends alone count as equal. `base` is empty when nobody knows the base.
    """

    id: str
    base: tuple[str, ...]
    current: tuple[str, ...]
    proposed: tuple[str, ...]
    state: RegionState

    def of(self, side: Side) -> tuple[str, ...]:
        """The lines of a side."""
        match side:
            case Side.BASE:
                return self.base
            case Side.CURRENT:
                return self.current
            case Side.PROPOSED:
                return self.proposed


Region = FieldRegion | Hunk

_NEWS = frozenset({RegionState.PROPOSED, RegionState.MERGED, RegionState.CONFLICT})


@dataclass(frozen=True, slots=True)
class ThreeWay:
    """All regions of a merge: each key once, and hunks that cover all bodies in order."""

    fields: tuple[FieldRegion, ...]
    hunks: tuple[Hunk, ...]
    no_base: bool = False

    @property
    def regions(self) -> tuple[Region, ...]:
        """Fields, then hunks."""
        return (*self.fields, *self.hunks)

    @property
    def conflicts(self) -> tuple[str, ...]:
        """The ids of the regions that need a pick."""
        return tuple(r.id for r in self.regions if r.state is RegionState.CONFLICT)

    @property
    def adds(self) -> bool:
        """Whether the proposal says anything that current does not have; False: it is applied."""
        return any(region.state in _NEWS for region in self.regions)

    @property
    def moved(self) -> bool:
        """Whether current differs from the base in any region; False: the proposal is clean."""
        still = (RegionState.SAME, RegionState.PROPOSED)
        return any(region.state not in still for region in self.regions)


class Pick(StrEnum):
    """What a person takes for a region. BOTH is current then proposed, SWAPPED the other way
    round; neither ever holds base text."""

    CURRENT = "current"
    PROPOSED = "proposed"
    BASE = "base"
    BOTH = "both"
    SWAPPED = "swapped"


@dataclass(frozen=True, slots=True)
class Hand:
    """A text typed for a region: body lines; a field's value (empty: null); a list's items, one on
    each line."""

    text: str


Picked = Pick | Hand


class Letter(StrEnum):
    """Where a result comes from, as screens show it."""

    BASE = "B"
    CURRENT = "C"
    PROPOSED = "P"
    BOTH = "C+P"
    SAME = "="
    HAND = "M"
    OPEN = "!"


@dataclass(frozen=True, slots=True)
class OriginLine:
    """One body line of the result, with its line end, and the region it comes from.

    An unresolved hunk gives one line: no text, letter OPEN.
    """

    text: str
    letter: Letter
    region: str


@dataclass(frozen=True, slots=True)
class OriginField:
    """One field of the result; `present` False: the result does not have the key. The value of an
    unresolved one (letter OPEN) is current's."""

    key: str
    value: FieldValue
    present: bool
    letter: Letter


@dataclass(frozen=True, slots=True)
class Resolved:
    """What picks give. `text` is the whole new text without a byte order mark, None while a region
    is `unresolved`. `markers` are the 1-based lines of `text` with conflict markers: such a text
    must be refused."""

    text: str | None
    unresolved: tuple[str, ...]
    origins: tuple[OriginLine, ...]
    fields: tuple[OriginField, ...]
    markers: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Delta:
    """What a proposal changes, whatever else the note says.

    `keys` are changed keys with the new value as text, by key; of a list that is a set `+item` and
    `-item` lines. `removed` and `added` are body lines in order, without line ends.
    """

    keys: tuple[tuple[str, str], ...]
    removed: tuple[str, ...]
    added: tuple[str, ...]
