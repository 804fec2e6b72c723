"""A chain as a graph on two clocks: lanes, rules of the slot, effects, another kind of link."""

from __future__ import annotations

from pathlib import Path

import pytest

from curator_app.tui.messages import DecisionsApplied, VersionsCompared
from curator_app.tui.paint.ink import Ink
from curator_app.tui.screens.chain import ChainScreen
from curator_app.tui.screens.plan import PlanScreen
from curator_core.model.decision import Detach, Edit
from curator_core.model.note import Relation
from curator_core.model.view import BatchReceipt
from tests.app.timeline import JAN, MAR, MAY, Timeline
from tests.app.tui.desk import NARROW, WIDE, Driven, driven
from tests.app.tui.test_chain import select
from tests.app.tui.three_way import staged
from tests.homes import make_home, note, reviewed
from tests.proposal_branches import Change, propose


def version(name: str, start: str, end: str | None, /, *older: str, late: str = "") -> str:
    """A version that replaced others by a state change."""
    fields: dict[str, object] = {"valid_from": start, "valid_to": end, "title": name}
    fields["recorded_at"] = f"{late or start}T08:00:00Z"
    if older:
        fields |= {"supersedes": list(older), "relation": "state_change"}
    text = reviewed(name, f"Text of {name}.", **fields)
    return text if end is None else text.replace("status: active", "status: superseded")


def graph_home(root: Path) -> Path:
    """A diamond, ten notes that became one, and a proposal; one version was learnt late."""
    notes = {
        "d.md": version("m_d", "2025-01-01", "2025-03-01"),
        "b.md": version("m_b", "2025-03-01", "2025-06-01", "m_d"),
        "c.md": version("m_c", "2025-04-01", "2025-06-01", "m_d", late="2025-08-01"),
        "a.md": version("m_a", "2025-06-01", "2025-11-01", "m_b", "m_c"),
    }
    many = [f"m_{n}" for n in range(9)]
    notes |= {
        f"{n}.md": version(name, f"2025-09-0{n + 1}", "2025-11-01") for n, name in enumerate(many)
    }
    notes["z.md"] = version("m_z", "2025-11-01", None, "m_a", *many)
    proposal = note(
        "m_p", "New.", valid_from="2026-12-01", supersedes=["m_z"], relation="state_change"
    )
    return make_home(root, notes, {"p.md": proposal})


def lanes(one: Driven) -> dict[str, str]:
    """The lanes of every version on the screen, by its id."""
    screen = one.app.screen
    assert isinstance(screen, ChainScreen)
    room = screen._lanes.width
    return {
        link.row.note_id: screen._lanes.row(row, room).plain
        for row, link in enumerate(screen._rows)
    }


@pytest.mark.parametrize("size", [NARROW, WIDE])
async def test_fan_in_diamond_and_proposal_are_lanes(tmp_path: Path, size: tuple[int, int]) -> None:
    async with driven(graph_home(tmp_path / "home"), size) as one:
        await one.press("t")
        found = lanes(one)
        assert one.straight()
        assert [found[name].rstrip() for name in ("m_p", "m_z", "m_8", "m_0")] == [
            "o",
            "x",
            "+",
            "+",
        ]
        assert [found[name] for name in ("m_c", "m_a", "m_b", "m_d")] == [
            "|o+",
            "+|o",
            " |x",
            " ++",
        ]
        assert "VALID TIME" in one.text or size is NARROW
        await one.press("x")
        assert [lanes(one)[name] for name in ("m_a", "m_c", "m_b", "m_d")] == [
            "x ",
            "+o",
            "x|",
            "++",
        ]


async def test_a_proposal_on_a_branch_has_its_chain_and_says_what_it_changes(
    tmp_path: Path,
) -> None:
    slot = {"memory_key": "port", "recorded_at": "2026-01-01T00:00:00Z"}
    home = make_home(
        tmp_path / "home", {"a.md": reviewed("m_a", "A.", value="80", valid_from=JAN, **slot)}
    )
    more = {"supersedes": ["m_a"], "relation": "state_change"}
    text = note("m_b", "B.", value="81", valid_from=MAR, **more, **slot)
    propose(home, Change(files={"memory/notes/b.md": text}, message="Port"))
    async with driven(home, WIDE) as one:
        await one.press("t")
        assert "IF APPROVED  answers before -> after" in one.text
        assert "80 -> 81" in one.text
        for rule in ("one value at a time", "no gap between values", "learnt in the order"):
            assert rule in one.text


async def test_broken_rules_of_a_slot_are_named(tmp_path: Path) -> None:
    slot = {"memory_key": "port"}
    notes = {
        "a.md": reviewed(
            "m_a",
            "A.",
            value="1",
            valid_from=JAN,
            valid_to="2026-02-01",
            recorded_at="2026-06-01T00:00:00Z",
            **slot,
        ),
        "b.md": reviewed(
            "m_b", "B.", value="2", valid_from=MAR, recorded_at="2026-03-01T00:00:00Z", **slot
        ),
        "c.md": reviewed(
            "m_c", "C.", value="3", valid_from=MAY, recorded_at="2026-05-01T00:00:00Z", **slot
        ),
    }
    async with driven(make_home(tmp_path / "home", notes), WIDE) as one:
        await one.press("b", "t")
        assert "one value at a time                 no: m_b, m_c" in one.text
        assert "no: 2026-02-01 ->" in one.text
        assert "learnt in the order of valid time   no: m_a" in one.text


async def test_words_that_differ_stand_out_in_a_comparison(tmp_path: Path) -> None:
    async with driven(graph_home(tmp_path / "home"), WIDE) as one:
        await one.press("t")
        await select(one, "m_p")
        await one.press("space", "j", "space", "equals_sign")
        await one.settle()
        [found] = one.of(VersionsCompared)
        assert isinstance(found, VersionsCompared)
        marked = [
            line.text.plain[span.start : span.end]
            for line in found.sheet.lines
            for span in line.text.spans
            if span.style == Ink.STRESS
        ]
        assert "COMPARE  m_z  ->  m_p" in one.text
        assert marked[-2:] == ["2025-11", "2026-12"]


async def test_the_kind_of_an_approved_link_is_changed_as_one_plan(tmp_path: Path) -> None:
    """K: the four kinds planned, 0 takes the link back; nothing is written before y."""
    line = Timeline(tmp_path / "home", note_a={"valid_from": JAN})
    line.approve("note-b", valid_from=MAR, supersedes=["note-a"], relation="state_change")
    async with driven(line.home, WIDE) as one:
        await one.press("b", "t")
        await select(one, "note-a")
        await one.press("K")
        assert "it supersedes nothing" in one.said
        await select(one, "note-b")
        await one.press("K")
        assert "run note-a -> run note-b" in one.text
        assert "it replaces the older note in this way already" in one.text
        await one.press("0")
        await one.press("K", "1")
        detach, edit = staged(one)
        assert isinstance(detach, Detach) and detach.targets == ("note-a",)
        assert isinstance(edit, Edit) and edit.relation is Relation.CORRECTION
        assert one.app.session.staged_count == 1
        await one.press("w")
        assert one.at(PlanScreen)
        assert "+ relation: correction" in one.text
        await one.press("y")
        done = one.of(DecisionsApplied)[-1]
        assert isinstance(done, DecisionsApplied) and isinstance(done.outcome, BatchReceipt)
    assert line.void("note-a") and line.span("note-b") == (JAN, None)


async def test_what_a_screen_says_stays_on_that_screen(tmp_path: Path) -> None:
    """A refusal of one screen is not repeated by the next; a decision is."""
    async with driven(graph_home(tmp_path / "home"), WIDE) as one:
        await one.press("t", "equals_sign")
        assert "mark two versions" in one.said
        await one.press("enter")
        assert "mark two versions" not in one.said
        await one.press("escape")
        assert "mark two versions" in one.said
        await select(one, "m_z")
        await one.press("D")
        assert "staged archive" in one.said
        await one.press("escape")
        assert "staged archive" in one.said
