"""Proposals against today's Home: bases, three-way merges, health (DESIGN §5)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from curator_core.model.decision import Approve, Edit
from curator_core.model.files import NoteFile, NoteText, Place
from curator_core.model.home import Snapshot
from curator_core.model.merge import ThreeWay
from curator_core.model.note import SCHEMA_VERSION, FieldValue, Status
from curator_core.model.problem import Refusal
from curator_core.model.proposal import Item, Part
from curator_core.rules import branches, editing, health, items, merging, picks, shrinking
from curator_core.rules.editing import REMOVE, Remove
from curator_core.rules.hashing import short_id
from curator_core.rules.health import Today
from curator_core.rules.items import Queue
from curator_core.rules.planning.batch import Chosen
from curator_core.rules.planning.effects import Context, Update
from curator_core.rules.slots import folded_id
from curator_core.service import versions
from curator_core.service.opening import Opened, lasting
from curator_core.store import branch_notes, git_reading, note_files, seen

WAYS = "ways"
"""Where a memo keeps merges by the blobs that they are made of."""


def judged(one: Opened, made: Queue) -> Queue:
    """The queue with every proposal's base and health; what is applied already is set apart."""
    parts = _with_bases(one, made)
    today = _today(one, made.items, parts)
    found = [
        health.judged(item, parts.get(item.item, ()), today)
        for item in (*made.items, *made.applied)
    ]
    return items.ordered(found, parts)


def _today(one: Opened, found: Sequence[Item], parts: Mapping[str, tuple[Part, ...]]) -> Today:
    index, rules = versions.links(one)
    named = {
        folded_id(name) for item in found if item.op in health.RELATED for name in item.targets
    }
    paths = [path for name in named for path in index.by_id.get(name, ())]
    snapshot = one.snapshot
    history = versions.history(one, paths, (index, rules))
    return Today(
        snapshot=snapshot,
        history=history,
        at=one.at,
        ways=_ways(one, [part for each in parts.values() for part in each]),
        holders=health.waiting_for(found, parts),
        paths={
            name: tuple(path for path in index.by_id.get(name, ()) if _under_notes(one, path))
            for name in named
        },
        blobs={
            snapshot.file(part.address).entry.blob: item.item
            for item in found
            for part in parts.get(item.item, ())
            if part.address is not None and branches.is_address(part.address)
        },
    )


def _under_notes(one: Opened, path: str) -> bool:
    return one.snapshot.entries[path].place is Place.NOTES


def _ways(one: Opened, parts: Iterable[Part]) -> dict[str, ThreeWay]:
    """The three-way merge of every update, by its address; left out where there is no text."""
    known = lasting(one, WAYS)
    found = {}
    for part in parts:
        three = _texts(one.snapshot, part)
        if three is None or part.address is None:
            continue
        key = three.blobs
        if key not in known:
            known[key] = merging.three_way(three.base, three.current, three.proposed)
        found[part.address] = known[key]
    return found


@dataclass(frozen=True, slots=True)
class Three:
    """The three texts of an update; `base` None when nobody knows it."""

    base: NoteText | None
    current: NoteText
    proposed: NoteText
    blobs: tuple[str | None, str, str]


def _texts(snapshot: Snapshot, part: Part) -> Three | None:
    if part.address is None or part.target is None or part.target not in snapshot.entries:
        return None
    current, proposed = snapshot.files[part.target], snapshot.file(part.address)
    if current.text is None or proposed.text is None:
        return None
    base = None if part.base is None else part.base.text
    blob = None if part.base is None or base is None else part.base.entry.blob
    return Three(base, current.text, proposed.text, (blob, current.entry.blob, proposed.entry.blob))


def way_of(one: Opened, part: Part) -> tuple[Three, ThreeWay] | None:
    """The three texts of an update and their merge; None where one of them cannot be read."""
    three = _texts(one.snapshot, part)
    if three is None or part.address is None:
        return None
    return three, _ways(one, (part,))[part.address]


def _with_bases(one: Opened, made: Queue) -> dict[str, tuple[Part, ...]]:
    """Updates that lie in the worktree were made from what the note said when they came."""
    waiting = [
        part
        for parts in made.parts.values()
        for part in parts
        if part.no_base and part.address is not None and not branches.is_address(part.address)
    ]
    if not waiting:
        return dict(made.parts)
    bases = _bases(one, waiting)
    return {
        item: tuple(_based(part, bases.get(part.address or "")) for part in parts)
        for item, parts in made.parts.items()
    }


def _based(part: Part, base: NoteFile | None) -> Part:
    return part if base is None else replace(part, base=base, no_base=False)


def _bases(one: Opened, parts: Sequence[Part]) -> dict[str, NoteFile]:
    """By path: the note's text in the commit that added the candidate; of an untracked one the
    text that lay there when it was first seen (CONTRACT 26)."""
    entries = one.snapshot.entries
    addresses = {part.address: part for part in parts if part.address is not None}
    added = git_reading.adding_commits(one.repo, list(addresses))
    blobs: dict[str, str] = {}
    fresh: dict[str, tuple[str, str]] = {}
    for path, part in addresses.items():
        target = part.target or ""
        if path in added:
            blob = one.repo.blob_of(added[path], target)
            if blob is not None:
                blobs[path] = blob
        else:
            fresh[path] = entries[path].blob, entries[target].blob
    blobs |= seen.first(one.repo.state_dir, fresh)
    texts = one.repo.blobs(set(blobs.values()))
    config = one.snapshot.config
    return {
        path: branch_notes.parsed(addresses[path].target or path, texts[blob], None, config)
        for path, blob in blobs.items()
        if blob in texts
    }


def shrinks(one: Opened, parts: Sequence[Part]) -> bool:
    """Whether an update drops much of the note that it changes (C44)."""
    for part in parts:
        three = _texts(one.snapshot, part)
        if three is not None and shrinking.shrinks(three.current.body, three.proposed.body):
            return True
    return False


def updates(
    one: Opened,
    chosen: Sequence[Chosen],
    parts: Mapping[str, tuple[Part, ...]],
    context: Context,
) -> dict[str, Update]:
    """What every chosen update would leave of its note, by its address."""
    found = {}
    for each in chosen:
        result = context.results.get(each.choice.result) if isinstance(each.choice, Edit) else None
        words = each.choice.picks if isinstance(each.choice, Approve) else ()
        for part in parts.get(each.item.item, ()):
            known = way_of(one, part)
            if known is not None and part.address is not None:
                given = result.data if result is not None else _merged(known, words)
                found[part.address] = _update(one, part, known[1], given)
                if words or result is not None:
                    found[part.address] = replace(found[part.address], by_hand=True)
    return found


def _merged(known: tuple[Three, ThreeWay], words: Sequence[str]) -> bytes | Refusal | None:
    """The text that a merge gives with these picks; None while a region is open."""
    three, way = known
    chosen = picks.parsed(words, way)
    if isinstance(chosen, Refusal):
        return chosen
    done = picks.resolve(way, three.current, chosen)
    if done.text is None:
        return None
    if done.markers:
        lines = ", ".join(map(str, done.markers))
        message = f"the result holds conflict markers (lines {lines})"
        return Refusal("conflict", message, "write the text yourself: edit")
    return editing.encode(three.current, done.text)


def _update(one: Opened, part: Part, way: ThreeWay, data: bytes | Refusal | None) -> Update:
    target = part.target or ""
    if data is None or isinstance(data, Refusal):
        return Update(way=way, file=None, refused=data)
    file = _as_note(one, target, data)
    old = one.snapshot.files[target].note
    differing = () if old is None or file.note is None else merging.in_place(old, file.note)
    return Update(
        way=way,
        file=file,
        answering=differing,
        successor=_successor(one, target, file) if differing else None,
    )


def _as_note(one: Opened, path: str, data: bytes) -> NoteFile:
    config = one.snapshot.config
    return note_files.parse(data, note_files.where(path, data, Place.NOTES, config), config)


def _successor(one: Opened, target: str, file: NoteFile) -> NoteFile | None:
    """The same text as a note of its own, which names the old one as what it supersedes."""
    old = one.snapshot.entries[target]
    if file.text is None:
        return None
    new_id = short_id("m_", "version", old.note_id or target, file.entry.blob)
    fields: dict[str, FieldValue | Remove] = {
        "schema_version": SCHEMA_VERSION,
        "id": new_id,
        "status": Status.ACTIVE.value,
        "supersedes": (old.note_id or "",),
    }
    fields |= {name: REMOVE for name in STALE if name in file.text.fields}
    text = editing.edit(file.text, fields)
    path = f"{target.rpartition('/')[0]}/{new_id}.md".lstrip("/")
    data = editing.encode(file.text, text)
    return branch_notes.parsed(path, data, one.at, one.snapshot.config)


STALE = ("reviewed", "reviewed_by", "reviewed_at", "reviewed_hash", "verified_at", "review_by")
"""What was said of the old version by its review, and is not true of a new one."""
