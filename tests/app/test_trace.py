"""`trace`: which notes could have said it, what became of them, and where it still stands."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from curator_core.rules import tracing
from tests.app.timeline import Timeline
from tests.app.trace_homes import LATE, NEW, OLD, SLOT, planted
from tests.homes import curator, git, make_home, note, put, reviewed


def trace(home: Path, text: str, *words: str) -> Any:
    done = curator(home, "trace", text, *words)
    assert done.code == 0, done.err
    return done.json


def said(found: Any) -> dict[str, Any]:
    return {row["note_id"]: row for row in found["could_have_said"]}


def places(found: Any) -> set[tuple[str, int]]:
    return {(leak["path"], leak["line"]) for leak in found["leaks"]}


def test_the_planted_answer(tmp_path: Path) -> None:
    home = planted(tmp_path / "home")
    found = trace(home, OLD)
    assert found["could_have_said"][0]["note_id"] == "m_old"
    old = said(found)["m_old"]
    assert old == {
        "note_id": "m_old",
        "answer_value": OLD,
        "span": {"line": 13, "column": 8, "end_column": 22, "text": OLD},
        "valid_from": "2026-01-01",
        "valid_to": "2026-03-01",
        "known_from": "2026-11-01T00:00:00+00:00",
        "valid_then": False,
        "known_then": True,
        "valid_now": False,
        "replaced_by": ["m_right"],
        "approved_by": "adoption",
        "proposals": old["proposals"],
        "path": "memory/notes/deploy/old.md",
    }
    assert len(old["proposals"]) == 1
    assert said(found)["m_steps"]["valid_now"] is True
    assert places(found) == {("CLAUDE.md", 3), ("memory/notes/deploy/steps.md", 13)}
    assert {leak["value"] for leak in found["leaks"]} == {OLD}
    assert found["answers"]["now"]["status"] == "none"


def test_the_contract_s_keys(tmp_path: Path) -> None:
    home = planted(tmp_path / "home")
    for asked in (OLD, SLOT, "m_old", "nothing of the kind"):
        found = trace(home, asked, "--when", "2026-11-10")
        assert {"could_have_said", "leaks", "answers"} <= found.keys()
        assert found["answers"].keys() == {"then", "now"}
        assert {"slot", "status", "trail", "nearest"} <= found["answers"]["then"].keys()
        for leak in found["leaks"]:
            assert {"path", "line", "text", "value", "note_id"} <= leak.keys()


def test_a_slot_and_a_note_are_traced_by_what_they_said(tmp_path: Path) -> None:
    home = planted(tmp_path / "home")
    assert trace(home, SLOT)["kind"] == "slot"
    for asked in (SLOT, "Deploy.Production", "m_old", "m_right"):
        found = trace(home, asked)
        assert {"m_old", "m_right"} <= said(found).keys()
        assert ("CLAUDE.md", 3) in places(found)
        assert ("CLAUDE.md", 4) in places(found), "the prod command is over as well"


def test_a_late_truth_and_two_clocks(tmp_path: Path) -> None:
    """What was said on 10 March was right by what was known, and wrong by what is known today."""
    line = Timeline(tmp_path / "home", old={"valid_from": "2026-01-01"})
    line.now = line.now.replace(year=2026, month=4, day=1)
    line.approve("new", "--relation", "state_change", valid_from="2026-03-01", supersedes=["old"])
    known = "2026-04-01T08:00:00Z"
    found = curator(line.home, "trace", "run old", "--when", "2026-11-10", now=line.now).json
    assert said(found)["old"]["valid_then"] is False
    early = curator(line.home, "trace", "run old", "--when", "2026-03-10T00:00:00Z", now=line.now)
    row = said(early.json)["old"]
    assert (row["valid_then"], row["replaced_by"]) == (False, ["new"])
    late = said(curator(line.home, "trace", "run new", now=line.now).json)["new"]
    assert (late["known_from"], late["known_then"], late["valid_now"]) == (known, True, True)
    before = said(
        curator(line.home, "trace", "run new", "--when", "2026-03-31", now=line.now).json
    )["new"]
    assert (before["known_then"], before["valid_then"]) == (False, True)


def test_a_correction_was_never_true(tmp_path: Path) -> None:
    line = Timeline(tmp_path / "home", old={"valid_from": "2026-01-01"})
    line.approve("new", "--relation", "correction", supersedes=["old"])
    row = said(line.run("trace", "run old", "--when", "2026-11-20"))["old"]
    assert (row["valid_then"], row["known_then"], row["valid_now"]) == (False, True, False)
    assert row["replaced_by"] == ["new"]
    then = line.run("trace", "run old", "--when", "2026-11-20")["answers"]
    assert (then["then"]["answer_value"], then["now"]["answer_value"]) == ("run old", "run new")


def test_an_undone_approval_is_remembered(tmp_path: Path) -> None:
    """A text that was memory for a day and stands in no file of memory any more."""
    line = Timeline(tmp_path / "home", old={"valid_from": "2026-01-01"})
    line.approve("new", "--relation", "correction", supersedes=["old"])
    line.run("undo")
    (line.home / "memory/candidates/new.md").unlink()
    row = said(line.run("trace", "run new"))["new"]
    assert (row["valid_now"], row["known_then"], row["path"]) == (False, False, "")
    assert row["known_from"] == "2026-11-29T08:00:00Z"


def test_a_text_edited_by_hand_still_counts(tmp_path: Path) -> None:
    line = Timeline(tmp_path / "home", old={"valid_from": "2026-01-01"})
    file = line.file("old")
    file.write_text(file.read_text().replace("run old", "run else"))
    row = said(line.run("trace", "run old"))["old"]
    assert (row["valid_now"], row["answer_value"]) == (True, "run old")


def test_a_successor_that_waits_is_named(tmp_path: Path) -> None:
    """C49: an old choice of tool, and the new one as a proposal."""
    home = make_home(
        tmp_path / "home",
        {"a.md": reviewed("m_a", "Uses tool A.", memory_key="tool", value="A1")},
        {"b.md": note("m_b", "Uses tool B.", memory_key="tool", value="B1", supersedes=["m_a"])},
    )
    row = said(trace(home, "A1"))["m_a"]
    (item,) = row["proposals"]
    assert curator(home, "show", item).json["notes"] == ["m_b"]


def test_every_place_where_it_still_stands(tmp_path: Path) -> None:
    line = Timeline(
        tmp_path / "home",
        reviewed("m_free", "Also: run old, says the wiki.", title="Wiki"),
        note("m_over", "run old", memory_key="else", value="x", status="archived"),
        old={"valid_from": "2026-01-01"},
    )
    home = line.home
    git(home, "checkout", "-q", "-b", "proposals/night")
    put(home, "GEMINI.md", "first\nrun old\n")
    git(home, "add", "GEMINI.md")
    git(home, "commit", "-q", "-m", "x")
    git(home, "checkout", "-q", "main")
    line.approve("new", "--relation", "state_change", valid_from="2026-03-01", supersedes=["old"])
    put(home, "AGENTS.md", "say `run old`\nor run older\nor run old-style, or re-run old\n")
    put(home, "docs/how.txt", "RUN  OLD\n")
    put(home, "docs/picture.bin", b"run old\0")
    put(home, "sources/log.md", "run old\n")
    put(home, "memory/quarantine/q.md", note("m_q", "run old again", taint=["external"]))
    put(home, ".curator/views/MEMORY.md", "- it: run old\n- x: new; before 2026: run old\n")
    found = line.run("trace", "run old")
    assert {(leak["where"], leak["path"], leak["line"]) for leak in found["leaks"]} == {
        ("view", ".curator/views/MEMORY.md", 1),
        ("protected", "AGENTS.md", 1),
        ("file", "docs/how.txt", 1),
        ("note", "memory/notes/0.md", 13),
        ("waiting", "memory/quarantine/q.md", 14),
        ("branch", "proposals/night:GEMINI.md", 2),
    }
    notes = {leak["path"]: leak["note_id"] for leak in found["leaks"]}
    assert notes["memory/notes/0.md"] == "m_free"
    assert notes["AGENTS.md"] is None


def test_a_value_that_holds_leaks_nowhere(tmp_path: Path) -> None:
    line = Timeline(tmp_path / "home", old={"valid_from": "2026-01-01"})
    put(line.home, "CLAUDE.md", "run old\n")
    assert line.run("trace", "run old")["leaks"] == []
    assert line.run("trace", "deploy-command")["leaks"] == []


@pytest.mark.parametrize(
    ("line", "value", "found"),
    [
        ("do npm run deploy now", "npm run deploy", True),
        ("npm run deploy:prod", "npm run deploy", False),
        ("npm run deploy.", "npm run deploy", True),
        ("npm run deploy: see below", "npm run deploy", True),
        ("pnpm run deploy", "npm run deploy", False),
        ("NPM  run deploy", "npm run deploy", True),
        ("version 1.2.3", "1.2", False),
        ("在生产环境部署到上海", "生产环境", True),
        ("用npm部署", "npm", True),
        ("x", "", False),
    ],
)
def test_a_value_stands_by_itself(line: str, value: str, found: bool) -> None:
    assert bool(list(tracing.places(line, value))) is found


def test_what_is_part_of_a_value_that_holds_instead() -> None:
    text = "ask Anna Smith\nask Anna\n"
    (place,) = tracing.places(text, "Anna", ["Anna Smith"])
    assert (place.line, place.text, place.start, place.end) == (2, "ask Anna", 4, 8)


def test_a_sentence_nobody_wrote_finds_the_likely_notes(tmp_path: Path) -> None:
    home = planted(tmp_path / "home")
    found = trace(home, "You deploy with the plain script.")
    assert (found["kind"], found["could_have_said"][0]["note_id"]) == ("words", "m_old")
    assert found["could_have_said"][0]["span"] is None
    assert trace(home, "qqq zzz")["could_have_said"] == []


def test_a_time_that_is_none(tmp_path: Path) -> None:
    home = planted(tmp_path / "home")
    done = curator(home, "trace", OLD, "--when", "yesterday")
    assert (done.code, done.out, done.error["code"]) == (2, "", "time-form")


def test_text_for_people_is_escaped(tmp_path: Path) -> None:
    home = planted(tmp_path / "home")
    put(home, "CLAUDE.md", "\x1b[2J[b]npm run deploy[/b]\u202e\n")
    done = curator(home, "trace", OLD, as_json=False)
    assert "CLAUDE.md:1: <ESC>[2J[b]«npm run deploy»[/b]<U+202E>  [protected]" in done.out
    assert "\x1b" not in done.out
    assert "waiting to take its place" in done.out
    assert NEW in done.out and LATE not in done.out.split("could have said it")[0]
