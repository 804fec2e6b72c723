"""The index by commands: followed, verified, chosen; hits as text; likely notes."""

from __future__ import annotations

import sqlite3
from dataclasses import replace
from pathlib import Path

import pytest

from curator_core.model.problem import Refusal
from curator_core.service import indexing, searching
from curator_core.service.opening import opened
from curator_core.store import index_files
from tests.core.index_homes import (
    differences,
    file_of,
    names,
    search,
    small,
)
from tests.homes import CONFIG, caller, curator, git, make_home, put, reviewed


@pytest.fixture
def home(tmp_path: Path) -> Path:
    return small(tmp_path / "home")


def test_decisions_are_followed(home: Path) -> None:
    search(home, "x")
    assert curator(home, "decide", "m_d", "approve").code == 0
    assert curator(home, "index", "status").json["stale"] is False
    assert curator(home, "undo").code == 0
    assert curator(home, "status").json["index"] == "fresh"
    assert curator(home, "index", "verify").code == 0


def test_verify_says_what_differs(home: Path) -> None:
    done = curator(home, "index", "verify")
    assert (done.code, done.json["differences"][0]["path"]) == (1, None)
    assert curator(home, "index", "rebuild").code == 0
    assert curator(home, "index", "verify").code == 0
    (home / "memory/notes/a.md").unlink()
    put(home, "memory/notes/b.md", reviewed("m_b2", "x"))
    put(home, "memory/notes/n.md", reviewed("m_n", "x"))
    done = curator(home, "index", "verify")
    assert done.code == 1
    assert [(d["path"], d["note_id"], d["what"]) for d in done.json["differences"]] == [
        ("memory/notes/a.md", "m_a", "gone"),
        ("memory/notes/b.md", "m_b2", "changed"),
        ("memory/notes/n.md", "m_n", "not in the index"),
    ]
    assert done.json["stale"] is True


def test_verify_sees_other_terms(home: Path) -> None:
    """A file whose bytes are the recorded ones but whose terms are not, as a bug would leave it."""
    search(home, "x")
    file = file_of(home)
    with sqlite3.connect(file) as connection:
        connection.execute(
            "UPDATE docs SET note_id = 'm_z' WHERE path = ?", (b"memory/notes/b.md",)
        )
        row = connection.execute("SELECT id FROM docs WHERE path = ?", (b"memory/notes/a.md",))
        number = row.fetchone()[0]
        connection.execute(
            "INSERT INTO texts(texts, rowid, head, body, rest) VALUES('delete', ?, '', 'npm', '')",
            (number,),
        )
    connection.close()
    with opened(caller(home)) as one:
        made = indexing.made_of(one.repo)
        assert made is not None
        with index_files.workplace(one.repo, made.recipe) as place:
            mark = place.mark(made.file)
        index_files.keep(one.repo, replace(made, mark=mark))
    assert {(d.path, d.what) for d in differences(home)} == {
        ("memory/notes/a.md", "other terms"),
        ("memory/notes/b.md", "another id"),
    }


def test_two_recipes_side_by_side(home: Path) -> None:
    search(home, "x")
    first = file_of(home)
    done = curator(home, "index", "use", "unigrams-1")
    assert (done.code, done.json["recipe"], done.json["stale"]) == (0, "unigrams-1", False)
    assert first.exists() and file_of(home) != first
    put(home, "memory/notes/n.md", reviewed("m_n", "新的笔记"))
    assert names(search(home, "的笔")) == ["m_n"]
    assert curator(home, "index", "use", "bigrams-1").json["stale"] is False
    assert names(search(home, "的笔")) == ["m_n"]
    refused = curator(home, "index", "use", "nonsense")
    assert (refused.code, refused.error["code"]) == (2, "usage")
    assert curator(home, "index", "use").error["code"] == "usage"
    assert isinstance(indexing.use(caller(home), "x"), Refusal)


def test_the_index_is_not_seen_by_git(home: Path) -> None:
    before = git(home, "status", "--porcelain", "--ignored=no")
    search(home, "部署")
    assert git(home, "status", "--porcelain", "--ignored=no") == before


def test_hits_are_literal_text_with_the_match_marked(tmp_path: Path) -> None:
    body = "see [red]deploy\x1b[2J\u202e[/red] now"
    home = make_home(tmp_path / "home", {"a.md": reviewed("m_a", body)})
    done = curator(home, "notes", "--search", "deploy", as_json=False)
    assert "see [red]«deploy»<ESC>[2J<U+202E>[/red] now" in done.out
    assert "\x1b" not in done.out and "\u202e" not in done.out


def test_questions_find_the_likeliest_note(home: Path) -> None:
    with opened(caller(home)) as one:
        for question, first in (
            ("How do we deploy to production?", "m_a"),
            ("部署的命令是什么", "m_a"),
            ("which 环境 is the target", "m_c"),
        ):
            assert names(searching.likely(one, question, 3))[0] == first
        assert searching.likely(one, "the of and", 3).hits == ()


def test_odd_files_are_searched_too(tmp_path: Path) -> None:
    texts = {
        "a.md": "no block, 部署 here\n",
        "b.md": "---\nunclosed: deployment\n",
        "c.md": reviewed("m_c", "x" * 5000 + "needle" + "y" * 5000),
    }
    home = make_home(tmp_path / "home", texts, config=CONFIG)
    put(
        home,
        "memory/notes/d.md",
        b"---\nid: m_d\n---\n\xff\xfe bytes \0 \xe9\x83\xa8\xe7\xbd\xb2\n",
    )
    for text, wanted in (("部署", {"a", "d"}), ("unclosed", {"b"}), ("needle", {"c"})):
        assert {Path(h.entry.path).stem for h in search(home, text).hits} == wanted
    assert differences(home) == ()
