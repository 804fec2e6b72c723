"""The line for prompts, the numbers from the ledger, and notes written by hand."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest

from tests.homes import NOW, curator, git, make_home, note, put, reviewed


def test_the_porcelain_line_comes_from_a_file_and_says_its_age(tmp_path: Path) -> None:
    home = make_home(tmp_path / "home", {}, {"a.md": note("note-a"), "b.md": note("note-b")})
    first = curator(home, "status", "--porcelain", as_json=False)
    assert (first.code, first.out) == (0, "2 waiting (0s ago)\n")
    put(home, "memory/candidates/c.md", note("note-c"))
    later = NOW + timedelta(minutes=5)
    cached = curator(home, "status", "--porcelain", as_json=False, now=later)
    assert cached.out == "2 waiting (5m ago)\n", "the Home itself is not read"
    curator(home, "queue", now=later)
    fresh = curator(home, "status", "--porcelain", now=later + timedelta(hours=3)).json
    assert (fresh["waiting"], fresh["age_seconds"]) == (3, 3 * 3_600)
    assert fresh["line"] == "3 waiting (3h ago)"
    assert curator(home, "status", "--porcelain", "--max-waiting", "2").code == 1
    assert curator(home, "status", "--porcelain", "--max-waiting", "3").code == 0


def test_the_porcelain_line_follows_decisions_and_names_what_is_odd(tmp_path: Path) -> None:
    candidates = {
        "a.md": note("note-a"),
        "b.md": note("note-b", taint=["external"]),
        "c.md": "---\nbroken: [\n---\n",
    }
    home = make_home(tmp_path / "home", {}, candidates)
    assert curator(home, "decide", "note-a", "approve").code == 0
    line = curator(home, "status", "--porcelain").json["line"]
    assert line == "2 waiting, 1 quarantined, 1 unreadable (0s ago)"
    (home / ".git/curator/glance.json").write_text("{damaged")
    assert curator(home, "status", "--porcelain").json["line"] == line


def test_stats_count_what_was_decided_and_taken_back(tmp_path: Path) -> None:
    home = make_home(
        tmp_path / "home",
        {"n.md": reviewed("note-n")},
        {f"{name}.md": note(f"note-{name}", name, origin=who) for name, who in ORIGINS.items()},
    )
    empty = curator(home, "stats").json
    assert (empty["decided"], empty["regret_rate"], empty["by_action"]) == (0, 0.0, {})
    assert empty["pace"]["empty_in_days"] is None and empty["queue_age"]["waiting"] == 4
    for name, action in (("a", "approve"), ("b", "approve"), ("c", "reject")):
        result = curator(home, "decide", f"note-{name}", action)
        assert result.code == 0, result.err
    curator(home, "decide", "note-n", "pin")
    undone = curator(home, "history", "--note", "note-b").json["events"][0]["decision"]
    assert curator(home, "undo", undone).code == 0
    found = curator(home, "stats").json
    assert set(found) >= {
        "decided",
        "by_action",
        "regret_rate",
        "by_proposer",
        "by_detector",
        "queue_age",
        "pace",
    }
    assert (found["decided"], found["undone"], found["regret_rate"]) == (3, 1, 0.3333)
    assert found["by_action"] == {"approve": 2, "reject": 1, "pin": 1, "undo": 1}
    assert found["by_proposer"] == {
        "agent:unknown": {"decided": 2, "undone": 1, "regret_rate": 0.5},
        "user:unknown": {"decided": 1, "undone": 0, "regret_rate": 0.0},
    }
    assert (found["by_detector"], found["reasons"]) == ({}, {"other": 1})
    assert found["queue_age"]["waiting"] == 2
    assert found["queue_age"]["groups"] == {"0-2": 0, "3-7": 0, "8-30": 2, "31+": 0}
    assert found["pace"] == {"days": 30, "decided": 3, "per_day": 0.1, "empty_in_days": 20.0}
    much_later = curator(home, "stats", now=NOW + timedelta(days=31)).json
    assert much_later["pace"]["decided"] == 0 and much_later["decided"] == 3
    assert (found["days"], found["by_lane"]["candidate"]) == (None, 2)
    assert found["by_op"]["add"]["decided"] == 3 and list(found["by_week"]) == ["2026-W48"]
    assert {name: one["undone"] for name, one in found["by_origin"].items()} == {
        "agent": 1,
        "user": 0,
    }
    recent = curator(home, "stats", "--days", "30", now=NOW + timedelta(days=31)).json
    assert (recent["days"], recent["decided"], recent["by_action"]) == (30, 0, {})
    assert curator(home, "stats", "--days", "0").error["code"] == "usage"


ORIGINS = {"a": "agent", "b": "agent", "c": "user", "d": "agent"}


def test_a_note_by_hand_waits_like_any_other(tmp_path: Path) -> None:
    home = make_home(tmp_path / "home")
    words = ("--title", "How we ship", "--memory-key", "deploy", "--value", "make ship")
    made = curator(home, "new", *words, "--scope", "project:web", "--valid-from", "2026-11-01").json
    assert (made["lane"], made["path"].startswith("memory/candidates/how-we-ship-")) == (
        "candidate",
        True,
    )
    assert git(home, "status", "--porcelain", "-uall").split() == ["??", made["path"]]
    shown = curator(home, "show", made["item"]).json
    assert (shown["origin"], shown["scope"], shown["memory_key"]) == (
        "user",
        "project:web",
        "deploy",
    )
    assert shown["flags"] == [] and shown["filled"] == []
    assert curator(home, "current", "deploy", "--scope", "project:web").json["status"] == "none"
    assert curator(home, "decide", made["item"], "approve").code == 0
    answer = curator(home, "current", "deploy", "--scope", "project:web").json
    assert (answer["answer_value"], answer["note_id"]) == ("make ship", made["note_id"])


def test_a_whole_note_keeps_its_own_words(tmp_path: Path) -> None:
    home = make_home(tmp_path / "home")
    source = put(
        tmp_path,
        "mine.md",
        "---\nid: my-note\n# a comment\ntags: [a]\norigin: agent\n---\n# Title\n",
    )
    made = curator(home, "new", "--result", str(source), "--subject", "home/office").json
    text = (home / made["path"]).read_text()
    assert made["note_id"] == "my-note"
    assert "# a comment\n" in text and "tags: [a]\n" in text and text.endswith("---\n# Title\n")
    assert "origin: user\n" in text and "subject: home/office\n" in text
    again = curator(home, "new", "--result", str(source))
    assert (again.code, again.error["code"], again.error["ids"]) == (4, "path-taken", ["my-note"])


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (("--value", "x", "--scope", "nonsense"), "invalid"),
        (("--value", "x", "--id", "1"), "invalid"),
        (("--value", "x", "--kind", "gossip"), "invalid"),
        (("--title", "nothing said"), "invalid"),
        (("--body", "a", "--result", "-"), "usage"),
        (("--result", "no-such-file.md"), "usage"),
    ],
)
def test_a_wrong_note_is_not_written(tmp_path: Path, words: tuple[str, ...], code: str) -> None:
    home = make_home(tmp_path / "home")
    result = curator(home, "new", *words)
    assert result.error["code"] == code
    assert not (home / "memory/candidates").exists()


def test_a_plain_text_becomes_a_note(tmp_path: Path) -> None:
    home = make_home(tmp_path / "home")
    made = curator(
        home, "new", "--body", "The office closes at 18:00.\n", "--title", "Büro 时间"
    ).json
    assert made["path"].startswith("memory/candidates/büro-时间-m_")
    assert curator(home, "decide", made["item"], "approve").code == 0
    answer = curator(home, "current", made["note_id"]).json
    assert answer["answer_value"] == "The office closes at 18:00."
