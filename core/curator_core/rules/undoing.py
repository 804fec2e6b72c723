"""The inverse plan of a decision: every byte back, the ledger keeps both (CONTRACT 33)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from curator_core.model.answer import Version
from curator_core.model.event import Action, Event, NoteChange, ProposalRef
from curator_core.model.home import Snapshot
from curator_core.model.plan import Plan
from curator_core.model.problem import Refusal
from curator_core.model.proposal import Op
from curator_core.rules import dependents, layout, placing
from curator_core.rules.placing import Span
from curator_core.rules.planning import batch
from curator_core.rules.planning.draft import Draft, Drafted
from curator_core.rules.planning.effects import Context, Deed, ledger_text
from curator_core.rules.slots import folded_id

CONFIG_PATH = "curator.toml"


def newest_undoable(events: Sequence[Event], undone: Mapping[str, str], actor: str) -> str | None:
    """The newest decision of this actor that is neither undone nor an undo."""
    for event in reversed(events):
        mine = event.actor == actor and event.action is not Action.UNDO
        if mine and event.event_id not in undone:
            return event.decision
    return None


def plan(
    decisions: Sequence[str], events: Sequence[Event], snapshot: Snapshot, context: Context
) -> Plan | Refusal:
    """Take decisions (a batch is one) back, newest first.

    `events` are all of the ledger in ledger order, with texts in those of these decisions;
    `context.past` gives the earlier bytes by blob id.
    """
    standing = own_events(decisions, events, snapshot)
    if isinstance(standing, Refusal):
        return standing
    undone = snapshot.reviews.undone
    blockers = dependents.later(decisions, events, undone, context.history)
    if blockers:
        return Refusal(
            "has-dependents",
            f"later decisions build on {', '.join(decisions)}: {', '.join(blockers)}",
            "undo those too with --with-dependents, or take this one out with --splice",
            ids=blockers,
        )
    draft = Draft(snapshot, context, context.history)
    deeds = []
    for event in reversed(standing):
        inverse = _inverse(event, draft)
        if isinstance(inverse, Refusal):
            return inverse
        deeds.append(inverse)
    return batch.assemble(deeds, draft)


def own_events(
    decisions: Sequence[str], events: Sequence[Event], snapshot: Snapshot
) -> list[Event] | Refusal:
    """The events of these decisions that stand, in ledger order."""
    own = [event for event in events if event.decision in decisions]
    if not own:
        return Refusal("unknown-decision", f"no decision {decisions[0]} is in the ledger")
    standing = [event for event in own if event.event_id not in snapshot.reviews.undone]
    if not standing:
        return Refusal("no-change", f"{decisions[0]} was undone already", ids=tuple(decisions))
    return standing


def _inverse(event: Event, draft: Draft) -> Deed | Refusal:
    for change in event.notes:
        refused = _protected(event, change, draft) or _obstacle(change, draft)
        if refused is not None:
            return refused
    notes = tuple(_back(change, draft) for change in event.notes)
    return Deed(event=_event(event, notes, draft.context), notes=event.about)


def _protected(event: Event, change: NoteChange, draft: Draft) -> Refusal | None:
    """A ledger line, which anybody can commit, lets an undo write notes only (DESIGN §3)."""
    config = draft.snapshot.config
    for path in (change.path_before, change.path_after):
        own = path == CONFIG_PATH and event.op == Op.CONFIG
        if path is not None and not own and layout.place_of(path, config) is None:
            return Refusal(
                "protected-path",
                "this decision names a file that is no note of the Home; nothing was written",
                "look at its ledger file; change that file by hand",
                path,
            )
    return None


def _obstacle(change: NoteChange, draft: Draft) -> Refusal | None:
    ids = (change.id,) if change.id else ()
    if change.blob_before is not None and change.blob_before not in draft.context.past:
        return Refusal(
            "conflict",
            "the earlier text is kept only redacted, and its local copy is gone",
            "see `curator rescue list`",
            change.path_before,
            ids=ids,
        )
    if change.path_after is not None:
        now = blob_at(change.path_after, draft)
        if now != change.blob_after:
            return Refusal(
                "conflict",
                "the file was changed after this decision" if now else "the file is gone",
                "put the file back as the decision left it, then undo",
                change.path_after,
                ids=ids,
            )
    moved = change.path_before not in (None, change.path_after)
    if moved and draft.taken(change.path_before or ""):
        return Refusal(
            "path-taken",
            "another file lies where the earlier text has to go",
            "move that file away, then undo",
            change.path_before,
            ids=ids,
        )
    return None


def blob_at(path: str, draft: Draft) -> str | None:
    """The blob that lies at a path in the draft; None where nothing is."""
    if path in draft.files:
        return draft.files[path].blob
    if path in draft.snapshot.entries:
        return draft.snapshot.entries[path].blob
    return draft.snapshot.config_blob if path == CONFIG_PATH else None


def _back(change: NoteChange, draft: Draft) -> NoteChange:
    """Put one note's earlier bytes back; what that changed, review hashes included."""
    before = None if change.blob_before is None else draft.context.past[change.blob_before]
    if change.path_after is not None and change.path_after != change.path_before:
        _lay(change.path_after, change.blob_after, None, draft)
    if change.path_before is not None:
        there = change.blob_after if change.path_before == change.path_after else None
        _lay(change.path_before, there, before, draft)
    _judge(change, draft)
    return NoteChange(
        id=change.id,
        path_before=change.path_after,
        path_after=change.path_before,
        blob_before=change.blob_after,
        blob_after=change.blob_before,
        reviewed_before=change.reviewed_after,
        reviewed_after=change.reviewed_before,
        old=change.new,
        new=change.old,
    )


def _judge(change: NoteChange, draft: Draft) -> None:
    """Let the history know the note as it will be again; one that goes is nobody's answer."""
    note = draft.context.restored.get(change.blob_before or "")
    known = None if change.id is None else draft.history.get(change.id)
    if note is not None:
        reviewed = change.reviewed_before is not None
        draft.judge((Version(note=note, reviewed=reviewed),))
    elif known is not None:
        draft.judge((replace(known, reviewed=False),))


def _lay(path: str, there: str | None, data: bytes | None, draft: Draft) -> None:
    """Bytes at a path in the draft, `there` being the blob that lies in the worktree."""
    known = draft.files.get(path)
    if known is not None:
        draft.files[path] = replace(known, data=data, fields={})
        return
    origin = path if there is not None else None
    draft.files[path] = Drafted(origin, there, path, None, {}, data, None)


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


def splice(
    decision: str, events: Sequence[Event], snapshot: Snapshot, context: Context
) -> Plan | Refusal:
    """Take one approval out of the middle of its chain; its successors supersede its targets.

    `context.spans` gives the targets' intervals before the decision.
    """
    standing = own_events([decision], events, snapshot)
    if isinstance(standing, Refusal):
        return standing
    if len(standing) != 1 or standing[0].action is not Action.APPROVE:
        return Refusal(
            "invalid", "only one single approval can be taken out of a chain", ids=(decision,)
        )
    event = standing[0]
    draft = Draft(snapshot, context, context.history)
    own = _as_it_stands(event.notes[0], draft)
    if isinstance(own, Refusal):
        return own
    refused = _obstacle(own, draft)
    if refused is not None:
        return refused
    closing = placing.splice(own.id or "", _spans(event, draft), draft.history, context.at)
    if isinstance(closing, Refusal):
        return closing
    back = _back(own, draft)
    others = draft.apply(closing.writes)
    if isinstance(others, Refusal):
        return others
    deed = Deed(
        event=_event(event, (back, *others), context),
        notes=event.about,
        notices=closing.notices,
    )
    return batch.assemble([deed], draft)


def _spans(event: Event, draft: Draft) -> dict[str, Span]:
    """The earlier spans of what an approval closed or moved: of its targets as they are now, and of
    neighbours that nobody changed since."""
    history, known = draft.history, draft.context.spans
    removed = history.get(event.notes[0].id or "")
    targets = history.targets.get(folded_id(event.notes[0].id or ""), ())
    found: dict[str, Span] = {}
    for change in event.notes[1:]:
        name = folded_id(change.id or "")
        untouched = blob_at(change.path_after or "", draft) == change.blob_after
        if name in known and (name in targets or untouched):
            found[name] = known[name]
    for name in targets:
        version = history.get(name)
        if removed is not None and version is not None and version.reviewed and name not in found:
            found[name] = placing.taken_over(removed, version)
    return {name: span for name, span in found.items() if history.get(name) is not None}


def _as_it_stands(change: NoteChange, draft: Draft) -> NoteChange | Refusal:
    """A change with what later decisions made of its note; refused where a hand edited it."""
    path = draft.editable(change.id or "")
    if isinstance(path, Refusal):
        return path
    now = draft.drafted(path)
    return replace(
        change,
        path_after=path,
        blob_after=now.blob,
        reviewed_after=now.content_hash,
        new=ledger_text(now.data, draft.context.salt),
    )
