"""What a note says of itself: who wrote and reviewed it, how far it reaches (H3, H13, H20, H21)."""

from __future__ import annotations

import re
from collections.abc import Iterator

from curator_core.model.flag import Grade
from curator_core.model.note import Kind, Note, Origin, Privacy
from curator_core.rules.flags.context import Around
from curator_core.rules.flags.reading import Raised, Reading, Trust

_HIGH, _MEDIUM, _LOW = Grade.HIGH, Grade.MEDIUM, Grade.LOW
_FAKE = re.compile(
    r"(?<![\w-])[\"'`]?(?P<all>(?:"
    r"(?P<strong>reviewed[\"'`]?\s?[:=]\s?[\"'`]?(?:true|yes|1)|origin[\"'`]?\s?[:=]\s?[\"'`]?user|"
    r"authority[\"'`]?\s?[:=]\s?[\"'`]?user_\w+|pin(?:ned)?[\"'`]?\s?[:=]\s?[\"'`]?true|"
    r"trust(?:ed)?[\"'`]?\s?[:=]\s?[\"'`]?(?:true|high|full)|taint[\"'`]?\s?[:=]\s?(?:\[\s?\]|none|false)|"
    r"quarantined?[\"'`]?\s?[:=]\s?false)|"
    r"(?P<weak>reviewed_(?:by|at|hash)[\"'`]?\s?[:=]\s?\S{2,60}|approved_by[\"'`]?\s?[:=]\s?\S{2,60}|"
    r"status[\"'`]?\s?[:=]\s?[\"'`]?(?:active|approved|reviewed)|verified[\"'`]?\s?[:=]\s?true|"
    r"confidence[\"'`]?\s?[:=]\s?1(?:\.0+)?(?!\d|\.\d))))(?![\w-])"
)
_CLAIMS = re.compile(
    r"review|origin|author|pin|trust|taint|quarant|approved|status|verified|confid"
)
_PAST_YEARS = 25
_FUTURE_YEARS = 10


def fake_fields(reading: Reading) -> Iterator[Raised]:
    """Header fields in a body that claim trust; a header that cannot be read is no body."""
    text = reading.copy.text
    if not _CLAIMS.search(text) or (reading.note is None and not reading.body.start):
        return
    for match in _FAKE.finditer(text):
        start, end = reading.copy.span(*match.span("all"))
        if start < reading.body.start:
            continue
        strong = match["strong"] is not None
        ticked = reading.raw[start - 1 : start] == "`"
        strong = strong and (_OWNED.match(match["all"]) is not None or _leads(text, match.start()))
        grade = _HIGH if strong and not ticked else _MEDIUM
        if reading.trust is Trust.PERSON:
            grade = _LOW
        yield Raised("H3", grade, "fake-field", start, end)


_OWNED = re.compile(r"[\"'`]?(?:reviewed|origin|authority)")
"""What a note says of its review and of who speaks: it claims that anywhere in a text."""


def _leads(text: str, at: int) -> bool:
    """Whether a field begins its line, as in a header."""
    return not text[text.rfind("\n", 0, at) + 1 : at].strip(" -*>{`\"'")


def reach(reading: Reading, around: Around) -> Iterator[Raised]:
    """A wider scope, less privacy, a human's note replaced, odd dates, full confidence (H13)."""
    note = reading.note
    if note is None:
        return
    outside = reading.trust is Trust.OUTSIDE
    if outside and around.targets:
        yield _field(reading, _HIGH, "external-supersedes", "supersedes")
    yield from _wider(reading, note, around)
    if reading.trust is Trust.PERSON:
        return
    if outside and note.confidence is not None and note.confidence >= 1:
        yield _field(reading, _MEDIUM, "full-confidence", "confidence")
    if note.valid_from and around.today and _is_far(note.valid_from, around.today):
        yield _field(reading, _MEDIUM if outside else _LOW, "far-date", "valid_from")


def _wider(reading: Reading, note: Note, around: Around) -> Iterator[Raised]:
    user = reading.trust is Trust.PERSON
    grade = _LOW if user else _HIGH
    if any(_widens(note.scope, target.scope) for target in around.targets):
        yield _field(reading, grade, "wider-scope", "scope")
    elif reading.trust is Trust.OUTSIDE and note.scope == "global" and _steers(note):
        yield _field(reading, _MEDIUM, "global-from-outside", "scope")
    order = tuple(Privacy)
    if any(order.index(note.privacy) < order.index(target.privacy) for target in around.targets):
        yield _field(reading, grade, "less-private", "privacy")
    elif reading.trust is Trust.OUTSIDE and note.privacy is Privacy.PUBLIC and around.targets:
        yield _field(reading, _MEDIUM, "less-private", "privacy")
    if reading.trust is not Trust.PERSON and note.pin:
        yield _field(reading, _HIGH, "pins-itself", "pin")


def _steers(note: Note) -> bool:
    return note.kind in (Kind.PREFERENCE, Kind.PROCEDURAL) or note.pin


def _widens(mine: str, other: str) -> bool:
    """Whether a scope reaches further: global, a parent, or fewer parts."""
    if mine == other or other == "global":
        return False
    return (
        mine == "global" or other.startswith((f"{mine}/", f"{mine}:")) or other.endswith(f"/{mine}")
    )


def _is_far(valid_from: str, today: str) -> bool:
    year, now = re.match(r"\d{4}", valid_from), int(today[:4])
    if year is None:
        return False
    return not now - _PAST_YEARS <= int(year[0]) <= now + _FUTURE_YEARS


def _field(reading: Reading, grade: Grade, rule: str, name: str, code: str = "H13") -> Raised:
    """A flag on the value of a header field."""
    part = reading.of_field(name)
    if part is None:
        return Raised(code, grade, rule, text=name)
    line = reading.raw[part.start : part.end].rstrip()
    colon = line.find(":") + 1
    lead = len(line[colon:]) - len(line[colon:].lstrip())
    start = part.start + colon + lead
    return Raised(code, grade, rule, start, max(part.start + len(line), start + 1))


def retires_many(reading: Reading, around: Around) -> Iterator[Raised]:
    """More than three notes named as superseded (H20)."""
    if around.retired > 3:
        yield _field(reading, _HIGH, "mass-supersede", "supersedes", "H20")


def claimed_review(reading: Reading, around: Around) -> Iterator[Raised]:
    """A file that says it was reviewed, which the ledger does not (H21)."""
    if around.claims_review:
        grade = _HIGH if reading.trust is Trust.OUTSIDE else _MEDIUM
        yield _field(reading, grade, "claimed-review", "reviewed", "H21")


def changes(reading: Reading, around: Around) -> Iterator[Raised]:
    """Body, validity and sources changed by one proposal: the evidence is written anew (H19)."""
    old = None if around.base is None else around.base.note
    new = reading.note
    if old is None or new is None:
        return
    body = old.body.split() != new.body.split() or old.value != new.value
    times = (old.valid_from, old.valid_to) != (new.valid_from, new.valid_to)
    if body and times and set(old.sources) != set(new.sources):
        grade = _LOW if new.origin is Origin.USER and not new.taint else _HIGH
        yield _field(reading, grade, "evidence-rewritten", "sources", "H19")
