"""The part of the key table about proposals of several texts: three-way, split, merge, copies."""

from __future__ import annotations

from curator_app.tui.keys import DECIDING, Action, Scope

_LISTED = (Scope.QUEUE, Scope.MEMORY)
_CUT = (*DECIDING, Scope.MEMORY, Scope.NOTE)
_MERGE, _SPLIT, _JOIN = (Scope.MERGE,), (Scope.SPLIT,), (Scope.JOIN,)
_PARTS = (Scope.DETAIL, Scope.QUARANTINE)
_WORKBENCHES = (Scope.MERGE, Scope.SPLIT, Scope.JOIN)
_STEPS = (Scope.MERGE, Scope.SPLIT)

WORKBENCHES: tuple[Action, ...] = (
    Action(
        "three_way",
        ("m",),
        "merge",
        "the three texts of an update: choose region by region",
        DECIDING,
        footer=4,
    ),
    Action(
        "relink",
        ("K",),
        "kind",
        "change how this one replaces the older note: correction, state change ...",
        (Scope.CHAIN, Scope.NOTE),
        footer=3,
    ),
    Action("split", ("s",), "split", "cut one note into several", _CUT, footer=10),
    Action(
        "include",
        ("space",),
        "in/out",
        "take this note of the proposal in, or leave it undecided",
        _PARTS,
        footer=3,
    ),
    Action(
        "part_next",
        ("right_square_bracket",),
        "next",
        "next note of the proposal; of a single note its next source",
        _PARTS,
    ),
    Action(
        "part_previous",
        ("left_square_bracket",),
        "previous",
        "previous note of the proposal; of a single note its previous source",
        _PARTS,
    ),
    Action("mark_row", ("space",), "mark", "mark or unmark this one, and go down", _LISTED),
    Action("unmark", ("backslash",), "unmark", "take all marks away", _LISTED),
    Action("join", ("M",), "merge marked", "one note out of all marked ones", _LISTED, footer=10),
    Action("unfold", ("right",), "unfold", "show near copies, or the job's rows", (Scope.QUEUE,)),
    Action("fold", ("left",), "fold", "one row for near copies, or for the job", (Scope.QUEUE,)),
    Action(
        "reject_copies",
        ("x",),
        "drop copies",
        "stage: reject all near copies of this one as duplicates; it stays",
        (Scope.QUEUE,),
        footer=4,
    ),
    Action("pick_base", ("1",), "BASE", "take BASE for this region", _MERGE, footer=2),
    Action("pick_current", ("2",), "CURRENT", "take CURRENT for this region", _MERGE, footer=2),
    Action("pick_proposed", ("3",), "PROPOSED", "take PROPOSED for this region", _MERGE, footer=2),
    Action("pick_both", ("b",), "both", "take both: CURRENT, then PROPOSED", _MERGE, footer=3),
    Action("pick_swapped", ("B",), "swapped", "take both: PROPOSED, then CURRENT", _MERGE),
    Action("pick_none", ("0",), "clear", "take the pick of this region away", _MERGE),
    Action("by_hand", ("e",), "edit", "write this region by hand", _MERGE, footer=4),
    Action("whole_by_hand", ("E",), "edit all", "write the whole result by hand", _MERGE),
    Action(
        "outside",
        ("x", "ctrl+e"),
        "editor",
        "write the whole result in $VISUAL or $EDITOR",
        (Scope.MERGE, Scope.JOIN),
    ),
    Action("take_current", ("C",), "all CURRENT", "take CURRENT for every region", _MERGE),
    Action("take_proposed", ("P",), "all PROPOSED", "take PROPOSED for every region", _MERGE),
    Action("auto", ("A",), "auto", "merge by itself what only one side changed", _MERGE),
    Action("region_next", ("right_square_bracket",), "region", "next region", _MERGE),
    Action("region_previous", ("left_square_bracket",), "region", "previous region", _MERGE),
    Action(
        "open_next",
        ("right_curly_bracket",),
        "unresolved",
        "next unresolved region",
        _MERGE,
        footer=6,
    ),
    Action("open_previous", ("left_curly_bracket",), "open", "previous unresolved region", _MERGE),
    Action("undo_step", ("u", "z"), "undo", "take the newest step here back", _STEPS, footer=5),
    Action("redo_step", ("U", "Z"), "redo", "do the step taken back again", _STEPS),
    Action("layout", ("V",), "columns", "side by side, or below each other", _MERGE, footer=9),
    Action("wrap", ("W",), "wrap", "long lines: shortened, whole, or cut", _MERGE, footer=9),
    Action(
        "settle",
        ("enter",),
        "preview",
        "stage what is made here and preview it; nothing is written before y there",
        _WORKBENCHES,
        footer=1,
    ),
    Action(
        "leave_open",
        ("X",),
        "defer",
        "leave the conflict open and stage a defer",
        _MERGE,
        footer=8,
    ),
    Action(
        "note_next",
        ("J",),
        "next note",
        "next note of the proposal",
        _MERGE,
    ),
    Action("note_previous", ("K",), "previous note", "previous note of the proposal", _MERGE),
    Action("write_result", ("e",), "edit", "write the merged note here", _JOIN, footer=2),
    Action("union", ("0",), "union", "the clean union instead of what was written", _JOIN),
    Action("join_scope", ("s",), "scope", "choose where the merged note holds", _JOIN, footer=3),
    Action(
        "put",
        tuple("1234567890"),
        "part",
        "the line in hand goes into that part; 0: into none",
        _SPLIT,
        footer=2,
    ),
    Action("cut", ("c",), "cut", "a new part begins at the line in hand", _SPLIT, footer=2),
    Action("by_headings", ("H",), "headings", "cut anew by headings", _SPLIT, footer=8),
    Action("by_paragraphs", ("P",), "paragraphs", "cut anew by paragraphs", _SPLIT, footer=8),
    Action(
        "part_head",
        ("e",),
        "edit",
        "write title, slot, scope, value and links of this part",
        _SPLIT,
        footer=3,
    ),
    Action("part_whole", ("E",), "edit all", "write the whole part by hand", _SPLIT),
    Action("give_up", ("A",), "give up", "the lines in no part may go", _SPLIT, footer=4),
)
"""Shown in the help after the other keys."""
