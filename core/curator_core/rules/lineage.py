"""Which notes came from a source, session, note, job or proposer, by themselves or by others."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from curator_core.model.event import Action, Event
from curator_core.model.files import Entry
from curator_core.model.lineage import Kind
from curator_core.model.note import Relation
from curator_core.model.proposal import Item
from curator_core.rules import gate, source_uri, taint
from curator_core.rules.slots import folded_id
from curator_core.rules.source_uri import Cited

_RECUT = frozenset({Action.MERGE, Action.SPLIT})


@dataclass(frozen=True, slots=True, kw_only=True)
class Trail:
    """What one file, item or event says of where a note came from."""

    name: str
    sessions: tuple[str, ...] = ()
    sources: tuple[str, ...] = ()
    jobs: tuple[str, ...] = ()
    proposers: tuple[str, ...] = ()
    made_of: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Wanted:
    """A name, and the kinds of thing it may be the name of."""

    name: str
    kinds: tuple[Kind, ...]

    def known_as(self, trail: Trail) -> Iterator[Kind]:
        """As what a trail knows the name."""
        return (kind for kind in self.kinds if _TESTS[kind](trail, self.name))


def wanted(asked: str) -> Wanted:
    """`KEY=VALUE` asks for one kind, as in `undo --where`; a bare name for all that know it."""
    key, sign, value = asked.partition("=")
    if sign and key in set(Kind):
        return Wanted(value, (Kind(key),))
    return Wanted(asked, tuple(Kind))


def _same(names: Iterable[str], name: str) -> bool:
    return name.strip().casefold() in {each.strip().casefold() for each in names}


_TESTS: Mapping[Kind, Callable[[Trail, str], bool]] = {
    Kind.NOTE: lambda trail, name: folded_id(trail.name) == folded_id(name),
    Kind.SESSION: lambda trail, name: (
        _same(trail.sessions, name) or _same(trail.sources, f"conversation:{name}")
    ),
    Kind.SOURCE: lambda trail, name: any(taint.same_text(uri, name) for uri in trail.sources),
    Kind.JOB: lambda trail, name: _same(trail.jobs, name),
    Kind.PROPOSER: lambda trail, name: _same(trail.proposers, name),
}


def of_entry(entry: Entry) -> Trail:
    """A file's own word."""
    recut = entry.relation == Relation.RESTATEMENT
    return Trail(
        name=entry.note_id or entry.path,
        sessions=_some(entry.session),
        sources=entry.sources,
        jobs=_some(entry.job),
        made_of=(*entry.inputs, *(entry.supersedes if recut else ())),
    )


def of_item(item: Item) -> Iterator[Trail]:
    """What the proposal of its notes says; each note's own sources stand in its file."""
    for name in item.notes:
        yield Trail(
            name=name,
            sessions=_some(item.session),
            sources=item.sources if len(item.notes) == 1 else (),
            jobs=_some(item.job),
            proposers=_some(item.proposer),
        )


def of_event(event: Event) -> Iterator[Trail]:
    """What the ledger says of the notes that a decision was about."""
    came = event.proposal
    ids = [change.id for change in event.notes if change.id is not None]
    made_of: tuple[str, ...] = ()
    own = event.about if event.action is Action.REJECT else tuple(ids[:1]) or event.about
    if event.action in _RECUT:
        own = tuple(c.id for c in event.notes if c.id is not None and c.path_before is None)
        made_of = tuple(name for name in ids if name not in own)
    for name in own:
        yield Trail(
            name=name,
            sessions=_some(came.session),
            sources=came.sources,
            jobs=_some(came.job),
            proposers=_some(came.proposer),
            made_of=made_of,
        )


def _some(text: str | None) -> tuple[str, ...]:
    return (text,) if text else ()


@dataclass(frozen=True, slots=True)
class Came:
    """How one note came from a name: by itself, known as `kinds`, else by what it is `made_of`."""

    kinds: tuple[Kind, ...] = ()
    made_of: tuple[str, ...] = ()


def found(name: Wanted, trails: Iterable[Trail]) -> Mapping[str, Came]:
    """Each note that came from the name, by its folded name; those that came by themselves first.
    Linear in the trails."""
    came: dict[str, Came] = {}
    makers: dict[str, list[str]] = {}
    for trail in trails:
        own = folded_id(trail.name)
        known = set(name.known_as(trail))
        if known:
            before = came[own].kinds if own in came else ()
            came[own] = Came(tuple(kind for kind in Kind if kind in known or kind in before))
        for part in trail.made_of:
            makers.setdefault(folded_id(part), []).append(own)
    waiting = list(came)
    for part in waiting:
        for made in dict.fromkeys(makers.get(part, ())):
            if made not in came:
                came[made] = Came(made_of=(part,))
                waiting.append(made)
            elif came[made].made_of and part not in came[made].made_of:
                came[made] = Came(made_of=(*came[made].made_of, part))
    return came


def kinds(came: Iterable[Came]) -> tuple[Kind, ...]:
    """As what the name is known at all."""
    known = {kind for each in came for kind in each.kinds}
    return tuple(kind for kind in Kind if kind in known)


def starts(names: Iterable[str], trails: Iterable[Trail]) -> Iterator[tuple[Kind, str]]:
    """Where these notes may have come from: sessions and sources, they themselves, what they were
    made of and where that came from, jobs and proposers; each once. Linear in the trails."""
    by_name: dict[str, list[Trail]] = {}
    for trail in trails:
        by_name.setdefault(folded_id(trail.name), []).append(trail)
    spelled = {folded_id(name): name for name in names}
    waiting = list(spelled)
    for name in waiting:
        for trail in by_name.get(name, ()):
            fresh = {folded_id(part): part for part in trail.made_of}
            waiting += [part for part in fresh if part not in spelled]
            spelled |= {part: text for part, text in fresh.items() if part not in spelled}
    ways = [way for name in waiting for way in _ways(spelled[name], by_name.get(name, ()))]
    last = (Kind.JOB, Kind.PROPOSER)
    ways.sort(key=lambda way: way[0] in last)
    known: dict[tuple[Kind, str], tuple[Kind, str]] = {}
    for kind, name in ways:
        known.setdefault((kind, name.strip().casefold()), (kind, name))
    yield from known.values()


def _file(uri: str) -> str:
    """A source without its lines and its commit: as they are compared (`taint.same_text`)."""
    cited, whole = source_uri.parse(uri), uri.partition("#")[0]
    pinned = isinstance(cited, Cited) and cited.commit is not None
    return whole.rpartition("@")[0] if pinned else whole


def _ways(name: str, trails: Sequence[Trail]) -> Iterator[tuple[Kind, str]]:
    for trail in trails:
        yield from ((Kind.SESSION, session) for session in trail.sessions)
    for uri in (uri for trail in trails for uri in trail.sources):
        scheme, _, rest = uri.partition(":")
        if scheme.casefold() == "conversation" and rest:
            yield Kind.SESSION, rest.partition("#")[0]
        else:
            yield Kind.SOURCE, _file(uri)
        if "#" in uri:
            yield Kind.SOURCE, f"{_file(uri)}#{uri.partition('#')[2]}"
    yield Kind.NOTE, name
    for trail in trails:
        yield from ((Kind.JOB, job) for job in trail.jobs)
        known = (name for name in trail.proposers if gate.person_of(name) is not None)
        yield from ((Kind.PROPOSER, proposer) for proposer in known)
