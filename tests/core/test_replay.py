"""The ledger's order and replay: independent of how files come, and of where a replay went on."""

from __future__ import annotations

import json
from copy import deepcopy
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from curator_core.model.event import Action, Event, LedgerText, NoteChange, ProposalRef
from curator_core.rules import event_rows, replay
from curator_core.rules.replay import Adopted

ACTIONS = (Action.APPROVE, Action.REJECT, Action.DEFER, Action.RESTORE, Action.UNDO)
BASELINE = Adopted({"memory/notes/n1.md": "b0", "memory/notes/n2.md": "b0"})


@st.composite
def ledgers(draw: st.DrawFn, chain: bool | None = None) -> tuple[Event, ...]:
    """Events of one or several devices, each written after some that its device knew."""
    alone = draw(st.booleans()) if chain is None else chain
    events: list[Event] = []
    for number in range(draw(st.integers(0, 9))):
        ids = [event.event_id for event in events]
        known = (
            ids[-1:] if alone else draw(st.lists(st.sampled_from(ids), max_size=2)) if ids else []
        )
        events.append(draw(_event(number, tuple(dict.fromkeys(known)), ids)))
    return tuple(events)


@st.composite
def _event(draw: st.DrawFn, number: int, after: tuple[str, ...], ids: list[str]) -> Event:
    action = draw(st.sampled_from(ACTIONS if ids else ACTIONS[:4]))
    return Event(
        event_id=f"e_{number:04}",
        decision=f"d_{number // 2}",
        at=f"2026-11-{draw(st.integers(1, 28)):02}T08:00:00Z",
        actor=draw(st.sampled_from(("human:one", "human:two"))),
        entrance="cli",
        tty=False,
        action=action,
        item=f"i_{draw(st.integers(1, 3))}",
        items=draw(st.lists(st.sampled_from(("i_1", "i_2")), max_size=2).map(tuple)),
        proposal=ProposalRef(refs=("proposals/x",), sources=("a", "b")),
        notes=draw(st.lists(_changes(), max_size=2).map(tuple)),
        reverts=draw(st.sampled_from(ids)) if action is Action.UNDO else None,
        undone_action=Action.APPROVE if action is Action.UNDO else None,
        after=after,
    )


@st.composite
def _changes(draw: st.DrawFn) -> NoteChange:
    name = draw(st.sampled_from(("n1", "n2", "n3")))
    blob = st.sampled_from((None, "b0", "b1", "b2"))
    hashed = st.sampled_from((None, "v1:0", "v1:1"))
    return NoteChange(
        id=draw(st.sampled_from((name, None))),
        path_before=f"memory/notes/{name}.md",
        path_after=draw(st.sampled_from((None, f"memory/notes/{name}.md"))),
        blob_before=draw(blob),
        blob_after=draw(blob),
        reviewed_before=draw(hashed),
        reviewed_after=draw(hashed),
        new=LedgerText(text="text"),
    )


@given(ledgers(), st.randoms())
def test_the_order_does_not_depend_on_how_files_come(
    events: tuple[Event, ...], chance: Random
) -> None:
    mixed = list(events)
    chance.shuffle(mixed)
    ordered = replay.in_order(mixed)
    assert ordered == replay.in_order(events)
    place = {event.event_id: number for number, event in enumerate(ordered)}
    assert len(place) == len(events)
    assert all(place[before] < place[e.event_id] for e in events for before in e.after)


@given(ledgers(chain=True))
def test_one_chain_is_its_own_order(events: tuple[Event, ...]) -> None:
    assert tuple(replay.in_order(reversed(events))) == events


def test_a_circle_falls_back_to_time_and_id() -> None:
    first, second = _plain("e_1", after=("e_2",)), _plain("e_2", after=("e_1",))
    own = replace(_plain("e_3", after=("e_3",)), at="2026-11-20T08:00:00Z")
    assert replay.in_order([second, own, first]) == [own, first, second]


def _plain(event_id: str, after: tuple[str, ...]) -> Event:
    return Event(
        event_id=event_id,
        decision="d_1",
        at="2026-11-21T08:00:00Z",
        actor="human:one",
        entrance="cli",
        tty=False,
        action=Action.APPROVE,
        item="i_1",
        proposal=ProposalRef(),
        notes=(),
        after=after,
    )


@settings(max_examples=50)
@given(ledgers(), st.integers(0, 9), st.integers(0, 9))
def test_a_replay_goes_on_as_if_it_began_anew(
    events: tuple[Event, ...], first: int, second: int
) -> None:
    ordered = tuple(replay.in_order(events))
    start = replay.resumed(None, ordered[:first], BASELINE)
    kept = deepcopy(start.reviews)
    middle = replay.resumed(start, ordered[: first + second], BASELINE)
    whole = replay.resumed(middle, ordered, BASELINE)
    assert whole.reviews == replay.replay(events, BASELINE)
    assert start.reviews == kept, "an earlier state is never changed"


@settings(max_examples=50)
@given(ledgers(), ledgers())
def test_a_replay_of_other_events_begins_anew(
    events: tuple[Event, ...], others: tuple[Event, ...]
) -> None:
    before = replay.resumed(None, tuple(replay.in_order(others)), BASELINE)
    ordered = tuple(replay.in_order(events))
    assert replay.resumed(before, ordered, BASELINE).reviews == replay.replay(events, BASELINE)
    another = Adopted({"memory/notes/n3.md": "b1"})
    assert replay.resumed(before, ordered, another).reviews == replay.replay(events, another)


@given(ledgers())
def test_rows_keep_events_without_their_texts(events: tuple[Event, ...]) -> None:
    kept = [event_rows.decode(json.loads(json.dumps(event_rows.encode(e)))) for e in events]
    assert kept == [
        replace(e, notes=tuple(replace(n, old=None, new=None) for n in e.notes)) for e in events
    ]


@pytest.mark.parametrize("row", [[], [1], "text", [None] * 40])
def test_a_damaged_row_is_refused(row: object) -> None:
    with pytest.raises((ValueError, TypeError)):
        event_rows.decode(row)  # type: ignore[arg-type]


def test_adoption_is_read_like_a_table() -> None:
    assert list(BASELINE) == ["memory/notes/n1.md", "memory/notes/n2.md"]
    assert BASELINE["memory/notes/n1.md"].by == "adoption"
    assert BASELINE.get("memory/notes/n9.md") is None
    assert replay.replay((), BASELINE).baseline_blobs == {"b0"}
