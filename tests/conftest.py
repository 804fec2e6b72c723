"""What every test starts from: an own git identity and home folder, no caller's settings."""

from __future__ import annotations

import gc
import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings

settings.register_profile("house", deadline=None, derandomize=True)
settings.load_profile("house")

gc.set_threshold(100_000, 20, 20)
"""Most of what a test makes dies by its count; looking for cycles all the time costs a tenth."""

_MEMORY = Path("/dev/shm")
_ROOM = 4 << 30
"""Bytes that must be free there."""


def pytest_configure(config: pytest.Config) -> None:
    """Put the tests' folders into memory where there is room, unless the caller says where.

    Every write of a Home waits for the disk; what a kill leaves is the same on any file system.
    """
    said = config.option.basetemp or {"PYTEST_DEBUG_TEMPROOT", "TMPDIR"} & os.environ.keys()
    if not said and os.access(_MEMORY, os.W_OK) and shutil.disk_usage(_MEMORY).free >= _ROOM:
        os.environ["PYTEST_DEBUG_TEMPROOT"] = str(_MEMORY)


_GIT_CONFIG = """\
[user]
    name = Test Person
    email = person@curator.example
[init]
    defaultBranch = main
"""


@pytest.fixture(scope="session", autouse=True)
def _own_surroundings(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Keep the caller's git, XDG and CURATOR settings out; a test sets what it needs."""
    home = tmp_path_factory.mktemp("home")
    (home / ".gitconfig").write_text(_GIT_CONFIG, encoding="utf-8")
    with pytest.MonkeyPatch.context() as patch:
        for name in os.environ:
            if name.startswith(("GIT_", "XDG_")):
                patch.delenv(name)
        for name in ("CURATOR_HOME", "CURATOR_NOW", "CURATOR_LOCK_WAIT"):
            patch.delenv(name, raising=False)
        patch.setenv("HOME", str(home))
        patch.setenv("GIT_CONFIG_NOSYSTEM", "1")
        yield


@pytest.fixture(scope="session")
def repository_root() -> Path:
    """The folder that holds pyproject.toml."""
    return Path(__file__).resolve().parents[1]
