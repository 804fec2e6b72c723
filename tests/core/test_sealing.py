"""Which commits of decisions must be signed, over histories drawn by hand."""

from __future__ import annotations

import pytest

from curator_core.model.seal import Seal
from curator_core.rules.sealing import Step, asked


def line(*kinds: str) -> list[Step]:
    """Commits in one line, old to new: `d` decides, `+` and `-` decide and turn signing on or off,
    `h` is by hand, `f` finds it on; a small letter behind says the seal (g, b, n, u)."""
    seals = {"g": Seal.GOOD, "b": Seal.BAD, "n": Seal.NONE, "u": Seal.UNCHECKED}
    steps = []
    for number, kind in enumerate(kinds):
        steps.append(
            Step(
                commit=str(number),
                parents=(str(number - 1),),
                decides=kind[0] in "d+-",
                turns={"+": (True,), "-": (False,)}.get(kind[0], ()),
                finds=kind[0] == "f",
                seal=seals.get(kind[1:]),
            )
        )
    return steps[::-1]


@pytest.mark.parametrize(
    ("kinds", "at_start", "must"),
    [
        (("d", "d"), False, ""),
        (("d", "h", "d"), True, "02"),
        (("d", "+", "d"), False, "2"),
        (("d", "f", "d"), False, "2"),
        (("d", "-g", "d"), True, "01"),
        (("d", "-u", "d"), True, "01"),
        (("d", "-n", "d"), True, "012"),
        (("d", "-b", "d"), True, "012"),
        (("-g", "d", "+", "d"), True, "03"),
        (("h", "-n", "+n", "d"), True, "123"),
    ],
)
def test_in_one_line(kinds: tuple[str, ...], at_start: bool, must: str) -> None:
    assert asked(line(*kinds), at_start) == set(must)


def test_a_merge_holds_what_one_side_holds() -> None:
    plain = {"decides": True, "turns": ()}
    steps = [
        Step(commit="m", parents=("a", "b"), **plain),  # type: ignore[arg-type]
        Step(commit="b", parents=("0",), **plain),  # type: ignore[arg-type]
        Step(commit="a", parents=("0",), decides=True, turns=(True,)),
    ]
    assert asked(steps, False) == {"m"}
