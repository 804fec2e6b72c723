"""The part of the key table about all that came from one place, and taking it back."""

from __future__ import annotations

from curator_app.tui.keys import DECIDING, Action, Scope

_LINEAGE = (Scope.LINEAGE,)

LINEAGES: tuple[Action, ...] = (
    Action(
        "lineage",
        ("l",),
        "lineage",
        "all that came from the same source, session, job or note, and taking it back",
        (*DECIDING, Scope.MEMORY, Scope.NOTE, Scope.HISTORY),
        footer=13,
    ),
    Action(
        "roll_back",
        ("W",),
        "take back",
        "preview taking all of it back as one plan; nothing is written before y there",
        _LINEAGE,
        footer=1,
    ),
    Action(
        "begin",
        ("l",),
        "start",
        "begin elsewhere: another source, session, job or note, or a name that is typed",
        _LINEAGE,
        footer=2,
    ),
)
