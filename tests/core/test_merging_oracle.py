"""Conflicts are where `git merge-file --diff3` finds them, on any three lists of lines."""

from __future__ import annotations

import random
import re
import subprocess
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest

from curator_core.model.merge import Hunk, RegionState
from curator_core.rules.matching import Span, changes
from curator_core.rules.merging_lines import hunks
from tests.core.merge_texts import git_merge

ROUNDS = 150
_HUNK = re.compile(r"^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@", re.MULTILINE)

Line = Callable[[], str]
Bodies = tuple[list[str], list[str], list[str]]


@dataclass(frozen=True, slots=True)
class Verdict:
    """How many conflicts a merge has, and its text if it has none."""

    conflicts: int
    text: str


def edited(draw: random.Random, before: Sequence[str], line: Line) -> list[str]:
    """Lines with about a quarter taken out, replaced or followed by a new one."""
    after: list[str] = []
    for old in before:
        act = draw.random()
        if act < 0.08:
            continue
        after.append(line() if act < 0.17 else old)
        if act > 0.92:
            after.append(line())
    return after


def drawn(draw: random.Random, line: Line) -> Bodies:
    """A base and two edits of it; now and then the second is made from the first."""
    base = [line() for _ in range(draw.randrange(14))]
    current = edited(draw, base, line)
    return base, current, edited(draw, current if draw.random() < 0.2 else base, line)


def ours(bodies: Bodies) -> Verdict:
    base, current, proposed = (tuple(body) for body in bodies)
    found = hunks(base, current, proposed)
    conflicts = sum(hunk.state is RegionState.CONFLICT for hunk in found)
    return Verdict(conflicts, "".join(map(_text, found)))


def _text(hunk: Hunk) -> str:
    return "".join(hunk.proposed if hunk.state is RegionState.PROPOSED else hunk.current)


def gits(folder: Path, bodies: Bodies, *settings: str) -> Verdict:
    return Verdict(*git_merge(folder, ["".join(body) for body in bodies], *settings))


def matched_alike(folder: Path, bodies: Bodies) -> bool:
    """Whether git matches the lines of both sides with the base's as we do."""
    base, *sides = bodies
    return all(list(changes(base, side)) == git_changes(folder, base, side) for side in sides)


def git_changes(folder: Path, before: Sequence[str], after: Sequence[str]) -> list[Span]:
    for name, lines in (("before", before), ("after", after)):
        (folder / name).write_text("".join(lines), encoding="utf-8")
    options = ["--no-index", "-U0", "--no-indent-heuristic", "--diff-algorithm=myers"]
    told = subprocess.run(
        ["git", "diff", *options, "before", "after"],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )
    assert told.returncode < 2, told.stderr
    return [_span(match) for match in _HUNK.finditer(told.stdout)]


def _span(match: re.Match[str]) -> Span:
    """git counts from 1, and names the line before an empty range."""
    numbers = [1 if group is None else int(group) for group in match.groups()]
    starts = [numbers[n] - 1 if numbers[n + 1] else numbers[n] for n in (0, 2)]
    return Span(starts[0], starts[0] + numbers[1], starts[1], starts[1] + numbers[3])


def test_lines_that_differ_are_judged_as_git_judges_them(tmp_path: Path) -> None:
    """Each line stands once, so there is one way to match them: every verdict must be git's."""
    draw = random.Random(11)
    seen = {True: 0, False: 0}
    for _ in range(ROUNDS):
        bodies = drawn(draw, lambda: f"{draw.random()}\n")
        mine, theirs = ours(bodies), gits(tmp_path, bodies)
        assert mine.conflicts == theirs.conflicts, bodies
        assert mine.conflicts or mine.text == theirs.text, bodies
        seen[mine.conflicts > 0] += 1
    assert min(seen.values()) > ROUNDS / 5


@pytest.mark.parametrize("letters", ["abc", "abcdefghijkl"])
def test_repeated_lines_are_judged_as_git_judges_them(letters: str, tmp_path: Path) -> None:
    """Equal lines can be matched in several ways. Where the verdicts differ, git matched them in
    another way, or called a hunk a conflict that reads the same on both sides."""
    draw = random.Random(12)
    differing = 0
    for _ in range(ROUNDS):
        bodies = drawn(draw, lambda: f"{draw.choice(letters)}\n")
        mine, theirs = ours(bodies), gits(tmp_path, bodies)
        if mine.conflicts != theirs.conflicts or not (mine.conflicts or mine.text == theirs.text):
            differing += 1
            assert not matched_alike(tmp_path, bodies), bodies
    print(f"{differing} of {ROUNDS} verdicts on lines out of {letters!r} differ from git's")
    assert differing <= ROUNDS * 0.05


@pytest.mark.parametrize("style", ["merge", "diff3", "zdiff3"])
def test_the_users_conflict_style_changes_nothing(style: str, tmp_path: Path) -> None:
    draw = random.Random(13)
    for _ in range(20):
        bodies = drawn(draw, lambda: f"{draw.random()}\n")
        theirs = gits(tmp_path, bodies, "-c", f"merge.conflictStyle={style}")
        assert ours(bodies).conflicts == theirs.conflicts
