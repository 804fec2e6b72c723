"""What became of a version, as a word in an ink."""

from __future__ import annotations

from collections.abc import Mapping

from rich.text import Text

from curator_app.tui.paint.ink import Ink
from curator_core.model.inquiry import Life

_INKS: Mapping[Life, Ink] = {
    Life.CURRENT: Ink.OK,
    Life.COLLIDES: Ink.BAD,
    Life.POSSIBLE: Ink.WARN,
    Life.PROPOSED: Ink.WARN,
    Life.UNREVIEWED: Ink.WARN,
}


def ink(life: Life) -> Ink:
    """How a version's state looks."""
    return _INKS.get(life, Ink.DIM)


def said(life: Life) -> Text:
    """The state in a word."""
    return Text(life.value, ink(life))
