"""Decisions on a change of `curator.toml` that Curator did not make (CONTRACT 2)."""

from __future__ import annotations

from curator_core.model.decision import Approve, Decision, Defer, Reject
from curator_core.model.event import Action, NoteChange
from curator_core.model.home import ConfigChange, Snapshot
from curator_core.model.plan import FileChange
from curator_core.model.problem import Refusal
from curator_core.model.proposal import Item
from curator_core.rules.planning.effects import Context, Effect, event_of, ledger_text


def plan(choice: Decision, item: Item, snapshot: Snapshot, context: Context) -> Effect | Refusal:
    """approve puts the new text into effect, reject puts the old one back."""
    change = snapshot.config_change
    assert change is not None, "BUG: a config item without a change"
    match choice:
        case Approve():
            return _effect(choice, item, change, context, change.found)
        case Reject():
            return _effect(choice, item, change, context, change.in_effect)
        case Defer():
            return Refusal(
                "invalid",
                "a configuration change cannot be put off: the old text holds until you decide",
                "approve or reject it",
                change.path,
            )
        case _:
            return Refusal(
                "invalid", "a configuration change is approved or rejected", path=change.path
            )


def _effect(
    choice: Approve | Reject, item: Item, change: ConfigChange, context: Context, after: bytes
) -> Effect:
    approved = isinstance(choice, Approve)
    note = NoteChange(
        id=None,
        path_before=change.path,
        path_after=change.path,
        blob_before=change.blob_found,
        blob_after=change.blob_found if approved else change.blob_in_effect,
        old=ledger_text(change.found, context.salt),
        new=ledger_text(after, context.salt),
    )
    code = None if isinstance(choice, Approve) else choice.reason_code.value
    action = Action.APPROVE if approved else Action.REJECT
    return Effect(
        changes=(FileChange(path=change.path, before=change.blob_found, after=after),),
        event=event_of(choice, item, context, action, (note,), reason_code=code),
        notes=(),
    )
