"""THE one key table: bindings, footer, help, palette, README and tests are made from it.

Rules: a decision key only stages; the key that writes (`y` in a preview) is neither the key that
staged nor enter; a key that cannot act says why; capitals reach further than small letters.
"""

from __future__ import annotations

from curator_app.tui.forget_actions import FORGETTING
from curator_app.tui.keys import ALL, DECIDING, Action, Scope, shown
from curator_app.tui.lineage_actions import LINEAGES
from curator_app.tui.past_actions import PAST
from curator_app.tui.queue_actions import QUEUEING
from curator_app.tui.reading_actions import READING
from curator_app.tui.tracing_actions import TRACING
from curator_app.tui.workbench_actions import WORKBENCHES

__all__ = [
    "ACTIONS",
    "Action",
    "Scope",
    "footer",
    "key_table_markdown",
    "named",
    "shown",
    "within",
]


_ALL, _DECIDING = ALL, DECIDING
_KEEPING = (Scope.CHAIN, Scope.MEMORY, Scope.NOTE)
_MENDING = (Scope.INVESTIGATE,)
_STAGING = (*_DECIDING, *_KEEPING, *_MENDING)
_TRACED = (*_DECIDING, Scope.HISTORY, Scope.MEMORY, Scope.NOTE, *_MENDING)
_BELOW = tuple(scope for scope in Scope if scope is not Scope.QUEUE)


ACTIONS: tuple[Action, ...] = (
    Action(
        "approve",
        ("a",),
        "approve",
        "stage: the shown proposal becomes memory",
        (*_DECIDING, *_MENDING),
        footer=1,
    ),
    Action(
        "reject",
        ("r",),
        "reject",
        "stage: reject, then 1-8 for the reason",
        (*_DECIDING, *_MENDING),
        footer=2,
    ),
    Action(
        "defer",
        ("d",),
        "defer",
        "stage: put off, for a week or until a date",
        _DECIDING,
        footer=3,
    ),
    Action("edit", ("e",), "edit", "change the text here, then stage it", _DECIDING, footer=9),
    Action(
        "redact",
        ("z",),
        "redact",
        "stage: approve with [redacted ...] in the place of each secret",
        _DECIDING,
    ),
    Action("editor", ("E",), "editor", "change the text in $VISUAL or $EDITOR", _DECIDING),
    Action(
        "still_true",
        ("C",),
        "still true",
        "stage: confirm that this note still holds",
        _KEEPING,
        footer=3,
    ),
    Action(
        "archive",
        ("D",),
        "archive",
        "stage: take this note out of recall",
        (*_KEEPING, *_MENDING),
        footer=4,
    ),
    Action("restore", ("B",), "bring back", "stage: an archived note into recall again", _KEEPING),
    Action("pin", ("p",), "pin", "stage: load this note always", _KEEPING),
    Action("unpin", ("P",), "unpin", "stage: no longer load this note always", _KEEPING),
    Action(
        "detach",
        ("L",),
        "unlink",
        "stage: take back that this note supersedes another",
        (*_KEEPING, *_MENDING),
        footer=6,
    ),
    Action(
        "slot",
        ("S",),
        "slot",
        "stage: put this free note into one of the nearest slots",
        (Scope.MEMORY, Scope.NOTE),
        footer=5,
    ),
    Action("note", ("c",), "note", "write a note that goes with the decision", _STAGING, footer=9),
    Action(
        "undo",
        ("u",),
        "undo",
        "take back the newest staged decision; with none staged, preview the undo of the newest "
        "written one",
        _STAGING,
        footer=4,
    ),
    Action(
        "preview",
        ("w",),
        "write",
        "preview everything staged; nothing is written before y there",
        _STAGING,
        footer=5,
    ),
    Action(
        "open",
        ("enter",),
        "open",
        "open what the cursor is on",
        (
            *(Scope.QUEUE, Scope.PREVIEW, Scope.HISTORY, Scope.CHAIN, Scope.MEMORY, Scope.STATS),
            *(*_MENDING, Scope.LINEAGE),
        ),
        footer=8,
    ),
    Action(
        "back",
        ("escape", "q"),
        "back",
        "one level back",
        _BELOW,
        footer=10,
    ),
    Action("down", ("j", "down"), "down", "next row or line"),
    Action("up", ("k", "up"), "up", "previous row or line"),
    Action("next", ("J",), "next", "next undecided item", _DECIDING),
    Action("previous", ("K",), "previous", "previous undecided item", _DECIDING),
    Action("first", ("g", "home"), "first", "to the beginning"),
    Action("last", ("G", "end"), "last", "to the end"),
    Action("page_down", ("ctrl+d", "pagedown"), "down", "half a page down"),
    Action("page_up", ("ctrl+u", "pageup"), "up", "half a page up"),
    Action("pane", ("tab", "shift+tab"), "pane", "the other pane"),
    Action(
        "lane",
        ("1", "2", "3", "4", "5"),
        "lane",
        "all, candidate, quarantined, conflicting, re-review",
        (Scope.QUEUE,),
    ),
    Action("find", ("slash",), "find", "search in this view", _ALL, footer=7),
    Action("find_next", ("n",), "next", "next match"),
    Action("find_previous", ("N",), "previous", "previous match"),
    Action("hidden", ("h",), "hidden", "list the hidden characters", (*_DECIDING, Scope.NOTE)),
    Action("chain", ("t",), "chain", "versions of this slot in time", _TRACED, footer=9),
    Action("axis", ("x",), "order", "newest recorded first, or by valid time", (Scope.CHAIN,)),
    Action(
        "as_of",
        ("A",),
        "as of",
        "ask what was valid at a date, and what was known at one",
        (Scope.CHAIN, *_MENDING),
        footer=1,
    ),
    Action("mark", ("space",), "mark", "mark a version, two at most", (Scope.CHAIN,), footer=2),
    Action(
        "compare",
        ("equals_sign",),
        "compare",
        "compare the two marked versions",
        (Scope.CHAIN,),
        footer=2,
    ),
    Action("memory", ("b",), "memory", "the notes that are there", _DECIDING, footer=11),
    Action("filter", ("f",), "filter", "show only notes that hold these words", (Scope.MEMORY,), 1),
    Action("history", ("o",), "history", "decisions so far, newest first", _STAGING, footer=11),
    Action("reread", ("R",), "reread", "read the Home again"),
    Action(
        "copy",
        ("y",),
        "copy",
        "copy the id through the terminal (OSC 52)",
        (*_STAGING, Scope.HISTORY, Scope.LINEAGE),
    ),
    Action("theme", ("T",), "theme", "next theme: dark, light, blue/orange, 16 colours, no colour"),
    Action("help", ("question_mark", "f1"), "help", "keys that work here", footer=6),
    Action("palette", ("colon", "ctrl+p"), "palette", "find an action by name"),
    Action("quit", ("q",), "quit", "quit; staged decisions are kept", (Scope.QUEUE,), footer=12),
    Action("stay", ("escape",), "leave", "leave ; or a range, then the filter", (Scope.QUEUE,)),
    Action("leave", ("ctrl+q",), "quit", "quit from anywhere; what is staged is kept"),
    *FORGETTING,
    *TRACING,
    *LINEAGES,
    *READING,
    *PAST,
    *QUEUEING,
    *WORKBENCHES,
)


def within(scope: Scope) -> tuple[Action, ...]:
    """The actions of one scope, in table order."""
    return tuple(action for action in ACTIONS if scope in action.scopes)


def named(name: str) -> Action:
    """The action of this name; a KeyError for any other."""
    return _BY_NAME[name]


_BY_NAME = {action.name: action for action in ACTIONS}


def footer(scope: Scope) -> tuple[Action, ...]:
    """The footer's actions, most wanted first."""
    return tuple(sorted((a for a in within(scope) if a.footer), key=lambda a: a.footer))


def key_table_markdown() -> str:
    """The table of all keys for the README."""
    rows = ["| key | what it does | where |", "|---|---|---|"]
    for action in ACTIONS:
        where = "everywhere" if action.scopes == _ALL else ", ".join(action.scopes)
        keys = " ".join(f"`{shown(key)}`" for key in action.keys)
        rows.append(f"| {keys} | {action.says} | {where} |")
    return "\n".join(rows) + "\n"
