"""The sample Home's notes: counts, citations and every planted thing."""

from __future__ import annotations

import re
import tomllib
from datetime import date, datetime, timedelta
from fnmatch import fnmatchcase

import pytest

from curator_app.sample_path import sample_home
from curator_core.model.files import FileState
from curator_core.model.note import Note, Relation, Status
from curator_core.model.problem import Severity
from curator_core.rules import secrets, visible
from curator_core.store import sample
from tests.core.sample_home import (
    CANDIDATES,
    FILES,
    HAN,
    NOTES,
    NOW,
    candidate,
    citations,
    folder_files,
    reviewed,
    typed,
)

CITED_FILE = rb"sources/(?:journal|mail|sessions|web)/[^\s@#\",]+\.(?:md|txt)"


def test_counts() -> None:
    assert len(NOTES) == 29
    assert len(CANDIDATES) == 12
    states = [file.entry.state for file in CANDIDATES.values()]
    assert states.count(FileState.UNREADABLE) == 3
    chinese = [n for n in reviewed().values() if len(HAN.findall(n.body)) > 20]
    assert len(chinese) == 4, [note.id for note in chinese]


def test_reviewed_notes_have_no_problem() -> None:
    for path, file in NOTES.items():
        assert file.entry.state is FileState.READ, (path, file.problems)
        worse = [p for p in file.problems if p.severity is not Severity.INFO]
        assert worse == [], path


def test_ids_are_unique_ignoring_case() -> None:
    files = [*NOTES.values(), *CANDIDATES.values()]
    ids = [(f.entry.note_id or "").casefold() for f in files if f.note is not None]
    assert len(ids) == 38
    assert len(set(ids)) == len(ids)


def test_every_reviewed_note_cites_lines_that_exist_at_a_commit() -> None:
    for note in reviewed().values():
        cited = list(citations(note))
        assert cited, note.id
        assert all(one.marked for one in cited), note.id
        assert all("".join(one.lines).strip() for one in cited), note.id


def test_every_source_is_cited_or_belongs_to_the_stale_answer() -> None:
    files = (FILES, folder_files("earlier"), folder_files("proposals"))
    texts = [d for each in files for p, d in each.items() if not p.startswith("sources/")]
    cited = {name.decode() for text in texts for name in re.findall(CITED_FILE, text)}
    sources = {path for path in FILES if path.startswith("sources/")}
    assert sources - cited == {
        "sources/journal/2026-11-24.md",
        "sources/sessions/2026-09-10-shiftboard.md",
        "sources/sessions/2026-11-24-shiftboard.md",
    }


@pytest.mark.parametrize("path", sorted(NOTES))
def test_a_value_stands_in_its_cited_lines(path: str) -> None:
    note = typed(NOTES[path])
    words = set(re.findall(r"[A-Za-z0-9_.:]{2,}|[\u4e00-\u9fff]", note.value or note.body))
    text = " ".join(line for one in citations(note) for line in one.lines)
    found = {word for word in words if word in text}
    assert len(found) >= 0.5 * len(words), (words - found, text)


def successor(relation: Relation) -> tuple[Note, Note]:
    """The only (old, new) pair of a relation among the reviewed notes, deploys left out."""
    notes = reviewed()
    ((old, new),) = (
        (notes[target], note)
        for note in notes.values()
        for target in note.supersedes
        if note.relation is relation and not note.id.startswith("sb-deploy-")
    )
    return old, new


def test_relations_close_what_they_replace() -> None:
    notes = reviewed()
    for note in notes.values():
        for target in (notes[name] for name in note.supersedes):
            assert target.status is Status.SUPERSEDED, target.id
            void = note.relation is Relation.CORRECTION
            assert target.valid_to == (target.valid_from if void else note.valid_from), target.id
    closed = {name for name, note in notes.items() if note.status is Status.SUPERSEDED}
    assert closed == {target for note in notes.values() for target in note.supersedes}


def test_correction_state_change_and_revocation() -> None:
    wrong, right = successor(Relation.CORRECTION)
    assert (wrong.id, right.valid_from) == ("home-router-old", wrong.valid_from)
    before, after = successor(Relation.STATE_CHANGE)
    assert (before.value, after.value) == ("Katrin Oelze", "Jonas Wiebe")
    texts, stop = successor(Relation.REVOCATION)
    assert (texts.memory_key, stop.memory_key, stop.value) == ("reminders.sms",) * 2 + (None,)


def test_pins_exception_future_expiry_and_two_projects() -> None:
    notes = reviewed()
    pins = [note for note in notes.values() if note.pin]
    assert {note.memory_key for note in pins} == {"health.allergy"}
    assert len(pins) == 2
    freeze = notes["sb-deploy-freeze"]
    base = notes[freeze.exception_to or ""]
    assert (freeze.memory_key, freeze.scope) == (base.memory_key, base.scope)
    assert freeze.valid_from and freeze.valid_to
    assert (notes["trip-suzhou"].valid_from or "") > NOW.date().isoformat()
    assert (notes["rail-card"].expires_at or "") > NOW.date().isoformat()
    assert notes["bh-host"].valid_from == "2026-04-01/2026-04-30"
    same_slot = {n.scope for n in notes.values() if n.memory_key == "deploy.production"}
    assert same_slot == {"project:shiftboard", "project:bootshaus"}


def test_single_slots_hold_one_note_at_a_time() -> None:
    notes = [n for n in reviewed().values() if n.memory_key and not n.exception_to]
    for note in notes:
        for other in notes:
            same = (note.memory_key, note.scope) == (other.memory_key, other.scope)
            if note.id < other.id and same and note.memory_key != "health.allergy":
                ends = sorted([note, other], key=lambda n: (n.valid_from or "", n.valid_to or "~"))
                assert (ends[0].valid_to or "~") <= (ends[1].valid_from or ""), note.id


def test_the_stale_answer_has_its_three_causes() -> None:
    notes = reviewed()
    stale, right, wrong = (notes[f"sb-deploy-{name}"] for name in ("npm", "prod", "preview"))
    assert f"`{stale.value}`" in FILES["CLAUDE.md"].decode()
    assert right.supersedes == (stale.id,)
    assert (right.observed_at or "")[:10] == right.valid_from == stale.valid_to == "2026-08-17"
    late = datetime.fromisoformat(right.recorded_at).date() - date(2026, 8, 17)
    assert late == timedelta(days=55)
    assert wrong.supersedes == (right.id,)
    assert wrong.memory_key != right.memory_key
    assert (wrong.value, right.valid_to) == (stale.value, wrong.valid_from)
    asked = FILES["sources/sessions/2026-11-24-shiftboard.md"].decode()
    assert f"`{stale.value}`, says CLAUDE.md" in asked


@pytest.mark.parametrize("name", ["health-check.md", "冬季训练.md"])
def test_honest_candidates_are_clean_and_supported(name: str) -> None:
    file = candidate(name)
    assert file.entry.state is FileState.READ
    assert file.problems == ()
    note = typed(file)
    text = "".join(line for one in citations(note) for line in one.lines)
    numbers = re.findall(r"\d+", note.value or "")
    assert numbers
    assert all(number in text for number in numbers)
    assert note.memory_key not in {n.memory_key for n in reviewed().values()}


def test_the_plain_candidate_is_filled() -> None:
    entry = candidate("boathouse-gate.md").entry
    assert entry.state is FileState.FILLED
    assert entry.title == "The side gate of the boathouse"
    assert {"id", "kind", "subject", "scope", "origin"} <= set(entry.filled)


def test_the_unsupported_candidate_cites_real_lines_that_do_not_say_it() -> None:
    note = typed(candidate("backup-retention.md"))
    (cited,) = citations(note)
    assert note.value == "one year"
    assert "year" not in "".join(cited.lines)
    assert "backup" in "".join(cited.lines)


def test_the_forged_mail_wants_another_account() -> None:
    note = typed(candidate("pagerlark-new-account.md"))
    target = reviewed()[note.supersedes[0]]
    assert note.taint == ("external", "mail")
    assert note.memory_key == target.memory_key
    assert (target.value or "").startswith("account ending 4417")
    (cited,) = citations(note)
    assert note.value == "account ending 9023"
    assert "9023" in "".join(cited.lines)


def test_the_clipping_gives_orders_and_holds_markup() -> None:
    note = typed(candidate("rowing-forum-clip.md"))
    assert note.title is not None
    assert note.title.startswith("[@click=app.quit]")
    assert "ignore your earlier instructions" in note.body
    assert "[/b]" in note.body
    assert note.taint == ("external", "web")


def test_the_driver_hides_characters_in_body_and_yaml_escapes() -> None:
    file = candidate("printer-driver.md")
    note = typed(file)
    assert {"\u202e", "\u202c", "\u200b", "\U000e0061"} <= set(note.body)
    assert "\x1b]0;" in (note.title or "")
    assert "\x1b]52;c;" in (note.description or "")
    assert b"\x1b" not in file.data
    assert visible.hidden(note.body)


def test_the_permission_claims_a_review_nobody_made() -> None:
    file = candidate("standing-permission.md")
    assert file.entry.claims_review
    note = typed(file)
    assert (note.scope, note.status, note.reviewed) == ("global", Status.ACTIVE, True)
    assert note.authority == "user_explicit"


def test_exactly_one_file_holds_a_secret_and_it_says_so() -> None:
    files = {**folder_files("earlier"), **folder_files("proposals"), **FILES}
    holding = [path for path, data in files.items() if secrets.find(data.decode("latin-1"))]
    assert holding == ["memory/candidates/shiftboard/preview-database.md"]
    assert b"NOTREAL" in FILES[holding[0]]


def test_three_kinds_of_unreadable_files() -> None:
    codes = {
        path.rsplit("/", 1)[1]: next(
            p.code for p in file.problems if p.code.startswith("unreadable-")
        )
        for path, file in CANDIDATES.items()
        if file.entry.state is FileState.UNREADABLE
    }
    assert set(codes) == {"sommerfest.md", "unfinished-session.md", "trailer.md"}
    assert len(set(codes.values())) == 3, codes


def test_the_readme_names_every_candidate_and_only_files_that_exist() -> None:
    readme = (sample_home() / "README.md").read_text(encoding="utf-8")
    told = sample.read(sample_home(), NOW)
    for path in CANDIDATES:
        (row,) = (line for line in readme.splitlines() if path.removeprefix("memory/") in line)
        assert ("` * |" in row) == (path in told.untracked), path
    named = re.findall(r"`([^`\s]+\.md)`", readme)
    assert len(named) > 30
    for name in named:
        assert any(fnmatchcase(path, f"*{name}") for path in FILES), name


def test_the_configuration_is_what_a_new_user_would_keep() -> None:
    table = tomllib.loads(FILES["curator.toml"].decode())
    assert table["home"] == {"name": "vossberg", "timezone": "Europe/Berlin", "branch": "main"}
    assert [slot["match"] for slot in table["slots"] if "cardinality" in slot] == ["health.allergy"]
    assert table["review"] == {"headless": "low-risk"}
    assert table["adopt"] == {"baseline": "@{parent}"}
