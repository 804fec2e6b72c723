"""Cutting a note into parts, while a reviewer works on it; nothing is written."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from curator_core.model.cutting import Head, Original
from curator_core.model.files import NoteFile, Place
from curator_core.model.note import SCHEMA_VERSION, FieldValue, Note, Relation
from curator_core.model.problem import Refusal
from curator_core.model.proposal import Item, Lane, Op
from curator_core.rules import branches, cutting, editing, merging, picks
from curator_core.rules.editing import REMOVE, Remove
from curator_core.rules.hashing import short_id
from curator_core.rules.review_state import Standing, vouch
from curator_core.service import existing, finding, looking, naming, proposing
from curator_core.service.caller import Caller
from curator_core.service.opening import Opened, opened, reviewer
from curator_core.store import note_files

MOST = 9
"""Parts that a note can be cut into: one digit each."""
_STALE = (
    *("reviewed", "reviewed_by", "reviewed_at", "reviewed_hash", "verified_at", "review_by"),
    "superseded_by",
)


def original(caller: Caller, name: str) -> Original | Refusal:
    """The note or candidate of this item or note id, ready to be cut."""
    with opened(caller) as one:
        actor = reviewer(one)
        if isinstance(actor, Refusal):
            return actor
        found = existing.find(one, name) or naming.resolve(finding.queue(one), name)
        return found if isinstance(found, Refusal) else _read(one, found, actor)


def _read(one: Opened, item: Item, actor: str) -> Original | Refusal:
    refused = uncut(item)
    if refused is not None:
        return refused
    file = _made(one, item) if item.op is Op.UPDATE else one.snapshot.file(item.file)
    if isinstance(file, Refusal):
        return file
    if file.text is None or file.note is None:
        path = branches.path_of(item.file)
        return Refusal("invalid", "this text cannot be read as a note", "edit it first", path)
    lines = tuple(line.rstrip("\r\n") for line in file.text.body.splitlines(keepends=True))
    changes = _changes(one, item, lines) if item.op is Op.UPDATE else None
    lines, sections = changes or (lines, cutting.by_headings(lines))
    before = None if changes is None else _before(one, item)
    if item.op is Op.UPDATE and before is None and _answers_otherwise(one, item, file.note):
        message = "it changes what the note answers: that is a new version"
        return Refusal("relation-required", message, "approve it with a kind", ids=item.notes)
    if not file.entry.note_id:
        hint = "say that it is still true first: that writes one"
        return Refusal("invalid", "this note has no id yet", hint, file.entry.path)
    return Original(
        item=item.item,
        shown_hash=looking.shown_hash(one, item, actor),
        note_id=file.note.id,
        title=file.entry.title,
        text=file.text,
        head=_head(file.note),
        lines=lines,
        sections=sections,
        before=before,
        ids=tuple(_id(item.item, file.entry.blob, n) for n in range(1, MOST + 1)),
        reviewed=item.commit is None
        and vouch(file.entry, one.snapshot.reviews).standing is Standing.REVIEWED,
        supersedes=file.note.supersedes,
        tainted=item.lane is Lane.QUARANTINED or bool(item.taint),
    )


def _made(one: Opened, item: Item) -> NoteFile | Refusal:
    """The text that an update would leave, as if it lay there."""
    [part] = finding.queue(one).parts.get(item.item, ()) or [None]
    known = None if part is None else proposing.way_of(one, part)
    target = None if part is None else part.target
    if known is None or target is None:
        return Refusal("dead", "the note that it changes is gone", "reject it", ids=item.notes)
    three, way = known
    text = picks.resolve(way, three.current, {}).text
    if text is None:
        message, hint = "both sides changed the same", "choose a side for each first: m"
        return Refusal("conflict", message, hint, ids=item.notes)
    config, data = one.snapshot.config, editing.encode(three.current, text)
    where = note_files.where(target, data, Place.NOTES, config)
    return note_files.parse(data, where, config)


def _before(one: Opened, item: Item) -> Head | None:
    note = _target(one, item).note
    return None if note is None else _head(note)


def _answers_otherwise(one: Opened, item: Item, made: Note) -> bool:
    """Whether an update's result answers something else than its note."""
    note = _target(one, item).note
    return note is not None and bool(merging.in_place(note, made))


def _target(one: Opened, item: Item) -> NoteFile:
    """The note that an update changes, as it lies there."""
    [part] = finding.queue(one).parts[item.item]
    return one.snapshot.files[part.target or ""]


def _changes(
    one: Opened, item: Item, lines: Sequence[str]
) -> tuple[tuple[str, ...], tuple[int, ...]] | None:
    """The lines of an update's result and those that it drops, and the part in which each starts
    out: what stays is part 1, what was said before part 2, what is said now part 3."""
    current = _target(one, item).text
    return cutting.by_changes(() if current is None else current.body.splitlines(), lines)


def uncut(item: Item) -> Refusal | None:
    """Why an item is no note of its own that could be cut."""
    several = item.commit is not None and (len(item.files) != 1 or len(item.paths) != 1)
    if item.op is Op.UPDATE and len(item.paths) != 1:
        message, hint = "this changes several notes", "decide them one by one"
    elif several or item.op in (Op.CONFIG, Op.OUTSIDE_CHANGE, Op.ARCHIVE, Op.FORGET):
        message, hint = "only one note can be cut into several", "decide its notes one by one"
    elif item.finding is not None and item.op is not Op.REVIEW:
        message, hint = "this is a finding about notes", "cut the note itself, in the memory"
    else:
        return None
    return Refusal("invalid", message, hint, ids=item.notes)


def _id(item: str, blob: str, number: int) -> str:
    return short_id("m_", "split", item, blob, number)


def _head(note: Note) -> Head:
    return Head(
        title=note.title or "",
        memory_key=note.memory_key,
        value=note.value,
        scope=note.scope,
        valid_from=note.valid_from,
        valid_to=note.valid_to,
    )


def head_of(of: Original, number: int, lines: Sequence[str]) -> Head:
    """What a part states by itself: the first keeps slot and value, others are free notes named by
    their first line."""
    if of.before is not None:
        return _head_of_change(of, of.before, number, lines)
    if number == 1:
        return of.head
    return _free(of.head, lines, of)


def _head_of_change(of: Original, before: Head, number: int, lines: Sequence[str]) -> Head:
    """Of an update the part that says it now replaces the one that said it before, from a start
    that the update or a person says; the slot is theirs when the value changes."""
    moved = (of.head.memory_key, of.head.value) != (before.memory_key, before.value)
    if number == 3:
        start = None if of.head.valid_from == before.valid_from else of.head.valid_from
        said = replace(of.head if moved else _free(of.head, lines, of), valid_from=start)
        return replace(said, supersedes=(of.ids[1],), relation=Relation.STATE_CHANGE)
    whole = replace(of.head, valid_from=before.valid_from, valid_to=before.valid_to)
    if number == 2 and moved:
        return before
    return whole if number == 1 and not moved else _free(whole, lines, of)


def _free(head: Head, lines: Sequence[str], of: Original) -> Head:
    title = cutting.title_of(lines) or of.title
    return replace(head, title=title, memory_key=None, value=None)


def part(of: Original, number: int, head: Head, lines: Sequence[str]) -> str:
    """A part's whole text: the original's other fields, its own head and lines."""
    wanted: dict[str, FieldValue] = {
        "title": head.title or None,
        "memory_key": head.memory_key,
        "value": head.value,
        "scope": head.scope,
        "valid_from": head.valid_from,
        "valid_to": head.valid_to,
        "supersedes": head.supersedes or None,
        "relation": None if head.relation is None else head.relation.value,
    }
    changes: dict[str, FieldValue | Remove] = {
        "schema_version": SCHEMA_VERSION,
        "id": of.ids[number - 1],
        "status": "candidate",
    }
    present = of.text.fields
    changes |= {name: REMOVE for name in _STALE if name in present}
    for name, value in wanted.items():
        if value is not None:
            changes[name] = value
        elif name in present:
            changes[name] = REMOVE
    edited = editing.edit(of.text, changes)
    top = edited[: len(edited) - len(of.text.body)] if of.text.body else edited
    end = of.text.newline
    return top + "".join(f"{line}{end}" for line in _trimmed(lines))


def _trimmed(lines: Sequence[str]) -> Sequence[str]:
    """Without blank lines at both ends."""
    said = [number for number, line in enumerate(lines) if line.strip()]
    return lines[said[0] : said[-1] + 1] if said else ()


def encoded(of: Original, text: str) -> bytes:
    """A part's text as bytes."""
    return editing.encode(of.text, text)


def left_out(of: Original, texts: Iterable[str]) -> tuple[str, ...]:
    """Lines of the original, and its value, that stand in no part."""
    parts = [*texts]
    missing = cutting.left_out(of.lines, parts)
    value = of.head.value
    stated = value is None or any(
        not cutting.left_out((line,), parts) for line in (f"value: {value}", value)
    )
    return missing if stated or value is None else (value, *missing)


def paragraphs(of: Original) -> tuple[int, ...]:
    """The part of each line when every paragraph is one."""
    return cutting.by_paragraphs(of.lines)
