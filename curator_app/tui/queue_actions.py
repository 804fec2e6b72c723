"""The part of the key table about the queue as a list: filter, order, marks, spot check."""

from __future__ import annotations

from curator_app.tui.keys import DECIDING, Action, Scope

_QUEUE = (Scope.QUEUE,)

QUEUEING: tuple[Action, ...] = (
    Action(
        "filter_queue",
        ("f",),
        "filter",
        "show only what matches: origin:external -has:source age>7 words ...",
        _QUEUE,
        footer=8,
    ),
    Action("unfilter", ("F",), "unfilter", "show all again", _QUEUE),
    Action("order", ("O",), "order", "sort by risk, age, subject, proposer ...", _QUEUE),
    Action(
        "mark_range",
        ("v",),
        "range",
        "begin a range here; pressed again, mark all rows from there to here",
        _QUEUE,
    ),
    Action("mark_all", ("asterisk",), "mark all", "mark all rows in view", _QUEUE),
    Action(
        "on_marks",
        ("semicolon",),
        "on marks",
        "the next a, r or d is about all marked items",
        _QUEUE,
        footer=4,
    ),
    Action(
        "sample_next",
        ("right_curly_bracket",),
        "spot check",
        "next row that must be opened before many are approved at once",
        _QUEUE,
        footer=4,
    ),
    Action(
        "put_back",
        ("B",),
        "bring back",
        "stage: what was put off or suppressed waits again now",
        DECIDING,
    ),
)
"""Shown in the help after the other keys."""
