"""Reading times: text as written becomes a boundary in the Home's zone (CONTRACT 12)."""

from __future__ import annotations

import re
from datetime import UTC, date, datetime, timedelta, timezone, tzinfo
from functools import lru_cache
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from curator_core.model.interval import BEGINNING, END, Boundary, Instant
from curator_core.model.problem import Problem, Refusal, Severity

TIME_FIELDS = (
    "valid_from",
    "valid_to",
    "recorded_at",
    "observed_at",
    "expires_at",
    "review_by",
    "verified_at",
)
"""The fields of a note that hold a time."""

_SECOND = 1_000_000
_DAY_MINUTES = 24 * 60
_DAY = _DAY_MINUTES * 60 * _SECOND
_MICRO = timedelta(microseconds=1)
_DATE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
_MONTH = re.compile(r"([0-9]{4})-([0-9]{2})")
_YEAR = re.compile(r"[0-9]{4}")
_INSTANT = re.compile(
    r"([0-9]{4}-[0-9]{2}-[0-9]{2})[Tt ]([0-9]{2}):([0-9]{2})(?::([0-9]{2})(?:[.,]([0-9]+))?)?"
    r" ?(?:([Zz])|([+-])([0-9]{2}):?([0-9]{2})?)"
)


@lru_cache(maxsize=64)
def zone(name: str) -> tzinfo:
    """The zone of that name; UTC when this system does not know it (the configuration says so)."""
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return UTC


@lru_cache(maxsize=1 << 16)
def boundary(text: str, home: tzinfo) -> Boundary:
    """Read a boundary: date, instant with offset, month, year, or a span `A/B`, `/B`, `A/`.

    A date is the first instant of that day in the Home's zone; a month, year or span is some
    instant in it. Any other text keeps its words and means an unknown instant.
    """
    span = _span(text.strip(), home)
    if span is None:
        return Boundary(text, BEGINNING, END, readable=False)
    return Boundary(text, *span)


@lru_cache(maxsize=1 << 12)
def last_day(text: str, home: tzinfo) -> Boundary:
    """Read an `expires_at` as an exclusive end: a date holds through that day (CONTRACT 11)."""
    day = _day(text.strip())
    if day is None:
        return boundary(text, home)
    if day == date.max:
        return Boundary(None, _midnight(day, home) + _DAY, _midnight(day, home) + _DAY)
    after = day + timedelta(days=1)
    return boundary(after.isoformat(), home)


def form_problem(field: str, text: str | None) -> Problem | None:
    """The `date-form` problem of a time that has none of the forms; None where it has."""
    if text is None or boundary(text, UTC).readable:
        return None
    return Problem(
        "date-form",
        Severity.ERROR,
        f"{field} is no date, instant with offset, month, year or span; it counts as unknown",
        "write 2026-09-01, 2026-09-01T08:00:00+02:00, 2026-09, 2026, or A/B",
        field=field,
    )


def at_instant(text: str, home: tzinfo) -> datetime | Refusal:
    """The instant a question names: a date (its first instant in the Home's zone) or an instant
    with offset; anything else is a `time-form` refusal. A leap second is the second after it."""
    stripped = text.strip()
    try:
        day = _day(stripped)
        if day is not None:
            return _first_moment(day, home)
        parsed = _instant(stripped)
        if parsed is not None:
            return _moment(parsed[0], timezone(timedelta(minutes=parsed[1])))
    except OverflowError:
        pass
    return Refusal(
        "time-form",
        "a time is a date or an instant with offset",
        "write 2026-09-01 or 2026-09-01T08:00:00+02:00",
    )


def day_of(text: str, home: tzinfo) -> date | None:
    """The day in the Home's zone on which a time surely has come; None where that is unknown."""
    last = boundary(text, home).latest
    try:
        return (datetime.min + last * _MICRO + _offset_at(last, home)).date()
    except OverflowError:
        return None


def instant_of(moment: datetime) -> Instant:
    """An aware datetime as an instant."""
    offset = moment.utcoffset()
    assert offset is not None, "BUG: a datetime without offset is no instant"
    return _micros(moment, offset)


def instant_text(instant: Instant) -> str:
    """An instant as text in UTC; years outside 1 to 9999 are cut to their nearest writable end."""
    span = (datetime.max - datetime.min) // _MICRO
    moment = datetime.min + min(max(instant, 0), span) * _MICRO
    return moment.replace(tzinfo=UTC).isoformat()


def _micros(moment: datetime, offset: timedelta) -> Instant:
    return (moment.replace(tzinfo=None) - datetime.min - offset) // _MICRO


def _span(text: str, home: tzinfo) -> tuple[Instant, Instant] | None:
    left, slash, right = text.partition("/")
    if not slash:
        return _point_or_period(text, home)
    if not (left or right) or "/" in right:
        return None
    low = _point_or_period(left.strip(), home) if left else (BEGINNING, BEGINNING)
    high = _point_or_period(right.strip(), home) if right else (END, END)
    if low is None or high is None or low[0] > high[1]:
        return None
    return low[0], high[1]


def _point_or_period(text: str, home: tzinfo) -> tuple[Instant, Instant] | None:
    day = _day(text)
    if day is not None:
        return _midnight(day, home), _midnight(day, home)
    if match := _MONTH.fullmatch(text):
        year, month = int(match[1]), int(match[2])
        return _period(year, month, 1, home)
    if _YEAR.fullmatch(text):
        return _period(int(text), 1, 12, home)
    parsed = _instant(text)
    return None if parsed is None else (parsed[0], parsed[0])


def _period(year: int, month: int, months: int, home: tzinfo) -> tuple[Instant, Instant] | None:
    if not (year >= 1 and 1 <= month <= 12):
        return None
    first = _midnight(date(year, month, 1), home)
    years, index = divmod(month - 1 + months, 12)
    if year + years > date.max.year:
        return first, _midnight(date.max, home) + _DAY - 1
    return first, _midnight(date(year + years, index + 1, 1), home) - 1


def _day(text: str) -> date | None:
    if not _DATE.fullmatch(text):
        return None
    try:
        return date.fromisoformat(text)
    except ValueError:
        return None


def _midnight(day: date, home: tzinfo) -> Instant:
    """The first instant of a day; of two midnights the first, of none the end of the gap."""
    naive = datetime(day.year, day.month, day.day)
    before = naive.replace(tzinfo=home).utcoffset() or timedelta()
    after = naive.replace(tzinfo=home, fold=1).utcoffset() or timedelta()
    if before >= after:
        return _micros(naive, before)
    return _transition(_micros(naive, after), _micros(naive, before), home)


def _transition(low: Instant, high: Instant, home: tzinfo) -> Instant:
    """The instant in (low, high] at which the zone's offset becomes that of `high`."""
    wanted = _offset_at(high, home)
    while high - low > 1:
        middle = (low + high) // 2
        if _offset_at(middle, home) == wanted:
            high = middle
        else:
            low = middle
    return high


def _offset_at(instant: Instant, home: tzinfo) -> timedelta:
    moment = (datetime.min + instant * _MICRO).replace(tzinfo=UTC)
    return moment.astimezone(home).utcoffset() or timedelta()


def _instant(text: str) -> tuple[Instant, int] | None:
    """An instant and its offset in minutes; second 60 only where UTC may have one."""
    match = _INSTANT.fullmatch(text)
    if match is None:
        return None
    day = _day(match[1])
    hour, minute, second = int(match[2]), int(match[3]), int(match[4] or 0)
    offset_hour, offset_minute = int(match[8] or 0), int(match[9] or 0)
    if day is None or hour > 23 or minute > 59 or offset_hour > 23 or offset_minute > 59:
        return None
    offset = (offset_hour * 60 + offset_minute) * (-1 if match[7] == "-" else 1)
    minutes = hour * 60 + minute - offset
    if second > 60 or (second == 60 and minutes % _DAY_MINUTES != _DAY_MINUTES - 1):
        return None
    seconds = ((day - date.min).days * _DAY_MINUTES + minutes) * 60 + second
    return seconds * _SECOND + int((match[5] or "")[:6].ljust(6, "0")), offset


def _first_moment(day: date, home: tzinfo) -> datetime:
    """A day's first instant with its offset fixed: a zone's own datetimes near a gap or fold
    compare unequal to everything."""
    moment = datetime(day.year, day.month, day.day, tzinfo=home)
    offset = moment.utcoffset() or timedelta()
    first = _midnight(day, home)
    if _micros(moment, offset) != first:
        offset = _offset_at(first, home)
    return _moment(first, timezone(offset))


def _moment(instant: Instant, offset: timezone) -> datetime:
    ahead = offset.utcoffset(None) // _MICRO
    return (datetime.min + (instant + ahead) * _MICRO).replace(tzinfo=offset)
