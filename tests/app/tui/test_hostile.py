"""Hostile text everywhere: shown verbatim or as tokens, never acted on."""

from __future__ import annotations

import json
import random
import re
import subprocess
import unicodedata
from pathlib import Path

import pytest

from curator_app.tui.screens.queue import QueueScreen
from tests.app.tui.desk import WIDE, driven
from tests.app.tui.terminal import foreign_characters, opened
from tests.homes import git, make_home, note, put
from tests.shared_data import hostile_notes, shared_data

MARKUP = "[/x] [@click=app.leave]ok[/] [TODO] [link=https://x.example]l[/link]"
CONTROLS = (
    "\x1b]52;c;QUJD\x07 \x1b]8;;file:///etc/passwd\x1b\\x\x1b]8;;\x1b\\ \x1b[2J \x9b31m \x00"
    " \u202eevil\u202c \u200b \t \u2028 \u0085 end"
)
EMOJI = (
    "\U0001f469\u200d\U0001f467 \U0001f44d\U0001f3fd \u2764\ufe0f e\u0301\u0308\u0301\u0308\u0301 x"
)
KEYS = "jjkJKGghnN12345oRT/xcrd\x1b\r\t\x04\x15"


def hostile_home(root: Path) -> Path:
    """A Home whose candidates attack by title, body, field, file name and branch."""
    yaml = json.dumps
    home = make_home(
        root,
        {},
        {
            "markup.md": note("m_markup", MARKUP, title=yaml(MARKUP), subject=yaml(MARKUP)),
            "controls.md": note("m_controls", CONTROLS.replace("\x00", ""), title=yaml(CONTROLS)),
            "wide.md": note("m_wide", "中文字体 " * 30, title="中文标题" * 9),
            "emoji.md": note("m_emoji", EMOJI, title=EMOJI),
            "rest.md": note("m_rest", "plain", extra=yaml("\x1b[8mhidden")),
        },
    )
    put(home, "memory/candidates/[@click=app.leave]\u202egpj.md", note("m_name", title=None))
    put(home, "memory/candidates/latin.md", b"---\nid: caf\xe9\n---\nx\n")
    git(home, "checkout", "-q", "-b", "evil\u202ebranch")
    return home


async def test_markup_is_text_and_clicking_it_does_nothing(tmp_path: Path) -> None:
    """Acceptance 37."""
    async with driven(hostile_home(tmp_path / "home"), WIDE) as one:
        keys = list(one.queue.rows.keys)
        for key in keys:
            one.queue.rows.select(key)
            await one.settle()
            if one.current == "m_markup":
                break
        assert "[/x] [@click=app.leave]" in one.text
        assert one.straight()
        places = [
            (match.start() + 1, row)
            for row, line in enumerate(one.rows)
            for match in re.finditer(r"ok\[|\]l\[|\[@", line)
        ]
        assert len(places) > 4
        for place in places:
            await one.pilot.click(offset=place)
        await one.settle()
        assert one.app.is_running
        assert one.at(QueueScreen)
        assert one.app.session.staged_count == 0


@pytest.mark.parametrize(
    "size", [(80, 24), *(pytest.param(s, marks=pytest.mark.slow) for s in ((140, 40), (53, 15)))]
)
async def test_every_hostile_item_is_shown_and_columns_stay_straight(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    """Acceptance 38 and 39."""
    home = hostile_home(tmp_path / "home")
    async with driven(home, size) as one:
        assert len(one.queue.rows.keys) == 7
        for key in list(one.queue.rows.keys):
            one.queue.rows.select(key)
            await one.press("enter", "h", "G")
            assert one.straight()
            assert acting(one.text) == set()
            await one.press("h", "escape")
            assert one.straight()
            assert acting(one.text) == set()


def acting(text: str) -> set[str]:
    """Characters of a screen that would act on a terminal."""
    bad = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
    return {char for char in text if unicodedata.category(char) in bad} - {"\n"}


ROWS = 20
"""So many rows are walked over before the keys are random."""


def walk(home: Path, presses: int, seed: int) -> str:
    """What the app printed while random keys walked over a Home, nothing but its own sequences."""
    chance = random.Random(seed)
    with opened(home, (100, 30)) as terminal:
        for number in range(presses):
            terminal.blind("j" if number < ROWS else chance.choice(KEYS))
        assert terminal.child.isalive()
        assert b"Traceback" not in terminal.sent
        terminal.quit()
        own = {each[:2] for each in terminal.sequences}
        assert own <= {"\x1b[", "\x1b]", "\x1b7", "\x1b8", "\x1b>", "\x1b=", "\x1bP", "\x1bM"}
        commands = {each for each in terminal.sequences if each.startswith("\x1b]")}
        assert all(each.startswith("\x1b]22;") for each in commands), commands
        return terminal.printed


@pytest.mark.slow
def test_two_hundred_keys_over_hostile_candidates(tmp_path: Path) -> None:
    """Acceptance 38: the recorded stream of a terminal holds none of their characters."""
    printed = walk(hostile_home(tmp_path / "home"), 200, seed=7)
    assert foreign_characters(printed) == set()
    assert "<U+202E>" in printed
    assert "<ESC>" in printed


@pytest.mark.slow
def test_two_hundred_keys_over_the_shared_hostile_notes(tmp_path: Path) -> None:
    home = shared_home(tmp_path / "home")
    printed = walk(home, 200, seed=11)
    assert foreign_characters(printed) == set()


@pytest.mark.slow
async def test_every_shared_attack_is_shown_whole(tmp_path: Path) -> None:
    """Each payload is put into its field; nothing of it reaches the screen as it is."""
    home = attack_home(tmp_path / "home")
    async with driven(home, WIDE) as one:
        for key in list(one.queue.rows.keys):
            one.queue.rows.select(key)
            await one.settle()
            assert acting(one.text) == set()
            assert one.straight()


def shared_home(root: Path) -> Path:
    """All shared hostile notes and raw files as candidates."""
    home = make_home(root)
    for case in hostile_notes():
        if case.get("role") != "approved":
            put(home, f"memory/quarantine/{case['id']}.md", case["text"])
    for raw in sorted(shared_data("hostile-notes/raw").iterdir()):
        put(home, f"memory/candidates/raw/{raw.name}", raw.read_bytes())
    return home


def attack_home(root: Path) -> Path:
    """The shared attacks on screens, each in the field it names."""
    home = make_home(root)
    attacks = json.loads(shared_data("hostile-notes/attacks_on_ui.json").read_text("utf-8"))
    for number, attack in enumerate(attacks):
        payload = attack["payload_escaped"].encode("ascii").decode("unicode_escape")
        quoted = json.dumps(payload)
        fields = {"title": quoted} if attack["field"] == "title" else {"odd": quoted}
        if attack["field"] == "value":
            fields = {"value": quoted, "memory_key": "k"}
        body = payload if attack["field"] == "body" else "text"
        name = f"a{number:03}.md"
        if attack["field"] == "file_name":
            name = f"a{number:03}{payload[:40]}.md".replace("/", "_").replace("\0", "")
        try:
            put(home, f"memory/candidates/{name}", note(f"m_a{number:03}", body, **fields))
        except (OSError, UnicodeEncodeError):
            continue
    return home


def test_the_attacks_are_there(tmp_path: Path) -> None:
    home = attack_home(tmp_path / "home")
    count = len(list((home / "memory/candidates").iterdir()))
    print(count, "attacks")
    assert count > 50
    assert subprocess.run(["git", "status"], cwd=home, capture_output=True).returncode == 0
