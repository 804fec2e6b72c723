"""A note that a person writes by hand: it becomes a candidate like any other."""

from __future__ import annotations

import re
from dataclasses import dataclass

from curator_core.model.files import FileState, NoteFile, Place
from curator_core.model.note import SCHEMA_VERSION, FieldValue, Kind, Origin, Status
from curator_core.model.problem import Refusal, Severity
from curator_core.model.proposal import Item
from curator_core.rules import editing, layout
from curator_core.rules.hashing import short_id
from curator_core.service import finding, versions
from curator_core.service.caller import Caller
from curator_core.service.opening import Opened, look, opened
from curator_core.store import made_files, note_files, note_text

LONGEST_NAME = 60
"""Characters of a file name that is made of a title."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Composition:
    """What a person gives. `text` is a whole note, with or without frontmatter, or only its body;
    `fields` are single fields, which win over those in the text; None leaves one out."""

    text: bytes
    fields: dict[str, FieldValue]


@dataclass(frozen=True, slots=True)
class Composed:
    """The new candidate: its item in the queue and its file."""

    item: Item
    path: str
    note_id: str


def compose(caller: Caller, given: Composition) -> Composed | Refusal:
    """Write a candidate of origin user; a decision about it is another step. Nothing is written
    when the note is invalid or its id is taken."""
    with opened(caller) as one:
        made = _note(one, given)
        if isinstance(made, Refusal):
            return made
        path, file = made
        refused = _taken(one, file)
        if refused is not None:
            return refused
        made_files.create(one.repo, path, file.data)
        again = look(caller, one.repo)
        found = (item for item in finding.queue(again).items if item.paths[0] == path)
        item = next(found, None)
        assert item is not None, "BUG: a fresh candidate is an item"
        return Composed(item, path, file.entry.note_id or "")


def _note(one: Opened, given: Composition) -> tuple[str, NoteFile] | Refusal:
    text, problems = note_text.read(given.text)
    if text is None:
        worst = problems[0]
        return Refusal("invalid", worst.message, worst.hint, None, worst.line, worst.column)
    fields = {**_defaults(one, given, text.fields), **_given(given.fields)}
    if not text.body.strip() and not fields.get("value") and not text.fields.get("value"):
        return Refusal("invalid", "the note says nothing", "give a body or --value", field="value")
    whole = editing.encode(text, editing.edit(text, fields))
    folder = one.snapshot.config.candidates[0]
    path = layout.beneath(folder, f"{_stem(fields, text.fields)}.md")
    where = note_files.where(path, whole, Place.CANDIDATES, one.snapshot.config)
    file = note_files.parse(whole, where, one.snapshot.config)
    return _invalid(file) or (path, file)


def _given(fields: dict[str, FieldValue]) -> dict[str, FieldValue]:
    return {name: value for name, value in fields.items() if value not in (None, (), [])}


def _defaults(one: Opened, given: Composition, stated: object) -> dict[str, FieldValue]:
    """What every note by hand has, and what is missing in the text; origin is always the user."""
    known = stated if isinstance(stated, dict) else {}
    config = one.snapshot.config
    missing: dict[str, FieldValue] = {
        "schema_version": str(SCHEMA_VERSION),
        "id": short_id("m_", given.text.hex(), repr(sorted(given.fields.items())), one.at),
        "kind": Kind.SEMANTIC.value,
        "subject": config.default_subject,
        "scope": config.default_scope,
        "recorded_at": one.at,
    }
    fields = {name: value for name, value in missing.items() if known.get(name) is None}
    return {**fields, "status": Status.CANDIDATE.value, "origin": Origin.USER.value}


def _stem(fields: dict[str, FieldValue], stated: object) -> str:
    """A file name from the id, with words of the title before it where there are some."""
    known = stated if isinstance(stated, dict) else {}
    title = str(fields.get("title") or known.get("title") or "")
    note_id = str(fields.get("id") or known.get("id") or "note")
    words = "-".join(re.findall(r"\w+", title.casefold()))[:LONGEST_NAME].strip("-")
    safe = re.sub(r"[^A-Za-z0-9_-]", "-", note_id)[:64]
    return f"{words}-{safe}" if words else safe


def _invalid(file: NoteFile) -> Refusal | None:
    if file.entry.state not in (FileState.INVALID, FileState.UNREADABLE, FileState.NEWER):
        return None
    worst = next((p for p in file.problems if p.severity is Severity.ERROR), None)
    if worst is None:
        return Refusal("invalid", "the note is invalid", path=file.entry.path)
    code = "schema-newer" if worst.code == "schema-newer" else "invalid"
    return Refusal(
        code,
        f"{worst.field}: {worst.message}" if worst.field else worst.message,
        worst.hint,
        None,
        worst.line,
        worst.column,
        worst.field,
    )


def _taken(one: Opened, file: NoteFile) -> Refusal | None:
    note_id = file.entry.note_id or ""
    index, _ = versions.links(one)
    paths = index.by_id.get(note_id.casefold(), ())
    if not paths:
        return None
    return Refusal(
        "path-taken",
        f"a note with the id {note_id} exists already",
        "give it another id, or edit the note that is there",
        paths[0],
        ids=(note_id,),
    )
