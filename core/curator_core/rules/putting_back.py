"""One note's earlier bytes back in their place; a later hand edit is kept (DESIGN §5, undo)."""

from __future__ import annotations

from dataclasses import dataclass, replace

from curator_core.model.answer import Version
from curator_core.model.event import NoteChange
from curator_core.model.files import NoteText
from curator_core.model.problem import Refusal
from curator_core.rules import editing, layout, merging
from curator_core.rules.planning.draft import Draft, Drafted
from curator_core.rules.planning.effects import ledger_text

CONFIG_PATH = "curator.toml"
EVERY_FIELD: frozenset[str] = frozenset()
"""An undo gives review fields back too: no field is kept as it is."""


@dataclass(frozen=True, slots=True)
class Earlier:
    """The bytes that go back for a change; `there` is the blob that lies at its place now.

    `data` None takes the file away. `found` are the bytes that lie there when they were edited
    since; `data` then holds that edit too.
    """

    change: NoteChange
    there: str | None
    data: bytes | None
    found: bytes | None = None

    @property
    def notices(self) -> tuple[str, ...]:
        """What a reviewer must know."""
        if self.found is None:
            return ()
        return (f"{self.change.path_after} was edited since; the edit stays",)


def earlier(change: NoteChange, draft: Draft) -> Earlier | Refusal:
    """What goes back for a change, or why it cannot; nothing is drafted yet."""
    if change.blob_before is not None and change.blob_before not in draft.context.past:
        return _conflict(
            change,
            "the earlier text is kept only redacted, and its local copy is gone",
            "see `curator rescue list`",
            change.path_before,
        )
    moved = change.path_before not in (None, change.path_after)
    if moved and draft.taken(change.path_before or ""):
        return Refusal(
            "path-taken",
            "another file lies where the earlier text has to go",
            "move that file away, then undo",
            change.path_before,
            ids=_ids(change),
        )
    before = None if change.blob_before is None else draft.context.past[change.blob_before]
    now = None if change.path_after is None else blob_at(change.path_after, draft)
    if change.path_after is None or now == change.blob_after:
        return Earlier(change, change.blob_after, before)
    return _with_edit(change, draft)


def _with_edit(change: NoteChange, draft: Draft) -> Earlier | Refusal:
    """A file edited since: its edit and the earlier text, both against what the decision left."""
    path = change.path_after or ""
    found = bytes_at(path, draft)
    if found is None:
        hint = "put the file back as the decision left it, then undo"
        return _conflict(change, "the file is gone", hint, path)
    merged = _merged(change, found, draft)
    if merged is None:
        return _conflict(
            change,
            "the file was changed after this decision, where the undo changes it too",
            "put the file back as the decision left it, then undo",
            path,
        )
    return Earlier(change, blob_at(path, draft), merged, found)


def _merged(change: NoteChange, found: bytes, draft: Draft) -> bytes | None:
    past = draft.context.past
    left, before = past.get(change.blob_after or ""), past.get(change.blob_before or "")
    is_note = layout.place_of(change.path_after or "", draft.snapshot.config) is not None
    if left is None or before is None or not is_note:
        return None
    texts = [_text(data, draft) for data in (left, found, before)]
    base, current, proposed = texts
    if base is None or current is None or proposed is None:
        return None
    way = merging.three_way(base, current, proposed, EVERY_FIELD)
    made = merging.resolve(way, current, {})
    if made.text is None or made.markers:
        return None
    data = editing.encode(current, made.text)
    return None if _text(data, draft) is None else data


def _text(data: bytes, draft: Draft) -> NoteText | None:
    """A text with its fields, None for bytes that are no note."""
    file = draft.context.results.get(data)
    return None if file is None or file.note is None else file.text


def _conflict(change: NoteChange, message: str, hint: str, path: str | None) -> Refusal:
    return Refusal("conflict", message, hint, path, ids=_ids(change))


def _ids(change: NoteChange) -> tuple[str, ...]:
    return () if change.id is None else (change.id,)


def blob_at(path: str, draft: Draft) -> str | None:
    """The blob that lies at a path in the draft; None where nothing is."""
    if path in draft.files:
        return draft.files[path].blob
    if path in draft.snapshot.entries:
        return draft.snapshot.entries[path].blob
    return draft.snapshot.config_blob if path == CONFIG_PATH else None


def bytes_at(path: str, draft: Draft) -> bytes | None:
    """The bytes of the note at a path in the draft; None where none is."""
    if path in draft.files:
        return draft.files[path].data
    known = path in draft.snapshot.entries
    return draft.snapshot.files[path].data if known else None


def put_back(one: Earlier, draft: Draft) -> NoteChange:
    """Lay the earlier bytes; what that changed, review hashes included."""
    change = one.change
    if change.path_after is not None and change.path_after != change.path_before:
        _lay(change.path_after, one.there, None, draft)
    if change.path_before is not None:
        there = one.there if change.path_before == change.path_after else None
        _lay(change.path_before, there, one.data, draft)
    _judge(change, draft)
    salt = draft.context.salt
    edited = one.found is not None
    return NoteChange(
        id=change.id,
        path_before=change.path_after,
        path_after=change.path_before,
        blob_before=one.there,
        blob_after=blob_at(change.path_before or "", draft) if edited else change.blob_before,
        reviewed_before=change.reviewed_after,
        reviewed_after=change.reviewed_before,
        old=ledger_text(one.found, salt) if edited else change.new,
        new=ledger_text(one.data, salt) if edited else change.old,
    )


def _judge(change: NoteChange, draft: Draft) -> None:
    """Let the history know the note as it will be again; one that goes is nobody's answer, and one
    that lay in no file (a proposal on a branch) was none."""
    note = draft.context.restored.get(change.blob_before or "")
    known = None if change.id is None else draft.history.get(change.id)
    if note is not None:
        reviewed = change.reviewed_before is not None
        draft.judge((Version(note=note, reviewed=reviewed),))
    elif known is not None and change.path_after is not None:
        draft.judge((replace(known, reviewed=False),))


def _lay(path: str, there: str | None, data: bytes | None, draft: Draft) -> None:
    """Bytes at a path in the draft, `there` being the blob that lies in the worktree."""
    known = draft.files.get(path)
    if known is not None:
        draft.files[path] = replace(known, data=data, fields={})
        return
    origin = path if there is not None else None
    draft.files[path] = Drafted(origin, there, path, None, {}, data, None)
