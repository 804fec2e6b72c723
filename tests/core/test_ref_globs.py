"""Which branch names fit a glob."""

from __future__ import annotations

import pytest

from curator_core.rules import ref_globs


@pytest.mark.parametrize(
    ("glob", "name", "fits"),
    [
        ("proposals/**", "proposals/a", True),
        ("proposals/**", "proposals/a/b.c", True),
        ("proposals/**", "proposals", False),
        ("proposals/**", "Proposals/a", False),
        ("proposals/**", "x/proposals/a", False),
        ("proposals/*", "proposals/a/b", False),
        ("proposals/night-*", "proposals/night-2026", True),
        ("**/proposed", "proposed", True),
        ("**/proposed", "a/b/proposed", True),
        ("a/**/z", "a/z", True),
        ("a/**/z", "a/b/c/z", True),
        ("a/**/z", "a/bz", False),
        ("**", "a/b", True),
        ("a?c", "abc", True),
        ("a?c", "a/c", False),
        ("a.c", "abc", False),
        ("夜/**", "夜/一", True),
        ("n**/x", "night/x", True),
        ("n**/x", "n/ight/x", False),
    ],
)
def test_globs(glob: str, name: str, fits: bool) -> None:
    assert ref_globs.matches(name, [glob]) is fits
