"""Slot identity, aliases, cardinality, scopes and near names."""

from __future__ import annotations

import pytest

from curator_core.model.home import Cardinality, SlotRule
from curator_core.rules import slots
from curator_core.rules.slots import SlotRules


@pytest.mark.parametrize(
    "spelling",
    ["deploy-cmd", "deploy_cmd", "Deploy_CMD", "ｄｅｐｌｏｙ－ｃｍｄ", " deploy-cmd "],
)
def test_spellings_of_one_slot(spelling: str) -> None:
    assert slots.folded_key(spelling) == "deploy_cmd"


def test_folding_is_stable_and_keeps_different_names_apart() -> None:
    for key in ("STRASSE", "ﬁle", "ǅ", "部署命令", "a.b-c/d"):
        assert slots.folded_key(slots.folded_key(key)) == slots.folded_key(key)
    assert slots.folded_key("STRASSE") == slots.folded_key("straße")
    assert slots.folded_key("a.b") != slots.folded_key("a_b")


RULES = SlotRules(
    [
        SlotRule("deploy-cmd", aliases=("release-command", "rollout.*")),
        SlotRule("pref.*", Cardinality.SET, aliases=("likes.*", "taste")),
        SlotRule("server-[a-c].port", Cardinality.SET),
        SlotRule("pref.editor"),
    ]
)


@pytest.mark.parametrize(
    ("asked", "key", "cardinality"),
    [
        ("Deploy_Cmd", "deploy_cmd", Cardinality.SINGLE),
        ("RELEASE_command", "deploy_cmd", Cardinality.SINGLE),
        ("rollout.prod", "deploy_cmd", Cardinality.SINGLE),
        ("pref.music", "pref.music", Cardinality.SET),
        ("likes.music", "pref.music", Cardinality.SET),
        ("taste", "taste", Cardinality.SET),
        ("server_b.port", "server_b.port", Cardinality.SET),
        ("server-d.port", "server_d.port", Cardinality.SINGLE),
        ("pref.editor", "pref.editor", Cardinality.SET),
        ("other", "other", Cardinality.SINGLE),
    ],
)
def test_the_first_rule_that_names_a_slot_holds(
    asked: str, key: str, cardinality: Cardinality
) -> None:
    assert (RULES.resolve(asked), RULES.cardinality(asked)) == (key, cardinality)


@pytest.mark.parametrize(
    ("scope", "chain"),
    [
        ("global", ("global",)),
        ("project:a", ("project:a",)),
        ("project:a/b/c", ("project:a/b/c", "project:a/b", "project:a")),
        ("user:u/project:p", ("user:u/project:p", "user:u", "project:p")),
        (
            "user:u/project:p/x",
            ("user:u/project:p/x", "user:u/project:p", "user:u", "project:p/x", "project:p"),
        ),
    ],
)
def test_a_scope_lies_in_its_parents(scope: str, chain: tuple[str, ...]) -> None:
    assert slots.parents(scope) == chain


def test_scopes_are_tried_as_given_and_global_last() -> None:
    asked = ("global", "user:me", "project:a/b", "Project:A", "review_required")
    assert slots.scope_chain(asked) == ("user:me", "project:a/b", "project:a", "global")
    assert slots.scope_chain(()) == ("global",)


def test_two_projects_stay_two() -> None:
    assert slots.folded_scope("project:agent-lab") != slots.folded_scope("project:agent_lab")


def test_near_names_are_found_by_words_and_letters() -> None:
    names = ["deploy.command.prod", "deploy.command.staging", "pref.editor", "部署命令", "port"]
    assert slots.nearest("deploy-comand", names)[:2] == (
        "deploy.command.prod",
        "deploy.command.staging",
    )
    assert slots.nearest("editor", names) == ("pref.editor",)
    assert slots.nearest("部署的命令", names) == ("部署命令",)
    assert slots.nearest("zzzz", names) == ()
    assert len(slots.nearest("slot", [f"slot{n}" for n in range(50)])) == 5
