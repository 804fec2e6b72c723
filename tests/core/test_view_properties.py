"""Views against `current`, and against time: properties over any small memory."""

from __future__ import annotations

from datetime import datetime, timedelta

from hypothesis import given, settings
from hypothesis import strategies as st

from curator_core.model.answer import AnswerStatus, Version
from curator_core.model.home import Cardinality, Config, SlotRule
from curator_core.model.note import Note, Relation
from curator_core.rules import answers, chains, holding, views
from tests.core.view_notes import NOW, memory, note

DAYS = st.sampled_from([None, "2026-10-01", "2026-11-01", "2026-11", "2026-12-10", "2027-01-01"])
SCOPES = st.sampled_from(["global", "project:alpha", "project:alpha/web", "project:beta"])


@st.composite
def memories(draw: st.DrawFn) -> list[Note]:
    """Slotted notes of two slots and one set, with any dates, scopes, edges."""
    notes: list[Note] = []
    for number in range(draw(st.integers(1, 8))):
        older = draw(st.sampled_from([None, *[n.id for n in notes]]))
        notes.append(
            note(
                f"n{number}",
                memory_key=draw(st.sampled_from(["one", "two", "set"])),
                value=f"v{number}",
                scope=draw(SCOPES),
                valid_from=draw(DAYS),
                valid_to=draw(DAYS),
                expires_at=draw(st.sampled_from([None, None, "2026-11-20"])),
                supersedes=() if older is None else (older,),
                relation=None if older is None else draw(st.sampled_from(list(Relation))),
            )
        )
    return notes


@settings(max_examples=150)
@given(memories(), SCOPES, st.integers(0, 60))
def test_what_a_scope_sees_is_what_current_answers(
    notes: list[Note], scope: str, days: int
) -> None:
    config = Config(slots=(SlotRule("set", Cardinality.SET),))
    now = NOW + timedelta(days=days)
    made = memory(notes, now, config)
    seen = {row.key: row for row in holding.seen_from(made, [scope])}
    history = chains.index([Version(note=n, reviewed=True) for n in notes], config)
    for key in ("one", "two", "set"):
        answer = answers.answer(key, [scope], now, history)
        row = seen.get(key)
        if row is None:
            assert answer.status is AnswerStatus.NONE
            continue
        winners = tuple(j.version.note.id for j in row.outcome.winners)
        said = answer.note_id if isinstance(answer.note_id, tuple) else (answer.note_id,)
        assert row.outcome.status is answer.status
        assert row.scope == answer.scope
        if winners:
            assert winners == said and row.outcome.certain is answer.certain
        assert row.outcome.collision == answer.collision


@settings(max_examples=100)
@given(memories())
def test_nothing_changes_before_the_next_change(notes: list[Note]) -> None:
    made = memory(notes)
    if made.next_change is None:
        later = NOW + timedelta(days=3_650)
    else:
        later = datetime.fromisoformat(made.next_change) - timedelta(microseconds=1)
    for scope in ("global", "project:alpha"):
        before, after = (views.current_view(memory(notes, at), scope) for at in (NOW, later))
        assert before == after
    assert views.index_view(made) == views.index_view(memory(notes, later))
