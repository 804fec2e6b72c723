"""Rows of files that hold a secret, without it: rows are cached, listed and shown (FAULTS §4)."""

from __future__ import annotations

from dataclasses import replace

from curator_core.model.files import Entry
from curator_core.rules import secrets


def unsaid(entry: Entry) -> Entry:
    """The row with its secrets redacted, but for its names: id, path, slot and scope."""
    return replace(
        entry,
        title=secrets.redact(entry.title),
        subject=secrets.redact(entry.subject),
        value=_redacted(entry.value),
        session=_redacted(entry.session),
        job=_redacted(entry.job),
        sources=tuple(map(secrets.redact, entry.sources)),
    )


def _redacted(text: str | None) -> str | None:
    return None if text is None else secrets.redact(text)
