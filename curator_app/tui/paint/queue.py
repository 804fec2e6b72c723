"""The queue: its header, lane tabs and rows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from rich.text import Text

from curator_app.tui.folding import Row
from curator_app.tui.paint.cells import cut, row, sides
from curator_app.tui.paint.foreign import clean, foreign, path, refusal
from curator_app.tui.paint.ink import Ink
from curator_app.tui.paint.standing import WARNS
from curator_app.tui.paint.wording import LETTERS, REASONS, SIGNS, TABS, age, count, short_op
from curator_core.model.decision import Defer, Reject
from curator_core.model.event import Action
from curator_core.model.problem import Refusal
from curator_core.model.proposal import Health, Item, Lane
from curator_core.model.view import QueueView, Staged

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

_FULL: _Widths = (
    ("st", 2),
    ("op", 7),
    ("subject", 0),
    ("origin", 8),
    ("age", -4),
    ("conf", 4),
    ("src", -3),
)
_MIDDLE: _Widths = (("st", 2), ("op", 7), ("subject", 0), ("age", -4))
_SLIM: _Widths = (("st", 2), ("subject", 0))


def columns(width: int) -> Columns:
    """Columns for a list of `width` cells; the subject takes what is left."""
    if width >= 68:
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
    waiting by item.
    """

    actions: Mapping[str, Action]
    details: Mapping[str, Staged]
    fallen: frozenset[str]
    ages: Mapping[str, int] = field(default_factory=dict)

    def word(self, item: Item) -> Text:
        """The staged column of one item."""
        detail, action = self.details.get(item.item), self.actions.get(item.item)
        if detail is not None:
            return staged_word(detail)
        if action is not None:
            return Text(f"[{action.value}]", Ink.OK)
        return Text("!changed", Ink.BAD) if item.paths[0] in self.fallen else Text()


def line(each: Row, standing: Standing, now: datetime, width: int) -> Text:
    """One item as a row of `width` cells, the cursor's two aside."""
    item = each.item
    layout = columns(width)
    subject_width = dict(layout.widths)["subject"]
    return layout.line(
        {
            "st": _state(item),
            "op": foreign(short_op(item.op)),
            "subject": _copies(each).append_text(_subject(item, subject_width - _room(each))),
            "origin": _origin(item),
            "age": _age(item, standing, now),
            "conf": Text("" if item.confidence is None else f"{item.confidence:.2f}"),
            "src": _sources(item),
            "staged": standing.word(item),
        }
    )


def _copies(each: Row) -> Text:
    """How many near copies a row stands for, or that it is one of them."""
    if each.inside:
        return Text(" | ", Ink.DIM)
    if not each.copies:
        return Text()
    return Text(f"[{'+' if each.folded else '-'}{each.copies}] ", Ink.KEY)


def _room(each: Row) -> int:
    return len(_copies(each).plain)


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


def _subject(item: Item, width: int) -> Text:
    """Subject, then title; the first flag at the right end where there is room."""
    name = foreign(item.title) if item.title else path(item.paths[0])
    if item.subject:
        name = Text("  ").join([foreign(item.subject), foreign(item.title, Ink.DIM)])
    if item.commit and len(item.paths) > 1:
        name = Text(f"{len(item.paths)} notes  ", Ink.STRONG).append_text(name)
    told = _told(item)
    if told is None or width < 30:
        return name
    return sides(name, Text(" ").append_text(cut(told, FLAG_WIDTH)), width)


def _told(item: Item) -> Text | None:
    """What a row says at its end: how the proposal stands, else its first flag."""
    if item.health not in (Health.CLEAN, Health.INVALID):
        return Text(item.health.value, Ink.WARN if item.health in WARNS else Ink.DIM)
    first = next((flag for flag in item.flags if flag not in PLAIN_FLAGS), None)
    return None if first is None else Text("!", Ink.WARN).append_text(foreign(first, Ink.WARN))


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


def tabs(view: QueueView, lane: Lane | None, width: int) -> Text:
    """The lane tabs with their counts; letters instead of words where they would not fit."""
    counted = [(name, tab, view.waiting if tab is None else view.counts[tab]) for name, tab in TABS]
    long = [(f"{n} {name} {size}", tab) for n, (name, tab, size) in enumerate(counted, 1)]
    short = [
        (f"{n}{LETTERS[tab] if tab else '*'} {size}", tab)
        for n, (_, tab, size) in enumerate(counted, 1)
    ]
    fits = sum(len(word) for word, _ in long) + 3 * len(long) + 1 <= width
    words, bar = (long, " | ") if fits else (short, "|")
    marked = [
        Text(f"[{word}]" if tab is lane else word, Ink.HEAD if tab is lane else Ink.DIM)
        for word, tab in words
    ]
    return Text(" ").append_text(Text(bar).join(marked))


def header(view: QueueView, undecided: int, width: int) -> Text:
    """The first line: Home, branch and commit; how many are left and staged."""
    where = Text.assemble(" ", ("curator", Ink.HEAD), "  ", foreign(view.name, Ink.STRONG), "  ")
    where.append_text(foreign(view.branch or "detached"))
    where.append_text(foreign(f"@{view.head[:7] if view.head else 'unborn'}", Ink.DIM))
    staged = len(view.staged)
    done = Text(f"  left {undecided} of {view.waiting}", Ink.STRONG)
    done.append(f"   staged {staged} ", Ink.OK if staged else Ink.DIM)
    return sides(where, done, width)


def alerts(view: QueueView, changed: int, marked: int, watching: Text | None) -> Text:
    """What a reviewer must know about the Home as a whole; empty when all is well."""
    parts = [Text(f"{marked} marked", Ink.KEY)] if marked else []
    if view.read_only is not None:
        parts.append(Text.assemble(("READ ONLY ", Ink.BAD), refusal(view.read_only)))
    if view.recovery:
        parts.append(Text("RECOVERY PENDING: the next write finishes it", Ink.BAD))
    if view.unreadable:
        parts.append(Text(f"{view.unreadable} unreadable", Ink.WARN))
    if view.stale:
        parts.append(Text(f"{view.stale} stale", Ink.WARN))
    if changed:
        said = count(changed, "staged decision") + " undone by a change on disk"
        parts.append(Text(said, Ink.BAD))
    parts += _jobs(view)
    if watching is not None:
        parts.append(watching)
    return Text(" ").append_text(Text("   ").join(parts)) if parts else Text()


def _jobs(view: QueueView) -> list[Text]:
    """What is to be said of the first job that is silent or brought nothing new, and of how many
    more: no error is not success (C35)."""
    told = [run for run in view.jobs if run.overdue or run.repeats is not None]
    if not told:
        return []
    first = min(told, key=lambda run: (not run.overdue, run.job))
    said = Text("job ", Ink.WARN).append_text(foreign(first.job, Ink.WARN))
    when = foreign(first.last_run[:16] if first.overdue else (first.repeats or "")[:16], Ink.WARN)
    said.append(" overdue, last run " if first.overdue else ": no new input since ", Ink.WARN)
    said.append_text(when)
    if len(told) > 1:
        said.append(f" and {count(len(told) - 1, 'job')} more", Ink.WARN)
    return [said]


def empty(lane: Lane | None) -> Sequence[Text]:
    """What to do when nothing waits here."""
    if lane is not None:
        return (
            Text(f"Nothing waits in the lane {lane.value}."),
            Text.assemble(("1", Ink.KEY), " shows all lanes."),
        )
    return (
        Text("Nothing waits for a decision.", Ink.STRONG),
        Text(""),
        Text("New work comes from agents and jobs that write here:"),
        Text("  a Markdown file in memory/candidates/, or a commit on a branch proposals/..."),
        Text("AGENTS.md or CLAUDE.md of the agent should name that folder."),
        Text(""),
        Text("curator demo DIR          builds a sample Home to try things on"),
        Text("curator init --adopt DIR  takes existing notes into a Home"),
        Text.assemble(
            "", ("o", Ink.KEY), " history   ", ("u", Ink.KEY), " undo the newest decision"
        ),
    )


def failed(no: Refusal) -> Sequence[Text]:
    """Why the queue cannot be shown."""
    return (Text("The Home cannot be read:", Ink.BAD), refusal(no))
