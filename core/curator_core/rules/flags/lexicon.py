"""Which words of a text belong to which class of a word list, in one pass over the text.

A phrase ends in `*` for any ending; `~` inside it stands for a few words, or for a few characters
where a script writes no blanks. Both are compared as `folded_copy.lettered` gives them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache

from curator_core.rules.flags.words_en import WORDS as ENGLISH
from curator_core.rules.flags.words_en_claims import WORDS as ENGLISH_CLAIMS
from curator_core.rules.flags.words_es import WORDS as SPANISH
from curator_core.rules.flags.words_fr import WORDS as FRENCH
from curator_core.rules.flags.words_frames_en import WORDS as FRAMES_ENGLISH
from curator_core.rules.flags.words_frames_more import CHINESE as FRAMES_CHINESE
from curator_core.rules.flags.words_frames_more import GERMAN as FRAMES_GERMAN
from curator_core.rules.flags.words_indirect_de import WORDS as INDIRECT_GERMAN
from curator_core.rules.flags.words_indirect_de_claims import WORDS as GERMAN_CLAIMS
from curator_core.rules.flags.words_indirect_en import WORDS as INDIRECT
from curator_core.rules.flags.words_indirect_en_claims import WORDS as INDIRECT_CLAIMS
from curator_core.rules.flags.words_indirect_more import ARABIC as INDIRECT_ARABIC
from curator_core.rules.flags.words_indirect_more import JAPANESE as INDIRECT_JAPANESE
from curator_core.rules.flags.words_indirect_zh import WORDS as INDIRECT_CHINESE
from curator_core.rules.flags.words_indirect_zh_claims import WORDS as CHINESE_CLAIMS
from curator_core.rules.flags.words_it import WORDS as ITALIAN
from curator_core.rules.flags.words_ko import WORDS as KOREAN
from curator_core.rules.flags.words_more import ARABIC, GERMAN, JAPANESE
from curator_core.rules.flags.words_pl import WORDS as POLISH
from curator_core.rules.flags.words_pt import WORDS as PORTUGUESE
from curator_core.rules.flags.words_ru import WORDS as RUSSIAN
from curator_core.rules.flags.words_tr import WORDS as TURKISH
from curator_core.rules.flags.words_zh import WORDS as CHINESE
from curator_core.rules.folded_copy import lettered

LANGUAGES = (
    *(ENGLISH, ENGLISH_CLAIMS, INDIRECT, INDIRECT_CLAIMS, FRAMES_ENGLISH),
    *(CHINESE, INDIRECT_CHINESE, CHINESE_CLAIMS, GERMAN, INDIRECT_GERMAN, GERMAN_CLAIMS),
    *(JAPANESE, INDIRECT_JAPANESE, ARABIC, INDIRECT_ARABIC),
    *(FRAMES_CHINESE, FRAMES_GERMAN, SPANISH, FRENCH, RUSSIAN),
    *(ITALIAN, PORTUGUESE, KOREAN, TURKISH, POLISH),
)
QUOTED = "quoted"
"""The class of a few words in quotation marks, whatever they are."""
IMPERATIVE = "imperative"
"""The class of a verb that begins an order, whichever it is."""
FILE = "file"
"""The class of the name of a file that an agent may read, whatever it is called."""
CLASSES = (QUOTED, IMPERATIVE, FILE, *dict.fromkeys(name for words in LANGUAGES for name in words))
"""All class names; a class is the bit of its place."""

_END = ""
_STAR = "*"
_LONGEST = 40
"""Letters of a word that may decide its class."""
_WORDY = "a-z0-9_"
_HEAD = re.compile(rf"(?<![{_WORDY}])\.[a-z][{_WORDY}]*|[{_WORDY}]+|[^\W{_WORDY}]")
_JOINTS = re.compile(r",?[\s-]+")


@dataclass(frozen=True, slots=True)
class Hit:
    """A phrase in a folded text, `[start, end)`; `classes` is a set of bits.

    `gapped`: there are other words inside it.
    """

    start: int
    end: int
    classes: int
    gapped: bool = False


def bits(*names: str) -> int:
    """The bits of these classes."""
    return sum(1 << CLASSES.index(name) for name in dict.fromkeys(names))


def phrases(words: Iterable[Mapping[str, str]] = LANGUAGES) -> dict[str, tuple[str, ...]]:
    """All phrases by class, as written."""
    found: dict[str, list[str]] = {}
    for language in words:
        for name, text in language.items():
            listed = (" ".join(phrase.split()) for phrase in text.split(","))
            found.setdefault(name, []).extend(phrase for phrase in listed if phrase)
    return {name: tuple(dict.fromkeys(each)) for name, each in found.items()}


@dataclass(frozen=True, slots=True)
class Head:
    """What may begin with one word or character: by itself, and as the head of longer phrases."""

    classes: int
    rest: re.Pattern[str] | None
    gapped: tuple[tuple[re.Pattern[str], int], ...]


_NOTHING = Head(0, None, ())


@dataclass(slots=True)
class Lexicon:
    """Phrases by their heads; `known` keeps what was asked for already.

    `rests` and `gapped` hold what may follow a head; patterns are made when a text has the head.
    """

    exact: dict[str, int]
    stems: dict[str, int]
    rests: dict[str, list[str]]
    gapped: dict[str, list[tuple[str, int]]]
    known: dict[str, Head] = field(default_factory=dict)

    def hits(self, text: str) -> list[Hit]:
        """Every phrase of a folded text, the longest at each place, in order."""
        found: list[Hit] = []
        known = self.known
        for match in _HEAD.finditer(text):
            head = known.get(match[0])
            if head is None:
                head = known[match[0]] = self._head(match[0])
            if head is not _NOTHING:
                self._collect(text, match, head, found)
        return found

    def _head(self, word: str) -> Head:
        classes = self._classes(word)
        if not classes and word not in self.rests and word not in self.gapped:
            return _NOTHING
        gapped = ((_gapped(rest, word), bit) for rest, bit in self.gapped.get(word, ()))
        return Head(classes, _rest(self.rests.get(word), word), tuple(gapped))

    def _collect(self, text: str, match: re.Match[str], head: Head, found: list[Hit]) -> None:
        start, end = match.span()
        classes = head.classes
        longer = None if head.rest is None else head.rest.match(text, end)
        if longer is not None:
            named = self._classes(" ".join(_JOINTS.split(text[start : longer.end()])))
            if named:
                end, classes = longer.end(), named
        if classes:
            found.append(Hit(start, end, classes))
        for pattern, bit in head.gapped:
            more = pattern.match(text, match.end())
            if more is not None:
                found.append(Hit(start, more.end(), bit, gapped=True))

    def _classes(self, surface: str) -> int:
        found = self.exact.get(surface, 0)
        for length in range(2, min(len(surface), _LONGEST) + 1):
            found |= self.stems.get(surface[:length], 0)
        return found


def built(words: Mapping[str, Iterable[str]]) -> Lexicon:
    """A lexicon of these phrases by class."""
    exact: dict[str, int] = {}
    stems: dict[str, int] = {}
    gapped: dict[str, list[tuple[str, int]]] = {}
    rests: dict[str, list[str]] = {}
    for name, listed in words.items():
        bit = bits(name)
        for phrase in listed:
            plain = " ".join(_JOINTS.split(lettered(phrase).text))
            match = _HEAD.match(plain)
            assert match is not None, f"BUG: {phrase} has no head"
            head, rest = match[0], plain[match.end() :]
            if "~" in rest:
                gapped.setdefault(head, []).append((rest, bit))
                continue
            known = stems if rest.endswith(_STAR) else exact
            known[plain.rstrip(_STAR)] = known.get(plain.rstrip(_STAR), 0) | bit
            if rest.strip(_STAR):
                rests.setdefault(head, []).append(rest)
    return Lexicon(exact, stems, rests, gapped)


def _rest(rests: Iterable[str] | None, head: str) -> re.Pattern[str] | None:
    if rests is None:
        return None
    trie: dict[str, object] = {}
    for rest in rests:
        _plant(trie, rest)
    end = f"(?![{_WORDY}])" if head[-1].isascii() else ""
    return re.compile(f"(?:{_pattern(trie)}){end}")


@lru_cache(maxsize=1)
def standard() -> Lexicon:
    """The lexicon of all word lists."""
    return built(phrases())


def _gapped(rest: str, head: str) -> re.Pattern[str]:
    pieces = [re.escape(piece.strip()).replace(r"\ ", r"\s+") for piece in rest.split("~")]
    if not head[-1].isascii():
        return re.compile("[^\n]{0,8}?".join(pieces))
    gap = r"\s+(?:[^\s,;:]+\s+){1,5}?"
    before = r"\s+" if pieces[0] else ""
    joined = gap.join(piece.replace(r"\*", "[a-z]*") for piece in pieces)
    return re.compile(f"{before}{joined}(?![a-z])")


def _plant(trie: dict[str, object], plain: str) -> None:
    node = trie
    for char in plain:
        child = node.setdefault(char, {})
        assert isinstance(child, dict), "BUG: a node is a dict"
        node = child
    node[_END] = True


def _pattern(node: Mapping[str, object]) -> str:
    """A regular expression of all words below a node, longer ones first."""
    parts = []
    for char, child in node.items():
        if char in (_END, _STAR):
            continue
        assert isinstance(child, dict), "BUG: a node is a dict"
        own = r",?[\s-]+" if char in " -" else re.escape(char)
        parts.append(own + _pattern(child))
    if _STAR in node:
        parts.append(f"[{_WORDY}]*")
    if not parts:
        return "" if _END in node else "(?!)"
    body = parts[0] if len(parts) == 1 and _END not in node else f"(?:{'|'.join(parts)})"
    return f"{body}?" if _END in node else body
