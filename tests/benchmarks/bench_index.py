"""The index: made anew, swapped, changed by one note, and asked, beside what it replaces.

`CURATOR_BENCH_HUGE=1` adds a Home of 100,000 notes.
"""

from __future__ import annotations

import os
import random
import shutil
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

import pytest
import yaml

from curator_core.rules import terms
from curator_core.service import indexing, searching
from curator_core.service.opening import Opened, opened
from curator_core.service.searching import Search
from curator_core.store import index, index_files
from curator_core.store.index import Changed
from tests.benchmarks.many_notes import CHINESE, ENGLISH, make_many
from tests.benchmarks.paired import PAIRS, Report, Row, alternated, percentile, timed
from tests.homes import caller

pytestmark = [pytest.mark.benchmark, pytest.mark.timeout(3000)]

SIZES = {"1k": "thousand", "10k": "ten_thousand"}


def home_of(size: str, request: pytest.FixtureRequest) -> Path:
    root: Path = request.getfixturevalue(SIZES[size])
    return root


def parsed(one: Opened) -> int:
    """The frontmatter of every file by CSafeLoader."""
    count = 0
    for path in one.snapshot.entries:
        block = (one.repo.root / path).read_bytes().split(b"---\n")[1]
        count += bool(yaml.load(block, yaml.CSafeLoader))
    return count


def rebuilt(one: Opened) -> None:
    with index_files.locked(one.repo, 1):
        indexing._built(one, indexing.recipe(one.repo))


@pytest.mark.parametrize("size", SIZES)
def test_rebuild_against_parsing(size: str, request: pytest.FixtureRequest, report: Report) -> None:
    with opened(caller(home_of(size, request))) as one:
        ours, theirs = alternated(lambda: rebuilt(one), lambda: parsed(one), 5)
    report.add(Row(f"index of {size}: rebuild | CSafeLoader of the notes", ours, theirs, "1.5x"))


@pytest.mark.parametrize("size", SIZES)
def test_the_swap_in_a_rebuild(size: str, request: pytest.FixtureRequest, report: Report) -> None:
    with opened(caller(home_of(size, request))) as one:
        whole = [timed(lambda: rebuilt(one)) for _ in range(5)]
        made = indexing.made_of(one.repo)
        assert made is not None
        copy = one.repo.root / index_files.FOLDER / made.recipe / "copy.db"

        def swap() -> None:
            with index_files.workplace(one.repo, made.recipe) as place:
                place.put("copy.db", "copied.db")

        swaps = []
        for _ in whole:
            shutil.copyfile(one.repo.root / index_files.FOLDER / made.recipe / made.file, copy)
            swaps.append(timed(swap))
    report.add(Row(f"index of {size}: fsync and rename | rebuild", swaps, whole, "10 %"))


def changing(one: Opened) -> Callable[[], None]:
    """One note of a Home taken into the index anew, each time."""
    paths = list(indexing.blobs(one))
    draw = random.Random(3)

    def change() -> None:
        made = indexing.made_of(one.repo)
        assert made is not None
        doc = indexing.doc(one, draw.choice(paths))
        recipe = terms.RECIPES[made.recipe]
        index.change(one.repo, made, recipe, [doc], Changed((), made.inputs))

    return change


def test_one_note_in_10k_and_in_1k(thousand: Path, ten_thousand: Path, report: Report) -> None:
    with opened(caller(ten_thousand)) as many, opened(caller(thousand)) as few:
        for one in (many, few):
            rebuilt(one)
        ours, theirs = alternated(changing(many), changing(few), 25)
    report.add(Row("one note changed: index of 10k | of 1k", ours, theirs, "2x"))


def queries() -> list[str]:
    """Words of both languages, also parts of words."""
    chinese = CHINESE.split()
    pairs = [a + b for a, b in zip(chinese, chinese[3:], strict=False)]
    return [*ENGLISH.split()[:20], *[word[1:] for word in ENGLISH.split()[20:30]], *pairs[:20]]


def searcher() -> list[str]:
    """ripgrep where it is installed, else grep, listing the files that hold a fixed string."""
    found = shutil.which("rg")
    return [found, "-l", "-F", "-i"] if found else ["grep", "-r", "-l", "-F", "-i"]


@pytest.mark.parametrize("size", SIZES)
def test_search_against_grep(size: str, request: pytest.FixtureRequest, report: Report) -> None:
    root = home_of(size, request)
    command = searcher()
    ours: list[float] = []
    whole: list[float] = []
    theirs: list[float] = []
    with opened(caller(root)) as one:
        rebuilt(one)
        searching.found(one, Search(text="warm", limit=20))
        for query in queries():
            asked = Search(text=query, limit=20)
            ours.append(timed(lambda asked=asked: searching.found(one, asked)))  # type: ignore[misc]
            whole.append(timed(lambda asked=asked: searching.search(caller(root), asked)))  # type: ignore[misc]
            words = [*command, "-e", query, "memory"]
            theirs.append(
                timed(lambda words=words: subprocess.run(words, cwd=root, capture_output=True))  # type: ignore[misc]
            )
    name = Path(command[0]).name
    report.add(
        Row(f"search of {size}, 20 hits, open Home | {name}", ours, theirs, "1/20"),
        Row(f"search of {size}, 20 hits, opening included | {name}", whole, theirs),
    )
    worst = percentile(ours, 0.95) / percentile(theirs, 0.95)
    report.notes.append(f"search of {size}: p95 against p95 of {name} {worst:.3f} (bar 1/10)")


def test_growth_to_100k(ten_thousand: Path, tmp_path: Path, report: Report) -> None:
    if not os.environ.get("CURATOR_BENCH_HUGE"):
        pytest.skip("set CURATOR_BENCH_HUGE=1 for a Home of 100,000 notes")
    huge = make_many(tmp_path / "100k", 100_000)
    with opened(caller(huge)) as many, opened(caller(ten_thousand)) as few:
        large = min(timed(lambda: rebuilt(many)) for _ in range(2))
        small = [timed(lambda: rebuilt(few)) for _ in range(3)]
        rebuilt_in = min(small)
        report.notes.append(
            f"rebuild 10k -> 100k: {rebuilt_in:.2f} s -> {large:.2f} s, "
            f"{large / rebuilt_in:.1f}x (bar 12x)"
        )
        ours, theirs = alternated(changing(many), changing(few), 15)
        report.add(Row("one note changed: index of 100k | of 10k", ours, theirs))
        start = time.perf_counter()
        hits = searching.found(many, Search(text="deploy", limit=20))
        report.notes.append(f"search of 100k: {time.perf_counter() - start:.3f} s")
        assert len(hits.hits) == 20
    assert PAIRS
