"""One picture of every workbench, on a fixed clock."""

from __future__ import annotations

from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

from tests.app.tui.desk import NARROW, WIDE, driven
from tests.app.tui.test_copies import copies_home
from tests.app.tui.test_join import cats_home
from tests.app.tui.test_portions import three_home
from tests.app.tui.test_snapshots import SvgExtension, without_run_ids
from tests.app.tui.test_split import DEPLOY
from tests.app.tui.three_way import merge_home
from tests.homes import git, make_home


def split_home(root: Path) -> Path:
    """One note with three headings."""
    return make_home(root, {"deploy.md": DEPLOY})


KEYS = {
    "merge": (merge_home, ["m"]),
    "split": (split_home, ["b", "s", "j", "0"]),
    "join": (cats_home, ["b", "space", "space", "M"]),
    "portions": (three_home, ["enter", "right_square_bracket", "space"]),
    "copies": (copies_home, ["right", "space"]),
}


@pytest.fixture
def picture(snapshot: SnapshotAssertion) -> SnapshotAssertion:
    """Pictures as files."""
    return snapshot.use_extension(SvgExtension)


@pytest.mark.slow
@pytest.mark.parametrize("size", [NARROW, WIDE], ids=["narrow", "wide"])
@pytest.mark.parametrize("name", sorted(KEYS))
async def test_workbenches_look_as_they_did(
    tmp_path: Path, picture: SnapshotAssertion, name: str, size: tuple[int, int]
) -> None:
    made, keys = KEYS[name]
    home = made(tmp_path / "home")
    git(home, "config", "user.email", "person@curator.example")
    async with driven(home, size) as one:
        await one.press(*keys)
        assert one.straight()
        assert without_run_ids(one.app.export_screenshot()) == picture
