"""Two clones of one Home, as two devices have them: both decide, plain git brings them together."""

from __future__ import annotations

import subprocess
from collections.abc import Mapping
from pathlib import Path

from tests.homes import git, make_home

SIDES = ("left", "right")


def make_clones(
    root: Path, notes: Mapping[str, str], candidates: Mapping[str, str], config: str
) -> dict[str, Path]:
    """A Home with committed candidates and a clone of it; each may pull from the other."""
    left = make_home(root / "left", notes, candidates, config)
    git(left, "add", "-A", ".")
    git(left, "commit", "-q", "-m", "propose", "--allow-empty")
    git(root, "clone", "-q", str(left), str(root / "right"))
    git(left, "remote", "add", "origin", str(root / "right"))
    return {side: root / side for side in SIDES}


def pull(home: Path, keep: str = "ours") -> None:
    """`git pull` as a person does it: hand edits committed first, conflicts resolved to one side.

    `keep` is `ours` or `theirs`; a file that one side deleted stays as the other one has it.
    """
    _commit_all(home, "edited by hand")
    wanted = ("pull", "-q", "--no-rebase", "--no-edit", "origin", "main")
    done = subprocess.run(["git", *wanted], cwd=home, capture_output=True, check=False)
    if done.returncode == 0:
        return
    for path in _unmerged(home):
        words = ("checkout", "-q", f"--{keep}", "--", path)
        subprocess.run(["git", *words], cwd=home, capture_output=True, check=False)
    _commit_all(home, "merge")
    assert not git(home, "status", "--porcelain", "-uno")


def _commit_all(home: Path, message: str) -> None:
    git(home, "add", "-A", ".")
    if git(home, "status", "--porcelain") or (home / ".git/MERGE_HEAD").exists():
        git(home, "commit", "-q", "-m", message)


def _unmerged(home: Path) -> list[str]:
    names = git(home, "diff", "--name-only", "--diff-filter=U", "-z")
    return [name for name in names.split("\0") if name]


def both_pull(homes: Mapping[str, Path], keep: str = "ours") -> None:
    """Left takes what right has, then right what left has: both end on one commit."""
    pull(homes["left"], keep)
    pull(homes["right"], keep)
