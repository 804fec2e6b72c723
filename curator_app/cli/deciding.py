"""Commands that decide, apply and undo."""

from __future__ import annotations

import json
import sys
from pathlib import Path

from curator_app.cli import documents, texts
from curator_app.cli.invocation import Invocation, Outcome
from curator_app.cli.parser import VERBS
from curator_core.model.decision import Decision
from curator_core.model.problem import Refusal
from curator_core.model.view import BatchReceipt, Preview
from curator_core.rules.visible import visible
from curator_core.service import review, undoing
from curator_core.service.caller import Caller
from curator_core.service.choosing import from_table

MOST = 10_000
"""Most decisions in one batch."""


def decide(call: Invocation) -> Outcome:
    """Decide one item now, stage it, or decide a batch."""
    caller = call.caller()
    if isinstance(caller, Refusal):
        return call.fail(caller)
    if call.words.batch is not None:
        return _batch(call)
    choice = _choice(call)
    if isinstance(choice, Refusal):
        return call.fail(choice)
    return carry_out(call, caller, choice)


def carry_out(call: Invocation, caller: Caller, choice: Decision) -> Outcome:
    """Stage the decision, show its plan or take it, as the call says."""
    if call.words.stage:
        kept = review.stage(caller, choice)
        if isinstance(kept, Refusal):
            return call.fail(kept)
        document = {"decision": kept.decision, "staged": True}
        return call.give(document, [f"staged: {kept.action.value} {visible(kept.item)}"])
    result = review.decide(caller, choice, dry_run=call.words.dry_run)
    if isinstance(result, Refusal):
        return call.fail(result)
    if isinstance(result, Preview):
        return call.give(documents.preview(result), texts.preview(result))
    return call.give(documents.receipt(result), texts.receipt(result))


def _choice(call: Invocation) -> Decision | Refusal:
    words = call.words
    if words.item is None or words.action is None:
        return Refusal("usage", "decide needs ITEM and ACTION", "see `curator decide --help`")
    if words.action not in VERBS:
        return Refusal("usage", f"{words.action} is no action", f"one of {', '.join(VERBS)}")
    given = {
        "relation": words.relation,
        "reason_code": words.reason_code,
        "reason": words.reason or None,
        "valid_from": words.valid_from,
        "valid_to": words.valid_to,
        "scope": words.scope,
        "targets": words.target or None,
        "only": words.only or None,
        "picks": words.pick or None,
        "keep_exceptions": words.keep_exceptions or None,
        "redact": words.redact or None,
        "until": words.until,
        "expect": words.expect,
        "confirm": words.confirm or None,
    }
    table = {key: value for key, value in given.items() if value is not None}
    results = _results(words.result)
    if isinstance(results, Refusal):
        return results
    if results:
        name = "results" if words.action == "split" else "result"
        table[name] = list(results) if name == "results" else results[0]
    return from_table({"item": words.item, "action": words.action, **table})


def _results(names: list[str]) -> tuple[bytes, ...] | Refusal:
    """The reviewer's own texts."""
    found = []
    for name in names:
        try:
            data = sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes()
        except OSError as error:
            return Refusal("usage", f"the result cannot be read: {error.strerror}", path=name)
        found.append(data)
    return tuple(found)


def _batch(call: Invocation) -> Outcome:
    caller = call.caller()
    if isinstance(caller, Refusal):
        return call.fail(caller)
    choices = _read_batch(call.words.batch)
    if isinstance(choices, Refusal):
        return call.fail(choices)
    result = review.decide_batch(
        caller, choices, partial=call.words.partial, dry_run=call.words.dry_run
    )
    return _many(call, result)


def _read_batch(name: str) -> list[Decision] | Refusal:
    """One JSON decision a line; blank lines count but say nothing."""
    try:
        data = sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes()
    except OSError as error:
        return Refusal("usage", f"the batch cannot be read: {error.strerror}", path=name)
    choices: list[Decision] = []
    for number, line in enumerate(data.split(b"\n"), 1):
        if not line.strip():
            continue
        try:
            table = json.loads(line)
        except (ValueError, RecursionError):
            return Refusal("usage", "this line is no JSON", path=name, line=number)
        if not isinstance(table, dict):
            return Refusal("usage", "this line is no JSON object", path=name, line=number)
        choice = from_table(table)
        if isinstance(choice, Refusal):
            return Refusal("usage", choice.message, choice.hint, name, number)
        choices.append(choice)
    if not choices or len(choices) > MOST:
        return Refusal("usage", f"a batch holds 1 to {MOST} decisions", path=name)
    return choices


def _many(call: Invocation, result: BatchReceipt | Preview | Refusal) -> Outcome:
    if isinstance(result, Refusal):
        return call.fail(result)
    if isinstance(result, Preview):
        return call.give(documents.preview(result), texts.preview(result))
    lines = texts.receipt(result.receipt)
    lines += [
        f"refused {visible(item)}: {visible(refusal.message)}" for item, refusal in result.refused
    ]
    return call.give(documents.batch(result), lines)


def staged(call: Invocation) -> Outcome:
    """Decisions that wait to be applied."""
    caller = call.caller()
    if isinstance(caller, Refusal):
        return call.fail(caller)
    kept = review.staged(caller)
    document = {"decisions": [documents.staged(one) for one in kept]}
    return call.give(document, texts.staged(kept))


def apply(call: Invocation) -> Outcome:
    """Apply what is staged; with nothing staged it only recovers."""
    caller = call.caller()
    if isinstance(caller, Refusal):
        return call.fail(caller)
    return _many(call, review.apply(caller, call.words.partial, call.words.dry_run))


def undo(call: Invocation) -> Outcome:
    """Take a decision or one of its events back; the newest of this reviewer without one."""
    caller = call.caller()
    if isinstance(caller, Refusal):
        return call.fail(caller)
    way, confirm = _way(call), tuple(call.words.confirm)
    if call.words.where:
        return _undo_where(call, caller, way)
    if call.words.execute:
        return call.fail(Refusal("usage", "--execute goes with --where", "leave it out"))
    if call.words.dry_run:
        plan = undoing.preview_undo(caller, call.words.decision, way, confirm)
        if isinstance(plan, Refusal):
            return call.fail(plan)
        return call.give(documents.preview(plan), texts.preview(plan))
    receipt = undoing.undo(caller, call.words.decision, way, confirm=confirm)
    if isinstance(receipt, Refusal):
        return call.fail(receipt)
    document = documents.receipt(receipt) | {"undone": list(receipt.undone)}
    return call.give(document, texts.receipt(receipt))


def _undo_where(call: Invocation, caller: Caller, way: undoing.Way) -> Outcome:
    """Every standing decision that the terms take; shown only, without `--execute`."""
    words = call.words
    if words.decision is not None:
        return call.fail(Refusal("usage", "give a DECISION or --where, not both"))
    execute = words.execute and not words.dry_run
    made = undoing.undo_where(caller, words.where, way, execute, tuple(words.confirm))
    if isinstance(made, Refusal):
        return call.fail(made)
    taken = [documents.event_document(event) for event in made.events]
    if made.receipt is None:
        document = documents.preview(made.preview) | {"decisions": taken}
        lines = [texts.event_row(event) for event in made.events]
        lines += [*texts.preview(made.preview), "nothing is written without --execute"]
        return call.give(document, lines)
    undone = {"undone": list(made.receipt.undone), "decisions": taken}
    return call.give(documents.receipt(made.receipt) | undone, texts.receipt(made.receipt))


def _way(call: Invocation) -> undoing.Way:
    if call.words.with_dependents:
        return undoing.Way.WITH_DEPENDENTS
    return undoing.Way.SPLICE if call.words.splice else undoing.Way.PLAIN
