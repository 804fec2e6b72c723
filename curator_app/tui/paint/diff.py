"""Line changes between two texts, as few as can be; in lines that were changed the words that
differ stand out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rich.text import Text

from curator_app.tui.paint.foreign import foreign_lines, stressed, without_end
from curator_app.tui.paint.ink import Ink
from curator_app.tui.paint.sheet import SheetLine
from curator_core.model.words import Sign
from curator_core.rules.visible import split_lines
from curator_core.service import comparing
from curator_core.service.secrecy import masked

CONTEXT = 2
LONG = 400
"""Characters of a changed line up to which it is always shown whole."""
NEAR = 80
"""Characters shown on both sides of what differs in a longer one."""

Spans = tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Change:
    """One line: `sign` is "-", "+" or " "; `line` its 1-based number in the text it stands in.

    `short` is the line without long stretches that did not change, None where it has none.
    """

    sign: str
    line: int
    text: Text
    short: Text | None = None


def compare(before: str, after: str) -> list[Change]:
    """Every line of both texts, in order, with its sign; different line ends are shown."""
    old, new = split_lines(before), split_lines(after)
    shown_old, shown_new = split_lines(masked(before)), split_lines(masked(after))
    ends = ("\r\n" in before) != ("\r\n" in after)
    equal_lines = foreign_lines(after, ends=ends)
    changes: list[Change] = []
    for equal, a, b, c, d in comparing.lines(old, new):
        if equal:
            changes += [Change(" ", n + 1, equal_lines[n]) for n in range(c, d)]
            continue
        ours = [without_end(line, ends) for line in shown_old[a:b]]
        theirs = [without_end(line, ends) for line in shown_new[c:d]]
        gone, come = _differing(ours, theirs)
        changes += [_changed("-", a + n, line, gone[n]) for n, line in enumerate(ours)]
        changes += [_changed("+", c + n, line, come[n]) for n, line in enumerate(theirs)]
    return changes


def _differing(before: Sequence[str], after: Sequence[str]) -> tuple[list[Spans], list[Spans]]:
    """For each line where it differs from the one it was made of, or became."""
    gone: list[Spans] = [()] * len(before)
    come: list[Spans] = [()] * len(after)
    for one, other in comparing.pairs(before, after) if before and after else ():
        if one is not None and other is not None:
            gone[one], come[other] = differing(before[one], after[other])
    return gone, come


def differing(before: str, after: str) -> tuple[Spans, Spans]:
    """Where two lines differ, in characters of each; nothing where they have nothing in common."""
    pieces = comparing.words(before, after)
    if all(piece.sign is not Sign.SAME for piece in pieces):
        return (), ()
    spans: dict[Sign, list[tuple[int, int]]] = {Sign.DROPPED: [], Sign.ADDED: []}
    at = {Sign.DROPPED: 0, Sign.ADDED: 0}
    for piece in pieces:
        for side in at:
            if piece.sign is side:
                spans[side].append((at[side], at[side] + len(piece.text)))
            if piece.sign in (side, Sign.SAME):
                at[side] += len(piece.text)
    return tuple(spans[Sign.DROPPED]), tuple(spans[Sign.ADDED])


def _changed(sign: str, line: int, raw: str, spans: Spans) -> Change:
    return Change(sign, line + 1, stressed(raw, spans), shortened(raw, spans))


def shortened(raw: str, spans: Spans) -> Text | None:
    """A long line with what lies near its spans; how much is left out is said in its place."""
    if len(raw) <= LONG or not spans:
        return None
    keep = _joined([(max(0, a - NEAR), min(len(raw), b + NEAR)) for a, b in spans])
    said = Text()
    at = 0
    for low, high in keep:
        said.append_text(left_out(low - at))
        inside = [(a - low, b - low) for a, b in spans]
        said.append_text(stressed(raw[low:high], inside))
        at = high
    return said.append_text(left_out(len(raw) - at))


def _joined(ranges: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """Ranges with next to nothing between them are one."""
    found: list[tuple[int, int]] = []
    for low, high in ranges:
        if found and low - found[-1][1] < NEAR:
            found[-1] = (found[-1][0], high)
        else:
            found.append((low, high))
    return found


def left_out(size: int) -> Text:
    """Says how many characters are not shown; nothing where none are missing."""
    return Text(f"[={size:,d} characters the same=]", Ink.DIM) if size else Text()


def painted(changes: Sequence[Change], *, context: int | None = CONTEXT) -> Iterator[SheetLine]:
    """Changes as lines; unchanged ones further than `context` away are counted (None: shown),
    and so are unchanged stretches of long lines."""
    near = _near(changes, context)
    skipped = 0
    for change, shown in zip(changes, near, strict=True):
        if not shown:
            skipped += 1
            continue
        if skipped:
            yield _same(skipped)
            skipped = 0
        yield _line(change, whole=context is None)
    if skipped:
        yield _same(skipped)


def _near(changes: Sequence[Change], context: int | None) -> list[bool]:
    """Which lines are changed or within `context` lines of a change."""
    if context is None:
        return [True] * len(changes)
    near = [change.sign != " " for change in changes]
    shown = list(near)
    for n, changed in enumerate(near):
        if changed:
            for at in range(max(0, n - context), min(len(near), n + context + 1)):
                shown[at] = True
    return shown


def _line(change: Change, *, whole: bool) -> SheetLine:
    shown = change.text if whole or change.short is None else change.short
    ink = {"+": Ink.ADD, "-": Ink.DROP}.get(change.sign, Ink.DIM)
    gutter = f"{change.line:>5} {change.sign} "
    text = Text.assemble((gutter, ink)).append_text(_inked(shown, change.sign))
    return SheetLine(text, len(gutter))


def _inked(text: Text, sign: str) -> Text:
    match sign:
        case "+":
            return _under(text, Ink.ADD)
        case "-":
            return _under(text, Ink.DROP)
        case _:
            return text


def _under(text: Text, ink: Ink) -> Text:
    """The text with an ink below its own, so that tokens stay marked."""
    inked = text.copy()
    inked.stylize_before(ink)
    return inked


def _same(count: int) -> SheetLine:
    noun = "line" if count == 1 else "lines"
    return SheetLine(Text(f"      ({count} {noun} unchanged)", Ink.DIM), 6)
