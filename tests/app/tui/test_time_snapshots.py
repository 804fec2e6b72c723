"""One picture of every screen of time and truth, on a fixed clock."""

from __future__ import annotations

from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

from tests.app.tui.desk import NARROW, WIDE, driven
from tests.app.tui.test_chain import router_home
from tests.app.tui.test_findings import torn_home
from tests.app.tui.test_snapshots import SvgExtension, without_run_ids
from tests.homes import git

KEYS = {
    "kinds": ("router", ["a"]),
    "kinds-typed": ("router", ["a", "v", *"2026-10-15", "enter", "G"]),
    "chain": ("router", ["t", "j"]),
    "chain-as-of": ("router", ["t", "A", *"2026-07-01", "enter", "x"]),
    "chain-dialog": ("router", ["t", "A", *"2026-07-01", "tab"]),
    "compare": ("router", ["t", "j", "space", "j", "space", "equals_sign"]),
    "memory": ("router", ["b", "j", "D"]),
    "note": ("router", ["b", "j", "enter"]),
    "finding": ("torn", ["enter"]),
    "edit": ("router", ["e", "down", "down", *"x"]),
    "answers": ("router", ["a", "2", "w"]),
}
HOMES = {"router": router_home, "torn": torn_home}


@pytest.fixture
def picture(snapshot: SnapshotAssertion) -> SnapshotAssertion:
    """Pictures as files."""
    return snapshot.use_extension(SvgExtension)


@pytest.mark.parametrize("size", [NARROW, WIDE], ids=["narrow", "wide"])
@pytest.mark.parametrize("name", sorted(KEYS))
async def test_screens_of_time_look_as_they_did(
    tmp_path: Path, picture: SnapshotAssertion, name: str, size: tuple[int, int]
) -> None:
    kind, keys = KEYS[name]
    home = HOMES[kind](tmp_path / "home")
    git(home, "config", "user.email", "person@curator.example")
    async with driven(home, size) as one:
        await one.press(*keys)
        assert one.straight()
        assert without_run_ids(one.app.export_screenshot()) == picture


@pytest.mark.parametrize("theme", ["curator-light", "curator-ansi", "curator-mono"])
async def test_a_chain_can_be_read_in_every_theme(
    tmp_path: Path, picture: SnapshotAssertion, theme: str
) -> None:
    async with driven(router_home(tmp_path / "home"), NARROW, theme) as one:
        await one.press("t", "j", "space")
        assert without_run_ids(one.app.export_screenshot()) == picture
