"""The table of faults names every fault once, and only tests that exist."""

from __future__ import annotations

import ast
import re
from pathlib import Path

TESTS = Path(__file__).resolve().parents[1]
NAMED = re.compile(r"`([\w/]+\.py)::(\w+)`")

HARDEST = (
    *(1, 2, 3, 5, 18, 19, 21, 23, 38, 43, 44),
    *(46, 47, 48, 50, 51, 58, 63, 71, 79),
)
"""The numbers that the list of faults calls the hardest."""


def rows() -> list[list[str]]:
    """The cells of each row of the table."""
    lines = (TESTS / "faults.md").read_text("utf-8").splitlines()
    cells = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
    return [row for row in cells if row[0].isdigit()]


def test_every_fault_has_one_row() -> None:
    assert [int(row[0]) for row in rows()] == [*range(1, 86)]
    assert all(NAMED.search(row[2]) for row in rows())


def test_the_hardest_have_tests_that_no_other_row_names() -> None:
    named = {int(row[0]): set(NAMED.findall(row[2])) for row in rows()}
    for number in HARDEST:
        others = set().union(*(tests for other, tests in named.items() if other != number))
        assert named[number] - others, number


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
