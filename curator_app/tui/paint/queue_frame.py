"""Around the queue's rows: header, lane tabs, alerts, and what stands in place of rows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from rich.text import Text

from curator_app.tui.arranging import Arranged
from curator_app.tui.paint.cells import cut, sides
from curator_app.tui.paint.foreign import foreign, refusal
from curator_app.tui.paint.ink import Ink
from curator_app.tui.paint.wording import LETTERS, TABS, count
from curator_core.model.problem import Refusal
from curator_core.model.proposal import Lane
from curator_core.model.view import QueueView

FILTER_ROOM = 3
"""A filter expression takes at most one part in this many of its line."""


def tabs(view: QueueView, seen: Arranged, width: int) -> Text:
    """The lane tabs with their counts, in words as long as fit, else in letters; the other lanes;
    at the right end, unless whole words take its place, the order and how to change it."""
    order = Text.assemble((f"  {seen.lens.order.value} ", Ink.DIM), ("O", Ink.KEY), " ")
    lines = [_tabs(view, seen.lens.lane, way) for way in _WAYS]
    room = width - len(order.plain)
    if room < len(lines[0].plain) <= width:
        return lines[0]
    whole = next((line for line in lines if len(line.plain) <= room), None)
    if whole is not None:
        return sides(whole, order, width)
    return next((line for line in lines if len(line.plain) <= width), lines[-1])


_WORDS: Mapping[Lane, str] = {lane: lane.value for lane in Lane}
_CUT_WORDS: Mapping[Lane, str] = {
    Lane.CANDIDATE: "cand",
    Lane.QUARANTINED: "quar",
    Lane.CONFLICTING: "conf",
    Lane.RE_REVIEW: "re-rev",
    Lane.DEFERRED: "def",
    Lane.SUPPRESSED: "supp",
}


@dataclass(frozen=True, slots=True)
class _Way:
    """How tabs are named and set apart, and how the lanes without a tab are named."""

    bar: str
    tabs: Mapping[Lane, str]
    elsewhere: Mapping[Lane, str]
    all: str = " all"
    gap: str = " "


_WAYS = (
    _Way(" | ", _WORDS, _WORDS),
    _Way("|", _WORDS, _WORDS),
    _Way(" | ", _CUT_WORDS, _WORDS),
    _Way("|", _CUT_WORDS, _WORDS),
    _Way("|", _CUT_WORDS, _CUT_WORDS),
    _Way("|", LETTERS, _WORDS, all="*", gap=""),
    _Way("|", LETTERS, _CUT_WORDS, all="*", gap=""),
)
"""Widest first."""


def _tabs(view: QueueView, here: Lane | None, way: _Way) -> Text:
    """The tabs, then how much lies in other lanes; `f lane:deferred` shows it."""
    marked = []
    for number, (_, lane) in enumerate(TABS, 1):
        name = way.all if lane is None else way.gap + way.tabs[lane]
        word = f"{number}{name} {view.waiting if lane is None else view.counts[lane]}"
        at = lane is here
        marked.append(Text(f"[{word}]" if at else word, Ink.HEAD if at else Ink.DIM))
    others = [lane for lane in (Lane.DEFERRED, Lane.SUPPRESSED) if view.counts[lane]]
    said = "".join(f"  {view.counts[lane]} {way.elsewhere[lane]}" for lane in others)
    return Text(" ").append_text(Text(way.bar).join(marked)).append(said, Ink.DIM)


def header(view: QueueView, undecided: int, width: int) -> Text:
    """The first line: Home, branch and commit; how many are left and staged."""
    where = Text.assemble(" ", ("curator", Ink.HEAD), "  ", foreign(view.name, Ink.STRONG), "  ")
    where.append_text(foreign(view.branch or "detached"))
    where.append_text(foreign(f"@{view.head[:7] if view.head else 'unborn'}", Ink.DIM))
    staged = len(view.staged)
    done = Text(f"  left {undecided} of {view.waiting}", Ink.STRONG)
    done.append(f"   staged {staged} ", Ink.OK if staged else Ink.DIM)
    return sides(where, done, width)


@dataclass(frozen=True, slots=True)
class Marks:
    """The marked items: how many have a row in view (`near`), how many not (`far`). `acting`: the
    next decision is about all of them; `ranging`: a range has begun."""

    near: int = 0
    far: int = 0
    acting: bool = False
    ranging: bool = False


@dataclass(frozen=True, slots=True)
class Alerts:
    """What is said above the rows. `fallen` staged decisions were set back; `held` items came and
    wait to be shown; `sample` items must be opened before a bulk approve."""

    view: QueueView
    seen: Arranged | None
    marks: Marks
    fallen: int = 0
    held: int = 0
    sample: int = 0
    watching: Text | None = None

    def line(self, width: int) -> Text:
        """What a reviewer must know of list and Home; empty when there is nothing to say."""
        parts = [*self._marked(), *self._filter(width), *self._arrived()]
        parts += _barred(self.view)
        if self.fallen:
            said = f"changed since you decided: {self.fallen}, set back by Curator"
            parts.append(Text(said, Ink.BAD))
        parts += [*_wanting(self.view), *_jobs(self.view)]
        if self.watching is not None:
            parts.append(self.watching)
        return Text(" ").append_text(Text("   ").join(parts)) if parts else Text()

    def _filter(self, width: int) -> list[Text]:
        seen = self.seen
        if seen is None or not seen.lens.words:
            return []
        said = Text("filter: ", Ink.KEY)
        said.append_text(cut(foreign(seen.lens.words, Ink.STRONG), max(12, width // FILTER_ROOM)))
        return [said.append(f" ({len(seen.ids)} of {seen.total})  F clears", Ink.KEY)]

    def _marked(self) -> list[Text]:
        marks, parts = self.marks, []
        far = f" and {marks.far:d} out of view" if marks.far else ""
        if marks.acting:
            parts.append(Text(f"; then a, r or d: {marks.near:d} marked{far}", Ink.BAD))
        elif marks.near or marks.far:
            parts.append(Text(f"{marks.near:d} marked{far}", Ink.KEY))
        if marks.ranging:
            parts.append(Text("range: move, v again marks it", Ink.KEY))
        if self.sample:
            parts.append(Text(f"open first: {self.sample:d}, }} goes there", Ink.WARN))
        return parts

    def _arrived(self) -> list[Text]:
        return [Text(f"+{self.held:d} new, R shows them", Ink.KEY)] if self.held else []


def _barred(view: QueueView) -> list[Text]:
    """What keeps everything from being written."""
    parts = []
    if view.read_only is not None:
        no = view.read_only
        said = Text.assemble(("READ ONLY ", Ink.BAD), foreign(no.message))
        parts.append(said.append(": ").append_text(foreign(no.hint)) if no.hint else said)
    if view.recovery:
        parts.append(Text("RECOVERY PENDING: the next write finishes it", Ink.BAD))
    if view.unpurged:
        parts.append(Text("FORGET PENDING: the next write removes copies left here", Ink.BAD))
    return parts


def _wanting(view: QueueView) -> list[Text]:
    """What cannot be read, or decided as it is."""
    parts = []
    if view.unreadable:
        parts.append(Text(f"{view.unreadable} unreadable", Ink.WARN))
    if view.stale:
        parts.append(Text(f"{view.stale} stale (f has:stale)", Ink.WARN))
    return parts


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


def empty(seen: Arranged) -> Sequence[Text]:
    """What to do when nothing is in view."""
    lane = seen.lens.lane
    if seen.lens.words and seen.total:
        said = Text("Nothing here matches the filter ").append_text(foreign(seen.lens.words))
        return (said.append("."), Text.assemble(("F", Ink.KEY), " shows all again."))
    if lane is not None:
        return (
            Text(f"Nothing waits in the lane {lane.value}."),
            Text.assemble(("1", Ink.KEY), " shows all lanes."),
        )
    return _NOTHING


_NOTHING = (
    Text("Nothing waits for a decision.", Ink.STRONG),
    Text(""),
    Text("connect your agent        its AGENTS.md or CLAUDE.md tells it to write one"),
    Text("                          Markdown file a note into memory/candidates/, or"),
    Text("                          to commit on a branch proposals/... (see README)"),
    Text("curator demo DIR          builds a sample Home to try things on"),
    Text("curator init --adopt DIR  takes existing notes into a Home"),
)


def failed(no: Refusal) -> Sequence[Text]:
    """Why the queue cannot be shown."""
    return (Text("The Home cannot be read:", Ink.BAD), refusal(no))
