"""Laws of what is in view: nothing is lost behind a fold, an order only orders, arrivals wait."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from curator_app.tui.arranging import Lens, Order, Roster, arranged, arrivals, heir, roster
from curator_core.model.proposal import Item, Lane, Risk
from curator_core.model.view import QueueView
from tests.app.tui.test_folding import PLAIN


def _view(items: list[Item]) -> QueueView:
    return QueueView(
        items=tuple(items),
        counts=dict.fromkeys(Lane, 0),
        waiting=len(items),
        unreadable=0,
        stale=0,
        staged={},
        oldest_days=None,
        name="test",
        branch="main",
        head=None,
        recovery=False,
        token="",
    )


ITEMS = st.builds(
    lambda lane, risk, day, cluster, job, subject: replace(
        PLAIN,
        lane=lane,
        risk=risk,
        since=f"2026-11-{day:02}",
        cluster=cluster,
        job=job,
        subject=subject,
    ),
    st.sampled_from(list(Lane)),
    st.sampled_from(list(Risk)),
    st.integers(1, 4),
    st.sampled_from([None, "c1"]),
    st.sampled_from([None, "night"]),
    st.sampled_from(["a", "b/c"]),
)
QUEUES = st.lists(ITEMS, max_size=10).map(
    lambda found: roster(
        _view([replace(i, item=f"i{n}", paths=(f"{n}.md",)) for n, i in enumerate(found)])
    )
)
LENSES = st.builds(
    Lens,
    lane=st.sampled_from([None, Lane.CANDIDATE]),
    words=st.sampled_from(["", "subject:a", "-risk:high", "lane:deferred", "age>"]),
    order=st.sampled_from(list(Order)),
    jobs=st.sampled_from([frozenset(), frozenset({"night"})]),
    held=st.sampled_from([frozenset(), frozenset({"i1", "i2"})]),
)


@given(QUEUES, LENSES)
def test_every_match_is_one_row_or_behind_one(known: Roster, lens: Lens) -> None:
    seen = arranged(known, lens)
    behind = [name for names in seen.behind.values() for name in names]
    assert sorted([*seen.keys, *behind]) == sorted(seen.ids)
    assert not lens.held.intersection(seen.ids)
    assert all(seen.keys[at] == key for key, at in seen.index.items())
    assert all(lens.lane in (None, known.items[name].lane) for name in seen.ids)
    assert (seen.refused is not None) == (lens.words == "age>")


@given(QUEUES, LENSES)
def test_an_order_changes_nothing_but_the_order(known: Roster, lens: Lens) -> None:
    plain = arranged(known, replace(lens, order=Order.QUEUE))
    seen = arranged(known, lens)
    assert sorted(seen.ids) == sorted(plain.ids)
    since = [known.items[name].since for name in seen.ids]
    match lens.order:
        case Order.OLDEST:
            assert since == sorted(since)
        case Order.NEWEST:
            assert since == sorted(since, reverse=True)
        case _:
            pass
    ties = arranged(known, replace(lens, order=Order.CONFIDENCE))
    assert ties.ids == plain.ids, "equal ones stay as they were"


@given(QUEUES, st.sets(st.integers(0, 9)), st.integers(0, 3))
def test_only_what_is_really_new_is_held(known: Roster, gone: set[int], fresh: int) -> None:
    """A changed file is the item it was; what was held stays held while it is there."""
    kept = [i for n, i in enumerate(known.view.items) if n not in gone]
    changed = [replace(i, item=f"{i.item}x") for n, i in enumerate(known.view.items) if n in gone]
    new = [replace(PLAIN, item=f"n{n}", paths=(f"n{n}.md",)) for n in range(fresh)]
    now = roster(_view([*kept, *changed, *new]))
    held = arrivals(known, now, frozenset({"i0", "i99"}))
    expected = {f"n{n}" for n in range(fresh)} | ({"i0"} & now.places.keys())
    assert held == (expected if known.waiting else set())
    for item in changed:
        follows = heir(known, now, item.item.removesuffix("x"))
        assert follows == (item.item if item.item in now.places else None)
