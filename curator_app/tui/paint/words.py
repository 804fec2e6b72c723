"""Texts with the words that differ from a base: `[-gone-]` and `{+new+}`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from rich.text import Text

from curator_app.tui.paint.diff import NEAR, left_out
from curator_app.tui.paint.foreign import foreign
from curator_app.tui.paint.ink import Ink
from curator_core.model.words import Piece, Sign
from curator_core.service import comparing

_MARKS = {Sign.ADDED: ("{+", "+}", Ink.ADD), Sign.DROPPED: ("[-", "-]", Ink.DROP)}
LONG = 240
"""Characters of an unchanged stretch up to which it is shown whole."""


def plain(lines: Sequence[str], ink: Ink | None = None) -> list[Text]:
    """Lines as they are."""
    return [foreign(without_end(line), ink) for line in lines]


def added(text: str) -> Text:
    """A text that has nothing beside it in the base."""
    return _marked(Sign.ADDED, text)


def against(base: str, own: str, *, short: bool = False) -> Text:
    """One line with the words that it adds to its base, and those that it leaves out.

    With `short` it is said how long a stretch between two changes is instead of what it says.
    """
    return _line(comparing.words(base, own), short)


def touched(base: str, sides: Iterable[str | None], *, short: bool = False) -> Text:
    """One line of the base; words that one of the sides leaves out are marked. None is a side
    that has no such line."""
    gone = [False] * len(base)
    spots: set[int] = set()
    for side in sides:
        at = 0
        for piece in comparing.words(base, side or ""):
            if piece.sign is Sign.ADDED:
                spots.add(at)
                continue
            end = at + len(piece.text)
            if piece.sign is Sign.DROPPED:
                gone[at:end] = [True] * (end - at)
            at = end
    return _line(_runs(base, gone, spots), short)


def _runs(text: str, gone: Sequence[bool], spots: set[int]) -> Iterator[Piece]:
    """The base in pieces, cut where something goes and where something comes."""
    start = 0
    for at in range(1, len(text) + 1):
        if at == len(text) or gone[at] != gone[start] or (at in spots and not gone[at]):
            yield Piece(Sign.DROPPED if gone[start] else Sign.SAME, text[start:at])
            start = at


def _line(pieces: Iterable[Piece], short: bool) -> Text:
    said = [piece for piece in pieces if piece.text]
    line = Text()
    for number, piece in enumerate(said):
        if short and piece.sign is Sign.SAME and len(said) > 1 and len(piece.text) > LONG:
            line.append_text(_ends(piece.text, number > 0, number < len(said) - 1))
        else:
            line.append_text(_marked(piece.sign, piece.text))
    return line


def _ends(text: str, after: bool, before: bool) -> Text:
    """A stretch by what stands next to the changes around it."""
    head, tail = NEAR if after else 0, NEAR if before else 0
    said = foreign(text[:head]).append_text(left_out(len(text) - head - tail))
    return said.append_text(foreign(text[len(text) - tail :]))


def _marked(sign: Sign, text: str) -> Text:
    """A run of one line in its marks; an empty run has none."""
    if not text or sign is Sign.SAME:
        return foreign(text)
    start, end, ink = _MARKS[sign]
    inked = Text(start, ink).append_text(foreign(text, ink))
    return inked.append(end, ink)


def without_end(line: str) -> str:
    """A line without CR and LF at its end."""
    return line.rstrip("\r\n") if line.endswith(("\n", "\r")) else line
