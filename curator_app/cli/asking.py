"""current, at, explain: what the memory answers, and why."""

from __future__ import annotations

from curator_app.cli.invocation import Invocation, Outcome
from curator_core.model.answer import Answer, TrailRow
from curator_core.model.problem import Refusal
from curator_core.rules.visible import visible
from curator_core.service import asking
from curator_core.service.asking import Question


def ask(call: Invocation) -> Outcome:
    """Answer one question; the package of CONTRACT 8."""
    caller = call.caller()
    if isinstance(caller, Refusal):
        return call.fail(caller)
    words = call.words
    question = Question(
        slot=words.slot,
        scopes=tuple(words.scope),
        at=getattr(words, "time", None),
        known_at=getattr(words, "known_at", None),
        since=getattr(words, "since", None),
        until=getattr(words, "until_time", None),
    )
    answer = asking.ask(caller, question)
    if isinstance(answer, Refusal):
        return call.fail(answer)
    return call.give(answer.plain(), lines(answer, trail=words.command == "explain"))


def lines(answer: Answer, trail: bool) -> list[str]:
    """An answer for people: the value first, then why."""
    value = answer.answer_value
    said = "; ".join(value) if isinstance(value, tuple) else value
    head = visible(said) if said else f"({answer.status.value})"
    found = [head if answer.certain else f"{head}  (not certain)"]
    found.append(
        f"  {answer.status.value} in {visible(answer.scope)} as of {visible(answer.as_of)}"
    )
    if answer.note_id:
        ids = answer.note_id if isinstance(answer.note_id, tuple) else (answer.note_id,)
        found.append(f"  note: {visible(', '.join(ids))}")
    found += [f"  source: {visible(source)}" for source in answer.source]
    if answer.edited_since_review:
        found.append("  edited since review: this is the approved text")
    if answer.collision:
        found.append(f"  conflict between {visible(', '.join(answer.collision))}")
    found += [
        f"  perhaps: {visible(c.answer_value or '')} ({visible(c.note_id)})"
        for c in answer.candidates
    ]
    if answer.previous is not None:
        found.append(f"  before: {row(answer.previous)}")
    if answer.nearest:
        found.append(f"  no such slot; nearest: {visible(', '.join(answer.nearest))}")
    if trail:
        found += ["  versions, oldest first:", *(f"    {row(one)}" for one in answer.trail)]
    return found


def row(one: TrailRow) -> str:
    """One version: interval, value, id, how it came and who approved it."""
    span = f"[{visible(one.valid_from or 'ever')}, {visible(one.valid_to or 'still')})"
    by = f"approved by {visible(one.approved_by)}" if one.approved_by else "not reviewed"
    came = ""
    if one.relation:
        came = f" {visible(one.relation)} of {visible(', '.join(one.supersedes))}"
    value = visible(one.answer_value) if one.answer_value is not None else "(revoked)"
    return f"{span} {value}  {visible(one.note_id)} {visible(one.status)}{came}; {by}"
