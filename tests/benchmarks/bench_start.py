"""Starting: the desk against a hello-world Textual program, commands against a bare Python."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from tests.benchmarks import process
from tests.benchmarks.many_notes import make_many
from tests.benchmarks.paired import PAIRS, Report, Row, alternated
from tests.homes import note

pytestmark = [pytest.mark.benchmark, pytest.mark.timeout(1200)]

HELLO = "tests.benchmarks.start_hello"
DESK = "tests.benchmarks.start_desk"
CURATOR = ("-m", "curator_app", "-C")
FEW = 3
"""Pairs of what takes many seconds."""


@pytest.mark.parametrize("size", ["1k", "10k"])
def test_cold_start_of_the_desk(
    size: str, request: pytest.FixtureRequest, report: Report, surroundings: dict[str, str]
) -> None:
    home: Path = request.getfixturevalue("thousand" if size == "1k" else "ten_thousand")
    process.started([DESK, str(home)], surroundings)
    process.started([HELLO], surroundings)
    desk, hello = [], []
    for _ in range(PAIRS):
        desk.append(process.started([DESK, str(home)], surroundings))
        hello.append(process.started([HELLO], surroundings))
    assert all(len(one.paints) == 2 for one in desk)
    theirs = [one.paints[0] for one in hello]
    bars = ("<= 1.6x", "<= +40 MiB") if size == "10k" else ("", "")
    report.add(
        Row(f"cold start {size}, first paint | hello world", [o.paints[0] for o in desk], theirs),
        Row(
            f"cold start {size}, rows painted | hello world",
            [one.paints[1] for one in desk],
            theirs,
            bars[0],
        ),
        Row(
            f"cold start {size}, peak memory | hello world",
            [one.peak for one in desk],
            [one.peak for one in hello],
            bars[1],
            "MiB",
        ),
    )


def test_growth_at_a_hundred_thousand(
    hundred_thousand: Path, report: Report, surroundings: dict[str, str]
) -> None:
    """Once, for the growth: SPEED §B gives it <= 4x hello world."""
    desk = process.started([DESK, str(hundred_thousand)], surroundings)
    hello = process.started([HELLO], surroundings)
    assert len(desk.paints) == 2
    theirs = [hello.paints[0]]
    report.add(
        Row("cold start 100k (once), first paint | hello world", [desk.paints[0]], theirs),
        Row("cold start 100k (once), rows | hello world", [desk.paints[1]], theirs, "<= 4x"),
        Row(
            "cold start 100k (once), peak memory | hello world",
            [desk.peak],
            [hello.peak],
            unit="MiB",
        ),
    )


def test_twenty_thousand_wait(crowded: Path, report: Report, surroundings: dict[str, str]) -> None:
    """A start into a queue of 20,000 items (UX 44): rows at most half a second after the read."""
    process.started([DESK, str(crowded)], surroundings)
    desk, hello = [], []
    for _ in range(FEW):
        desk.append(process.started([DESK, str(crowded)], surroundings))
        hello.append(process.started([HELLO], surroundings))
    theirs = [one.paints[0] for one in hello]
    read = [one.read for one in desk]
    report.add(
        Row(
            "start with 20,000 items, first paint | hello world",
            [o.paints[0] for o in desk],
            theirs,
        ),
        Row("start with 20,000 items, read | hello world", read, theirs),
        Row("start with 20,000 items, rows | hello world", [o.paints[1] for o in desk], theirs),
    )
    after = max(one.paints[1] - one.read for one in desk)
    report.notes.append(
        f"20,000 items: rows at most {after * 1e3:.0f} ms after the read (goal 500)"
    )
    assert all(one.read > 0 for one in desk)


def test_four_thousand_wait(
    tmp_path: Path, report: Report, surroundings: dict[str, str], seen: Callable[[Path], Path]
) -> None:
    """What a fresh process works to read a long queue whose notes were read before, and one to
    which a note came; beside one of 1,000 and the process alone."""
    long, short = (
        seen(make_many(tmp_path / f"{count}", 1_000, waiting=count)) for count in (4_000, 1_000)
    )
    took: dict[str, list[float]] = {"same": [], "grown": [], "short": [], "nothing": []}
    for turn in range(FEW + 1):
        for name, home in (("same", long), ("short", short)):
            took[name].append(process.worked([*CURATOR, str(home), "status"], surroundings))
        took["nothing"].append(process.worked([*CURATOR, str(long), "--help"], surroundings))
        came = long / f"memory/candidates/night/came-{turn}.md"
        came.write_text(note(f"came-{turn}", f"The {turn}th lamp is broken."), "utf-8")
        took["grown"].append(process.worked([*CURATOR, str(long), "status"], surroundings))
    report.add(
        *(
            Row(f"processor time, {name} | {other}", took[one][1:], took[beside][1:], bar)
            for name, one, other, beside, bar in (
                ("4,000 wait", "same", "1,000 wait", "short", "<= 4x"),
                ("4,000 wait", "same", "--help", "nothing", ""),
                ("a note came to 4,000", "grown", "nothing came", "same", "<= 3x"),
            )
        )
    )
    assert min(took["same"]) > 0


@pytest.mark.parametrize("command", ["--help", "status", "queue", "show", "check"])
def test_a_command_as_a_process(
    command: str,
    report: Report,
    thousand: Path,
    ten_thousand: Path,
    surroundings: dict[str, str],
) -> None:
    words = [command, *(["c_000001"] if command == "show" else [])]
    for size, home in (("1k", thousand), ("10k", ten_thousand)):
        given = ["-m", "curator_app", "-C", str(home), *words]
        ours, theirs = alternated(
            partial(process.ran, given, surroundings),
            partial(process.ran, ["-c", "pass"], surroundings),
        )
        report.add(Row(f"curator {command} {size} | python -c pass", ours, theirs))
        if command == "--help":
            break
    assert len(report.rows) > 0


@pytest.mark.parametrize("module", ["curator_core.service.queueing", "curator_core.service.review"])
def test_imports(module: str, report: Report, surroundings: dict[str, str]) -> None:
    ours, theirs = alternated(
        lambda: process.ran(["-c", f"import {module}"], surroundings),
        lambda: process.ran(["-c", "import textual.app"], surroundings),
    )
    assert min(ours) > 0
    report.add(Row(f"import {module.rpartition('.')[2]} | import textual.app", ours, theirs))


@pytest.mark.parametrize("words", ["status", "queue", "show c_000001", "decide c_000002 defer"])
def test_git_children_of_a_command(
    words: str, report: Report, thousand: Path, tmp_path: Path, surroundings: dict[str, str]
) -> None:
    env, log = process.counting_git(tmp_path, surroundings)
    process.ran(["-m", "curator_app", "-C", str(thousand), *words.split()], env)
    calls = [_name(line) for line in log.read_text("utf-8").splitlines()]
    assert calls
    report.notes.append(f"git children of `{words}`: {len(calls)}: {' '.join(calls)}")


def _name(line: str) -> str:
    """The git command of a call: the first word that is no option or an option's value."""
    words = iter(line.split(" "))
    for word in words:
        if word in ("-C", "-c"):
            next(words)
        elif not word.startswith("-"):
            return word
    return line
