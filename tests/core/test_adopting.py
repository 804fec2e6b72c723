"""Which files adopting takes, as pure rules: names, folders, globs, layouts."""

from __future__ import annotations

import tomllib

import pytest

from curator_core.model.files import Place
from curator_core.rules import adopting, layout
from curator_core.rules.adopting import Wish
from curator_core.rules.layout import LaidOut
from curator_core.store import home_config


def taken(paths: list[str], wish: Wish) -> tuple[list[str], dict[str, str]]:
    config = adopting.lay_out(paths, wish)
    found, skipped = adopting.sorted_out(paths, config, wish)
    return list(found), {row.path: row.reason for row in skipped}


NOTES = Wish(notes=("n",))


@pytest.mark.parametrize(
    "name",
    [
        "INDEX.md",
        "index.md",
        "README.md",
        "Readme.md",
        "readme.de.md",
        "MAP.md",
        "MEMORY.md",
        "_x.md",
    ],
)
def test_index_like_files_are_skipped_unless_named(name: str) -> None:
    found, skipped = taken(["n/a.md", f"n/{name}"], NOTES)
    assert found == ["n/a.md"]
    assert "index-like" in skipped[f"n/{name}"]
    found, skipped = taken(["n/a.md", f"n/{name}"], Wish(notes=("n", f"n/{name}")))
    assert (sorted(found), skipped) == (sorted(["n/a.md", f"n/{name}"]), {})


def test_names_that_only_begin_alike_are_taken() -> None:
    found, skipped = taken(["n/indexes.md", "n/mapping.md", "n/memory-lane.md", "n/_d/a.md"], NOTES)
    assert len(found) == 4 and skipped == {}


@pytest.mark.parametrize("folder", [name.strip("/") for name in adopting.DEAD_FOLDERS])
def test_dead_folders_are_skipped_at_any_depth_unless_named(folder: str) -> None:
    dead = [f"n/x/{folder.title()}/old/a.md", f"n/x/{folder.title()}/b.md"]
    found, skipped = taken(["n/a.md", *dead], NOTES)
    assert found == ["n/a.md"]
    assert list(skipped) == [f"n/x/{folder.title()}"]
    assert "2 notes" in skipped[f"n/x/{folder.title()}"]
    found, _ = taken(["n/a.md", *dead], Wish(notes=("n", f"n/x/{folder.title()}")))
    assert len(found) == 3


def test_an_archived_folder_is_listed_whole_and_below_notes_or_not() -> None:
    paths = ["n/a.md", "n/archive/tombstones/t.md", "n/archive/INDEX.md", "old/o.md"]
    wish = Wish(notes=("n",), archived=("n/archive", "old"))
    config = adopting.lay_out(paths, wish)
    found, skipped = adopting.sorted_out(paths, config, wish)
    assert found == ("n/a.md", "n/archive/tombstones/t.md", "old/o.md")
    assert [row.path for row in skipped] == ["n/archive/INDEX.md"]
    assert config.notes == ("n", "old")
    assert [layout.is_archived(path, config) for path in found] == [False, True, True]


def test_without_a_word_the_fullest_folders_are_found() -> None:
    paths = ["docs/adr/1.md", "docs/adr/2.md", "memory/x/3.md", "README.md", "LICENSE.md", "top.md"]
    config = adopting.lay_out(paths, Wish())
    assert config.notes == ("docs/adr", "memory/x", "top.md")
    found, skipped = adopting.sorted_out(paths, config, Wish())
    assert found == ("docs/adr/1.md", "docs/adr/2.md", "memory/x/3.md", "top.md")
    assert [row.path for row in skipped] == ["LICENSE.md", "README.md"]


def test_a_flat_folder_is_adopted_as_a_whole() -> None:
    paths = ["a.md", "b.md", "MEMORY.md", "CLAUDE.md", "sources/log.md", ".github/x.md", "sub/c.md"]
    config = adopting.lay_out(paths, Wish())
    assert config.notes == (layout.TOP,)
    assert adopting.sorted_out(paths, config, Wish())[0] == ("a.md", "b.md", "sub/c.md")
    assert layout.place_of("memory/candidates/x.md", config) is Place.CANDIDATES


def test_single_files_leave_a_folder_for_what_is_approved() -> None:
    config = adopting.lay_out([".claude/MEMORY.md"], Wish(notes=(".claude/MEMORY.md",)))
    assert config.notes == (adopting.NEW_NOTES, ".claude/MEMORY.md")
    config = adopting.lay_out(["dead/a.md"], Wish(notes=("dead",), archived=("dead",)))
    assert config.notes[0] == adopting.NEW_NOTES


@pytest.mark.parametrize(
    ("glob", "out"),
    [
        ("draft*", ["n/drafts/a.md", "n/draft-b.md"]),
        ("drafts/", ["n/drafts/a.md"]),
        ("/n/drafts", ["n/drafts/a.md"]),
        ("n/*/c.md", ["n/x/c.md"]),
        ("C.MD", ["n/x/c.md"]),
    ],
)
def test_globs_leave_files_and_folders_out(glob: str, out: list[str]) -> None:
    paths = ["n/a.md", "n/drafts/a.md", "n/draft-b.md", "n/x/c.md"]
    found, skipped = taken(paths, Wish(notes=("n",), left_out=(glob,)))
    assert sorted(set(paths) - set(found)) == sorted(out)
    assert all(glob in reason for reason in skipped.values())


def test_candidates_are_never_left_out_of_their_folder() -> None:
    config = LaidOut(notes=(layout.TOP,), skipped=adopting.skips(Wish()))
    assert layout.place_of("memory/candidates/archive/README.md", config) is Place.CANDIDATES
    assert layout.place_of("archive/x.md", config) is None


def test_the_scope_of_the_nearest_folder_holds() -> None:
    config = LaidOut(
        notes=("n",),
        default_scope="global",
        folder_scopes=(("n/a", "project:a"), ("n/a/b", "project:b")),
    )
    scopes = [
        layout.scope_of(path, config) for path in ("n/x.md", "n/a/x.md", "n/a/b/x.md", "n/ab.md")
    ]
    assert scopes == ["global", "project:a", "project:b", "global"]


HARD = 'we"ird\\name\x1b\x7f ünï'


def test_the_written_configuration_reads_back_as_meant() -> None:
    config = LaidOut(
        name=HARD,
        branch="trunk",
        default_scope="project:a",
        notes=(HARD, "b"),
        archived=("b/archive",),
        skipped=adopting.skips(Wish(left_out=("x y*", HARD))),
        folder_scopes=((HARD, "user:me"),),
    )
    text = adopting.config_text(config, "f" * 40)
    read, problems = home_config.parse(text.encode())
    assert problems == ()
    assert isinstance(read, LaidOut)
    assert (read.name, read.branch, read.notes) == (HARD, "trunk", (HARD, "b"))
    assert (read.skipped, read.archived) == (config.skipped, config.archived)
    assert (read.folder_scopes, read.default_scope) == (config.folder_scopes, "project:a")
    assert read.baseline == "f" * 40
    assert "adopt" not in tomllib.loads(adopting.config_text(LaidOut(), None))
