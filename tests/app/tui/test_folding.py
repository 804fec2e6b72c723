"""Near copies as rows: nothing hidden is lost, and what is folded can be told."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from curator_app.tui import folding
from curator_core.model.proposal import Health, Item, Lane, Op, Risk

PLAIN = Item(
    item="i0",
    lane=Lane.CANDIDATE,
    op=Op.ADD,
    subject="s",
    title="t",
    memory_key=None,
    scope="global",
    kind="semantic",
    origin="agent",
    taint=(),
    proposer="agent:x",
    job=None,
    session=None,
    health=Health.CLEAN,
    risk=Risk.MEDIUM,
    flags=(),
    since="2026-11-01T00:00:00Z",
    confidence=None,
    sources=(),
    notes=("m_a",),
    paths=("a.md",),
    refs=(),
    filled=(),
    blob="b",
    item_hash="h",
)
QUEUES = st.lists(st.sampled_from([None, "c1", "c2"]), max_size=12).map(
    lambda names: [
        replace(PLAIN, item=f"i{n}", cluster=None if name is None else name)
        for n, name in enumerate(names)
    ]
)


@given(QUEUES, st.sets(st.integers(0, 12).map(lambda n: f"i{n}")))
def test_every_item_is_a_row_or_counted_behind_one(items: list[Item], unfolded: set[str]) -> None:
    rows = folding.rows(items, unfolded)
    hidden = sum(row.copies for row in rows if row.folded)
    assert len(rows) + hidden == len(items)
    heads = [row.item for row in rows if not row.inside]
    assert heads == [item for item in items if item in heads]
    for row in rows:
        assert not (row.inside and row.copies)


@given(QUEUES)
def test_a_cluster_is_one_row_until_one_of_its_items_is_unfolded(items: list[Item]) -> None:
    for item in items:
        others = folding.copies(items, item)
        shown = [row.item for row in folding.rows(items, {item.item})]
        assert item in shown
        assert all(other in shown for other in others)
