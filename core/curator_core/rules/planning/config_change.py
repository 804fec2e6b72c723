"""Decisions on a change of `curator.toml` that Curator did not make (CONTRACT 2)."""

from __future__ import annotations

from curator_core.model.decision import Approve, Defer, Reject
from curator_core.model.event import Action, NoteChange
from curator_core.model.home import ConfigChange, Snapshot
from curator_core.model.plan import FileChange
from curator_core.model.problem import Refusal
from curator_core.rules.planning.effects import Asked, Effect, event, ledger_text


def plan(asked: Asked, snapshot: Snapshot) -> Effect | Refusal:
    """approve puts the new text into effect, reject puts the old one back."""
    change = snapshot.config_change
    assert change is not None, "BUG: a config item without a change"
    match asked.choice:
        case Approve():
            return _effect(asked, change, Action.APPROVE, None)
        case Reject(reason_code=code):
            return _effect(asked, change, Action.REJECT, code.value)
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


def _effect(asked: Asked, change: ConfigChange, action: Action, code: str | None) -> Effect:
    approved = action is Action.APPROVE
    after = change.found if approved else change.in_effect
    note = NoteChange(
        id=None,
        path_before=change.path,
        path_after=change.path,
        blob_before=change.blob_found,
        blob_after=change.blob_found if approved else change.blob_in_effect,
        old=ledger_text(change.found, asked.context.salt),
        new=ledger_text(after, asked.context.salt),
    )
    return Effect(
        changes=(FileChange(path=change.path, before=change.blob_found, after=after),),
        event=event(asked, action, (note,), reason_code=code),
        notes=(),
    )
