"""Git's pack format for whole objects: many go to one git process instead of one each."""

from __future__ import annotations

import hashlib
import zlib
from collections.abc import Sequence

_BLOB = 3
_VERSION = 2
_LEVEL = 1
"""How hard texts are pressed: they are small, and the process waits."""


def of_blobs(texts: Sequence[bytes]) -> bytes:
    """A pack of these texts as blobs, without deltas."""
    parts = [b"PACK", _VERSION.to_bytes(4, "big"), len(texts).to_bytes(4, "big")]
    for data in texts:
        parts += _head(_BLOB, len(data)), zlib.compress(data, _LEVEL)
    packed = b"".join(parts)
    return packed + hashlib.sha1(packed).digest()


def _head(kind: int, size: int) -> bytes:
    """Kind and length: four bits of the length in the first byte, then seven each, lowest first."""
    first, rest = kind << 4 | size & 0xF, size >> 4
    found = bytearray()
    while rest:
        found.append(first | 0x80)
        first, rest = rest & 0x7F, rest >> 7
    return bytes([*found, first])
