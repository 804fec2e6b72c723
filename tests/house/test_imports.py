"""What loading a layer pulls in, seen in a fresh process, and imports that nobody may write."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from collections.abc import Iterator

import pytest

from tests.house.source_files import APP, CORE, ROOT, Source, dotted, sources

LOAD = """
import importlib, pkgutil, sys
for name in sys.argv[1:]:
    package = importlib.import_module(name)
    for found in pkgutil.walk_packages(package.__path__, name + "."):
        importlib.import_module(found.name)
print("\\n".join(sys.modules))
"""
TERMINAL = {"textual", "rich", "watchdog", "typer", "click"}
OUTSIDE = {"git", "sqlite3", "pydantic", "yaml", "frontmatter", "filelock", "subprocess"}
# The escaping function and its reading side: what an entrance takes from the rules.
ESCAPING = {"visible", "concealed", "encoded"}


def loaded_by(*packages: str) -> set[str]:
    """Return the modules of a fresh process that imported every module of the packages."""
    path = os.pathsep.join((str(ROOT / "core"), str(ROOT)))
    done = subprocess.run(
        [sys.executable, "-c", LOAD, *packages],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "PYTHONPATH": path},
        cwd="/",
    )
    return set(done.stdout.split())


def imported(source: Source) -> Iterator[tuple[int, str]]:
    """Yield the line and dotted name of every import; a `from` import with each of its names."""
    for node in ast.walk(source.tree):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, each.name) for each in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield from ((node.lineno, f"{node.module}.{each.name}") for each in node.names)


def test_services_load_no_terminal_kit() -> None:
    modules = loaded_by("curator_core")
    assert "curator_core.service" in modules
    assert modules & TERMINAL == set()
    assert not any(name.startswith("curator_app") for name in modules)


def test_model_and_rules_load_nothing_of_the_outside_world() -> None:
    before = loaded_by("email")
    modules = loaded_by("curator_core.model", "curator_core.rules")
    assert "curator_core.rules.visible" in modules
    assert modules & (OUTSIDE | TERMINAL) - before == set()
    assert not any(name.startswith(("curator_core.store", "curator_core.s")) for name in modules)


def test_model_loads_no_rules() -> None:
    assert not any(
        name.startswith("curator_core.rules") for name in loaded_by("curator_core.model")
    )


def test_the_command_line_starts_without_the_desk() -> None:
    if not (APP / "cli").exists():
        pytest.skip("no command line yet")
    assert loaded_by("curator_app.cli") & {"textual", "watchdog"} == set()


def test_nobody_imports_through_the_source_root() -> None:
    wrong = [
        f"{source.name}:{line}"
        for source in sources(CORE, APP, ROOT / "tests", ROOT / "screenshots")
        for line, name in imported(source)
        if name == "core" or name.startswith("core.")
    ]
    assert wrong == []


def test_entrances_import_services_model_and_the_escaping_only() -> None:
    wrong = [
        f"{source.name}:{line} {name}"
        for source in sources(APP)
        for line, name in imported(source)
        if name.startswith(("curator_core.store", "curator_core.rules"))
        and name.split(".")[2] not in ESCAPING
        and name not in {f"curator_core.rules.{each}" for each in ESCAPING}
    ]
    assert wrong == []


def test_core_prints_nothing_and_knows_no_home_folder() -> None:
    wrong = [
        f"{source.name}:{node.lineno}"
        for source in sources(CORE)
        for node in ast.walk(source.tree)
        if isinstance(node, ast.Call)
        and dotted(node.func).rpartition(".")[2] in ("print", "home", "expanduser", "input")
    ]
    assert wrong == []


def test_core_reads_the_environment_only_where_it_starts_git() -> None:
    readers = {
        source.name
        for source in sources(CORE)
        for node in ast.walk(source.tree)
        if isinstance(node, ast.Attribute) and dotted(node) in ("os.environ", "os.getenv")
    }
    assert all(name.startswith("core/curator_core/store/git") for name in readers), readers


def test_a_core_file_imports_one_outside_library() -> None:
    family = {"gitdb": "git", "frontmatter": "yaml", "pydantic_core": "pydantic"}
    own = {*sys.stdlib_module_names, "curator_core"} - {"sqlite3"}
    used = {
        source.name: {
            family.get(top, top)
            for _, name in imported(source)
            if (top := name.split(".")[0]) not in own
        }
        for source in sources(CORE)
    }
    assert {name: tops for name, tops in used.items() if len(tops) > 1} == {}
    assert [name for name, tops in used.items() if "pydantic" in tops] == [
        "core/curator_core/store/note_schema.py"
    ]
