"""Chains in time: order, lives, as of a date, comparison, keeping decisions."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from curator_app.tui.messages import ChainTraced, DecisionsApplied, DecisionStaged
from curator_app.tui.screens.chain import ChainScreen
from curator_app.tui.screens.detail import DetailScreen
from curator_app.tui.screens.note import NoteScreen
from curator_app.tui.screens.plan import PlanScreen
from curator_core.model.answer import AnswerStatus
from curator_core.model.decision import Archive, Confirm, Detach, Pin, Restore
from curator_core.model.inquiry import ChainView, Life
from curator_core.model.view import BatchReceipt, Staged
from tests.app.tui.desk import NARROW, WIDE, Driven, driven
from tests.app.tui.test_hostile import CONTROLS, MARKUP, acting
from tests.homes import curator, make_home, note, put, reviewed

SLOT = "router.port"


def version(name: str, value: str, /, **fields: object) -> str:
    """One reviewed version of the slot."""
    return reviewed(name, f"It is {value}.", memory_key=SLOT, value=value, **fields)


def router_home(root: Path) -> Path:
    """A corrected, a superseded, a current and an archived version, and a proposal."""
    dates = {"recorded_at": "2026-07-01T00:00:00Z"}
    notes = {
        "a.md": version("m_a", "80", valid_from="2026-06-01", valid_to="2026-06-01").replace(
            "status: active", "status: superseded"
        ),
        "b.md": version(
            "m_b",
            "8080",
            valid_from="2026-06-01",
            valid_to="2026-08-01",
            supersedes=["m_a"],
            relation="correction",
            **dates,
        ).replace("status: active", "status: superseded"),
        "c.md": version(
            "m_c",
            "4321",
            valid_from="2026-08-01",
            supersedes=["m_b"],
            relation="state_change",
        ),
        "d.md": version("m_d", "1", valid_from="2020", valid_to="2021").replace(
            "status: active", "status: archived"
        ),
    }
    proposal = note(
        "m_p",
        "New port.",
        memory_key=SLOT,
        value="9999",
        valid_from="2026-11-01",
        supersedes=["m_c"],
        relation="state_change",
    )
    return make_home(root, notes, {"p.md": proposal})


def traced(one: Driven) -> ChainView:
    """The chain that was read last."""
    last = one.of(ChainTraced)[-1]
    assert isinstance(last, ChainTraced)
    assert isinstance(last.outcome, ChainView), last.outcome
    return last.outcome


def lives(one: Driven) -> dict[str, Life]:
    """What became of each version."""
    return {link.row.note_id: link.life for link in traced(one).links}


def choices(one: Driven) -> list[object]:
    """Decisions that were staged, in order."""
    found = [m for m in one.of(DecisionStaged) if isinstance(m, DecisionStaged)]
    assert all(isinstance(m.outcome, Staged) for m in found), [m.outcome for m in found]
    return [type(m.decision) for m in found]


async def select(one: Driven, name: str) -> None:
    """Put the cursor of the chain on a note."""
    screen = one.app.screen
    assert isinstance(screen, ChainScreen)
    await one.press("g")
    for _ in range(8):
        link = screen._link()
        if link is not None and link.row.note_id == name:
            return
        await one.press("j")
    raise AssertionError(f"{name} is not in the chain")


@pytest.mark.parametrize("size", [NARROW, WIDE])
async def test_every_version_says_what_became_of_it(tmp_path: Path, size: tuple[int, int]) -> None:
    async with driven(router_home(tmp_path / "home"), size) as one:
        await one.press("t")
        assert lives(one) == {
            "m_a": Life.CORRECTED,
            "m_b": Life.SUPERSEDED,
            "m_c": Life.CURRENT,
            "m_d": Life.ARCHIVED,
            "m_p": Life.PROPOSED,
        }
        for word in ("CURRENT", "PROPOSED", "corrected", "superseded", "archived", "state change"):
            assert word in one.text
        assert "newest recorded first" in one.text
        assert one.straight()
        await one.press("x")
        assert "by valid time" in one.text
        names = [row[17:29].strip() for row in one.rows[2:7]]
        assert names == ["m_p", "m_c", "m_a", "m_b", "m_d"]


async def test_the_version_shows_edges_approval_answer_and_bars(tmp_path: Path) -> None:
    async with driven(router_home(tmp_path / "home"), WIDE) as one:
        await one.press("t")
        await select(one, "m_b")
        for shown in (
            "supersedes m_a",
            "superseded by m_c",
            "adoption",
            "2026-06-01 -> 2026-08-01",
            "ANSWER  as of 2026-11-29",
            "4321",
            "VALID TIME",
            "(never holds)",
        ):
            assert shown in one.text, shown


@pytest.mark.parametrize(
    ("at", "status", "value"),
    [
        ("2026-07-01", AnswerStatus.KNOWN, "8080"),
        ("2026-08-01T00:00:00Z", AnswerStatus.KNOWN, "4321"),
        ("2026-05-31", AnswerStatus.NONE, None),
    ],
)
async def test_as_of_a_date_the_chain_answers_as_at_does(
    tmp_path: Path, at: str, status: AnswerStatus, value: str | None
) -> None:
    home = router_home(tmp_path / "home")
    async with driven(home, WIDE) as one:
        await one.press("t", "A", *at, "enter")
        answer = traced(one).answer
        assert (answer.status, answer.answer_value) == (status, value)
        assert curator(home, "at", SLOT, at).json["answer_value"] == value
        assert f"as of {at}" in one.text
        if value == "8080":
            assert lives(one)["m_b"] is Life.CURRENT
            assert lives(one)["m_c"] is Life.FUTURE


async def test_known_at_asks_what_was_known_then(tmp_path: Path) -> None:
    home = router_home(tmp_path / "home")
    curator(home, "decide", "m_p", "approve")
    async with driven(home, WIDE) as one:
        await one.press("b", "j", "j", "t")
        assert traced(one).answer.answer_value == "9999"
        await one.press("A", "tab", *"2026-11-10", "enter")
        assert traced(one).answer.answer_value == "4321"
        assert "known at 2026-11-10" in one.text
        await one.press("A", *"soon", "enter")
        assert "time-form" in one.said
        assert "known at 2026-11-10" in one.text


async def test_two_marks_are_compared_field_by_field(tmp_path: Path) -> None:
    async with driven(router_home(tmp_path / "home"), WIDE) as one:
        await one.press("t", "equals_sign")
        assert "mark two versions" in one.said
        await select(one, "m_c")
        await one.press("space")
        await select(one, "m_b")
        await one.press("space", "equals_sign")
        assert "COMPARE  m_b  ->  m_c" in one.text
        assert "- value            8080" in one.text
        assert "- It is 8080." in one.text
        assert "+ It is 4321." in one.text
        await one.press("equals_sign")
        assert "COMPARE" not in one.text


async def test_enter_opens_notes_and_proposals(tmp_path: Path) -> None:
    async with driven(router_home(tmp_path / "home"), WIDE) as one:
        await one.press("t", "enter")
        assert one.at(DetailScreen)
        await one.press("escape")
        await select(one, "m_b")
        await one.press("enter")
        assert one.at(NoteScreen)
        assert "It is 8080." in one.text


async def test_keys_for_keeping_stage_and_say_why_not(tmp_path: Path) -> None:
    home = router_home(tmp_path / "home")
    async with driven(home, WIDE) as one:
        await one.press("t")
        await select(one, "m_p")
        await one.press("D")
        assert "not memory yet" in one.said
        await select(one, "m_a")
        await one.press("B")
        assert "not archived" in one.said
        await one.press("P", "L")
        assert "supersedes nothing" in one.said
        await select(one, "m_c")
        await one.press("C", "D", "p", "L")
        assert choices(one) == [Confirm, Archive, Pin, Detach]
        assert one.app.session.staged_count == 1
        await select(one, "m_d")
        await one.press("B")
        assert choices(one)[-1] is Restore
        assert one.app.session.staged_count == 2
        assert "[restore]" in one.text


async def test_a_kept_decision_survives_quitting_and_is_written(tmp_path: Path) -> None:
    """Staged decisions about notes are found again after a restart, opened and dropped."""
    home = router_home(tmp_path / "home")
    async with driven(home, WIDE) as one:
        await one.press("t")
        await select(one, "m_c")
        await one.press("D")
    async with driven(home, WIDE) as one:
        assert "staged 1" in one.text
        await one.press("w")
        assert one.at(PlanScreen)
        assert "4321 -> (none)" in one.text
        await one.press("tab", "enter")
        assert one.at(NoteScreen)
        await one.press("escape", "y")
        [done] = one.of(DecisionsApplied)
        assert isinstance(done, DecisionsApplied)
        assert isinstance(done.outcome, BatchReceipt)
    assert curator(home, "current", SLOT).json["status"] == "none"


async def test_a_change_on_disk_makes_a_kept_decision_fall(tmp_path: Path) -> None:
    home = router_home(tmp_path / "home")
    async with driven(home, WIDE) as one:
        await one.press("t")
        await select(one, "m_c")
        await one.press("D")
    path = home / "memory/notes/c.md"
    path.write_text(path.read_text("utf-8") + "More.\n", "utf-8")
    staged = curator(home, "staged").json["decisions"]
    assert [each["blocked"] for each in staged if each["action"] == "archive"] != [None]
    assert curator(home, "current", SLOT).json["answer_value"] == "4321"


async def test_a_wrong_correction_is_taken_back_with_a_typed_start(tmp_path: Path) -> None:
    """Detach of a correction that states no start itself asks for one (CONTRACT 19)."""
    old = {"a.md": version("m_a", "80", valid_from="2026-06-01")}
    wrong = note("m_b", "B.", memory_key=SLOT, value="81", supersedes=["m_a"])
    home = make_home(tmp_path / "home", old, {"b.md": wrong})
    done = curator(home, "decide", "m_b", "approve", "--relation", "correction")
    assert done.code == 0, done.err
    async with driven(home, WIDE) as one:
        await one.press("b", "G", "t")
        await select(one, "m_b")
        await one.press("L")
        assert "from when does the note hold?" in one.text
        await one.press(*"2026-07-01", "enter")
        last = one.of(DecisionStaged)[-1]
        assert isinstance(last, DecisionStaged)
        assert isinstance(last.outcome, Staged), last.outcome
        await one.press("w", "y")
    assert curator(home, "at", SLOT, "2026-06-15").json["answer_value"] == "80"
    assert curator(home, "current", SLOT).json["answer_value"] == "81"


async def test_fan_in_lists_every_edge_and_asks_which_to_take_back(tmp_path: Path) -> None:
    notes = {
        "x.md": reviewed("m_x", "X.").replace("status: active", "status: superseded"),
        "y.md": reviewed("m_y", "Y.").replace("status: active", "status: superseded"),
        "z.md": reviewed(
            "m_z",
            "Z.",
            valid_from="2026-09-01",
            supersedes=["m_x", "m_y"],
            relation="state_change",
        ),
    }
    async with driven(make_home(tmp_path / "home", notes), WIDE) as one:
        await one.press("b", "G", "t")
        assert "state x2" in one.text
        assert "supersedes m_x, m_y" in one.text
        await one.press("L", *"m_q", "enter")
        assert "one of: m_x, m_y" in one.text
        await one.press("escape", "L", *"m_y", "enter")
        assert choices(one) == [Detach]


@pytest.mark.parametrize("size", [NARROW, WIDE])
async def test_a_long_chain_keeps_its_page_on_the_screen(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    notes = {}
    for n in range(32):
        more = {"supersedes": [f"m_{n - 1:02}"], "relation": "state_change"} if n else {}
        start = f"20{n:02}-01-01" if n else None
        end = f"20{n + 1:02}-01-01" if n < 31 else None
        text = version(f"m_{n:02}", f"v{n}", valid_from=start, valid_to=end, **more)
        notes[f"{n:02}.md"] = text if n == 31 else text.replace("active", "superseded")
    async with driven(make_home(tmp_path / "home", notes), size) as one:
        await one.press("b", "t", "G")
        assert len(traced(one).links) == 32
        assert "version" in one.text
        assert one.app.screen.query_one("#text").size.height >= 8
        assert one.straight()


@pytest.mark.parametrize("size", [NARROW, WIDE, (53, 15)])
async def test_hostile_versions_are_shown_as_words(tmp_path: Path, size: tuple[int, int]) -> None:
    evil = json.dumps(MARKUP + CONTROLS.replace("\x00", ""))
    notes = {
        "a.md": reviewed("m_a", MARKUP, memory_key="k", value=evil, title=evil, valid_to="2026-09"),
        "b.md": reviewed(
            "m_b", CONTROLS, memory_key="k", value=evil, valid_from="2026-09", title=evil
        ),
    }
    home = make_home(tmp_path / "home", notes)
    put(home, "memory/candidates/c.md", note("m_c", MARKUP, memory_key="k", value=evil))
    async with driven(home, size) as one:
        for key in ("t", "j", "space", "j", "space", "equals_sign", "G", "x", "escape", "b", "t"):
            await one.press(key)
            assert acting(one.text) == set()
            assert one.straight()
        assert one.app.is_running
