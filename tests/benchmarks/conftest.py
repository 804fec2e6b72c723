"""The Homes that are measured, one of each size for a whole session, and the table at its end."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from curator_core.service import review
from tests.benchmarks.many_notes import make_many
from tests.benchmarks.paired import Report
from tests.homes import caller

ROOT = Path(__file__).resolve().parents[2]


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Module | None:
    """Benchmarks lie in `bench_*.py`: a file named on the command line is collected anyway."""
    if not file_path.match("bench_*.py") or parent.session.isinitpath(file_path):
        return None
    module: pytest.Module = pytest.Module.from_parent(parent, path=file_path)
    return module


@pytest.fixture(scope="session")
def report() -> Iterator[Report]:
    """The table; printed when all is measured (`pytest -s` shows it)."""
    made = Report()
    yield made
    print(f"\n\n{made.text()}\n")


@pytest.fixture(scope="session")
def thousand(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """1,000 adopted notes, seen before."""
    return _seen(make_many(tmp_path_factory.mktemp("homes") / "1k", 1_000))


@pytest.fixture(scope="session")
def ten_thousand(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """10,000 adopted notes, seen before."""
    return _seen(make_many(tmp_path_factory.mktemp("homes") / "10k", 10_000))


@pytest.fixture(scope="session")
def hundred_thousand(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """100,000 adopted notes, seen before."""
    return _seen(make_many(tmp_path_factory.mktemp("homes") / "100k", 100_000))


@pytest.fixture(scope="session")
def crowded(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """20,000 candidates beside 1,000 notes, seen before."""
    home = tmp_path_factory.mktemp("homes") / "crowded"
    return _seen(make_many(home, 1_000, waiting=20_000))


@pytest.fixture(scope="session")
def decided(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """5,000 notes with a ledger of 5,000 events, seen before."""
    return _seen(make_many(tmp_path_factory.mktemp("homes") / "decided", 5_000, 5_000))


@pytest.fixture(scope="session")
def undecided(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The same 5,000 notes without a ledger."""
    return _seen(make_many(tmp_path_factory.mktemp("homes") / "undecided", 5_000))


@pytest.fixture(scope="session")
def seen() -> Callable[[Path], Path]:
    """Reads a Home that was just made, so that its cache is written."""
    return _seen


def _seen(home: Path) -> Path:
    """A Home whose cache is written: its files lie there for longer than the racy moment."""
    view = review.load(caller(home))
    assert view.unreadable == 0
    review.load(caller(home))
    return home


@pytest.fixture(scope="session")
def surroundings(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The environment of a process that runs the product as if it were installed: bytecode kept."""
    env = {name: text for name, text in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    env["PYTHONPATH"] = os.pathsep.join((str(ROOT / "core"), str(ROOT)))
    env["PYTHONPYCACHEPREFIX"] = str(tmp_path_factory.mktemp("bytecode"))
    env["CURATOR_NOW"] = "2026-11-29T08:00:00+00:00"
    assert sys.executable
    return env
