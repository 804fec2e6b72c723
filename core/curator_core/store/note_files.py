"""From the bytes of one file to a NoteFile: text, filled fields, typed note, all its problems."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from curator_core.model.files import Entry, FileState, NoteFile, NoteText, Place
from curator_core.model.home import Config
from curator_core.model.note import SCHEMA_VERSION, FieldValue, Note
from curator_core.model.problem import Problem, Severity
from curator_core.rules import (
    boundaries,
    chains,
    claims,
    filling,
    hashing,
    layout,
    personal,
    schema,
    secrets,
    sync_copies,
)
from curator_core.rules.filling import Circumstances
from curator_core.rules.unsaid import unsaid
from curator_core.store import note_schema, note_text

READER_VERSION = 14
"""Raised whenever the same bytes would give another entry; cached rows carry it."""


def where(path: str, data: bytes, place: Place, config: Config) -> Circumstances:
    """The circumstances of a file, its blob and mapped status folder included."""
    archived = layout.is_archived(path, config)
    return Circumstances(path, hashing.blob_id(data), place, archived)


def parse(data: bytes, at: Circumstances, config: Config) -> NoteFile:
    """Read one file's bytes; never fails: what cannot be read becomes an UNREADABLE entry."""
    text, problems = note_text.read(data)
    problems = tuple(replace(problem, path=at.path) for problem in problems)
    copied = sync_copies.problem(at.path)
    problems += () if copied is None else (copied,)
    if text is None:
        return unreadable(data, at, problems)
    return _Reading(data, at, config, text, problems).file()


def _named(path: str) -> tuple[Problem, ...]:
    """A file whose very name holds a secret: it cannot be redacted, only renamed."""
    return tuple(
        Problem(
            "secret",
            Severity.WARNING,
            f"the file's name looks like a secret (rule {found.rule})",
            "rename the file, or reject it",
            path,
        )
        for found in secrets.find(path)[:1]
    )


def unreadable(data: bytes, at: Circumstances, problems: tuple[Problem, ...]) -> NoteFile:
    """A file that yields no fields: listed with its problems, bytes kept as they are."""
    entry = Entry(
        path=at.path,
        blob=at.blob,
        place=at.place,
        state=FileState.UNREADABLE,
        size=len(data),
        title=at.path.rsplit("/", 1)[-1],
        **tally(problems),
    )
    return NoteFile(entry, data, None, None, problems)


@dataclass(frozen=True, slots=True)
class _Reading:
    """One readable text on its way to a typed note."""

    data: bytes
    at: Circumstances
    config: Config
    text: NoteText
    problems: tuple[Problem, ...]

    def file(self) -> NoteFile:
        version = self.text.fields.get("schema_version")
        foreign = filling.is_foreign(self.text.fields, self.at.place)
        fields, filled = self._fields(foreign)
        if _is_newer(version):
            return self._newer(str(version), fields)
        note = note_schema.typed(fields, self.text.body)
        problems = self.problems + self._secrets()
        if not isinstance(note, Note):
            if foreign:
                return self._untyped_foreign(fields, filled, note)
            found = (*note, *self._beside(fields, note))
            problems += tuple(self._place(finding) for finding in found)
            return self._result(FileState.INVALID, None, problems, filled, fields)
        state = FileState.FOREIGN if foreign else FileState.READ
        if filled and not foreign:
            state = FileState.FILLED
        if not foreign:
            problems += tuple(self._place(finding) for finding in schema.findings(note))
        problems += self._dates(note)
        if any(problem.severity is Severity.ERROR for problem in problems) and not foreign:
            state = FileState.INVALID
        return self._result(state, note, problems, filled, fields)

    def _beside(
        self, fields: Mapping[str, FieldValue], findings: tuple[schema.Finding, ...]
    ) -> tuple[schema.Finding, ...]:
        """What else is wrong in the fields that can be typed: no problem waits for another one."""
        bad = {finding.field for finding in findings}
        kept = {name: value for name, value in fields.items() if name not in bad}
        note = note_schema.typed({**filling.STAND_INS, **kept}, self.text.body)
        found = schema.findings(note) if isinstance(note, Note) else ()
        return tuple(finding for finding in found if finding.field not in bad)

    def _fields(self, foreign: bool) -> tuple[Mapping[str, FieldValue], tuple[str, ...]]:
        fields: Mapping[str, FieldValue] = self.text.fields
        dropped: tuple[str, ...] = ()
        if fields.get("schema_version") is None:
            fields, dropped = filling.readable(fields, self.at)
        done = filling.fill(fields, self.at, self.config)
        values = dict(done.fields)
        if values.get("recorded_at") is None and "recorded_at" in done.filled:
            values["recorded_at"] = ""
        if foreign and not _is_id(values.get("id")):
            values["id"] = ""
        return values, tuple(dict.fromkeys((*done.filled, *dropped)))

    def _untyped_foreign(
        self,
        fields: Mapping[str, FieldValue],
        filled: tuple[str, ...],
        findings: tuple[schema.Finding, ...],
    ) -> NoteFile:
        """Other tools' fields of other types are left as extra, so that the note is readable."""
        bad = {finding.field for finding in findings}
        kept = {k: v for k, v in fields.items() if k not in bad or k in filling.REQUIRED}
        defaults = filling.fill(
            {k: v for k, v in kept.items() if k not in bad}, self.at, self.config
        )
        values = {**defaults.fields, "id": kept.get("id") if "id" not in bad else ""}
        values["recorded_at"] = values.get("recorded_at") or ""
        note = note_schema.typed(values, self.text.body)
        assert isinstance(note, Note), "BUG: defaults give a typed note"
        extra = {**note.extra, **{k: v for k, v in fields.items() if k in bad}}
        problems = self.problems + self._secrets()
        return self._result(FileState.FOREIGN, replace(note, extra=extra), problems, filled, fields)

    def _newer(self, version: str, fields: Mapping[str, FieldValue]) -> NoteFile:
        message = f"schema version {version} is newer than {SCHEMA_VERSION}, the newest known here"
        newer = Problem(
            "schema-newer",
            Severity.ERROR,
            message,
            "the note is shown, nothing writes it: use a newer Curator",
            self.at.path,
            self._line("schema_version"),
            1,
            "schema_version",
        )
        return self._result(FileState.NEWER, None, (*self.problems, newer), (), fields)

    def _secrets(self) -> tuple[Problem, ...]:
        found = secrets.find(self.text.raw)
        told = tuple(
            Problem(
                "secret",
                Severity.WARNING,
                f"this looks like a secret (rule {secret.rule})",
                "reject, approve with --redact, or with --confirm secret",
                self.at.path,
                secret.line,
                secret.column,
            )
            for secret in found
        )
        return (*told, *_named(self.at.path), *personal.problems(self.text, self.at.path))

    def _dates(self, note: Note) -> tuple[Problem, ...]:
        """Times of no known form; their text is kept, the boundary is unknown (CONTRACT 12)."""
        found = []
        for field in boundaries.TIME_FIELDS:
            text = getattr(note, field) or None
            problem = boundaries.form_problem(field, text)
            if problem is not None:
                line = self._line(field)
                found.append(replace(problem, path=self.at.path, line=line, column=1))
        return tuple(found)

    def _line(self, field: str) -> int | None:
        spans = (span.start + 1 for span in self.text.spans if span.key == field)
        fallback = None if self.text.open_line is None else self.text.open_line + 1
        return next(spans, fallback or 1)

    def _place(self, finding: schema.Finding) -> Problem:
        return schema.problem(finding, self.at.path, self._line(finding.field))

    def _result(
        self,
        state: FileState,
        note: Note | None,
        problems: tuple[Problem, ...],
        filled: tuple[str, ...],
        fields: Mapping[str, FieldValue],
    ) -> NoteFile:
        secret = any(problem.code == "secret" for problem in problems)
        claim = None if note is None else claims.claim_of(note, may_hold_secret=secret)
        entry = _entry(self, state, note, filled, fields)
        entry = replace(unsaid(entry) if secret else entry, claim=claim, **tally(problems))
        return NoteFile(entry, self.data, self.text, note, problems)


def _entry(
    reading: _Reading,
    state: FileState,
    note: Note | None,
    filled: tuple[str, ...],
    fields: Mapping[str, FieldValue],
) -> Entry:
    at = reading.at
    bare = Entry(
        path=at.path,
        blob=at.blob,
        place=at.place,
        state=state,
        size=len(reading.data),
        note_id=_id(note.id if note else fields.get("id")),
        title=_title(note, fields, reading.text),
        filled=filled,
        claims_review=reading.text.fields.get("reviewed") == "true",
    )
    if note is None:
        return replace(bare, subject=_text(fields.get("subject")), scope=_text(fields.get("scope")))
    return _typed(bare, note)


def _typed(bare: Entry, note: Note) -> Entry:
    return replace(
        bare,
        kind=note.kind.value,
        status=note.status.value,
        subject=note.subject,
        scope=note.scope,
        memory_key=note.memory_key,
        value=note.value,
        origin=note.origin.value,
        taint=note.taint,
        confidence=note.confidence,
        sources=note.sources,
        inputs=note.inputs,
        supersedes=note.supersedes,
        recorded_at=note.recorded_at or None,
        valid_from=note.valid_from,
        valid_to=note.valid_to,
        expires_at=note.expires_at,
        review_by=note.review_by,
        verified_at=note.verified_at,
        relation=None if note.relation is None else note.relation.value,
        exception_to=note.exception_to,
        superseded_by=chains.back_links(note),
        modality=note.modality.value,
        authority=note.authority.value,
        pin=note.pin,
        session=note.session,
        job=note.job,
        content_hash=hashing.content_hash(note),
    )


def tally(problems: tuple[Problem, ...]) -> dict[str, Any]:
    """What an entry says of these problems."""
    order = sorted(problems, key=lambda problem: problem.severity is not Severity.ERROR)
    return {
        "problem_codes": tuple(dict.fromkeys(problem.code for problem in order)),
        "errors": sum(problem.severity is Severity.ERROR for problem in problems),
        "warnings": sum(problem.severity is Severity.WARNING for problem in problems),
    }


def _is_newer(version: object) -> bool:
    return isinstance(version, str) and version.isdigit() and int(version[:6]) > SCHEMA_VERSION


def _is_id(value: object) -> bool:
    return isinstance(value, str) and schema.is_id(value)


def _id(value: object) -> str | None:
    return value if isinstance(value, str) and value else None


def _text(value: object) -> str:
    return value if isinstance(value, str) else ""


def _title(note: Note | None, fields: Mapping[str, FieldValue], text: NoteText) -> str:
    """The title, else the first heading, else the first line of text (DESIGN §3)."""
    given = note.title if note else fields.get("title")
    if isinstance(given, str) and given.strip():
        return given
    lines = [line.strip() for line in text.lines[text.body_start :][:200]]
    heading = next((line.lstrip("#").strip() for line in lines if line.startswith("#")), "")
    return heading or next((line[:120] for line in lines if line), "")
