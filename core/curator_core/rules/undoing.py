"""The inverse plan of a decision: every byte back, the ledger keeps both (CONTRACT 33)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from curator_core.model.event import Action, Event, NoteChange, ProposalRef
from curator_core.model.home import Snapshot
from curator_core.model.plan import FileChange, Plan, Rescue
from curator_core.model.problem import Refusal
from curator_core.rules.planning import batch
from curator_core.rules.planning.effects import Context, Effect, ledger_text, rescues


def effective(events: Sequence[Event], undone: Mapping[str, str]) -> list[Event]:
    """Events not taken back, in ledger order."""
    return [event for event in events if event.event_id not in undone]


def newest_undoable(events: Sequence[Event], undone: Mapping[str, str], actor: str) -> str | None:
    """The newest decision of this actor that is neither undone nor an undo."""
    for event in reversed(events):
        mine = event.actor == actor and event.action is not Action.UNDO
        if mine and event.event_id not in undone:
            return event.decision
    return None


def dependents(
    decision: str, events: Sequence[Event], undone: Mapping[str, str]
) -> tuple[str, ...]:
    """Later decisions, not undone, that build on a note state this decision made."""
    standing = effective(events, undone)
    made = {
        (change.path_after, change.blob_after)
        for event in standing
        if event.decision == decision
        for change in event.notes
        if change.path_after is not None
    }
    later: list[str] = []
    after = False
    for event in standing:
        if event.decision == decision:
            after = True
        elif after and any((c.path_before, c.blob_before) in made for c in event.notes):
            later.append(event.decision)
    return tuple(dict.fromkeys(later))


def plan(
    decision: str,
    events: Sequence[Event],
    snapshot: Snapshot,
    context: Context,
) -> Plan | Refusal:
    """Take one decision (a batch is one) back.

    `events` are all of the ledger in ledger order, with texts in those of this decision;
    `context.past` gives the earlier bytes by blob id.
    """
    own = [event for event in events if event.decision == decision]
    if not own:
        return Refusal("unknown-decision", f"no decision {decision} is in the ledger")
    undone = snapshot.reviews.undone
    standing = [event for event in own if event.event_id not in undone]
    if not standing:
        return Refusal("no-change", f"{decision} was undone already", ids=(decision,))
    blockers = dependents(decision, events, undone)
    if blockers:
        return Refusal(
            "has-dependents",
            f"later decisions build on {decision}: {', '.join(blockers)}",
            "undo those first",
            ids=blockers,
        )
    effects = []
    for event in reversed(standing):
        inverse = _inverse(event, snapshot, context)
        if isinstance(inverse, Refusal):
            return inverse
        effects.append(inverse)
    return batch.assemble(effects, snapshot, context)


def _inverse(event: Event, snapshot: Snapshot, context: Context) -> Effect | Refusal:
    changes: list[FileChange] = []
    notes: list[NoteChange] = []
    kept: list[Rescue] = []
    for change in event.notes:
        before, after = _bytes(change, snapshot, context)
        refused = _obstacle(change, before, snapshot)
        if refused is not None:
            return refused
        changes.extend(_files(change, before))
        kept.extend(rescues(change.path_before or "", change.blob_before, before))
        notes.append(
            NoteChange(
                id=change.id,
                path_before=change.path_after,
                path_after=change.path_before,
                blob_before=change.blob_after,
                blob_after=change.blob_before,
                reviewed_before=change.reviewed_after,
                reviewed_after=change.reviewed_before,
                old=ledger_text(after, context.salt),
                new=ledger_text(before, context.salt),
            )
        )
    return Effect(
        changes=tuple(changes),
        event=_event(event, tuple(notes), context),
        notes=event.about,
        rescues=tuple(kept),
    )


def _bytes(
    change: NoteChange, snapshot: Snapshot, context: Context
) -> tuple[bytes | None, bytes | None]:
    """The bytes before the decision and those it left, as far as they can be had."""
    before = None if change.blob_before is None else context.past.get(change.blob_before)
    after = None if change.blob_after is None else context.past.get(change.blob_after)
    return before, after


def _obstacle(change: NoteChange, before: bytes | None, snapshot: Snapshot) -> Refusal | None:
    ids = (change.id,) if change.id else ()
    if change.blob_before is not None and before is None:
        return Refusal(
            "conflict",
            "the earlier text is kept only redacted, and its local copy is gone",
            "see `curator rescue list`",
            change.path_before,
            ids=ids,
        )
    if change.path_after is not None:
        now = snapshot.entries.get(change.path_after)
        if now is None or now.blob != change.blob_after:
            return Refusal(
                "conflict",
                "the file was changed after this decision" if now else "the file is gone",
                "put the file back as the decision left it, then undo",
                change.path_after,
                ids=ids,
            )
    if change.path_before not in (None, change.path_after) and (
        change.path_before in snapshot.entries
    ):
        return Refusal(
            "path-taken",
            "another file lies where the earlier text has to go",
            "move that file away, then undo",
            change.path_before,
            ids=ids,
        )
    return None


def _files(change: NoteChange, before: bytes | None) -> list[FileChange]:
    if change.path_before == change.path_after and change.path_after is not None:
        return [FileChange(path=change.path_after, before=change.blob_after, after=before)]
    changes = []
    if change.path_before is not None:
        changes.append(FileChange(path=change.path_before, before=None, after=before))
    if change.path_after is not None:
        changes.append(FileChange(path=change.path_after, before=change.blob_after, after=None))
    return changes


def _event(event: Event, notes: tuple[NoteChange, ...], context: Context) -> Event:
    return Event(
        event_id="",
        decision="",
        at=context.at,
        actor=context.actor,
        entrance=context.entrance,
        tty=context.tty,
        action=Action.UNDO,
        op=event.op,
        item=event.item,
        items=event.items,
        about=event.about,
        subject=event.subject,
        memory_key=event.memory_key,
        kind=event.kind,
        proposal=ProposalRef(),
        notes=notes,
        reverts=event.event_id,
        undone_action=event.action,
    )
