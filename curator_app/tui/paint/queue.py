"""The queue's rows and columns."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

from rich.cells import cell_len
from rich.text import Text

from curator_app.tui.folding import Row
from curator_app.tui.paint.cells import cut, row, sides
from curator_app.tui.paint.foreign import clean, foreign, path
from curator_app.tui.paint.ink import Ink
from curator_app.tui.paint.standing import WARNS
from curator_app.tui.paint.wording import LETTERS, REASONS, SIGNS, age, short_op
from curator_core.model.decision import Defer, Reject
from curator_core.model.event import Action
from curator_core.model.proposal import Health, Item, Lane, Risk
from curator_core.model.view import Staged

FLAG_WIDTH = 14
PLAIN_FLAGS = frozenset({"no-block"})
"""Flags that only inform: no room is spent on them in a row."""


@dataclass(frozen=True, slots=True)
class Columns:
    """Which columns a list of this width has, and how wide each is (negative: right-aligned)."""

    widths: tuple[tuple[str, int], ...]

    def heads(self) -> Text:
        """The line above the rows."""
        cells = [(Text(name, Ink.DIM), width) for name, width in self.widths]
        return Text("  ").append_text(row(cells))

    def line(self, cells: Mapping[str, Text]) -> Text:
        """One row; the first two cells are left to the cursor."""
        return row([(cells[name], width) for name, width in self.widths])


_Widths = tuple[tuple[str, int], ...]

_BROAD: _Widths = (
    ("st", 2),
    ("op", 7),
    ("subject", 0),
    ("scope", 14),
    ("origin", 8),
    ("risk", 4),
    ("age", -4),
    ("conf", 4),
    ("src", -3),
    ("flags", 20),
)
_FULL: _Widths = (
    ("st", 3),
    ("op", 7),
    ("subject", 0),
    ("origin", 8),
    ("age", -4),
    ("conf", 4),
    ("src", -3),
)
_MIDDLE: _Widths = (("st", 3), ("op", 7), ("subject", 0), ("age", -4))
_SLIM: _Widths = (("st", 3), ("subject", 0))


def columns(width: int) -> Columns:
    """Columns for a list of `width` cells; the subject takes what is left."""
    if width >= 120:
        fixed, staged = _BROAD, 13
    elif width >= 68:
        fixed, staged = _FULL, 13
    elif width >= 50:
        fixed, staged = _MIDDLE, 9
    else:
        fixed, staged = _SLIM, 8
    named = (*fixed, ("staged", staged))
    taken = 2 + sum(abs(size) for _, size in named) + len(named) - 1
    rest = max(8, width - taken)
    return Columns(tuple((name, size or rest) for name, size in named))


@dataclass(frozen=True, slots=True)
class Standing:
    """How the items of a queue are staged: words known at once, details once they are judged.

    `fallen` are files of items whose staged decision fell when they changed; `ages` whole days of
    waiting by item; `sample` the items of a spot check that were not opened yet.
    """

    actions: Mapping[str, Action]
    details: Mapping[str, Staged]
    fallen: frozenset[str]
    ages: Mapping[str, int] = field(default_factory=dict)
    sample: frozenset[str] = frozenset()

    def word(self, item: Item) -> Text:
        """The staged column of one item."""
        detail, action = self.details.get(item.item), self.actions.get(item.item)
        if detail is not None:
            return staged_word(detail)
        if action is not None:
            return Text(f"[{action.value}]", Ink.OK)
        if item.paths[0] in self.fallen:
            return Text("!changed", Ink.BAD)
        return Text("open first", Ink.WARN) if item.item in self.sample else Text()


def line(each: Row, standing: Standing, now: datetime, width: int) -> Text:
    """One item as a row of `width` cells, the cursor's two aside."""
    item = each.item
    layout = columns(width)
    widths = dict(layout.widths)
    fold = _fold(each)
    room = widths["subject"] - cell_len(fold.plain)
    broad = "flags" in widths
    name = _subject(item) if broad else _flagged(item, room)
    return layout.line(
        {
            "st": _state(item) if broad else _state(item).append_text(_letter(item.risk)),
            "op": foreign(short_op(item.op)),
            "subject": fold.append_text(name),
            "scope": foreign(item.scope if item.scope != "global" else "", Ink.DIM),
            "origin": _origin(item),
            "risk": _risk(item.risk),
            "age": _age(item, standing, now),
            "conf": Text("" if item.confidence is None else f"{item.confidence:.2f}"),
            "src": _sources(item),
            "flags": _flags(item, widths.get("flags", 0)),
            "staged": standing.word(item),
        }
    )


def _fold(each: Row) -> Text:
    """What a row stands for besides itself, or that it is one of several copies."""
    if each.inside:
        return Text(" | ", Ink.DIM)
    if not each.copies:
        return Text()
    sign = "+" if each.folded else "-"
    if each.job is None:
        return Text(f"[{sign}{each.copies}] ", Ink.KEY)
    return Text.assemble((f"[{sign}{each.copies} of ", Ink.KEY), cut(foreign(each.job), 16), "] ")


_RISKS: Mapping[Risk, tuple[str, str, Ink | None]] = {
    Risk.HIGH: ("H", "HIGH", Ink.BAD),
    Risk.MEDIUM: (" ", "med", None),
    Risk.LOW: ("l", "low", Ink.DIM),
}


def _letter(risk: Risk) -> Text:
    letter, _, ink = _RISKS[risk]
    return Text(letter, ink or "")


def _risk(risk: Risk) -> Text:
    _, word, ink = _RISKS[risk]
    return Text(word, ink or "")


def haystack(item: Item) -> str:
    """What a search in the queue looks through, case-folded."""
    parts = (item.subject, item.title, item.origin or "", item.op.value, item.lane.value)
    more = (item.health.value, item.reason, *item.refs, *item.flags, *item.notes, *item.paths)
    return clean(" ".join((*parts, *more, *item.taint))).casefold()


def _age(item: Item, standing: Standing, now: datetime) -> Text:
    """How long it waits; what states no instant counts in days from its file's time."""
    said = age(item.since, now)
    days = standing.ages.get(item.item)
    return Text(f"{days:d}d") if said == "?" and days is not None else foreign(said)


def _state(item: Item) -> Text:
    ink = {Lane.QUARANTINED: Ink.WARN, Lane.CONFLICTING: Ink.BAD}.get(item.lane, Ink.STRONG)
    sign_ink = Ink.BAD if item.health is Health.INVALID else Ink.WARN
    return Text.assemble((LETTERS[item.lane], ink), (SIGNS[item.health], sign_ink))


def _subject(item: Item) -> Text:
    """Subject, then title."""
    name = foreign(item.title) if item.title else path(item.paths[0])
    if item.subject:
        name = Text("  ").join([foreign(item.subject), foreign(item.title, Ink.DIM)])
    if item.commit and len(item.paths) > 1:
        name = Text(f"{len(item.paths)} notes  ", Ink.STRONG).append_text(name)
    return name


def _flagged(item: Item, width: int) -> Text:
    """Subject and title; what there is to say of the item at the right end, where there is room."""
    name = _subject(item)
    told = _flags(item, max(FLAG_WIDTH, width - cell_len(name.plain) - 1))
    if not told.plain or width < 24:
        return name
    return sides(name, Text(" ").append_text(told), width)


def _flags(item: Item, width: int) -> Text:
    """How the proposal stands, then its flags: the first one, and how many more there are."""
    told = [flag for flag in item.flags if flag not in PLAIN_FLAGS]
    if item.health not in (Health.CLEAN, Health.INVALID):
        first = Text(item.health.value, Ink.WARN if item.health in WARNS else Ink.DIM)
    elif told:
        first = Text("!", Ink.WARN).append_text(foreign(told.pop(0), Ink.WARN))
    else:
        return Text()
    more = Text(f"+{len(told)}" if told else "", Ink.WARN)
    return cut(first, width - len(more.plain)).append_text(more)


def _origin(item: Item) -> Text:
    if item.origin == "external":
        return Text("EXTERNAL", Ink.WARN)
    return foreign(item.origin or "?")


def _sources(item: Item) -> Text:
    return Text(str(len(item.sources)), "" if item.sources else Ink.WARN)


def staged_word(staged: Staged) -> Text:
    """How an item is staged, in at most thirteen cells."""
    if staged.fallen:
        return Text("!changed", Ink.BAD)
    if staged.blocked is not None:
        return Text(f"!{staged.action.value}", Ink.BAD)
    word = staged.action.value
    match staged.choice:
        case Reject(reason_code=code):
            word = f"{word}:{REASONS.index(code) + 1}"
        case Defer(until=until) if until:
            word = f"{word} {until[5:]}"
    return foreign(f"[{word}]", Ink.OK)
