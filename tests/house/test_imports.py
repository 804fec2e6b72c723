"""What loading a layer pulls in, seen in a fresh process, and imports that nobody may write."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

from tests.house.source_files import APP, CORE, ROOT, Source, sources

LOADED = """
import importlib, pkgutil, sys
for name in {names!r}:
    package = importlib.import_module(name)
    for found in pkgutil.walk_packages(package.__path__, name + "."):
        importlib.import_module(found.name)
print("\\n".join(sorted({{name.partition(".")[0] for name in sys.modules}})))
print("\\n".join(name for name in sys.modules if name.startswith("curator_")))
"""
OWN_TOPS = {"core", "tests", "screenshots"}


def loaded_by(*names: str) -> set[str]:
    """Return the modules that a fresh process holds after importing all of the packages."""
    command = [sys.executable, "-X", "importtime=0"[:2], "-c", LOADED.format(names=names)]
    command = [sys.executable, "-c", LOADED.format(names=names)]
    paths = f"{ROOT / 'core'}:{ROOT}"
    done = subprocess.run(
        command, capture_output=True, text=True, check=True, env={"PYTHONPATH": paths}, cwd="/"
    )
    return set(done.stdout.split())
