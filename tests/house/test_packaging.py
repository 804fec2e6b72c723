"""What the repository holds: no package index, no machine's paths, nothing unexpected on top."""

from __future__ import annotations

import os
import re
import subprocess
import tomllib
from functools import cache

import pytest

from tests.house.source_files import APP, CORE, ROOT

TOP = {
    "pyproject.toml",
    "README.md",
    "LICENSE",
    "CHANGELOG.md",
    "ARCHITECTURE.md",
    "curator_app",
    "core",
    "tests",
    "screenshots",
    "sample-home",
}
INDEX = re.compile(
    r"--(?:extra-)?index-url|--find-links|://[\w.:/-]*/simple\b|"
    r"files\.python" + r"hosted\.org|^\s*index-url\s*=",
    re.MULTILINE,
)
# Put together here, so that this file does not hold what it forbids.
MACHINE = re.compile("|".join(f"/{top}/[a-z.]" for top in ("work", "root", "Users", "tmp/brief")))
LOCKS = {"uv.lock", "poetry.lock", "Pipfile.lock"}


@cache
def tracked() -> tuple[str, ...]:
    """Return the files git knows, and those it would take; skips where this is no repository."""
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, check=False)
    if done.returncode != 0 or not (ROOT / ".git").exists():
        pytest.skip("not a git checkout")
    names = {os.fsdecode(name) for name in done.stdout.split(b"\0") if name}
    return tuple(sorted(name for name in names if (ROOT / name).is_file()))


@cache
def texts() -> tuple[tuple[str, str], ...]:
    """Return every tracked file that is text."""
    found = []
    for name in tracked():
        data = (ROOT / name).read_bytes()
        if b"\0" not in data:
            found.append((name, data.decode("utf-8", "replace")))
    return tuple(found)


def test_no_package_index_is_named() -> None:
    this = "tests/house/test_packaging.py"
    named = [name for name, text in texts() if name != this and INDEX.search(text)]
    assert named == []


def test_no_lock_of_another_tool() -> None:
    names = [name.rpartition("/")[2] for name in tracked()]
    assert [n for n in names if n in LOCKS or re.fullmatch(r"pylock.*\.toml", n)] == []


def test_the_top_level_holds_what_it_should() -> None:
    tops = {name.partition("/")[0] for name in tracked()}
    assert {name for name in tops if not name.startswith(".")} <= TOP
    assert {name for name in tops if name.startswith(".")} <= {
        ".ci",
        ".gitignore",
        ".gitattributes",
        ".requirements-dev.lock",
    }


def test_no_path_of_a_machine_is_mentioned() -> None:
    found = [f"{name}: {match[0]}" for name, text in texts() for match in MACHINE.finditer(text)]
    assert found == []


def test_the_lock_pins_with_hashes() -> None:
    lock = (ROOT / ".requirements-dev.lock").read_text("utf-8")
    pins = re.findall(r"^[A-Za-z0-9._-]+==\S+", lock, re.MULTILINE)
    assert len(pins) > 20
    assert len(re.findall(r"^\s+--hash=sha256:[0-9a-f]{64}", lock, re.MULTILINE)) >= len(pins)


def test_the_lock_covers_what_the_project_asks_for() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    wanted = [*project["project"]["dependencies"], *project["dependency-groups"]["dev"]]
    lock = (ROOT / ".requirements-dev.lock").read_text("utf-8").lower()
    names = [re.split(r"[<>=!~; \[]", each)[0].lower() for each in wanted]
    assert [name for name in names if f"\n{name}==" not in f"\n{lock}"] == []


def test_both_packages_are_typed() -> None:
    assert (CORE / "py.typed").is_file()
    assert (APP / "py.typed").is_file()


def test_scripts_can_be_run() -> None:
    for name in ("open", "test", "run"):
        path = ROOT / ".ci" / name
        assert os.access(path, os.X_OK), path.name
        assert path.read_text("utf-8").startswith("#!")


def test_the_license_is_mit() -> None:
    text = (ROOT / "LICENSE").read_text("utf-8")
    assert text.startswith("MIT License\n")
    assert "Curator contributors" in text
