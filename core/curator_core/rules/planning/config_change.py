"""Decisions on a change of `curator.toml` that Curator did not make (CONTRACT 2)."""

from __future__ import annotations

from curator_core.model.decision import Approve, Defer, Reject
from curator_core.model.event import Action, NoteChange
from curator_core.model.home import ConfigChange
from curator_core.model.problem import Refusal
from curator_core.rules.planning.draft import Draft, Drafted
from curator_core.rules.planning.effects import Asked, Deed, event, ledger_text


def plan(asked: Asked, draft: Draft) -> Deed | Refusal:
    """approve puts the new text into effect, reject puts the old one back."""
    change = draft.snapshot.config_change
    assert change is not None, "BUG: a config item without a change"
    match asked.choice:
        case Approve():
            return _deed(asked, change, draft, None)
        case Reject(reason_code=code):
            return _deed(asked, change, draft, code.value)
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


def _deed(asked: Asked, change: ConfigChange, draft: Draft, code: str | None) -> Deed:
    approved = code is None
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
    draft.files[change.path] = Drafted(
        change.path, change.blob_found, change.path, None, {}, after, None
    )
    action = Action.APPROVE if approved else Action.REJECT
    return Deed(event=event(asked, action, (note,), reason_code=code), notes=())
