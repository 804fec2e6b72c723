"""The three-way merge of a note: fields per key, body per line and hunk (DESIGN §5)."""

from __future__ import annotations

from curator_core.model.files import NoteText
from curator_core.model.merge import Delta, ThreeWay
from curator_core.rules.deltas import PROVENANCE, delta, in_place
from curator_core.rules.markers import markers
from curator_core.rules.merging_fields import KEPT, fields
from curator_core.rules.merging_lines import hunks, hunks_without_base
from curator_core.rules.picks import offered, resolve

__all__ = [
    "KEPT",
    "PROVENANCE",
    "Delta",
    "delta",
    "in_place",
    "markers",
    "offered",
    "resolve",
    "three_way",
]


def three_way(
    base: NoteText | None,
    current: NoteText,
    proposed: NoteText,
    kept: frozenset[str] = KEPT,
) -> ThreeWay:
    """All regions of a proposal that was made from `base` against today's text.

    `kept` keys are current's whatever the others say, and no regions. Without a base every
    difference is a conflict. Comments between fields, their order and their quotes are current's.
    """
    mine, yours = _body(current), _body(proposed)
    found = hunks_without_base(mine, yours) if base is None else hunks(_body(base), mine, yours)
    return ThreeWay(fields(base, current, proposed, kept), found, no_base=base is None)


def _body(text: NoteText) -> tuple[str, ...]:
    return text.lines[text.body_start :]
