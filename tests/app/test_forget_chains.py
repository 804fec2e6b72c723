"""The neighbours of what is forgotten: intervals and links stay sound (CONTRACT 18, 22)."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.app.forgotten import LATER, forgets, left, slotted, value
from tests.core.ledger_reader import LedgerReader
from tests.homes import curator, make_home, note, put, reviewed


@pytest.mark.parametrize(
    ("gone", "then", "now"),
    [("m_old", None, "three"), ("m_mid", "one", "three"), ("m_new", "one", None)],
)
def test_half_a_chain_goes_and_its_neighbours_stay_as_they_were(
    tmp_path: Path, gone: str, then: str | None, now: str | None
) -> None:
    """Ends that only an edge gave are written down; links skip what is gone."""
    home = make_home(
        tmp_path / "home",
        {
            "old.md": slotted("m_old", "one", "2026-01-01"),
            "mid.md": slotted(
                "m_mid", "two", "2026-03-01", supersedes=["m_old"], relation="state_change"
            ),
            "new.md": slotted(
                "m_new", "three", "2026-06-01", supersedes=["m_mid"], relation="state_change"
            ),
        },
    )
    held = {"2026-02-01": "one", "2026-04-01": "two", "2026-07-01": "three"}
    assert {day: value(home, "deploy", day) for day in held} == held
    forgets(home, gone)
    assert (value(home, "deploy", "2026-02-01"), value(home, "deploy")) == (then, now)
    lost = {"m_old": "one", "m_mid": "two", "m_new": "three"}[gone]
    kept = {day: said if said != lost else None for day, said in held.items()}
    assert {day: value(home, "deploy", day) for day in held} == kept
    assert set(left(home)) <= {"status-against-edge"}
    trail = curator(home, "explain", "deploy").json["trail"]
    links = {row["note_id"]: row["supersedes"] for row in trail}
    assert gone not in {name for names in links.values() for name in names}
    if gone == "m_mid":
        assert links["m_new"] == ["m_old"]


@pytest.mark.parametrize("gone", ["m_1", "m_2", "m_3"])
def test_files_and_ledger_say_the_same_afterwards(tmp_path: Path, gone: str) -> None:
    """CONTRACT 22, by a reader of the ledger that shares nothing with the replay."""
    home = make_home(tmp_path / "home", {"s.md": reviewed("m_s")})
    for number, month in ((1, "01"), (2, "03"), (3, "06")):
        older = {"supersedes": [f"m_{number - 1}"]} if number > 1 else {}
        text = note(f"m_{number}", "x", memory_key="deploy", value=f"v{number}", **older)
        put(home, f"memory/candidates/{number}.md", text)
        words = ("approve", "--relation", "state_change") if older else ("approve",)
        done = curator(home, "decide", f"m_{number}", *words, "--valid-from", f"2026-{month}-01")
        assert done.code == 0, done.err
    forgets(home, gone)
    versions = {version.note.id: version for version in LedgerReader(home).versions()}
    rows = curator(home, "notes", now=LATER).json["notes"]
    assert set(versions) == {row["note_id"] for row in rows}
    trail = {row["note_id"]: row for row in curator(home, "explain", "deploy").json["trail"]}
    assert set(trail) == {"m_1", "m_2", "m_3"} - {gone}
    for name, row in trail.items():
        told = versions[name].note
        assert (told.value, told.valid_from) == (row["answer_value"], row["valid_from"])
        assert (told.valid_to, told.supersedes) == (row["valid_to"], tuple(row["supersedes"]))
    assert value(home, "deploy", "2026-07-01") == (None if gone == "m_3" else "v3")


def test_what_a_forgotten_correction_replaced_never_holds_again(tmp_path: Path) -> None:
    home = make_home(
        tmp_path / "home",
        {"a.md": slotted("m_a", "one", "2026-01-01")},
        {"b.md": note("m_b", "No.", memory_key="deploy", value="two", supersedes=["m_a"])},
    )
    assert curator(home, "decide", "m_b", "approve", "--relation", "correction").code == 0
    forgets(home, "m_b")
    assert value(home, "deploy", "2026-02-01") is None
    assert left(home) == []
    (row,) = curator(home, "notes").json["notes"]
    assert (row["note_id"], row["status"]) == ("m_a", "archived")


def test_an_exception_of_a_forgotten_note_holds_in_its_time(tmp_path: Path) -> None:
    exception = slotted("m_x", "night", "2026-05-01", valid_to="2026-06-01", exception_to="m_a")
    home = make_home(
        tmp_path / "home",
        {"a.md": slotted("m_a", "day", "2026-01-01"), "x.md": exception},
    )
    forgets(home, "m_a")
    assert (value(home, "deploy", "2026-05-10"), value(home, "deploy")) == ("night", None)
    assert left(home) == []


def test_a_neighbour_with_an_undecided_edit_comes_first(tmp_path: Path) -> None:
    newer = slotted("m_b", "two", "2026-03-01", supersedes=["m_a"], relation="state_change")
    notes = {"a.md": slotted("m_a", "one", "2026-01-01"), "b.md": newer}
    home = make_home(tmp_path / "home", notes)
    put(home, "memory/notes/b.md", newer + "by hand\n")
    refused = curator(home, "forget", "m_a", "--execute")
    assert (refused.code, refused.error["code"]) == (3, "conflict")
    assert (home / "memory/notes/a.md").exists()


def test_a_neighbours_other_lines_stay_byte_for_byte(tmp_path: Path) -> None:
    """C77: only owned keys change, the second time nothing."""
    odd = slotted("m_b", "two", "2026-03-01", supersedes=["m_a"], relation="state_change").replace(
        "subject: project/alpha", "subject:   'project/alpha'  # where it belongs\nmine: {a: 1}"
    )
    notes = {"a.md": slotted("m_a", "one", "2026-01-01"), "b.md": odd}
    home = make_home(tmp_path / "home", notes)
    forgets(home, "m_a")
    before, after = odd.split("\n"), (home / "memory/notes/b.md").read_text("utf-8").split("\n")
    changed = [line for line in after if line not in before]
    assert {line.partition(":")[0] for line in changed} <= {
        "supersedes",
        "relation",
        "reviewed_hash",
    }
    assert [line for line in before if line not in after] == [
        'supersedes: ["m_a"]',
        "relation: state_change",
    ]
    again = curator(home, "forget", "m_a", "--execute", now=LATER)
    assert again.error["code"] == "unknown-item"
    assert (home / "memory/notes/b.md").read_text("utf-8").split("\n") == after
