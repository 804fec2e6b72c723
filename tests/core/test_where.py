"""Which decisions `undo --where` takes, term by term (CONTRACT 33)."""

from __future__ import annotations

from zoneinfo import ZoneInfo

import pytest

from curator_core.model.event import Action, Event, ProposalRef
from curator_core.model.problem import Refusal
from curator_core.rules import where

ZONE = ZoneInfo("Europe/Berlin")


def event(name: str, actor: str, at: str, *, action: Action = Action.APPROVE, **ref: str) -> Event:
    source = ref.pop("source", None)
    proposal = ProposalRef(**ref, sources=(source,) if source else ())  # type: ignore[arg-type]
    return Event(
        event_id=name,
        decision="d_" + name,
        at=at,
        actor=actor,
        entrance="cli",
        tty=False,
        action=action,
        item="i_" + name,
        proposal=proposal,
        notes=(),
    )


EVENTS = (
    event("a", "human:ines", "2026-11-27T08:00:00Z", job="nightly-links", session="s1"),
    event("b", "human:ines", "2026-11-28T22:59:59Z", job="nightly-age", session="s2"),
    event("c", "human:tom", "2026-11-28T23:00:00Z", proposer="job:x", detector="expiry"),
    event("d", "human:tom", "2026-11-29T08:00:00Z", source="https://a.example/?q=[1]"),
    event("u", "human:tom", "2026-11-29T09:00:00Z", action=Action.UNDO),
    event("v", "human:tom", "2026-11-29T09:30:00Z", job="nightly-links"),
)
UNDONE = {"v": "w"}


@pytest.mark.parametrize(
    ("terms", "names"),
    [
        (["job=nightly-links"], "a"),
        (["job=nightly-*"], "ab"),
        (["job="], "cd"),
        (["job=Nightly-links"], ""),
        (["session=s2"], "b"),
        (["proposer=job:x"], "c"),
        (["detector=expiry"], "c"),
        (["detector="], "abd"),
        (["source=https://a.example/?q=[1]"], "d"),
        (["source=https://*"], "d"),
        (["source="], "abc"),
        (["actor=human:ines"], "ab"),
        (["actor=human:*", "session=s1"], "a"),
        (["actor=human:ines", "actor=human:tom"], ""),
        (["since=2026-11-29"], "cd"),
        (["since=2026-11-29T08:00:00+00:00"], "d"),
        (["since=2026-11-01", "since=2026-11-28T23:59:59+01:00"], "bcd"),
        ([], "abcd"),
    ],
)
def test_terms(terms: list[str], names: str) -> None:
    wanted = where.parse(terms, ZONE)
    assert isinstance(wanted, where.Where)
    assert "".join(e.event_id for e in where.standing(wanted, EVENTS, UNDONE)) == names


@pytest.mark.parametrize(
    ("term", "code"),
    [
        ("job", "usage"),
        ("colour=red", "usage"),
        ("=x", "usage"),
        ("since", "usage"),
        ("since=", "time-form"),
        ("since=yesterday", "time-form"),
        ("since=2026-11-29T08:00:00", "time-form"),
    ],
)
def test_terms_of_another_form_are_refused(term: str, code: str) -> None:
    refused = where.parse(["job=x", term], ZONE)
    assert isinstance(refused, Refusal)
    assert refused.code == code
