"""Line changes between two texts, exact within a bound, one replaced block beyond it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher

from rich.text import Text

from curator_app.tui.paint.foreign import foreign_lines, split_lines
from curator_app.tui.paint.ink import Ink
from curator_app.tui.paint.sheet import SheetLine

WORK_BOUND = 1_000_000
"""Lines before times lines after, beyond which no exact comparison is tried."""

CONTEXT = 2


@dataclass(frozen=True, slots=True)
class Change:
    """One line: `sign` is "-", "+" or " "; `line` its 1-based number in the text it stands in."""

    sign: str
    line: int
    text: Text


def compare(before: str, after: str) -> list[Change]:
    """Every line of both texts, in order, with its sign; different line ends are shown."""
    old, new = split_lines(before), split_lines(after)
    ends = ("\r\n" in before) != ("\r\n" in after)
    shown_old = foreign_lines(before, ends=ends)
    shown_new = foreign_lines(after, ends=ends)
    changes: list[Change] = []
    for equal, a, b, c, d in _regions(old, new):
        if equal:
            changes += [Change(" ", n + 1, shown_new[n]) for n in range(c, d)]
        else:
            changes += [Change("-", n + 1, shown_old[n]) for n in range(a, b)]
            changes += [Change("+", n + 1, shown_new[n]) for n in range(c, d)]
    return changes


def painted(changes: Sequence[Change], *, context: int | None = CONTEXT) -> Iterator[SheetLine]:
    """Changes as lines; unchanged ones further than `context` away are counted (None: shown)."""
    near = _near(changes, context)
    skipped = 0
    for change, shown in zip(changes, near, strict=True):
        if not shown:
            skipped += 1
            continue
        if skipped:
            yield _same(skipped)
            skipped = 0
        yield _line(change)
    if skipped:
        yield _same(skipped)


_Region = tuple[bool, int, int, int, int]


def _regions(old: Sequence[str], new: Sequence[str]) -> list[_Region]:
    """(equal, old from, old to, new from, new to), half-open, covering both sides."""
    head = _common(old, new)
    tail = _common(old[head:][::-1], new[head:][::-1])
    inner_old, inner_new = old[head : len(old) - tail], new[head : len(new) - tail]
    regions: list[_Region] = [(True, 0, head, 0, head)] if head else []
    if len(inner_old) * len(inner_new) <= WORK_BOUND:
        matcher = SequenceMatcher(None, inner_old, inner_new, autojunk=False)
        regions += [
            (tag == "equal", head + a, head + b, head + c, head + d)
            for tag, a, b, c, d in matcher.get_opcodes()
        ]
    else:
        regions.append((False, head, len(old) - tail, head, len(new) - tail))
    if tail:
        regions.append((True, len(old) - tail, len(old), len(new) - tail, len(new)))
    return regions


def _common(one: Sequence[str], other: Sequence[str]) -> int:
    """How many leading lines are equal."""
    pairs = zip(one, other, strict=False)
    return next((n for n, (a, b) in enumerate(pairs) if a != b), min(len(one), len(other)))


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


def _line(change: Change) -> SheetLine:
    ink = {"+": Ink.ADD, "-": Ink.DROP}.get(change.sign, Ink.DIM)
    gutter = f"{change.line:>5} {change.sign} "
    text = Text.assemble((gutter, ink)).append_text(_inked(change))
    return SheetLine(text, len(gutter))


def _inked(change: Change) -> Text:
    match change.sign:
        case "+":
            return _under(change.text, Ink.ADD)
        case "-":
            return _under(change.text, Ink.DROP)
        case _:
            return change.text


def _under(text: Text, ink: Ink) -> Text:
    """The text with an ink below its own, so that tokens stay marked."""
    inked = text.copy()
    inked.stylize_before(ink)
    return inked


def _same(count: int) -> SheetLine:
    noun = "line" if count == 1 else "lines"
    return SheetLine(Text(f"      ({count} {noun} unchanged)", Ink.DIM), 6)
