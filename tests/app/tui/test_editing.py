"""Edit, then approve: the reviewer's own text, typed here or in an editor, never lost."""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path

import pytest
from textual import events

from curator_app.tui.messages import DecisionsApplied, DecisionStaged
from curator_app.tui.paint.foreign import editable, edited
from curator_app.tui.screens.confirm import ConfirmScreen
from curator_app.tui.screens.edit import EditScreen
from curator_app.tui.screens.kind import KindScreen
from curator_app.tui.screens.queue import QueueScreen
from curator_app.tui.widgets.text_box import TextBox
from curator_core.model.decision import Edit
from curator_core.model.note import Relation
from curator_core.model.problem import Refusal
from curator_core.model.view import BatchReceipt, Staged
from tests.app.tui.desk import NARROW, WIDE, Driven, driven, small_home
from tests.app.tui.terminal import foreign_characters, opened
from tests.app.tui.test_hostile import CONTROLS, EMOJI, MARKUP, acting
from tests.app.tui.test_kinds import deploy_home
from tests.homes import curator, make_home, note, put


def box(one: Driven) -> TextBox:
    """The text that is being changed."""
    assert one.at(EditScreen)
    return one.app.screen.query_one(TextBox)


def until_kept(home: Path, start: bytes) -> None:
    """Wait until a typed text that begins so is on disk."""
    for _ in range(3_000):
        files = (home / ".git/curator").rglob("*.txt")
        if any(file.read_bytes().startswith(start) for file in files):
            return
        time.sleep(0.02)
    raise AssertionError(f"never kept: {start!r}")


def edits(one: Driven) -> list[Edit]:
    """Edits that were staged, in order."""
    found = [m for m in one.of(DecisionStaged) if isinstance(m, DecisionStaged)]
    assert all(isinstance(m.outcome, Staged) for m in found), [m.outcome for m in found]
    return [m.decision for m in found if isinstance(m.decision, Edit)]


@pytest.mark.parametrize("size", [NARROW, WIDE])
async def test_a_changed_text_is_staged_and_written(tmp_path: Path, size: tuple[int, int]) -> None:
    home = small_home(tmp_path / "home")
    async with driven(home, size) as one:
        await one.press("e", "ctrl+end", *"More here")
        assert "More here" in one.text
        assert one.straight()
        await one.press("1")
        assert edits(one) == []
        await one.press("escape", "1")
        [choice] = edits(one)
        assert choice.result.endswith(b"Fact number 1.\nMore here1")
        assert "[edit]" in one.text
        await one.press("w", "y")
        [done] = one.of(DecisionsApplied)
        assert isinstance(done, DecisionsApplied)
        assert isinstance(done.outcome, BatchReceipt)
    text = (home / "memory/notes/c01.md").read_text("utf-8")
    assert text.endswith("Fact number 1.\nMore here1")
    assert "reviewed: true" in text


async def test_what_is_typed_survives_esc_quitting_and_is_dropped_when_written(
    tmp_path: Path,
) -> None:
    """Acceptance 5: esc keeps it; 0 brings the proposed text back."""
    home = small_home(tmp_path / "home")
    async with driven(home) as one:
        await one.press("e", *"kept ", "escape", "escape")
        assert "what was typed is kept" in one.said
        assert edits(one) == []
    async with driven(home) as one:
        await one.press("e")
        assert box(one).text.startswith("kept ---")
        await one.press("escape", "0")
        assert box(one).text.startswith("---")
        await one.press("tab", "ctrl+end", *"x", "escape", "1", "w", "y")
        await one.settle()
        assert len(edits(one)) == 1
    drafts = [p for p in (home / ".git/curator").rglob("*.txt") if p.is_file()]
    assert drafts == []


async def test_an_edit_that_replaces_is_asked_for_its_kind(tmp_path: Path) -> None:
    home = deploy_home(tmp_path / "home")
    async with driven(home, WIDE) as one:
        await one.press("e", "ctrl+end", *"more", "escape", "1")
        assert one.at(KindScreen)
        await one.press("2")
        [choice] = edits(one)
        assert (choice.relation, choice.targets) == (Relation.STATE_CHANGE, ("m_old",))


async def test_an_edit_that_loses_a_qualifier_is_confirmed_by_name(tmp_path: Path) -> None:
    """FAULTS §3, H18: the flags of the edited text gate its approval."""
    cited = note("rye", "The rye may rest.", sources=["sources/clip.md"])
    home = make_home(tmp_path / "home", {}, {"rye.md": cited})
    put(home, "sources/clip.md", "The rye may rest.\n")
    async with driven(home, WIDE) as one:
        await one.press("e", "ctrl+end", "up", "end", *(["backspace"] * 9), *"rests.")
        await one.press("escape", "1")
        assert one.at(ConfirmScreen), one.text
        assert "H18" in one.text and "The rye may rest" in one.text
        await one.press("escape")
        assert edits_staged(one) == []
        await one.press("e", "escape", "1", "1")
        [choice] = edits_staged(one)
        assert choice.confirm == ("flagged-result",)


def edits_staged(one: Driven) -> list[Edit]:
    """Edits that were staged; refused ones left out."""
    found = [m for m in one.of(DecisionStaged) if isinstance(m, DecisionStaged)]
    staged = [m.decision for m in found if isinstance(m.outcome, Staged)]
    return [decision for decision in staged if isinstance(decision, Edit)]


async def test_a_text_that_gives_no_note_is_refused_and_kept(tmp_path: Path) -> None:
    async with driven(small_home(tmp_path / "home")) as one:
        await one.press("e", "down", *"no key", "enter", "escape", "1")
        last = one.of(DecisionStaged)[-1]
        assert isinstance(last, DecisionStaged)
        assert isinstance(last.outcome, Refusal)
        assert last.outcome.code in one.said
        await one.press("e")
        assert box(one).text.startswith("---\nno key\nschema_version")


@pytest.mark.parametrize(
    "text",
    [
        MARKUP,
        CONTROLS,
        EMOJI,
        "a <ESC> b <U+202E> c <U+003C>TAB> d <U+FFFFFF>",
        "a\r\nb\rc\n\n",
        "caf\udce9",
        "中文 \u3000 e\u0301\u0301\u0301\u0301\u0301\u0301",
    ],
)
def test_the_editor_gives_every_text_back(text: str) -> None:
    shown = editable(text)
    assert acting(shown) == set()
    assert edited(shown) == text


async def test_hidden_characters_stay_what_they_are(tmp_path: Path) -> None:
    """Opening and staging a hostile text unchanged changes no byte of its body."""
    body = MARKUP + CONTROLS.replace("\x00", "")
    home = make_home(tmp_path / "home", {}, {"x.md": note("m_x", body, title=json.dumps(MARKUP))})
    before = (home / "memory/candidates/x.md").read_bytes()
    async with driven(home, WIDE) as one:
        await one.press("enter")
        await one.look()
        await one.press("e")
        assert acting(one.text) == set()
        assert one.straight()
        one.app.post_message(events.Paste("\x1b[2J\u202e\nnext"))
        await one.settle()
        assert acting(one.text) == set()
        assert box(one).text.startswith("<ESC>[2J<U+202E>\nnext---")
        await one.press("escape", "0", "1")
        [choice] = edits(one)
        assert choice.result == before


async def test_only_proposals_have_a_text_to_change(tmp_path: Path) -> None:
    home = make_home(tmp_path / "home", {"a.md": note("m_a", status="superseded")})
    async with driven(home) as one:
        await one.press("e")
        assert one.at(QueueScreen)
        assert "only a proposed note" in one.said


async def test_without_an_editor_the_key_says_so(tmp_path: Path) -> None:
    async with driven(small_home(tmp_path / "home")) as one:
        await one.press("E")
        assert "$EDITOR is set" in one.said


def test_the_persons_own_editor_changes_the_text(tmp_path: Path) -> None:
    """In a real terminal the editor has the screen, then the app comes back and stages."""
    home = small_home(tmp_path / "home")
    script = tmp_path / "editor.py"
    script.write_text("import sys\nopen(sys.argv[1], 'a').write('By hand \\u202e.\\n')\n", "utf-8")
    with opened(home, VISUAL="", EDITOR=f"{sys.executable} {script}") as terminal:
        terminal.until("Fact number 1.")
        terminal.press("E", "H8: turns the direction of the text")
        terminal.press("1", "[edit]")
        terminal.press("w", "<U+202E>")
        assert terminal.quit() == 0
        assert foreign_characters(terminal.printed) == set()
    [staged] = curator(home, "staged").json["decisions"]
    assert staged["action"] == "edit"


def test_an_editor_that_fails_stages_nothing(tmp_path: Path) -> None:
    home = small_home(tmp_path / "home")
    with opened(home, VISUAL="false") as terminal:
        terminal.until("Fact number 1.")
        terminal.press("E", "nothing is staged")
        assert terminal.quit() == 0
    assert curator(home, "staged").json["decisions"] == []


def test_a_kill_while_typing_loses_nothing(tmp_path: Path) -> None:
    """Acceptance 5: the text is on disk as it is typed."""
    home = small_home(tmp_path / "home")
    with opened(home) as terminal:
        terminal.until("Fact number 1.")
        terminal.press("e", "esc ends typing")
        terminal.press("zebra ", "zebra ---")
        until_kept(home, b"zebra ---")
        terminal.child.kill(9)
    with opened(home) as terminal:
        terminal.until("Fact number 1.")
        terminal.press("e", "zebra ---")
        assert terminal.quit() == 0
