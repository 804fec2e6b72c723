"""current, at, explain: what the memory answers, and why."""

from __future__ import annotations

from curator_app.cli import texts
from curator_app.cli.invocation import Invocation, Outcome
from curator_core.model.problem import Refusal
from curator_core.rules.visible import visible
from curator_core.service import asking
from curator_core.service.asking import Explained, Question


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
    if words.command == "explain":
        return _explain(call, asking.explain(caller, question))
    answer = asking.ask(caller, question)
    if isinstance(answer, Refusal):
        return call.fail(answer)
    return call.give(answer.plain(), texts.answer(answer, False))


def _explain(call: Invocation, found: Explained | Refusal) -> Outcome:
    """The answer with its versions; evidence that is gone is named."""
    if isinstance(found, Refusal):
        return call.fail(found)
    lines = texts.answer(found.answer, True)
    lines += [f"source gone: {visible(uri)}" for uri in found.gone]
    more = {"sources_gone": list(found.gone)} if found.gone else {}
    return call.give({**found.answer.plain(), **more}, lines)
