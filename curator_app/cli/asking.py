"""current, at, explain: what the memory answers, and why."""

from __future__ import annotations

from curator_app.cli import texts
from curator_app.cli.invocation import Invocation, Outcome
from curator_core.model.problem import Refusal
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
    return call.give(answer.plain(), texts.answer(answer, words.command == "explain"))
