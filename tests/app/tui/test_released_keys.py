"""A key that people rely on keeps its meaning where it had one."""

from __future__ import annotations

from pathlib import Path

from curator_app.tui.actions import ACTIONS

RELEASED = Path(__file__).with_name("released_keys.txt")
"""Lines of place, key and action as they were; a line is only ever added."""


def test_no_old_key_means_something_else() -> None:
    """Acceptance 46: none has changed, so nothing has to be told; who changes one has to tell it
    once, at its first press in a Home."""
    now = {
        (scope.value, key): action.name
        for action in ACTIONS
        for scope in action.scopes
        for key in action.keys
    }
    lines = [line.split() for line in RELEASED.read_text("utf-8").splitlines()]
    assert len(lines) > 400
    changed = [line for line in lines if now.get((line[0], line[1])) != line[2]]
    assert changed == []
