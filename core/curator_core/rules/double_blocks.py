"""Two blocks of fields at the head of a note, of which only the first is read (C04, FAULTS F04)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from curator_core.model.answer import Finding, Repair
from curator_core.model.event import Action
from curator_core.model.files import Entry, NoteText
from curator_core.model.note import FieldValue
from curator_core.model.problem import Severity
from curator_core.rules import editing, merging_fields
from curator_core.rules.editing import KEY_ORDER

CODE = "double-block"
"""The code of the problem and of the finding."""
_KNOWN = frozenset(KEY_ORDER)
_CLAIMS = frozenset({"reviewed", "reviewed_by", "reviewed_at", "reviewed_hash", "verified_at"})
"""Fields that only decisions write: a block that is put in brings none along."""


def joined(first: NoteText, second: NoteText) -> str:
    """One text of both: `second` is the body of `first` and begins with a block of its own.

    The fuller block stays as it is written, the second of equal ones (a tool put the first above
    it). It gets the fields that it has not; lists that are sets are united.
    """
    if _weight(first) > _weight(second):
        head = replace(first, lines=first.lines[: first.body_start])
        return editing.edit(head, _more(first.fields, second.fields)) + second.body
    return editing.edit(second, _more(second.fields, first.fields)).lstrip("\r\n")


def _weight(text: NoteText) -> tuple[bool, int, int]:
    names = text.fields.keys() - _CLAIMS
    return "schema_version" in names, len(names & _KNOWN), len(names)


def _more(
    stays: Mapping[str, FieldValue], other: Mapping[str, FieldValue]
) -> dict[str, FieldValue]:
    more: dict[str, FieldValue] = {}
    for name, value in other.items():
        mine = stays.get(name)
        if name not in stays and name not in _CLAIMS and value is not None:
            more[name] = value
        elif name in merging_fields.SETS and mine != value:
            items = merging_fields.items(mine), merging_fields.items(value)
            if items[0] is not None and items[1] is not None:
                more[name] = merging_fields.united(items[0], items[1])
    return more


def finding(entry: Entry, name: str, *, mends: bool) -> Finding:
    """The finding about a file, `name` its note's id or its path; without a repair where one text
    of both blocks would be no note."""
    says = "make one block of both; the text below it stays"
    return Finding(
        code=CODE,
        severity=Severity.WARNING,
        message=f"{entry.path} has two blocks of fields, and only the first is read",
        ids=(name,),
        repair=Repair((), says, Action.EDIT) if mends else None,
    )
