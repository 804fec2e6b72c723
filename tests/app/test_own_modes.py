"""What Curator keeps for itself is closed to other users, whatever the umask says."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest

from curator_core.service import drafts
from tests.homes import caller, curator, make_home, note, put, reviewed


@pytest.fixture(params=[0o000, 0o022, 0o077], ids=oct)
def umask(request: pytest.FixtureRequest) -> Iterator[int]:
    before = os.umask(request.param)
    yield request.param
    os.umask(before)


WRITING = (
    *("queue", "status", "audit", "views", "index rebuild", "notes --search fact"),
    *("decide one approve", "decide two reject", "decide three defer --stage", "apply"),
    *("decide four approve --stage", "decide mine approve", "undo", "history", "trace port"),
    *("decide agent approve --reviewer agent:x", "forget one --execute"),
)
"""Commands whose writers keep something under the git path or `.curator/`."""


def test_folders_are_0700_and_files_0600(tmp_path: Path, umask: int) -> None:
    home = make_home(
        tmp_path / "home",
        {"mine.md": reviewed("mine")},
        {f"{name}.md": note(name) for name in ("one", "two", "three", "four", "agent")},
        config='[home]\nname = "test"\n[review]\nheadless = "all"\n[views]\nmemory = "MEMORY.md"\n',
    )
    put(home, "memory/notes/mine.md", reviewed("mine", "Changed by hand."))
    for line in WRITING:
        assert curator(home, *line.split()).code in (0, 1, 4), line
    put(home, ".curator/views/MEMORY.md", "Edited by hand.")
    assert curator(home, "views").code == 0
    drafts.save(caller(home), "i_four", "typed so far")
    own = [*(home / ".git/curator").rglob("*"), *(home / ".curator").rglob("*")]
    own += [home / ".git/curator", home / ".curator"]
    names = {path.name for path in own}
    assert names >= {"cache.db", "salt", "lock", "holder", "rescued", "staged", "views", "index"}
    modes = {path: stat.S_IMODE(path.stat().st_mode) for path in own}
    wrong = {p: oct(m) for p, m in modes.items() if m != (0o700 if p.is_dir() else 0o600)}
    assert wrong == {}
    theirs = home / "memory/notes/one.md", home / "MEMORY.md"
    modes = {p: stat.S_IMODE(p.stat().st_mode) for p in theirs if p.exists()}
    assert set(modes.values()) <= {0o666 & ~umask}


def test_what_was_open_is_closed(tmp_path: Path) -> None:
    """A Home of an earlier version, or one that was copied without its modes."""
    home = make_home(tmp_path / "home", {"a.md": reviewed("m_a")})
    for name in (".git/curator", ".curator", ".git/curator/staged"):
        (home / name).mkdir(exist_ok=True)
        (home / name).chmod(0o777)
    put(home, "memory/candidates/c.md", note("m_c"))
    assert curator(home, "decide", "m_c", "approve", "--stage").code == 0
    assert curator(home, "apply").code == 0
    for name in (".git/curator", ".curator", ".git/curator/staged"):
        assert stat.S_IMODE((home / name).stat().st_mode) == 0o700, name
