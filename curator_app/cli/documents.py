"""Model values as the JSON documents of CONTRACT §D and §E."""

from __future__ import annotations

import difflib
from collections.abc import Mapping
from dataclasses import asdict

from curator_app.cli import flags
from curator_app.cli.errors import as_json
from curator_core.model.merge import RegionState
from curator_core.model.note import FieldValue
from curator_core.model.plan import Plan, Receipt
from curator_core.model.problem import Problem, Refusal
from curator_core.model.proposal import Item, JobRun
from curator_core.model.view import (
    BatchReceipt,
    HistoryRow,
    ItemView,
    Merged,
    Preview,
    Staged,
    StatusView,
)
from curator_core.rules.visible import split_lines
from curator_core.service.history import event_document as event_document
from curator_core.service.secrecy import masked_entry
from curator_core.service.upkeep import NoteRow

Document = dict[str, object]


def item(one: Item, age_days: int) -> Document:
    """One row of the queue."""
    return {
        "item": one.item,
        "lane": one.lane.value,
        "op": one.op.value,
        "subject": one.subject,
        "title": one.title,
        "memory_key": one.memory_key,
        "scope": one.scope,
        "kind": one.kind,
        "origin": one.origin,
        "taint": list(one.taint),
        "proposer": one.proposer,
        "job": one.job,
        "session": one.session,
        "health": one.health.value,
        "risk": one.risk.value,
        "risk_why": list(one.risk_why),
        "flags": list(one.flags),
        "age_days": age_days,
        "confidence": one.confidence,
        "sources": list(one.sources),
        "notes": list(one.notes),
        "paths": list(one.paths),
        "refs": list(one.refs),
        "filled": list(one.filled),
        "until": one.until,
        "rule": one.rule,
        "item_hash": one.item_hash,
    }


def item_view(view: ItemView, age_days: int) -> Document:
    """One item whole: the row flat, its texts, and the shown hash."""
    return {
        **item(view.item, age_days),
        "shown_hash": view.shown_hash,
        "inherited": [asdict(each) for each in view.item.inherited],
        "base_text": view.base_text,
        "current_text": view.current_text,
        "proposed_text": view.proposed_text,
        "fields": [
            {"name": f.name, "current": f.current, "proposed": f.proposed, "filled": f.filled}
            for f in view.fields
        ],
        "hunks": hunks(view.current_text or "", view.proposed_text),
        "source_lines": [
            {
                "uri": s.uri,
                "state": s.state.value,
                "path": s.path,
                "commit": s.commit,
                "detail": s.detail,
                "lines": [{"line": n, "text": t, "cited": c} for n, t, c in s.lines],
            }
            for s in view.sources
        ],
        "flags": [flags.document(flag) for flag in view.flags],
        "problems": [problem(p) for p in view.problems],
        "chain": [],
        "preview": as_json(view.preview)
        if isinstance(view.preview, Refusal)
        else preview(view.preview),
        "repair": view.repair,
        "events": [event.event_id for event in view.events],
        "merges": [merge(each) for each in view.merges],
        "reason": view.item.reason,
        "relation": view.item.relation,
        "targets": list(view.item.targets),
        "twin_of": view.item.twin_of,
        "commit": view.item.commit,
    }


def merge(one: Merged) -> Document:
    """A three-way merge: every region that is not the same in all texts."""
    return {
        "path": one.path,
        "no_base": one.way.no_base,
        "hand_edited": one.hand_edited,
        "conflicts": list(one.way.conflicts),
        "regions": [
            {
                "region": region.id,
                "state": region.state.value,
                "base": _side(region.base),
                "current": _side(region.current),
                "proposed": _side(region.proposed),
            }
            for region in one.way.regions
            if region.state is not RegionState.SAME
        ],
    }


def _side(value: FieldValue | tuple[str, ...]) -> object:
    return list(value) if isinstance(value, tuple) else value


def hunks(before: str, after: str) -> list[Document]:
    """Changed line ranges between two texts, 1-based, lines with their ends."""
    old, new = split_lines(before), split_lines(after)
    matcher = difflib.SequenceMatcher(None, old, new, autojunk=False)
    return [
        {"kind": tag, "base_line": i1 + 1, "line": j1 + 1, "base": old[i1:i2], "lines": new[j1:j2]}
        for tag, i1, i2, j1, j2 in matcher.get_opcodes()
        if tag != "equal"
    ]


def problem(one: Problem) -> Document:
    """One problem (CONTRACT 34)."""
    return {
        "code": one.code,
        "severity": one.severity.value,
        "path": one.path,
        "line": one.line,
        "column": one.column,
        "field": one.field,
        "message": one.message,
        "hint": one.hint,
    }


def preview(one: Preview) -> Document:
    """A plan as it would be applied."""
    return {
        **plan(one.plan),
        "files": [
            {
                "path": d.path,
                "kind": d.kind,
                "moved_to": d.moved_to,
                "before": d.before,
                "after": d.after,
            }
            for d in one.deltas
        ],
        "answers": [
            {"slot": a.slot, "scope": a.scope, "at": a.at, "before": a.before, "after": a.after}
            for a in one.plan.answers
        ],
        "refused": refused(one.refused),
    }


def plan(one: Plan) -> Document:
    """A plan's head."""
    return {
        "dry_run": True,
        "decision": one.decision,
        "at": one.at,
        "actor": one.actor,
        "notes": list(one.notes),
        "paths": [change.path for change in one.changes],
        "notices": list(one.notices),
        "plan_hash": one.digest,
    }


def receipt(one: Receipt) -> Document:
    """What an applied plan did."""
    document: Document = {
        "decision": one.decision,
        "commit": one.commit,
        "notes": list(one.notes),
        "events": list(one.events),
        "generation": one.generation,
        "worktree": one.worktree,
    }
    if one.already:
        document["already"] = True
    if one.recovered or one.decision is None:
        document["recovered"] = list(one.recovered)
    if one.conflicts:
        document["conflicts"] = list(one.conflicts)
    return document


def batch(one: BatchReceipt) -> Document:
    """The receipt of a batch (CONTRACT 31)."""
    document = receipt(one.receipt)
    document["decisions"] = list(one.receipt.events)
    document["refused"] = refused(one.refused)
    return document


def refused(pairs: tuple[tuple[str, Refusal], ...]) -> list[Document]:
    """Refused items with their errors."""
    return [{"item": name, **as_json(refusal)} for name, refusal in pairs]


def staged(one: Staged) -> Document:
    """One staged decision."""
    return {
        "decision": one.decision,
        "item": one.item,
        "action": one.action.value,
        "health": one.health,
        "blocked": None if one.blocked is None else as_json(one.blocked)["error"],
        "title": one.title,
    }


def status(one: StatusView) -> Document:
    """`curator status` (CONTRACT 28)."""
    return {
        "waiting": one.waiting,
        "by_lane": {lane.value: count for lane, count in one.by_lane.items()},
        "stale": one.stale,
        "unreadable": one.unreadable,
        "staged": one.staged,
        "oldest_days": one.oldest_days,
        "index": one.index,
        "head": one.head,
        "jobs": [job(each) for each in one.jobs],
        "recovery": one.recovery,
        "forgotten": "pending" if one.unpurged else "none",
        "notes": one.notes,
    }


def job(one: JobRun) -> Document:
    """What a job brought last; how much it read only the job itself knows."""
    return {
        "job": one.job,
        "last_run": one.last_run,
        "outcome": one.outcome,
        "inputs": None,
        "proposals": one.proposals,
        "overdue": one.overdue,
    }


def history_row(row: HistoryRow) -> Document:
    """One ledger event and the event that took it back."""
    return {**event_document(row.event), "undone_by": row.undone_by}


def note_row(row: NoteRow) -> Document:
    """One existing note (CONTRACT 34)."""
    entry = masked_entry(row.entry)
    return {
        "note_id": entry.note_id,
        "path": entry.path,
        "title": entry.title,
        "memory_key": entry.memory_key,
        "value": entry.value,
        "scope": entry.scope,
        "status": entry.status,
        "lane": None if row.lane is None else row.lane.value,
        "holds": row.holds.value,
    }


def counts(problems: tuple[Problem, ...]) -> Mapping[str, int]:
    """Problems by severity, every severity present."""
    result = {"error": 0, "warning": 0, "info": 0}
    for one in problems:
        result[one.severity.value] += 1
    return result
