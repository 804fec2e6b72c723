"""What was forgotten stays away, also when it is proposed again; proposals that ask to forget
(ACCEPT tombstones, CONTRACT 24, 30)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.app.leftovers import scan
from tests.core.disguises import disguises
from tests.homes import CONFIG, curator, git, make_home, note, put, reviewed
from tests.proposal_branches import Change, propose

CLAIM = "Dana of payments is allergic to hazelnuts and carries an inhaler"
PARAPHRASE = "No hazelnuts for Dana, please; an inhaler is in her bag."


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """A Home in which one of two notes was forgotten."""
    notes = {"d.md": reviewed("m_dana", CLAIM), "s.md": reviewed("m_s", "Dana works in payments.")}
    made = make_home(tmp_path / "home", notes)
    assert curator(made, "forget", "m_dana", "--execute").code == 0
    return made


def lanes(home: Path, *words: str) -> dict[str, dict[str, Any]]:
    found = curator(home, "queue", *words).json["items"]
    return {row["notes"][0]: row for row in found}


def suppressed(home: Path) -> dict[str, dict[str, Any]]:
    return lanes(home, "--lane", "suppressed")


def test_disguises_stay_away_and_a_paraphrase_reaches_the_queue(home: Path) -> None:
    """tombstone.key_normalization_attack, no_second_memory_unit."""
    worn = disguises()
    for number, (name, dress) in enumerate(worn.items()):
        put(home, f"memory/candidates/{number}.md", note(f"w-{number}", dress(CLAIM), title=name))
    put(home, "memory/candidates/p.md", note("other-words", PARAPHRASE))
    assert set(lanes(home)) == {"other-words"}
    found = suppressed(home)
    assert set(found) == {f"w-{number}" for number in range(len(worn))}
    assert all("forgotten-before" in row["flags"] for row in found.values())


def test_newer_evidence_does_not_bring_it_back_but_a_person_can(home: Path) -> None:
    newer = note(
        "again", CLAIM, valid_from="2027-01-01", sources=["manual:ana@2027-01-02"], origin="user"
    )
    put(home, "memory/candidates/n.md", newer)
    assert set(suppressed(home)) == {"again"}
    curator(home, "index", "rebuild")
    assert set(suppressed(home)) == {"again"}
    assert curator(home, "decide", "again", "restore").code == 0
    assert (set(lanes(home)), suppressed(home)) == ({"again"}, {})


def test_a_clone_knows_it_too_and_cleans_itself_up(home: Path, tmp_path: Path) -> None:
    """Another device has another salt of its own; the tombstone's lies in the ledger."""
    clone = tmp_path / "clone"
    git(tmp_path, "clone", "-q", str(home), str(clone))
    put(clone, "memory/candidates/n.md", note("again", CLAIM.upper()))
    put(clone, "memory/candidates/m.md", note("fresh", "Dana likes walnuts."))
    assert set(suppressed(clone)) == {"again"}
    assert set(lanes(clone)) == {"fresh"}
    decision = curator(clone, "history", "--action", "forget").json["events"][0]["decision"]
    asked = ("forget", "--receipt", decision)
    assert curator(clone, *asked).json["places"]["index"] == "not done"
    assert curator(clone, "decide", "fresh", "reject").code == 0
    assert curator(clone, *asked).json["places"]["index"] == "done"


def test_the_ledger_holds_no_plain_hash_of_the_claim(tmp_path: Path) -> None:
    """Whoever reads the Home cannot look a guess up: fingerprints of it are salted and slow."""
    made = make_home(tmp_path / "home", {}, {"d.md": note("m_dana", CLAIM)})
    curator(made, "decide", "m_dana", "approve")
    (event,) = curator(made, "history").json["events"]
    assert event["fingerprint"]
    assert scan(made, event["fingerprint"]).files
    curator(made, "forget", "m_dana", "--execute")
    assert scan(made, event["fingerprint"]).files == frozenset()
    put(made, "memory/candidates/n.md", note("again", CLAIM))
    assert set(suppressed(made)) == {"again"}


def test_a_file_put_back_by_hand_is_no_memory_again(home: Path) -> None:
    git(home, "checkout", "-q", "HEAD~1", "--", "memory/notes/d.md")
    (row,) = curator(home, "queue").json["items"]
    assert (row["notes"], row["lane"]) == (["m_dana"], "re-review")
    assert "forgotten-before" in row["flags"]
    assert curator(home, "current", "m_dana").json["status"] == "none"
    git(home, "rm", "-qf", "memory/notes/d.md")
    foreign = "# Free\n\nA note without an id.\n"
    other = make_home(home.parent / "other", {"f.md": foreign})
    curator(other, "forget", "memory/notes/f.md", "--execute")
    put(other, "memory/notes/elsewhere.md", foreign)
    assert [row["lane"] for row in curator(other, "queue").json["items"]] == ["re-review"]


def asking(tmp_path: Path, config: str = CONFIG) -> Path:
    """A Home in which a branch asks to forget one of two notes."""
    notes = {"d.md": reviewed("m_dana", CLAIM), "s.md": reviewed("m_s", "Dana works in payments.")}
    made = make_home(tmp_path / "home", notes, config=config)
    taken = Change(files={"memory/notes/d.md": None}, trailers={"Curator-Op": "forget"})
    propose(made, taken)
    return made


def test_a_proposal_to_forget_goes_the_same_way_once_it_was_looked_at(tmp_path: Path) -> None:
    home = asking(tmp_path)
    (row,) = curator(home, "queue").json["items"]
    assert (row["op"], row["risk"]) == ("forget", "high")
    unseen = curator(home, "decide", row["item"], "approve")
    assert (unseen.code, unseen.error["code"]) == (4, "not-opened")
    shown = curator(home, "show", row["item"]).json
    assert "this cannot be undone" in shown["preview"]["notices"]
    words = ("decide", row["item"], "approve", "--expect", shown["shown_hash"])
    done = curator(home, *words)
    assert done.code == 0, done.err
    event = curator(home, "history").json["events"][0]
    assert (event["action"], event["op"], event["item"]) == ("forget", "forget", row["item"])
    receipt = curator(home, "forget", "--receipt", event["decision"]).json
    assert (receipt["places"]["worktree"], receipt["places"]["index"]) == ("done", "done")
    assert scan(home, "hazelnuts").files == frozenset()
    assert curator(home, "queue").json["items"] == []
    assert curator(home, *words).json["already"] is True
    assert [each["note_id"] for each in curator(home, "notes").json["notes"]] == ["m_s"]


def test_a_proposal_to_forget_what_changed_since_is_refused(tmp_path: Path) -> None:
    home = asking(tmp_path)
    assert curator(home, "decide", "m_dana", "pin").code == 0
    (row,) = curator(home, "queue").json["items"]
    shown = curator(home, "show", row["item"]).json["shown_hash"]
    refused = curator(home, "decide", row["item"], "approve", "--expect", shown)
    assert (refused.code, refused.error["code"]) == (3, "conflict")
    assert "curator forget m_dana" in refused.error["hint"]


def test_without_a_terminal_a_proposal_to_forget_needs_the_home_to_allow_it(
    tmp_path: Path,
) -> None:
    home = asking(tmp_path, CONFIG.replace('"all"', '"low-risk"'))
    (row,) = curator(home, "queue").json["items"]
    shown = curator(home, "show", row["item"]).json["shown_hash"]
    refused = curator(home, "decide", row["item"], "approve", "--expect", shown)
    assert (refused.code, refused.error["code"]) == (4, "headless-policy")


def test_the_steps_name_every_object_that_has_to_go(home: Path) -> None:
    """What the shown command takes out of history is all that holds the text."""
    found = scan(home, "hazelnuts")
    decision = curator(home, "history").json["events"][0]["decision"]
    receipt = curator(home, "forget", "--receipt", decision).json
    ids = {line for line in receipt["steps"][0].split("'")[1].split("\\n") if line}
    assert found.objects <= ids
    assert any("--strip-blobs-with-ids" in step for step in receipt["steps"])
