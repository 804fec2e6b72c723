"""Findings of an audit as items: what is wrong with a Home as a whole, and what would mend it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from curator_core.model.answer import Finding, NoteWrite, Repair
from curator_core.model.event import DECIDING, Action, Event
from curator_core.model.home import Config
from curator_core.model.note import FieldValue
from curator_core.model.problem import Severity
from curator_core.model.proposal import Health, Item, Lane, Op, Risk
from curator_core.rules import protected
from curator_core.rules.hashing import short_id
from curator_core.rules.rendering import as_read

MISSING = "note-missing"
DIFFERS = "ledger-differs"
FOREIGN = "ledger-foreign"
UNREADABLE = "ledger-unreadable"
GAP = "ledger-gap"
LOST = "decision-lost"
WITHOUT_LEDGER = "decision-without-ledger"
REWRITTEN = "history-rewritten"
NO_BASELINE = "baseline-missing"
PROTECTED = "protected-path"
UNBACKED = "ledger-without-commit"
SOURCE = "source-changed"
SOURCE_GONE = "source-gone"
NOT_HUMAN = "not-a-person"
OWN = "own-proposal"
HEADLESS = "headless"
UNSIGNED = "unsigned"
BAD_SIGNATURE = "signature-bad"
UNKNOWN_KEY = "signature-unknown"
UNVERIFIED = "signature-unverified"

GUARDED = (
    *("status", "supersedes", "relation", "origin", "authority", "taint", "sources", "inputs"),
    *("recorded_at", "observed_at", "verified_at", "review_by", "session", "job", "generated"),
    *("reviewed", "reviewed_by", "reviewed_at", "reviewed_hash"),
)
"""Fields outside the content hash that say who, when, whence and how linked: a hand edit of them
is no edit of what the note says, so that only a comparison with the approved text finds it."""
LIMITED = frozenset(
    {Action.APPROVE, Action.EDIT, Action.MERGE, Action.SPLIT, Action.ARCHIVE, Action.PIN}
    | {Action.FORGET}
)
"""Actions that `[review] headless` limits (CONTRACT 30)."""
MAKING = frozenset({Action.APPROVE, Action.EDIT, Action.MERGE, Action.SPLIT})
"""Actions that make memory of a proposal."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Damage:
    """A finding and where it lies.

    `paths` are Home-relative, at least one; `blobs` what it was judged by, so that another state is
    another item. `commit` is the commit of an outside change, which approve accepts and reject
    reverts; without one approve applies the repair. `since` is an instant, or empty. `command` is
    what a person can run where no repair is known.
    """

    finding: Finding
    paths: tuple[str, ...]
    blobs: tuple[str | None, ...] = ()
    commit: str | None = None
    author: str = ""
    since: str = ""
    command: str = ""


def item(one: Damage) -> Item:
    """The item of a damage, in lane re-review."""
    finding = one.finding
    outside = one.commit is not None
    where = (*sorted(finding.ids), *one.paths, *(blob or "-" for blob in one.blobs))
    return Item(
        item=short_id("i_", "audit", finding.code, one.commit or "", *where),
        lane=Lane.RE_REVIEW,
        op=Op.OUTSIDE_CHANGE if outside else Op.REPAIR,
        subject=one.paths[0],
        title=f"{finding.code}: {finding.message}",
        memory_key=None,
        scope="",
        kind=None,
        origin=None,
        taint=(),
        proposer=f"commit:{one.author}" if outside else "curator:audit",
        job=None,
        session=None,
        health=Health.CLEAN if finding.repair is not None else Health.INVALID,
        risk=Risk.HIGH if outside else Risk.MEDIUM,
        flags=(finding.code,),
        since=one.since,
        confidence=None,
        sources=(),
        notes=finding.ids,
        paths=one.paths,
        refs=(),
        filled=(),
        blob=next((blob for blob in one.blobs if blob), ""),
        item_hash="",
        finding=finding,
        risk_why=("it touches a protected file",) if outside else (),
        outside=one.commit,
    )


def error(
    code: str, message: str, ids: tuple[str, ...] = (), repair: Repair | None = None
) -> Finding:
    """A finding of severity error."""
    return Finding(code=code, severity=Severity.ERROR, message=message, ids=ids, repair=repair)


def warning(
    code: str, message: str, ids: tuple[str, ...] = (), repair: Repair | None = None
) -> Finding:
    """A finding of severity warning."""
    return Finding(code=code, severity=Severity.WARNING, message=message, ids=ids, repair=repair)


def putting(says: str, puts: Iterable[tuple[str, str | None]]) -> Repair:
    """A repair of whole files."""
    return Repair(writes=(), says=says, puts=tuple(puts))


def differing(
    now: Mapping[str, FieldValue], approved: Mapping[str, FieldValue]
) -> dict[str, FieldValue]:
    """The guarded fields that a file states otherwise than the approved text, as approved."""
    return {
        name: approved.get(name)
        for name in GUARDED
        if _plain(now.get(name)) != _plain(approved.get(name))
    }


def _plain(value: FieldValue) -> object:
    """A value by what it says: nothing, an empty list and null are one."""
    return None if not value or value == "false" else as_read(value)


def field_repair(note_id: str, fields: Mapping[str, FieldValue]) -> Repair:
    """The approved values back into the fields of one note."""
    names = ", ".join(fields)
    return Repair((NoteWrite(note_id, dict(fields)),), f"write {names} as it was approved")


def touches(path: str, before: bytes | None, after: bytes | None, config: Config) -> bool:
    """Whether a commit beside Curator that changed this file is to be told: protected files, but
    not new evidence, nor lines added to it. The configuration has an item of its own."""
    if not protected.is_protected(path, config) or path.casefold() == "curator.toml":
        return False
    if path.startswith("sources/"):
        return shortened(before, after)
    return not path.startswith(".curator/")


def shortened(before: bytes | None, after: bytes | None) -> bool:
    """Whether evidence lost or changed lines; it may only grow (DESIGN §3)."""
    if before is None:
        return False
    return after is None or not after.startswith(before.rstrip(b"\n"))


def gaps(events: Iterable[Event]) -> Iterator[tuple[Event, str]]:
    """Events that follow an event which no ledger file holds, each with its id."""
    known = {event.event_id: event for event in events}
    for event in known.values():
        for before in event.after:
            if before not in known:
                yield event, before


def is_person(actor: str) -> bool:
    """Whether an actor's name says that a person decided."""
    return actor.startswith("human:") and len(actor) > len("human:")


def by_others(events: Iterable[Event], undone: Mapping[str, str]) -> Iterator[Event]:
    """Standing decisions that no person took, by what they say themselves."""
    for event in events:
        if not is_person(event.actor) and event.event_id not in undone:
            yield event


def headless(events: Iterable[Event], undone: Mapping[str, str]) -> dict[str, list[Event]]:
    """Standing decisions without a terminal of the kinds that a Home may forbid, by actor."""
    found: dict[str, list[Event]] = {}
    for event in events:
        if not event.tty and event.action in LIMITED and event.event_id not in undone:
            found.setdefault(f"{event.actor} ({event.entrance or 'unknown'})", []).append(event)
    return found


def own(events: Iterable[Event], undone: Mapping[str, str]) -> Iterator[Event]:
    """Standing approvals of a person's own proposals."""
    for event in events:
        making = event.action in MAKING and event.action in DECIDING
        if event.self_approved and making and event.event_id not in undone:
            yield event
