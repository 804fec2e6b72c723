"""Commands that only look."""

from __future__ import annotations

import json
from dataclasses import asdict

from curator_app.cli import documents, errors, figures, texts
from curator_app.cli.invocation import Invocation, Outcome
from curator_core.model.problem import Refusal
from curator_core.model.proposal import WAITING, Item, Lane
from curator_core.model.view import QueueView
from curator_core.rules.visible import visible
from curator_core.service import bulk, filtering, memory, review, secrecy, upkeep
from curator_core.service import doctor as machine
from curator_core.service.schema import json_schema

TEXTS = ("base_text", "current_text", "proposed_text", "fields", "hunks", "source_lines", "merges")
"""What of an item `show --json` gives as it lies there, for programs; all else tells no secret."""


def status(call: Invocation) -> Outcome:
    """Counts at a glance; exit 1 above `--max-waiting`."""
    caller = call.caller()
    if isinstance(caller, Refusal):
        return call.fail(caller)
    if call.words.porcelain:
        return figures.porcelain(call, caller)
    view = upkeep.status(caller)
    limit = call.words.max_waiting
    outcome = errors.FINDINGS if limit is not None and view.waiting > limit else errors.DONE
    return call.give(documents.status(view), texts.status(view), outcome)


def doctor(call: Invocation) -> Outcome:
    """What this machine offers; exit 1 when something is not well."""
    home = call.caller()
    caller = call.anywhere() if isinstance(home, Refusal) else home
    checks = machine.doctor(caller)
    rows = [{"name": c.name, "ok": c.ok, "detail": c.detail} for c in checks]
    lines = [
        f"{'ok  ' if c.ok else 'FAIL'} {visible(c.name):<10} {visible(c.detail)}" for c in checks
    ]
    outcome = errors.DONE if all(c.ok for c in checks) else errors.FINDINGS
    return call.give({"checks": rows}, lines, outcome)


def check(call: Invocation) -> Outcome:
    """Every problem; exit 1 when one is an error or a warning."""
    caller = call.caller()
    if isinstance(caller, Refusal):
        return call.fail(caller)
    problems = upkeep.check(caller)
    counts = documents.counts(problems)
    found = counts["error"] or counts["warning"]
    document = {"problems": [documents.problem(p) for p in problems], "counts": counts}
    lines = [line for problem in problems for line in texts.problem(problem)]
    lines.append(", ".join(f"{count} {severity}" for severity, count in counts.items()))
    return call.give(document, lines, errors.FINDINGS if found else errors.DONE)


def schema(call: Invocation) -> Outcome:
    """The JSON Schema of a note's frontmatter."""
    document = json_schema()
    return call.give(document, [json.dumps(document, indent=2)])


def queue(call: Invocation) -> Outcome:
    """What waits; other lanes by `--lane`; `--sample` says which of many must be looked at."""
    caller = call.caller()
    if isinstance(caller, Refusal):
        return call.fail(caller)
    view, rules = bulk.load(caller)
    matcher = filtering.parse(call.words.filter)
    if isinstance(matcher, Refusal):
        return call.fail(matcher)
    found = [
        secrecy.masked_item(item)
        for item in _pool(view, call.words.filter)
        if _in_lane(item, call.words.lane) and matcher(item, view.ages[item.item])
    ]
    document: dict[str, object] = {
        "items": [documents.item(item, view.ages[item.item]) for item in found],
        "rules": [asdict(one) for one in rules],
    }
    if not call.words.sample:
        return call.give(document, [*texts.queue(found, view), *texts.rules(rules)])
    chosen = bulk.sample(caller, found)
    lines = [texts.item_row(item, view) for item in found if item.item in chosen]
    return call.give(document | {"sample": list(chosen)}, [*lines, texts.sampled(found, chosen)])


def _pool(view: QueueView, words: str) -> tuple[Item, ...]:
    """The open items; proposals of what stands already only where they are asked for."""
    return (*view.items, *view.applied) if "health:applied" in words.split() else view.items


def _in_lane(item: Item, lane: str | None) -> bool:
    return item.lane in WAITING if lane is None else item.lane is Lane(lane)


def show(call: Invocation) -> Outcome:
    """One item whole."""
    caller = call.caller()
    if isinstance(caller, Refusal):
        return call.fail(caller)
    view = review.show(caller, call.words.item)
    if isinstance(view, Refusal) and view.code == "unknown-item":
        there = memory.show(caller, call.words.item)
        view = view if isinstance(there, Refusal) else there
    if isinstance(view, Refusal):
        return call.fail(view)
    document = documents.item_view(view, view.age_days)
    told = {k: v if k in TEXTS else secrecy.masked_all(v) for k, v in document.items()}
    return call.give(told, texts.item(view))
