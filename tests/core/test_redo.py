"""What a redo takes back: the newest standing undo, as long as no new decision came after."""

from __future__ import annotations

import pytest

from curator_core.model.event import Action, Event, ProposalRef
from curator_core.model.problem import Refusal
from curator_core.rules.undoing import redoable

ME = "human:me"


def history(words: str) -> tuple[list[Event], dict[str, str]]:
    """Events named by position: `a` a decision, `o` another person's, a digit the undo of that."""
    events: list[Event] = []
    undone: dict[str, str] = {}
    for place, word in enumerate(words):
        reverts = str(word) if word.isdigit() else None
        target = next((e for e in events if e.event_id == reverts), None)
        events.append(
            Event(
                event_id=str(place),
                decision=f"d{place}",
                at="2026-11-29T08:00:00Z",
                actor="human:other" if word == "o" else ME,
                entrance="cli",
                tty=False,
                action=Action.UNDO if target else Action.APPROVE,
                item="i",
                proposal=ProposalRef(),
                notes=(),
                reverts=reverts,
                undone_action=target.action if target else None,
            )
        )
        if target is not None:
            undone[target.event_id] = str(place)
            undone.pop(target.reverts or "", None)
    return events, undone


@pytest.mark.parametrize(
    ("words", "redo"),
    [
        ("", None),
        ("a", None),
        ("a0", "d1"),
        ("a0o", "d1"),
        ("aa10", "d3"),
        ("aa103", "d2"),
        ("aa1032", None),
        ("a0a", None),
        ("a01", None),
        ("a010", "d3"),
    ],
)
def test_the_newest_standing_undo_is_redone_newest_first(words: str, redo: str | None) -> None:
    events, undone = history(words)
    found = redoable(events, undone, ME)
    assert (None if isinstance(found, Refusal) else found) == redo
