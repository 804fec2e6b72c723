"""Decisions as a careful reviewer takes them."""

from __future__ import annotations

from dataclasses import replace

from curator_core.model.decision import Approve, Decision, Defer, Reject, Restore
from curator_core.model.proposal import Item, Risk
from curator_core.model.view import ItemView
from curator_core.service import review
from curator_core.service.caller import Caller

CONFIRMED = ("no-source", "secret", "ignored")


def choice_of(action: str, item: Item, caller: Caller) -> Decision:
    """A decision with what it needs confirmed; what is high risk was looked at before."""
    choice = _plain(action, item.item)
    if item.risk is not Risk.HIGH:
        return choice
    shown = review.show(caller, item.item)
    assert isinstance(shown, ItemView)
    return replace(choice, expect=shown.shown_hash)


def _plain(action: str, item: str) -> Decision:
    match action:
        case "approve":
            return Approve(item=item, confirm=CONFIRMED)
        case "reject":
            return Reject(item=item, reason="因为 because")
        case "defer":
            return Defer(item=item)
        case _:
            return Restore(item=item)
