"""Numbers: one line for a prompt, and what the ledger says about deciding."""

from __future__ import annotations

from dataclasses import asdict

from curator_app.cli import errors
from curator_app.cli.invocation import Invocation, Outcome
from curator_app.cli.texts import Lines, rules
from curator_core.model.problem import Refusal
from curator_core.rules.visible import visible
from curator_core.service import glance, upkeep
from curator_core.service import stats as numbers
from curator_core.service.caller import Caller
from curator_core.service.glance import Glance
from curator_core.service.stats import Stats, Tally


def porcelain(call: Invocation, caller: Caller) -> Outcome:
    """The counts that were seen last, with their age; looked up only when they never were."""
    seen = glance.last(caller)
    if seen is None:
        upkeep.status(caller)
        seen = glance.last(caller)
    if seen is None:
        hint = "the Home's git directory is read-only: use `curator status`"
        return call.fail(Refusal("io", "no counts can be kept on this device", hint))
    line = _line(seen, seen.age(caller.now))
    limit = call.words.max_waiting
    outcome = errors.FINDINGS if limit is not None and seen.waiting > limit else errors.DONE
    document = {**asdict(seen), "age_seconds": seen.age(caller.now), "line": line}
    return call.give(document, [visible(line)], outcome)


def _line(seen: Glance, age: int) -> str:
    parts = [f"{seen.waiting:d} waiting"]
    for count, word in (
        (seen.quarantined, "quarantined"),
        (seen.conflicting, "conflicting"),
        (seen.stale, "stale"),
        (seen.unreadable, "unreadable"),
        (seen.staged, "staged"),
    ):
        parts += [f"{count:d} {word}"] if count else []
    parts += ["recovery pending"] if seen.recovery else []
    return f"{', '.join(parts)} ({_age(age)} ago)"


def _age(seconds: int) -> str:
    for size, unit in ((86_400, "d"), (3_600, "h"), (60, "m")):
        if seconds >= size:
            return f"{seconds // size:d}{unit}"
    return f"{seconds:d}s"


def stats(call: Invocation) -> Outcome:
    """Pace, age and regret."""
    caller = call.caller()
    if isinstance(caller, Refusal):
        return call.fail(caller)
    found = numbers.stats(caller)
    return call.give(_document(found), _lines(found))


def _document(found: Stats) -> dict[str, object]:
    return {
        "decided": found.all.decided,
        "undone": found.all.undone,
        "regret_rate": found.all.regret_rate,
        "by_action": dict(found.by_action),
        "by_proposer": {name: _tally(one) for name, one in found.by_proposer.items()},
        "by_job": {name: _tally(one) for name, one in found.by_job.items()},
        "by_detector": {name: _tally(one) for name, one in found.by_detector.items()},
        "reasons": dict(found.reasons),
        "queue_age": {"waiting": found.waiting, **found.queue_age},
        "pace": asdict(found.pace),
        "rules": [asdict(rule) for rule in found.rules],
    }


def _tally(one: Tally) -> dict[str, object]:
    return {"decided": one.decided, "undone": one.undone, "regret_rate": one.regret_rate}


def _lines(found: Stats) -> Lines:
    share = f"{found.all.regret_rate * 100:.1f}%"
    lines = [f"decided {found.all.decided:d}, {found.all.undone:d} taken back: regret {share}"]
    lines += [f"  {visible(name):<10} {count:d}" for name, count in found.by_action.items()]
    for title, groups in (
        ("proposer", found.by_proposer),
        ("job", found.by_job),
        ("detector", found.by_detector),
    ):
        for name, one in groups.items():
            regret = f"{one.regret_rate * 100:.1f}%"
            lines.append(f"by {title} {visible(name)}: {one.decided:d}, regret {regret}")
    for code, count in found.reasons.items():
        lines.append(f"rejected as {visible(code)}: {count:d}")
    oldest = found.queue_age["oldest_days"]
    if isinstance(oldest, int):
        lines.append(f"{found.waiting:d} wait, the oldest for {oldest:d} days")
    lines += rules(found.rules)
    pace = found.pace
    lines.append(f"{pace.decided:d} decided in {pace.days:d} days, {pace.per_day} a day")
    if pace.empty_in_days is not None and found.waiting:
        lines.append(f"at this pace the queue is empty in {pace.empty_in_days} days")
    return lines
