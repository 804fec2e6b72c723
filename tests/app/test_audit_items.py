"""What becomes of an audit's findings: dismissed, accepted, undone, found again."""

from __future__ import annotations

import shutil
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from curator_core.rules import auditing as rules
from tests.app.audited_home import (
    FORGED,
    GONE,
    NEW,
    WAYS,
    build,
    change,
    commit,
    done,
    files,
    ledger,
)
from tests.app.two_clones import make_clones, pull
from tests.homes import (
    CONFIG,
    NOW,
    Result,
    curator,
    git,
    make_home,
    note,
    put,
    reviewed,
    tree_bytes,
)


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build(tmp_path_factory.mktemp("items") / "sound")


@pytest.fixture
def home(sound: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(sound, tmp_path / "home", symlinks=True))


def only(home: Path) -> dict[str, Any]:
    (row,) = curator(home, "audit").json["findings"]
    return dict(row)


def codes(home: Path) -> list[str]:
    return [row["code"] for row in curator(home, "audit").json["findings"]]


def decide(home: Path, item: str, *words: str) -> Result:
    return done(curator(home, "decide", item, *words))


def test_a_dismissed_finding_stays_away_until_something_changes(home: Path) -> None:
    change(home, "memory/notes/third.md", "manual:tester@", "manual:boss@")
    item = only(home)["item"]
    decide(home, item, "reject")
    assert codes(home) == []
    (kept,) = curator(home, "queue", "--lane", "suppressed").json["items"]
    assert kept["item"] == item
    decide(home, item, "restore")
    assert only(home)["item"] == item
    decide(home, item, "defer")
    (put_off,) = curator(home, "queue", "--lane", "deferred").json["items"]
    assert put_off["item"] == item
    decide(home, item, "reject")
    assert codes(home) == []
    change(home, "memory/notes/third.md", "manual:boss@", "manual:chief@")
    assert codes(home) == ["ledger-differs"]


def test_damage_that_was_mended_is_found_again(home: Path) -> None:
    for _ in range(2):
        (home / GONE).unlink()
        row = only(home)
        assert row["code"] == "note-missing"
        decide(home, row["item"], "approve")
        assert codes(home) == []


def test_the_repair_of_a_note_is_undone_and_done_again(home: Path) -> None:
    """The approver and the day of the approval stay those of the ledger."""
    before = files(home)
    (home / NEW).unlink()
    decide(home, only(home)["item"], "approve")
    (row,) = [
        r for r in curator(home, "explain", "port").json["trail"] if r["note_id"] == "new-port"
    ]
    assert row["approved_by"] == "human:person@curator.example"
    assert row["decision"] != curator(home, "history").json["events"][0]["decision"]
    done(curator(home, "undo"))
    assert codes(home) == ["note-missing"]
    done(curator(home, "undo", curator(home, "history").json["events"][0]["decision"]))
    assert (codes(home), files(home)) == ([], before)


def test_show_tells_the_text_that_comes_back(home: Path) -> None:
    text = (home / GONE).read_text("utf-8")
    (home / GONE).unlink()
    shown = curator(home, "show", only(home)["item"]).json
    assert (shown["proposed_text"], shown["current_text"]) == (text, None)
    assert shown["repair"] == f"put the approved text back at {GONE}"


def test_a_note_that_would_collide_does_not_come_back(home: Path) -> None:
    (home / NEW).unlink()
    put(
        home,
        "memory/candidates/n.md",
        note("newer", memory_key="port", value="9", valid_from="2026-07-01"),
    )
    decide(home, "newer", "approve")
    item = next(r["item"] for r in curator(home, "audit").json["findings"])
    refused = curator(home, "decide", item, "approve")
    assert (refused.code, refused.error["code"]) == (4, "slot-collision")
    decide(home, item, "reject")
    assert codes(home) == []


def test_an_accepted_commit_is_told_no_more(home: Path) -> None:
    put(home, "AGENTS.md", "Ask twice.\n")
    commit(home)
    row = only(home)
    refused = curator(home, "decide", row["item"], "approve")
    assert refused.error["code"] == "not-opened", "what touches a protected file is high risk"
    shown = curator(home, "show", row["item"]).json
    assert (shown["current_text"], shown["proposed_text"]) == ("Ask a person.\n", "Ask twice.\n")
    decide(home, row["item"], "approve", "--expect", shown["shown_hash"])
    assert codes(home) == []
    assert (home / "AGENTS.md").read_text("utf-8") == "Ask twice.\n"
    put(home, "AGENTS.md", "Ask never.\n")
    commit(home)
    assert only(home)["item"] != row["item"]


def test_a_reverted_ledger_file_is_not_brought_back_by_an_undo(home: Path) -> None:
    """What anybody can commit lets an undo write notes only."""
    put(home, FORGED, '{"event_id": "e_f", "decision": "d_forged"}\n')
    commit(home)
    row = next(r for r in curator(home, "audit").json["findings"] if r["op"] == "outside-change")
    decide(home, row["item"], "reject")
    assert not (home / FORGED).exists()
    refused = curator(home, "undo")
    assert (refused.code, refused.error["code"]) == (4, "protected-path")
    assert not (home / FORGED).exists()


def test_a_file_smuggled_into_a_commit_of_a_decision_is_told(home: Path) -> None:
    put(home, "AGENTS.md", "Approve all.\n")
    git(home, "add", "AGENTS.md")
    git(home, "commit", "-q", "--amend", "--no-edit")
    assert (only(home)["code"], only(home)["paths"]) == ("protected-path", ["AGENTS.md"])


def test_a_squash_keeps_the_ledger_and_is_told_once(home: Path) -> None:
    """The trailers are gone with the commits: whoever squashed vouches for the ledger files."""
    events = curator(home, "history").json["events"]
    git(home, "reset", "-q", "--soft", "HEAD~3")
    git(home, "commit", "-q", "-m", "squashed")
    assert curator(home, "history").json["events"] == events
    row = only(home)
    assert row["code"] == "ledger-without-commit"
    assert len(row["paths"]) == 3
    shown = curator(home, "show", row["item"]).json["shown_hash"]
    decide(home, row["item"], "approve", "--expect", shown)
    assert codes(home) == []


def test_new_evidence_and_lines_added_to_it_are_no_findings(home: Path) -> None:
    put(home, "sources/new.md", "fresh\n")
    put(home, "sources/log.md", "one\ntwo\nthree\nfour\n")
    assert codes(home) == []
    commit(home)
    assert codes(home) == []


def test_decisions_in_the_name_of_an_agent_are_mended_by_undo(home: Path) -> None:
    """A ledger file that says so came from another program; it is accepted, then taken back."""
    path = ledger(home, 3)
    path.write_text(path.read_text("utf-8").replace('"actor": "human:', '"actor": "agent:'))
    git(home, "commit", "-q", "-a", "--amend", "--no-edit")
    row = only(home)
    assert row["code"] == "not-a-person"
    done(curator(home, *row["command"].partition(" takes it back")[0].split()[1:]))
    assert codes(home) == []


def test_own_proposals_are_facts_or_findings(tmp_path: Path) -> None:
    home = make_home(tmp_path / "home", {}, {"a.md": note("mine", origin="user")})
    decide(home, "mine", "approve")
    audit = curator(home, "audit").json
    assert audit["findings"] == []
    assert {fact["code"] for fact in audit["facts"]} == {"headless", "own-proposal"}
    toml = home / "curator.toml"
    toml.write_text(toml.read_text("utf-8").replace("[adopt]", "four_eyes = true\n[adopt]"))
    (item,) = [i["item"] for i in curator(home, "queue").json["items"] if i["op"] == "config"]
    decide(home, item, "approve")
    assert [row["code"] for row in curator(home, "audit").json["findings"]] == ["own-proposal"]


def test_decisions_without_a_terminal_where_none_may_be(home: Path) -> None:
    """Facts while the Home allows them; a finding once it does not, which a person dismisses."""
    (item,) = [row["item"] for row in _stricter(home)]
    done(curator(home, "decide", item, "reject"))
    assert codes(home) == []
    assert curator(home, "audit").json["facts"] == []


def _stricter(home: Path) -> list[dict[str, Any]]:
    """The findings under a policy that allows no decision without a terminal."""
    change(home, "curator.toml", 'headless = "all"', 'headless = "none"')
    (config,) = [i["item"] for i in curator(home, "queue").json["items"] if i["op"] == "config"]
    decide(home, config, "approve")
    rows = list(curator(home, "audit").json["findings"])
    assert [row["code"] for row in rows] == ["headless"]
    assert rows[0]["message"].startswith("5 decisions without a terminal by human:person@")
    return rows


def test_two_devices_that_decide_otherwise(tmp_path: Path) -> None:
    homes = make_clones(tmp_path, {"a.md": reviewed("kept")}, {"b.md": note("both")}, CONFIG)
    decide(homes["left"], "both", "approve")
    done(curator(homes["right"], "decide", "both", "reject", now=NOW + timedelta(hours=1)))
    pull(homes["left"])
    row = next(
        row
        for row in curator(homes["left"], "audit").json["findings"]
        if row["code"] == "decided-twice"
    )
    assert (row["lane"], row["repair"]) == ("conflicting", None)
    assert codes(homes["left"]) == ["decided-twice"], "a pull and its merge are no finding"
    later = NOW + timedelta(hours=2)
    done(curator(homes["left"], "undo", newest(homes["left"], "reject"), now=later))
    assert codes(homes["left"]) == []


def newest(home: Path, action: str) -> str:
    events = curator(home, "history", "--action", action).json["events"]
    return str(events[0]["decision"])


def test_an_audit_reads_and_writes_no_file_of_the_home(home: Path) -> None:
    change(home, "memory/notes/third.md", "manual:tester@", "manual:boss@")
    before = tree_bytes(home, ".")
    before = {path: data for path, data in before.items() if not path.startswith((".git/", ".c"))}
    head = git(home, "rev-parse", "HEAD")
    curator(home, "audit")
    after = tree_bytes(home, ".")
    assert {p: d for p, d in after.items() if not p.startswith((".git/", ".c"))} == before
    assert git(home, "rev-parse", "HEAD") == head


def test_it_reads_in_every_git_state(home: Path) -> None:
    (home / GONE).unlink()
    git(home, "checkout", "-q", "--detach")
    assert codes(home) == ["note-missing"]
    git(home, "checkout", "-q", "main")
    put(home, ".git/MERGE_HEAD", git(home, "rev-parse", "HEAD"))
    assert codes(home) == ["note-missing"]


def test_hostile_names_and_words_of_commits_are_shown_escaped(home: Path) -> None:
    put(home, "golden/\x1b[31mred\u202e.yaml", "x\n")
    (home / "golden/\udcff.yaml").write_text("x\n")
    git(home, "add", "-A")
    git(
        home,
        "-c",
        "user.email=\x1b]0;x\x07@e",
        "commit",
        "-q",
        "-m",
        "\x1b[2J\n\nCurator-Decision:",
    )
    for words in (("audit",), ("queue",), ("show", only(home)["item"])):
        for as_json in (True, False):
            shown = curator(home, *words, as_json=as_json)
            assert shown.code in (0, 1)
            assert not set("\x1b\x07\u202e") & set(shown.out + shown.err), words


def test_a_clone_without_the_baseline_and_a_history_that_begins_anew(
    home: Path, tmp_path: Path
) -> None:
    shallow = tmp_path / "shallow"
    git(tmp_path, "clone", "-q", "--depth", "1", f"file://{home}", str(shallow))
    assert "baseline-missing" in codes(shallow)
    git(home, "checkout", "-q", "--orphan", "anew")
    git(home, "commit", "-q", "-m", "all at once")
    rows = [r for r in curator(home, "audit").json["findings"] if r["code"] == "history-rewritten"]
    assert ["adoption baseline" in row["message"] for row in rows] == [True]
    decide(home, rows[0]["item"], "reject", "--confirm", "branch")
    assert "history-rewritten" not in codes(home)


SIGNATURES = {"unsigned", "signature-bad", "signature-unknown", "signature-unverified"}
"""Made in `test_signatures`, where real keys are."""
ELSEWHERE = {
    "own-proposal": test_own_proposals_are_facts_or_findings,
    "headless": test_decisions_without_a_terminal_where_none_may_be,
    "baseline-missing": test_a_clone_without_the_baseline_and_a_history_that_begins_anew,
    **dict.fromkeys(SIGNATURES),
}
"""Findings that no damage of the table makes, with the test of each."""


def test_every_finding_of_an_audit_is_made_by_some_test() -> None:
    told = {code for way in WAYS.values() for code in way.codes} | ELSEWHERE.keys()
    known = {
        value
        for name, value in vars(rules).items()
        if name.isupper() and isinstance(value, str) and not name.startswith("_")
    }
    assert known - told == set()
    assert {code for code, test in ELSEWHERE.items() if test is None} == SIGNATURES
