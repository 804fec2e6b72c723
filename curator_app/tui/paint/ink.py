"""The inks: names of styles that painted text carries; each palette says how they look.

A sign or a word always says the same as the ink: a terminal without colour loses nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum

from rich.theme import Theme


class Ink(StrEnum):
    """What a piece of text is, not how it looks."""

    DIM = "ink.dim"
    STRONG = "ink.strong"
    HEAD = "ink.head"
    KEY = "ink.key"
    ADD = "ink.add"
    DROP = "ink.drop"
    WARN = "ink.warn"
    BAD = "ink.bad"
    OK = "ink.ok"
    STRESS = "ink.stress"
    TOKEN = "ink.token"
    FOUND = "ink.found"
    CURSOR = "ink.cursor"
    CURSOR_AWAY = "ink.cursor_away"


DARK: Mapping[Ink, str] = {
    Ink.DIM: "#b0bac6",
    Ink.STRONG: "bold",
    Ink.HEAD: "bold #f0f3f6",
    Ink.KEY: "bold #79c0ff",
    Ink.ADD: "#79c0ff",
    Ink.DROP: "#ffa657",
    Ink.WARN: "bold #f2cc60",
    Ink.BAD: "bold #ff9b8f",
    Ink.OK: "#7fe0d0",
    Ink.STRESS: "bold reverse",
    Ink.TOKEN: "bold #14171c on #d2a8ff",
    Ink.FOUND: "bold #14171c on #f2cc60",
    Ink.CURSOR: "bold on #2a4468",
    Ink.CURSOR_AWAY: "on #2c323c",
}

LIGHT: Mapping[Ink, str] = {
    Ink.DIM: "#505963",
    Ink.STRONG: "bold",
    Ink.HEAD: "bold #14171c",
    Ink.KEY: "bold #0a4a94",
    Ink.ADD: "#0a4a94",
    Ink.DROP: "#8a3200",
    Ink.WARN: "bold #6f4400",
    Ink.BAD: "bold #a3001a",
    Ink.OK: "#0b5a5a",
    Ink.STRESS: "bold reverse",
    Ink.TOKEN: "bold #ffffff on #6639ba",
    Ink.FOUND: "bold #14171c on #ffd75e",
    Ink.CURSOR: "bold on #cfe2fb",
    Ink.CURSOR_AWAY: "on #e1e4e9",
}

BLUE_ORANGE: Mapping[Ink, str] = {
    Ink.DIM: "#b4bdc9",
    Ink.STRONG: "bold",
    Ink.HEAD: "bold #f4f6f8",
    Ink.KEY: "bold #8ec6ff",
    Ink.ADD: "#8ec6ff",
    Ink.DROP: "#ffb25c",
    Ink.WARN: "bold #ffd08a",
    Ink.BAD: "bold underline #ffb25c",
    Ink.OK: "#b9dcff",
    Ink.STRESS: "bold reverse",
    Ink.TOKEN: "bold #101318 on #ffb25c",
    Ink.FOUND: "bold #101318 on #8ec6ff",
    Ink.CURSOR: "bold on #274468",
    Ink.CURSOR_AWAY: "on #2b323d",
}

ANSI: Mapping[Ink, str] = {
    Ink.DIM: "white",
    Ink.STRONG: "bold",
    Ink.HEAD: "bold bright_white",
    Ink.KEY: "bold bright_cyan",
    Ink.ADD: "bright_cyan",
    Ink.DROP: "bright_yellow",
    Ink.WARN: "bold bright_yellow",
    Ink.BAD: "bold bright_red",
    Ink.OK: "bright_green",
    Ink.STRESS: "bold reverse",
    Ink.TOKEN: "bold black on bright_magenta",
    Ink.FOUND: "bold black on bright_yellow",
    Ink.CURSOR: "bold bright_white on blue",
    Ink.CURSOR_AWAY: "underline",
}

MONO: Mapping[Ink, str] = {
    Ink.DIM: "none",
    Ink.STRONG: "bold",
    Ink.HEAD: "bold underline",
    Ink.KEY: "bold",
    Ink.ADD: "bold",
    Ink.DROP: "underline",
    Ink.WARN: "bold",
    Ink.BAD: "bold underline",
    Ink.OK: "none",
    Ink.STRESS: "bold reverse",
    Ink.TOKEN: "reverse",
    Ink.FOUND: "bold reverse",
    Ink.CURSOR: "bold reverse",
    Ink.CURSOR_AWAY: "bold",
}

PALETTES: Mapping[str, Mapping[Ink, str]] = {
    "curator-dark": DARK,
    "curator-light": LIGHT,
    "curator-blue-orange": BLUE_ORANGE,
    "curator-ansi": ANSI,
    "curator-mono": MONO,
}


def palette(theme: str) -> Theme:
    """The rich theme that resolves every ink for one of our themes; unknown names look dark."""
    inks = PALETTES.get(theme, DARK)
    return Theme({str(ink): inks[ink] for ink in Ink}, inherit=True)
