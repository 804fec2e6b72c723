"""A secret at the desk: it is dots on the screen, and one key approves the note without it."""

from __future__ import annotations

from pathlib import Path

from curator_app.tui.messages import DecisionStaged
from curator_core.model.view import Staged
from tests.app.tui.desk import driven
from tests.homes import curator, make_home, note

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
