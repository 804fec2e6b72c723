"""What matching and merging lines cost: against difflib, against git, and on hard texts."""

from __future__ import annotations

import random
from collections.abc import Sequence
from difflib import unified_diff
from pathlib import Path

import pytest

from curator_core.rules.matching import changes
from curator_core.rules.merging import resolve, three_way
from tests.benchmarks.paired import Report, Row, alternated
from tests.core.merge_texts import git_merge, note

pytestmark = [pytest.mark.benchmark, pytest.mark.timeout(600)]

Texts = tuple[Sequence[str], Sequence[str]]


def _edited(lines: Sequence[str], share: float) -> list[str]:
    draw = random.Random(2)
    return [f"{line}, edited" if draw.random() < share else line for line in lines]


def _usual(count: int) -> Texts:
    lines = [f"line {n}: 内容 of the note" for n in range(count)]
    return lines, _edited(lines, 0.05)


def _hard() -> dict[str, Texts]:
    draw = random.Random(1)
    repeated = ["- [ ] todo", "", "- [x] done", "---"] * 500
    long = [chr(0x4E00 + draw.randrange(600)) for _ in range(16_000)]
    scattered = [chr(0x4E00 + draw.randrange(600)) if draw.random() < 0.1 else c for c in long]
    return {
        "300 lines, all other": (
            [f"old {n}" for n in range(300)],
            [f"new {n}" for n in range(300)],
        ),
        "2k lines out of four, few edits": (repeated, _edited(repeated, 0.01)),
        "2k lines out of four, at random": (
            draw.choices("abcd", k=2000),
            draw.choices("abcd", k=2000),
        ),
        "a line of 16k characters": (["".join(long)], ["".join(scattered)]),
        "its characters, every tenth other": (long, scattered),
        "10k lines, 5 % edits": _usual(10_000),
    }


def test_hard_texts_against_a_usual_one(report: Report) -> None:
    before, after = _usual(1000)
    yardstick = "unified_diff of 1k lines"

    def usual() -> object:
        return list(unified_diff(before, after))

    ours, theirs = alternated(lambda: changes(before, after), usual)
    report.add(Row(f"match of 1k lines, 5 % edits | {yardstick}", ours, theirs))
    for name, (old, new) in _hard().items():
        ours, theirs = alternated(lambda a=old, b=new: changes(a, b), usual)  # type: ignore[misc]
        report.add(Row(f"match of {name} | {yardstick}", ours, theirs, "<= 20x"))


def test_a_merge_against_git(tmp_path: Path, report: Report) -> None:
    for count in (30, 1000):
        lines = [f"line {n}" for n in range(count)]
        one, other = _edited(lines, 0.05), [*lines[: count // 2], "new", *lines[count // 2 :]]
        bodies = ["".join(f"{line}\n" for line in body) for body in (lines, one, other)]
        base, current, proposed = (note(body, "title: T", "tags: [a, b]") for body in bodies)

        def merge() -> object:
            return resolve(three_way(base, current, proposed), current, {})  # noqa: B023

        ours, theirs = alternated(merge, lambda: git_merge(tmp_path, bodies))  # noqa: B023
        report.add(Row(f"three-way of {count} lines, fields too | git merge-file -p", ours, theirs))
