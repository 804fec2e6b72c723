"""A chain as rows and as sheets: lives, edges, the answer as of a time, bars, comparison."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields

from rich.text import Text

from curator_app.tui.paint import bars, diff
from curator_app.tui.paint.cells import fit, joined, row
from curator_app.tui.paint.foreign import foreign, listed
from curator_app.tui.paint.ink import Ink
from curator_app.tui.paint.kinds import NAMES
from curator_app.tui.paint.sheet import Sheet, SheetLine, entry, gap, head, sheet
from curator_app.tui.paint.wording import count, moment, span
from curator_core.model.answer import Answer, AnswerStatus
from curator_core.model.inquiry import AsOf, ChainLink, ChainView, Life
from curator_core.model.note import Note, Relation

_LABEL = 14
_LIVES: Mapping[Life, Ink] = {
    Life.CURRENT: Ink.OK,
    Life.COLLIDES: Ink.BAD,
    Life.POSSIBLE: Ink.WARN,
    Life.PROPOSED: Ink.WARN,
    Life.UNREVIEWED: Ink.WARN,
}


def ordered(view: ChainView, by_valid_time: bool) -> tuple[ChainLink, ...]:
    """Newest recorded first, or by valid time, the latest start first."""
    newest = tuple(reversed(view.links))
    if by_valid_time:
        return newest
    return tuple(sorted(newest, key=lambda link: link.row.recorded_at, reverse=True))


def line(link: ChainLink, marked: bool, staged: Text, width: int) -> Text:
    """One version: mark, when recorded, note, relation, valid time, life, how it is staged."""
    wide = width >= 100
    id_width, valid_width = (24, 24) if wide else (12, 24)
    rest = max(6, width - 2 - 1 - 10 - id_width - 12 - valid_width - 5)
    cells = (
        (Text("*" if marked else " ", Ink.KEY), 1),
        (foreign(link.row.recorded_at[:10]), 10),
        (foreign(link.row.note_id, Ink.STRONG), id_width),
        (_relation(link), 12),
        (span(link.row.valid_from, link.row.valid_to), valid_width),
        (staged if staged.plain and not wide else joined([life(link), staged]), rest),
    )
    return row(cells)


def _relation(link: ChainLink) -> Text:
    """How it replaces others; several of them are counted."""
    more = len(link.row.supersedes)
    name = "replaces" if more else "add"
    if link.note.relation is not None:
        name = NAMES[link.note.relation][0]
    return Text(name) if more < 2 else Text(name.partition(" ")[0]).append(f" x{more:d}", Ink.WARN)


def life(link: ChainLink) -> Text:
    """What became of a version, in a word."""
    return Text(link.life.value, _LIVES.get(link.life, Ink.DIM))


def crumb(view: ChainView) -> Text:
    """What the chain is of."""
    name = foreign(view.slot or view.name, Ink.STRONG)
    what = "slot " if view.slot is not None else "free note "
    scope = Text("  ").append_text(foreign(view.scope, Ink.DIM))
    size = Text("  " + count(len(view.links), "version"), Ink.DIM)
    return Text(what).append_text(name).append_text(scope).append_text(size)


def asked(as_of: AsOf, by_valid_time: bool) -> Text:
    """Order and time of the list."""
    said = Text("by valid time" if by_valid_time else "newest recorded first")
    said.append(" (x)   as of ", Ink.DIM)
    said.append_text(foreign(as_of.at, Ink.WARN) if as_of.at else Text("now"))
    if as_of.known_at:
        said.append("   known at ", Ink.DIM).append_text(foreign(as_of.known_at, Ink.WARN))
    return said.append(" (A)", Ink.DIM)


def version(link: ChainLink | None, view: ChainView, width: int) -> Sheet:
    """The version under the cursor, what the chain answers, and all lives as bars."""
    lines = [] if link is None else [*_version(link), gap()]
    lines += [*_answer(view.answer), gap(), *_bars(view, link, width)]
    return sheet(lines)


def _version(link: ChainLink) -> Iterator[SheetLine]:
    shown = link.row
    yield entry("note", Text("  ").join([foreign(shown.note_id, Ink.STRONG), life(link)]))
    yield entry("value", foreign(shown.answer_value or "(none)", Ink.STRONG))
    yield entry("valid", span(shown.valid_from, shown.valid_to))
    if link.span is None:
        yield entry("", Text("it never holds; kept for audit", Ink.WARN))
    times = Text("recorded ", Ink.DIM).append_text(foreign(moment(shown.recorded_at)))
    if shown.observed_at:
        times.append("  observed ", Ink.DIM).append_text(foreign(moment(shown.observed_at)))
    yield entry("known", times)
    yield entry("edges", _edges(link))
    yield entry("by", _approval(link))
    if shown.sources:
        yield entry("sources", listed(shown.sources))


def _edges(link: ChainLink) -> Text:
    parts = []
    if link.row.supersedes:
        parts.append(Text("supersedes ", Ink.DIM).append_text(listed(link.row.supersedes)))
    if link.newer:
        parts.append(Text("superseded by ", Ink.DIM).append_text(listed(link.newer)))
    if link.note.exception_to is not None:
        base = foreign(link.note.exception_to)
        parts.append(Text("exception to ", Ink.DIM).append_text(base))
    return Text("   ").join(parts) if parts else Text("none", Ink.DIM)


def _approval(link: ChainLink) -> Text:
    shown = link.row
    if shown.approved_by is None:
        return Text("nobody approved it", Ink.WARN)
    said = foreign(shown.approved_by)
    if shown.approved_at:
        said.append("  ").append_text(foreign(moment(shown.approved_at), Ink.DIM))
    if shown.decision:
        said.append("  ").append_text(foreign(shown.decision, Ink.DIM))
    return said


def _answer(answer: Answer) -> Iterator[SheetLine]:
    yield head("ANSWER", Text("as of ").append_text(foreign(moment(answer.as_of))))
    ink = Ink.OK if answer.status is AnswerStatus.KNOWN else Ink.WARN
    said = Text(answer.status.value, ink)
    if not answer.certain:
        said.append(", not certain", Ink.WARN)
    yield entry("status", said.append(f"  by {answer.known_by.value}", Ink.DIM))
    values = answer.answer_value
    for value in values if isinstance(values, tuple) else (values,):
        if value is not None:
            yield entry("value", foreign(value, Ink.STRONG))
    ids = answer.note_id if isinstance(answer.note_id, tuple) else (answer.note_id,)
    if any(ids):
        yield entry("from", listed(name for name in ids if name))
    if answer.collision:
        yield entry("clash", listed(answer.collision), ink=Ink.WARN)
    if answer.exceptions:
        yield entry("except", listed(answer.exceptions), ink=Ink.WARN)
    for each in answer.candidates:
        maybe = foreign(each.note_id).append("  ").append_text(foreign(each.answer_value or ""))
        yield entry("maybe", maybe.append("  ").append_text(span(each.valid_from, each.valid_to)))
    if answer.previous is not None:
        before = foreign(answer.previous.answer_value or "(no value)").append("  ")
        yield entry("before", before.append_text(foreign(answer.previous.note_id, Ink.DIM)))


def _bars(view: ChainView, chosen: ChainLink | None, width: int) -> Iterator[SheetLine]:
    legend = Text("= holds  - may hold  < ever  > still  | end", Ink.DIM)
    yield head("VALID TIME", legend)
    at, now = bars.instant_of(view.at), bars.instant_of(view.now)
    room = width - _LABEL - 2
    on = bars.axis([link.span for link in view.links], (at, now), room)
    yield _bar("", Text(bars.scale(on), Ink.DIM))
    for link in view.links:
        ink = Ink.STRONG if link is chosen else _LIVES.get(link.life, Ink.DIM)
        yield _bar(link.row.note_id, Text(bars.bar(link.span, on), ink))
    word = "now" if view.at == view.now else "as of"
    yield _bar(word, Text(bars.marker(at, on), Ink.KEY))


def _bar(name: str, drawn: Text) -> SheetLine:
    label = fit(foreign(name), _LABEL)
    return SheetLine(Text(" ").append_text(label).append(" ").append_text(drawn))


NO_TWO = Text("mark two versions with space first")
"""Why nothing can be compared."""


def comparison(older: ChainLink, newer: ChainLink) -> Sheet:
    """Two versions field by field, then their texts line by line."""
    names = Text("  ").join([foreign(older.row.note_id), Text("->"), foreign(newer.row.note_id)])
    lines = [head("COMPARE", names)]
    rows = [*_fields(older.note, newer.note)]
    lines += rows or [SheetLine(Text(" all fields are equal", Ink.DIM), 1)]
    lines += [gap(), head("TEXT")]
    lines += diff.painted(diff.compare(older.note.body, newer.note.body))
    return sheet(lines)


_COPIES = frozenset(
    ["id", "body", "extra", "reviewed", "reviewed_by", "reviewed_at", "reviewed_hash"]
)
"""What differs in every pair, or is compared line by line."""


def _fields(older: Note, newer: Note) -> Iterator[SheetLine]:
    for field in fields(Note):
        before, after = getattr(older, field.name), getattr(newer, field.name)
        if field.name in _COPIES or before == after:
            continue
        yield _field("-", field.name, before, Ink.DROP)
        yield _field("+", "", after, Ink.ADD)


def _field(sign: str, name: str, value: object, ink: Ink) -> SheetLine:
    label = fit(foreign(name, Ink.DIM), 16)
    return SheetLine(Text.assemble((f" {sign} ", ink), label, " ", foreign(_said(value), ink)), 20)


def _said(value: object) -> str:
    if value is None:
        return "(none)"
    if isinstance(value, tuple):
        return ", ".join(str(each) for each in value) or "(none)"
    return value.value if isinstance(value, Relation) else str(value)


def pair(links: Sequence[ChainLink], view: ChainView) -> tuple[ChainLink, ChainLink]:
    """Two marked versions, the earlier one in valid time first."""
    place = {id(link): n for n, link in enumerate(view.links)}
    first, second = sorted(links, key=lambda link: place[id(link)])
    return first, second
