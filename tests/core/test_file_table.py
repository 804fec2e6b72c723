"""The file table reads what changed and nothing else, and trusts its cache only so far."""

from __future__ import annotations

import os
import sqlite3
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from curator_core.model.files import FileState, Place
from curator_core.model.home import Config
from curator_core.rules.table import Table
from curator_core.store import cache, file_table
from tests.homes import put, reviewed

CONFIG = Config()


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A folder of three notes that were written some time ago."""
    home = tmp_path / "home"
    for name in ("one", "two", "three"):
        put(home, f"memory/notes/{name}.md", reviewed(f"m_{name}", f"Text of {name}."))
    settle()
    return home


def settle() -> None:
    """Wait until a file written before can no longer change unseen."""
    time.sleep(2 * file_table.RACY_NS / 1e9)


def scan(root: Path, config: Config = CONFIG) -> Table:
    """The table now."""
    return file_table.scan(root, config, root / "state")


def scan_anew(root: Path, config: Config = CONFIG) -> Table:
    """The table as another process sees it, which knows the cache only."""
    scan(root.parent / "elsewhere")
    return scan(root, config)


def titles(table: Table) -> dict[str, str]:
    """The titles by the file's name."""
    return {path.rpartition("/")[2]: entry.title for path, entry in table.items()}


def test_an_unchanged_home_gives_the_same_table(root: Path) -> None:
    first = scan(root)
    assert scan(root) is first
    assert list(first) == sorted(first)


def test_only_a_changed_file_is_read(root: Path) -> None:
    before = scan(root)
    put(root, "memory/notes/two.md", reviewed("m_two", title="New"))
    after = scan(root)
    assert titles(after) == {**titles(before), "two.md": "New"}
    same = [path for path in after if after.rows[path] is before.rows[path]]
    assert [path.rpartition("/")[2] for path in same] == ["one.md", "three.md"]


def test_files_come_and_go_in_path_order(root: Path) -> None:
    scan(root)
    (root / "memory/notes/one.md").unlink()
    put(root, "memory/notes/aaa.md", reviewed("m_aaa"))
    put(root, "memory/notes/zzz.md", reviewed("m_zzz"))
    expected = [f"memory/notes/{name}.md" for name in ("aaa", "three", "two", "zzz")]
    assert list(scan(root)) == expected
    settle()
    assert list(scan(root)) == expected
    assert list(scan_anew(root)) == expected


def test_a_file_touched_only_is_the_same_note(root: Path) -> None:
    before = scan(root)
    os.utime(root / "memory/notes/one.md", (1_700_000_000, 1_700_000_000))
    after = scan(root)
    assert after["memory/notes/one.md"].mtime == 1_700_000_000
    assert titles(after) == titles(before)


def test_rapid_changes_of_equal_size_are_all_seen(root: Path) -> None:
    file = root / "memory/notes/one.md"
    stamp = file.stat().st_mtime_ns
    seen = []
    for number in range(100, 200):
        put(root, "memory/notes/one.md", reviewed("m_one", title=f"Round {number}"))
        os.utime(file, ns=(stamp, stamp))
        seen.append(scan(root)["memory/notes/one.md"].title)
    assert seen == [f"Round {number}" for number in range(100, 200)]
    assert titles(scan_anew(root))["one.md"] == "Round 199"


def test_a_second_process_reads_no_note_again(root: Path) -> None:
    first = scan(root)
    alter(root, "UPDATE files SET rest = replace(rest, 'Title of m_two', 'From the cache')")
    again = scan_anew(root)
    assert again is not first
    assert titles(again) == {**titles(first), "two.md": "From the cache"}


def alter(root: Path, statement: str) -> None:
    """Change the cache behind the table's back."""
    with sqlite3.connect(root / "state" / cache.CACHE_NAME) as connection:
        connection.execute(statement)
    connection.close()


def test_another_layout_or_reader_makes_the_cache_worthless(root: Path) -> None:
    scan(root)
    alter(root, "UPDATE files SET rest = replace(rest, 'Title of', 'Old')")
    other = Config(archived=("memory/notes/old",))
    assert set(titles(scan_anew(root, other)).values()) == {
        f"Title of m_{name}" for name in ("one", "two", "three")
    }


def _garbage(root: Path) -> None:
    (root / "state" / cache.CACHE_NAME).write_bytes(b"no database at all" * 99)


def _cut(root: Path) -> None:
    file = root / "state" / cache.CACHE_NAME
    file.write_bytes(file.read_bytes()[: file.stat().st_size // 2])


def _folder(root: Path) -> None:
    (root / "state" / cache.CACHE_NAME).unlink()
    (root / "state" / cache.CACHE_NAME).mkdir()


def _by_statement(statement: str) -> Callable[[Path], None]:
    def damage(root: Path) -> None:
        alter(root, statement)

    return damage


@pytest.mark.parametrize(
    "damage",
    [
        _garbage,
        _cut,
        _folder,
        *map(
            _by_statement,
            (
                "PRAGMA user_version = 1",
                "DROP TABLE files",
                "UPDATE files SET head = '['",
                'UPDATE files SET head = \'[9, 9, null, null, "", null, "", 0]\'',
                "UPDATE files SET rest = '{}'",
                "UPDATE files SET stat = x'00'",
                "UPDATE meta SET value = 'other'",
                "DELETE FROM files",
            ),
        ),
    ],
)
def test_a_damaged_cache_costs_time_only(root: Path, damage: Callable[[Path], None]) -> None:
    first = dict(scan(root))
    damage(root)
    assert dict(scan_anew(root)) == first
    assert dict(scan_anew(root)) == first


def test_rows_are_loaded_late_and_still_of_the_files_that_were_there(root: Path) -> None:
    first = dict(scan(root))
    late = scan_anew(root)
    put(root, "memory/notes/later.md", reviewed("m_later"))
    settle()
    scan_anew(root)
    assert dict(late) == first
    (root / "state" / cache.CACHE_NAME).unlink()
    later = scan_anew(root)
    assert len(later) == 4
    assert dict(later) == {**first, "memory/notes/later.md": later["memory/notes/later.md"]}


def test_a_cache_that_cannot_be_written_is_done_without(root: Path) -> None:
    (root / "state").write_text("a file where the folder should be")
    first = scan(root)
    assert len(first) == 3
    assert dict(scan_anew(root)) == dict(first)


def test_the_cache_is_private(root: Path) -> None:
    scan(root)
    assert (root / "state" / cache.CACHE_NAME).stat().st_mode & 0o777 == 0o600


def test_views_are_no_notes(root: Path) -> None:
    put(root, "memory/notes/MEMORY.md", "view")
    config = Config(view_memory="memory/notes/MEMORY.md")
    assert len(scan(root, config)) == 3
    assert len(scan(root)) == 4


def test_the_longest_folder_gives_the_place(root: Path) -> None:
    config = Config(notes=("memory",), candidates=("memory/notes/new",))
    put(root, "memory/notes/new/four.md", reviewed("m_four"))
    put(root, "memory/notes/newer/five.md", reviewed("m_five"))
    table = scan(root, config)
    places = {path.rpartition("/")[2]: entry.place for path, entry in table.items()}
    assert places["four.md"] is Place.CANDIDATES
    assert {places[f"{name}.md"] for name in ("one", "five")} == {Place.NOTES}
    assert all(entry.state is FileState.READ for entry in table.values())
