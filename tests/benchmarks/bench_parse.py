"""Reading notes against PyYAML's fast safe loader on the same blocks (SPEED §B: at most 0.6)."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from statistics import median
from time import perf_counter

import frontmatter
import pytest
import yaml

from curator_core.store import fences
from curator_core.store.note_text import cut, read
from curator_core.store.yaml_events import parse_block
from tests.shared_data import hostile_notes, shared_data

ROUNDS = 9
"""Pairs of runs; the sides alternate within a pair."""


@cache
def notes() -> dict[str, list[bytes]]:
    """Real notes by corpus; the last one is in the house's own format."""
    corpora = {
        name: [path.read_bytes() for path in sorted(shared_data(name).rglob("*.md"))]
        for name in ("core-memory-kit", "eips", "hugodocs")
    }
    return corpora | {"house format": [case["text"].encode() for case in hostile_notes()]}


def blocks(files: list[bytes]) -> list[tuple[tuple[str, ...], int]]:
    """The lines of each block that has one, and its first line."""
    found = []
    for data in files:
        lines = cut(data.decode("utf-8-sig"))
        place = fences.find(lines)
        if isinstance(place, fences.Fences):
            found.append((lines[place.open + 1 : place.close], place.open + 1))
    return found


def safe_load(texts: list[str]) -> None:
    for text in texts:
        try:
            yaml.load(text, yaml.CSafeLoader)
        except (yaml.YAMLError, ValueError, TypeError):
            continue


def frontmatter_load(texts: list[str]) -> None:
    for text in texts:
        try:
            frontmatter.loads(text)
        except (yaml.YAMLError, ValueError, TypeError):
            continue


def ratio(ours: Callable[[], object], theirs: Callable[[], object]) -> tuple[float, float, float]:
    """Median of the pairwise ratios, and the best time of each side in seconds."""
    pairs = []
    for _ in range(ROUNDS):
        start = perf_counter()
        ours()
        middle = perf_counter()
        theirs()
        pairs.append((middle - start, perf_counter() - middle))
    best = [min(side) for side in zip(*pairs, strict=True)]
    return median(a / b for a, b in pairs), best[0], best[1]


@pytest.mark.benchmark
def test_reading_blocks_against_the_safe_loader() -> None:
    """Metadata parse: fields, key spans and problems, against plain dicts."""
    corpora = {name: blocks(files) for name, files in notes().items()}
    corpora["all"] = [block for found in corpora.values() for block in found]
    for name, found in corpora.items():
        texts = ["".join(lines) for lines, _ in found]

        def ours(found: list[tuple[tuple[str, ...], int]] = found) -> None:
            for lines, first in found:
                parse_block(lines, first)

        def theirs(texts: list[str] = texts) -> None:
            safe_load(texts)

        middle, own, other = ratio(ours, theirs)
        per = 1e6 / len(found)
        print(
            f"{name:16}{len(found):6} blocks  {own * per:6.1f} us  {other * per:6.1f} us  ", end=""
        )
        print(f"ratio {middle:.2f} (bar 0.60)")


@pytest.mark.benchmark
def test_reading_whole_notes_against_python_frontmatter() -> None:
    """Whole notes: decoding, lines, fences, fields, spans, warnings, against its `loads`."""
    for name, files in notes().items():
        texts = [data.decode("utf-8-sig") for data in files]

        def ours(files: list[bytes] = files) -> None:
            for data in files:
                read(data)

        def theirs(texts: list[str] = texts) -> None:
            frontmatter_load(texts)

        middle, own, other = ratio(ours, theirs)
        per = 1e6 / len(files)
        print(
            f"{name:16}{len(files):6} notes   {own * per:6.1f} us  {other * per:6.1f} us  ", end=""
        )
        print(f"ratio {middle:.2f}")
