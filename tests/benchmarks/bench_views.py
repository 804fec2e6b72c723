"""What the views for agents cost: made anew, and asked whether they are due."""

from __future__ import annotations

from pathlib import Path

import pytest

from curator_core.service import views
from curator_core.service.opening import opened
from tests.benchmarks.bench_reload import loaded
from tests.benchmarks.paired import Report, Row, alternated
from tests.homes import caller

pytestmark = [pytest.mark.benchmark, pytest.mark.timeout(1200)]


@pytest.mark.parametrize("size", ["1k", "10k"])
def test_views_against_a_reload(size: str, request: pytest.FixtureRequest, report: Report) -> None:
    root: Path = request.getfixturevalue("thousand" if size == "1k" else "ten_thousand")
    assert len(views.refresh(caller(root)).written) > 2
    ours, theirs = alternated(lambda: views.follow(caller(root), True), lambda: loaded(root))
    report.add(Row(f"all views of {size}, as after a decision | reload", ours, theirs))
    ours, theirs = alternated(lambda: views.follow(caller(root), False), lambda: loaded(root))
    report.add(Row(f"views of {size}: asking whether they are due | reload", ours, theirs))


def test_growth_of_views(thousand: Path, ten_thousand: Path, report: Report) -> None:
    for root in (thousand, ten_thousand):
        views.refresh(caller(root))
    with opened(caller(ten_thousand)) as many, opened(caller(thousand)) as few:
        ours, theirs = alternated(lambda: views.build(many), lambda: views.build(few))
    report.add(Row("growth: views 10k | views 1k", ours, theirs, "n: 10x"))
