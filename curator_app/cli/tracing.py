"""trace: which notes could have said it, what became of them, where it still stands."""

from __future__ import annotations

from curator_app.cli import texts
from curator_app.cli.finding import marked
from curator_app.cli.invocation import Invocation, Outcome
from curator_app.cli.texts import Lines
from curator_core.model.problem import Refusal
from curator_core.model.trace import Inquiry, Kind, Leak, Place, Said, Trace
from curator_core.rules.visible import path_text, visible
from curator_core.service import tracing


def trace(call: Invocation) -> Outcome:
    """Trace a text, a note id or a slot (CONTRACT 34)."""
    caller = call.caller()
    if isinstance(caller, Refusal):
        return call.fail(caller)
    words = call.words
    asked = Inquiry(text=words.asked, when=words.when, scopes=tuple(words.scope))
    found = tracing.trace(caller, asked)
    if isinstance(found, Refusal):
        return call.fail(found)
    return call.give(document(found), lines(found))


def document(found: Trace) -> dict[str, object]:
    """A trace as JSON values."""
    return {
        "could_have_said": [_said(each) for each in found.said],
        "leaks": [_leak(each) for each in found.leaks],
        "answers": {"then": found.then.plain(), "now": found.now.plain()},
        "kind": found.kind.value,
        "when": found.when,
    }


def _said(one: Said) -> dict[str, object]:
    return {
        "note_id": one.note_id,
        "answer_value": one.answer_value,
        "span": None if one.place is None else _span(one.place),
        "valid_from": one.valid_from,
        "valid_to": one.valid_to,
        "known_from": one.known_from,
        "valid_then": one.valid_then,
        "known_then": one.known_then,
        "valid_now": one.valid_now,
        "replaced_by": list(one.replaced_by),
        "approved_by": one.approved_by,
        "proposals": list(one.proposals),
        "path": one.path,
    }


def _span(one: Place) -> dict[str, object]:
    return {
        "line": one.line,
        "column": one.start + 1,
        "end_column": one.end + 1,
        "text": one.text[one.start : one.end],
    }


def _leak(one: Leak) -> dict[str, object]:
    return {
        "path": one.path,
        "line": one.line,
        "text": one.text,
        "value": one.value,
        "note_id": one.note_id,
        "where": one.where.value,
    }


def lines(found: Trace) -> Lines:
    """A trace for people: who could have said it, where it still stands, what is answered."""
    made = [f"{visible(found.asked)}  ({found.kind.value}), said at {visible(found.when)}"]
    made.append("could have said it:" if found.said else "no note says it")
    if found.kind is Kind.WORDS and found.said:
        made[-1] = "no note says just that; these share its words:"
    for each in found.said:
        made += _said_lines(each)
    if found.leaks:
        made.append("no longer right, but still there:")
    made += [f"  {_leak_line(each)}" for each in found.leaks]
    made += ["answered then:", *(f"  {line}" for line in texts.answer(found.then, False))]
    made += ["answered now:", *(f"  {line}" for line in texts.answer(found.now, False))]
    return made


def _said_lines(one: Said) -> Lines:
    value = "(revoked)" if one.answer_value is None else visible(one.answer_value)
    span = f"[{visible(one.valid_from or 'ever')}, {visible(one.valid_to or 'still')})"
    known = "never known" if one.known_from is None else f"known from {visible(one.known_from)}"
    then = f"{'valid' if one.valid_then else 'not valid'} and {_known(one)} then"
    rows = [
        f"  {visible(one.note_id)} {span} {value}",
        f"    {then}, {'valid' if one.valid_now else 'not valid'} now; {known}",
    ]
    if one.place is not None:
        rows.append(f"    {path_text(one.path)}:{one.place.line:d}: {marked(one.place)}")
    if one.replaced_by:
        rows.append(f"    replaced by {visible(', '.join(one.replaced_by))}")
    if one.proposals:
        rows.append(f"    waiting to take its place: {visible(', '.join(one.proposals))}")
    return rows


def _known(one: Said) -> str:
    return "known" if one.known_then else "not known"


def _leak_line(one: Leak) -> str:
    return f"{path_text(one.path)}:{one.line:d}: {marked(one)}  [{one.where.value}]"
