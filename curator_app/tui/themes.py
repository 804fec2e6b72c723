"""Our themes for Textual; the inks of painted text belong to the same names (paint.ink)."""

from __future__ import annotations

from textual.theme import Theme

_BLACK_AND_WHITE = {
    "ansi-background": "ansi_black",
    "ansi-foreground": "ansi_white",
    "block-cursor-foreground": "ansi_black",
    "block-cursor-background": "ansi_white",
    "input-cursor-background": "ansi_white",
    "input-cursor-foreground": "ansi_black",
    "input-selection-background": "ansi_white",
    "input-selection-foreground": "ansi_black",
    "screen-selection-background": "ansi_white",
    "screen-selection-foreground": "ansi_black",
}
"""What Textual's own styles ask of a theme in the terminal's colours."""

DARK = Theme(
    name="curator-dark",
    primary="#79c0ff",
    secondary="#ffa657",
    warning="#f2cc60",
    error="#ff9b8f",
    success="#7fe0d0",
    accent="#79c0ff",
    foreground="#dfe4ea",
    background="#14171c",
    surface="#1b2027",
    panel="#232a33",
    dark=True,
)

LIGHT = Theme(
    name="curator-light",
    primary="#0a4a94",
    secondary="#8a3200",
    warning="#6f4400",
    error="#a3001a",
    success="#0b5a5a",
    accent="#0a4a94",
    foreground="#1c2128",
    background="#fbfbf9",
    surface="#f2f3f1",
    panel="#e6e8ec",
    dark=False,
)

BLUE_ORANGE = Theme(
    name="curator-blue-orange",
    primary="#8ec6ff",
    secondary="#ffb25c",
    warning="#ffd08a",
    error="#ffb25c",
    success="#8ec6ff",
    accent="#8ec6ff",
    foreground="#e6e9ee",
    background="#101318",
    surface="#171c24",
    panel="#202834",
    dark=True,
)
"""Blues and oranges only: no two of its colours are told apart by red against green."""

ANSI = Theme(
    name="curator-ansi",
    primary="ansi_bright_cyan",
    secondary="ansi_bright_yellow",
    warning="ansi_bright_yellow",
    error="ansi_bright_red",
    success="ansi_bright_green",
    accent="ansi_bright_cyan",
    foreground="ansi_white",
    background="ansi_black",
    surface="ansi_black",
    panel="ansi_black",
    boost="ansi_black",
    dark=True,
    ansi=True,
    variables=_BLACK_AND_WHITE,
)

MONO = Theme(
    name="curator-mono",
    primary="ansi_default",
    secondary="ansi_default",
    warning="ansi_default",
    error="ansi_default",
    success="ansi_default",
    accent="ansi_default",
    foreground="ansi_default",
    background="ansi_default",
    surface="ansi_default",
    panel="ansi_default",
    boost="ansi_default",
    dark=True,
    ansi=True,
    variables=_BLACK_AND_WHITE,
)

THEMES = (DARK, LIGHT, BLUE_ORANGE, ANSI, MONO)


def after(name: str) -> str:
    """The theme that follows; the first after the last and after any unknown one."""
    names = [theme.name for theme in THEMES]
    return names[(names.index(name) + 1) % len(names)] if name in names else names[0]
