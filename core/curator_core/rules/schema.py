"""Cross-field rules of a note; every problem is found, never only the first (DESIGN §3)."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from curator_core.model.note import Modality, Note, Origin, Relation, Status
from curator_core.model.problem import Problem, Severity
from curator_core.rules import noise, visible

ID_PATTERN = r"[A-Za-z][A-Za-z0-9_-]{2,63}"
SCOPE_PATTERN = (
    r"(?:global|review_required|"
    r"(?:project|user|team|agent):[^\s/:]+(?:/[^\s/:]+)*"
    r"(?:/(?:project|user|team|agent):[^\s/:]+(?:/[^\s/:]+)*)*)"
)
SUBJECT_PATTERN = r"[^\s/]+(?: [^\s/]+)*(?:/[^\s/]+(?: [^\s/]+)*)*"


@dataclass(frozen=True, slots=True)
class Finding:
    """A problem of one field before it has a path and a line."""

    code: str
    severity: Severity
    field: str
    message: str
    hint: str = ""


Rule = Callable[[Note], Iterator[Finding]]


def _error(code: str, field: str, message: str, hint: str = "") -> Finding:
    return Finding(code, Severity.ERROR, field, message, hint)


def _warning(code: str, field: str, message: str, hint: str = "") -> Finding:
    return Finding(code, Severity.WARNING, field, message, hint)


def _identity(note: Note) -> Iterator[Finding]:
    if not re.fullmatch(ID_PATTERN, note.id):
        yield _error(
            "id-form",
            "id",
            "the id must be 3 to 64 letters, digits, - or _, starting with a letter",
            "give the note another id",
        )
    if note.id in note.supersedes:
        yield _error("self-supersede", "supersedes", "the note supersedes itself")


def _slot(note: Note) -> Iterator[Finding]:
    if not re.fullmatch(SCOPE_PATTERN, note.scope):
        yield _error(
            "scope-form",
            "scope",
            "this is no scope",
            "global, review_required, or project:, user:, team:, agent: with a name",
        )
    if not re.fullmatch(SUBJECT_PATTERN, note.subject):
        yield _error("subject-form", "subject", "the subject must be a path like customer/acme")
    if note.value is not None and "\n" in note.value.strip():
        yield _warning("value-lines", "value", "the value should be one line")


def _evidence(note: Note) -> Iterator[Finding]:
    if note.origin is not Origin.USER and not note.sources:
        yield _warning(
            "no-source",
            "sources",
            "no source says why to believe this",
            "add a source, or approve with --confirm no-source",
        )
    if note.generated and not (note.recipe and note.inputs):
        yield _error("generated-recipe", "generated", "a generated note needs recipe and inputs")


def _content(note: Note) -> Iterator[Finding]:
    """A note that says nothing but its title; what only takes something back needs no words."""
    silent = note.relation is Relation.REVOCATION or note.modality is Modality.NEGATED
    if note.value or note.description or silent:
        return
    lines = (line for line in note.body.splitlines() if not line.lstrip().startswith("#"))
    if not any(char.isalnum() for line in lines for char in line):
        message = "the note says nothing beside its title"
        yield Finding("near-empty", Severity.INFO, "body", message, "reject it, or write it out")


def _scraps(note: Note) -> Iterator[Finding]:
    """Raw output in a candidate; approving it needs a confirmation by name."""
    if note.status is Status.CANDIDATE and noise.lines(note.body):
        message = "the text holds raw output: scores, prompts, fields, or a heading without text"
        yield Finding("noise", Severity.INFO, "body", message, "reject it, or edit it")


def _links(note: Note) -> Iterator[Finding]:
    if note.relation is not None and not note.supersedes and note.relation in _REPLACING:
        yield _warning("relation-without-target", "relation", "a relation without supersedes")
    if note.exception_to is not None and not (note.valid_from and note.valid_to):
        yield _error("exception-ends", "exception_to", "an exception needs valid_from and valid_to")


def _hidden(note: Note) -> Iterator[Finding]:
    for name in ("id", "subject", "scope", "memory_key", "value", "title"):
        value = getattr(note, name)
        if isinstance(value, str) and visible.hidden(value):
            strict = name in ("id", "subject", "scope", "memory_key")
            make = _error if strict else _warning
            yield make("hidden-characters", name, "the field holds invisible or control characters")


_REPLACING = frozenset(Relation)
RULES: tuple[Rule, ...] = (_identity, _slot, _evidence, _content, _scraps, _links, _hidden)


def findings(note: Note) -> tuple[Finding, ...]:
    """All cross-field findings of a typed note, in rule order."""
    return tuple(finding for rule in RULES for finding in rule(note))


def problem(finding: Finding, path: str, line: int | None) -> Problem:
    """A finding with its place in a file."""
    return Problem(
        code=finding.code,
        severity=finding.severity,
        message=finding.message,
        hint=finding.hint,
        path=path,
        line=line,
        column=1 if line is not None else None,
        field=finding.field,
    )


def is_id(text: str) -> bool:
    """Whether a text may be a note's id (DESIGN §3)."""
    return re.fullmatch(ID_PATTERN, text) is not None
