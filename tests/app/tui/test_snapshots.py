"""One picture of every main screen, on a fixed clock, with the ids of a run taken out."""

from __future__ import annotations

import re
import shutil
from datetime import UTC, datetime
from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion
from syrupy.extensions.single_file import SingleFileSnapshotExtension, WriteMode

from curator_app.sample_path import sample_home
from curator_core.service import demo
from tests.app.tui.desk import NARROW, WIDE, driven

TODAY = datetime(2026, 11, 29, 8, 0, tzinfo=UTC)


class SvgExtension(SingleFileSnapshotExtension):
    """One .svg file for each picture."""

    file_extension = "svg"
    _file_extension = "svg"
    _write_mode = WriteMode.TEXT


@pytest.fixture
def picture(snapshot: SnapshotAssertion) -> SnapshotAssertion:
    """Pictures as files."""
    return snapshot.use_extension(SvgExtension)


@pytest.fixture(scope="module")
def sample(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The sample Home, built once."""
    target = tmp_path_factory.mktemp("sample") / "home"
    assert demo.build(target, TODAY, sample_home()) == target
    return target


SCREENS = {
    "queue": ["J", "J"],
    "detail": ["J", "J", "enter", "h"],
    "staged": ["7", "J", "J", "J", "J", "J", "J", "a", "r", "4", "d", "enter"],
    "preview": ["J", "J", "J", "J", "J", "J", "J", "a", "r", "4", "w"],
    "history": ["J", "J", "J", "J", "J", "J", "J", "a", "w", "y", "o"],
    "undo": ["J", "J", "J", "J", "J", "J", "J", "a", "w", "y", "u"],
    "help": ["question_mark"],
    "reject": ["r"],
}


@pytest.mark.parametrize("size", [NARROW, WIDE], ids=["narrow", "wide"])
@pytest.mark.parametrize("name", sorted(SCREENS))
async def test_screens_look_as_they_did(
    tmp_path: Path, sample: Path, picture: SnapshotAssertion, name: str, size: tuple[int, int]
) -> None:
    home = tmp_path / "home"
    shutil.copytree(sample, home, symlinks=True)
    async with driven(home, size) as one:
        await one.press(*SCREENS[name])
        assert one.straight()
        assert without_run_ids(one.app.export_screenshot()) == picture


@pytest.mark.parametrize("theme", ["curator-light", "curator-ansi", "curator-mono"])
async def test_themes_look_as_they_did(
    tmp_path: Path, sample: Path, picture: SnapshotAssertion, theme: str
) -> None:
    home = tmp_path / "home"
    shutil.copytree(sample, home, symlinks=True)
    async with driven(home, NARROW, theme) as one:
        await one.press("J", "J", "slash", *"label", "enter")
        assert without_run_ids(one.app.export_screenshot()) == picture


def without_run_ids(svg: str) -> str:
    """A picture without the random ids of its style classes."""
    return re.sub(r"terminal-\d+", "terminal", svg)
