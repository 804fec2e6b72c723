"""The part of the key table about plans, the past and its numbers."""

from __future__ import annotations

from curator_app.tui.keys import DECIDING, Action, Scope

_PREVIEW, _HISTORY, _STATS = (Scope.PREVIEW,), (Scope.HISTORY,), (Scope.STATS,)

PAST: tuple[Action, ...] = (
    Action("write", ("y",), "write", "write what is shown here", _PREVIEW, footer=1),
    Action(
        "write_rest",
        ("Y",),
        "the rest",
        "write all but the blocked decisions; these stay staged",
        _PREVIEW,
        footer=2,
    ),
    Action("drop", ("backspace",), "drop", "take this staged decision back", _PREVIEW, footer=2),
    Action("change", ("e",), "edit", "open its item and decide it again", _PREVIEW, footer=3),
    Action(
        "stop",
        ("x",),
        "stop",
        "stop a write; before its commit point nothing is written",
        _PREVIEW,
        footer=4,
    ),
    Action(
        "with_dependents",
        ("D",),
        "all of them",
        "take back also what builds on it",
        _PREVIEW,
        footer=3,
    ),
    Action(
        "splice",
        ("S",),
        "splice",
        "take only this note out of its chain; what came after it stays",
        _PREVIEW,
        footer=3,
    ),
    Action(
        "undo_row",
        ("u",),
        "undo",
        "preview the undo of the picked decisions, else of this one",
        _HISTORY,
        footer=1,
    ),
    Action(
        "redo",
        ("U",),
        "redo",
        "preview taking back the newest undo",
        (*DECIDING, Scope.HISTORY),
        footer=9,
    ),
    Action(
        "pick",
        ("space",),
        "pick",
        "pick this decision, or one of a batch, for one undo",
        _HISTORY,
        footer=2,
    ),
    Action(
        "undo_where",
        ("W",),
        "undo all of",
        "preview the undo of a job, proposer, detector, session or source",
        _HISTORY,
        footer=4,
    ),
    Action(
        "sift",
        ("f",),
        "filter",
        "show only what holds these words",
        _HISTORY,
        footer=5,
    ),
    Action(
        "stats",
        ("number_sign",),
        "stats",
        "numbers about deciding: pace, age, regret",
        (*DECIDING, Scope.HISTORY),
        footer=12,
    ),
    Action(
        "export",
        ("e",),
        "CSV",
        "write all numbers of this range as CSV to a new file",
        _STATS,
        footer=1,
    ),
    Action(
        "to_file",
        ("P",),
        "to file",
        "write what is shown here as text to a new file",
        _PREVIEW,
    ),
    Action(
        "range",
        ("1", "2", "3", "4"),
        "range",
        "a day, a week, a month, all",
        _STATS,
    ),
)
