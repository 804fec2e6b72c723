"""The table of acceptance points names each point once, and every test that proves one."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from tests.house.test_faults import NAMED, TESTS, _tests

POINTS = 46
_SAID = re.compile(r"Acceptance ((?:\d+(?:,? and |, | to )?)+)")
_SPAN = re.compile(r"(\d+)(?: to (\d+))?")


def rows() -> dict[int, list[str]]:
    """The cells of each row of the table, by number."""
    lines = (TESTS / "acceptance.md").read_text("utf-8").splitlines()
    cells = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
    found = [row for row in cells if re.fullmatch(r"A\d\d", row[0])]
    assert len({row[0] for row in found}) == len(found)
    return {int(row[0][1:]): row for row in found}


def claims() -> Iterator[tuple[int, str]]:
    """Each point that a test's docstring names, with the test."""
    for file in TESTS.rglob("*.py"):
        for node in ast.parse(file.read_text("utf-8")).body:
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                for said in _SAID.finditer(ast.get_docstring(node) or ""):
                    for first, last in _SPAN.findall(said[1]):
                        for point in range(int(first), int(last or first) + 1):
                            yield point, f"{file.relative_to(TESTS).as_posix()}::{node.name}"


def test_every_point_has_one_row_and_a_proof() -> None:
    assert list(rows()) == [*range(1, POINTS + 1)]
    assert all(
        row[1] and (NAMED.search(row[2]) or "by hand: " in row[2]) for row in rows().values()
    )


def test_every_named_test_exists() -> None:
    named = {match.groups() for row in rows().values() for match in NAMED.finditer(row[2])}
    known = {file: _tests(TESTS / file) for file, _ in named}
    assert sorted(f"{file}::{name}" for file, name in named if name not in known[file]) == []


def test_every_test_of_a_point_is_listed() -> None:
    listed = {
        (point, "::".join(match.groups()))
        for point, row in rows().items()
        for match in NAMED.finditer(row[2])
    }
    said = set(claims())
    assert sorted(said - listed) == []
    print(f"{POINTS} points, {len(listed)} proofs")
