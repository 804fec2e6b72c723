"""Standing rules over the queue (DESIGN §5)."""

from __future__ import annotations

from typing import Any

import pytest

from curator_core.model.home import StandingRule
from curator_core.model.problem import Refusal, Severity
from curator_core.model.proposal import Health, Item, Lane, Op, Risk
from curator_core.rules import house_rules
from curator_core.rules.house_rules import RuleHits
from curator_core.store import home_config


def item(name: str, **fields: Any) -> Item:
    values: dict[str, Any] = {
        "item": name,
        "lane": Lane.CANDIDATE,
        "op": Op.ADD,
        "subject": "project/alpha",
        "title": name,
        "memory_key": None,
        "scope": "global",
        "kind": "semantic",
        "origin": "agent",
        "taint": (),
        "proposer": "agent:unknown",
        "job": None,
        "session": None,
        "health": Health.CLEAN,
        "risk": Risk.MEDIUM,
        "flags": ("no-source",),
        "since": "2026-11-20T08:00:00+00:00",
        "confidence": None,
        "sources": (),
        "notes": (name,),
        "paths": (f"memory/candidates/{name}.md",),
        "refs": (),
        "filled": (),
        "blob": "0" * 40,
        "item_hash": "h",
    }
    return Item(**(values | fields))


A = item("a", job="nightly-links")
B = item("b", lane=Lane.QUARANTINED, subject="mail/spam")
C = item("c", lane=Lane.DEFERRED, job="nightly-links")
AGES = {"a": 3, "b": 40, "c": 1}


def rules(*pairs: tuple[str, str]) -> list[StandingRule]:
    return [StandingRule(match, action) for match, action in pairs]


def test_without_a_hit_nothing_changes() -> None:
    made = house_rules.apply((A, C), rules(("job:other", "suppress")), AGES)
    assert made.items == (A, C)
    assert made.hits == (RuleHits("job:other", "suppress", 0),)


def test_suppress_takes_waiting_items_out_of_the_way() -> None:
    made = house_rules.apply((B, A, C), rules(("job:nightly-*", "suppress")), AGES)
    by_id = {one.item: one for one in made.items}
    assert [one.item for one in made.items] == ["b", "c", "a"]
    assert (by_id["a"].lane, by_id["a"].rule) == (Lane.SUPPRESSED, "job:nightly-*")
    assert by_id["a"].item_hash != "h"
    assert by_id["c"].lane is Lane.DEFERRED
    assert by_id["b"] == B
    assert made.hits[0].hits == 2


def test_a_restored_item_is_marked_and_stays() -> None:
    made = house_rules.apply((A,), rules(("job:nightly-*", "suppress")), AGES, {"a"})
    (one,) = made.items
    assert (one.lane, one.flags, one.rule) == (
        Lane.CANDIDATE,
        ("no-source", "rule"),
        "job:nightly-*",
    )
    assert made.hits[0].hits == 1


def test_mark_and_bulk_set_flags_and_the_first_rule_is_named() -> None:
    both = rules(("age>30", "mark"), ("subject:mail", "bulk"), ("subject:mail", "mark"))
    (one,) = house_rules.apply((B,), both, AGES).items
    assert (one.flags, one.rule, one.lane) == (
        ("no-source", "rule", "bulk"),
        "age>30",
        Lane.QUARANTINED,
    )


def test_every_rule_sees_the_item_as_it_was() -> None:
    chained = rules(("lane:candidate", "suppress"), ("lane:suppressed", "mark"), ("flag:x", "mark"))
    made = house_rules.apply((A,), chained, AGES)
    assert [each.hits for each in made.hits] == [1, 0, 0]


@pytest.mark.parametrize("match", ["", "  ", "has:nothing", "age>soon"])
def test_a_rule_that_cannot_be_read_hits_nothing(match: str) -> None:
    pair = rules((match, "suppress"), ("job:nightly-*", "bulk"))
    made = house_rules.apply((A, B), pair, AGES)
    assert [each.hits for each in made.hits] == [0, 1]
    assert [number for number, _ in house_rules.wrong(pair)] == [0]
    assert isinstance(house_rules.parse(pair[0]), Refusal)


def test_a_bad_rule_is_a_problem_at_its_line_and_the_others_hold() -> None:
    text = b"""[home]
name = "x"
[[rules]]
match = "job:nightly-*"
action = "bulk"

[[ rules ]]
match = "age>soon"
action = "suppress"
[[rules]]
action = "mark"
"""
    config, problems = home_config.parse(text)
    assert [rule.match for rule in config.rules] == ["job:nightly-*", "age>soon", ""]
    assert [(p.code, p.severity, p.line) for p in problems] == [
        ("config-value", Severity.ERROR, 7),
        ("config-value", Severity.ERROR, 10),
    ]
    assert "rule 2 has no effect" in problems[0].message
