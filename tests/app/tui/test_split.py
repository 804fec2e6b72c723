"""The split workbench: parts cover the whole, or what they leave out is given up by name."""

from __future__ import annotations

from pathlib import Path

import pytest

from curator_app.tui.messages import DecisionsApplied
from curator_app.tui.screens.edit import EditScreen
from curator_app.tui.screens.memory import MemoryScreen
from curator_app.tui.screens.plan import PlanScreen
from curator_app.tui.screens.split import SplitScreen
from curator_app.tui.widgets.text_box import TextBox
from curator_core.model.decision import Split
from curator_core.model.view import BatchReceipt
from tests.app.tui.desk import NARROW, WIDE, Driven, driven
from tests.app.tui.test_hostile import CONTROLS, MARKUP, acting
from tests.app.tui.three_way import staged
from tests.homes import curator, make_home, note, reviewed, tree_bytes

BODY = (
    "# Deploy\n\n## Command\n\nRun npm run deploy.\n\n## Owner\n\nDana owns it.\n\n"
    "## Window\n\nOnly on Mondays."
)
DEPLOY = reviewed(
    "deploy", BODY, memory_key="deploy", value="npm run deploy", valid_from="2026-01-01"
)


def bench(one: Driven) -> SplitScreen:
    """The workbench in front."""
    assert isinstance(one.app.screen, SplitScreen), one.app.screen
    return one.app.screen


async def on_line(one: Driven, words: str) -> None:
    """Put the cursor on the first line with these words."""
    of = bench(one).of
    assert of is not None
    at = next(n for n, line in enumerate(of.lines) if words in line)
    await one.press("g", *["j"] * at)


async def write(one: Driven) -> None:
    """Write what is previewed."""
    assert one.at(PlanScreen), one.said
    await one.press("y")
    done = one.of(DecisionsApplied)[-1]
    assert isinstance(done, DecisionsApplied)
    assert isinstance(done.outcome, BatchReceipt), done.outcome


@pytest.mark.parametrize("size", [NARROW, pytest.param(WIDE, marks=pytest.mark.slow)])
async def test_a_note_is_cut_by_its_headings(tmp_path: Path, size: tuple[int, int]) -> None:
    """Acceptance 36, C64: one decision, one undo."""
    home = make_home(tmp_path / "home", {"deploy.md": DEPLOY})
    before = tree_bytes(home, "memory")
    async with driven(home, size) as one:
        await one.press("b", "s")
        assert one.straight()
        assert "3 parts   all lines are in a part" in one.rows[0]
        assert staged(one) == []
        await one.press("enter")
        [choice] = staged(one)
        assert isinstance(choice, Split)
        assert len(choice.results) == 3
        assert curator(home, "current", "deploy").json["note_id"] == "deploy"
        await write(one)
    answer = curator(home, "current", "deploy").json
    assert answer["answer_value"] == "npm run deploy" and answer["note_id"] != "deploy"
    texts = [p.read_text("utf-8") for p in (home / "memory/notes").glob("m_*.md")]
    assert sorted(t.rpartition("## ")[2].split("\n")[0] for t in texts) == [
        "Command",
        "Owner",
        "Window",
    ]
    assert curator(home, "check").json["problems"] == []
    assert curator(home, "undo").code == 0
    assert tree_bytes(home, "memory") == before


@pytest.mark.slow
async def test_lines_go_where_digits_say_and_none_is_lost_unseen(tmp_path: Path) -> None:
    home = make_home(tmp_path / "home", {"deploy.md": DEPLOY})
    async with driven(home, WIDE) as one:
        await one.press("b", "s")
        await on_line(one, "Dana")
        await one.press("0")
        assert "1 line in no part" in one.rows[0]
        assert " - Dana owns it." in one.text
        await one.press("enter")
        assert "A gives it up" in one.said
        await one.press("u")
        assert "all lines are in a part" in one.rows[0]
        await one.press("U", "A")
        assert "1 line in no part, given up" in one.rows[0]
        await on_line(one, "Only on")
        await one.press("0", "enter")
        assert "1 line in no part: a digit moves it" in one.said
        await one.press("k", "1")
        await on_line(one, "## Owner")
        await one.press("c")
        assert "part 4 begins at line 7" in one.said
        await one.press("H", "P")
        assert "cut by paragraphs into 7 parts" in one.said
        assert staged(one) == []


@pytest.mark.slow
async def test_a_part_states_its_own_and_supersedes_another(tmp_path: Path) -> None:
    """CONTRACT's last case: one clause of a note changes in March."""
    body = "Deploys run on Mondays.\n\nThe command is npm run deploy.\n\nIt is make deploy now."
    old = reviewed("rules", body, valid_from="2026-01-01")
    home = make_home(tmp_path / "home", {"rules.md": old})
    async with driven(home, WIDE) as one:
        await one.press("b", "s", "enter")
        assert "one part is no split" in one.said
        await one.press("P")
        await on_line(one, "npm run")
        await write_head(one, ("memory_key:", "memory_key: deploy"), ("value:", "value: npm"))
        await on_line(one, "make deploy")
        await write_head(
            one,
            ("memory_key:", "memory_key: deploy"),
            ("value:", "value: make"),
            ("valid_from: 2026-01-01", "valid_from: 2026-03-01"),
            ("supersedes:", "supersedes: part 2"),
            ("relation:", "relation: state_change"),
        )
        await one.press("enter")
        await write(one)
    then = curator(home, "at", "deploy", "2026-02-01").json
    now = curator(home, "current", "deploy").json
    assert (then["answer_value"], now["answer_value"]) == ("npm", "make")
    assert now["previous"]["note_id"] == then["note_id"]
    assert curator(home, "check").json["problems"] == []


async def write_head(one: Driven, *pairs: tuple[str, str]) -> None:
    """Change lines of what the part in hand states."""
    await one.press("e")
    assert one.at(EditScreen)
    box = one.app.screen.query_one(TextBox)
    lines = box.text.split("\n")
    for old, new in pairs:
        assert old in lines, lines
        lines[lines.index(old)] = new
    box.load_text("\n".join(lines))
    await one.press("escape", "1")
    assert one.at(SplitScreen)


@pytest.mark.slow
async def test_a_wrong_head_is_refused_and_kept(tmp_path: Path) -> None:
    home = make_home(tmp_path / "home", {"deploy.md": DEPLOY})
    async with driven(home, WIDE) as one:
        await one.press("b", "s")
        await write_head(one, ("relation:", "relation: [@click=app.quit]"))
        assert "not taken: relation is one of" in one.said
        await one.press("e")
        assert "[@click=app.quit]" in one.app.screen.query_one(TextBox).text


@pytest.mark.slow
async def test_the_work_survives_esc_and_quitting(tmp_path: Path) -> None:
    home = make_home(tmp_path / "home", {"deploy.md": DEPLOY})
    async with driven(home) as one:
        await one.press("b", "s")
        await on_line(one, "Dana")
        await one.press("1", "escape")
        assert one.at(MemoryScreen)
    async with driven(home) as one:
        await one.press("b", "s")
        assert bench(one).made.owners[8] == 1


@pytest.mark.slow
async def test_a_whole_part_by_hand_holds_its_lines(tmp_path: Path) -> None:
    home = make_home(tmp_path / "home", {"deploy.md": DEPLOY})
    async with driven(home, WIDE) as one:
        await one.press("b", "s")
        await on_line(one, "Dana")
        await one.press("E", "ctrl+end", *"And Luis.", "escape", "1")
        assert "2M | Dana owns it." in one.text
        await one.press("1")
        assert "written by hand" in one.said
        await one.press("enter")
        [choice] = staged(one)
        assert isinstance(choice, Split)
        assert choice.results[1].endswith(b"And Luis.")


async def test_a_candidate_is_split_before_it_is_memory(tmp_path: Path) -> None:
    home = make_home(tmp_path / "home", {}, {"c.md": note("m_c", BODY)})
    async with driven(home) as one:
        await one.press("s", "enter")
        await write(one)
    assert curator(home, "queue").json["items"] == []
    assert len(list((home / "memory/notes").glob("m_*.md"))) == 3


@pytest.mark.slow
@pytest.mark.parametrize("size", [NARROW, WIDE, (40, 15)])
async def test_hostile_words_stay_words(tmp_path: Path, size: tuple[int, int]) -> None:
    evil = MARKUP + CONTROLS.replace("\x00", "")
    body = f"## {evil}\n\n{evil}\n\n## 中文标题 {'字' * 90}\n\nx"
    home = make_home(tmp_path / "home", {}, {"c.md": note("m_c", body, title='"[@click=app.q]"')})
    async with driven(home, size) as one:
        for key in ("s", "j", "0", "A", "e", "escape", "escape", "tab", "ctrl+d", "enter"):
            await one.press(key)
            assert acting(one.text) == set()
            assert one.straight(), one.text


async def test_what_is_no_note_of_its_own_is_not_cut(tmp_path: Path) -> None:
    home = make_home(tmp_path / "home", {}, {"bare.md": "---\nid: [\n---\nx\n"})
    async with driven(home) as one:
        await one.press("s")
        assert one.at(SplitScreen)
        assert "not possible here" in one.rows[0]
        for key in ("c", "1", "e", "A", "H", "enter"):
            await one.press(key)
            assert one.at(SplitScreen)
        assert staged(one) == []


async def test_a_tainted_note_is_read_before_it_is_cut(tmp_path: Path) -> None:
    body = "## One\n\n" + "word\n\n" * 40 + "## Two\n\nend"
    home = make_home(tmp_path / "home", {}, {"c.md": note("m_c", body, taint=["mail"])})
    async with driven(home) as one:
        await one.press("s", "enter")
        assert "read the parts to their end first" in one.said
        assert staged(one) == []
        await one.press("tab", "G", "enter")
        assert len(staged(one)) == 1
