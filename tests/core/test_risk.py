"""Risk tiers (DESIGN §5) and what counts as shrinking a note (C44)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from curator_core.model.answer import Finding, NoteWrite, Repair
from curator_core.model.event import Action
from curator_core.model.note import Authority, Kind, Modality, Note, Origin, Status
from curator_core.model.problem import Severity
from curator_core.model.proposal import Health, Item, Lane, Op, Risk
from curator_core.rules import risk, shrinking


def item(**fields: Any) -> Item:
    values: dict[str, Any] = {
        "item": "i_1",
        "lane": Lane.CANDIDATE,
        "op": Op.ADD,
        "subject": "project/alpha",
        "title": "",
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
        "flags": (),
        "since": "2026-11-20T08:00:00+00:00",
        "confidence": None,
        "sources": (),
        "notes": ("a",),
        "paths": ("memory/candidates/a.md",),
        "refs": (),
        "filled": (),
        "blob": "0" * 40,
        "item_hash": "h",
    }
    return Item(**(values | fields))


def note(note_id: str = "a", **fields: Any) -> Note:
    values: dict[str, Any] = {
        "schema_version": 1,
        "id": note_id,
        "kind": Kind.SEMANTIC,
        "subject": "project/alpha",
        "scope": "global",
        "status": Status.ACTIVE,
        "recorded_at": "2026-11-20T08:00:00+00:00",
        "origin": Origin.AGENT,
        "body": "A fact.\n",
    }
    return Note(**(values | fields))


def weighed(one: Item, mine: Note | None = None, *targets: Note, **more: Any) -> risk.Weighed:
    values: dict[str, Any] = {"shrinks": False, "high_subjects": ()} | more
    return risk.weigh(one, mine or note(), targets=targets, **values)


def finding(*names: str, decision: Action | None = None) -> Finding:
    writes = (NoteWrite("a", dict.fromkeys(names, "x")),) if names else ()
    repair = Repair(writes, "mend it", decision)
    return Finding(code="c", severity=Severity.WARNING, message="m", ids=("a",), repair=repair)


HIGH: dict[str, tuple[Item, str]] = {
    "tainted": (item(taint=("external", "mail")), "tainted: external, mail"),
    "quarantined": (item(lane=Lane.QUARANTINED), "tainted: from outside"),
    "external": (item(origin="external"), "tainted: from outside"),
    "secret": (item(flags=("secret",)), "holds what looks like a secret"),
    "instruction": (item(flags=("H1",)), "reads like an instruction"),
    "archive": (item(op=Op.ARCHIVE), "proposes to archive"),
    "forget": (item(op=Op.FORGET), "proposes to forget"),
    "repair": (
        item(op=Op.REPAIR, finding=finding("status", decision=Action.ARCHIVE)),
        "the repair archives a note",
    ),
    "health": (item(subject="health/allergy"), "subject of health"),
    "legal": (item(subject="Legal"), "subject of legal"),
    "money": (item(subject="money-transfers/x"), "subject of money"),
    "security": (item(subject="ｓecurity/keys"), "subject of security"),
    "people": (item(subject="人物/王"), "subject of people"),
    "flagged": (item(flags=("shrinks",)), "shrinks a note by half or leaves text out"),
}


@pytest.mark.parametrize("name", HIGH)
def test_what_makes_an_item_high(name: str) -> None:
    one, why = HIGH[name]
    assert weighed(one) == risk.Weighed(Risk.HIGH, (why,))


@pytest.mark.parametrize("subject", ["project/health", "wealth/x", "peopleware", "", "inbox"])
def test_only_the_first_part_names_a_domain(subject: str) -> None:
    assert weighed(item(subject=subject)) == risk.Weighed(Risk.MEDIUM)


@pytest.mark.parametrize(
    ("subject", "tier"),
    [
        ("infra/deploy", Risk.HIGH),
        ("infra/deploy/web", Risk.HIGH),
        ("Infra/Deploy", Risk.HIGH),
        ("infra/deployment", Risk.MEDIUM),
        ("vendor/x", Risk.HIGH),
        ("vendor", Risk.MEDIUM),
    ],
)
def test_a_home_names_more_subjects(subject: str, tier: Risk) -> None:
    found = weighed(item(subject=subject), high_subjects=("infra/deploy/", "vendor/*"))
    assert found.risk is tier


def test_pins_and_authority_are_a_persons_to_change() -> None:
    plain, pinned = note("old"), note("old", pin=True)
    assert weighed(item(), note(pin=True)).why == ("pins a note",)
    assert weighed(item(), note(pin=True), plain).why == ("pins a note",)
    assert weighed(item(), note(pin=True), pinned).risk is Risk.MEDIUM
    assert weighed(item(), note(), pinned).why == ("takes a pin away",)
    weak, strong = note(), note(authority=Authority.USER_EXPLICIT)
    assert weighed(item(), weak, strong).why == ("changes the authority",)
    assert weighed(item(), strong, strong).risk is Risk.MEDIUM
    assert weighed(item(), strong).why == ("claims a user's authority",)
    mine = note(authority=Authority.USER_EXPLICIT, origin=Origin.USER)
    assert weighed(item(origin="user"), mine).risk is Risk.MEDIUM


def test_what_is_done_to_others() -> None:
    old = [note(f"n{number}") for number in range(4)]
    assert weighed(item(), None, *old[:3]).risk is Risk.MEDIUM
    assert weighed(item(), None, *old).why == ("retires 4 notes",)
    assert weighed(item(), shrinks=True).risk is Risk.HIGH
    quoted = note(modality=Modality.QUOTED)
    assert weighed(item(), quoted, old[0]).why == ("outside text over a reviewed note",)
    assert weighed(item(), quoted).risk is Risk.MEDIUM


LOW = {
    "an exact duplicate": item(health=Health.DUPLICATE),
    "archives what has expired": item(op=Op.ARCHIVE, flags=("expired",)),
    "repairs metadata": item(op=Op.REPAIR, finding=finding("tags", "review_by")),
}


@pytest.mark.parametrize("why", LOW)
def test_what_makes_an_item_low_and_that_high_wins(why: str) -> None:
    assert weighed(LOW[why]) == risk.Weighed(Risk.LOW, (why,))
    assert weighed(replace(LOW[why], taint=("web",))).risk is Risk.HIGH
    assert weighed(replace(LOW[why], subject="health/allergy")).risk is Risk.HIGH


@pytest.mark.parametrize(
    "one",
    [
        finding("valid_to"),
        finding("tags", "status"),
        finding(),
        finding("tags", decision=Action.DETACH),
        Finding(code="c", severity=Severity.WARNING, message="m", ids=("a",)),
    ],
)
def test_a_repair_that_answers_or_that_nobody_knows_is_medium(one: Finding) -> None:
    assert weighed(item(op=Op.REPAIR, finding=one)).risk is Risk.MEDIUM


def test_a_proposers_words_never_lower_the_tier() -> None:
    words: dict[str, Any] = {"detector": "expiry", "reason": "expired", "confidence": 1.0}
    assert weighed(item(op=Op.ARCHIVE, **words)).risk is Risk.HIGH
    assert weighed(item(**words)).risk is Risk.MEDIUM


LONG = "".join(f"- item {number}: something worth keeping\n" for number in range(10))


@pytest.mark.parametrize(
    ("before", "after", "shrinks"),
    [
        (LONG, LONG[: len(LONG) // 3], True),
        (LONG, LONG[: len(LONG) * 2 // 3], False),
        (LONG, "", True),
        ("Deploy with make.\n", "make\n", False),
        (LONG, LONG + LONG, False),
        (LONG, LONG.replace("- ", "-    \n   "), False),
        ("春" * 100, "春" * 49, True),
        ("春" * 100, "春" * 50, False),
        (LONG, LONG + "... (rest unchanged) ...\n", True),
        (LONG + "[rest of the file unchanged]\n", LONG + "[rest of the file unchanged]\n", False),
        ("", "# New\n<!-- existing content remains -->\n", True),
    ],
)
def test_shrinking_counts_text_not_blanks(before: str, after: str, shrinks: bool) -> None:
    assert shrinking.shrinks(before, after) is shrinks


@pytest.mark.parametrize(
    "line",
    [
        "... rest unchanged ...",
        "[rest of the note stays the same]",
        "<!-- rest of the file unchanged -->",
        "// ... existing code remains ...",
        "# ... the rest of the config is omitted as before",
        "(everything else stays)",
        "…(其余不变)",
        "（以下内容省略）",
        "其他保持不变",
        "[… der Rest bleibt wie bisher]",
        "Rest unverändert",
        "(snip)",
        "[truncated]",
        "Rest unchanged.",
    ],
)
def test_placeholders_are_found(line: str) -> None:
    assert shrinking.placeholder(f"# Title\n\n{line}\n") == 3


@pytest.mark.parametrize(
    "line",
    [
        "The rest of the team stays in Munich until March, so ask Ines for the keys.",
        "Never write 'rest unchanged' into a note: it dropped 80 % of a file once.",
        "The remaining budget is the same as before the summer, says the treasurer.",
        "rest area at kilometre 12",
        "其余的人员都在上海办公室工作，联系方式见通讯录，不变的是电话号码。",
        "- [ ] unchanged",
        "{{ if .Truncated }}",
        "```",
        "",
    ],
)
def test_sentences_about_it_are_none(line: str) -> None:
    assert shrinking.placeholder(f"{line}\n") is None
