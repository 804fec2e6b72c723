"""Reviewed notes against what the ledger says of them: files that are gone, fields that lie."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from curator_core.model.files import Entry, Place
from curator_core.model.note import FieldValue
from curator_core.rules import auditing
from curator_core.rules.auditing import Damage
from curator_core.rules.items import unsettled
from curator_core.rules.review_state import Standing, vouch
from curator_core.rules.slots import folded_id
from curator_core.service import leaving, versions
from curator_core.service.opening import Opened
from curator_core.store import note_text, rescue

MEMO = "missing notes"


def missing(one: Opened) -> tuple[Damage, ...]:
    """Notes that are gone without a decision; looked for once an opening."""
    known = one.memo.get(MEMO)
    if not isinstance(known, tuple):
        known = one.memo[MEMO] = tuple(_missing(one))
    return known


def _missing(one: Opened) -> Iterator[Damage]:
    """Approved notes whose file lies nowhere; a note that was moved and edited has another item."""
    lost = leaving.lost(one)
    texts = texts_of(one, lost)
    index, _ = versions.links(one)
    for blob, path in lost.items():
        data = texts.get(blob)
        note = None if data is None else versions.parsed(one, path, data)
        name = path if note is None or not note.id else note.id
        elsewhere = index.by_id.get(folded_id(name), ())
        if any(one.snapshot.entries[p].place is Place.NOTES for p in elsewhere):
            continue
        message = f"the reviewed note {name} is gone, and no decision took it away"
        says = f"put the approved text back at {path}"
        repair = None if data is None else auditing.putting(says, [(path, blob)])
        yield Damage(
            finding=auditing.error(auditing.MISSING, message, (name,), repair),
            paths=(path,),
            blobs=(blob,),
            command="look for the text in a backup: no object of this repository holds it",
        )


def texts_of(one: Opened, blobs: Mapping[str, object]) -> dict[str, bytes]:
    """Texts by blob from git's objects, else from local rescue; lost ones are left out."""
    found = one.repo.blobs(blobs) if blobs else {}
    missing = blobs.keys() - found.keys()
    return found | rescue.rescued_blobs(one.repo, missing) if missing else found


def differing(one: Opened) -> Iterator[Damage]:
    """Notes whose approved text is another file than theirs, though they say the same: what the
    content hash leaves out is compared by itself."""
    suspects: dict[str, tuple[Entry, str]] = {}
    for path in unsettled(one.snapshot):
        entry = one.snapshot.entries[path]
        known = vouch(entry, one.snapshot.reviews)
        approved = known.approved if known.standing is Standing.REVIEWED else None
        if approved is not None and approved.blob != entry.blob:
            suspects[path] = entry, approved.blob
    texts = texts_of(one, {blob: path for path, (_, blob) in suspects.items()})
    for path, (entry, blob) in suspects.items():
        fields = _fields(texts.get(blob))
        text = one.snapshot.files[path].text
        if fields is None or text is None or entry.note_id is None:
            continue
        wrong = auditing.differing(text.fields, fields)
        if wrong:
            yield _differs(entry, wrong, (entry.blob, blob))


def _differs(entry: Entry, wrong: Mapping[str, FieldValue], blobs: tuple[str, str]) -> Damage:
    name = entry.note_id or entry.path
    message = f"{name} says of itself what nobody approved, in: {', '.join(wrong)}"
    repair = auditing.field_repair(name, wrong)
    finding = auditing.error(auditing.DIFFERS, message, (name,), repair)
    return Damage(finding=finding, paths=(entry.path,), blobs=blobs)


def _fields(data: bytes | None) -> Mapping[str, FieldValue] | None:
    text = None if data is None else note_text.read(data)[0]
    return None if text is None else text.fields
