"""The part of the key table about where something that was said came from."""

from __future__ import annotations

from curator_app.tui.keys import DECIDING, Action, Scope

TRACING: tuple[Action, ...] = (
    Action(
        "investigate",
        ("i",),
        "trace",
        "which notes could have said this, where it still stands, and what mends it",
        (*DECIDING, Scope.CHAIN, Scope.MEMORY, Scope.NOTE),
        footer=13,
    ),
    Action(
        "question",
        ("i",),
        "ask",
        "trace something else: a text that was said, a slot or a note",
        (Scope.INVESTIGATE,),
        footer=2,
    ),
    Action(
        "audit",
        ("A",),
        "audit",
        "compare the whole Home with its ledger and history; what is found joins the queue",
        (Scope.QUEUE,),
    ),
)
