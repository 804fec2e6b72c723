"""The Home as it will be after the decisions planned so far; grows while one plan is made."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from curator_core.model.answer import NoteWrite, Version
from curator_core.model.event import LedgerText, NoteChange
from curator_core.model.files import FileState, NoteFile
from curator_core.model.home import Snapshot
from curator_core.model.note import FieldValue, Note
from curator_core.model.plan import FileChange, Rescue
from curator_core.model.problem import Refusal
from curator_core.rules import branches, chains, closings, editing, hashing, layout, secrets
from curator_core.rules.chains import History
from curator_core.rules.planning.effects import Context, approved_hash, ledger_text, rescues
from curator_core.rules.rendering import as_read
from curator_core.rules.review_state import Standing, vouch
from curator_core.rules.slots import folded_id


@dataclass(frozen=True, slots=True)
class Drafted:
    """One file of the draft: where it lay, where it will lie, its fields changed so far.

    `data` None means that the file goes. `origin` None: a file that was not there before.
    """

    origin: str | None
    before: str | None
    path: str
    file: NoteFile | None
    fields: Mapping[str, FieldValue]
    data: bytes | None
    content_hash: str | None
    forgets: bool = False

    @property
    def blob(self) -> str | None:
        """The blob id of the file as drafted, None where it goes."""
        return None if self.data is None else hashing.blob_id(self.data)


Mark = tuple[dict[str, Drafted], dict[str, str], History, dict[str, FileChange]]
"""A draft's state at one moment."""


@dataclass(slots=True)
class Draft:
    """Files and judged versions as the plan would leave them; `others` are files that are no notes
    of the Home, by path; `replaced` are texts in whose place a reviewer's own stands. `texts` are
    bytes as the ledger keeps them, so that each is searched for secrets once."""

    snapshot: Snapshot
    context: Context
    history: History
    files: dict[str, Drafted] = field(default_factory=dict)
    paths: dict[str, str] = field(default_factory=dict)
    others: dict[str, FileChange] = field(default_factory=dict)
    replaced: list[NoteFile] = field(default_factory=list)
    texts: dict[bytes | None, LedgerText | None] = field(default_factory=dict)

    def taken(self, path: str) -> bool:
        """Whether something lies, or will lie, at a path, or a note there would be left out."""
        drafted = self.files.get(path)
        if drafted is not None:
            return drafted.data is not None
        left_out = layout.left_out(path, self.snapshot.config) is not None
        return path in self.snapshot.entries or left_out

    def path_of(self, note_id: str) -> str | None:
        """Where the reviewed note of an id lies in the draft; None when it is nowhere."""
        return self.paths.get(folded_id(note_id)) or self._entry_path(note_id)

    def _entry_path(self, note_id: str) -> str | None:
        wanted = folded_id(note_id)
        for path in self.context.note_paths.get(wanted, ()):
            if vouch(self.snapshot.entries[path], self.snapshot.reviews).approved is not None:
                return path
        return None

    def drafted(self, path: str) -> Drafted:
        """The file at a path as drafted so far."""
        known = self.files.get(path)
        if known is not None:
            return known
        file = self.snapshot.file(path)
        if branches.is_address(path):
            return Drafted(None, None, path, file, {}, None, None)
        reviewed = approved_hash(file.entry, self.snapshot, self.context)
        return Drafted(path, file.entry.blob, path, file, {}, file.data, reviewed)

    def editable(self, note_id: str) -> str | Refusal:
        """The path of a reviewed note that a plan may write into."""
        path = self.path_of(note_id)
        if path is None:
            return Refusal("dead", f"{note_id} is no reviewed note any more", ids=(note_id,))
        drafted = self.drafted(path)
        if path in self.snapshot.entries and path not in self.files:
            standing = vouch(self.snapshot.entries[path], self.snapshot.reviews).standing
            if standing is Standing.EDITED:
                return Refusal(
                    "conflict",
                    f"{note_id} was edited by hand, and the edit is undecided",
                    "decide that edit first",
                    path,
                    ids=(note_id,),
                )
        if drafted.file is None or drafted.file.text is None or drafted.file.note is None:
            return Refusal("dead", f"{note_id} cannot be read", path=path, ids=(note_id,))
        return path

    def write(self, path: str, target: str, fields: Mapping[str, FieldValue]) -> NoteChange:
        """Set fields of the note at a path, moving it to `target`; what that changed."""
        old = self.drafted(path)
        assert old.file is not None and old.file.note is not None and old.file.text is not None, (
            "BUG: only readable notes are written"
        )
        merged = {**old.fields, **_needed(old.file, old.fields, fields)}
        note = closings.written(_noted(old.file.note, merged), {})
        reviewed = hashing.content_hash(note)
        if old.file.entry.state is not FileState.FOREIGN or "reviewed" in merged:
            merged["reviewed_hash"] = reviewed
        text = editing.edit(old.file.text, merged)
        data = editing.encode(old.file.text, text)
        new = replace(old, path=target, fields=merged, data=data, content_hash=reviewed)
        self._put(path, new)
        return self._change(note.id, old, new)

    def accept(self, path: str) -> NoteChange:
        """Vouch for the file at a path as it is: the event alone."""
        old = self.drafted(path)
        assert old.file is not None, "BUG: only files that are there are accepted"
        new = replace(old, content_hash=old.file.entry.content_hash)
        self._put(path, new)
        return self._change(old.file.entry.note_id, old, new)

    def set_bytes(self, path: str, data: bytes | None, reviewed: str | None) -> NoteChange:
        """Put other bytes at a path, or take the file away."""
        old = self.drafted(path)
        new = replace(old, data=data, fields={}, content_hash=reviewed)
        self._put(path, new)
        return self._change(None if old.file is None else old.file.entry.note_id, old, new)

    def forget(self, path: str) -> NoteChange:
        """Take the file at a path away for good: its text is kept nowhere, not even redacted."""
        old = self.drafted(path)
        assert old.file is not None, "BUG: only files that are there are forgotten"
        gone = Drafted(path, old.before, path, None, {}, None, None, forgets=True)
        self.files[path] = gone
        return NoteChange(
            id=old.file.entry.note_id,
            path_before=path,
            path_after=None,
            blob_before=old.before,
            blob_after=None,
            reviewed_before=old.content_hash,
        )

    def create(self, path: str, note_id: str | None, data: bytes) -> NoteChange:
        """A file where none lies."""
        new = Drafted(None, None, path, None, {}, data, None)
        self._put(path, new)
        return self._change(note_id, replace(new, data=None), new)

    def add(self, path: str, file: NoteFile) -> None:
        """A note that a reviewer wrote, at a path where nothing lies; `write` completes it."""
        self.files[path] = Drafted(None, None, path, file, {}, None, None)

    def retext(self, path: str, file: NoteFile) -> None:
        """Another text in a file's place, for `write` to complete; the old bytes are remembered."""
        old = self.drafted(path)
        if old.file is not None:
            self.replaced.append(old.file)
        self.files[path] = replace(old, file=file)

    def apply(self, writes: tuple[NoteWrite, ...]) -> tuple[NoteChange, ...] | Refusal:
        """The writes that a closing makes in notes that are there."""
        paths = []
        for write in writes:
            path = self.editable(write.note_id)
            if isinstance(path, Refusal):
                return path
            paths.append(path)
        return tuple(
            self.write(path, path, write.fields) for path, write in zip(paths, writes, strict=True)
        )

    def judge(self, versions: tuple[Version, ...]) -> None:
        """Let the history know versions as they are now."""
        self.history = chains.replaced(self.history, versions)

    def mark(self) -> Mark:
        """The draft as it is now, to go back to when a later part of a decision is refused."""
        return dict(self.files), dict(self.paths), self.history, dict(self.others)

    def back_to(self, mark: Mark) -> None:
        """Forget everything drafted since a mark."""
        files, paths, self.history, others = mark
        self.files, self.paths, self.others = dict(files), dict(paths), dict(others)

    def changes(self) -> tuple[FileChange, ...]:
        """Every file of the draft before and after."""
        found: list[FileChange] = []
        for drafted in self.files.values():
            text = None if drafted.file is None else drafted.file.text
            fields = drafted.fields or None
            edited = text if fields else None
            if drafted.origin is None and drafted.data is None:
                continue
            if drafted.path == drafted.origin or drafted.origin is None:
                found.append(
                    FileChange(
                        path=drafted.path,
                        before=drafted.before,
                        after=drafted.data,
                        fields=fields,
                        edited=edited,
                        forgets=drafted.forgets,
                    )
                )
                continue
            found.append(
                FileChange(
                    path=drafted.path,
                    before=None,
                    after=drafted.data,
                    fields=fields,
                    edited=edited,
                )
            )
            found.append(FileChange(path=drafted.origin, before=drafted.before, after=None))
        return (*found, *self.others.values())

    def kept(self) -> tuple[Rescue, ...]:
        """Bytes that the ledger keeps only redacted."""
        texts: list[tuple[str, str | None, bytes | None]] = []
        for old in self.replaced:
            texts.append((branches.path_of(old.entry.path), old.entry.blob, old.data))
        for drafted in self.files.values():
            file = drafted.file
            if file is not None:
                name, blob = drafted.origin or "", drafted.before
                if branches.is_address(file.entry.path):
                    name, blob = branches.path_of(file.entry.path), file.entry.blob
                texts.append((name, blob, file.data))
            texts.append((drafted.path, drafted.blob, drafted.data))
        return tuple(one for each in texts for one in rescues(*each, self._text(each[2])))

    def _put(self, path: str, new: Drafted) -> None:
        self.files.pop(path, None)
        self.files[new.path] = new
        note_id = None if new.file is None else new.file.entry.note_id
        if note_id is not None and new.data is not None:
            self.paths[folded_id(note_id)] = new.path

    def _text(self, data: bytes | None) -> LedgerText | None:
        if data not in self.texts:
            self.texts[data] = ledger_text(data, self.context.salt)
        return self.texts[data]

    def _change(self, note_id: str | None, old: Drafted, new: Drafted) -> NoteChange:
        return NoteChange(
            id=None if note_id is None else secrets.redact(note_id),
            path_before=None if old.data is None else secrets.redact(old.path),
            path_after=None if new.data is None else secrets.redact(new.path),
            blob_before=old.blob,
            blob_after=new.blob,
            reviewed_before=old.content_hash,
            reviewed_after=new.content_hash,
            old=self._text(_proposed(old)),
            new=self._text(new.data),
        )


def _proposed(old: Drafted) -> bytes | None:
    """The text before a change; of a note on a branch what was proposed there."""
    if old.file is not None and branches.is_address(old.path):
        return old.file.data
    return old.data


def _needed(
    file: NoteFile, so_far: Mapping[str, FieldValue], fields: Mapping[str, FieldValue]
) -> dict[str, FieldValue]:
    """The fields that say something else than the file already does; null needs no new line."""
    assert file.text is not None, "BUG: only readable notes are written"
    known = {**file.text.fields, **so_far}
    return {
        name: value
        for name, value in fields.items()
        if (name in known and as_read(known[name]) != as_read(value))
        or (name not in known and value not in (None, ()))
    }


def _noted(note: Note, fields: Mapping[str, FieldValue]) -> Note:
    """A note with the fields that were written so far, as typed values."""
    return closings.written(note, {k: v for k, v in fields.items() if hasattr(note, k)})
