"""Approving a text without its secrets: an edit that Curator writes (FAULTS §4)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from typing import Any

from curator_core.model.decision import Approve, Decision, Defer, Edit, Reject, Restore
from curator_core.model.files import NoteFile, NoteText
from curator_core.model.note import FieldValue
from curator_core.model.problem import Refusal
from curator_core.model.proposal import Item
from curator_core.rules import branches, editing, secrets
from curator_core.service import finding
from curator_core.service.opening import Opened

_BY_HAND = "edit it by hand, or reject it"


def redacted(one: Opened, choice: Approve, item: Item) -> Edit | Refusal:
    """The choice as an edit of the proposed text with `[redacted <rule>]` for every secret."""
    file = _file(one, choice, item)
    if isinstance(file, Refusal):
        return file
    if file.text is None:
        return Refusal("invalid", "the text cannot be read", _BY_HAND, item.paths[0])
    text = without_secrets(file.text)
    data = editing.encode(file.text, text)
    if secrets.find(text):
        message = "a secret stands where no field or text can be replaced"
        return Refusal("secret", message, _BY_HAND, item.paths[0], ids=item.notes)
    if data == file.data:
        return Refusal("no-change", "it holds no secret", "approve it", item.paths[0])
    kept: Mapping[str, Any] = {f.name: getattr(choice, f.name) for f in fields(Approve)}
    return Edit(**{**kept, "only": (), "result": data})


def named(choice: Decision, item: Item) -> Refusal | None:
    """Why an item whose very name holds a secret does not become memory: names are not redacted."""
    if isinstance(choice, Reject | Defer | Restore):
        return None
    for name in (*item.paths, *item.notes):
        found = secrets.find(name)
        if found:
            return Refusal(
                "secret",
                f"the name of this note or file holds what looks like a secret ({found[0].rule})",
                "rename it, then decide again; or reject it",
                secrets.redact(item.paths[0]),
            )
    return None


def _file(one: Opened, choice: Approve, item: Item) -> NoteFile | Refusal:
    """The one text that is meant: of several notes that which holds a secret."""
    if isinstance(choice, Edit):
        return Refusal("usage", "a text of your own is not redacted", "leave --redact out")
    parts = finding.queue(one).parts.get(item.item, ())
    found = [one.snapshot.file(part.address) for part in parts if part.address is not None]
    if not found:
        path = item.file
        if item.finding is not None or path not in one.snapshot.entries:
            return Refusal("invalid", "this is no text to redact", _BY_HAND, item.paths[0])
        return one.snapshot.file(path)
    named = {name.casefold() for name in choice.only}
    meant = [
        f for f in found if not named or {(f.entry.note_id or "").casefold(), f.entry.path} & named
    ]
    secret = [file for file in meant if "secret" in file.entry.problem_codes]
    if len(secret) > 1:
        names = ", ".join(file.entry.note_id or file.entry.path for file in secret)
        message = f"several notes hold secrets: {names}"
        return Refusal("invalid", message, "redact them one by one with --only", item.paths[0])
    return next(iter(secret), meant[0] if meant else found[0])


def _names(file: NoteFile) -> set[str]:
    return {file.entry.note_id or "", branches.path_of(file.entry.path)}


def without_secrets(text: NoteText) -> str:
    """A note's text with its secrets replaced; fields stay valid, the rest is byte for byte."""
    changed = {
        name: value
        for name, value in ((each, _field(text, each)) for each in text.fields)
        if value is not None
    }
    made = editing.edit(text, changed) if changed else text.raw
    body = text.body
    return made[: len(made) - len(body)] + secrets.redact(body) if body else made


def _field(text: NoteText, name: str) -> FieldValue | None:
    """What a field says without its secrets; None where it holds none."""
    value = text.fields[name]
    lines = "".join(
        "".join(text.lines[span.start : span.end]) for span in text.spans if span.key == name
    )
    held = secrets.find(lines)
    if not held:
        return None
    if isinstance(value, str):
        clean = secrets.redact(value)
        return clean if clean != value else f"[redacted {held[0].rule}]"
    if isinstance(value, tuple) and all(isinstance(each, str) for each in value):
        return tuple(secrets.redact(str(each)) for each in value)
    return None
