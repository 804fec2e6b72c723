"""A key in the queue until its row is painted: a heap of 1,365 items and a small queue (C50)."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path

import pytest

from tests.app.test_home_cases import c50_home
from tests.app.tui.desk import WIDE, driven
from tests.benchmarks.paired import Report, Row
from tests.homes import make_home, note

pytestmark = [pytest.mark.benchmark, pytest.mark.timeout(900)]

KEYS = 40
"""Presses that are measured, after some that warm up."""


async def _pressed(home: Path) -> list[float]:
    """Seconds from each press to the paint of the row it goes to."""
    took = []
    async with driven(home, WIDE) as one:
        await one.press(*"jjjjj")
        for _ in range(KEYS):
            before = one.queue.rows.selected
            begin = time.perf_counter()
            await one.pilot.press("j")
            took.append(time.perf_counter() - begin)
            assert one.queue.rows.selected != before
            await one.settle()
    return took


def test_a_key_in_a_heap(tmp_path: Path, report: Report) -> None:
    few = {f"{n}.md": note(f"few-{n}") for n in range(60)}
    small = make_home(tmp_path / "small", {}, few)
    heap = c50_home(tmp_path / "heap")
    theirs = asyncio.run(_pressed(small))
    ours = asyncio.run(_pressed(heap))
    assert len(ours) == len(theirs) == KEYS
    report.add(Row("key to paint, 1,365 items | 60 items", ours, theirs, "<= 1.3x"))
    report.notes.append(f"slowest key in 1,365 items: {max(ours) * 1e3:.0f} ms (C50: < 100 ms)")
