"""The index: found what is there, nothing else, whatever state the index is in."""

from __future__ import annotations

import os
import sqlite3
from pathlib import Path

import pytest

from curator_core.model.files import Place
from curator_core.rules import terms
from curator_core.service import indexing
from curator_core.service.indexing import State
from curator_core.service.opening import opened
from curator_core.store import index_files, index_rows
from tests.core.index_homes import (
    contents,
    differences,
    drop,
    file_of,
    names,
    search,
    small,
    state,
)
from tests.homes import caller, curator, make_home, put, reviewed


@pytest.fixture
def home(tmp_path: Path) -> Path:
    return small(tmp_path / "home")


@pytest.fixture(scope="module")
def same(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A Home that these tests only read."""
    return small(tmp_path_factory.mktemp("same") / "home")


@pytest.mark.parametrize("recipe", list(terms.RECIPES))
@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("部署", {"m_a"}),
        ("署命", {"m_a"}),
        ("部门", {"m_b"}),
        ("门署", set()),
        ("令是 npm", {"m_a"}),
        ("署", {"m_a", "m_b"}),
        ("境", {"m_c"}),
        ("npm run deploy", {"m_a"}),
        ("NPM  RUN", {"m_a"}),
        ("npm deploy", set()),
        ("eploy", {"m_a", "m_b", "m_c"}),
        ("redep", {"m_b"}),
        ("deploy.target", {"m_c"}),
        ("。", {"m_a", "m_b"}),
        ("nothing here", {"m_c"}),
        ("kind: semantic", {"m_a", "m_b", "m_c"}),
        ("   ", set()),
    ],
)
def test_what_is_found(same: Path, text: str, wanted: set[str], recipe: str) -> None:
    indexing.use(caller(same), recipe)
    found = search(same, text)
    assert set(names(found)) == wanted
    assert found.index is State.FRESH
    for hit in found.hits:
        assert terms.fold(hit.text[hit.start : hit.end]).strip() == terms.wanted(text)
        lines = (same / hit.entry.path).read_text("utf-8").splitlines()
        assert lines[hit.line - 1] == hit.text


def test_candidates_only_when_asked_for(home: Path) -> None:
    found = search(home, "部署", places=tuple(Place))
    assert set(names(found)) == {"m_a", "m_d"}


def test_the_title_counts_more(home: Path) -> None:
    assert names(search(home, "deploy"))[0] in ("m_a", "m_c")
    assert names(search(home, "deploy"))[-1] == "m_b"


def test_state_by_state(home: Path) -> None:
    assert state(home) is State.MISSING
    assert curator(home, "notes").json["index"] == "missing"
    search(home, "部署")
    assert state(home) is State.FRESH
    put(home, "memory/notes/new.md", reviewed("m_new", "brand new"))
    assert state(home) is State.STALE
    assert [(d.path, d.what) for d in differences(home)] == [
        ("memory/notes/new.md", "not in the index")
    ]
    assert names(search(home, "brand new")) == ["m_new"]
    assert state(home) is State.FRESH
    drop(home)
    assert state(home) is State.MISSING
    assert names(search(home, "brand new")) == ["m_new"]
    assert differences(home) == ()


def test_one_changed_note_leaves_the_others(home: Path) -> None:
    """C53: a refresh takes in what changed and keeps the rest, in the same file."""
    search(home, "x")
    before, file = contents(home), file_of(home)
    put(home, "memory/notes/b.md", reviewed("m_b", "other words"))
    assert names(search(home, "other words")) == ["m_b"]
    after = contents(home)
    assert file_of(home) == file
    assert after.docs.keys() == before.docs.keys()
    changed = {path for path in after.docs if after.docs[path] != before.docs[path]}
    assert changed == {"memory/notes/b.md"}
    assert names(search(home, "签署")) == []
    indexing.rebuild(caller(home))
    assert contents(home) == after


def test_deleted_notes_keep_no_place_among_the_best(tmp_path: Path) -> None:
    """C23: delete the first of eleven, ask for ten: ten that are there."""
    texts = {f"{n}.md": reviewed(f"m_{n:02}", "deploy " * (n + 1)) for n in range(11)}
    home = make_home(tmp_path / "home", texts)
    first = search(home, "deploy", limit=10)
    assert (len(first.hits), first.more) == (10, True)
    (home / first.hits[0].entry.path).unlink()
    second = search(home, "deploy", limit=10)
    assert (len(second.hits), second.more) == (10, False)
    assert first.hits[0].entry.path not in {hit.entry.path for hit in second.hits}


def test_forgotten_text_is_gone_after_a_rebuild(home: Path) -> None:
    """C25: nothing of a deleted note is left in the file, packed or not."""
    put(home, "memory/notes/s.md", reviewed("m_s", "Unforgettablesecret 秘密口令"))
    assert names(search(home, "unforgettablesecret")) == ["m_s"]
    old = file_of(home)
    (home / "memory/notes/s.md").unlink()
    assert names(search(home, "unforgettablesecret")) == []
    indexing.rebuild(caller(home))
    assert not old.exists()
    held = contents(home)
    assert "unforgettablesecret" not in held.words
    assert not any("秘密" in text for text in held.sources.values())
    assert b"nforgettables" not in file_of(home).read_bytes()


def test_an_index_behind_the_files_is_never_a_bare_empty_list(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """C37: where nothing can be written the files are read, and the answer says so."""
    monkeypatch.setattr(indexing, "_WAIT", 0.02)
    search(home, "x")
    put(home, "memory/notes/new.md", reviewed("m_new", "brand new"))
    with opened(caller(home)) as one, index_files.locked(one.repo, 1):
        found = search(home, "brand new")
        assert (names(found), found.index) == (["m_new"], State.STALE)
        assert names(search(home, "部署")) == ["m_a"]
        drop(home)
        found = search(home, "brand new")
        assert (names(found), found.index) == (["m_new"], State.MISSING)
        told = curator(home, "notes", "--search", "brand new")
        assert (told.json["index"], len(told.json["notes"])) == ("missing", 1)


@pytest.mark.parametrize(
    "damage", ["gone", "empty", "noise", "cut", "forged", "journal", "link", "folder", "form"]
)
def test_a_damaged_or_forged_index_is_made_anew(home: Path, damage: str) -> None:
    """FAULTS 12: corrupt, missing, of another version; and one that an agent wrote."""
    search(home, "x")
    file = file_of(home)
    match damage:
        case "gone":
            file.unlink()
        case "empty":
            file.write_bytes(b"")
        case "noise":
            file.write_bytes(os.urandom(8192))
        case "cut":
            os.truncate(file, file.stat().st_size // 2)
        case "forged":
            stat = file.stat()
            with sqlite3.connect(file) as connection:
                connection.execute("DELETE FROM docs")
            connection.close()
            os.utime(file, ns=(stat.st_atime_ns, stat.st_mtime_ns))
        case "journal":
            file.with_name(file.name + "-journal").write_bytes(b"x" * 512)
        case "link":
            file.rename(home / "elsewhere.db")
            file.symlink_to(home / "elsewhere.db")
        case "folder":
            file.unlink()
            file.mkdir()
        case "form":
            record = home / ".git/curator/index.json"
            record.write_text(record.read_text().replace('"form": 1', '"form": 0'))
    assert state(home) is State.MISSING
    done = curator(home, "decide", "m_d", "approve")
    assert done.code == 0, done.err
    found = search(home, "部署")
    assert (set(names(found)), found.index) == ({"m_a", "m_d"}, State.FRESH)
    assert differences(home) == ()


def test_a_record_that_cannot_be_read_is_no_index(home: Path) -> None:
    search(home, "x")
    for text in ("", "[]", '{"active": 3, "made": {"bigrams-1": {}}}', "{"):
        (home / ".git/curator/index.json").write_text(text)
        assert state(home) is State.MISSING
        assert names(search(home, "部署")) == ["m_a"]


def test_a_link_in_the_place_of_the_folder_is_not_followed(home: Path, tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    (home / ".curator").mkdir(exist_ok=True)
    (home / ".curator/index").symlink_to(outside)
    found = search(home, "部署")
    assert (names(found), found.index) == (["m_a"], State.MISSING)
    assert list(outside.iterdir()) == []
    done = curator(home, "index", "rebuild")
    assert (done.code, done.error["code"]) == (5, "io")


def test_without_fts5_everything_is_answered(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """FAULTS 13: the module is missing: decisions stand, searches read the files."""
    monkeypatch.setattr(index_rows, "SCHEMA", index_rows.SCHEMA.replace("fts5(", "absent("))
    monkeypatch.setattr("curator_core.store.index.SCHEMA", index_rows.SCHEMA)
    assert curator(home, "decide", "m_d", "approve").code == 0
    found = search(home, "部署")
    assert (set(names(found)), found.index) == ({"m_a", "m_d"}, State.MISSING)
    done = curator(home, "index", "rebuild")
    assert (done.code, done.error["code"]) == (5, "io")
    assert curator(home, "status").json["index"] == "missing"
