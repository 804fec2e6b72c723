"""A chain as rows and as sheets: lives, edges, the answer as of a time, bars, comparison."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.text import Text

from curator_app.tui.paint import answers, lives
from curator_app.tui.paint.cells import fit, joined, row
from curator_app.tui.paint.foreign import foreign, listed, refusal
from curator_app.tui.paint.ink import Ink
from curator_app.tui.paint.kinds import NAMES
from curator_app.tui.paint.lanes import Lanes, of_rows
from curator_app.tui.paint.sheet import Sheet, SheetLine, entry, gap, head, sheet
from curator_app.tui.paint.wording import count, moment, span
from curator_core.model.answer import Answer, AnswerStatus
from curator_core.model.inquiry import AsOf, ChainLink, ChainView
from curator_core.model.note import Relation
from curator_core.model.problem import Refusal
from curator_core.model.view import Preview

_TINY, _WIDE = 60, 100
LANES_MOST = 12
"""Cells that links take beside a list; as many as that, or a tenth of the width."""


def ordered(view: ChainView, by_valid_time: bool) -> tuple[ChainLink, ...]:
    """Newest recorded first, or by valid time, the latest start first."""
    newest = tuple(reversed(view.links))
    if by_valid_time:
        return newest
    return tuple(sorted(newest, key=lambda link: link.row.recorded_at, reverse=True))


def lanes(view: ChainView, rows: Sequence[ChainLink]) -> Lanes:
    """The links of a chain in the order of its rows."""
    place = {id(link): n for n, link in enumerate(view.links)}
    order = [place[id(link)] for link in rows]
    dashed = (n for n, link in enumerate(view.links) if link.row.approved_by is None)
    return of_rows(order, view.edges, dashed)


def line(link: ChainLink, signs: tuple[Text, Text], staged: Text, width: int) -> Text:
    """One version: mark and lanes, when recorded, note, relation, valid time, life, how it is
    staged. Where lanes leave no room the note's name gets shorter; a tiny screen has room for
    note and life alone."""
    wide = width >= _WIDE
    mark, beside = signs
    if width < _TINY:
        room = width - 2 - len(mark) - len(beside) - 12 - 2
        state = staged if staged.plain else lives.said(link.life)
        tiny = ((mark, 1), (beside, len(beside)), (_name(link), max(6, room)), (state, 11))
        return row(cell for cell in tiny if cell[1])
    names, kinds, times = (24, 12, 24) if wide else (15, 9, 24)
    rest = width - 2 - len(mark) - len(beside) - 10 - names - kinds - times - 6
    if rest < 10:
        names = max(9, names - (10 - rest))
        rest = max(6, width - 2 - len(mark) - len(beside) - 10 - names - kinds - times - 6)
    cells = (
        (mark, len(mark)),
        (beside, len(beside)),
        (foreign(link.row.recorded_at[:10]), 10),
        (_name(link), names),
        (_relation(link, kinds), kinds),
        (span(link.row.valid_from, link.row.valid_to), times),
        (staged if staged.plain and not wide else joined([lives.said(link.life), staged]), rest),
    )
    return row(cell for cell in cells if cell[1])


def _name(link: ChainLink) -> Text:
    return foreign(link.row.note_id, Ink.STRONG)


_SHORT = {
    Relation.CORRECTION: "correct",
    Relation.STATE_CHANGE: "state",
    Relation.REVOCATION: "revoke",
    Relation.SCOPE_CHANGE: "scope",
    Relation.RESTATEMENT: "restate",
}


def _relation(link: ChainLink, room: int) -> Text:
    """How it replaces others, in few words where there is little room; several are counted."""
    more, kind = len(link.row.supersedes), link.note.relation
    if kind is None:
        name = "replaces" if more else "add"
    else:
        name = NAMES[kind][0] if room >= 12 and more < 2 else _SHORT[kind]
    return Text(name) if more < 2 else Text(name).append(f" x{more:d}", Ink.WARN)


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


def version(
    link: ChainLink | None,
    view: ChainView,
    decided: Preview | Refusal | None,
    times: Sequence[SheetLine] = (),
) -> Sheet:
    """The version under the cursor, what deciding it would change, perhaps all times as bars, what
    the chain answers, and whether the rules of its slot hold."""
    lines = [] if link is None else [*_version(link), gap()]
    if decided is not None:
        lines += [*_decided(decided), gap()]
    if times:
        lines += [*times, gap()]
    return sheet([*lines, *_answer(view.answer), gap(), *_checks(view)])


def _decided(outcome: Preview | Refusal) -> Iterator[SheetLine]:
    """What approving a waiting version would change, instant by instant."""
    match outcome:
        case Preview(plan=plan):
            yield head("IF APPROVED", Text("answers before -> after", Ink.DIM))
            for notice in plan.notices:
                yield SheetLine(Text(" ").append_text(foreign(notice, Ink.WARN)), 1)
            yield from answers.lines(plan.answers)
            if not plan.answers:
                yield SheetLine(Text(" no answer changes", Ink.DIM), 1)
        case Refusal() as no:
            yield head("IF APPROVED", Text("not as it stands", Ink.WARN))
            yield SheetLine(Text(" ").append_text(refusal(no)), 3)


def _checks(view: ChainView) -> Iterator[SheetLine]:
    """The rules of the slot, each with yes or what breaks it."""
    yield head("RULES" if view.slot is None else "SLOT RULES")
    for check in view.checks:
        label = fit(Text(f" {check.code.value}"), 37)
        said = Text("yes", Ink.OK) if check.holds else Text("no: ", Ink.WARN)
        if check.ids:
            said.append_text(listed(check.ids, Ink.WARN))
        gaps = [span(since, until) for since, until in check.spans]
        yield SheetLine(label.append_text(said).append_text(Text(", ").join(gaps)), 37)


def _version(link: ChainLink) -> Iterator[SheetLine]:
    shown = link.row
    yield entry(
        "note", Text("  ").join([foreign(shown.note_id, Ink.STRONG), lives.said(link.life)])
    )
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
        said = Text("supersedes ", Ink.DIM).append_text(listed(link.row.supersedes))
        if link.note.relation is not None:
            said.append(f" by {NAMES[link.note.relation][0]}", Ink.DIM)
        parts.append(said)
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


NO_TWO = Text("mark two versions with space first")
"""Why nothing can be compared."""


def pair(links: Sequence[ChainLink], view: ChainView) -> tuple[ChainLink, ChainLink]:
    """Two marked versions, the earlier one in valid time first."""
    place = {id(link): n for n, link in enumerate(view.links)}
    first, second = sorted(links, key=lambda link: place[id(link)])
    return first, second
