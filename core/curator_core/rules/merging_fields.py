"""Frontmatter of three texts merged per key, never per line; lists that are sets are united."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from curator_core.model.files import NoteText
from curator_core.model.merge import FieldRegion, RegionState
from curator_core.model.note import FieldValue
from curator_core.rules.editing import KEY_ORDER

SETS = frozenset({"sources", "tags", "taint", "signals", "supersedes", "applies_when"})
"""Lists whose order means nothing: both sides' additions and removals hold."""

KEPT = frozenset(
    {
        "schema_version",
        "id",
        "status",
        "reviewed",
        "reviewed_by",
        "reviewed_at",
        "reviewed_hash",
        "verified_at",
    }
)
"""Fields that only decisions write; what a proposal says of them is ignored (CONTRACT 26)."""

_KNOWN = frozenset(KEY_ORDER)
_Held = tuple[bool, FieldValue]
Items = tuple[FieldValue, ...]


def fields(
    base: NoteText | None, current: NoteText, proposed: NoteText, kept: frozenset[str]
) -> tuple[FieldRegion, ...]:
    """Every key of the three texts but the kept ones, in current's order, then the proposal's,
    then the base's. A key whose value cannot be read on some side stays as current has it."""
    texts = [text for text in (current, proposed, base) if text is not None]
    keys = dict.fromkeys(key for text in texts for key in text.fields)
    left = kept.union(*map(_unread, texts))
    return tuple(_region(key, base, current, proposed) for key in keys if key not in left)


def same(key: str, one: _Held, other: _Held) -> bool:
    """Whether two sides say the same: in a field of the schema, `null` and an empty list say no
    more than a missing key."""
    if key in _KNOWN and one[1] in (None, ()) and other[1] in (None, ()):
        return True
    return one == other


def items(value: FieldValue) -> Items | None:
    """A set's items, a lone text being one; None for what is no list of texts."""
    match value:
        case None:
            return ()
        case str():
            return (value,)
        case tuple() if all(isinstance(item, str) for item in value):
            return value
        case _:
            return None


def united(one: Items, other: Items) -> Items:
    """The first side's items in its order, then what the other has more."""
    return (*one, *(item for item in dict.fromkeys(other) if item not in one))


def _unread(text: NoteText) -> set[str]:
    return {span.key for span in text.spans if span.key not in text.fields}


def _held(text: NoteText | None, key: str) -> _Held:
    if text is None or key not in text.fields:
        return False, None
    return True, text.fields[key]


def _region(key: str, base: NoteText | None, current: NoteText, proposed: NoteText) -> FieldRegion:
    was, mine, yours = _held(base, key), _held(current, key), _held(proposed, key)
    state, merged = _judged(key, None if base is None else was, mine, yours)
    return FieldRegion(
        id=f"field:{key}",
        key=key,
        base=was[1],
        current=mine[1],
        proposed=yours[1],
        had=(was[0], mine[0], yours[0]),
        state=state,
        merged=merged,
        bare=frozenset(_bare(key, (base, current, proposed))),
    )


def _bare(key: str, texts: Iterable[NoteText | None]) -> Iterator[str]:
    for text in texts:
        value = None if text is None else text.fields.get(key)
        if text is None or not isinstance(value, str):
            continue
        lines = [text.lines[s.start] for s in text.spans if s.key == key and s.end == s.start + 1]
        if any(line.partition(":")[2].partition(" #")[0].strip() == value for line in lines):
            yield value


def _judged(
    key: str, was: _Held | None, mine: _Held, yours: _Held
) -> tuple[RegionState, FieldValue]:
    if same(key, mine, yours):
        still = was is None or same(key, was, mine)
        return (RegionState.SAME if still else RegionState.AGREED), None
    if was is None:
        return RegionState.CONFLICT, None
    if same(key, was, mine):
        return RegionState.PROPOSED, None
    if same(key, was, yours):
        return RegionState.CURRENT, None
    return _as_sets(was[1], mine[1], yours[1]) if key in SETS else (RegionState.CONFLICT, None)


def _as_sets(
    was: FieldValue, mine: FieldValue, yours: FieldValue
) -> tuple[RegionState, FieldValue]:
    old, ours, theirs = items(was), items(mine), items(yours)
    if old is None or ours is None or theirs is None:
        return RegionState.CONFLICT, None
    merged = tuple(_merged(old, ours, theirs))
    found = set(merged), set(ours), set(theirs)
    if found[1] == found[2]:
        return RegionState.AGREED, None
    if found[0] == found[1]:
        return RegionState.CURRENT, None
    if found[0] == found[2]:
        return RegionState.PROPOSED, None
    return RegionState.MERGED, merged


def _merged(old: Items, ours: Items, theirs: Items) -> Iterator[FieldValue]:
    """Current's items that the proposal did not take away, then those that only it added."""
    yield from (item for item in ours if item in theirs or item not in old)
    added = (item for item in dict.fromkeys(theirs) if item not in old and item not in ours)
    yield from added
