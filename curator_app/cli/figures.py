"""Numbers: one line for a prompt, and what the ledger says about deciding."""

from __future__ import annotations

from collections.abc import Mapping
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
from curator_core.service.stats import Flow, Stats, Tally

MOST_DAYS = 36_500


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
    days = call.words.days
    if days is not None and not 0 < days <= MOST_DAYS:
        return call.fail(Refusal("usage", f"--days takes 1 to {MOST_DAYS}", "leave it out for all"))
    found = numbers.stats(caller, days)
    return call.give(_document(found), _lines(found))


def _document(found: Stats) -> dict[str, object]:
    return {
        "days": found.days,
        "decided": found.all.decided,
        "undone": found.all.undone,
        "regret_rate": found.all.regret_rate,
        "by_action": {name: len(events) for name, events in found.by_action.items()},
        "by_origin": _tallies(found.by_origin),
        "by_op": _tallies(found.by_op),
        "by_proposer": _tallies(found.by_proposer),
        "by_job": _tallies(found.by_job),
        "by_detector": _tallies(found.by_detector),
        "by_week": _tallies(found.by_week),
        "reasons": {code: len(events) for code, events in found.reasons.items()},
        "by_lane": {lane.value: len(items) for lane, items in found.lanes.items()},
        "queue_age": {"waiting": found.waiting, **found.queue_age},
        "pace": asdict(found.pace),
        "flow": _flow(found.flow),
        "rules": [asdict(rule) for rule in found.rules],
    }


def _flow(one: Flow) -> dict[str, object]:
    days = {day.day.isoformat(): {"in": day.count, "out": len(day.out)} for day in one.days}
    return {
        "in": one.count,
        "out": len(one.out),
        "net": one.net,
        "undated": one.undated,
        "by_day": days,
    }


def _tallies(groups: Mapping[str, Tally]) -> dict[str, object]:
    return {name: _tally(one) for name, one in groups.items()}


def _tally(one: Tally) -> dict[str, object]:
    return {"decided": one.decided, "undone": one.undone, "regret_rate": one.regret_rate}


def _lines(found: Stats) -> Lines:
    share = f"{found.all.regret_rate * 100:.1f}%"
    lines = [f"decided {found.all.decided:d}, {found.all.undone:d} taken back: regret {share}"]
    lines += [f"  {visible(name):<10} {len(own):d}" for name, own in found.by_action.items()]
    for title, groups in (
        ("origin", found.by_origin),
        ("operation", found.by_op),
        ("week", found.by_week),
        ("proposer", found.by_proposer),
        ("job", found.by_job),
        ("detector", found.by_detector),
    ):
        for name, one in groups.items():
            regret = f"{one.regret_rate * 100:.1f}%"
            lines.append(f"by {title} {visible(name)}: {one.decided:d}, regret {regret}")
    for code, own in found.reasons.items():
        lines.append(f"rejected as {visible(code)}: {len(own):d}")
    oldest = found.queue_age["oldest_days"]
    if isinstance(oldest, int):
        lines.append(f"{found.waiting:d} wait, the oldest for {oldest:d} days")
    flow = found.flow
    lines.append(f"in {flow.count:d}, out {len(flow.out):d}: net {flow.net:+d}")
    lines += rules(found.rules)
    pace = found.pace
    lines.append(f"{pace.decided:d} decided in {pace.days:d} days, {pace.per_day} a day")
    if pace.empty_in_days is not None and found.waiting:
        lines.append(f"at this pace the queue is empty in {pace.empty_in_days} days")
    return lines
