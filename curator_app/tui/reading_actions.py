"""The part of the key table about reading: sources, raw bytes, high flags, quarantine."""

from __future__ import annotations

from curator_app.tui.keys import DECIDING, Action, Scope

_PAGES = (Scope.DETAIL, Scope.QUARANTINE, Scope.NOTE)

READING: tuple[Action, ...] = (
    Action(
        "acknowledge",
        ("exclamation_mark",),
        "flags",
        "go to the next high flag and mark it as looked at",
        DECIDING,
        footer=6,
    ),
    Action(
        "workbench",
        ("Q",),
        "quarantine",
        "all about an item from outside: where it came from, what it hides, what it would change",
        (Scope.QUEUE, Scope.DETAIL),
        footer=12,
    ),
    Action("source_next", ("right_parenthesis",), "next source", "next source", _PAGES),
    Action("source_previous", ("left_parenthesis",), "source", "previous source", _PAGES),
    Action(
        "context_more",
        ("right_curly_bracket",),
        "context",
        "more lines around the cited ones",
        _PAGES,
        footer=10,
    ),
    Action("context_less", ("left_curly_bracket",), "context", "fewer lines around them", _PAGES),
    Action("raw", ("X",), "raw", "the exact bytes of the file, escaped", _PAGES),
    Action(
        "mark_kin",
        ("asterisk",),
        "mark kin",
        "mark what waits from the same source or session",
        (Scope.DETAIL, Scope.QUARANTINE),
    ),
)
"""Shown in the help after the other keys."""
