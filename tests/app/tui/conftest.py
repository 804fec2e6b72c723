"""The desk's tests see no editor of the person who runs them, wait in short steps and draw once.

Textual's test harness looks every 20 ms whether the app has come to rest, several times a key; most
of a test's time was that sleep. What a test waits for is said in `desk.Driven.settle`, which draws
the screen that has come to rest; no terminal sees the four or five steps of a key before it.
"""

from __future__ import annotations

import pytest
from rich.console import RenderableType
from textual import _wait
from textual._compositor import Compositor
from textual._context import visible_screen_stack
from textual.screen import Screen

_wait.SLEEP_GRANULARITY = 0.002
_wait.SLEEP_IDLE = 0.001


_render_update = Compositor.render_update


def _only_whole(
    compositor: Compositor,
    full: bool = False,
    screen_stack: list[Screen[object]] | None = None,
    simplify: bool = False,
) -> RenderableType | None:
    """A picture that is asked for, or a dialog over its screen, which is drawn only as it opens.

    What else would go to the terminal in passing is not drawn.
    """
    if full or screen_stack:
        return _render_update(compositor, full, screen_stack, simplify)
    visible_screen_stack.set([])
    compositor._dirty_regions.clear()
    return None


@pytest.fixture(autouse=True)
def _draw_at_rest(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Compositor, "render_update", _only_whole)


@pytest.fixture(autouse=True)
def _no_editor(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("VISUAL", raising=False)
    monkeypatch.delenv("EDITOR", raising=False)
