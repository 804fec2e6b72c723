"""Text that a person would not see, and what it spells (H8)."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from itertools import accumulate

from curator_core.model.flag import Grade
from curator_core.rules import concealed, visible
from curator_core.rules.flags.code_spans import code_spans, within
from curator_core.rules.flags.reading import Raised, Reading, Trust

_HIGH, _MEDIUM, _LOW = Grade.HIGH, Grade.MEDIUM, Grade.LOW
_OVERRIDES = frozenset("\u202d\u202e")
_BIDI = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u2066\u2067\u2068\u2069")
_RIGHT = re.compile("[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]")
_FOREIGN = re.compile("[\ud800-\udfff]")
_SELECTOR = re.compile("[\ufe00-\ufe0f\U000e0100-\U000e01ef]")
_BLANKS = re.compile(r"[^\S\n]{120,}(?P<text>[^\n]*)")
_GAP = re.compile(r"\s{41,}(?P<text>[^\n]*)")
_LINES_MIN = 40
_WORDS_MIN = 3


def code_points(reading: Reading, path: str) -> Iterator[Raised]:
    """Invisible and acting code points of the text, by line and kind, and those of the path."""
    raw = reading.raw
    if any(not each.expected for each in visible.hidden(path)):
        yield Raised("H8", _HIGH, "hidden-in-name", text=path)
    if raw.isascii() and raw.isprintable():
        return
    starts = _line_starts(raw)
    groups: dict[tuple[int, str], list[int]] = {}
    for each in visible.hidden(raw):
        at = starts[each.line - 1] + each.column - 1
        if not each.expected and not _FOREIGN.match(raw[at]):
            groups.setdefault((each.line, _kind(raw[at])), []).append(at)
    for (_, kind), found in groups.items():
        grade = _grade(kind, raw, found, reading.trust)
        yield Raised("H8", grade, f"hidden-{kind}", found[0], found[-1] + 1)
    for run in concealed.decoded(raw):
        if not run.flag:
            yield Raised("H8", _HIGH, "hidden-payload", run.start, run.end, decoded=run.text)


def _line_starts(raw: str) -> list[int]:
    return [0, *accumulate(len(line) for line in visible.split_lines(raw))]


def _kind(char: str) -> str:
    if char in _OVERRIDES:
        return "override"
    if char in _BIDI:
        return "direction"
    if _SELECTOR.match(char) or "\U000e0000" <= char <= "\U000e007f":
        return "selector"
    match unicodedata.category(char):
        case "Cc":
            return "control"
        case "Cf":
            return "invisible"
        case "Zl" | "Zp":
            return "line-end"
        case "Mn" | "Me":
            return "stack"
        case _:
            return "blank"


def _grade(kind: str, raw: str, found: list[int], trust: Trust) -> Grade:
    match kind:
        case "override" | "control":
            return _HIGH
        case "direction":
            line = raw[
                raw.rfind("\n", 0, found[0]) + 1 : (raw.find("\n", found[0]) + 1) or len(raw)
            ]
            return _LOW if _RIGHT.search(line) else _HIGH
        case "invisible":
            inside = any(
                raw[at - 1 : at].isalnum() and raw[at + 1 : at + 2].isalnum() for at in found
            )
            return (_MEDIUM if trust is Trust.PERSON else _HIGH) if inside else _MEDIUM
        case "selector":
            return _LOW if len(found) == 1 else _HIGH
        case _:
            return _MEDIUM


_COMMENT = re.compile(r"<!--(?P<said>.*?)(?:-->|\Z)", re.DOTALL)
_REFERENCE = re.compile(
    r"^[^\S\n]{0,3}\[(?://|comment|_?#?|[^\]\n]{1,40})\]:[^\S\n]*(?:#|<>|<#>)[^\S\n]*"
    r"[(\"'](?P<said>[^\n]+)[)\"'][^\S\n]*$",
    re.MULTILINE | re.IGNORECASE,
)
_FOLD = re.compile(r"<details\b.*?(?:</details>|\Z)", re.DOTALL | re.IGNORECASE)
_STYLE = re.compile(
    r"<(?P<tag>[a-z][a-z0-9]{0,20})\b[^<>]{0,300}?(?:"
    r"style\s?=\s?[\"'][^\"'<>]{0,300}?(?:display\s?:\s?none|visibility\s?:\s?hidden|"
    r"font-size\s?:\s?(?:0|1(?:\.\d)?(?:px|pt))|opacity\s?:\s?0?(?:\.0\d?)?(?![\d.])|"
    r"color\s?:\s?(?:white|#f[c-f]f[c-f]f[c-f]\b|#fff\b|transparent|"
    r"rgba?\(\s?25[0-5][\s,]{1,2}25[0-5][\s,]{1,2}25[0-5]|rgba\([^)]{0,30},\s?0?\.?0\s?\))|"
    r"(?:height|width)\s?:\s?0|text-indent\s?:\s?-|(?:left|top|right)\s?:\s?-\d{3,}|"
    r"scale\(\s?0|clip(?:-path)?\s?:)|"
    r"class\s?=\s?[\"'][^\"'<>]{0,100}?\b(?:hidden|sr-only|visually-hidden|d-none|invisible)\b|"
    r"(?:color|fill)\s?=\s?[\"']?(?:white|none|transparent|#f[c-f]f[c-f]f[c-f]|#fff)\b|"
    r"type\s?=\s?[\"']?hidden\b|\shidden(?=[\s>=])|aria-hidden\s?=\s?[\"']?true|"
    r"(?:width|height|size)\s?=\s?[\"']?[01][\"'\s>])"
    r"[^<>]{0,300}>(?:.{0,2000}?</(?P=tag)>)?|<(?:template|noscript|script|style)\b.*?(?:</\w+>|\Z)",
    re.DOTALL | re.IGNORECASE,
)
_ASIDE = re.compile(
    r"%%[^%\n]{1,400}%%|\{#[^#\n]{1,400}#\}|<\?.*?(?:\?>|\Z)|<!\[cdata\[.*?(?:\]\]>|\Z)|"
    r"\\[hv]?phantom\{[^{}\n]{1,400}\}|"
    r"\\(?:text)?color\{(?:white|[^{}]{0,20}ffffff)\}\{?[^{}\n]{1,400}\}?",
    re.DOTALL | re.IGNORECASE,
)
_TITLE = re.compile(r"\]\([^\s()]{1,300}\s{1,9}[\"'](?P<said>[^\"'\n]{12,400})[\"']\)")
_MAY_HIDE = re.compile(r"<|\]:|%%|\{#|\]\(|\\[a-z]")
_MARKUP = (
    ("html-comment", _COMMENT, (_HIGH, _MEDIUM, _MEDIUM)),
    ("reference-comment", _REFERENCE, (_HIGH, _HIGH, _MEDIUM)),
    ("folded-text", _FOLD, (_HIGH, _MEDIUM, _LOW)),
    ("hidden-style", _STYLE, (_HIGH, _HIGH, _MEDIUM)),
    ("left-out", _ASIDE, (_MEDIUM, _LOW, _LOW)),
    ("link-title", _TITLE, (_MEDIUM, _LOW, _LOW)),
)


_INFO = re.compile(r"^[^\S\n]{0,3}(?:`{3,}|~{3,})(?P<said>[^\n`{]{12,400})$", re.MULTILINE)
_STYLED = re.compile(
    r"(?:[\uff21-\uff3a\uff41-\uff5a\u24b6-\u24e9\U0001d400-\U0001d7ff\U0001f130-\U0001f189]"
    r"[\s\u3000]{0,2}){8,}"
)
"""Letters of a whole phrase in wide, circled or mathematical form."""


def _is_cell(raw: str, at: int) -> bool:
    """Whether blanks fill up a cell of a table whose neighbour row is as wide."""
    start = raw.rfind("\n", 0, at) + 1
    line = _line(raw, start)
    above = _line(raw, raw.rfind("\n", 0, start - 1) + 1) if start else ""
    below = _line(raw, start + len(line) + 1)
    others = [each for each in (above, below) if each.startswith("|")]
    return line.startswith("|") and any(abs(len(o) - len(line)) < 3 for o in others)


def _line(raw: str, start: int) -> str:
    """The line that begins at a place, without its end; empty behind the text."""
    end = raw.find("\n", start)
    return raw[start:] if end < 0 else raw[start:end]


def markup(reading: Reading) -> Iterator[Raised]:
    """Text that a rendered view leaves out: comments, folds, styles; and text beyond wide gaps."""
    raw = reading.raw
    shown: list[tuple[int, int]] | None = None
    for rule, pattern, grades in _MARKUP if _MAY_HIDE.search(raw) else ():
        for match in pattern.finditer(raw, reading.body.start):
            short = "said" in match.groupdict() and len((match["said"] or "").split()) < _WORDS_MIN
            if shown is None:
                shown = code_spans(raw, reading.body.start)
            plain = (short and (match["said"] or "").isascii()) or within(shown, *match.span())
            yield Raised("H8", _LOW if plain else grades[reading.trust], rule, *match.span())
    for match in _BLANKS.finditer(raw):
        start, end = match.span("text") if match["text"] else match.span()
        grade = _HIGH if match["text"] and not _is_cell(raw, start) else _MEDIUM
        yield Raised("H8", grade, "behind-blanks", start, end)
    for match in _INFO.finditer(raw, reading.body.start) if "```" in raw or "~~~" in raw else ():
        if len(match["said"].split()) > _WORDS_MIN and "=" not in match["said"]:
            grade = _MEDIUM if reading.trust is Trust.OUTSIDE else _LOW
            yield Raised("H8", grade, "left-out", *match.span("said"))
    for match in _STYLED.finditer(raw) if not raw.isascii() else ():
        yield Raised("H8", _MEDIUM, "styled-letters", *match.span())
    for match in _GAP.finditer(raw):
        if match["text"] and match[0].count("\n") > _LINES_MIN:
            yield Raised("H8", _HIGH, "behind-blanks", *match.span("text"))


def unknown_fields(reading: Reading) -> Iterator[Raised]:
    """Header fields that the schema does not know: their text is seen by agents alone."""
    if reading.note is None or reading.note.schema_version != 1 or reading.trust is Trust.PERSON:
        return
    for each in reading.segments:
        if each.field is not None and reading.is_extra(each.field):
            said = str(reading.note.extra[each.field])
            talks = len(said.split()) >= _WORDS_MIN or not said.isascii()
            end = each.start + len(reading.raw[each.start : each.end].rstrip())
            grade = _MEDIUM if talks and reading.trust is Trust.OUTSIDE else _LOW
            yield Raised("H8", grade, "unknown-field", each.start, end)
