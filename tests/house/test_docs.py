"""The documents say what the program does."""

from __future__ import annotations

from pathlib import Path

from curator_app import docs
from curator_app.cli.run import _commands
from curator_app.tui.actions import ACTIONS


def test_generated_parts_of_the_readme_are_up_to_date(repository_root: Path) -> None:
    text = (repository_root / "README.md").read_text("utf-8")
    assert docs.rendered(text) == text, "run `python -m curator_app.docs`"
    assert "| `decide " in text
    assert all(f"`{action.key}`" in text or action.key in text for action in ACTIONS)


def test_every_command_is_in_the_table_and_can_be_run() -> None:
    table = docs.command_table()
    assert {line.split("`")[1].split()[0] for line in table.splitlines()[2:]} == (
        set(_commands()) - {"desk"}
    )
