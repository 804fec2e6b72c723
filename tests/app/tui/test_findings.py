"""Findings and configuration changes in the queue: what is wrong, the repair, the decision."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from curator_app.tui.messages import DecisionsApplied, DecisionStaged
from curator_app.tui.screens.chain import ChainScreen
from curator_core.model.decision import Approve, Reject
from curator_core.model.proposal import Op
from curator_core.model.view import BatchReceipt, Staged
from tests.app.tui.desk import NARROW, WIDE, Driven, driven
from tests.app.tui.test_hostile import CONTROLS, MARKUP, acting
from tests.homes import curator, make_home, note, put, reviewed


def torn_home(root: Path) -> Path:
    """Two values at one time, and a link to a note that is gone."""
    notes = {
        "a.md": reviewed("m_a", memory_key="port", value="80", valid_from="2026-01-01"),
        "b.md": reviewed("m_b", memory_key="port", value="81", valid_from="2026-06-01"),
        "d.md": reviewed("m_d", "D.", supersedes=["m_gone"]),
    }
    return make_home(root, notes)


async def pick(one: Driven, op: Op, code: str = "") -> None:
    """Put the queue's cursor on the item of this operation and code."""
    for item in one.app.session.waiting:
        if item.op is op and (not code or code in item.flags):
            one.queue.rows.select(item.item)
    await one.settle()
    shown = one.queue.shown
    assert shown is not None
    assert shown.item.op is op


@pytest.mark.parametrize("size", [NARROW, WIDE])
async def test_a_collision_shows_notes_intervals_repair_and_plan(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    async with driven(torn_home(tmp_path / "home"), size) as one:
        await pick(one, Op.REPAIR, "collision")
        await one.press("enter")
        pages = one.text
        for _ in range(4):
            await one.press("ctrl+d")
            pages += one.text
        for shown in (
            "collision",
            "they hold at the same time in one slot",
            "m_a  COLLIDES",
            "2026-01-01 -> still",
            "2026-06-01 -> still",
            "end m_a where m_b starts",
            "m_a  valid_to := 2026-06-01",
            "(conflict) -> 81",
            "memory/notes/a.md",
        ):
            assert shown in pages, shown
        assert one.straight()


async def test_approve_mends_and_reject_dismisses(tmp_path: Path) -> None:
    """CONTRACT 24; no kind of update is asked for."""
    home = torn_home(tmp_path / "home")
    async with driven(home, WIDE) as one:
        await pick(one, Op.REPAIR, "collision")
        await one.press("a")
        await pick(one, Op.REPAIR, "dangling")
        await one.press("r", "7")
        staged = [m for m in one.of(DecisionStaged) if isinstance(m, DecisionStaged)]
        assert [type(m.decision) for m in staged] == [Approve, Reject]
        assert all(isinstance(m.outcome, Staged) for m in staged)
        await one.press("w", "y")
        [done] = one.of(DecisionsApplied)
        assert isinstance(done, DecisionsApplied)
        assert isinstance(done.outcome, BatchReceipt)
        assert "left 0 of 0" in one.text
    assert curator(home, "current", "port").json["answer_value"] == "81"
    assert curator(home, "at", "port", "2026-05-01").json["answer_value"] == "80"


async def test_a_finding_without_a_repair_says_who_must_mend_it(tmp_path: Path) -> None:
    same = {"memory_key": "port", "valid_from": "2026-01-01"}
    notes = {
        "a.md": reviewed("m_a", value="80", **same),
        "b.md": reviewed("m_b", value="81", **same),
    }
    async with driven(make_home(tmp_path / "home", notes), WIDE) as one:
        await pick(one, Op.REPAIR, "collision")
        assert "only a person can say what is right" in one.text
        await one.press("a")
        assert "only a person" in one.said


async def test_the_chain_of_a_finding(tmp_path: Path) -> None:
    async with driven(torn_home(tmp_path / "home"), WIDE) as one:
        await pick(one, Op.REPAIR, "collision")
        await one.press("t")
        assert one.at(ChainScreen)
        assert one.text.count("COLLIDES") >= 2
        assert "conflict" in one.text


async def test_a_changed_configuration_says_what_each_key_does(tmp_path: Path) -> None:
    home = torn_home(tmp_path / "home")
    config = home / "curator.toml"
    before = config.read_text("utf-8")
    config.write_text(before + "[budget]\ntokens = 100\n", "utf-8")
    async with driven(home, WIDE) as one:
        await pick(one, Op.CONFIG)
        assert "lets the text below hold" in one.text
        assert "+ tokens = 100" in one.text
        await one.press("r", "1", "w", "y")
    assert config.read_text("utf-8") == before


async def test_an_item_without_a_date_ages_by_its_file(tmp_path: Path) -> None:
    home = make_home(tmp_path / "home", {}, {"x.md": "no fields\n"})
    async with driven(home, WIDE) as one:
        row = next(row for row in one.rows if row.startswith("> C"))
        assert " ? " not in row
        assert "d " in row


@pytest.mark.parametrize("size", [NARROW, WIDE])
async def test_hostile_findings_are_words(tmp_path: Path, size: tuple[int, int]) -> None:
    evil = json.dumps(MARKUP + CONTROLS.replace("\x00", ""))
    notes = {
        "a.md": reviewed("m_a", memory_key="k", value=evil, title=evil, valid_from="2026-01-01"),
        "b.md": reviewed("m_b", memory_key="k", valid_from="2026-06-01", scope="global"),
        "[@click=app.leave]\u202e.md": reviewed("m_c", MARKUP, supersedes=["m_x"]),
    }
    home = make_home(tmp_path / "home", notes)
    put(home, "memory/candidates/x.md", note("m_p", "P."))
    async with driven(home, size) as one:
        for key in list(one.queue.rows.keys):
            one.queue.rows.select(key)
            await one.press("enter", "G")
            assert acting(one.text) == set()
            assert one.straight()
            await one.press("escape")
        assert one.app.is_running
