"""An investigation as rows and as a sheet: findings, what mends each, answers, both clocks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import datetime

from rich.text import Text

from curator_app.tui.paint import answers, bars, chain, timeline
from curator_app.tui.paint.cells import fit, row
from curator_app.tui.paint.foreign import foreign, listed, path, refusal
from curator_app.tui.paint.ink import Ink
from curator_app.tui.paint.sheet import Sheet, SheetLine, entry, gap, head, sheet
from curator_app.tui.paint.wording import KIND, count, moment, span
from curator_core.model.answer import Answer
from curator_core.model.decision import CONFIRMABLE
from curator_core.model.interval import STILL, Boundary, Interval
from curator_core.model.problem import Refusal
from curator_core.model.trace import (
    Because,
    Cause,
    Inquiry,
    Investigation,
    Kind,
    Leak,
    Mend,
    Said,
    Trace,
    Where,
)

_LABEL = 14
_WORDS: Mapping[Because, str] = {
    Because.WAITS: "waits",
    Because.LINKED: "linked",
    Because.STILL: "still",
    Because.LEAKS: "leaks",
    Because.LATE: "late",
}
KEYS: Mapping[Mend, str] = {
    Mend.APPROVE: "a",
    Mend.REJECT: "r",
    Mend.ARCHIVE: "D",
    Mend.DETACH: "L",
}
"""The key of each mending decision; the names of the decisions are those of the key table."""
_DEEDS: Mapping[Mend, str] = {
    Mend.APPROVE: "approves the waiting note",
    Mend.REJECT: "rejects the waiting text",
    Mend.ARCHIVE: "takes the note out of recall",
    Mend.DETACH: "takes the link back",
}
_BY_HAND: Mapping[Where, str] = {
    Where.VIEW: "views are made anew from the notes: mend the notes, then `curator views`",
    Where.PROTECTED: "Curator never writes this file: change the line in your editor (y copies it)",
    Where.FILE: "this file is no note: change the line in your editor (y copies its place)",
    Where.BRANCH: "it stands on a branch only: change it there, or delete the branch",
    Where.NOTE: "",
    Where.WAITING: "it waits for a decision about another note of the same file",
}
NOTHING = (Text("nothing was found that would have to be mended"),)
"""An empty list."""
NO_ITEM = Text("this is mended by hand; see below")
"""Why no decision can be taken on a finding."""


def other(cause: Cause) -> Text:
    """Why a decision is not the one that mends a finding."""
    if cause.mend is None:
        return NO_ITEM
    return Text(f"this finding is mended with {KEYS[cause.mend]}")


def crumb(asked: Inquiry) -> Text:
    """What is investigated."""
    said = foreign(asked.text, Ink.STRONG)
    if asked.when is not None:
        said.append("  said at ", Ink.DIM).append_text(foreign(asked.when, Ink.WARN))
    return said


def tally(found: Investigation) -> Text:
    """What is answered today and how much was found, in one line."""
    trace = found.trace
    parts = [count(len(found.causes), "finding"), count(len(trace.said), "note")]
    parts.append(f"{count(len(trace.leaks), 'line')} still there")
    said = Text("now: ", Ink.DIM).append_text(_value(trace.now))
    said.append("   " + ", ".join(parts))
    if trace.kind is Kind.WORDS:
        said.append("   no note says just that: these share its words", Ink.WARN)
    return said


def line(cause: Cause, staged: Text, width: int) -> Text:
    """One finding: the key that mends it, what kind it is, what it says."""
    key = Text("-", Ink.DIM) if cause.mend is None else Text(KEYS[cause.mend], Ink.KEY)
    word = Text(_WORDS[cause.because], Ink.WARN)
    rest = max(10, width - 2 - 1 - 6 - 12 - 3)
    return row(((key, 1), (word, 6), (_says(cause), rest), (staged, 12)))


def _says(cause: Cause) -> Text:
    note = foreign(cause.note_id or "", Ink.STRONG)
    others = listed(cause.others, Ink.STRONG)
    match cause.because:
        case Because.WAITS:
            said = others.append(" would take its place, waits since ")
            return said.append_text(foreign(moment(cause.at or "")))
        case Because.LINKED:
            return note.append(" took the place of ").append_text(others)
        case Because.STILL:
            return note.append(" still answers so, nothing waits to replace it")
        case Because.LEAKS:
            return _leak(cause.leak)
        case Because.LATE:
            said = Text("memory learnt of ").append_text(others).append(" only at ")
            return said.append_text(foreign(moment(cause.at or "")))


def _leak(leak: Leak | None) -> Text:
    assert leak is not None, "BUG: a leak without a place"
    said = path(leak.path).append(f":{leak.line:d} ")
    return said.append_text(_marked(leak.text, leak.start, leak.end))


def _marked(text: str, start: int, end: int) -> Text:
    before = foreign(text[:start])
    return before.append_text(foreign(text[start:end], Ink.FOUND)).append_text(foreign(text[end:]))


def page(found: Investigation, cause: Cause | None, text: Sheet, width: int) -> Sheet:
    """The finding under the cursor, what mending it changes, the text that this is about; then
    everything behind it."""
    lines = [] if cause is None else [*_finding(cause), gap(), *_mending(cause), gap()]
    lines += [*text.lines, gap()] if text.lines else []
    trace = found.trace
    lines += [*_answer("answered then", trace.then), *_answer("answers now", trace.now), gap()]
    lines += [*_could_have_said(trace), gap(), *_known(trace, width)]
    if found.chain is not None:
        lines += [gap(), *chain.version(None, found.chain, None).lines]
        lines += [gap(), *timeline.lines(found.chain, None, width)]
    return sheet(lines)


def _finding(cause: Cause) -> Iterator[SheetLine]:
    yield head("FINDING", Text(_WORDS[cause.because], Ink.WARN))
    yield SheetLine(Text(" ").append_text(_says(cause)), 1)
    if cause.because is Because.LINKED and cause.at is not None:
        yield entry("known", foreign(moment(cause.at)))
    if cause.because is Because.LATE:
        yield entry("so", Text("what was said was right by what was known then"))


def _mending(cause: Cause) -> Iterator[SheetLine]:
    if cause.mend is None:
        yield head("MENDS IT", Text("by hand" if cause.leak is not None else "nothing to do"))
        if cause.leak is not None:
            yield SheetLine(Text(" " + _BY_HAND[cause.leak.where]), 1)
        return
    yield head("MENDS IT", Text.assemble((KEYS[cause.mend], Ink.KEY), f"  {_DEEDS[cause.mend]}"))
    match cause.effect:
        case Refusal() as no:
            asked = no.code in CONFIRMABLE | KIND
            yield entry("asks" if asked else "off", refusal(no), ink=Ink.WARN)
        case None:
            yield SheetLine(Text(" its effect is shown in the preview (w)", Ink.DIM), 1)
        case changes:
            yield from answers.only_changed(changes)


def _value(answer: Answer) -> Text:
    values = answer.answer_value
    told = values if isinstance(values, tuple) else (values,)
    known = [value for value in told if value is not None]
    return listed(known, Ink.STRONG) if known else Text(answer.status.value, Ink.WARN)


def _answer(label: str, answer: Answer) -> Iterator[SheetLine]:
    said = _value(answer)
    said.append("  as of ", Ink.DIM).append_text(foreign(moment(answer.as_of), Ink.DIM))
    yield entry(label, said, width=13)


def _could_have_said(trace: Trace) -> Iterator[SheetLine]:
    yield head("COULD HAVE SAID IT", Text("then: valid, known; now: valid", Ink.DIM))
    for each in trace.said:
        yield SheetLine(_said(each), 4)
        if each.place is not None:
            where = path(each.path).append(f":{each.place.line:d} ")
            marked = _marked(each.place.text, each.place.start, each.place.end)
            yield SheetLine(Text("    ").append_text(where).append_text(marked), 6)
        if each.replaced_by:
            told = Text("    replaced by ", Ink.DIM)
            yield SheetLine(told.append_text(listed(each.replaced_by)), 6)
    if not trace.said:
        yield SheetLine(Text(" no note says it", Ink.DIM), 1)


def _said(each: Said) -> Text:
    then = f"then {_yes(each.valid_then)} {_yes(each.known_then)}"
    flags = Text(f" {then}, now {_yes(each.valid_now)}  ", Ink.OK if each.valid_now else Ink.DIM)
    said = flags.append_text(foreign(each.note_id, Ink.STRONG)).append("  ")
    said.append_text(span(each.valid_from, each.valid_to)).append("  ")
    return said.append_text(foreign(each.answer_value or "(revoked)"))


def _yes(fact: bool) -> str:
    return "yes" if fact else "no"


def _known(trace: Trace, width: int) -> Iterator[SheetLine]:
    """Since when the memory knew each of them: the second clock."""
    rows = [(each, _since(each)) for each in trace.said]
    known = [(each, since) for each, since in rows if since is not None]
    if not known:
        return
    yield head("KNOWN SINCE", Text("= known  > still  ^ when it was said", Ink.DIM))
    at = bars.instant_of(datetime.fromisoformat(trace.when))
    on = bars.axis([since for _, since in known], (at,), width - _LABEL - 2)
    yield _bar("", Text(bars.scale(on), Ink.DIM))
    for each, since in known:
        yield _bar(each.note_id, Text(bars.bar(since, on), Ink.STRONG))
    yield _bar("said", Text(bars.marker(at, on), Ink.KEY))


def _since(each: Said) -> Interval | None:
    if each.known_from is None:
        return None
    at = bars.instant_of(datetime.fromisoformat(each.known_from))
    return Interval(Boundary(each.known_from, at, at), STILL)


def _bar(name: str, drawn: Text) -> SheetLine:
    label = fit(foreign(name), _LABEL)
    return SheetLine(Text(" ").append_text(label).append(" ").append_text(drawn))
