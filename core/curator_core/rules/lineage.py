"""Which notes came from a source, session, note, job or proposer, by themselves or by others."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass

from curator_core.model.event import Action, Event
from curator_core.model.files import Entry
from curator_core.model.lineage import Kind
from curator_core.model.note import Relation
from curator_core.model.proposal import Item
from curator_core.rules import taint
from curator_core.rules.slots import folded_id

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


def found(
    name: Wanted, trails: Iterable[Trail]
) -> tuple[tuple[Kind, ...], Mapping[str, tuple[str, ...]]]:
    """As what the name is known, and each note that came from it by its folded name, with what it
    was made of; empty for those that came by themselves. Linear in the trails."""
    kinds: set[Kind] = set()
    came: dict[str, tuple[str, ...]] = {}
    makers: dict[str, list[str]] = {}
    for trail in trails:
        known = [*name.known_as(trail)]
        kinds.update(known)
        if known:
            came[folded_id(trail.name)] = ()
        for part in trail.made_of:
            makers.setdefault(folded_id(part), []).append(folded_id(trail.name))
    waiting = list(came)
    for part in waiting:
        for made in dict.fromkeys(makers.get(part, ())):
            if made not in came:
                came[made] = (part,)
                waiting.append(made)
            elif came[made] and part not in came[made]:
                came[made] = (*came[made], part)
    return tuple(kind for kind in Kind if kind in kinds), came
