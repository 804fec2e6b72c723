"""The sample Home's times: what lies before what, and how all of it moves with the clock."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import date, datetime, timedelta
from pathlib import Path

import pytest

from curator_app.sample_path import sample_home
from curator_core.model.note import Status
from curator_core.model.problem import StoreError
from curator_core.store import sample
from tests.core.sample_home import (
    CANDIDATES,
    FILES,
    NOTES,
    NOW,
    folder_files,
    note_file,
    typed,
)


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
            if path.startswith("memory/notes/") and data is not None:
                note = typed(note_file(path, data))
                assert datetime.fromisoformat(note.recorded_at) <= commit.at, path
                if note.observed_at:
                    seen = datetime.fromisoformat(note.observed_at)
                    assert seen <= datetime.fromisoformat(note.recorded_at), path


def test_every_file_belongs_to_one_commit_or_stays_untracked() -> None:
    told = sample.read(sample_home(), NOW)
    last: dict[str, bytes | None] = {}
    for commit in told.commits:
        last |= commit.files
    there = {path: data for path, data in last.items() if data is not None}
    assert len(last) - len(there) == 4
    decided = {path for path in there if path not in FILES}
    assert len(decided) == 5
    assert {path: there[path] for path in there.keys() - decided} | told.uncommitted == FILES
    assert len(told.untracked) == 6
    assert there.keys().isdisjoint(told.untracked)
    (path,) = told.edited
    assert there[path] != told.edited[path]
    dates = [commit.at for commit in told.commits]
    assert dates == sorted(dates)
    assert dates[-1] < NOW


def test_earlier_forms_are_what_their_commit_held() -> None:
    told = sample.read(sample_home(), NOW)
    for path, data in folder_files("earlier").items():
        number, _, name = path.partition("/")
        assert told.commits[int(number) - 1].files[name] == data
        assert FILES.get(name) != data, name


def test_earlier_forms_of_closed_notes_differ_only_in_what_closing_wrote() -> None:
    seen = 0
    for path, data in folder_files("earlier").items():
        name = path.partition("/")[2]
        if name not in FILES or typed(note_file(name, FILES[name])).status is Status.ACTIVE:
            continue
        then, now = (text.decode().splitlines() for text in (data, FILES[name]))
        changed = {a.split(":")[0] for a, b in zip(then, now, strict=True) if a != b}
        assert {"status", "valid_to"} <= changed <= {"status", "valid_to", "title"}, name
        seen += 1
    assert seen == 5


def test_earlier_forms_of_other_notes_answer_the_same() -> None:
    """Only details of the text grew, which needs no new version."""
    seen = 0
    for path, data in folder_files("earlier").items():
        name = path.partition("/")[2]
        now = typed(note_file(name, FILES[name])) if name in FILES else None
        if now is not None and now.status is Status.ACTIVE:
            then = typed(note_file(name, data))
            assert replace(then, body="") == replace(now, body=""), name
            assert then.body != now.body
            seen += 1
    assert seen == 4


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
    assert f"valid_from: {trip}\n".encode() in (told.commits[7].files[path] or b"")
    latin = told.untracked["memory/candidates/bootshaus/sommerfest.md"]
    assert f"recorded_at: {moved}T03:07:00+01:00\n".encode() in latin
    assert b"Schl\xfcssel" in latin
    paths = {path for commit in told.commits for path in commit.files}
    eve = date.fromisoformat(moved) - timedelta(days=1)
    assert f"sources/sessions/{eve}-bootshaus.md" in paths


def test_citations_still_point_at_files_after_a_move() -> None:
    told = sample.read(sample_home(), NOW + timedelta(days=500))
    past = {path: data for commit in told.commits for path, data in commit.files.items()}
    proposed = [
        each for branch in told.branches for c in branch.commits for each in c.files.values()
    ]
    texts = [data for data in (*past.values(), *proposed) if data is not None]
    cited = re.findall(rb"sources/[^@#\s\"]+(?=@\{sources\})", b"\n".join(texts))
    assert len(cited) > 50
    assert {path.decode() for path in cited} <= past.keys()


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
