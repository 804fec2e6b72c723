"""Personal data that a rule can decide: mail addresses, phone numbers, and numbers with a check sum
(IBAN, payment card, Chinese identity number; FAULTS §4). Names and addresses of people cannot be
told from other words, so no rule tries; nothing here ever blocks a decision.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date

from curator_core.model.files import NoteText
from curator_core.model.problem import Problem, Severity

RULES_VERSION = 1
"""Changes whenever the same text may give other findings."""

_FIELDS = frozenset({"title", "description", "value"})
"""Fields whose text is the note's own; others say where it came from and who reviewed it."""
_NO_PERSON = frozenset({"git", "noreply", "no-reply", "root"})
_CN_WEIGHTS = (7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2)
_MAYBE = re.compile(r"@|\d(?:[^\d\n]{0,5}\d){6}")
"""A line without an at sign or seven digits close together holds nothing that is looked for."""
_DATE = re.compile(r"\(?(?:19|20)\d\d[-./ ]\d\d?[-./ ]\d\d?.*")
_CN_CHECKS = "10X98765432"


@dataclass(frozen=True, slots=True)
class Found:
    """One piece of personal data by its place: `[start, end)` in code points."""

    rule: str
    start: int
    end: int


def find(text: str) -> tuple[Found, ...]:
    """All that is found, in order; a number is told once, by the rule that checks most."""
    taken: list[Found] = []
    for rule, regex, holds in _RULES:
        starts = [found.start for found in taken]
        new = [
            Found(rule, *match.span("value"))
            for match in regex.finditer(text)
            if _free(taken, starts, *match.span("value")) and holds(match["value"])
        ]
        taken = sorted((*taken, *new), key=lambda found: found.start)
    return tuple(taken)


def _free(taken: Sequence[Found], starts: Sequence[int], start: int, end: int) -> bool:
    """Whether no earlier rule's finding, all in order and apart, overlaps this span."""
    at = bisect_left(starts, end)
    return at == 0 or taken[at - 1].end <= start


def problems(text: NoteText, path: str) -> Iterator[Problem]:
    """The findings of a note's own words as problems; a warning where the note is public."""
    public = text.fields.get("privacy") == "public"
    severity = Severity.WARNING if public else Severity.INFO
    for number in _own_lines(text):
        line = text.lines[number]
        for each in find(line) if _MAYBE.search(line) else ():
            message = f"this looks like personal data (rule {each.rule})"
            hint = "keep it only where it is needed: edit it out, or make the note restricted"
            yield Problem("personal", severity, message, hint, path, number + 1, each.start + 1)


def _own_lines(text: NoteText) -> Iterator[int]:
    """The lines of the note's own words, 0-based."""
    for span in text.spans:
        if span.key in _FIELDS:
            yield from range(span.start, span.end)
    yield from range(text.body_start, len(text.lines))


def _is_mail(value: str) -> bool:
    name = value.partition("@")[0].casefold()
    return name not in _NO_PERSON and not name.startswith("noreply")


def _is_iban(value: str) -> bool:
    plain = value.replace(" ", "")
    turned = plain[4:] + plain[:4]
    return 15 <= len(plain) <= 34 and int("".join(str(int(c, 36)) for c in turned)) % 97 == 1


def _is_card(value: str) -> bool:
    digits = [int(char) for char in value if char.isdigit()]
    if not 13 <= len(digits) <= 19 or len(set(digits)) < 2:
        return False
    doubled = [2 * digit - 9 * (digit > 4) for digit in digits[-2::-2]]
    return (sum(digits[-1::-2]) + sum(doubled)) % 10 == 0


def _is_cn_id(value: str) -> bool:
    total = sum(int(char) * weight for char, weight in zip(value[:17], _CN_WEIGHTS, strict=True))
    try:
        date(int(value[6:10]), int(value[10:12]), int(value[12:14]))
    except ValueError:
        return False
    return _CN_CHECKS[total % 11] == value[17].upper()


def _is_phone(value: str) -> bool:
    if _DATE.fullmatch(value):
        return False
    digits = [char for char in value if char.isdigit()]
    return 7 <= len(digits) <= 15 and len(set(digits)) > 2


_RULES: tuple[tuple[str, re.Pattern[str], Callable[[str], bool]], ...] = (
    (
        "mail-address",
        re.compile(
            r"(?<![A-Za-z0-9_.+-])(?P<value>[A-Za-z0-9_.+-]{1,64}@(?:[\w-]{1,63}\.){1,8}[^\W\d_]{2,24})"
        ),
        _is_mail,
    ),
    (
        "iban",
        re.compile(r"(?<![A-Za-z0-9])(?P<value>[A-Z]{2}\d{2}(?: ?[A-Z0-9]){11,30})(?![A-Za-z0-9])"),
        _is_iban,
    ),
    ("cn-id", re.compile(r"(?<![0-9A-Za-z])(?P<value>\d{17}[\dXx])(?![0-9A-Za-z])"), _is_cn_id),
    (
        "card-number",
        re.compile(r"(?<![\w.+-])(?P<value>[3-6]\d{3}(?:[ -]?\d{2,6}){2,4}\d?)(?![\w-])"),
        _is_card,
    ),
    (
        "phone-number",
        re.compile(
            r"(?<![A-Za-z0-9_.+*\])])(?P<value>\+[1-9]\d{0,2}(?:[ ./()-]{0,2}\d{1,5}){2,6})"
            r"(?![A-Za-z0-9_*-])"
        ),
        _is_phone,
    ),
    (
        "phone-number",
        re.compile(r"(?<![A-Za-z\d_.+*-])(?P<value>1[3-9]\d{9})(?![A-Za-z\d_*-])"),
        _is_phone,
    ),
    (
        "phone-number",
        re.compile(
            r"(?i:\b(?:phone|mobile|tel(?:efon|\.)?|handy|cell|call)|电话|手机)"
            r"(?: number|nummer|号码|号)?[ :：]{1,3}(?:is |at |是)?"
            r"(?P<value>\(?0?\d(?:[ ./()-]{0,2}\d){5,13})(?![\w-])"
        ),
        _is_phone,
    ),
)
