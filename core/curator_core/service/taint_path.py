"""The way by which outside text reached an item, and what took it over from there."""

from __future__ import annotations

from collections.abc import Iterator

from curator_core.model.background import Step, Stop
from curator_core.model.note import Origin
from curator_core.model.proposal import Inherited, Item, Lane, Way
from curator_core.rules import taint
from curator_core.rules.slots import folded_id
from curator_core.service import finding
from curator_core.service.opening import Opened

MOST_HEIRS = 40


def way(one: Opened, item: Item) -> tuple[Step, ...]:
    """Sources, session and notes that hand taint on, the item, and what waits that took it over."""
    if not (item.taint or item.lane is Lane.QUARANTINED):
        return ()
    steps = [*_sources(item), *_session(item), *_notes(item), _here(item)]
    return (*steps, *_heirs(one, item))


def _sources(item: Item) -> Iterator[Step]:
    """Every cited source with the label that it hands on, if it does."""
    handed = {each.name: each.label for each in item.inherited if each.way is Way.SOURCE}
    for uri in item.sources:
        label = taint.from_outside(uri) or handed.get(uri)
        yield Step(Stop.SOURCE, uri, (label,) if label else ())


def _session(item: Item) -> Iterator[Step]:
    handed = tuple(each.label for each in item.inherited if each.way is Way.SESSION)
    if item.session or handed:
        named = next((each.name for each in item.inherited if each.way is Way.SESSION), None)
        yield Step(Stop.SESSION, named or item.session or "", handed)


def _notes(item: Item) -> Iterator[Step]:
    """The tainted notes that stand between: of one session or source, or what it is made of."""
    found: dict[str, list[str]] = {}
    for each in item.inherited:
        if each.of is not None:
            found.setdefault(each.of, []).append(each.label)
    for name, labels in found.items():
        yield Step(Stop.NOTE, name, tuple(dict.fromkeys(labels)))


def _here(item: Item) -> Step:
    own = [*item.taint]
    if item.origin == Origin.EXTERNAL and Origin.EXTERNAL not in own:
        own.insert(0, Origin.EXTERNAL.value)
    return Step(Stop.HERE, (item.notes or item.paths)[0], tuple(own))


def _heirs(one: Opened, item: Item) -> Iterator[Step]:
    own = {folded_id(name) for name in (*item.notes, *item.paths)}
    found = (
        (other, handed)
        for other in finding.queue(one).items
        if other.item != item.item and (handed := tuple(_taken(other.inherited, own)))
    )
    for (other, handed), _ in zip(found, range(MOST_HEIRS), strict=False):
        yield Step(Stop.HEIR, (other.notes or other.paths)[0], tuple(dict.fromkeys(handed)))


def _taken(found: tuple[Inherited, ...], own: set[str]) -> Iterator[str]:
    return (each.label for each in found if folded_id(each.of or "") in own)
