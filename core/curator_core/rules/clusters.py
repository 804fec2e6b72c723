"""Nearly identical texts in groups, each named by its first; and the note that one repeats.

A group holds what differs in case, spacing, inflection, stop words or a few words of a long text.
Numbers, negations, operators and single letters must be the same: folding a queue must not hide
that two rows say different things. Everything is compared with the first of a group only, so that
no chain of small steps joins what is far apart.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from curator_core.model.interval import Interval
from curator_core.rules import validity
from curator_core.rules.gists import Gist

LIKENESS = 0.8
"""The least Jaccard index of two near copies, over shingles of three tokens."""
_SHORT = 30
"""Tokens up to which a text is also a near copy when it is the other with a few words put in."""
_MOST = 30
"""Groups that a shingle may lead to; one in more groups is boilerplate and leads to none."""


@dataclass(frozen=True, slots=True)
class _Text:
    """A text as it is compared; `shared` are those of its shingles that other texts have too,
    rarest first; `place` is its place in the queue."""

    place: int
    name: str
    gist: Gist
    shingles: frozenset[int]
    shared: tuple[int, ...]
    apart: str

    @property
    def is_short(self) -> bool:
        return len(self.gist.numbers()) <= _SHORT


def clusters(texts: Mapping[str, Gist], apart: Mapping[str, str] | None = None) -> dict[str, str]:
    """Which group each item is in, by the group's first item; only groups of two and more.

    `texts` are the claims by item, in queue order. `apart` names, by item, what must be the same
    within a group (slot and scope, say). Linear but for texts that share rare shingles.
    """
    leads = _equal(texts, apart or {})
    firsts = [name for name, lead in leads.items() if name == lead]
    near = _near([(name, texts[name], (apart or {}).get(name, "")) for name in firsts])
    joined = {name: near.get(lead, lead) for name, lead in leads.items()}
    sizes = Counter(joined.values())
    return {name: lead for name, lead in joined.items() if sizes[lead] > 1}


def _equal(texts: Mapping[str, Gist], apart: Mapping[str, str]) -> dict[str, str]:
    """Each item to the first whose text folds to the same; an empty text is like no other."""
    first: dict[tuple[str, str], str] = {}
    leads: dict[str, str] = {}
    for name, text in texts.items():
        claim = text.claim
        leads[name] = first.setdefault((claim, apart.get(name, "")), name) if claim else name
    return leads


def _near(rows: Sequence[tuple[str, Gist, str]]) -> dict[str, str]:
    """Each name to the first it is a near copy of, itself where there is none."""
    known: defaultdict[int, list[_Text]] = defaultdict(list)
    found: dict[str, str] = {}
    for text in _compared(rows):
        lead = _lead(text, known)
        found[text.name] = text.name if lead is None else lead.name
        if lead is None:
            for shingle in text.shared:
                known[shingle].append(text)
    return found


def _compared(rows: Sequence[tuple[str, Gist, str]]) -> list[_Text]:
    made = [_shingles(gist) for _, gist, _ in rows]
    counts = Counter(shingle for one in made for shingle in one)
    return [
        _Text(place, name, gist, one, _shared(one, counts), apart)
        for place, ((name, gist, apart), one) in enumerate(zip(rows, made, strict=True))
    ]


def _shingles(gist: Gist) -> frozenset[int]:
    """Three neighbouring words each as one 64-bit number; a shorter text is one shingle. Hashes of
    numbers are not salted by Python."""
    words = gist.numbers().tolist()
    if len(words) < 3:
        words = [*words, 0, 0] if words else []
    return frozenset(map(hash, zip(words, words[1:], words[2:], strict=False)))


def _shared(shingles: frozenset[int], counts: Mapping[int, int]) -> tuple[int, ...]:
    ranked = sorted((counts[shingle], shingle) for shingle in shingles if counts[shingle] > 1)
    return tuple(shingle for _, shingle in ranked)


def _lead(text: _Text, known: Mapping[int, list[_Text]]) -> _Text | None:
    """The first group that it belongs to. Of two near copies each has one of its rarest shingles in
    the other, if there are more of these than may differ."""
    size = len(text.shingles)
    may_differ = size if text.is_short else int(size * (1 - LIKENESS)) + 2
    probes = max(0, may_differ - (size - len(text.shared)))
    seen: dict[int, _Text] = {}
    for shingle in text.shared[:probes]:
        groups = known.get(shingle, ())
        if len(groups) <= _MOST:
            seen.update((group.place, group) for group in groups)
    return next((seen[place] for place in sorted(seen) if _is_near(text, seen[place])), None)


def _is_near(one: _Text, other: _Text) -> bool:
    if one.apart != other.apart or one.gist.telling != other.gist.telling:
        return False
    return _is_like(one.shingles, other.shingles) or _is_filled(one, other)


def _is_like(one: frozenset[int], other: frozenset[int]) -> bool:
    """Whether the Jaccard index of two texts' shingles is high enough."""
    few, many = sorted((len(one), len(other)))
    if few < LIKENESS * many:
        return False
    common = len(one & other)
    return common >= LIKENESS * (few + many - common)


def _is_filled(one: _Text, other: _Text) -> bool:
    """Whether a short text is the other with a few words put in, all others in their order."""
    if not (one.is_short and other.is_short):
        return False
    short, long = sorted((one.gist.numbers().tolist(), other.gist.numbers().tolist()), key=len)
    if len(short) < LIKENESS * len(long):
        return False
    rest = iter(long)
    return all(word in rest for word in short)


def duplicate_of(mine: Interval, others: Iterable[tuple[str, Interval]]) -> str | None:
    """The first note that says the same already: of the notes with the same claim (slot, scope and
    text: `rules.claims`), those that hold when this one would and not surely end before it.

    `others` are reviewed notes by id with their effective intervals. The same text in two separate
    periods is no duplicate, nor is one that goes on where the earlier note ended.
    """
    return next((name for name, theirs in others if _covers(theirs, mine)), None)


def _covers(theirs: Interval, mine: Interval) -> bool:
    return validity.overlap(theirs, mine) and not validity.surely_before(theirs.end, mine.end)
