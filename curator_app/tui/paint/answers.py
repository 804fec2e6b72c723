"""What slots answer before and after a plan, instant by instant."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby

from rich.text import Text

from curator_app.tui.paint.cells import fit
from curator_app.tui.paint.foreign import foreign
from curator_app.tui.paint.ink import Ink
from curator_app.tui.paint.sheet import SheetLine, head
from curator_app.tui.paint.wording import count, moment
from curator_core.model.plan import AnswerChange

_WHEN = 16
_HANG = 6 + _WHEN + 1


def changed(rows: Iterable[AnswerChange]) -> int:
    """How many of these answers a plan changes."""
    return sum(row.before != row.after for row in rows)


def section(rows: tuple[AnswerChange, ...]) -> Iterator[SheetLine]:
    """All answers by slot under a heading; nothing when the plan touches no answer."""
    if not rows:
        return
    total = changed(rows)
    yield head("ANSWERS", Text(f"before -> after, {total} of {len(rows)} change", Ink.DIM))
    yield from by_slot(rows)


def by_slot(rows: Iterable[AnswerChange]) -> Iterator[SheetLine]:
    """Answers below the names of their slots."""
    for (slot, scope), group in groupby(rows, key=lambda row: (row.slot, row.scope)):
        name = Text(" ").append_text(foreign(slot, Ink.STRONG)).append("  ")
        yield SheetLine(name.append_text(foreign(scope, Ink.DIM)), 3)
        yield from lines(group)


def lines(rows: Iterable[AnswerChange]) -> Iterator[SheetLine]:
    """One line for each instant; `*` marks an answer that changes."""
    for row in rows:
        news = row.before != row.after
        at = Text("now") if row.at is None else foreign(moment(row.at))
        said = Text(f"    {'*' if news else ' '} ", Ink.WARN if news else "")
        said.append_text(fit(at, _WHEN)).append(" ")
        if news:
            said.append_text(foreign(row.before, Ink.DROP)).append(" -> ")
            said.append_text(foreign(row.after, Ink.ADD))
        else:
            said.append_text(foreign(row.before, Ink.DIM)).append(" stays", Ink.DIM)
        yield SheetLine(said, _HANG)


def only_changed(rows: tuple[AnswerChange, ...]) -> Iterator[SheetLine]:
    """The answers that change, by slot where there are several, and how many stay."""
    news = tuple(row for row in rows if row.before != row.after)
    slots = {(row.slot, row.scope) for row in rows}
    yield from by_slot(news) if len(slots) > 1 else lines(news)
    rest = len(rows) - len(news)
    if not news:
        yield SheetLine(Text("      no answer changes", Ink.DIM), 6)
    elif rest:
        said = count(rest, "answer at another time stays", "answers at other times stay")
        yield SheetLine(Text(f"      {said}", Ink.DIM), 6)
