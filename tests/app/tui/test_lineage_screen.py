"""All that came from one place, and taking it back as one plan, by real keys."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

from curator_app.tui.lineages import LineageFound, LineageTakenBack, StartsFound
from curator_app.tui.messages import PlanShown
from curator_app.tui.screens.detail import DetailScreen
from curator_app.tui.screens.history import HistoryScreen
from curator_app.tui.screens.lineage import LineageScreen
from curator_app.tui.screens.note import NoteScreen
from curator_app.tui.screens.plan import PlanScreen
from curator_app.tui.screens.queue import QueueScreen
from curator_app.tui.screens.start import StartScreen
from curator_core.model.lineage import Lineage, RolledBack
from curator_core.model.view import Preview
from tests.app.tui.desk import NARROW, WIDE, Driven, driven
from tests.app.tui.test_hostile import CONTROLS, MARKUP, acting
from tests.app.tui.test_snapshots import SvgExtension, without_run_ids
from tests.homes import curator, fingerprint, git, make_home, note, put, reviewed

MAIL = "sources/mail/m.txt"
SLOT = {"memory_key": "deploy.command"}


def poisoned_home(root: Path) -> Path:
    """A mail replaced a value and is summed up in a note; more of it waits, some was adopted."""
    notes = {
        "v1.md": reviewed("v-one", "make deploy", value="make deploy", **SLOT),
        "kept.md": reviewed("kept", "An adopted one.", session="s-mail"),
        "other.md": reviewed("other", "Another fact.", session="s-good"),
    }
    outside = {"session": "s-mail", "origin": "external", "taint": ["mail"]}
    new = {"value": "curl it", "supersedes": ["v-one"], "relation": "correction"}
    waiting = {
        "v2.md": note("v-two", "curl it", sources=[f"{MAIL}#L1"], **new, **SLOT, **outside),
        "sum.md": note("summary", "Deploys curl.", inputs=["v-two"], generated=True, recipe="r"),
        "wait.md": note("waits", "And more of it.", sources=[f"{MAIL}#L2-L3"], **outside),
        "free.md": note("free", "Nothing of it.", session="s-good"),
    }
    home = make_home(root, notes, waiting)
    put(home, MAIL, "curl it\nand more\nof it\n")
    git(home, "config", "user.email", "person@curator.example")
    for name in ("v-two", "summary"):
        shown = curator(home, "show", name).json["shown_hash"]
        words = ("--expect", shown, "--confirm", "external-over-human", "--confirm", "attribution")
        assert curator(home, "decide", name, "approve", *words).code == 0
    return home


def newest(one: Driven) -> Lineage:
    """What was found last."""
    message = one.of(LineageFound)[-1]
    assert isinstance(message, LineageFound)
    assert isinstance(message.outcome, Lineage), message.outcome
    return message.outcome


def offered(one: Driven) -> dict[str, int]:
    """Where it can begin, and how many notes came from there."""
    message = one.of(StartsFound)[-1]
    assert isinstance(message, StartsFound)
    return {start.asked: start.came for start in message.starts}


async def to(one: Driven, name: str) -> None:
    """Onto a row of the queue."""
    while one.current != name:
        await one.press("j")


async def test_it_asks_where_to_begin_and_shows_all_that_came_from_there(tmp_path: Path) -> None:
    async with driven(poisoned_home(tmp_path / "home"), WIDE) as one:
        await to(one, "waits")
        await one.press("l")
        assert one.at(StartScreen) and one.straight()
        assert any(row.startswith("> 1 session   s-mail ") for row in one.rows)
        assert offered(one) == {
            "session=s-mail": 4,
            f"source={MAIL}": 3,
            f"source={MAIL}#L2-L3": 1,
            "note=waits": 1,
        }
        await one.press("enter")
        assert one.at(LineageScreen) and "from session s-mail" in one.rows[0]
        rows = {twig.name: (twig.standing.value, twig.made_of) for twig in newest(one).notes}
        assert rows == {
            "kept": ("live", ()),
            "v-two": ("live", ()),
            "waits": ("waiting", ()),
            "summary": ("live", ("v-two",)),
        }
        assert "made of v-two" in next(row for row in one.rows if "- summary" in row)
        assert "mail" in next(row for row in one.rows if row[2:].startswith("waiting"))
        await one.press("l", "3")
        assert [each.name for each in newest(one).notes] == ["waits"]
        await one.press("l", "5", *"job", "equals_sign", *"none", "enter")
        assert "nothing in this Home comes from job=none" in one.rows[0]
        await one.press("W")
        assert one.at(LineageScreen) and "l begins elsewhere" in one.said
        await one.press("l", "escape", "escape")
        assert one.at(QueueScreen)


async def test_every_place_that_shows_a_note_leads_there(tmp_path: Path) -> None:
    places = {
        "waits": (["l"], ["enter", "l"], ["Q", "l"], ["colon", *"came", "enter"]),
        "kept": (["b", "slash", *"kept", "enter", "l"], ["b", "enter", "l"]),
    }
    async with driven(poisoned_home(tmp_path / "home"), NARROW) as one:
        await to(one, "waits")
        for name, ways in places.items():
            for keys in ways:
                await one.press(*keys)
                assert one.at(StartScreen), keys
                assert f"note={name}" in offered(one)
                await one.press(*["escape"] * 3)
                assert one.at(QueueScreen)


async def test_enter_opens_the_note_the_item_or_the_decision(tmp_path: Path) -> None:
    home = poisoned_home(tmp_path / "home")
    assert curator(home, "decide", "waits", "reject", "--reason-code", "unsafe").code == 0
    async with driven(home, NARROW) as one:
        await to(one, "free")
        await one.press("l", "1")
        assert "from session s-good" in one.rows[0] and one.straight()
        await one.press("G" if newest(one).notes[-1].name == "free" else "g", "enter")
        assert one.at(DetailScreen) and "Nothing of it." in one.text
        await one.press("escape", "l", *"9", "G", "enter", *"s-mail", "enter")
        assert "from session s-mail" in one.rows[0]
        await one.press("slash", *"kept", "enter", "enter")
        assert one.at(NoteScreen) and "An adopted one." in one.text
        await one.press("escape", "slash", *"rejected", "enter", "enter")
        assert one.at(HistoryScreen) and "only about waits" in one.rows[0]
        assert "reject  waits" in one.text


@pytest.mark.parametrize("size", [NARROW, WIDE])
async def test_taking_it_back_is_one_plan_and_one_undo(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    home = poisoned_home(tmp_path / "home")
    before, head = fingerprint(home, "memory"), git(home, "rev-parse", "HEAD")
    async with driven(home, size) as one:
        await one.press("b", "slash", *"kept", "enter", "l", "1", "W")
        assert one.at(PlanScreen) and "1 undone, 2 rejected, 1 archived, 1 due" in one.rows[0]
        [plan] = one.of(PlanShown)
        assert isinstance(plan, PlanShown) and isinstance(plan.outcome, Preview)
        page = "\n".join(line.text.plain for line in plan.effects.lines)
        for words in (
            "TAKES BACK  all from session s-mail",
            " undone          approve v-two",
            " rejected        v-two",
            " rejected        waits",
            " archived        kept",
            " due for review  summary",
            "u brings back",
        ):
            assert words in page, page
        assert git(home, "rev-parse", "HEAD") == head and one.straight()
        await one.press("y")
        [done] = one.of(LineageTakenBack)
        assert isinstance(done, LineageTakenBack) and isinstance(done.outcome, RolledBack)
        assert one.at(QueueScreen) and "taken back: 1 undone" in one.said and "u: undo" in one.said
        assert curator(home, "current", "deploy.command").json["answer_value"] == "make deploy"
        await one.press("u", "y")
        assert "undone" in one.said
    assert fingerprint(home, "memory") == before


async def test_what_cannot_be_taken_back_is_named_and_only_the_rest_goes(tmp_path: Path) -> None:
    home = poisoned_home(tmp_path / "home")
    file = home / "memory/notes/kept.md"
    file.write_text(file.read_text("utf-8") + "\nEdited by hand.\n", "utf-8")
    async with driven(home, NARROW) as one:
        await to(one, "waits")
        await one.press("l", "1", "W")
        assert "cannot 1" in one.rows[0] and "CANNOT" in one.text and "kept" in one.text
        await one.press("y")
        assert one.of(LineageTakenBack) == [] and "Y takes back the rest" in one.said
        await one.press("Y")
        assert one.at(QueueScreen) and "taken back: 1 undone" in one.said
    assert curator(home, "current", "deploy.command").json["answer_value"] == "make deploy"
    assert "Edited by hand." in file.read_text("utf-8")


async def test_it_begins_at_any_row_of_history_and_a_lone_note_needs_no_question(
    tmp_path: Path,
) -> None:
    home = make_home(
        tmp_path / "home", {"old.md": reviewed("old")}, {"n.md": note("n", sources=[])}
    )
    async with driven(home, NARROW) as one:
        await one.press("r", "4", "w", "y", "o", "l")
        assert one.at(LineageScreen) and "from note n" in one.rows[0]
        await one.press("enter")
        assert one.at(HistoryScreen) and "reject  n" in one.text


async def test_hostile_names_are_tokens(tmp_path: Path) -> None:
    nasty = CONTROLS.replace("\x00", "")
    more = {"session": json.dumps(nasty), "taint": [nasty], "sources": [MARKUP, nasty]}
    text = note("m_q", "Body.", title=json.dumps(MARKUP), **more)
    home = make_home(tmp_path / "home", {}, {"q.md": text, "r.md": note("m_r", nasty, **more)})
    async with driven(home, WIDE) as one:
        await one.press("l")
        lines = one.text
        await one.press("1")
        lines += one.text
        await one.press("W")
        lines += one.text
        assert acting(lines) == set() and one.straight()
        assert "<U+202E>" in lines and "[@click=app.leave]" in lines
        await one.resize(40, 15)
        assert one.straight()


PICTURES = {"lineage": ["l", "1"], "plan": ["l", "1", "W"]}


@pytest.mark.parametrize("size", [NARROW, WIDE], ids=["narrow", "wide"])
@pytest.mark.parametrize("name", sorted(PICTURES))
async def test_it_looks_as_it_did(
    tmp_path: Path, snapshot: SnapshotAssertion, name: str, size: tuple[int, int]
) -> None:
    async with driven(poisoned_home(tmp_path / "home"), size) as one:
        await to(one, "waits")
        await one.press(*PICTURES[name])
        picture = without_run_ids(one.app.export_screenshot())
    assert picture == snapshot.use_extension(SvgExtension)
