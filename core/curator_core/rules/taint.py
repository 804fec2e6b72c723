"""Taint that a waiting note takes over from its session, its sources and the notes it is made of.

Taint is stated somewhere (a label, origin external, quarantine, a commit's trailer) and handed on;
nothing is guessed from the name of a folder or a web address. A source of the Home hands it on
where the same lines of a file are cited; only files under `sources/` do, since a tainted note that
cites the project's own files says nothing about them. Links and conversations hand it on as a
whole; a mail address is outside by itself.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from curator_core.model.event import Event
from curator_core.model.files import Entry
from curator_core.model.note import Note, Origin
from curator_core.model.proposal import Inherited, Way
from curator_core.rules import source_uri
from curator_core.rules.fingerprints import folded
from curator_core.rules.hashing import normal_body
from curator_core.rules.proposal_rows import is_tainted
from curator_core.rules.slots import folded_id
from curator_core.rules.source_uri import Cited, Elsewhere
from curator_core.rules.trails import answer_text

OUTSIDE = "external"
"""The label of what is tainted without naming a label."""

SOURCES = "sources"
"""The folder of raw evidence."""

_NO_TEXT = frozenset({"manual"})
"""Schemes that name a person, not a text."""

Lines = tuple[int, int] | None
"""First and last line, 1-based and inclusive; None is the whole file."""
Address = tuple[str, str]
"""Home ("" for this one) and path of a file, or "" with a scheme's whole address."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Bearer:
    """What may hand taint on or take it over: a note, or a proposal of several.

    `made_of` are the notes that its text is taken from. `key` tells bearers apart.
    """

    key: str
    name: str
    labels: tuple[str, ...] = ()
    sessions: tuple[str, ...] = ()
    sources: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    inputs: tuple[str, ...] = ()
    made_of: tuple[str, ...] = ()


def labels(entry: Entry) -> tuple[str, ...]:
    """What a row is tainted by, by itself; empty where it is not."""
    if not is_tainted(entry):
        return ()
    return entry.taint or (OUTSIDE,)


def unstated(entry: Entry) -> tuple[str, ...]:
    """The label that only the file's place says: text in quarantine that states nothing."""
    stated = bool(entry.taint) or entry.origin == Origin.EXTERNAL
    return () if stated else labels(entry)


def bearer(entry: Entry) -> Bearer:
    """A row as what hands its taint on."""
    return Bearer(
        key=entry.path,
        name=entry.note_id or entry.path,
        labels=labels(entry),
        sessions=(entry.session,) if entry.session else (),
        sources=entry.sources,
        notes=(entry.note_id,) if entry.note_id else (),
        inputs=entry.inputs,
    )


def decided(event: Event) -> Bearer:
    """What was tainted when it was decided hands it on for good, whatever became of it."""
    came = event.proposal
    return Bearer(
        key=event.event_id,
        name=next(iter(event.about), event.item),
        labels=came.taint,
        sessions=(came.session,) if came.session else (),
        sources=came.sources,
        notes=event.about,
    )


@dataclass(slots=True)
class _Spread:
    """Who bears which label, by all the ways it may be taken over."""

    sessions: dict[str, dict[str, str]] = field(default_factory=dict)
    places: dict[Address, dict[tuple[str, Lines], str]] = field(default_factory=dict)
    notes: dict[str, dict[str, str]] = field(default_factory=dict)

    def add(self, one: Bearer, tainted: Iterable[str]) -> None:
        for label in tainted:
            for session in _sessions(one):
                self.sessions.setdefault(session, {}).setdefault(label, one.name)
            for uri in one.sources:
                place = _place(uri)
                if place is not None:
                    address, lines = place
                    self.places.setdefault(address, {}).setdefault((label, lines), one.name)
            for note in one.notes:
                self.notes.setdefault(folded_id(note), {}).setdefault(label, one.name)

    def reaching(self, one: Bearer) -> Iterator[Inherited]:
        for session in _sessions(one):
            for label, of in self.sessions.get(session, {}).items():
                yield Inherited(label, Way.SESSION, session, of)
        for uri in one.sources:
            own = from_outside(uri)
            if own is not None:
                yield Inherited(own, Way.SOURCE, uri, None)
            place = _place(uri)
            for (label, lines), of in self.places.get(place[0], {}).items() if place else ():
                if place and _overlap(lines, place[1]):
                    yield Inherited(label, Way.SOURCE, uri, of)
        for way, names in ((Way.INPUT, one.inputs), (Way.TEXT, one.made_of)):
            for name in names:
                for label in self.notes.get(folded_id(name), {}):
                    yield Inherited(label, way, name, name)


def _sessions(one: Bearer) -> Iterator[str]:
    """A session is named as such, or as the conversation that a source is."""
    yield from (session.strip().casefold() for session in one.sessions)
    for uri in one.sources:
        scheme, _, name = uri.partition(":")
        if scheme.casefold() == "conversation" and name:
            yield name.partition("#")[0].strip().casefold()


def inherited(
    roots: Iterable[Bearer], waiting: Sequence[Bearer]
) -> Mapping[str, tuple[Inherited, ...]]:
    """What each waiting bearer takes over, by key: from the roots, and from each other until
    nothing more is handed on. Each label is told once, with the first way by which it came."""
    spread = _Spread()
    for root in roots:
        spread.add(root, root.labels)
    for one in waiting:
        spread.add(one, one.labels)
    found: dict[str, dict[str, Inherited]] = {one.key: {} for one in waiting}
    rest = list(waiting)
    fresh = True
    while fresh:
        fresh = False
        for one in rest:
            known = found[one.key]
            for each in [*spread.reaching(one)]:
                if each.label not in (*one.labels, *known):
                    known[each.label] = each
                    spread.add(one, (each.label,))
                    fresh = True
        rest.reverse()  # so that a chain takes two rounds in whatever order it lies
    return {key: tuple(each.values()) for key, each in found.items() if each}


def keeps_text(old: Note, new: Note) -> bool:
    """Whether a note that replaces another still says what that said: the same answer, or at least
    half of its lines."""
    answer = folded(answer_text(old) or "")
    if answer and answer == folded(answer_text(new) or ""):
        return True
    lines = {line for line in map(folded, normal_body(old.body).split("\n")) if line}
    kept = lines & set(map(folded, normal_body(new.body).split("\n")))
    return bool(lines) and 2 * len(kept) >= len(lines)


def from_outside(uri: str) -> str | None:
    """The label of a source that is outside text by its kind alone; None where it is not."""
    return "mail" if uri[:7].casefold() == "mailto:" else None


@lru_cache(maxsize=8_192)
def _place(uri: str) -> tuple[Address, Lines] | None:
    """What text a source names; None where it names none, or one that taint says nothing about."""
    cited = source_uri.parse(uri)
    match cited:
        case Elsewhere():
            whole = uri.partition("#")[0].rstrip("/")
            return None if cited.kind in _NO_TEXT else (("", whole), None)
        case Cited():
            if cited.home is None and not cited.path.startswith(SOURCES + "/"):
                return None
            return (cited.home or "", cited.path), _lines(cited)


def same_text(uri: str, other: str) -> bool:
    """Whether two sources name the same text, or lines of it that overlap; any file counts."""
    one, two = source_uri.parse(uri), source_uri.parse(other)
    if isinstance(one, Cited) and isinstance(two, Cited):
        same = (one.home, one.path) == (two.home, two.path)
        return same and _overlap(_lines(one), _lines(two))
    return uri.partition("#")[0].rstrip("/") == other.partition("#")[0].rstrip("/")


def _lines(cited: Cited) -> Lines:
    return None if cited.first is None or cited.last is None else (cited.first, cited.last)


def _overlap(one: Lines, other: Lines) -> bool:
    return one is None or other is None or (one[0] <= other[1] and other[0] <= one[1])
