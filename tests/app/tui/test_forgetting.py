"""Letting a note go at the desk: the cascade, the word, the receipt."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

from curator_app.tui.forgetting import ForgetShown, Forgot
from curator_app.tui.screens.forgetting import ForgetScreen
from curator_app.tui.screens.memory import MemoryScreen
from curator_app.tui.screens.queue import QueueScreen
from curator_core.model.forgetting import DeletionReceipt
from curator_core.model.problem import Refusal
from curator_core.service.forgetting import Foreseen
from tests.app.tui.desk import NARROW, WIDE, driven
from tests.app.tui.test_snapshots import SvgExtension, without_run_ids
from tests.homes import curator, fingerprint, git, make_home, note, put, reviewed, tree_bytes


def home_of(root: Path) -> Path:
    """A pinned note with a successor, a sibling, and a waiting text of the same note."""
    notes = {
        "a.md": reviewed("m_a", "Hazelnuts.", title="'[/b] Allergy'", memory_key="k", pin=True),
        "b.md": reviewed(
            *("m_b", "None any more."),
            memory_key="k",
            valid_from="2026-03-01",
            supersedes=["m_a"],
            relation="state_change",
        ),
        "s.md": reviewed("m_s", "A garden."),
    }
    return make_home(root, notes, {"w.md": note("m_a", "Hazelnuts, and more of them.")})


@pytest.mark.parametrize("size", [NARROW, WIDE])
async def test_the_word_must_be_typed_before_anything_goes(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    home = home_of(tmp_path / "home")
    before = git(home, "rev-parse", "HEAD")
    twin = Path(shutil.copytree(home, tmp_path / "twin", symlinks=True))
    async with driven(home, size) as one:
        await one.press("b", "Z")
        [shown] = one.of(ForgetShown)
        assert isinstance(shown, ForgetShown)
        assert isinstance(shown.outcome, Foreseen)
        assert one.at(ForgetScreen)
        for words in ("cannot be undone", "a.md", "w.md", "pinned", "m_b keeps its interval"):
            assert words in one.text
        assert one.straight()
        await one.press("y", *"yes", "enter")
        assert "type forget, or esc" in one.text
        await one.press("escape")
        assert "nothing was forgotten" in one.said
        assert git(home, "rev-parse", "HEAD") == before
        await one.press("y", *"forget", "enter")
        [done] = one.of(Forgot)
        assert isinstance(done, Forgot)
        assert isinstance(done.outcome, DeletionReceipt)
        assert "FORGOTTEN" in one.text
        assert "git history" in one.text
        await one.press("y")
        assert "it is forgotten; esc goes back" in one.said
        await one.press("escape")
        assert one.at(QueueScreen)
        assert "forgotten: memory/notes/a.md" in one.said
    assert [row["note_id"] for row in curator(home, "notes").json["notes"]] == ["m_b", "m_s"]
    assert curator(twin, "forget", "m_a", "--execute").code == 0
    assert fingerprint(home) == fingerprint(twin), "C22: whoever takes it away, the same is left"
    assert views(home) == views(twin)


def views(home: Path) -> dict[str, bytes]:
    """The made files by path, without the line that stamps them."""
    made = tree_bytes(home, ".curator/views")
    return {path: data.rsplit(b"<!--", 1)[0] for path, data in made.items()}


@pytest.mark.parametrize("size", [NARROW, WIDE], ids=["narrow", "wide"])
async def test_the_cascade_looks_as_it_did(
    tmp_path: Path, snapshot: SnapshotAssertion, size: tuple[int, int]
) -> None:
    home = home_of(tmp_path / "home")
    git(home, "config", "user.email", "person@curator.example")
    async with driven(home, size) as one:
        await one.press("b", "Z")
        shown = without_run_ids(one.app.export_screenshot())
        assert shown == snapshot.use_extension(SvgExtension)


async def test_what_changed_meanwhile_is_shown_again(tmp_path: Path) -> None:
    home = home_of(tmp_path / "home")
    async with driven(home, WIDE) as one:
        await one.press("b", "Z", "y", *"forget")
        put(home, "memory/candidates/v.md", note("m_a", "Hazelnuts, once more."))
        await one.press("enter")
        [done] = one.of(Forgot)
        assert isinstance(done, Forgot)
        assert isinstance(done.outcome, Refusal)
        assert done.outcome.code == "stale"
        assert "v.md" in one.text
        await one.press("escape")
        assert one.at(MemoryScreen)
    assert (home / "memory/notes/a.md").exists()


async def test_keys_of_plans_say_that_they_mean_nothing_here(tmp_path: Path) -> None:
    async with driven(home_of(tmp_path / "home"), NARROW) as one:
        await one.press("enter", "Z")
        assert one.at(ForgetScreen)
        for key in ("Y", "backspace", "e", "x", "D", "S", "enter"):
            await one.press(key)
            assert "no such thing in a forget" in one.said
        assert "y write" in one.rows[-1]
