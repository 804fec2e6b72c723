"""The part of the key table about letting notes go for good."""

from __future__ import annotations

from curator_app.tui.keys import Action, Scope

FORGETTING: tuple[Action, ...] = (
    Action(
        "forget",
        ("Z",),
        "forget",
        "preview letting this note go for good; nothing is written before y and the word there",
        (Scope.DETAIL, Scope.QUARANTINE, Scope.CHAIN, Scope.MEMORY, Scope.NOTE),
    ),
)
