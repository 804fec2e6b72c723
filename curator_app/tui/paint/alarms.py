"""The flags of a text: listed with what they mean, and marked where they stand."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import pairwise

from rich.text import Text

from curator_app.tui.paint.foreign import foreign, listed
from curator_app.tui.paint.ink import Ink
from curator_app.tui.paint.sheet import SheetLine, entry
from curator_app.tui.paint.wording import SCOPELESS, SEVERITY_INK, count
from curator_core.model.flag import Flag, Grade
from curator_core.model.view import ItemView

_OF_ITEMS: Mapping[str, str] = {
    "protected-path": "it touches files that only people and Curator write",
    "outside-layout": "it touches files that are no notes of this Home",
    "op-differs": "it says that it does something else than it does",
    "duplicate-id": "another file has the same id",
    "corrected-value": "this value was corrected before; it would come back",
    "edited-since-review": "the approved text was changed by hand, and nobody decided that",
    "slot-collision": "its slot has another value at the same time",
    "newer-evidence": "it was rejected before, and what it cites now is newer",
    "twin-title": "another note has this title or file name",
    "forgotten-before": "it claims what was forgotten for good",
    "source-gone": "no file or conversation that it cites is there any more",
    SCOPELESS: "nobody said yet for whom these notes hold",
    "ignored": "git ignores the file: it is read, but not committed",
    "config": "the Home's own rules change",
}
"""What flags of a whole item mean, where the core gives no more than the code."""

Key = tuple[str, int | None]
"""Code and line: flags of one key are acknowledged together."""

_SHOWN = 40
_TOLD = 120
"""Code points of a marked text that are told in the list."""


def lines(view: ItemView, seen: Collection[Key]) -> Iterator[SheetLine]:
    """How many high flags wait to be looked at, then every flag, high ones first."""
    groups = _groups(view)
    high = [key for key, flags in groups.items() if flags[0].severity is Grade.HIGH]
    left = [key for key in high if key not in seen]
    if left:
        said = Text(f"{count(len(left), 'high flag')} to look at: ! goes to each", Ink.BAD)
        yield entry("flags", said, ink=Ink.BAD)
    order = sorted(groups, key=lambda key: _RANK[groups[key][0].severity])
    for key in order[:_SHOWN]:
        yield from _flag(groups[key], key in seen)
    if len(order) > _SHOWN:
        yield entry("", Text(f"and {len(order) - _SHOWN} more", Ink.DIM))


_RANK = {grade: place for place, grade in enumerate(Grade)}


def _groups(view: ItemView) -> dict[Key, list[Flag]]:
    """Flags by code and line; problems of the file are told in their own lines."""
    groups: dict[Key, list[Flag]] = {}
    for flag in sorted(untold(view), key=lambda flag: _RANK[flag.severity]):
        groups.setdefault((flag.code, flag.line), []).append(flag)
    return groups


def untold(view: ItemView) -> Iterator[Flag]:
    """The flags that are no problem of the file: those have their own lines and refusals."""
    told = {(problem.code, problem.line, problem.column) for problem in view.problems}
    return (flag for flag in view.flags if (flag.code, flag.line, flag.column) not in told)


def said(flags: Sequence[Flag]) -> Text:
    """The flags of one code and line in one line."""
    first = flags[0]
    ink = SEVERITY_INK[first.severity]
    told = Text.assemble(foreign(first.code, ink), _place(flags), "  ")
    return told.append_text(foreign(first.text[:_TOLD]))


def _flag(flags: Sequence[Flag], seen: bool) -> Iterator[SheetLine]:
    first = flags[0]
    ink = SEVERITY_INK[first.severity]
    mark = ("[x] " if seen else "[ ] ") if first.severity is Grade.HIGH else ""
    said = Text.assemble(
        (mark, Ink.OK if seen else ink),
        foreign(first.code, ink),
        (f" {first.severity.value}", ink),
        _place(flags),
        "  ",
        foreign(_meaning(first)),
    )
    if first.why:
        said.append("  ").append_text(foreign(first.why, Ink.DIM))
    others = dict.fromkeys(name for flag in flags for name in flag.ids)
    if others:
        said.append("  with ", Ink.DIM).append_text(listed(others, Ink.DIM))
    yield entry("flag", said, ink=ink)
    for decoded in dict.fromkeys(flag.decoded for flag in flags if flag.decoded):
        told = Text("spells: ", Ink.BAD).append_text(foreign(decoded, Ink.BAD))
        yield entry("", told)


def _meaning(flag: Flag) -> str:
    """The marked text, or what the flag means where it is of no text."""
    of_item = flag.text == flag.code.replace("-", " ")
    return (_OF_ITEMS.get(flag.code, flag.text) if of_item else flag.text)[:_TOLD]


def _place(flags: Sequence[Flag]) -> str:
    first = flags[0]
    if first.line is None:
        return ""
    column = "" if first.column is None else f", column {first.column}"
    more = f" and {len(flags) - 1} more there" if len(flags) > 1 else ""
    return f" line {first.line}{column}{more}"


Span = tuple[int, int, Grade]
"""0-based code points [start, end) of a line, and how much it weighs."""


def spans(view: ItemView) -> dict[int, list[Span]]:
    """The marks of each 1-based line."""
    found: dict[int, list[Span]] = {}
    for flag in view.flags:
        if flag.line is None or flag.column is None:
            continue
        last = flag.end_line or flag.line
        for number in range(flag.line, min(last, flag.line + _SHOWN) + 1):
            start = flag.column - 1 if number == flag.line else 0
            end = _LINE if number < last or flag.end_column is None else flag.end_column - 1
            if flag.end_column is None:
                end = start + 1
            found.setdefault(number, []).append((start, end, flag.severity))
    return found


_LINE = 1 << 30
"""Beyond the end of any line."""


def weight(marks: Sequence[Span]) -> Ink:
    """How a line with these marks is numbered; low flags alone raise no alarm."""
    grades = [grade for _, _, grade in marks]
    return SEVERITY_INK[min(grades, key=_RANK.__getitem__)] if grades else Ink.DIM


def painted(line: str, marks: Sequence[Span]) -> Text:
    """A line of the text with its marks, the weightier one on top."""
    if not marks:
        return foreign(line)
    cuts = sorted({0, len(line), *(min(at, len(line)) for mark in marks for at in mark[:2])})
    said = Text()
    for start, end in pairwise(cuts):
        over = [grade for first, last, grade in marks if first <= start and end <= last]
        ink = SEVERITY_INK[min(over, key=_RANK.__getitem__)] if over else None
        said.append_text(foreign(line[start:end], ink))
    return said
