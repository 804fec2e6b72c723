"""memorybench20: the wrong answer of each contradiction question, traced to the note behind it."""

from __future__ import annotations

from typing import Any

import pytest

from tests.app.test_memorybench import NOW, Bench, bench
from tests.homes import curator

__all__ = ["bench"]

pytestmark = pytest.mark.slow


def rows(home_bench: Bench, text: str, *words: str) -> list[dict[str, Any]]:
    done = curator(home_bench.home, "trace", text, *words, now=NOW)
    assert done.code == 0, done.err
    found: list[dict[str, Any]] = done.json["could_have_said"]
    return found


def test_wrong_answers_name_the_superseded_note_and_its_successor(bench: Bench) -> None:
    asked = first = named = 0
    missed = []
    for question in bench.questions:
        if question.fact.older is None:
            continue
        asked += 1
        told = rows(bench, question.wrong)
        by_id = {row["note_id"]: row for row in told}
        row = by_id.get(question.fact.older.note_id)
        if row is None or row["valid_now"] or question.fact.note_id not in row["replaced_by"]:
            missed.append((question.test_id, question.wrong, question.fact.older.text))
            continue
        named += 1
        first += told[0]["note_id"] == question.fact.older.note_id
    print(f"\n{asked} wrong answers: {named} name note and successor, {first} of them first")
    assert missed == []


def test_the_old_text_itself_is_traced_exactly(bench: Bench) -> None:
    for fact in bench.facts:
        if fact.older is not None:
            told = rows(bench, fact.older.text)
            assert told[0]["note_id"] == fact.older.note_id
            assert told[0]["replaced_by"] == [fact.note_id]
            assert told[0]["valid_now"] is False
