"""Whether a proposed text drops much of a note: C44, a note cut to a fifth by its own saving."""

from __future__ import annotations

import re

SHARE = 0.5
"""A text below this share of the old one's characters, blanks aside, shrinks it; open bound."""

SHORT = 40
"""Below this many characters an old text is a line or two: nothing much can be lost; open bound."""

_BLANKS = re.compile(r"\s+")
_REST = re.compile(
    r"""
      \b (?: the \s+ )? (?: rest | remainder | remaining | others? | everything \s+ else )
      (?: \s+ [\w'-]+ ){0,4}? \s+
      (?: unchanged | stays? | the \s+ same | same \s+ as \s+ (?: before | above )
        | omitted | as \s+ (?: before | is | above ) )
    | \b (?: existing | previous | original | current | old )
      (?: \s+ [\w'-]+ ){0,2}? \s+
      (?: remains? | unchanged | omitted | stays? | (?: goes \s+ )? here )
    | \b (?: unchanged | no \s+ changes? ) \s+ (?: below | above | from \s+ here )
    | \b (?: snip(?:ped)? | omitted \s+ for \s+ brevity ) \b | [(\[] truncated [)\]]
    | \b (?: rest | übrige[sr]? ) (?: \s+ \w+ ){0,3}? \s+
      (?: unverändert | bleibt | wie \s+ bisher )
    | (?: 其余 | 其他 | 剩余 | 以下 | 后面 | 原有 ) [^。\n]{0,8}?
      (?: 不变 | 省略 | 保持 | 同上 | 略 (?! [^\s)）\]】。…] ) )
    """,
    re.IGNORECASE | re.VERBOSE,
)
_MARKED = re.compile(r"^\W*(?:\.{3}|…|<!--|//|#|\[|\(|（|【|\{)|(?:\.{3}|…)\W*$")
_FENCE = re.compile(r"^ {0,3}(?:```|~~~)")
_LONGEST = 120
"""A placeholder is a short line; a sentence that only speaks of one is longer or unmarked."""


def shrinks(before: str, after: str) -> bool:
    """Whether a body loses more than half of another body's characters, or stands in for it by a
    placeholder that the other does not have."""
    old, new = len(_BLANKS.sub("", before)), len(_BLANKS.sub("", after))
    if old >= SHORT and new < old * SHARE:
        return True
    return bool(set(_placeholders(after)) - set(_placeholders(before)))


def placeholder(text: str) -> int | None:
    """The 1-based line that stands for left out text (`... rest unchanged ...`), if any."""
    for number, line in enumerate(text.splitlines(), 1):
        if _stands_in(line):
            return number
    return None


def _placeholders(text: str) -> list[str]:
    return [line.strip() for line in text.splitlines() if _stands_in(line)]


def _stands_in(line: str) -> bool:
    """Set off by dots, brackets or a comment sign, or nothing but the phrase itself."""
    words = line.strip()
    if not words or len(words) > _LONGEST or _FENCE.match(line):
        return False
    found = _REST.search(words)
    if found is None:
        return False
    outside = re.sub(r"[\W_]+", "", words[: found.start()] + words[found.end() :])
    return bool(_MARKED.search(words)) or len(outside) <= 2
