"""The inverse plan of a decision: every byte back, the ledger keeps both (CONTRACT 33)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from curator_core.model.event import Action, Event, NoteChange, ProposalRef, Reviews
from curator_core.model.home import Snapshot
from curator_core.model.plan import Plan
from curator_core.model.problem import Refusal
from curator_core.model.proposal import Op
from curator_core.rules import dependents, layout, placing, putting_back
from curator_core.rules.placing import Span
from curator_core.rules.planning import batch
from curator_core.rules.planning.draft import Draft
from curator_core.rules.planning.effects import Context, Deed, ledger_text
from curator_core.rules.putting_back import CONFIG_PATH, blob_at, put_back
from curator_core.rules.slots import folded_id


def newest_undoable(events: Sequence[Event], undone: Mapping[str, str], actor: str) -> str | None:
    """The newest decision of this actor that is neither undone nor an undo."""
    for event in reversed(events):
        mine = event.actor == actor and event.action is not Action.UNDO
        if mine and event.event_id not in undone:
            return event.decision
    return None


def redoable(events: Sequence[Event], undone: Mapping[str, str], actor: str) -> str | Refusal:
    """The newest undo of this actor's that a redo takes back; a new decision ends that."""
    for event in reversed(events):
        if event.actor != actor:
            continue
        if event.action is not Action.UNDO:
            told = f"{event.action.value} {', '.join(event.about) or event.item}"
            why = f"nothing was undone since your last decision ({told})"
            return Refusal("no-change", why, "undo it first, or undo any row of the history")
        if event.undone_action is not Action.UNDO and event.event_id not in undone:
            return event.decision
    return Refusal("no-change", "nothing of yours was undone")


def plan(
    targets: Sequence[str], events: Sequence[Event], snapshot: Snapshot, context: Context
) -> Plan | Refusal:
    """Take events back, newest first.

    `targets` are event ids, some of a decision or all; `events` are all of the ledger in ledger
    order, with texts in these. `context.past` gives the earlier bytes by blob id, `context.results`
    reads the bytes of a note.
    """
    own = own_events(targets, events, snapshot)
    if isinstance(own, Refusal):
        return own
    blockers = dependents.later(targets, events, snapshot.reviews.undone, context.history)
    if blockers:
        if any(event.forgotten is not None for event in blockers):
            return Refusal(
                "invalid",
                f"what {_said(own)} did is no longer there as it was: a forget changed it since",
                "change or archive the note instead",
                ids=dependents.names(blockers, targets, events),
            )
        names = dependents.names(blockers, targets, events)
        return Refusal(
            "has-dependents",
            f"later decisions build on {_said(own)}: {', '.join(names)}",
            "undo those too with --with-dependents, or take this one out with --splice",
            ids=names,
        )
    draft = Draft(snapshot, context, context.history)
    deeds = []
    for event in reversed(own):
        back = inverse(event, draft)
        if isinstance(back, Refusal):
            return back
        deeds.append(back)
    return batch.assemble(deeds, draft)


def _said(own: Sequence[Event]) -> str:
    return ", ".join(dict.fromkeys(event.decision for event in own))


def own_events(
    targets: Sequence[str], events: Sequence[Event], snapshot: Snapshot
) -> list[Event] | Refusal:
    """Those of these events that stand, in ledger order."""
    wanted = set(targets)
    own = [event for event in events if event.event_id in wanted]
    standing = [event for event in own if event.event_id not in snapshot.reviews.undone]
    if not standing:
        return Refusal("no-change", f"{_said(own)} was undone already", ids=tuple(targets))
    return _first_gone(standing, snapshot.reviews) or standing


def _first_gone(events: Iterable[Event], reviews: Reviews) -> Refusal | None:
    refusals = (_gone_for_good(event, reviews) for event in events)
    return next((no for no in refusals if no is not None), None)


def _gone_for_good(event: Event, reviews: Reviews) -> Refusal | None:
    """Why an undo cannot put back what a person forgot, by this event or after it."""
    if event.forgotten is not None:
        return Refusal(
            "invalid",
            f"{', '.join(event.about)} was forgotten at {event.at}: its text cannot come back",
            f"`curator forget --receipt {event.decision}` shows what became of it; to take back "
            "another decision, name it",
            ids=(event.decision,),
        )
    for change in event.notes:
        if {change.blob_before, change.blob_after} & reviews.forgotten:
            return Refusal(
                "invalid",
                f"{change.id or change.path_before} was forgotten: its text cannot come back",
                "take back other events of the decision by their own ids, or archive what it made",
                change.path_before or change.path_after,
                ids=() if change.id is None else (change.id,),
            )
    return None


def is_forgotten(event: Event, reviews: Reviews) -> bool:
    """Whether nothing is left that an undo of this event could put back or take away."""
    blobs = ({change.blob_before, change.blob_after} - {None} for change in event.notes)
    texts = [each for each in blobs if each]
    return event.forgotten is not None or (
        bool(texts) and all(text and text <= reviews.forgotten for text in texts)
    )


def inverse(event: Event, draft: Draft) -> Deed | Refusal:
    """What taking one event back means; nothing is drafted when it is refused."""
    refused = _gone_for_good(event, draft.snapshot.reviews)
    if refused is not None:
        return refused
    found = []
    for change in event.notes:
        back = _protected(event, change, draft) or putting_back.earlier(change, draft)
        if isinstance(back, Refusal):
            return back
        found.append(back)
    notes = tuple(put_back(one, draft) for one in found)
    said = tuple(notice for one in found for notice in one.notices)
    return Deed(event=_event(event, notes, draft.context), notes=event.about, notices=said)


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
    targets: Sequence[str], events: Sequence[Event], snapshot: Snapshot, context: Context
) -> Plan | Refusal:
    """Take one approval out of the middle of its chain; its successors supersede its targets.

    `context.spans` gives the targets' intervals before the decision.
    """
    standing = own_events(targets, events, snapshot)
    if isinstance(standing, Refusal):
        return standing
    if len(standing) != 1 or standing[0].action is not Action.APPROVE:
        return Refusal(
            "invalid",
            "only one single approval can be taken out of a chain",
            "name one event of the batch",
            ids=tuple(event.event_id for event in standing),
        )
    event = standing[0]
    draft = Draft(snapshot, context, context.history)
    own = _as_it_stands(event.notes[0], draft)
    if isinstance(own, Refusal):
        return own
    found = putting_back.earlier(own, draft)
    if isinstance(found, Refusal):
        return found
    closing = placing.splice(own.id or "", _spans(event, draft), draft.history, context.at)
    if isinstance(closing, Refusal):
        return closing
    back = put_back(found, draft)
    others = draft.apply(closing.writes)
    if isinstance(others, Refusal):
        return others
    deed = Deed(
        event=_event(event, (back, *others), context),
        notes=event.about,
        notices=(*found.notices, *closing.notices),
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
