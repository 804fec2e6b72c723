"""The kind of update is asked for, with the evidence and the answers of each kind beside it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from curator_app.tui.messages import DecisionsApplied, DecisionStaged, KindsCompared
from curator_app.tui.screens.confirm import ConfirmScreen
from curator_app.tui.screens.kind import KindScreen
from curator_app.tui.screens.queue import QueueScreen
from curator_core.model.decision import Approve
from curator_core.model.inquiry import Alternatives
from curator_core.model.note import Relation
from curator_core.model.view import BatchReceipt, Staged
from tests.app.tui.desk import NARROW, WIDE, Driven, driven
from tests.app.tui.test_hostile import CONTROLS, MARKUP, acting
from tests.homes import curator, git, make_home, note, put, reviewed

OLD = {"memory_key": "deploy", "value": "npm run deploy", "valid_from": "2026-08-01"}
NEW = {"memory_key": "deploy", "value": "npm run deploy:prod"}
JOURNAL = "Worked on the box.\nFrom now on it is npm run deploy:prod.\n今天改为新的命令\nBye.\n"


def deploy_home(root: Path, **fields: object) -> Path:
    """One reviewed deploy command, one proposal for its slot, a journal that says why."""
    proposed = {**NEW, "valid_from": "2026-08-20", "sources": ["sources/journal.md#L1-L4"]}
    home = make_home(
        root,
        {"old.md": reviewed("m_old", "Old.", **OLD)},
        {"new.md": note("m_new", "New.", **{**proposed, **fields})},
    )
    put(home, "sources/journal.md", JOURNAL)
    git(home, "add", "sources")
    git(home, "commit", "-q", "-m", "Journal")
    return home


def decisions(one: Driven) -> list[Approve]:
    """Approvals that were staged or asked to confirm, in order."""
    found = [m.decision for m in one.of(DecisionStaged) if isinstance(m, DecisionStaged)]
    return [each for each in found if isinstance(each, Approve)]


def current(home: Path, *at: str) -> str:
    """What the slot answers now or at a time."""
    words = ("at", "deploy", *at) if at else ("current", "deploy")
    return str(curator(home, *words).json["answer_value"])


@pytest.mark.parametrize("size", [NARROW, WIDE])
async def test_the_kinds_are_compared_before_one_is_chosen(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    home = deploy_home(tmp_path / "home", supersedes=["m_old"], relation="state_change")
    async with driven(home, size) as one:
        await one.press("a")
        [compared] = one.of(KindsCompared)
        assert isinstance(compared, KindsCompared)
        assert isinstance(compared.outcome, Alternatives)
        assert [row.note_id for row in compared.outcome.replaced] == ["m_old"]
        assert one.at(KindScreen)
        assert decisions(one) == []
        assert "2026-08-01 -> still" in one.text
        assert "2026-08-20 -> still" in one.text
        assert "2 of 4 cited lines carry words of change" in one.text
        assert "From now on it is" in one.text
        assert "1 correction" in one.text
        assert one.straight()
        await one.press("enter", "y", "a", "w")
        assert one.at(KindScreen)
        seen = one.text
        for _ in range(6):
            await one.press("ctrl+d")
            seen += one.text
        assert "what the note itself says" in seen
        assert "npm run deploy -> npm run deploy:prod" in seen
        assert "scope change needs another scope" in seen
        assert "names what it supersedes" in seen
        await one.press("2")
        [choice] = decisions(one)
        assert choice.relation is Relation.STATE_CHANGE
        assert choice.targets == ("m_old",)
        assert one.at(QueueScreen)
        assert "staged approve" in one.said


@pytest.mark.parametrize(
    ("digit", "before"), [("1", "npm run deploy:prod"), ("2", "npm run deploy")]
)
async def test_the_chosen_kind_is_written_as_its_preview_said(
    tmp_path: Path, digit: str, before: str
) -> None:
    home = deploy_home(tmp_path / "home")
    async with driven(home, (119, 40)) as one:
        await one.press("a", digit, "w")
        assert "ANSWERS" in one.text
        assert f"now              npm run deploy -> {NEW['value']}" in one.text
        await one.press("y")
        [applied] = one.of(DecisionsApplied)
        assert isinstance(applied, DecisionsApplied)
        assert isinstance(applied.outcome, BatchReceipt)
    assert current(home) == NEW["value"]
    assert current(home, "2026-08-10") == before


async def test_an_occupied_slot_is_asked_about_though_nothing_is_named(tmp_path: Path) -> None:
    """Without a kind the slot would collide: add is off and says so."""
    home = deploy_home(tmp_path / "home")
    async with driven(home, WIDE) as one:
        assert "APPROVE ASKS FOR THE KIND OF UPDATE" in one.text
        await one.press("a", "0")
        assert one.at(KindScreen)
        assert "slot-collision" in one.text
        await one.press("escape")
        assert decisions(one) == []
        assert "left undecided" in one.said
        await one.press("a", "1")
        [choice] = decisions(one)
        assert (choice.relation, choice.targets) == (Relation.CORRECTION, ("m_old",))


async def test_a_start_is_typed_where_it_is_needed(tmp_path: Path) -> None:
    home = deploy_home(tmp_path / "home", valid_from=None)
    async with driven(home, WIDE) as one:
        await one.press("a")
        assert "v types a start" in one.text
        await one.press("2", *"soon", "enter")
        assert "valid_from is no time" in one.text
        await one.press("v", *"2026-09-15", "enter")
        assert decisions(one) == []
        assert "2026-09-15" in one.text
        await one.press("2")
        [choice] = decisions(one)
        assert choice.valid_from == "2026-09-15"
        await one.press("w", "y")
    assert current(home, "2026-09-14") == "npm run deploy"
    assert current(home, "2026-09-15") == NEW["value"]


async def test_a_scope_can_be_typed_for_a_scope_change(tmp_path: Path) -> None:
    home = deploy_home(tmp_path / "home", supersedes=["m_old"])
    async with driven(home, WIDE) as one:
        await one.press("a", "4")
        assert one.at(KindScreen)
        await one.press("s", *"project:alpha", "enter", "4")
        [choice] = decisions(one)
        assert choice.relation is Relation.SCOPE_CHANGE
        assert choice.scope == "project:alpha"


async def test_codes_are_confirmed_by_name_after_the_kind(tmp_path: Path) -> None:
    """The kind says what it will ask; each code has its own dialog, enter confirms none."""
    home = deploy_home(
        tmp_path / "home", sources=None, modality="quoted", supersedes=["m_old"], origin="external"
    )
    async with driven(home, WIDE) as one:
        await one.press("enter")
        await one.look()
        await one.press("a")
        assert "asks to confirm" in one.text
        await one.press("2")
        assert one.at(ConfirmScreen)
        await one.press("enter")
        assert one.at(ConfirmScreen)
        asked = []
        while one.at(ConfirmScreen):
            asked.append(decisions(one)[-1].confirm)
            await one.press("1")
        last = one.of(DecisionStaged)[-1]
        assert isinstance(last, DecisionStaged)
        assert isinstance(last.outcome, Staged), last.outcome
        assert set(decisions(one)[-1].confirm) >= {"no-source", "modality"}
        assert asked == [decisions(one)[-1].confirm[:n] for n in range(len(asked))]
    staged = curator(home, "staged").json
    assert [each["action"] for each in staged["decisions"]] == ["approve"]


async def test_nothing_to_replace_asks_nothing(tmp_path: Path) -> None:
    home = make_home(
        tmp_path / "home",
        {"old.md": reviewed("m_old", **{**OLD, "memory_key": "other"})},
        {"new.md": note("m_new", **NEW), "free.md": note("m_free")},
    )
    async with driven(home) as one:
        await one.press("a", "a")
        assert [choice.relation for choice in decisions(one)] == [None, None]
        assert one.at(QueueScreen)
        assert one.app.session.staged_count == 2


async def test_a_set_slot_takes_another_value_without_a_question(tmp_path: Path) -> None:
    config = '[home]\nname = "test"\n[[slots]]\nmatch = "deploy"\ncardinality = "set"\n'
    home = make_home(
        tmp_path / "home",
        {"old.md": reviewed("m_old", **OLD)},
        {"new.md": note("m_new", **NEW)},
        config,
    )
    async with driven(home) as one:
        await one.press("a")
        assert [choice.relation for choice in decisions(one)] == [None]


async def test_a_dead_target_says_so(tmp_path: Path) -> None:
    home = deploy_home(tmp_path / "home", supersedes=["m_gone"], memory_key=None)
    async with driven(home) as one:
        await one.press("a")
        assert one.at(QueueScreen)
        assert "relation-required" in one.said or "dead" in one.said


@pytest.mark.parametrize("size", [NARROW, WIDE])
async def test_hostile_words_stay_words_in_the_dialog(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    evil = MARKUP + CONTROLS.replace("\x00", "")
    home = deploy_home(tmp_path / "home", value=json.dumps(evil), supersedes=["m_old"])
    put(home, "sources/journal.md", f"from now on {evil}\n" * 4)
    git(home, "add", "sources")
    git(home, "commit", "-q", "-m", "Journal")
    async with driven(home, size) as one:
        await one.press("enter")
        await one.look()
        await one.press("a")
        assert one.at(KindScreen)
        for _ in range(8):
            assert acting(one.text) == set()
            assert one.straight()
            await one.press("ctrl+d")
        assert "[@click=app.leave]" in one.text
