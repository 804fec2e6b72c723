"""Whatever stands in real and in many notes is found, and nothing else, by either recipe."""

from __future__ import annotations

import random
import re
from collections.abc import Iterable
from pathlib import Path

import pytest

from curator_core.rules import terms
from curator_core.service import indexing, searching
from curator_core.service.opening import Opened, opened
from curator_core.service.searching import Search
from tests.benchmarks.many_notes import make_many
from tests.homes import caller, make_home, put
from tests.shared_data import shared_data

pytestmark = [pytest.mark.slow, pytest.mark.timeout(900)]

_HAN = re.compile("[\u4e00-\u9fff]{2,}")
_LATIN = re.compile("[A-Za-z][A-Za-z0-9]+")


def queries(texts: Iterable[str], count: int) -> list[str]:
    """Pairs of Han characters, English words and parts of both, drawn from what stands there."""
    draw = random.Random(11)
    whole = list(texts)
    runs = sorted({run for text in whole for run in _HAN.findall(text)})
    words = sorted({word for text in whole for word in _LATIN.findall(text)})
    pairs = sorted({run[at : at + 2] for run in runs for at in range(len(run) - 1)})
    longer = [run[:5] for run in draw.sample(runs, min(count // 4, len(runs)))]
    parts = [word[1:-1] for word in draw.sample(words, min(count // 4, len(words))) if word[3:]]
    return [
        *draw.sample(pairs, min(count, len(pairs))),
        *draw.sample(words, min(count, len(words))),
        *longer,
        *parts,
    ]


def strangers(texts: Iterable[str], count: int) -> list[str]:
    """Pairs of Han characters that stand near each other, but nowhere side by side."""
    draw = random.Random(12)
    whole = list(texts)
    pairs = {text[at : at + 2] for text in whole for at in range(len(text) - 1)}
    crossed = {
        run[at] + run[at + 2]
        for text in whole
        for run in _HAN.findall(text)
        for at in range(len(run) - 2)
    }
    apart = sorted(crossed - pairs)
    return draw.sample(apart, min(count, len(apart)))


def check(one: Opened, asked: list[str], folded: dict[str, str]) -> None:
    """Every query finds exactly the files that hold it."""
    for query in asked:
        wanted = terms.wanted(query)
        expected = {path for path, text in folded.items() if wanted in text}
        hits = searching.found(one, Search(text=query)).hits
        assert {hit.entry.path for hit in hits} == expected, query


def look(home: Path, count: int) -> None:
    for recipe in terms.RECIPES:
        indexing.use(caller(home), recipe)
        with opened(caller(home)) as one:
            paths = [p for p in one.snapshot.entries if p.startswith("memory/notes/")]
            texts = {path: indexing.text_of(one, path) for path in paths}
            folded = {path: terms.fold(text) for path, text in texts.items()}
            asked, foreign = queries(texts.values(), count), strangers(folded.values(), count)
            check(one, [*asked, *foreign], folded)
            print(f"\n{len(paths)} notes, {recipe}: {len(asked)} found, {len(foreign)} not there")


def test_a_real_memory(tmp_path: Path) -> None:
    root = shared_data("core-memory-kit")
    home = make_home(tmp_path / "home")
    for file in sorted(root.rglob("*.md")):
        put(home, f"memory/notes/{file.relative_to(root).as_posix()}", file.read_bytes())
    look(home, 120)


def test_ten_thousand_notes(tmp_path: Path) -> None:
    look(make_many(tmp_path / "home", 10_000), 12)
