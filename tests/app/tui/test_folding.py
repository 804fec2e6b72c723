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
    hidden = [name for row in rows for name in row.hidden]
    assert sorted([*hidden, *(row.item.item for row in rows)]) == sorted(i.item for i in items)
    heads = [row.item for row in rows if not row.inside]
    assert heads == [item for item in items if item in heads]
    for row in rows:
        assert not (row.inside and row.copies)


@given(QUEUES)
def test_a_cluster_is_one_row_until_one_of_its_items_is_unfolded(items: list[Item]) -> None:
    for item in items:
        shown = [row.item for row in folding.rows(items, {item.item})]
        copies = [i for i in items if item.cluster is not None and i.cluster == item.cluster]
        assert item in shown
        assert all(copy in shown for copy in copies)


@given(QUEUES)
def test_a_folded_job_is_one_row_that_names_the_rest(items: list[Item]) -> None:
    brought = [replace(item, job="night") for item in items]
    rows = folding.rows([*brought, PLAIN], (), {"night"})
    assert len(rows) == (2 if items else 1)
    assert sum(row.copies for row in rows) == max(0, len(items) - 1)
    assert [row.job for row in rows if row.folded] == ["night"] * (len(items) > 1)
