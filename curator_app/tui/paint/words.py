"""Lines of one side of a merge with the words that differ: `[-gone-]` and `{+new+}`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.text import Text

from curator_app.tui.paint.foreign import foreign
from curator_app.tui.paint.ink import Ink
from curator_core.model.words import Piece, Sign
from curator_core.service import merging

_MARKS = {Sign.ADDED: ("{+", "+}", Ink.ADD), Sign.DROPPED: ("[-", "-]", Ink.DROP)}


def whole(lines: Sequence[str]) -> str:
    """Lines as one text with LF between them and no line end last."""
    return "\n".join(_without_end(line) for line in lines)


def plain(lines: Sequence[str], ink: Ink | None = None) -> list[Text]:
    """Lines as they are."""
    return [foreign(_without_end(line), ink) for line in lines]


def against(base: Sequence[str], own: Sequence[str]) -> list[Text]:
    """The lines of a side; words that it adds to the base, and words that it leaves out."""
    if not base:
        return [_marked(Sign.ADDED, _without_end(line)) for line in own]
    return list(_lines(merging.words(whole(base), whole(own))))


def touched(base: Sequence[str], sides: Sequence[Sequence[str]]) -> list[Text]:
    """The base's lines; words that one of the sides leaves out are marked."""
    text = whole(base)
    gone = [False] * len(text)
    for side in sides:
        at = 0
        for piece in merging.words(text, whole(side)):
            if piece.sign is Sign.ADDED:
                continue
            end = at + len(piece.text)
            if piece.sign is Sign.DROPPED:
                gone[at:end] = [True] * (end - at)
            at = end
    return list(_lines(_runs(text, gone))) if base else []


def _runs(text: str, gone: Sequence[bool]) -> Iterator[Piece]:
    start = 0
    for at in range(1, len(text) + 1):
        if at == len(text) or gone[at] != gone[start]:
            yield Piece(Sign.DROPPED if gone[start] else Sign.SAME, text[start:at])
            start = at


def _lines(pieces: Sequence[Piece] | Iterator[Piece]) -> Iterator[Text]:
    line = Text()
    for piece in pieces:
        first, *others = piece.text.split("\n")
        line.append_text(_marked(piece.sign, first))
        for other in others:
            yield line
            line = _marked(piece.sign, other)
    yield line


def _marked(sign: Sign, text: str) -> Text:
    """A run of one line in its marks; an empty run has none."""
    if not text or sign is Sign.SAME:
        return foreign(text)
    start, end, ink = _MARKS[sign]
    inked = Text(start, ink).append_text(foreign(text, ink))
    return inked.append(end, ink)


def _without_end(line: str) -> str:
    return line.rstrip("\r\n") if line.endswith(("\n", "\r")) else line
