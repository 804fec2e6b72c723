"""`current`, `at` and `explain` black-box: package, scopes, sets, doubt, edits (CONTRACT §A)."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.app.timeline import FEB, JAN, JUN, MAR, MAY, SLOT, Timeline
from tests.homes import CONFIG, curator, git, note, put

KEYS = [
    "slot",
    "scope",
    "status",
    "answer_value",
    "as_of",
    "certain",
    "note_id",
    "source",
    "previous",
    "collision",
    "candidates",
    "exceptions",
    "applies_when",
    "edited_since_review",
    "known_by",
    "trail",
    "nearest",
]
ROW_KEYS = [
    "note_id",
    "answer_value",
    "valid_from",
    "valid_to",
    "recorded_at",
    "observed_at",
    "status",
    "relation",
    "supersedes",
    "approved_by",
    "approved_at",
    "decision",
    "sources",
    "reviewed",
]
CHANGES = ("--relation", "state_change")


@pytest.fixture
def line(tmp_path: Path) -> Timeline:
    return Timeline(tmp_path / "home", note_a={"valid_from": JAN})


def test_the_whole_package(line: Timeline) -> None:
    done = line.approve(
        "note-b",
        *CHANGES,
        valid_from=MAR,
        supersedes=["note-a"],
        applies_when=["env:prod"],
        observed_at="2026-03-02T10:00:00+00:00",
        sources=["ticket:12", "manual:me@2026-03-01"],
    )
    answer = line.current()
    assert list(answer) == KEYS
    trail, previous = answer.pop("trail"), answer.pop("previous")
    assert answer == {
        "slot": SLOT,
        "scope": "global",
        "status": "known",
        "answer_value": "run note-b",
        "as_of": "2026-11-29T08:00:00+00:00",
        "certain": True,
        "note_id": "note-b",
        "source": ["ticket:12", "manual:me@2026-03-01"],
        "collision": [],
        "candidates": [],
        "exceptions": [],
        "applies_when": ["env:prod"],
        "edited_since_review": False,
        "known_by": "ledger",
        "nearest": [],
    }
    assert [list(row) for row in trail] == [ROW_KEYS, ROW_KEYS]
    assert previous == trail[0]
    assert trail[1] == {
        "note_id": "note-b",
        "answer_value": "run note-b",
        "valid_from": MAR,
        "valid_to": None,
        "recorded_at": "2026-11-20T08:00:00+00:00",
        "observed_at": "2026-03-02T10:00:00+00:00",
        "status": "active",
        "relation": "state_change",
        "supersedes": ["note-a"],
        "approved_by": "human:person@curator.example",
        "approved_at": "2026-11-29T08:00:00Z",
        "decision": done["decision"],
        "sources": ["ticket:12", "manual:me@2026-03-01"],
        "reviewed": True,
    }


def test_every_question_gives_the_whole_package(line: Timeline) -> None:
    for command, words in (("at", (SLOT, FEB)), ("explain", (SLOT,))):
        assert list(line.run(command, *words)) == KEYS


def test_an_adopted_note_is_known_by_its_commit(line: Timeline) -> None:
    answer = line.current()
    assert (answer["known_by"], answer["trail"][0]["approved_by"]) == ("commit", "adoption")
    assert answer["trail"][0]["decision"] is None


def test_an_unknown_slot_names_the_nearest(line: Timeline) -> None:
    line.propose("note-x", memory_key="deploy-comand")
    answer = line.current("deploy_commnd")
    assert (answer["status"], answer["certain"], answer["note_id"]) == ("none", True, None)
    assert answer["nearest"] == [SLOT], "a proposal's slot is none yet"
    assert answer["scope"] == "global"
    assert line.current("深圳")["nearest"] == []


@pytest.mark.parametrize("spelling", ["Deploy_Command", "DEPLOY-COMMAND", "ｄｅｐｌｏｙ-command"])
def test_a_slot_is_one_however_it_is_spelt(line: Timeline, spelling: str) -> None:
    answer = line.current(spelling)
    assert (answer["slot"], answer["note_id"]) == (SLOT, "note-a")


def test_a_note_id_answers_for_its_chain(line: Timeline) -> None:
    line.approve("note-b", *CHANGES, valid_from=MAR, supersedes=["note-a"])
    for name in ("note-a", "NOTE-A", "note-b"):
        assert line.current(name)["note_id"] == "note-b"
    line.approve("free", memory_key=None, value=None, recorded_at="2026-02-01T00:00:00+00:00")
    free = line.current("free")
    assert (free["slot"], free["answer_value"]) == (None, "A fact.")


def test_scopes_are_tried_in_the_given_order_each_with_its_parents(tmp_path: Path) -> None:
    config = CONFIG + '[scopes]\ndefault = ["project:beta"]\n'
    line = Timeline(
        tmp_path / "home",
        config=config,
        note_g={},
        note_a={"scope": "project:alpha"},
        note_s={"scope": "project:alpha/site", "valid_from": MAR},
        note_b={"scope": "project:beta"},
        note_u={"scope": "user:me", "memory_key": "name"},
    )
    found = {
        (): ("note-b", "project:beta"),
        ("project:alpha",): ("note-a", "project:alpha"),
        ("project:alpha/site",): ("note-s", "project:alpha/site"),
        ("project:alpha/other",): ("note-a", "project:alpha"),
        ("project:gamma",): ("note-g", "global"),
        ("user:me", "project:beta"): ("note-b", "project:beta"),
    }
    for scopes, wanted in found.items():
        words = [word for scope in scopes for word in ("--scope", scope)]
        answer = line.run("current", SLOT, *words)
        assert (answer["note_id"], answer["scope"]) == wanted, scopes
    early = line.run("at", SLOT, FEB, "--scope", "project:alpha/site")
    assert early["note_id"] == "note-a", "the parent answers before the part does"
    other = line.run("current", "name", "--scope", "project:alpha")
    assert (other["status"], other["scope"]) == ("none", "project:alpha")
    assert line.run("current", "name", "--scope", "user:me/project:alpha")["note_id"] == "note-u"


def test_one_project_never_answers_for_another(tmp_path: Path) -> None:
    line = Timeline(tmp_path / "home", note_a={"scope": "project:alpha"})
    answer = line.run("current", SLOT, "--scope", "project:alphabet")
    assert (answer["status"], answer["answer_value"]) == ("none", None)


def test_a_set_is_a_union_over_the_scopes(tmp_path: Path) -> None:
    config = CONFIG + '[[slots]]\nmatch = "allergy"\ncardinality = "set"\naliases = ["allergies"]\n'
    notes = {
        "note_b": {"memory_key": "allergy", "value": "nuts", "valid_from": MAR},
        "note_a": {"memory_key": "allergy", "value": "pollen", "valid_from": MAR},
        "note_u": {"memory_key": "allergy", "value": "cats", "scope": "user:me"},
    }
    line = Timeline(tmp_path / "home", config=config, **notes)
    answer = line.run("current", "allergies", "--scope", "user:me")
    assert answer["answer_value"] == ["cats", "pollen", "nuts"]
    assert answer["note_id"] == ["note-u", "note-a", "note-b"]
    assert (answer["scope"], answer["status"], answer["collision"]) == ("user:me", "known", [])
    assert line.run("at", "allergy", JAN)["note_id"] == []
    empty = line.run("at", "allergy", JAN)
    assert (empty["status"], empty["answer_value"], empty["certain"]) == ("none", [], True)


def test_two_merely_possible_notes_are_uncertain(tmp_path: Path) -> None:
    line = Timeline(
        tmp_path / "home", note_a={"valid_to": "2026-09"}, note_b={"valid_from": "2026"}
    )
    answer = line.run("at", SLOT, "2026-09-10")
    assert (answer["status"], answer["answer_value"], answer["note_id"]) == (
        "uncertain",
        None,
        None,
    )
    assert answer["candidates"] == [
        {
            "note_id": "note-a",
            "answer_value": "run note-a",
            "valid_from": None,
            "valid_to": "2026-09",
        },
        {"note_id": "note-b", "answer_value": "run note-b", "valid_from": "2026", "valid_to": None},
    ]
    sure = line.run("at", SLOT, "2027-01-01")
    assert (sure["answer_value"], sure["certain"]) == ("run note-b", True)
    alone = line.run("at", SLOT, "2025-12-31")
    assert (alone["answer_value"], alone["certain"]) == ("run note-a", True)


def test_an_exception_wins_and_the_base_holds_again(tmp_path: Path) -> None:
    span = {"valid_from": MAR, "valid_to": MAY, "exception_to": "note-a"}
    line = Timeline(tmp_path / "home", note_a={"valid_from": JAN}, note_e=span)
    assert line.values(FEB, MAR, "2026-04-30", MAY) == [
        "run note-a",
        "run note-e",
        "run note-e",
        "run note-a",
    ]
    assert line.run("at", SLOT, MAR)["certain"] is True
    assert line.current()["exceptions"] == ["note-e"]
    line.approve("note-b", *CHANGES, valid_from="2026-04-01", supersedes=["note-a"])
    assert line.values("2026-04-10", JUN) == ["run note-e", "run note-b"], "it survives its base"


@pytest.mark.parametrize("modality", ["hypothetical", "conditional", "quoted"])
def test_what_is_only_said_neither_answers_nor_occupies(line: Timeline, modality: str) -> None:
    line.approve("note-h", "--confirm", "modality", valid_from=FEB, modality=modality)
    assert line.values(MAR) == ["run note-a"]
    assert line.codes() == set()


def test_expiry_holds_through_its_day_in_the_homes_zone(tmp_path: Path) -> None:
    config = CONFIG.replace("[review]", 'timezone = "Asia/Shanghai"\n[review]')
    line = Timeline(tmp_path / "home", config=config, note_a={"expires_at": "2026-06-01"})
    assert line.values("2026-06-01T23:59:59+08:00", "2026-06-02") == ["run note-a", "none"]
    assert line.run("at", SLOT, "2026-06-02")["as_of"] == "2026-06-02T00:00:00+08:00"


@pytest.mark.parametrize(
    "time", ["2026-06", "2026", "2026-06-01T10:00:00", "yesterday", "", "2026-02-30"]
)
def test_a_question_names_a_date_or_an_instant_with_offset(line: Timeline, time: str) -> None:
    for words in (
        ("at", SLOT, time),
        ("explain", SLOT, f"--from={time}"),
        ("explain", SLOT, f"--to={time}"),
        ("explain", SLOT, f"--known-at={time}"),
    ):
        refused = line.refused(*words)
        assert (refused["exit"], refused["code"]) == (2, "time-form"), words


def test_explain_cuts_the_trail_to_a_window(line: Timeline) -> None:
    line.approve("note-b", *CHANGES, valid_from=MAR, supersedes=["note-a"])
    line.approve("note-c", *CHANGES, valid_from=JUN, supersedes=["note-b"])

    def ids(*words: str) -> list[str]:
        return [row["note_id"] for row in line.run("explain", SLOT, *words)["trail"]]

    assert ids() == ["note-a", "note-b", "note-c"]
    assert ids("--from", MAR, "--to", JUN) == ["note-b"]
    assert ids("--from", JUN) == ["note-c"]
    assert ids("--to", FEB) == ["note-a"]
    assert ids("--from", "2026-02-28T23:59:59Z", "--to", MAR) == ["note-a"]


def test_an_edit_keeps_the_approved_text_answering(line: Timeline) -> None:
    """C08: until the edit is decided, whatever it says."""
    line.approve("note-b", *CHANGES, valid_from=MAR, supersedes=["note-a"])
    path = line.file("note-b")
    approved = path.read_text()
    path.write_text(approved.replace("run note-b", "rm -rf").replace(MAR, JAN))
    answer = line.current()
    assert (answer["answer_value"], answer["edited_since_review"]) == ("run note-b", True)
    assert answer["trail"][1]["valid_from"] == MAR
    path.write_text("no frontmatter any more\n")
    assert line.current()["answer_value"] in ("run note-b", None)
    path.write_text(approved.replace("run note-b", "run twice"))
    (item,) = line.run("queue")["items"]
    line.run("decide", item["item"], "approve")
    answer = line.current()
    assert (answer["answer_value"], answer["edited_since_review"]) == ("run twice", False)


def test_what_nobody_reviewed_never_answers(line: Timeline) -> None:
    text = note("liar", memory_key=SLOT, value="rm -rf", status="active", reviewed=True)
    put(line.home, "memory/notes/liar.md", text)
    answer = line.current()
    assert (answer["answer_value"], answer["collision"]) == ("run note-a", [])
    assert [(r["note_id"], r["reviewed"]) for r in answer["trail"]] == [
        ("liar", False),
        ("note-a", True),
    ]


def test_a_candidate_or_an_unmerged_branch_never_answers(line: Timeline) -> None:
    """C41: neither in the value nor as a candidate; on the branch itself the branch's Home does."""
    git(line.home, "switch", "-q", "-c", "proposals/night")
    line.propose("note-b", valid_from=MAR, supersedes=["note-a"])
    text = note("note-c", memory_key="new-slot", value="x", status="active", reviewed=True)
    put(line.home, "memory/notes/c.md", text)
    git(line.home, "add", "-A", "memory")
    git(line.home, "commit", "-q", "-m", "propose")
    git(line.home, "switch", "-q", "main")
    answer = line.current()
    assert [row["note_id"] for row in answer["trail"]] == ["note-a"]
    assert line.current("new-slot")["status"] == "none"
    line.propose("note-d", valid_from=MAR, supersedes=["note-a"])
    answer = line.current()
    assert (answer["answer_value"], answer["candidates"]) == ("run note-a", [])
    assert [(r["note_id"], r["reviewed"]) for r in answer["trail"]] == [
        ("note-a", True),
        ("note-d", False),
    ]


def test_text_answers_say_the_value_first(line: Timeline) -> None:
    done = curator(line.home, "current", SLOT, as_json=False)
    assert done.out.splitlines()[0] == "run note-a"
    none = curator(line.home, "at", SLOT, "2025-01-01", as_json=False)
    assert none.out.splitlines()[0] == "(none)"
