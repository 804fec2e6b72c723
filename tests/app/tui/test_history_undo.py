"""The history takes back one, several, or all of an origin; redo; other people's commits."""

from __future__ import annotations

from pathlib import Path

from curator_app.tui.messages import DecisionUndone
from curator_app.tui.past_messages import PastLoaded
from curator_app.tui.screens.history import HistoryScreen
from curator_app.tui.screens.plan import PlanScreen
from curator_app.tui.screens.queue import QueueScreen
from curator_core.model.view import Past
from tests.app.tui.desk import NARROW, WIDE, Driven, driven, small_home
from tests.homes import curator, git, make_home, note, put

CONFIG = '[home]\nname = "test"\n[review]\nheadless = "all"\n'


def past(one: Driven) -> Past:
    """What the history read last."""
    message = one.of(PastLoaded)[-1]
    assert isinstance(message, PastLoaded)
    return message.past


async def test_a_batch_is_one_row_and_one_of_it_is_taken_back_alone(tmp_path: Path) -> None:
    """Acceptance 9 and 10: it says what was undone and what is current now."""
    home = small_home(tmp_path / "home")
    async with driven(home, WIDE) as one:
        await one.press("a", "r", "2", "a", "w", "y", "o")
        assert "1 decision, 0 undone" in one.rows[0]
        assert "+ batch: 2 approve, 1 reject" in one.text
        assert "m_c01  active -> candidate" in one.text, "what undo would bring back"
        await one.press("enter", "j", "j", "space")
        assert "1 picked" in one.rows[0]
        assert any(row.startswith(">*") and "reject  m_c02" in row for row in one.rows)
        await one.press("u")
        assert one.at(PlanScreen) and "takes back reject m_c02" in one.rows[0]
        await one.press("y")
        assert one.at(QueueScreen) and "undone: reject m_c02" in one.said
        assert "today's answers stay" in one.said and one.of(DecisionUndone)
        await one.press("o")
        assert [row[2] for row in one.rows if "batch:" in row] == ["~"]
        await one.press("j", "enter", "escape")
    assert (home / "memory/candidates/c02.md").exists()
    assert (home / "memory/notes/c01.md").exists()


async def test_what_builds_on_a_decision_is_named_and_can_go_along(tmp_path: Path) -> None:
    old = note("m_one", "One.", memory_key="port", value="1", valid_from="2026-11-01")
    new = note(
        "m_two", "Two.", memory_key="port", value="2", supersedes=["m_one"], valid_from="2026-11-20"
    )
    home = make_home(tmp_path / "home", {}, {"one.md": old}, CONFIG)
    assert curator(home, "decide", "m_one", "approve").code == 0
    put(home, "memory/candidates/two.md", new)
    assert curator(home, "decide", "m_two", "approve", "--relation", "state_change").code == 0
    async with driven(home, NARROW) as one:
        await one.press("o", "j")
        assert "by later decisions" in one.text
        later = past(one).rows[0].event.decision
        assert later in one.text
        await one.press("u")
        assert "has-dependents" in one.rows[0] and "takes those back too" in one.text
        await one.press("y")
        assert one.of(DecisionUndone) == [] and "has-dependents" in one.said
        await one.press("D")
        assert "takes back 2 approve" in one.rows[0]
        await one.press("y")
        assert "undone: 2 approve. now port = (none)" in one.said
    assert (home / "memory/candidates/one.md").exists()
    assert (home / "memory/candidates/two.md").exists()


async def test_redo_works_until_a_new_decision_and_then_says_why_not(tmp_path: Path) -> None:
    """Acceptance 13; two undos are brought back newest first."""
    home = small_home(tmp_path / "home")
    async with driven(home, NARROW) as one:
        await one.press("a", "w", "y", "a", "w", "y", "o", "U")
        assert one.at(HistoryScreen) and "nothing was undone since your last decision" in one.said
        await one.press("escape", "u", "y", "u", "y", "o", "U")
        assert "does again" in one.rows[0] and "m_c01" in one.rows[0]
        await one.press("y", "U")
        assert one.at(PlanScreen) and "m_c02" in one.rows[0], "the queue knows the key too"
        await one.press("y")
        assert (home / "memory/notes/c01.md").exists() and (home / "memory/notes/c02.md").exists()
        await one.press("u", "y", "r", "4", "w", "y", "U")
        assert "nothing was undone since your last decision (reject m_c" in one.said


async def test_all_of_one_origin_is_previewed_before_it_is_taken_back(tmp_path: Path) -> None:
    candidates = {
        "a.md": note("m_a", "A.", session="s-one"),
        "b.md": note("m_b", "B.", session="s-two"),
        "c.md": note("m_c", "C.", session="s-one"),
    }
    home = make_home(tmp_path / "home", {}, candidates, CONFIG)
    for name in ("m_a", "m_b", "m_c"):
        assert curator(home, "decide", name, "approve").code == 0
    async with driven(home, NARROW) as one:
        await one.press("o", "W", *["backspace"] * 30, *"session=s-one", "enter")
        assert "session=s-one: takes back 2 approve" in one.rows[0]
        assert one.of(DecisionUndone) == []
        await one.press("y")
        assert "undone: 2 approve" in one.said
        await one.press("o", "W", *["backspace"] * 30, *"nothing", "enter")
        assert "KEY=VALUE" in one.text
        await one.press("escape", "f", *"m_b", "enter")
        assert "only m_b" in one.rows[0] and "1 decision, 0 undone" in one.rows[0]
        await one.press("escape")
        assert "only" not in one.rows[0] and one.at(HistoryScreen)
    assert (home / "memory/candidates/a.md").exists() and (home / "memory/notes/b.md").exists()


async def test_commits_made_outside_are_shown_and_never_undone(tmp_path: Path) -> None:
    """Acceptance 14 and 37: marked, its subject shown as it is; a forged trailer hides nothing."""
    home = small_home(tmp_path / "home", 2)
    put(home, "memory/notes/old.md", note("m_old", "By hand.", status="active"))
    git(home, "add", "memory/notes/old.md")
    forged = "[@click=app.quit]fix[/]\x1b[2J\n\nCurator-Decision: d_forged"
    git(home, "commit", "-q", "-m", forged)
    put(home, "memory/candidates/late.md", note("m_late", "Late."))
    git(home, "add", "memory/candidates/late.md")
    git(home, "commit", "-q", "-m", "Late candidate")
    put(home, "README.md", "not the Home's business\n")
    git(home, "add", "README.md")
    git(home, "commit", "-q", "-m", "Readme")
    told = curator(home, "history", "--outside").json["outside"]
    assert [row["paths"] for row in told] == [
        ["memory/candidates/late.md"],
        ["memory/notes/old.md"],
    ]
    shown = curator(home, "history", "--outside", as_json=False).out
    assert "edited outside (files: 1)  [@click=app.quit]fix[/]<ESC>[2J" in shown
    async with driven(home, WIDE) as one:
        await one.press("o")
        assert [row.proposes for row in past(one).outside] == [True, False]
        assert "1 outside edit" in one.rows[0]
        assert "Readme" not in one.text
        await one.press("j")
        assert one.rows[2][:3] == "> !" and "edited outside, 1 file" in one.rows[2]
        assert "[@click=app.quit]fix[/]<ESC>[2J" in one.text and one.straight()
        await one.press("u")
        assert one.at(HistoryScreen) and "made outside Curator" in one.said
        await one.press("space")
        assert "made outside Curator" in one.said and one.of(DecisionUndone) == []


async def test_where_there_is_no_room_the_page_stands_instead_of_the_list(tmp_path: Path) -> None:
    home = small_home(tmp_path / "home")
    assert curator(home, "decide", "m_c01", "approve").code == 0
    async with driven(home, (40, 15)) as one:
        await one.press("o")
        assert "AFTER UNDO" not in one.text and one.straight()
        await one.press("enter")
        assert "decision d_" in one.text and one.straight()
        await one.press("escape")
        assert one.at(HistoryScreen) and "approve  m_c01" in one.text
        await one.press("escape")
        assert one.at(QueueScreen)
