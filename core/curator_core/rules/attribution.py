"""Who says what a note holds where it is no word of the user's or agent's own (DESIGN §5)."""

from __future__ import annotations

from urllib.parse import urlsplit

from curator_core.model.note import Modality, Note, Origin
from curator_core.rules import source_uri
from curator_core.rules.source_uri import Cited

NOBODY = "somebody outside"
"""Who says what no source is named for."""


def outside(note: Note) -> bool:
    """Whether a note's words come from outside, are tainted, or are quoted."""
    return note.origin is Origin.EXTERNAL or note.modality is Modality.QUOTED or bool(note.taint)


def sayer(note: Note) -> str | None:
    """Whose words they are, as the first source tells it (foreign text); None for own words."""
    if not outside(note):
        return None
    return next((_speaker(uri) for uri in note.sources), NOBODY)


def _speaker(uri: str) -> str:
    cited = source_uri.parse(uri)
    if isinstance(cited, Cited):
        return cited.path
    rest = uri.partition(":")[2]
    match cited.kind:
        case "https" | "http":
            return _host(uri) or uri
        case "mailto":
            return rest.partition("?")[0]
        case "manual":
            return rest.partition("@")[0] or NOBODY
        case _:
            return f"{cited.kind} {rest.partition('#')[0]}".strip()


def _host(uri: str) -> str | None:
    try:
        return urlsplit(uri).hostname
    except ValueError:
        return None
