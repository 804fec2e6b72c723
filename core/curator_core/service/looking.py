"""One item whole: texts, fields, problems, cited lines, what approve would do, the shown hash."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from curator_core.model.decision import Approve, Decision
from curator_core.model.event import Event
from curator_core.model.files import Entry, FileState, NoteFile, Place
from curator_core.model.flag import Flag
from curator_core.model.note import Note
from curator_core.model.plan import Plan
from curator_core.model.problem import Refusal
from curator_core.model.proposal import Item, Op, Part
from curator_core.model.view import FieldRow, FileDelta, ItemView, Merged, Preview
from curator_core.rules import attribution, event_lines, secrets
from curator_core.rules.flags import version
from curator_core.rules.hashing import digest
from curator_core.rules.planning.batch import Chosen
from curator_core.rules.review_state import Standing, vouch
from curator_core.service import (
    circumstances,
    citing,
    finding,
    flagging,
    leaving,
    proposing,
    queueing,
    restoring_files,
    spilling,
)
from curator_core.service.opening import Opened
from curator_core.store import home
from curator_core.store.note_files import READER_VERSION

RULES_VERSION = 2
"""Raised when the same state would show other flags or another plan; part of the shown hash."""


def item_view(one: Opened, item: Item, actor: str) -> ItemView:
    """What a person must see before deciding; `shown_hash` binds a decision to it."""
    file = _file(one, item)
    current = _current(one, item, file.entry)
    preview = preview_of(one, Approve(item=item.item), item, actor)
    flags = flagging.told(one, item, file.problems)
    return ItemView(
        item=item,
        entry=file.entry,
        note=file.note,
        base_text=_base(one, item, current),
        current_text=current,
        proposed_text=_shown_text(file),
        fields=_fields(one, file),
        problems=file.problems,
        flags=flags,
        sources=citing.resolve(one, file.note) if file.note else (),
        preview=preview,
        shown_hash=_shown_hash(item, current, preview, flags),
        repair=None
        if item.finding is None or item.finding.repair is None
        else item.finding.repair.says,
        age_days=queueing.age_days(one, item),
        events=_events(one, item),
        merges=_merges(one, item),
        said_by=None if file.note is None else attribution.sayer(file.note),
    )


def _merges(one: Opened, item: Item) -> tuple[Merged, ...]:
    found = []
    for part in finding.queue(one).parts.get(item.item, ()):
        known = proposing.way_of(one, part)
        if known is not None and part.target is not None:
            standing = vouch(one.snapshot.entries[part.target], one.snapshot.reviews).standing
            edited = standing is Standing.EDITED
            found.append(Merged(part.target, known[0].current, known[1], edited))
    return tuple(found)


def shown_hash(one: Opened, item: Item, actor: str) -> str:
    """The hash alone, for binding a decision to the state at a command's start; asked again while
    nothing changed it is not made anew."""
    known = one.memo.setdefault("shown", {})
    assert isinstance(known, dict), "BUG: the memo of shown hashes is something else"
    key = (item.item, item.item_hash, actor)
    if key not in known:
        known[key] = _made_hash(one, item, actor)
    found: str = known[key]
    return found


def _made_hash(one: Opened, item: Item, actor: str) -> str:
    file = _file(one, item)
    current = _current(one, item, file.entry)
    preview = preview_of(one, Approve(item=item.item), item, actor)
    return _shown_hash(item, current, preview, flagging.told(one, item, file.problems))


def preview_of(one: Opened, choice: Decision, item: Item, actor: str) -> Preview | Refusal:
    """What one choice on one item would do now."""
    chosen = [Chosen(choice, item)]
    context = circumstances.for_choices(one, actor, chosen)
    plan, refused = spilling.planned(one, chosen, context)
    if plan is None:
        return refused[0][1]
    return Preview(plan=plan, deltas=deltas(one, plan))


def _file(one: Opened, item: Item) -> NoteFile:
    if item.finding is not None and restoring_files.puts_of(item):
        return restoring_files.shown(one, item)
    if item.finding is not None and item.file not in one.snapshot.entries:
        return leaving.file(one, item.file)
    if item.op is not Op.CONFIG and (item.commit is None or item.files):
        gone = item.commit is None and item.file not in one.snapshot.entries
        return _named_only(item) if gone else one.snapshot.file(item.file)
    if item.commit is not None:
        return _without_text(one, item)
    data = _config_text(one)
    entry = Entry(
        path=item.paths[0],
        blob=item.blob,
        place=Place.NOTES,
        state=FileState.FOREIGN,
        size=len(data),
        title=item.title,
    )
    return NoteFile(entry, data, None, None, ())


def _without_text(one: Opened, item: Item) -> NoteFile:
    """What a proposal without a text of its own is about: the note that it takes away, or nothing
    but its paths."""
    target = next((p.target for p in finding.queue(one).parts.get(item.item, ()) if p.target), None)
    if target is not None:
        return one.snapshot.files[target]
    return _named_only(item)


def _named_only(item: Item) -> NoteFile:
    """Nothing but the paths of an item, whose text is not there or not one."""
    data = "".join(f"{path}\n" for path in item.paths).encode("utf-8", "surrogateescape")
    entry = Entry(
        path=item.paths[0],
        blob=item.blob,
        place=Place.CANDIDATES,
        state=FileState.UNREADABLE,
        size=len(data),
        title=item.title,
    )
    return NoteFile(entry, data, None, None, ())


def _config_text(one: Opened) -> bytes:
    """The configuration as it lies there."""
    change = one.snapshot.config_change
    return home.config_text(one.repo) if change is None else change.found


def _shown_text(file: NoteFile) -> str:
    """The file as text; bytes that are none come as \\xNN escapes through the escaping function."""
    return file.data.decode("utf-8", "surrogateescape")


def _current(one: Opened, item: Item, entry: Entry) -> str | None:
    """The approved text that the item would replace, if there is one."""
    if restoring_files.puts_of(item):
        return restoring_files.current(one, item)
    if item.op is Op.CONFIG and one.snapshot.config_change is not None:
        return one.snapshot.config_change.in_effect.decode("utf-8", "surrogateescape")
    part = None if item.op is Op.OUTSIDE_CHANGE else _first_part(one, item)
    if part is not None:
        there = part.target is not None and part.target in one.snapshot.entries
        return _shown_text(one.snapshot.files[part.target]) if there and part.target else None
    approved = vouch(entry, one.snapshot.reviews).approved
    if approved is None or item.op not in (Op.REVIEW, Op.OUTSIDE_CHANGE):
        return None
    data = one.repo.blobs([approved.blob]).get(approved.blob)
    return None if data is None else data.decode("utf-8", "surrogateescape")


def _first_part(one: Opened, item: Item) -> Part | None:
    """The note that a proposal shows first, where it is one of a proposal."""
    parts = finding.queue(one).parts.get(item.item, ())
    return next((part for part in parts if part.address == item.file), None) or next(
        iter(parts), None
    )


def _base(one: Opened, item: Item, current: str | None) -> str | None:
    """The text that a proposal was made from; of an edit of a reviewed note the approved one."""
    part = None if item.op is Op.OUTSIDE_CHANGE else _first_part(one, item)
    if part is None:
        return current
    return None if part.base is None else _shown_text(part.base)


def _fields(one: Opened, file: NoteFile) -> tuple[FieldRow, ...]:
    if file.text is None:
        return ()
    rows = [
        FieldRow(name, None, field_text(value), name in file.entry.filled)
        for name, value in file.text.fields.items()
    ]
    present = {row.name for row in rows}
    for name in file.entry.filled:
        if name not in present and file.note is not None:
            value = _filled_value(one, file.entry, file.note, name)
            rows.append(FieldRow(name, None, value, filled=True))
    return tuple(rows)


def _filled_value(one: Opened, entry: Entry, note: Note, name: str) -> str:
    if name == "recorded_at" and not note.recorded_at:
        return one.repo.first_commit_date(entry.path) or "the instant of the decision"
    return field_text(getattr(note, name, ""))


def field_text(value: object) -> str:
    """A field's value on one line, lists joined by commas."""
    if value is None:
        return ""
    if isinstance(value, tuple | list):
        return ", ".join(field_text(item) for item in value)
    if isinstance(value, dict):
        return ", ".join(f"{key}: {field_text(item)}" for key, item in value.items())
    return str(getattr(value, "value", value))


def _shown_hash(
    item: Item, current: str | None, preview: Preview | Refusal, flags: tuple[Flag, ...]
) -> str:
    meaning = preview.code if isinstance(preview, Refusal) else preview.plan.digest
    told = [(f.code, f.severity.value, f.line, f.column, f.rule, f.decoded) for f in flags]
    text = None if current is None else digest(current.encode("utf-8", "surrogateescape").hex())
    versions = (RULES_VERSION, READER_VERSION, secrets.RULES_VERSION, version.RULES_VERSION)
    return "s_" + digest(item.item_hash, text, meaning, told, versions)[:32]


def _events(one: Opened, item: Item) -> tuple[Event, ...]:
    names = {item.item, *item.notes}
    return tuple(
        event
        for event in one.ledger.events
        if event.item in names or names & {*event.items, *event.about}
    )


def deltas(one: Opened, plan: Plan) -> tuple[FileDelta, ...]:
    """The plan's note files as a person reads them; the ledger file is left out."""
    result = []
    for change in plan.changes:
        own = change.path == event_lines.path_of(plan.at, plan.decision)
        if own or (change.forgets and event_lines.is_ledger(change.path)):
            continue
        before = _now(one, change.path) if change.before else None
        after = None if change.after is None else change.after.decode("utf-8", "surrogateescape")
        kind = "add" if change.before is None else "remove" if after is None else "modify"
        before, after = (None if t is None else secrets.masked(t) for t in (before, after))
        result.append(FileDelta(path=change.path, kind=kind, before=before, after=after))
    return _moves(result, plan)


def _moves(found: Sequence[FileDelta], plan: Plan) -> tuple[FileDelta, ...]:
    """What an event moves is one delta, not a removal and an addition."""
    moved = {
        change.path_after: change.path_before
        for event in plan.events
        for change in event.notes
        if change.path_after is not None and change.path_before not in (None, change.path_after)
    }
    removed = {delta.path: delta for delta in found if delta.kind == "remove"}
    gone = {path for new, path in moved.items() if any(d.path == new for d in found)}
    kept: list[FileDelta] = []
    for delta in found:
        old = removed.get(moved.get(delta.path) or "") if delta.kind == "add" else None
        if old is not None:
            kept.append(
                replace(delta, path=old.path, kind="move", before=old.before, moved_to=delta.path)
            )
        elif delta.kind != "remove" or delta.path not in gone:
            kept.append(delta)
    return tuple(kept)


def _now(one: Opened, path: str) -> str | None:
    if path in one.snapshot.files:
        return _shown_text(one.snapshot.files[path])
    change = one.snapshot.config_change
    if change is not None and path == change.path:
        return change.found.decode("utf-8", "surrogateescape")
    there = restoring_files.lies(one, path)
    return None if there is None else there.decode("utf-8", "surrogateescape")
