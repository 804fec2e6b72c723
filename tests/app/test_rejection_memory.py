"""Rejected claims stay away until something newer speaks for them, by the command line (ACCEPT
tombstones, C14, C28, C29, C47)."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from curator_core.service import review
from tests.core.disguises import CLAIMS, disguises
from tests.homes import NOW, caller, curator, make_home, note, put, reviewed
from tests.proposal_branches import Change, propose

CLAIM = "The payments team deploys on Fridays with `make ship`"
PARAPHRASE = "Friday is when payments gets shipped, by means of make ship."
LATER = NOW + timedelta(days=3)


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """A Home in which one claim of two candidates was rejected."""
    made = make_home(
        tmp_path / "home",
        {"other.md": reviewed("other", "The office has two printers.")},
        {"bad.md": note("bad", CLAIM), "good.md": note("good", "The office has a garden.")},
    )
    curator(made, "decide", "bad", "reject", "--reason-code", "wrong")
    return made


def rows(home: Path, *words: str, **more: Any) -> dict[str, dict[str, Any]]:
    """The items of a lane (default: what waits) by note id."""
    found = curator(home, "queue", *words, **more).json["items"]
    return {row["notes"][0]: row for row in found}


def suppressed(home: Path, **more: Any) -> dict[str, dict[str, Any]]:
    return rows(home, "--lane", "suppressed", **more)


def test_the_same_again_is_suppressed_counted_and_can_be_put_back(home: Path) -> None:
    """C28."""
    put(home, "memory/candidates/n.md", note("again", CLAIM.replace(" ", "  ") + "\n"))
    assert set(rows(home)) == {"good"}
    assert suppressed(home)["again"]["health"] == "rejected-before"
    status = curator(home, "status").json
    assert (status["waiting"], status["by_lane"]["suppressed"]) == (1, 1)
    curator(home, "decide", "again", "restore")
    assert set(rows(home)) == {"good", "again"}
    assert suppressed(home) == {}
    curator(home, "undo")
    assert set(suppressed(home)) == {"again"}


def test_disguises_of_a_rejected_claim_and_a_true_paraphrase(home: Path) -> None:
    """tombstone.key_normalization_attack: the attack is refused, a paraphrase reaches the queue."""
    for number, (name, dress) in enumerate(disguises().items()):
        put(
            home, f"memory/candidates/{number}.md", note(f"worn-{number}", dress(CLAIM), title=name)
        )
    put(home, "memory/candidates/p.md", note("said-otherwise", PARAPHRASE))
    assert set(suppressed(home)) == {f"worn-{number}" for number in range(18)}
    assert set(rows(home)) == {"good", "said-otherwise"}
    assert curator(home, "notes").json["notes"][0]["note_id"] == "other"


def test_undo_of_the_rejection_lets_the_claim_in_again(home: Path) -> None:
    put(home, "memory/candidates/n.md", note("again", CLAIM))
    curator(home, "undo")
    assert set(rows(home)) == {"bad", "good", "again"}


def test_a_rejection_never_ages(home: Path) -> None:
    """tombstone.survives_ttl_and_prune, with an unrejected twin as control."""
    put(home, "memory/candidates/n.md", note("again", CLAIM, expires_at="2030-01-01"))
    put(home, "memory/candidates/m.md", note("twin", "It rains.", expires_at="2030-01-01"))
    years = NOW + timedelta(days=3000)
    assert set(suppressed(home, now=years)) == {"again"}
    assert "twin" in rows(home, now=years)


def test_a_rejected_value_stays_dead_when_another_took_its_slot(home: Path) -> None:
    """tombstone.laundering_sequence."""
    slot = {"memory_key": "ship.command"}
    put(
        home,
        "memory/candidates/x.md",
        note("rejected-value", "Said so.", value="make ship", **slot),
    )
    put(
        home, "memory/candidates/y.md", note("taken-value", "Said so.", value="make deploy", **slot)
    )
    curator(home, "decide", "rejected-value", "reject")
    curator(home, "decide", "taken-value", "approve")
    sources = ["manual:a@2026-11-01", "manual:b@2026-11-02", "ticket:7"]
    text = note("restated", "Now told by three.", value="Make  ship", sources=sources, **slot)
    put(home, "memory/candidates/z.md", text)
    assert set(suppressed(home)) == {"restated"}
    answer = curator(home, "current", "ship.command").json
    assert (answer["status"], answer["answer_value"]) == ("known", "make deploy")


def test_newer_evidence_brings_a_claim_back_marked(home: Path) -> None:
    fresh = {"sources": ["manual:ana@2026-12-01"], "valid_from": "2026-12-01"}
    put(home, "memory/candidates/n.md", note("again", CLAIM, **fresh))
    put(home, "memory/candidates/o.md", note("old-start", CLAIM, sources=fresh["sources"]))
    put(home, "memory/candidates/p.md", note("old-source", CLAIM, valid_from="2026-12-01"))
    back = rows(home, now=LATER)
    assert set(back) == {"good", "again"}
    assert "newer-evidence" in back["again"]["flags"]
    assert set(suppressed(home, now=LATER)) == {"old-start", "old-source"}


def test_a_branch_that_proposes_it_again_is_suppressed(home: Path) -> None:
    """tombstone.reextraction_stays_inactive: other values of the same input come through."""
    again = Change(files={"memory/candidates/n1.md": note("n1", CLAIM.upper())})
    new = Change(files={"memory/candidates/n2.md": note("n2", "The team has six members.")})
    propose(home, again, new)
    assert set(rows(home)) == {"good", "n2"}
    assert set(suppressed(home)) == {"n1"}
    assert {row["note_id"] for row in curator(home, "notes").json["notes"]} == {"other"}


def test_another_claim_about_the_same_note_is_shown(home: Path) -> None:
    """C29."""
    path = "memory/notes/other.md"
    text = (home / path).read_text()
    propose(home, Change(files={path: text.replace("two", "three")}))
    (first,) = (row for row in rows(home).values() if row["op"] == "update")
    curator(home, "decide", first["item"], "reject")
    others = {"again": "two", "scanners": "printers"}
    for (name, old), new in zip(others.items(), ("THREE", "scanners"), strict=True):
        change = Change(files={path: text.replace(old, new)})
        propose(home, change, ref=f"refs/heads/proposals/{name}")
    waiting = [row for row in rows(home).values() if row["op"] == "update"]
    assert [row["refs"] for row in waiting] == [["proposals/scanners"]]


def test_near_copies_are_one_row(home: Path) -> None:
    """C47."""
    for number in range(40):
        words = [CLAIMS[2], CLAIMS[2].upper(), f"{CLAIMS[2]}.", CLAIMS[2].replace(" ", "  ")]
        text = words[number % 4].replace("owns", "owned") if number % 3 else words[number % 4]
        put(home, f"memory/candidates/c{number}.md", note(f"copy-{number}", text + " " * number))
    items = review.load(caller(home)).items
    groups = {item.notes[0]: item.cluster for item in items}
    assert groups.pop("good") is None
    assert len(groups) == 40
    assert len(set(groups.values())) == 1
    assert set(groups.values()) <= {item.item for item in items}


def test_the_same_text_in_two_periods_is_no_duplicate(tmp_path: Path) -> None:
    """C14: two intervals, nothing in between."""
    text = "The depot is open on Sundays."
    first = {"valid_from": "2026-01-01", "valid_to": "2026-03-01", "memory_key": "depot.sunday"}
    home = make_home(tmp_path / "two", {"a.md": reviewed("first", text, **first)})
    later = {"memory_key": "depot.sunday", "valid_from": "2026-08-01"}
    put(home, "memory/candidates/b.md", note("second", text, **later))
    same = {"memory_key": "depot.sunday", "valid_from": "2026-02-01", "valid_to": "2026-03-01"}
    put(home, "memory/candidates/c.md", note("third", text, **same))
    waiting = rows(home)
    assert waiting["second"]["health"] == "clean"
    assert waiting["third"]["health"] == "duplicate"
    curator(home, "decide", "second", "approve")
    answers = {day: curator(home, "at", "depot.sunday", day).json for day in DAYS}
    assert [answers[day]["status"] for day in DAYS] == ["known", "none", "known"]
    assert answers["2026-02-01"]["note_id"] == "first"
    assert answers["2026-09-01"]["note_id"] == "second"


DAYS = ("2026-02-01", "2026-05-01", "2026-09-01")
