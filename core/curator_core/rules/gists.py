"""What comparing texts needs of each, without the text: hashes of its words and of what it must
not lose, so that it can be kept from one process to the next."""

from __future__ import annotations

import base64
import hashlib
import zlib
from dataclasses import dataclass
from functools import lru_cache

from curator_core.rules.fingerprints import folded, hashed
from curator_core.rules.tokens import telling, tokens

VERSION = 1
"""Raised whenever the same text may give another gist, or gists other groups."""
_WIDTH = 8
"""Bytes of a word's hash."""


@dataclass(frozen=True, slots=True)
class Gist:
    """A text as it is compared.

    `claim` is equal for texts that fold to the same, empty where nothing is left. `words` are the
    hashes of its tokens in order, 8 bytes each. `telling` is equal where numbers, negations and
    operators are.
    """

    claim: str
    words: bytes
    telling: str

    def numbers(self) -> memoryview:
        """The words as numbers; the same word is the same number in every process of a device."""
        return memoryview(self.words).cast("Q")


def gist(text: str) -> Gist:
    """What is compared of a text."""
    claim = folded(text)
    words = b"".join(map(_hash, tokens(text)))
    return Gist(hashed((claim,)) if claim else "", words, hashed(telling(text)))


@lru_cache(maxsize=1 << 16)
def _hash(word: str) -> bytes:
    return hashlib.blake2b(word.encode("utf-8", "surrogatepass"), digest_size=_WIDTH).digest()


def encoded(one: Gist) -> list[str]:
    """A gist as JSON takes it; words that are repeated take little room."""
    packed = base64.b64encode(zlib.compress(one.words, 1))
    return [one.claim, packed.decode("ascii"), one.telling]


def decoded(value: object) -> Gist | None:
    """A gist that was kept; None when it is damaged."""
    match value:
        case [str(claim), str(packed), str(said)]:
            try:
                words = zlib.decompress(base64.b64decode(packed, validate=True))
            except (ValueError, zlib.error):
                return None
            return Gist(claim, words, said) if len(words) % _WIDTH == 0 else None
    return None
