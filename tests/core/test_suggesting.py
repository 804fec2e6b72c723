"""Slots near to a free note: by terms of its title and text, in spaced and unspaced scripts."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from curator_core.rules.suggesting import MOST, Slot, Told, nearest, terms

SLOTS = (
    Slot("repo:agent-lab|deploy-command", (Told("Deploy", "make deploy-prod", "repo/agent-lab"),)),
    Slot("server.port", (Told("Port of the web server", "8080", "repo/agent-lab"),)),
    Slot("pref.editor", (Told("Preferred editor", "helix", "user/me"),)),
    Slot("food.allergy", (Told("过敏", "对榛子过敏", "health/me"),)),
    Slot("生产环境.部署方式", (Told("部署", "每周二发布到生产环境", "repo/agent-lab"),)),
)


@pytest.mark.parametrize(
    ("title", "says", "subject", "best"),
    [
        ("How we deploy", "Deploying is done by the release job.", "repo/agent-lab", 0),
        ("Listening", "The web server listens on another port now.", "repo/x", 1),
        ("Ines likes helix", "Her editors: helix first.", "user/me", 2),
        ("不能吃的东西", "他对榛子和花生都过敏。", "health/me", 3),
        ("发布", "生产环境的部署改到周三。", "repo/agent-lab", 4),
        ("ＤＥＰＬＯＹ", "ＭＡＫＥ", "x", 0),
    ],
)
def test_the_nearest_slot_comes_first(title: str, says: str, subject: str, best: int) -> None:
    found = nearest(Told(title, says, subject), SLOTS)
    assert found[0].key == SLOTS[best].key, found
    assert found[0].shared
    assert len(found) <= MOST
    assert [near.score for near in found] == sorted((near.score for near in found), reverse=True)


def test_a_common_subject_alone_suggests_nothing() -> None:
    assert nearest(Told("Agent lab", "Nothing else.", "repo/agent-lab"), SLOTS) == ()
    assert nearest(Told("的", "。了 42 x", "health/me"), SLOTS) == ()
    assert nearest(Told("Deploy", "", "x"), ()) == ()


def test_a_subject_decides_between_equals() -> None:
    slots = tuple(
        Slot(f"{name}.deploy", (Told("Deploy", "make", f"repo/{name}"),)) for name in ("aa", "bb")
    )
    assert nearest(Told("Deploy", "", "repo/bb"), slots)[0].key == "bb.deploy"
    assert nearest(Told("Deploy", "", "repo/aa"), slots)[0].key == "aa.deploy"


def test_rare_terms_weigh_more() -> None:
    slots = tuple(Slot(f"team-{n}.meeting", (Told("Meeting", "", ""),)) for n in range(9))
    rare = Slot("team-9.meeting", (Told("Meeting", "retrospective", ""),))
    found = nearest(Told("Meeting", "The retrospective is on Friday", ""), (*slots, rare))
    assert found[0].key == "team-9.meeting"
    assert found[0].shared[0] == "retrospective"


def test_terms_hold_no_numbers_marks_or_single_characters() -> None:
    assert list(terms("Deploying v2, 3.14 of a 的 过 榛子过敏 to_port")) == [
        *("deploy", "榛子", "子过", "过敏", "port"),
    ]


@given(st.text(max_size=80), st.text(max_size=80))
def test_any_text_is_only_judged(title: str, says: str) -> None:
    for near in nearest(Told(title, says, says), SLOTS):
        assert near.key in {slot.key for slot in SLOTS}
        assert set(near.shared) <= set(terms(title)) | set(terms(says))
