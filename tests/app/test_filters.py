"""The queue's filter language, term by term (CONTRACT 24)."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.homes import Result, curator, make_home, note, put, reviewed


def ids(result: Result) -> set[str]:
    """The note ids of the items of a queue."""
    return {name for item in result.json["items"] for name in item["notes"]}


TERMS = {
    "lane:candidate": {"plain", "sure"},
    "lane:quarantined": {"outside"},
    "op:supersede": {"sure"},
    "kind:procedural": {"sure"},
    "origin:external": {"outside"},
    "taint:external": {"outside"},
    "subject:customer": {"outside"},
    "subject:customer/acme": {"outside"},
    "subject:cust": set(),
    "subject:cust*": {"outside"},
    "scope:project:beta": {"sure"},
    "health:clean": {"plain", "sure", "outside"},
    "risk:medium": {"plain", "sure"},
    "risk:high": {"outside"},
    "flag:no-source": {"outside"},
    "job:night*": {"plain"},
    "proposer:agent:*": {"plain", "sure"},
    "session:s-4*": {"plain"},
    "source:manual:*": {"plain", "sure"},
    "detector:*": {"plain", "sure", "outside"},
    "detector:dup*": set(),
    "note:PLAIN": {"plain"},
    "has:rule": set(),
    "rule:*x": set(),
    "has:source": {"plain", "sure"},
    "has:taint": {"outside"},
    "has:slot": {"sure"},
    "has:confidence": {"plain", "sure"},
    "age>8": {"plain", "outside"},
    "age<8": {"sure"},
    "age>8d": {"plain", "outside"},
    "conf<0.5": {"plain"},
    "conf>0.5": {"sure"},
    "-lane:quarantined": {"plain", "sure"},
    "-has:taint conf>0.5": {"sure"},
    "BLUE": {"plain"},
    '"deep blue"': {"plain"},
    "-blue -acme": {"sure"},
    "deploy.command": {"sure"},
    "candidates/deep": {"plain"},
    "": {"plain", "sure", "outside"},
}


@pytest.fixture(scope="module")
def varied(tmp_path_factory: pytest.TempPathFactory) -> Path:
    home = make_home(tmp_path_factory.mktemp("varied") / "home", {"old.md": reviewed("old-note")})
    given = {"title": "The deep blue sea", "job": "nightly-links", "session": "s-42"}
    plain = note("plain", "The sea is deep.", confidence=0.25, **given)
    put(home, "memory/candidates/deep/plain.md", plain)
    fields: dict[str, object] = {"recorded_at": "2026-11-28T08:00:00+00:00", "confidence": 0.75}
    fields |= {"kind": "procedural", "scope": "project:beta", "memory_key": "deploy.command"}
    fields |= {"value": "make", "supersedes": ["old-note"], "relation": "correction"}
    put(home, "memory/candidates/sure.md", note("sure", **fields))
    fields = {"origin": "external", "taint": ["external"], "subject": "customer/acme"}
    put(
        home,
        "memory/candidates/outside.md",
        note("outside", "From a mail.", sources=None, **fields),
    )
    return home


@pytest.mark.parametrize("expression", TERMS)
def test_filter_terms(varied: Path, expression: str) -> None:
    assert ids(curator(varied, "queue", "--filter", expression)) == TERMS[expression]


@pytest.mark.parametrize("expression", ["has:nothing", "age>soon", "conf<x", "age>"])
def test_wrong_filter_terms_are_usage_errors(varied: Path, expression: str) -> None:
    result = curator(varied, "queue", "--filter", expression)
    assert (result.code, result.error["code"]) == (2, "usage")
