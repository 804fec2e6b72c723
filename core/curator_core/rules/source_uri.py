"""Source URIs as parts (DESIGN §3); the resolver in `service.citing` follows them."""

from __future__ import annotations

import re
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Cited:
    """A place in a file: `first` and `last` are 1-based and inclusive, None for the whole file.

    `home` is the name of another Home (`nas://`), None for this one. `heading` is an anchor that is
    no line range.
    """

    uri: str
    path: str
    commit: str | None
    first: int | None = None
    last: int | None = None
    heading: str | None = None
    home: str | None = None


@dataclass(frozen=True, slots=True)
class Elsewhere:
    """A source that no file of this Home can show; `kind` is its scheme."""

    uri: str
    kind: str


_SCHEMES = re.compile(r"(conversation|ticket|manual|https?|mailto|urn):", re.IGNORECASE)
_LINES = re.compile(r"L(\d{1,7})(?:-L?(\d{1,7}))?")
_PROSE = re.compile(r"[^/]*\s[^/]*(?<!\.\w)(?<!\.\w{2})(?<!\.\w{3})(?<!\.\w{4})")
"""Words of a person, as other tools' notes cite: blanks, no folder, and no file's ending."""
_COMMIT = re.compile(r"(.*)@([0-9a-fA-F]{7,64})")


def parse(uri: str) -> Cited | Elsewhere:
    """The parts of a source URI; what names no file of a Home is elsewhere."""
    scheme = _SCHEMES.match(uri)
    if scheme is not None:
        return Elsewhere(uri, scheme.group(1).casefold())
    rest, home = uri, None
    if uri.startswith("nas://"):
        home, _, rest = uri.removeprefix("nas://").partition("/")
    path, _, anchor = rest.partition("#")
    committed = _COMMIT.fullmatch(path)
    commit = None
    if committed is not None:
        path, commit = committed.group(1), committed.group(2).lower()
    first, last, heading = _anchor(anchor)
    if not is_inside(path):
        return Elsewhere(uri, "path outside the Home")
    if _PROSE.fullmatch(path):
        return Elsewhere(uri, "words")
    return Cited(uri, path, commit, first, last, heading, home)


def _anchor(anchor: str) -> tuple[int | None, int | None, str | None]:
    lines = _LINES.fullmatch(anchor)
    if lines is None:
        return None, None, anchor or None
    first = int(lines.group(1))
    last = int(lines.group(2) or first)
    return (first, last, None) if 0 < first <= last else (None, None, anchor)


def is_inside(path: str) -> bool:
    """A plain relative path: no absolute one, no `..`, no backslash, no NUL, no percent code."""
    parts = path.split("/")
    if not path or path.startswith("/") or "\\" in path or "\0" in path or "%" in path:
        return False
    return all(part not in ("", ".", "..") for part in parts) and parts[0].casefold() != ".git"
