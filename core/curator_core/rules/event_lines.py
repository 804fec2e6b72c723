"""Ledger events as JSON lines and back (DESIGN §3 "Ledger event")."""

from __future__ import annotations

import base64
import json
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from curator_core.model.event import Action, Event, LedgerText, NoteChange, ProposalRef


def text_value(text: LedgerText | None) -> object:
    """A ledger text as JSON: plain text, or an object for bytes and redacted text."""
    if text is None:
        return None
    if text.text is not None:
        return text.text
    if text.base64 is not None:
        return {"base64": text.base64}
    return {"redacted": text.redacted, "digest": text.digest}


def text_bytes(text: LedgerText) -> bytes | None:
    """The file's bytes that a ledger text stands for; None where it is redacted."""
    if text.text is not None:
        return text.text.encode("utf-8")
    if text.base64 is not None:
        return base64.b64decode(text.base64)
    return None


def _text(value: object) -> LedgerText | None:
    if value is None:
        return None
    if isinstance(value, str):
        return LedgerText(text=value)
    table = _table(value)
    if "base64" in table:
        return LedgerText(base64=str(table["base64"]))
    return LedgerText(redacted=str(table["redacted"]), digest=str(table["digest"]))


def to_json(event: Event, texts: bool = True) -> dict[str, object]:
    """An event as a JSON table; the item's own texts stand at the top, others with their note."""
    notes = [_change(change, texts and index > 0) for index, change in enumerate(event.notes)]
    main = event.notes[0] if event.notes and texts else None
    proposal = event.proposal
    return {
        "event_id": event.event_id,
        "decision": event.decision,
        "at": event.at,
        "actor": event.actor,
        "entrance": event.entrance,
        "tty": event.tty,
        "action": event.action.value,
        "op": event.op,
        "item": event.item,
        "items": list(event.items),
        "about": list(event.about),
        "subject": event.subject,
        "memory_key": event.memory_key,
        "kind": event.kind,
        "proposal": {
            "refs": list(proposal.refs),
            "commit": proposal.commit,
            "proposer": proposal.proposer,
            "detector": proposal.detector,
            "job": proposal.job,
            "session": proposal.session,
            "sources": list(proposal.sources),
        },
        "notes": notes,
        "old_value": text_value(main.old) if main else None,
        "new_value": text_value(main.new) if main else None,
        "relation": event.relation,
        "reason_code": event.reason_code,
        "reason": event.reason,
        "confirmed": list(event.confirmed),
        "plan_hash": event.plan_hash,
        "self": event.self_approved,
        "reverts": event.reverts,
        "undone_action": event.undone_action.value if event.undone_action else None,
        "until": event.until,
        "after": list(event.after),
    }


def _change(change: NoteChange, texts: bool) -> dict[str, object]:
    table: dict[str, object] = {
        "id": change.id,
        "path_before": change.path_before,
        "path_after": change.path_after,
        "blob_before": change.blob_before,
        "blob_after": change.blob_after,
        "reviewed_hash_before": change.reviewed_before,
        "reviewed_hash_after": change.reviewed_after,
    }
    if texts:
        table["old_value"] = text_value(change.old)
        table["new_value"] = text_value(change.new)
    return table


def dump(events: tuple[Event, ...]) -> bytes:
    """The bytes of one ledger file: one event a line, ASCII JSON, a final newline."""
    return "".join(json.dumps(to_json(event)) + "\n" for event in events).encode("ascii")


def from_json(value: Mapping[str, Any]) -> Event:
    """An event from its table; a missing or wrong key raises KeyError, TypeError or ValueError."""
    proposal = value["proposal"]
    notes = [_change_from(table) for table in value["notes"]]
    if notes:
        notes[0] = replace(
            notes[0], old=_text(value.get("old_value")), new=_text(value.get("new_value"))
        )
    undone = value.get("undone_action")
    return Event(
        event_id=str(value["event_id"]),
        decision=str(value["decision"]),
        at=str(value["at"]),
        actor=str(value["actor"]),
        entrance=str(value.get("entrance", "")),
        tty=bool(value.get("tty", False)),
        action=Action(value["action"]),
        op=str(value.get("op", "add")),
        item=str(value["item"]),
        items=tuple(value.get("items", ())),
        about=tuple(value.get("about", ())),
        subject=str(value.get("subject", "")),
        memory_key=value.get("memory_key"),
        kind=value.get("kind"),
        proposal=_proposal(proposal),
        notes=tuple(notes),
        relation=value.get("relation"),
        reason_code=value.get("reason_code"),
        reason=str(value.get("reason", "")),
        confirmed=tuple(value.get("confirmed", ())),
        plan_hash=str(value.get("plan_hash", "")),
        self_approved=bool(value.get("self", False)),
        reverts=value.get("reverts"),
        undone_action=None if undone is None else Action(undone),
        until=value.get("until"),
        after=tuple(value.get("after", ())),
    )


def _proposal(value: Mapping[str, Any]) -> ProposalRef:
    return ProposalRef(
        refs=tuple(value.get("refs", ())),
        commit=value.get("commit"),
        proposer=str(value.get("proposer", "")),
        detector=value.get("detector"),
        job=value.get("job"),
        session=value.get("session"),
        sources=tuple(value.get("sources", ())),
    )


def _change_from(table: Mapping[str, Any]) -> NoteChange:
    return NoteChange(
        id=table["id"],
        path_before=table["path_before"],
        path_after=table["path_after"],
        blob_before=table["blob_before"],
        blob_after=table["blob_after"],
        reviewed_before=table.get("reviewed_hash_before"),
        reviewed_after=table.get("reviewed_hash_after"),
        old=_text(table.get("old_value")),
        new=_text(table.get("new_value")),
    )


def _table(value: object) -> Mapping[str, Any]:
    if not isinstance(value, dict):
        raise TypeError("a ledger text must be text or a table")
    return value


def load(data: bytes) -> tuple[list[Event], list[int]]:
    """The events of one ledger file and the 1-based lines that hold none."""
    events: list[Event] = []
    bad: list[int] = []
    for number, line in enumerate(data.split(b"\n"), 1):
        if not line.strip():
            continue
        try:
            events.append(from_json(_table(json.loads(line))))
        except (ValueError, KeyError, TypeError, AttributeError):
            bad.append(number)
    return events, bad


def path_of(at: str, decision: str) -> str:
    """Where a plan's ledger file lies; `at` is an instant in UTC like 2026-11-29T08:00:00Z."""
    compact = at[:19].replace("-", "").replace(":", "") + "Z"
    return f"ledger/{at[:7]}/{compact}-{decision}.jsonl"


def is_ledger(path: str) -> bool:
    """Whether a Home-relative path lies in the ledger."""
    return path.startswith("ledger/")
