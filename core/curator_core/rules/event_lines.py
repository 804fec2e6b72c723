"""Ledger events as JSON lines and back (DESIGN §3 "Ledger event")."""

from __future__ import annotations

import base64
import json
import re
from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime
from typing import Any

from curator_core.model.event import Action, Event, LedgerText, NoteChange, ProposalRef
from curator_core.rules import forgotten_lines

_BLOB = re.compile("[0-9a-f]{40}")


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
        value.encode("utf-8")
        return LedgerText(text=value)
    table = _table(value)
    if "base64" in table:
        base64.b64decode(_word(table, "base64"), validate=True)
        return LedgerText(base64=table["base64"])
    return LedgerText(redacted=_word(table, "redacted"), digest=_word(table, "digest"))


def to_json(event: Event, texts: bool = True) -> dict[str, object]:
    """An event as a JSON table; the item's own texts stand at the top, others with their note."""
    notes = [_change(change, texts and index > 0) for index, change in enumerate(event.notes)]
    main = event.notes[0] if event.notes and texts else None
    proposal = event.proposal
    claimed = {} if event.fingerprint is None else {"fingerprint": event.fingerprint}
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
            **({"taint": list(proposal.taint)} if proposal.taint else {}),
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
        **claimed,
        **_forgotten(event),
        "after": list(event.after),
    }


def _forgotten(event: Event) -> dict[str, object]:
    kept = event.forgotten
    return {} if kept is None else {"forgotten": forgotten_lines.to_json(kept)}


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
    """An event from its table; a missing or wrong key raises KeyError, TypeError or ValueError.

    Anybody with git can write a ledger line, so every value is held to its type here.
    """
    notes = [_change_from(_table(table)) for table in _list(value["notes"])]
    if notes:
        notes[0] = replace(
            notes[0], old=_text(value.get("old_value")), new=_text(value.get("new_value"))
        )
    undone = _maybe(value, "undone_action")
    return Event(
        event_id=_word(value, "event_id"),
        decision=_word(value, "decision"),
        at=_instant(_word(value, "at")),
        actor=_word(value, "actor"),
        entrance=_maybe(value, "entrance") or "",
        tty=value.get("tty") is True,
        action=Action(_word(value, "action")),
        op=_maybe(value, "op") or "add",
        item=_word(value, "item"),
        items=_words(value, "items"),
        about=_words(value, "about"),
        subject=_maybe(value, "subject") or "",
        memory_key=_maybe(value, "memory_key"),
        kind=_maybe(value, "kind"),
        proposal=_proposal(_table(value["proposal"])),
        notes=tuple(notes),
        relation=_maybe(value, "relation"),
        reason_code=_maybe(value, "reason_code"),
        reason=_maybe(value, "reason") or "",
        confirmed=_words(value, "confirmed"),
        plan_hash=_maybe(value, "plan_hash") or "",
        self_approved=value.get("self") is True,
        reverts=_maybe(value, "reverts"),
        undone_action=None if undone is None else Action(undone),
        until=_maybe(value, "until"),
        fingerprint=_maybe(value, "fingerprint"),
        forgotten=forgotten_lines.from_json(value.get("forgotten")),
        after=_words(value, "after"),
    )


def _proposal(value: Mapping[str, Any]) -> ProposalRef:
    return ProposalRef(
        refs=_words(value, "refs"),
        commit=_maybe(value, "commit"),
        proposer=_maybe(value, "proposer") or "",
        detector=_maybe(value, "detector"),
        job=_maybe(value, "job"),
        session=_maybe(value, "session"),
        sources=_words(value, "sources"),
        taint=_words(value, "taint"),
    )


def _change_from(table: Mapping[str, Any]) -> NoteChange:
    return NoteChange(
        id=_maybe(table, "id"),
        path_before=_maybe(table, "path_before"),
        path_after=_maybe(table, "path_after"),
        blob_before=_blob(table, "blob_before"),
        blob_after=_blob(table, "blob_after"),
        reviewed_before=_maybe(table, "reviewed_hash_before"),
        reviewed_after=_maybe(table, "reviewed_hash_after"),
        old=_text(table.get("old_value")),
        new=_text(table.get("new_value")),
    )


def _word(table: Mapping[str, Any], key: str) -> str:
    value = table[key]
    if not isinstance(value, str) or not value:
        raise TypeError(f"{key} must be text")
    return value


def _maybe(table: Mapping[str, Any], key: str) -> str | None:
    value = table.get(key)
    if value is not None and not isinstance(value, str):
        raise TypeError(f"{key} must be text")
    return value


def _words(table: Mapping[str, Any], key: str) -> tuple[str, ...]:
    values = _list(table.get(key, []))
    if not all(isinstance(value, str) for value in values):
        raise TypeError(f"{key} must be a list of texts")
    return tuple(values)


def _list(value: object) -> list[Any]:
    if not isinstance(value, list):
        raise TypeError("a list is wanted")
    return value


def _instant(text: str) -> str:
    if datetime.fromisoformat(text).tzinfo is None:
        raise ValueError(f"{text} has no offset")
    return text


def _blob(table: Mapping[str, Any], key: str) -> str | None:
    value = _maybe(table, key)
    if value is not None and _BLOB.fullmatch(value) is None:
        raise ValueError(f"{key} is no blob id")
    return value


def _table(value: object) -> Mapping[str, Any]:
    if not isinstance(value, dict):
        raise TypeError("a table is wanted")
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
        except (ValueError, KeyError, TypeError, RecursionError):
            bad.append(number)
    return events, bad


def path_of(at: str, decision: str) -> str:
    """Where a plan's ledger file lies; `at` is an instant in UTC like 2026-11-29T08:00:00Z."""
    compact = at[:19].replace("-", "").replace(":", "") + "Z"
    return f"ledger/{at[:7]}/{compact}-{decision}.jsonl"


def is_ledger(path: str) -> bool:
    """Whether a Home-relative path lies in the ledger."""
    return path.startswith("ledger/")
