"""Inks: every palette has them all, text stays readable, colour is never the only carrier."""

from __future__ import annotations

import unicodedata

import pytest
from rich.style import Style
from textual.color import Color
from textual.theme import Theme

from curator_app.tui import themes
from curator_app.tui.paint import wording
from curator_app.tui.paint.ink import MONO, PALETTES, Ink, palette
from curator_core.model.proposal import Health, Lane


def contrast(one: Color, other: Color) -> float:
    """WCAG contrast of two opaque colours."""

    def light(color: Color) -> float:
        parts = [part / 255 for part in color.rgb]
        linear = [p / 12.92 if p <= 0.03928 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    brighter, darker = sorted((light(one), light(other)), reverse=True)
    return (brighter + 0.05) / (darker + 0.05)


def ground(style: Style, fallback: str) -> Color:
    """The background of an ink, else of the theme."""
    return Color.from_rich_color(style.bgcolor) if style.bgcolor else Color.parse(fallback)


@pytest.mark.parametrize("name", sorted(PALETTES))
def test_every_palette_has_every_ink(name: str) -> None:
    assert set(PALETTES[name]) == set(Ink)
    assert set(map(str, Ink)) <= set(palette(name).styles)
    assert name in {theme.name for theme in themes.THEMES}


FULL = [themes.DARK, themes.LIGHT, themes.BLUE_ORANGE]
SEEN_AS = {
    "protanopia": ((0.152, 1.053, -0.205), (0.115, 0.786, 0.099), (-0.004, -0.048, 1.052)),
    "deuteranopia": ((0.367, 0.861, -0.228), (0.280, 0.673, 0.047), (-0.012, 0.043, 0.969)),
}
"""Linear light as a person without one kind of cone sees it (Machado, Oliveira, Fernandes 2009)."""
OPPOSITES = [(Ink.ADD, Ink.DROP), (Ink.OK, Ink.BAD), (Ink.OK, Ink.WARN), (Ink.KEY, Ink.DROP)]


@pytest.mark.parametrize("theme", FULL, ids=lambda theme: theme.name)
def test_text_is_readable_on_every_ground(theme: Theme) -> None:
    inks = {ink: Style.parse(value) for ink, value in PALETTES[theme.name].items()}
    assert theme.background and theme.surface and theme.panel and theme.foreground
    for ink, style in inks.items():
        written = Color.from_rich_color(style.color) if style.color else None
        front = written or Color.parse(theme.foreground)
        grounds = [ground(style, each) for each in (theme.background, theme.surface, theme.panel)]
        if style.bgcolor is None:
            grounds += [ground(inks[ink], "") for ink in (Ink.CURSOR, Ink.CURSOR_AWAY)]
        worst = min(contrast(front, each) for each in grounds)
        assert worst >= 4.5, (theme.name, ink, round(worst, 2))


def seen(color: Color, matrix: tuple[tuple[float, ...], ...]) -> tuple[float, ...]:
    """A colour in linear light as that person sees it."""
    parts = [part / 255 for part in color.rgb]
    linear = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
    return tuple(sum(m * p for m, p in zip(row, linear, strict=True)) for row in matrix)


@pytest.mark.parametrize("kind", sorted(SEEN_AS))
@pytest.mark.parametrize("theme", FULL, ids=lambda theme: theme.name)
def test_opposites_differ_for_eyes_without_red_or_green(theme: Theme, kind: str) -> None:
    """Acceptance 41; where the colours come close the style (bold, underlined) still differs."""
    for one, other in OPPOSITES:
        left, right = (Style.parse(PALETTES[theme.name][ink]) for ink in (one, other))
        assert left.color and right.color
        pair = [seen(Color.from_rich_color(each.color), SEEN_AS[kind]) for each in (left, right)]
        distance = max(abs(a - b) for a, b in zip(*pair, strict=True))
        plain = (left.bold, left.underline) == (right.bold, right.underline)
        assert distance >= (0.1 if plain else 0.04), (one, other, round(distance, 3))


def test_without_colour_nothing_has_a_colour() -> None:
    for ink, value in MONO.items():
        style = Style.parse(value)
        assert style.color is None and style.bgcolor is None, ink
    assert Style.parse(MONO[Ink.TOKEN]).reverse
    assert Style.parse(MONO[Ink.CURSOR]).reverse


def test_states_differ_by_letter_and_sign() -> None:
    letters = [wording.LETTERS[lane] for lane in Lane]
    assert len(set(letters)) == len(letters)
    signs = {wording.SIGNS[health] for health in Health}
    assert all(unicodedata.east_asian_width(sign) == "Na" for sign in signs)
    bad = [wording.SIGNS[h] for h in (Health.CONFLICT, Health.DEAD, Health.INVALID)]
    assert len(set(bad)) == 3


def test_themes_follow_each_other() -> None:
    names = [theme.name for theme in themes.THEMES]
    assert [themes.after(name) for name in names] == [*names[1:], names[0]]
    assert themes.after("textual-dark") == names[0]
