"""The table of cases names every case once, and only tests that exist."""

from __future__ import annotations

import re

from tests.house.test_faults import NAMED, TESTS, _tests

CASES = (
    *(1, 2, 4, 5, 7, 8, 10, 11, 13, 14, 16, 17, 19, 20, 22, 23, 25, 26, 28, 29, 31, 32, 34, 35, 37),
    *(38, 40, 41, 43, 44, 46, 47, 49, 50, 52, 53, 55, 56, 58, 59, 61, 62, 64, 65, 67, 68, 70, 71),
    *(73, 74, 76, 77, 79, 80, 82, 83),
)
"""The numbers of all cases; gaps are intended."""
LATER: dict[int, int] = {}
"""Cases of parts that are not there yet, and the issue that brings them."""


def rows() -> dict[int, list[str]]:
    """The cells of each row of the table, by number."""
    lines = (TESTS / "cases.md").read_text("utf-8").splitlines()
    cells = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
    found = [row for row in cells if re.fullmatch(r"C\d\d", row[0])]
    assert len({row[0] for row in found}) == len(found)
    return {int(row[0][1:]): row for row in found}


def test_every_case_has_one_row() -> None:
    assert tuple(rows()) == CASES


def test_only_what_is_not_there_yet_has_no_test() -> None:
    later = {n: row[2] for n, row in rows().items() if NAMED.search(row[2]) is None}
    assert later == {number: f"later, issue {issue}" for number, issue in LATER.items()}
    assert all(row[1] for row in rows().values())


def test_every_named_test_exists() -> None:
    named = {match.groups() for row in rows().values() for match in NAMED.finditer(row[2])}
    known = {file: _tests(TESTS / file) for file, _ in named}
    assert sorted(f"{file}::{name}" for file, name in named if name not in known[file]) == []
    print(f"{len(rows())} cases, {len(named)} tests named")
