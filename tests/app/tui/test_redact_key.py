"""A secret at the desk: it is dots on the screen, and one key approves the note without it."""

from __future__ import annotations

from pathlib import Path

from curator_app.tui.messages import DecisionStaged
from curator_core.model.view import Staged
from tests.app.tui.desk import driven
from tests.homes import curator, git, make_home, note, reviewed

PASSWORD = "hunter2-" + "Blue77!"


async def test_one_key_approves_without_the_value(tmp_path: Path) -> None:
    body = f"The staging DB password is {PASSWORD}\n\nKeep it."
    home = make_home(tmp_path / "home", {}, {"s.md": note("has-secret", body)})
    async with driven(home, (140, 40)) as one:
        assert PASSWORD not in one.text
        await one.press("enter")
        assert "The staging DB password is \u2022" in one.text
        await one.press("exclamation_mark", "exclamation_mark", "G", "z")
        staged = [m.outcome for m in one.of(DecisionStaged) if isinstance(m, DecisionStaged)]
        assert staged and isinstance(staged[-1], Staged), (staged, one.said)
    assert curator(home, "apply").code == 0
    text = (home / "memory/notes/s.md").read_text()
    assert "The staging DB password is [redacted password]" in text


async def test_the_key_is_off_where_there_is_none(tmp_path: Path) -> None:
    home = make_home(tmp_path / "home", {}, {"s.md": note("plain-one", "Nothing to hide.")})
    async with driven(home, (140, 40)) as one:
        await one.press("z")
        assert "nothing that looks like a secret" in one.said
        assert one.of(DecisionStaged) == []


async def test_an_undo_that_brings_it_back_says_so_before_the_yes(tmp_path: Path) -> None:
    body = f"The staging DB password is {PASSWORD}"
    home = make_home(tmp_path / "home", {}, {"s.md": note("has-secret", body)})
    assert curator(home, "decide", "has-secret", "reject").code == 0
    async with driven(home, (140, 40)) as one:
        await one.press("o", "u")
        assert "memory/candidates/s.md holds what looks like a" in one.text
        assert "once written, git keeps it for ever" in one.text
        assert "only this device keeps it" not in one.text
        assert PASSWORD not in one.text
        assert not (home / "memory/candidates/s.md").exists()
        await one.press("y")
        assert "undone: reject has-secret" in one.said
    assert PASSWORD in (home / "memory/candidates/s.md").read_text("utf-8")


async def test_a_forget_that_was_pulled_is_told_until_the_next_write(tmp_path: Path) -> None:
    home = make_home(tmp_path / "home", {"s.md": reviewed("gone-soon", "A fact to forget.")})
    assert curator(home, "forget", "gone-soon", "--execute").code == 0
    other = tmp_path / "other"
    git(tmp_path, "clone", "-q", str(home), str(other))
    async with driven(other, (140, 40)) as one:
        assert "FORGET PENDING" in one.text
    assert curator(other, "apply").code == 0
    async with driven(other, (140, 40)) as one:
        assert "FORGET PENDING" not in one.text
