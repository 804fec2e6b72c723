"""The table of faults names every fault of its parts once, and only tests that exist."""

from __future__ import annotations

import ast
import re
from pathlib import Path

TESTS = Path(__file__).resolve().parents[1]
NAMED = re.compile(r"`([\w/]+\.py)::(\w+)`")


def rows() -> list[list[str]]:
    """The cells of each row of the table."""
    lines = (TESTS / "faults.md").read_text("utf-8").splitlines()
    cells = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
    return [row for row in cells if row[0].isdigit()]


def test_every_fault_of_the_four_parts_has_one_row() -> None:
    assert [int(row[0]) for row in rows()] == [*range(1, 46), *range(64, 71)]
    assert all(NAMED.search(row[2]) or "later, issue " in row[2] for row in rows())


def test_every_named_test_exists() -> None:
    named = {match.groups() for row in rows() for match in NAMED.finditer(row[2])}
    known = {file: _tests(TESTS / file) for file, _ in named}
    missing = sorted(f"{file}::{name}" for file, name in named if name not in known[file])
    assert missing == []
    print(f"{len(named)} tests named")


def _tests(file: Path) -> set[str]:
    tree = ast.parse(file.read_text("utf-8"))
    functions = (ast.FunctionDef, ast.AsyncFunctionDef)
    return {node.name for node in tree.body if isinstance(node, functions)}
