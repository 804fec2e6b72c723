"""The parts of a plan: what one decision changes, before several are put together."""

from __future__ import annotations

import base64
from collections.abc import Mapping
from dataclasses import dataclass, field

from curator_core.model.decision import Choice
from curator_core.model.event import (
    Action,
    Event,
    LedgerText,
    NoteChange,
    ProposalRef,
)
from curator_core.model.files import Entry, NoteFile
from curator_core.model.forgetting import Cascade
from curator_core.model.home import Snapshot
from curator_core.model.merge import ThreeWay
from curator_core.model.note import Note
from curator_core.model.plan import Rescue
from curator_core.model.problem import Refusal
from curator_core.model.proposal import Item, Lane, Part
from curator_core.rules import secrets
from curator_core.rules.chains import History
from curator_core.rules.placing import Span
from curator_core.rules.review_state import Standing, vouch
from curator_core.rules.twin_titles import Living


@dataclass(frozen=True, slots=True, kw_only=True)
class Update:
    """What an update would leave of its note: merged with today's text, or as a reviewer wrote it.

    `file` is None while regions are in conflict. `answering` names the fields in which it answers
    differently; `successor` is the same text as a note of its own that replaces the old one.
    `by_hand` is True for what a reviewer wrote or picked; `refused` says why the picks are none.
    """

    way: ThreeWay
    file: NoteFile | None
    answering: tuple[str, ...] = ()
    successor: NoteFile | None = None
    by_hand: bool = False
    refused: Refusal | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Context:
    """A decision's circumstances, all that planning may know besides snapshot and choice.

    `at` is the plan's instant in UTC (`2026-11-29T08:00:00Z`), `today` its date in the Home's zone.
    `filled_at` gives the `recorded_at` to fill by path. `past` gives bytes by blob id: approved
    versions that a reject puts back, texts that an undo or restore brings back. `salt` is local and
    secret. `ignored` are paths that git ignores. `hashes` gives the content hash of an approved
    blob where the review state does not know it (adopted notes that were edited since).
    `approved_ids` gives the id that was approved for an edited note, by its path. `note_paths` are
    the files under notes by folded id; `history` the judged versions around all that the plan
    touches. `parts` are the notes of proposals by item id, `updates` what an update would leave of
    its note, by address. `living` are the notes that a new one may repeat; `mended` gives by path
    what a repair of a file's form would leave. `gone` are cited sources that are not there any
    more. `lying` is what lies at the places of whole files that a repair puts back, by path.
    `own` are the items that are, or may be, the reviewer's own proposals.
    `cascades` say by item what a forget reaches. `said` are by item the flags of the text that a
    reviewer wrote, in sentences.
    """

    at: str
    today: str
    actor: str
    entrance: str = "cli"
    tty: bool = False
    filled_at: Mapping[str, str] = field(default_factory=dict)
    past: Mapping[str, bytes] = field(default_factory=dict)
    salt: bytes = b""
    ignored: frozenset[str] = frozenset()
    hashes: Mapping[str, str | None] = field(default_factory=dict)
    approved_ids: Mapping[str, str | None] = field(default_factory=dict)
    note_paths: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    history: History
    spans: Mapping[str, Span] = field(default_factory=dict)
    proposed: Mapping[str, Span] = field(default_factory=dict)
    restored: Mapping[str, Note] = field(default_factory=dict)
    results: Mapping[bytes, NoteFile] = field(default_factory=dict)
    unions: Mapping[str, NoteFile] = field(default_factory=dict)
    items_by_path: Mapping[str, str] = field(default_factory=dict)
    parts: Mapping[str, tuple[Part, ...]] = field(default_factory=dict)
    updates: Mapping[str, Update] = field(default_factory=dict)
    living: Living | None = None
    mended: Mapping[str, NoteFile] = field(default_factory=dict)
    cascades: Mapping[str, Cascade] = field(default_factory=dict)
    inherited: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    uncommitted: frozenset[str] = frozenset()
    gone: frozenset[str] = frozenset()
    lying: Mapping[str, bytes] = field(default_factory=dict)
    own: frozenset[str] = frozenset()
    said: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Asked:
    """One choice on one item, and by whom, when, from where."""

    choice: Choice
    item: Item
    context: Context


@dataclass(frozen=True, slots=True)
class Case(Asked):
    """A choice on a note file, with the state of the Home it was made on."""

    entry: Entry
    snapshot: Snapshot


@dataclass(frozen=True, slots=True, kw_only=True)
class Deed:
    """What one decision means beside its file changes: its event (without ids yet), the notes it
    names, and what must be said."""

    event: Event
    notes: tuple[str, ...]
    notices: tuple[str, ...] = ()


def ledger_text(data: bytes | None, salt: bytes) -> LedgerText | None:
    """A file's bytes as the ledger may keep them: text, base64, or redacted where a secret is."""
    if data is None:
        return None
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        text = data.decode("latin-1")
        if not secrets.find(text):
            return LedgerText(base64=base64.b64encode(data).decode("ascii"))
    if not secrets.find(text):
        return LedgerText(text=text)
    return LedgerText(redacted=secrets.redact(text), digest=secrets.digest(salt, text))


def approved_hash(entry: Entry, snapshot: Snapshot, context: Context) -> str | None:
    """The content hash of the version that answers for a file, if any does."""
    standing = vouch(entry, snapshot.reviews)
    if standing.approved is None:
        return None
    if standing.standing is Standing.REVIEWED:
        return entry.content_hash
    return standing.approved.content_hash or context.hashes.get(standing.approved.blob)


def rescues(
    path: str, blob: str | None, data: bytes | None, kept: LedgerText | None
) -> tuple[Rescue, ...]:
    """The bytes to keep locally when the ledger keeps them only redacted; `kept` is what it keeps
    of them."""
    if data is None or blob is None or kept is None or kept.redacted is None:
        return ()
    return (Rescue(blob=blob, path=path, data=data),)


def _origin(item: Item) -> ProposalRef:
    """Where an item came from, as the ledger may keep it: no name tells a secret."""
    return ProposalRef(
        refs=_unsaid(item.refs),
        commit=item.commit,
        detector=item.detector,
        proposer=secrets.redact(item.proposer),
        job=_unsaid_or_none(item.job),
        session=_unsaid_or_none(item.session),
        sources=_unsaid(item.sources),
        taint=item.taint or (("external",) if _is_outside(item) else ()),
    )


def _unsaid(names: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(map(secrets.redact, names))


def _unsaid_or_none(name: str | None) -> str | None:
    return None if name is None else secrets.redact(name)


def _is_outside(item: Item) -> bool:
    return item.origin == "external" or item.lane is Lane.QUARANTINED


def event(asked: Asked, action: Action, notes: tuple[NoteChange, ...], **more: object) -> Event:
    """The event of one decided item; ids, `after` and the plan hash come when the plan is whole."""
    choice, item, context = asked.choice, asked.item, asked.context
    values: dict[str, object] = {
        "event_id": "",
        "decision": "",
        "at": context.at,
        "actor": context.actor,
        "entrance": context.entrance,
        "tty": context.tty,
        "action": action,
        "op": item.op.value,
        "item": item.item,
        "about": _unsaid(item.notes),
        "subject": secrets.redact(item.subject),
        "memory_key": _unsaid_or_none(item.memory_key),
        "kind": item.kind,
        "proposal": _origin(item),
        "notes": notes,
        "reason": secrets.redact(choice.reason),
        "self_approved": item.item in context.own,
        "confirmed": choice.confirm,
        "fingerprint": item.fingerprint,
    }
    values.update(more)
    return Event(**values)  # type: ignore[arg-type]


def invalid(case: Case) -> Refusal:
    """Why an unreadable or invalid proposal cannot be approved: its first error, with place."""
    file = case.snapshot.file(case.entry.path)
    problem = next((p for p in file.problems if p.severity == "error"), None)
    code = "schema-newer" if "schema-newer" in case.entry.problem_codes else "invalid"
    if problem is None:
        return Refusal(code, "the note is invalid", path=case.entry.path)
    return Refusal(
        code,
        problem.message,
        problem.hint or "edit the file or reject it",
        problem.path,
        problem.line,
        problem.column,
        problem.field,
        case.item.notes,
    )
