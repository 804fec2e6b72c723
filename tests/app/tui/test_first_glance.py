"""What a newcomer sees before opening anything: what changes, what it replaces, what to do next."""

from __future__ import annotations

from pathlib import Path

from curator_app.tui.screens.ask import AskScreen
from curator_app.tui.screens.detail import DetailScreen
from curator_app.tui.screens.queue import QueueScreen
from tests.app.test_adopt import adopted, foreign
from tests.app.tui.desk import NARROW, WIDE, driven, small_home
from tests.app.tui.test_portions import three_home
from tests.app.tui.three_way import merge_home
from tests.homes import curator, git, make_home, note, put, reviewed
from tests.proposal_branches import Change, propose

OLD = reviewed("m_old", "Port.", memory_key="port", value="3000", valid_from="2026-08-01")


def replacing(root: Path, start: str) -> Path:
    """A Home with one value, and a branch that replaces it from a date."""
    new = note(
        "m_new",
        "Port.",
        memory_key="port",
        value="4321",
        valid_from=start,
        supersedes=["m_old"],
        relation="state_change",
    )
    home = make_home(root, {"old.md": OLD})
    propose(home, Change(files={"memory/candidates/new.md": new}, message="Port"))
    return home


async def test_what_a_proposal_replaces_stands_above_what_it_says(tmp_path: Path) -> None:
    async with driven(replacing(tmp_path / "home", "2026-11-01"), NARROW) as one:
        at = {row[1:9].strip(): n for n, row in enumerate(one.rows)}
        assert "- 3000  2026-08-01 -> still  m_old" in one.rows[at["replaces"]]
        assert at["value"] == at["replaces"] + 1 and "+ 4321" in one.rows[at["value"]]
        await one.press("enter")
        assert "- 3000" in one.text and "+ 4321" in one.text


async def test_a_taken_slot_says_what_it_holds(tmp_path: Path) -> None:
    new = note("m_new", "Port.", memory_key="port", value="4321", valid_from="2026-11-01")
    home = make_home(tmp_path / "home", {"old.md": OLD}, {"new.md": new})
    async with driven(home, WIDE) as one:
        assert "there    - 3000  2026-08-01 -> still  m_old" in one.text


async def test_only_an_update_in_conflict_is_sent_to_the_three_texts(tmp_path: Path) -> None:
    async with driven(replacing(tmp_path / "home", "2026-07-01"), WIDE) as one:
        assert "conflict  it starts no later than" in one.text
        assert "m shows" not in one.text
        await one.press("m")
        assert one.at(QueueScreen) and "only an update of a note has three texts" in one.said


async def test_an_update_shows_first_what_changes(tmp_path: Path) -> None:
    async with driven(merge_home(tmp_path / "home"), NARROW) as one:
        changes = next(n for n, row in enumerate(one.rows) if row.startswith("CHANGES"))
        assert "unchanged)" in one.rows[changes + 1]
        assert "schema_version" not in one.text
        await one.press("enter")
        assert isinstance(one.app.screen, DetailScreen)
        sheet = one.app.screen.page().sheet.lines
        starts = [line.text.plain[:9].strip() for line in sheet]
        assert starts.index("CHANGES") < starts.index("slot") < starts.index("from")


async def test_a_refusal_says_to_its_end_what_to_do(tmp_path: Path) -> None:
    """At 80 columns too, on a second row, which goes with the next word."""
    home = small_home(tmp_path / "home", count=2)
    git(home, "checkout", "-q", "--detach")
    async with driven(home, NARROW) as one:
        assert "READ ONLY HEAD is on no branch: git switch to the Home's branch" in one.text
        await one.press("a")
        assert one.straight()
        assert "hint: git switch to the" in one.rows[-3]
        assert one.rows[-2].strip() == "Home's branch" and "approve" in one.rows[-1]
        await one.press("slash", "escape", "R")
        assert one.rows[-2].strip() and "Home's branch" not in one.rows[-2]


async def test_the_next_step_is_told_in_keys(tmp_path: Path) -> None:
    put(small_home(tmp_path / "home", count=0), "memory/candidates/bare.md", "# Bare\n\nA fact.\n")
    async with driven(tmp_path / "home", WIDE) as one:
        assert "no-source" in one.text and "--confirm" not in one.text
        assert "e adds a source, or a asks to confirm it" in one.text


async def test_several_notes_are_not_cut(tmp_path: Path) -> None:
    async with driven(three_home(tmp_path / "home"), WIDE) as one:
        await one.press("s")
        assert one.at(QueueScreen) and "decide its notes one by one" in one.said


async def test_for_whom_adopted_notes_hold_is_asked(tmp_path: Path) -> None:
    root = tmp_path / "kit"
    for number in range(3):
        put(root, f"mem/{number}.md", foreign(number))
    adopted(root)
    async with driven(root, NARROW) as one:
        assert "asks for whom they hold" in one.text
        await one.press("a")
        assert one.at(AskScreen) and "for whom do the notes in mem hold?" in one.text
        await one.press("x", "enter")
        assert one.at(AskScreen) and "no scope: write global" in one.text
        await one.press("escape")
        assert one.at(QueueScreen) and "left undecided" in one.said
        await one.press("a", *"project", "colon", *"kit", "enter", "w", "y")
    assert '"mem" = "project:kit"' in (root / "curator.toml").read_text()
    assert {row["scope"] for row in curator(root, "notes").json["notes"]} == {"project:kit"}


async def test_an_action_is_found_by_the_word_of_its_key(tmp_path: Path) -> None:
    async with driven(small_home(tmp_path / "home", count=1), NARROW) as one:
        await one.press("colon", *"audit", "enter")
        assert one.at(QueueScreen) and "audit: all is well" in one.said
        await one.press("colon", *"defer", "enter")
        assert one.at(AskScreen) and "defer" in one.text
