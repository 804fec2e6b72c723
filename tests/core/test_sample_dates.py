"""The sample Home's times: what lies before what, and how all of it moves with the clock."""

from __future__ import annotations

import re
from datetime import date, datetime, timedelta
from pathlib import Path

import pytest

from curator_app.sample_path import sample_home
from curator_core.model.problem import StoreError
from curator_core.store import sample
from tests.core.sample_home import CANDIDATES, FILES, NOTES, NOW, note_file, typed


def test_all_times_parse_and_lie_before_the_reference_morning() -> None:
    notes = [typed(f) for f in (*NOTES.values(), *CANDIDATES.values()) if f.note is not None]
    instants = [
        text
        for note in notes
        for text in (note.recorded_at, note.observed_at, note.reviewed_at)
        if text
    ]
    parsed = [datetime.fromisoformat(text) for text in instants]
    assert len(parsed) > 70
    assert max(parsed) < NOW
    assert all(moment.tzinfo is not None for moment in parsed)
    for note in notes:
        for text in (note.valid_from, note.valid_to, note.expires_at):
            for part in (text or "").split("/") if text else ():
                date.fromisoformat(part)


def test_a_note_is_recorded_before_its_commit_and_after_it_was_seen() -> None:
    told = sample.read(sample_home(), NOW)
    for commit in told.commits:
        for path, data in commit.files.items():
            if path.startswith("memory/notes/"):
                note = typed(note_file(path, data))
                assert datetime.fromisoformat(note.recorded_at) <= commit.at, path
                if note.observed_at:
                    seen = datetime.fromisoformat(note.observed_at)
                    assert seen <= datetime.fromisoformat(note.recorded_at), path


def test_every_file_belongs_to_one_commit_or_stays_untracked() -> None:
    told = sample.read(sample_home(), NOW)
    last: dict[str, bytes] = {}
    for commit in told.commits:
        last |= commit.files
    assert {**last, **told.untracked} == FILES
    assert len(told.untracked) == 6
    assert last.keys().isdisjoint(told.untracked)
    dates = [commit.at for commit in told.commits]
    assert dates == sorted(dates)
    assert dates[-1] < NOW


def test_earlier_forms_differ_only_in_what_closing_wrote() -> None:
    told = sample.read(sample_home(), NOW)
    folder = sample_home() / "earlier"
    seen = 0
    for path in sorted(path for path in folder.rglob("*") if path.is_file()):
        number, _, name = path.relative_to(folder).as_posix().partition("/")
        assert told.commits[int(number) - 1].files[name] == path.read_bytes()
        then, now = (text.decode().splitlines() for text in (path.read_bytes(), FILES[name]))
        changed = {a.split(":")[0] for a, b in zip(then, now, strict=True) if a != b}
        assert {"status", "valid_to"} <= changed <= {"status", "valid_to", "title"}, name
        seen += 1
    assert seen == 5


@pytest.mark.parametrize(
    ("now", "moved"),
    [
        ("2026-11-29T06:00:00+01:00", "2026-11-29"),
        ("2026-11-30T05:59:00+01:00", "2026-11-29"),
        ("2026-11-29T23:00:00-08:00", "2026-11-30"),
        ("2028-03-01T12:00:00+00:00", "2028-03-01"),
        ("2024-02-29T12:00:00+00:00", "2024-02-29"),
    ],
)
def test_the_reference_day_moves_to_the_clock(now: str, moved: str) -> None:
    clock = datetime.fromisoformat(now)
    told = sample.read(sample_home(), clock)
    night = told.commits[-1]
    assert night.at.date() == date.fromisoformat(moved)
    assert night.at < clock
    days = (date.fromisoformat(moved) - date(2026, 11, 29)).days
    trip = date(2026, 12, 19) + timedelta(days=days)
    (path,) = (path for path in told.commits[7].files if path.endswith("苏州之行.md"))
    assert f"valid_from: {trip}\n".encode() in told.commits[7].files[path]
    latin = told.untracked["memory/candidates/bootshaus/sommerfest.md"]
    assert f"recorded_at: {moved}T03:07:00+01:00\n".encode() in latin
    assert b"Schl\xfcssel" in latin
    paths = {path for commit in told.commits for path in commit.files}
    eve = date.fromisoformat(moved) - timedelta(days=1)
    assert f"sources/sessions/{eve}-bootshaus.md" in paths


def test_citations_still_point_at_files_after_a_move() -> None:
    told = sample.read(sample_home(), NOW + timedelta(days=500))
    texts = {path: data for commit in told.commits for path, data in commit.files.items()}
    cited = re.findall(rb"sources/[^@#\s\"]+(?=@\{sources\})", b"\n".join(texts.values()))
    assert len(cited) > 25
    assert {path.decode() for path in cited} <= texts.keys()


@pytest.mark.parametrize(
    ("text", "days", "moved"),
    [
        (
            b"2026-02-28 and 2026-03-01T02:30:00+01:00",
            1,
            b"2026-03-01 and 2026-03-02T02:30:00+01:00",
        ),
        (b"2026-04-01/2026-04-30", -1, b"2026-03-31/2026-04-29"),
        (b"2026-02-30 12026-01-01 2026-01-011 1999-01-01", 9, None),
        (b"\xff2026-12-31\xfe", 1, b"\xff2027-01-01\xfe"),
    ],
)
def test_shift_moves_dates_and_nothing_else(text: bytes, days: int, moved: bytes | None) -> None:
    assert sample.shift(text, days) == (text if moved is None else moved)
    assert sample.shift(sample.shift(text, days), -days) == text


def test_a_missing_sample_is_named(tmp_path: Path) -> None:
    with pytest.raises(StoreError) as caught:
        sample.read(tmp_path / "nowhere", NOW)
    assert caught.value.refusal.code == "io"
