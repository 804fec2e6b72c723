"""The walk sees every note file and what it may not read, and never leaves the Home."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from curator_core.model.files import FileState, Place
from curator_core.model.home import Config
from curator_core.store import file_table, walking
from tests.homes import put

LAYOUT = ("memory/notes", "memory/candidates", "memory/quarantine")


def test_every_note_file_is_found_once(tmp_path: Path) -> None:
    for path in ("memory/notes/a.md", "memory/notes/x/y/b.MD", "memory/candidates/c.md"):
        put(tmp_path, path, "text")
    for path in ("memory/notes/a.txt", "memory/notes/.git/d.md", "memory/e.md", "f.md"):
        put(tmp_path, path, "text")
    found = walking.walk(tmp_path, LAYOUT)
    assert sorted(found) == ["memory/candidates/c.md", "memory/notes/a.md", "memory/notes/x/y/b.MD"]
    assert walking.walk(tmp_path, ("memory", *LAYOUT)) == {
        **found,
        "memory/e.md": found_key(tmp_path / "memory/e.md"),
    }


def found_key(path: Path) -> bytes:
    """The stat key of a file as it lies there."""
    return walking.stat_key(path.lstat())


def test_links_are_listed_and_not_followed(tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    put(tmp_path, "outside/secret.md", "secret")
    home = tmp_path / "home"
    put(home, "memory/notes/a.md", "text")
    (home / "memory/notes/link.md").symlink_to(outside / "secret.md")
    (home / "memory/notes/folder").symlink_to(outside)
    (home / "memory/notes/loop").symlink_to(home / "memory")
    (home / "memory/notes/gone.md").symlink_to("nowhere")
    (home / "memory/notes/plain").symlink_to(outside / "secret.md")
    (home / "memory/candidates").symlink_to(outside)
    found = walking.walk(home, LAYOUT)
    named = {path.removeprefix("memory/") for path in found}
    assert named == {
        "candidates",
        *(f"notes/{name}" for name in ("a.md", "folder", "gone.md", "link.md", "loop")),
    }
    table = file_table.scan(home, Config(), tmp_path / "state")
    states = {path: entry.state for path, entry in table.items()}
    assert states.pop("memory/notes/a.md") is FileState.FOREIGN
    assert set(states.values()) == {FileState.UNREADABLE}
    assert table["memory/candidates"].place is Place.CANDIDATES
    assert not any("secret" in str(entry) for entry in table.values() if entry.size)


def test_what_is_no_file_is_listed_and_never_opened(tmp_path: Path) -> None:
    put(tmp_path, "memory/notes/a.md", "text")
    os.mkfifo(tmp_path / "memory/notes/pipe.md")
    put(tmp_path, "memory/notes/folder.md/b.md", "text")
    table = file_table.scan(tmp_path, Config(), tmp_path / "state")
    assert list(table) == [
        "memory/notes/a.md",
        "memory/notes/folder.md/b.md",
        "memory/notes/pipe.md",
    ]
    assert table["memory/notes/pipe.md"].state is FileState.UNREADABLE


def test_a_folder_too_deep_is_one_row(tmp_path: Path) -> None:
    deep = "/".join(["d"] * (walking.DEPTH + 40))
    put(tmp_path, f"memory/notes/{deep}/a.md", "text")
    put(tmp_path, "memory/notes/b.md", "text")
    table = file_table.scan(tmp_path, Config(), tmp_path / "state")
    row, other = sorted(table, key=len, reverse=True)
    assert other == "memory/notes/b.md"
    assert row.count("/d") == walking.DEPTH + 1
    assert table[row].state is FileState.UNREADABLE


@pytest.mark.skipif(os.geteuid() == 0, reason="root may open every folder")
def test_a_locked_folder_is_one_row(tmp_path: Path) -> None:
    locked = put(tmp_path, "memory/notes/locked/a.md", "text").parent
    locked.chmod(0)
    try:
        table = file_table.scan(tmp_path, Config(), tmp_path / "state")
    finally:
        locked.chmod(0o755)
    assert table["memory/notes/locked"].state is FileState.UNREADABLE
    assert list(file_table.scan(tmp_path, Config(), tmp_path / "state")) == [
        "memory/notes/locked/a.md"
    ]


@pytest.mark.parametrize("seconds", [-86_400 * 3650, 0, 1_793_500_000, 2**33])
def test_times_far_away_are_kept(tmp_path: Path, seconds: int) -> None:
    file = put(tmp_path, "memory/notes/a.md", "text")
    os.utime(file, (seconds, seconds))
    key = walking.walk(tmp_path, LAYOUT)["memory/notes/a.md"]
    assert walking.modified_at(key) == file.stat().st_mtime
    assert walking.changed_at(key) == file.stat().st_ctime_ns


def test_names_that_are_not_utf8_are_walked(tmp_path: Path) -> None:
    name = os.fsdecode(b"memory/notes/\xff\xfe.md")
    put(tmp_path, name, "text")
    config, state = Config(), tmp_path / "state"
    assert list(file_table.scan(tmp_path, config, state)) == [name]
