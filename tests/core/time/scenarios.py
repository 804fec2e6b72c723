"""Random scenarios for both oracles; a seed gives the same scenario on every machine."""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random

from curator_core.model.answer import Version
from curator_core.model.home import Cardinality, Config, SlotRule
from curator_core.model.note import Modality, Note, Relation, Status
from tests.core.time import oracle
from tests.core.time.memory import note
from tests.core.time.oracle import Fact, When

SPELLINGS = {
    "deploy_cmd": ("deploy_cmd", "Deploy-Cmd", "ＤＥＰＬＯＹ－cmd", "release-cmd"),
    "pref_music": ("pref_music", "PREF-music"),
}
CONFIG = Config(
    slots=(
        SlotRule("deploy-cmd", Cardinality.SINGLE, ("release-cmd",)),
        SlotRule("pref_*", Cardinality.SET),
    )
)
SETS = frozenset({"pref_music"})
SCOPES = ("global", "project:a", "project:a/b", "project:z", "user:u", "user:u/project:a")
CHAINS = {
    (): ("global",),
    ("project:a",): ("project:a", "global"),
    ("project:a/b", "user:u"): ("project:a/b", "project:a", "user:u", "global"),
    ("user:u/project:a",): ("user:u/project:a", "user:u", "project:a", "global"),
    ("global", "project:z"): ("project:z", "global"),
}
RELATIONS = ("correction", "state_change", "revocation", "scope_change", "restatement", None)


@dataclass(frozen=True)
class Scenario:
    """Facts for the oracle and the same as versions for the rules."""

    facts: tuple[Fact, ...]
    versions: tuple[Version, ...]


def scenario(seed: int) -> Scenario:
    """Two to seven facts in one or two slots, with links, unknown boundaries and odd states."""
    chance = Random(seed)
    uncertain = chance.random() < 0.6
    names = [f"n{number}" for number in range(chance.randint(2, 7))]
    main = chance.choice(("deploy_cmd", "deploy_cmd", "pref_music"))
    facts = tuple(_ordered(_fact(chance, name, names, uncertain, main)) for name in names)
    return Scenario(facts, tuple(_version(chance, fact) for fact in facts))


def _ordered(fact: Fact) -> Fact:
    """Mostly the end lies after the start; every third note keeps what chance gave it."""
    if fact.start is None or fact.end is None or int(fact.name[1:]) % 3 == 0:
        return fact
    if fact.start.options[0] <= fact.end.options[0]:
        return fact
    return replace(fact, start=fact.end, end=fact.start)


def _fact(chance: Random, name: str, names: list[str], uncertain: bool, main: str) -> Fact:
    fact = Fact(
        name=name,
        slot=chance.choice(("deploy_cmd", "deploy_cmd", main)),
        scope=chance.choice(("global",) * 9 + ("project:a",) * 4 + SCOPES),
        status=chance.choice(("active",) * 12 + ("superseded",) * 4 + ("archived", "rejected")),
        start=chance.choice((None, _when(chance, uncertain), _when(chance, uncertain))),
        end=chance.choice((None, _when(chance, uncertain), _when(chance, uncertain))),
        recorded=chance.randint(0, 89),
        modality=chance.choice(
            ("explicit",) * 9 + ("negated", "negated", "hypothetical", "quoted")
        ),
        has_value=chance.random() < 0.8,
        reviewed=chance.random() < 0.95,
    )
    if chance.random() < 0.5:
        count = min(len(names), chance.choice((1, 1, 1, 2)))
        linked = tuple(chance.sample(names, count))
        fact = replace(fact, supersedes=linked, relation=chance.choice(RELATIONS))
    if chance.random() < 0.2:
        fact = replace(fact, exception_to=chance.choice(names))
    if chance.random() < 0.15:
        number = chance.randint(1, 88)
        fact = replace(fact, expires=oracle.day(number), expires_day=number)
    elif uncertain and chance.random() < 0.1:
        fact = replace(fact, expires=oracle.month(chance.choice((1, 2, 3))))
    if fact.end is not None and chance.random() < 0.05:
        fact = replace(fact, start=fact.end)
    return fact


def _when(chance: Random, uncertain: bool) -> When:
    if not uncertain or chance.random() < 0.5:
        return oracle.day(chance.randint(0, 88))
    first = chance.randint(0, 80)
    makers = (
        lambda: oracle.month(chance.choice((1, 2, 3))),
        lambda: oracle.between(first, chance.randint(first, 88)),
        lambda: oracle.until(first),
        lambda: oracle.since(first),
        oracle.nonsense,
    )
    return chance.choice(makers)()


def _version(chance: Random, fact: Fact) -> Version:
    key = chance.choice(SPELLINGS[fact.slot])
    written: Note = note(
        fact.name,
        memory_key=key,
        scope=fact.scope,
        status=Status(fact.status),
        relation=None if fact.relation is None else Relation(fact.relation),
        supersedes=fact.supersedes,
        valid_from=_text(fact.start),
        valid_to=_text(fact.end),
        expires_at=_text(fact.expires),
        recorded_at=oracle.day(fact.recorded).text,
        modality=Modality(fact.modality),
        value=fact.name if fact.has_value else None,
        body="" if fact.has_value else f"{fact.name}\n",
        exception_to=fact.exception_to,
    )
    return Version(note=written, reviewed=fact.reviewed)


def _text(when: When | None) -> str | None:
    return None if when is None else when.text
