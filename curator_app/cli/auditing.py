"""curator audit: the whole Home against its ledger and history."""

from __future__ import annotations

from collections.abc import Iterable

from curator_app.cli import errors
from curator_app.cli.invocation import Invocation, Outcome
from curator_app.cli.texts import Lines
from curator_core.model.problem import Refusal
from curator_core.model.proposal import Op
from curator_core.rules.visible import path_text, visible
from curator_core.service import auditing
from curator_core.service.auditing import Audit, Fact, Row

LEDGER = "ledger"
"""Where findings about the history as a whole lie."""
SAYS_BOTH = frozenset({Op.OUTSIDE_CHANGE, Op.REVIEW, Op.CONFIG})
"""Operations whose repair says what approve and reject do."""


def audit(call: Invocation) -> Outcome:
    """Everything that came about without a decision; exit 1 when something did."""
    caller = call.caller()
    if isinstance(caller, Refusal):
        return call.fail(caller)
    found = auditing.audit(caller)
    document = {
        "findings": [_document(row) for row in found.findings],
        "facts": [_fact(fact) for fact in found.facts],
        "head": found.head,
        "compared": {"commits": found.commits, "events": found.events},
    }
    outcome = errors.FINDINGS if found.findings else errors.DONE
    return call.give(document, _lines(found), outcome)


def _document(row: Row) -> dict[str, object]:
    item = row.item
    return {
        "code": row.code,
        "severity": row.severity.value,
        "message": row.message,
        "item": item.item,
        "op": item.op.value,
        "lane": item.lane.value,
        "notes": list(item.notes),
        "paths": [path_text(path) for path in item.paths],
        "repair": row.repair,
        "command": row.command or None,
    }


def _fact(fact: Fact) -> dict[str, object]:
    return {
        "code": fact.code,
        "message": fact.message,
        "count": fact.count,
        "newest": fact.newest,
    }


def _lines(found: Audit) -> Lines:
    lines = [line for row in found.findings for line in _row(row)]
    lines += [f"for your information: {visible(fact.message)}" for fact in found.facts]
    lines.append(
        f"findings: {len(found.findings):d}; compared {found.commits:d} commits "
        f"and {found.events:d} events"
    )
    if found.findings:
        lines.append(
            "nothing was changed; next: `curator show ITEM`, then "
            "`curator decide ITEM approve` or `reject`"
        )
    return lines


def _row(found: Row) -> Iterable[str]:
    path = found.item.paths[0]
    place = "" if path in found.message or path == LEDGER else f"{path_text(path)}: "
    mends = found.command or "decide it after a look"
    if found.repair is not None:
        said = found.item.op in SAYS_BOTH
        both = "approve would " + found.repair + "; reject leaves it so"
        mends = found.repair if said else both
    yield f"{found.severity.value}: {place}{visible(found.message)} [{found.code}]"
    yield f"    {visible(found.item.item)}: {visible(mends)}"
