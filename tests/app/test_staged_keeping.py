"""Decisions about notes are staged, listed and applied as those about items are (CONTRACT 31)."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.homes import curator, make_home, put, reviewed

NOTE = "memory/notes/a.md"


def one_note(root: Path) -> Path:
    """A Home with one note of a slot."""
    return make_home(root, {"a.md": reviewed("m_a", memory_key="k", value="v")})


@pytest.mark.parametrize(
    ("action", "line"), [("archive", "status: archived"), ("pin", "pin: true")]
)
def test_a_staged_decision_about_a_note_is_applied(tmp_path: Path, action: str, line: str) -> None:
    home = one_note(tmp_path / "home")
    staged = curator(home, "decide", "m_a", action, "--stage")
    assert staged.code == 0, staged.err
    [listed] = curator(home, "staged").json["decisions"]
    assert (listed["action"], listed["blocked"]) == (action, None)
    assert curator(home, "status").json["staged"] == 1
    applied = curator(home, "apply")
    assert applied.code == 0, applied.err
    assert line in (home / NOTE).read_text("utf-8")
    assert curator(home, "staged").json["decisions"] == []


def test_it_falls_when_the_note_changes_and_nothing_is_written(tmp_path: Path) -> None:
    home = one_note(tmp_path / "home")
    curator(home, "decide", "m_a", "archive", "--stage")
    text = (home / NOTE).read_text("utf-8") + "More.\n"
    put(home, NOTE, text)
    [listed] = curator(home, "staged").json["decisions"]
    assert listed["blocked"] is not None
    assert curator(home, "apply").code == 3
    assert (home / NOTE).read_text("utf-8") == text
