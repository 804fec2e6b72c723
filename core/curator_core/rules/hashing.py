"""Hashes and generated ids; all deterministic (CONTRACT 1)."""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Iterable

from curator_core.model.note import Note
from curator_core.model.proposal import Op

CONTENT_FIELDS = (
    "value",
    "memory_key",
    "scope",
    "subject",
    "kind",
    "modality",
    "valid_from",
    "valid_to",
    "expires_at",
    "exception_to",
    "pin",
    "privacy",
)
"""Fields whose change means that a person must look again (DESIGN §3, "Reviewed means")."""


def canonical(value: object) -> bytes:
    """JSON with sorted keys and no blanks, as UTF-8; lone surrogates stay escaped."""
    return json.dumps(value, sort_keys=True, separators=(",", ":")).encode("ascii")


def normal_body(body: str) -> str:
    """A body as the content hash sees it: LF, no trailing blanks on lines, none at the end."""
    lines = body.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    return "\n".join(line.rstrip(" \t") for line in lines).rstrip("\n")


def content_hash(note: Note) -> str:
    """`v1:` and the SHA-256 over the answering fields and the body; title and tags are free."""
    data: dict[str, object] = {name: getattr(note, name) for name in CONTENT_FIELDS}
    data["body"] = normal_body(note.body)
    return "v1:" + hashlib.sha256(canonical(data)).hexdigest()


def digest(*parts: object) -> str:
    """SHA-256 in hex over the parts in order."""
    return hashlib.sha256(canonical(parts)).hexdigest()


def short_id(prefix: str, *parts: object) -> str:
    """`prefix` and ten base32 characters of the hash over the parts (lower case)."""
    raw = hashlib.sha256(canonical(parts)).digest()
    return prefix + base64.b32encode(raw).decode("ascii").lower()[:10]


def blob_id(data: bytes) -> str:
    """The git blob id of these bytes (SHA-1 object format)."""
    return hashlib.sha1(b"blob %d\0%s" % (len(data), data), usedforsecurity=False).hexdigest()


def item_id(op: Op, targets: Iterable[str], blob: str) -> str:
    """The id of an item: independent of commit, ref and base (DESIGN §5)."""
    return short_id("i_", op.value, sorted(target.casefold() for target in targets), blob)
