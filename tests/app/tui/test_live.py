"""The Home changes while the app runs: hints lead to one re-read, which is the truth."""

from __future__ import annotations

from pathlib import Path

import pytest

from curator_app.tui.messages import HomeHinted, QueueLoaded, WatchStarted
from curator_app.tui.watch import Watch, folders, git_folders
from tests.app.tui.desk import Driven, driven, small_home
from tests.homes import git, note, put


def loads(one: Driven) -> list[QueueLoaded]:
    """How often the queue was read, each reading once."""
    return [m for m in one.of(QueueLoaded) if isinstance(m, QueueLoaded)]


async def test_arrivals_leave_the_cursor_and_its_line_alone(tmp_path: Path) -> None:
    """C73: the selection is an id; what R shows above the cursor does not move it."""
    home = small_home(tmp_path / "home", count=40)
    async with driven(home) as one:
        one.queue.rows.select(one.queue.rows.keys[20])
        await one.settle()
        rows, name = one.queue.rows, one.current
        line = rows.position[0] - 1 - round(rows.scroll_y)
        for n in range(8):
            text = note(f"m_new{n}", recorded_at="2026-10-01T00:00:00Z")
            put(home, f"memory/candidates/a{n}.md", text)
        await one.until("left 48 of 48")
        await one.press("R")
        assert one.current == name
        assert rows.position == (29, 48)
        assert rows.position[0] - 1 - round(rows.scroll_y) == line


async def test_a_save_by_rename_keeps_the_row_under_the_cursor(tmp_path: Path) -> None:
    """C08: write a temporary file, then rename it over the note."""
    home = small_home(tmp_path / "home")
    async with driven(home) as one:
        await one.press("j")
        before = one.queue.current()
        target = home / "memory/candidates/c02.md"
        put(home, "memory/candidates/.c02.md.tmp", target.read_text(encoding="utf-8") + "More.\n")
        (home / "memory/candidates/.c02.md.tmp").replace(target)
        await one.until("More.")
        await one.settle()
        assert one.current == "m_c02"
        assert one.queue.current() != before
        assert one.queue.rows.position == (2, 5)


async def test_a_checkout_of_many_files_is_few_readings(tmp_path: Path) -> None:
    """C76: renames and new inodes of 300 files are no phantom deletions."""
    home = small_home(tmp_path / "home", count=300)
    git(home, "add", "-A")
    git(home, "commit", "-q", "-m", "night")
    git(home, "checkout", "-q", "-b", "other")
    for file in (home / "memory/candidates").iterdir():
        file.write_text(file.read_text(encoding="utf-8") + "Other.\n", encoding="utf-8")
    git(home, "commit", "-q", "-a", "-m", "other")
    git(home, "checkout", "-q", "main")
    async with driven(home) as one:
        one.queue.rows.select(one.queue.rows.keys[100])
        await one.settle()
        name, before = one.current, len(loads(one))
        git(home, "checkout", "-q", "other")
        await one.until("other@")
        await one.settle()
        assert one.current == name
        assert one.queue.rows.position[1] == 300
        assert len(loads(one)) - before <= 4
        assert len(one.of(HomeHinted)) < 200


async def test_own_writes_are_no_surprise(tmp_path: Path) -> None:
    """They are recognised by what was read, not by deaf ears: keys go on at once."""
    home = small_home(tmp_path / "home")
    async with driven(home) as one:
        await one.press("a", "w", "y")
        await one.pilot.pause(0.5)
        await one.settle()
        assert not one.app.session.hushed
        await one.press("a")
        assert "[approve]" in one.text


async def test_a_frozen_clock_does_not_keep_the_keys_asleep(tmp_path: Path) -> None:
    home = small_home(tmp_path / "home")
    async with driven(home) as one:
        session = one.app.session
        session.hush()
        assert session.hushed
        session.unhush_if_frozen()
        assert session.hushed, "this clock moves"
        at = one.clock.at
        session._clock = lambda: at
        session.hush()
        session.unhush_if_frozen()
        assert not session.hushed


async def test_without_a_watcher_the_home_is_read_now_and_then(tmp_path: Path) -> None:
    home = small_home(tmp_path / "home")
    async with driven(home) as one:
        started = next(m for m in one.of(WatchStarted) if isinstance(m, WatchStarted))
        assert started.failure is None
        started.end()
        failed = WatchStarted(started.heard, started.end, "inotify instance limit reached")
        one.app.post_message(failed)
        await one.until("not watching, reading every 3 s: inotify instance limit reached")
        put(home, "memory/candidates/new.md", note("m_new"))
        await one.until("left 6 of 6")


def test_a_watch_that_cannot_start_says_why(tmp_path: Path) -> None:
    watch = Watch(tmp_path / "missing", lambda: None)
    failure = watch.start()
    assert failure is not None
    assert "missing" in failure
    watch.stop()


def test_watched_are_the_folders_and_gits_head_and_refs(tmp_path: Path) -> None:
    home = small_home(tmp_path / "home")
    (home / ".curator").mkdir()
    watched = {(path.relative_to(home).as_posix(), recursive) for path, recursive in folders(home)}
    assert watched == {(".", False), ("memory", True), (".git", False), (".git/refs", True)}


def test_a_linked_worktree_watches_its_own_head_and_the_shared_refs(tmp_path: Path) -> None:
    home = small_home(tmp_path / "home")
    git(home, "worktree", "add", "-q", str(tmp_path / "linked"))
    own, shared = git_folders(tmp_path / "linked")
    assert own == home / ".git/worktrees/linked"
    assert shared == home / ".git"
    watched = [path for path, _ in folders(tmp_path / "linked")]
    assert {own, shared, shared / "refs"} <= set(watched)


@pytest.mark.parametrize(
    ("path", "shows"),
    [
        ("memory/candidates/x.md", True),
        ("curator.toml", True),
        (".git/HEAD", True),
        (".git/refs/heads/main", True),
        (".git/objects/ab/cdef", False),
        (".git/index", False),
        (".curator/index/1/notes.db", False),
    ],
)
def test_what_a_reading_itself_touches_is_no_hint(tmp_path: Path, path: str, shows: bool) -> None:
    from curator_app.tui import watch

    assert watch._shows(str(tmp_path / path)) is shows
