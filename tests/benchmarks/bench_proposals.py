"""A night's proposals read from a branch: against git's own diff and blobs of the same notes."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from curator_core.store import git_proposals
from curator_core.store.git_proposals import Found
from curator_core.store.repository import Repository, open_repository
from tests.benchmarks import many_notes
from tests.benchmarks.paired import Report, Row, alternated
from tests.homes import note
from tests.proposal_branches import Change, propose

pytestmark = [pytest.mark.benchmark, pytest.mark.timeout(1200)]

NIGHT = 120
GLOBS = ("proposals/**",)


def _night(count: int) -> Iterator[Change]:
    """Every second proposal updates a note, the others add one."""
    texts = many_notes.notes(count)
    for number, (path, text) in zip(range(NIGHT), texts, strict=False):
        if number % 2:
            yield Change(files={path: text.replace("\n---\n", "\n---\nOne line more.\n\n", 1)})
        else:
            new = note(f"p_{number:03}", "A fact of the night.\n\n夜里的 事实。")
            yield Change(files={f"memory/candidates/branch/p_{number:03}.md": new})


def _home(folder: Path, count: int) -> Path:
    home = many_notes.make_many(folder, count)
    propose(home, *_night(count))
    return home


@pytest.fixture(scope="module")
def kit(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """2,300 notes and one night on a branch."""
    return _home(tmp_path_factory.mktemp("homes") / "kit", 2_300)


def read(repo: Repository) -> Found:
    """All proposals with the bytes of every note before and after, nothing remembered."""
    git_proposals._known.clear()
    return known(repo)


def known(repo: Repository) -> Found:
    """The same when this process read the commits before."""
    found = git_proposals.proposals(repo, GLOBS, repo.head().commit)
    files = [file for one in found.proposals for file in one.files]
    repo.blobs(oid for file in files for oid in (file.before, file.after) if oid is not None)
    return found


def listed(repo: Repository) -> Found:
    """The proposals without the notes' bytes, nothing remembered."""
    git_proposals._known.clear()
    return git_proposals.proposals(repo, GLOBS, repo.head().commit)


def plain(home: Path, commits: bytes) -> int:
    """The bytes of the same notes by two git calls."""
    git = ["git", "-C", str(home)]
    diff = [*git, "diff-tree", "--stdin", "-r", "--root", "--no-commit-id"]
    rows = subprocess.run(diff, input=commits, capture_output=True, check=True).stdout
    blobs = [oid for row in rows.splitlines() for oid in row.split()[2:4] if oid.strip(b"0")]
    batch = subprocess.Popen(
        [*git, "cat-file", "--batch"], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    out, _ = batch.communicate(b"\n".join(blobs) + b"\n")
    assert batch.returncode == 0
    return len(out)


def _commits(found: Found) -> bytes:
    return b"".join(f"{one.commit}\n".encode() for one in found.proposals)


def test_a_night(kit: Path, report: Report) -> None:
    with open_repository(kit) as repo:
        found = read(repo)
        assert len(found.proposals) == NIGHT
        commits = _commits(found)
        assert plain(kit, commits) > NIGHT * 100

        name = "120 proposals of 2,300 notes"
        for side, what in ((read, "read"), (known, "seen before")):
            ours, theirs = alternated(partial(side, repo), partial(plain, kit, commits))
            report.add(Row(f"{name} {what} | diff-tree + cat-file", ours, theirs, "<= 2x"))


def test_growth(tmp_path_factory: pytest.TempPathFactory, report: Report) -> None:
    folder = tmp_path_factory.mktemp("homes")
    large, small = _home(folder / "10k", 10_000), _home(folder / "1k", 1_000)
    with open_repository(large) as one, open_repository(small) as other:
        assert len(listed(one).proposals) == len(listed(other).proposals) == NIGHT
        for side, what in ((listed, "without texts"), (read, "with texts")):
            ours, theirs = alternated(partial(side, one), partial(side, other))
            name = f"growth: 120 proposals {what}, 10k | 1k"
            report.add(Row(name, ours, theirs, "<= 1.5x"))
