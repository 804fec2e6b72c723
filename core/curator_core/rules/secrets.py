"""Certain secrets in a text: provider tokens, key blocks, JWT, credentials in URLs, and passwords
that are told in prose (FAULTS §4). Only rules that are nearly never wrong on notes.

Matching runs on a copy without invisible characters and in NFKC; spans lie in the original. No
value leaves this module but inside the caller's own text: not in a result, repr or error. Hex
digests, commit ids and UUIDs match no rule unless a label calls them a key.
"""

from __future__ import annotations

import hashlib
import hmac
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from curator_core.rules.folded_copy import compatible
from curator_core.rules.secret_patterns import PATTERNS, SPLIT_KEY, Pattern, Shape
from curator_core.rules.secret_shapes import looks_secret, trimmed
from curator_core.rules.visible import places

RULES_VERSION = 2
"""Changes whenever the same text may give other secrets."""

MASK = "\u2022"
"""What a hidden character of a secret is shown as."""

_JOINED_MIN = 16
_ROUNDS = 8

_HINTED = re.compile(
    "|".join(sorted({re.escape(hint.lower()) for each in PATTERNS for hint in each.hints}))
)
"""What no secret of PATTERNS does without, in lower case: most names hold none of it."""
_BLOCK_EDGE = re.compile(
    r"(?P<begin>-----BEGIN (?:[A-Z0-9]+ ){0,4}PRIVATE KEY(?: BLOCK)?-----|PuTTY-User-Key-File-\d:)|"
    r"-----END (?:[A-Z0-9]+ ){0,4}PRIVATE KEY(?: BLOCK)?-----|(?P<mac>Private-MAC: ?[0-9a-f]{20,})"
)
_BLOCK_TEXT = re.compile(r"(?:(?:[\s>|#*\"',]|\\[nr])*(?:[A-Za-z0-9+/=]{16,}|[A-Z][\w-]+: ?\S+))+")


@dataclass(frozen=True, slots=True)
class Secret:
    """One secret by its place: `[start, end)` in code points, line and column 1-based.

    Holds no text, so that printing it tells nothing.
    """

    rule: str
    start: int
    end: int
    line: int
    column: int


def find(text: str) -> tuple[Secret, ...]:
    """Find all secrets, in order and without overlap; the span is the value, not its label."""
    spans = _joined(sorted(_spans(text), key=lambda span: (span[0], -span[1])))
    starts = places(text, (start for start, _, _ in spans))
    return tuple(
        Secret(rule, start, end, line, column)
        for (start, end, rule), (line, column, _) in zip(spans, starts, strict=True)
    )


def brings(text: str, known: Sequence[str]) -> bool:
    """Whether a text holds a secret that none of the known texts holds."""
    return any(
        not any(value in other and value in _values_of(other) for other in known)
        for value in _values_of(text)
    )


def _values_of(text: str) -> frozenset[str]:
    return frozenset(text[secret.start : secret.end] for secret in find(text))


def redact(text: str) -> str:
    """Put `[redacted <rule>]` in the place of every secret; a redacted text holds none."""
    for _ in range(_ROUNDS):
        secrets = find(text)
        if not secrets:
            break
        for secret in reversed(secrets):
            text = f"{text[: secret.start]}[redacted {secret.rule}]{text[secret.end :]}"
    return text


def masked(text: str) -> str:
    """The text with a dot in the place of every character of a secret: as long, lines stay lines.

    For showing: places found in the text hold in the masked one.
    """
    found = find(text) if text else ()
    if not found:
        return text
    characters = list(text)
    for secret in found:
        for at in range(secret.start, secret.end):
            if characters[at] not in "\r\n":
                characters[at] = MASK
    return "".join(characters)


def digest(salt: bytes, text: str) -> str:
    """Return the salted hash of a text that is not kept: equal texts of one Home can be matched."""
    return hmac.new(salt, text.encode("utf-8", "surrogatepass"), hashlib.sha256).hexdigest()


def _spans(text: str) -> Iterator[tuple[int, int, str]]:
    copy = compatible(text)
    folded = copy.text.lower()
    for pattern in PATTERNS if _HINTED.search(folded) else ():
        haystack = folded if pattern.folded else copy.text
        if any(hint in haystack for hint in pattern.hints):
            for start, end in _values(pattern, haystack, copy.text):
                yield *copy.span(start, end), pattern.rule
    for start, end in _split_keys(copy.text):
        yield *copy.span(start, end), SPLIT_KEY.rule
    for start, end in _blocks(copy.text):
        yield *copy.span(start, end), "private-key"


def _values(pattern: Pattern, haystack: str, text: str) -> Iterator[tuple[int, int]]:
    position = 0
    while match := pattern.regex.search(haystack, position):
        names = match.groupdict()
        name = next((each for each in ("quoted", "value") if names.get(each)), 0)
        start, end = match.span(name)
        value = text[start:end]
        position = max(start, match.start() + 1)  # what is no secret may be the next label
        if not looks_secret(value, text[end : end + 12], pattern.shape):
            continue
        if pattern.shape is Shape.NO_PLACEHOLDER and _repeats_user(text, start, value):
            continue
        position = end
        if name == "value" and pattern.shape is not Shape.NO_PLACEHOLDER:
            end = start + len(trimmed(value)) + _kept_marks(value)
        yield start, end


def _kept_marks(value: str) -> int:
    """Count the exclamation and question marks right after the value: they may belong to it."""
    rest = value[len(trimmed(value)) :]
    return len(rest) - len(rest.lstrip("!?"))


def _repeats_user(text: str, start: int, value: str) -> bool:
    """Whether a URL's password is its user name (`root:root@`): a default, no secret."""
    before = text[max(0, start - len(value) - 3) : start - 1]
    return before.endswith(f"//{value}")


def _split_keys(text: str) -> Iterator[tuple[int, int]]:
    if any(hint in text for hint in SPLIT_KEY.hints):
        for match in SPLIT_KEY.regex.finditer(text):
            capitals = sum(char.isdigit() or char.isupper() for char in match[0])
            if capitals >= _JOINED_MIN:
                yield match.span()


def _blocks(text: str) -> Iterator[tuple[int, int]]:
    """Yield private key blocks, first to last line; without a last line, as far as it looks so."""
    if "PRIVATE KEY" not in text and "PuTTY-User-Key-File-" not in text:
        return
    begin: re.Match[str] | None = None
    for edge in _BLOCK_EDGE.finditer(text):
        if edge["begin"]:
            yield from _open_block(text, begin)
            begin = edge
        elif begin:
            if edge["mac"] or _BLOCK_TEXT.match(text, begin.end(), edge.start()):
                yield begin.start(), edge.end()
            begin = None
    yield from _open_block(text, begin)


def _open_block(text: str, begin: re.Match[str] | None) -> Iterator[tuple[int, int]]:
    body = begin and _BLOCK_TEXT.match(text, begin.end())
    if begin and body:
        yield begin.start(), body.end()


def _joined(spans: list[tuple[int, int, str]]) -> list[tuple[int, int, str]]:
    """Unite overlapping spans under the rule of the first."""
    united: list[tuple[int, int, str]] = []
    for start, end, rule in spans:
        if united and start < united[-1][1]:
            first, last, name = united[-1]
            united[-1] = (first, max(last, end), name)
        else:
            united.append((start, end, rule))
    return united
