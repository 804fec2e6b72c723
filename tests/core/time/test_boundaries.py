"""Reading times: every form, every zone trap, and a second reading by `datetime` as an oracle."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from curator_core.model.interval import BEGINNING, END, EVER, STILL
from curator_core.model.problem import Refusal
from curator_core.rules import boundaries, validity

BERLIN = ZoneInfo("Europe/Berlin")
HOUR = 3_600_000_000


def micros(moment: datetime) -> int:
    """An aware datetime as microseconds since the year 1, by subtraction."""
    return (moment - datetime(1, 1, 1, tzinfo=UTC)) // timedelta(microseconds=1)


def point(text: str, zone: str = "UTC") -> int:
    """The one instant of a certain boundary."""
    read = boundaries.boundary(text, ZoneInfo(zone))
    assert read.certain and read.readable
    return read.earliest


@pytest.mark.parametrize(
    ("text", "year", "month", "day"),
    [("2026-09-01", 2026, 9, 1), (" 2024-02-29 ", 2024, 2, 29), ("1600-01-01", 1600, 1, 1)],
)
def test_a_date_is_midnight_in_the_homes_zone(text: str, year: int, month: int, day: int) -> None:
    assert point(text, "Europe/Berlin") == micros(datetime(year, month, day, tzinfo=BERLIN))


@pytest.mark.parametrize(
    ("text", "utc"),
    [
        ("2026-11-09T08:18:00+01:00", "2026-11-09T07:18:00+00:00"),
        ("2026-11-09T08:18Z", "2026-11-09T08:18:00+00:00"),
        ("2026-11-09t08:18:00z", "2026-11-09T08:18:00+00:00"),
        ("2026-11-09 08:18:00 +0530", "2026-11-09T02:48:00+00:00"),
        ("2026-11-09T08:18:00.1234567-02", "2026-11-09T10:18:00.123456+00:00"),
        ("2016-12-31T23:59:60Z", "2017-01-01T00:00:00+00:00"),
        ("2017-01-01T08:59:60+09:00", "2017-01-01T00:00:00+00:00"),
        ("2017-01-01T05:29:60+05:30", "2017-01-01T00:00:00+00:00"),
    ],
)
def test_an_instant_with_offset(text: str, utc: str) -> None:
    assert point(text) == micros(datetime.fromisoformat(utc))


@pytest.mark.parametrize(
    "text",
    [
        "",
        "soon",
        "2026-02-30",
        "2026-13",
        "2026-00-01",
        "0000",
        "0000-01-01",
        "2026-8-2",
        "20260802",
        "2026-W32",
        "2026-08-20T10:00:00",
        "2026-08-20T24:00:00Z",
        "2026-08-20T10:00:60Z",
        "2026-08-20T10:00:00+25:00",
        "２０２６-08-20",
        "2026年9月",
        "2026-09~",
        "../2026",
        "2026-09-01/2026-08-01",
        "2026-09/2026-10/2026-11",
        "/",
        "2026-09-01T10:00:00+02:00[Europe/Berlin]",
    ],
)
def test_any_other_text_is_kept_and_unknown(text: str) -> None:
    read = boundaries.boundary(text, UTC)
    assert (read.text, read.readable, read.earliest, read.latest) == (text, False, BEGINNING, END)
    problem = boundaries.form_problem("valid_from", text)
    assert problem is not None
    assert (problem.code, problem.field) == ("date-form", "valid_from")


@pytest.mark.parametrize("text", [None, "2026", "2026-09", "2026-09-01", "/2026", "2026-09/"])
def test_the_known_forms_are_no_problem(text: str | None) -> None:
    assert boundaries.form_problem("valid_from", text) is None


def test_months_and_years_are_some_instant_in_them() -> None:
    month, year = (boundaries.boundary(text, BERLIN) for text in ("2026-10", "2026"))
    assert (month.earliest, month.latest) == (
        point("2026-10-01", "Europe/Berlin"),
        point("2026-11-01", "Europe/Berlin") - 1,
    )
    assert month.latest - month.earliest + 1 == (31 * 24 + 1) * HOUR
    assert (year.earliest, year.latest + 1) == (
        point("2026-01-01", "Europe/Berlin"),
        point("2027-01-01", "Europe/Berlin"),
    )


def test_spans_reach_from_the_first_to_the_last_possible_instant() -> None:
    span = boundaries.boundary("2026-09/2026-10-15", UTC)
    assert (span.earliest, span.latest) == (point("2026-09-01"), point("2026-10-15"))
    upto, since = (boundaries.boundary(text, UTC) for text in ("/2026-09-15", "2026-09/"))
    assert (upto.earliest, upto.latest) == (BEGINNING, point("2026-09-15"))
    assert (since.earliest, since.latest) == (point("2026-09-01"), END)


@pytest.mark.parametrize(
    ("zone", "day", "first"),
    [
        ("America/Sao_Paulo", "2018-11-04", "2018-11-04T03:00:00+00:00"),
        ("Asia/Beirut", "2023-03-26", "2023-03-25T22:00:00+00:00"),
        ("America/Toronto", "1919-03-31", "1919-03-31T04:30:00+00:00"),
        ("Pacific/Apia", "2011-12-30", "2011-12-30T10:00:00+00:00"),
        ("America/Havana", "2025-11-02", "2025-11-02T04:00:00+00:00"),
        ("Europe/Berlin", "2026-03-29", "2026-03-28T23:00:00+00:00"),
        ("Europe/Berlin", "2026-10-25", "2026-10-24T22:00:00+00:00"),
    ],
    ids=["gap", "gap", "gap-over-midnight", "no-such-day", "two-midnights", "spring", "autumn"],
)
def test_the_first_instant_of_a_day(zone: str, day: str, first: str) -> None:
    assert point(day, zone) == micros(datetime.fromisoformat(first))
    moment = boundaries.at_instant(day, ZoneInfo(zone))
    assert isinstance(moment, datetime)
    assert moment == datetime.fromisoformat(first)


def test_the_ends_of_the_calendar_do_not_overflow() -> None:
    assert point("0001-01-01T00:00:00+14:00") == -14 * HOUR
    assert (
        point("9999-12-31T23:59:60-00:00")
        == micros(datetime(9999, 12, 31, 23, 59, 59, tzinfo=UTC)) + HOUR // 3_600
    )
    assert point("0001-01-01", "Europe/Berlin") < 0
    assert boundaries.boundary("9999-12", UTC).latest > point("9999-12-31")
    assert boundaries.boundary("9999", UTC).latest == boundaries.boundary("9999-12", UTC).latest
    assert boundaries.last_day("9999-12-31", UTC).earliest > point("9999-12-31")
    first = boundaries.at_instant("0001-01-01", BERLIN)
    assert isinstance(first, datetime) and boundaries.instant_of(first) < 0
    assert isinstance(boundaries.at_instant("9999-12-31T23:59:60Z", UTC), Refusal)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("2026-08-10", "2026-08-10T00:00:00+02:00"),
        ("2026-08-10T09:00:00-05:00", "2026-08-10T09:00:00-05:00"),
        ("2026-08-10T09:00Z", "2026-08-10T09:00:00+00:00"),
    ],
)
def test_a_question_names_an_instant_and_keeps_its_offset(text: str, shown: str) -> None:
    moment = boundaries.at_instant(text, BERLIN)
    assert isinstance(moment, datetime) and moment.isoformat() == shown


@pytest.mark.parametrize("text", ["2026-08-10T09:00", "2026-08", "2026", "now", "", "A/B", "/"])
def test_a_question_without_an_instant_is_refused(text: str) -> None:
    refusal = boundaries.at_instant(text, BERLIN)
    assert isinstance(refusal, Refusal) and refusal.code == "time-form"


def test_expiry_holds_through_its_day() -> None:
    end = boundaries.last_day("2026-09-10", BERLIN)
    assert end == boundaries.boundary("2026-09-11", BERLIN)
    instant = "2026-09-10T12:00:00Z"
    assert boundaries.last_day(instant, BERLIN) == boundaries.boundary(instant, BERLIN)


def test_an_unknown_zone_reads_as_utc() -> None:
    assert boundaries.zone("Mars/Olympus") is UTC
    assert boundaries.zone("../etc/passwd") is UTC


ZONES = st.sampled_from(["UTC", "Europe/Berlin", "America/Sao_Paulo", "Asia/Kolkata"])
MOMENTS = st.datetimes(
    min_value=datetime(1900, 1, 1), max_value=datetime(2100, 1, 1), timezones=st.just(UTC)
)


@given(MOMENTS, st.integers(-14 * 60, 14 * 60))
def test_any_written_instant_is_read_as_datetime_reads_it(moment: datetime, minutes: int) -> None:
    sign = "-" if minutes < 0 else "+"
    offset = f"{sign}{abs(minutes) // 60:02}:{abs(minutes) % 60:02}"
    local = (moment + timedelta(minutes=minutes)).replace(tzinfo=None).isoformat()
    assert point(local + offset) == micros(moment)


@given(st.dates(min_value=date(1950, 1, 1), max_value=date(2037, 1, 1)), ZONES)
def test_a_days_first_instant_is_the_first_with_its_date(day: date, zone: str) -> None:
    home = ZoneInfo(zone)
    first = datetime(1, 1, 1, tzinfo=UTC) + timedelta(microseconds=point(day.isoformat(), zone))
    assert first.astimezone(home).date() == day
    assert (first - timedelta(microseconds=1)).astimezone(home).date() < day


FORMS = st.one_of(
    st.none(),
    st.sampled_from(["2026-10-02", "2026-10-02T10:00:00+08:00", "2026-10", "2026", "/2026-10-02"]),
    st.sampled_from(["2026-10-02/", "2026-09/2026-10", "2026-10-02T10:00:00", "soon", ""]),
    st.text(max_size=12),
)


@given(st.lists(FORMS, max_size=8))
def test_mixed_forms_compare_without_error(texts: list[str | None]) -> None:
    starts = [EVER if t is None else boundaries.boundary(t, BERLIN) for t in texts]
    ends = [STILL if t is None else boundaries.boundary(t, BERLIN) for t in texts]
    for one in starts:
        for other in ends:
            least = validity.earlier(one, other)
            assert least.earliest == min(one.earliest, other.earliest)
            assert least.latest == min(one.latest, other.latest)
            assert not (validity.surely_before(one, other) and validity.surely_before(other, one))


@given(FORMS, FORMS)
def test_the_earlier_of_two_boundaries_can_be_written_and_read_again(
    one: str | None, other: str | None
) -> None:
    first, second = (boundaries.boundary(text or "2026-10-01", BERLIN) for text in (one, other))
    least = validity.earlier(first, second)
    if first.readable and second.readable and least.text is not None:
        again = boundaries.boundary(least.text, BERLIN)
        assert (again.earliest, again.latest) == (least.earliest, least.latest)
