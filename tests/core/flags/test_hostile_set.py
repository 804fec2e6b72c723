"""The rules over the open set: recall by class, silence on benign notes, generalisation."""

from __future__ import annotations

import pytest

from tests.core.flags import table
from tests.core.flags.hostile_set import CLASSES, Case, cases

HIGH_PER_BENIGN = 0.1


@pytest.fixture(scope="module")
def listed() -> tuple[Case, ...]:
    """All cases; skips where the shared data is missing."""
    return cases()


def test_every_class_has_its_recall(listed: tuple[Case, ...]) -> None:
    made = table.tally(listed)
    print("\n".join(table.rows(made)))
    least = table.floors()
    short = {code: made.recall(code) for code in CLASSES if made.recall(code) < least[code]}
    assert not short
    assert made.undecoded == [], "what a hidden run says is told"


def test_honest_notes_stay_quiet(listed: tuple[Case, ...]) -> None:
    made = table.tally(case for case in listed if case.benign)
    assert made.on_benign["high"] <= HIGH_PER_BENIGN * made.benign


def test_flags_name_places_in_the_text(listed: tuple[Case, ...]) -> None:
    for case in listed:
        for flag in case.flags():
            if flag.line is not None and flag.rule != "secret":
                assert flag.text in case.row["text"].removeprefix("\ufeff"), (case.name, flag)


def test_honest_arabic_and_chinese_notes_look_clean(listed: tuple[Case, ...]) -> None:
    """Nothing heavier than a light mark, but where an order is quoted."""
    for case in listed:
        if case.benign and case.row["lang"] in ("ar", "he", "fa", "zh") and not case.row["expect"]:
            assert not [f for f in case.flags() if f.severity != "low"], case.name


@pytest.mark.slow
def test_half_of_the_words_keeps_precision(listed: tuple[Case, ...]) -> None:
    for seed in table.SEEDS:
        made = table.tally(listed, table.halved(seed))
        print(seed, {code: f"{made.recall(code):.2f}" for code in table.BY_WORDS})
        assert made.on_benign["high"] <= HIGH_PER_BENIGN * made.benign


@pytest.mark.slow
def test_the_page_is_true(listed: tuple[Case, ...]) -> None:
    """`python -m tests.core.flags.table` writes it anew."""
    assert table.PAGE.read_text("utf-8") == table.page(listed)
