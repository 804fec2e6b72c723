"""Which of many items a spot check looks at."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from curator_core.rules import sampling

IDS = st.lists(st.text(min_size=1, max_size=8), unique=True, max_size=150)


def test_a_tenth_at_least_three_at_most_ten_from_ten_on() -> None:
    sizes = {count: sampling.size(count) for count in (0, 1, 9, 10, 30, 31, 55, 100, 101, 5000)}
    assert sizes == {0: 0, 1: 0, 9: 0, 10: 3, 30: 3, 31: 4, 55: 6, 100: 10, 101: 10, 5000: 10}


@given(IDS, st.binary(min_size=1, max_size=8))
def test_the_order_of_the_ids_does_not_matter(ids: list[str], seed: bytes) -> None:
    found = sampling.sample(ids, seed)
    assert len(found) == sampling.size(len(ids))
    assert list(found) == [name for name in ids if name in found]
    assert set(sampling.sample(ids[::-1], seed)) == set(found)


@given(IDS, st.text(min_size=9, max_size=9))
def test_one_more_item_changes_the_sample_by_one(ids: list[str], more: str) -> None:
    before, after = (set(sampling.sample(each, b"seed")) for each in (ids, [*ids, more]))
    if sampling.size(len(ids)) == sampling.size(len(ids) + 1):
        assert len(after - before) <= 1


def test_every_item_may_be_met_and_the_seed_decides() -> None:
    ids = [f"i_{number}" for number in range(40)]
    met = {name for seed in range(200) for name in sampling.sample(ids, b"%d" % seed)}
    assert met == set(ids)
    assert sampling.sample(ids, b"1") == sampling.sample(ids, b"1")
