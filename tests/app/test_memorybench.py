"""memorybench20 end to end: 279 facts over five days, decided in batches, then asked about.

Session k is recorded on day k, one candidate a fact. A fact that contradicts an earlier one takes
its slot and supersedes it: by revocation where the data asks whether something is over, by state
change otherwise. Which earlier fact is meant is found by common words.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from tests.homes import curator, git, make_home, note, put
from tests.shared_data import shared_data

pytestmark = pytest.mark.slow

FIRST = datetime(2026, 3, 1, 20, 0, tzinfo=UTC)
SESSIONS = range(1, 6)
NOW = FIRST + timedelta(days=30)
_COMMON = frozenset(
    re.findall(r"\w+", "a an and are at been for from in is my of on the to was we with you your")
)


@dataclass(frozen=True, slots=True)
class Fact:
    """One fact of a user's session, the earlier fact it contradicts, and how it replaces it."""

    note_id: str
    user: str
    session: int
    text: str
    older: Fact | None = None
    relation: str | None = None

    @property
    def slot(self) -> str:
        """The slot is named after the first fact that filled it."""
        return self.older.slot if self.older is not None else self.note_id

    @property
    def day(self) -> str:
        """The date of its session."""
        return (FIRST + timedelta(days=self.session - 1)).date().isoformat()

    @property
    def eve(self) -> str:
        """The date before its session."""
        return (FIRST + timedelta(days=self.session - 2)).date().isoformat()


@dataclass(frozen=True, slots=True)
class Question:
    """A question of category contradiction_update, and the fact that answers it."""

    test_id: str
    right: str
    wrong: str
    fact: Fact


def words(text: str) -> frozenset[str]:
    """The telling words of a text."""
    return frozenset(re.findall(r"[a-z0-9#]+", text.lower())) - _COMMON


def common(one: str, other: str) -> int:
    """How many telling words two texts share."""
    return len(words(one) & words(other))


def likeness(one: str, other: str) -> float:
    """How much of the shorter of two texts is in the other, 0 to 1."""
    return common(one, other) / max(1, min(len(words(one)), len(words(other))))


def most_like(text: str, facts: Sequence[Fact], least: float) -> Fact | None:
    """The fact most like a text, the shortest of equals; None where none is like it."""
    best = max(facts, key=lambda fact: (likeness(text, fact.text), -len(fact.text)), default=None)
    return best if best is not None and likeness(text, best.text) >= least else None


def facts_of(profile: dict[str, Any]) -> Iterator[Fact]:
    """A user's facts in order of sessions."""
    found: list[Fact] = []
    over = _tests(profile, "temporal_relevance")
    changed = {test["wrong_answer"]: test for test in _tests(profile, "contradiction_update")}
    for session in profile["sessions"]:
        number = session["session_id"]
        earlier = [fact for fact in found if fact.session < number]
        for memory in session["expected_memories_after"]:
            text = memory["fact"]
            older = None
            if memory.get("contradicts"):
                older = most_like(memory["contradicts"], earlier, 0.9)
                assert older is not None, f"no earlier fact says {memory['contradicts']}"
            for wrong, test in changed.items():
                asked = any(likeness(text, wanted) >= 0.8 for wanted in test["required_memories"])
                if older is None and asked:
                    older = most_like(wrong, earlier, 0.6)
            ended = any(text in test["required_memories"] for test in over)
            note_id = f"{profile['user_id']}-{len(found):02}".replace("_", "-")
            relation = None if older is None else "revocation" if ended else "state_change"
            fact = Fact(note_id, profile["user_id"], number, text, older, relation)
            found.append(fact)
            yield fact


def _tests(profile: dict[str, Any], category: str) -> list[dict[str, Any]]:
    return [test for test in profile["memory_tests"] if test["category"] == category]


def questions_of(profile: dict[str, Any], facts: Sequence[Fact]) -> Iterator[Question]:
    """The user's contradiction questions with the fact each asks for."""
    for test in _tests(profile, "contradiction_update"):
        later = [fact for fact in facts if fact.session > 1]
        fact = most_like(test["required_memories"][0], later, 0.4)
        assert fact is not None, test["test_id"]
        yield Question(test["test_id"], test["correct_answer"], test["wrong_answer"], fact)


@dataclass(frozen=True, slots=True)
class Bench:
    """The Home after five days, its facts and its questions."""

    home: Path
    facts: tuple[Fact, ...]
    questions: tuple[Question, ...]
    decided: int


@pytest.fixture(scope="module")
def bench(tmp_path_factory: pytest.TempPathFactory) -> Bench:
    data = json.loads(shared_data("memorybench20/memorybench20.json").read_text("utf-8"))
    home = make_home(tmp_path_factory.mktemp("bench") / "home")
    facts: list[Fact] = []
    questions: list[Question] = []
    for profile in data["PROFILES"]:
        own = list(facts_of(profile))
        facts += own
        questions += questions_of(profile, own)
    decided = sum(_record(home, facts, day) for day in SESSIONS)
    return Bench(home, tuple(facts), tuple(questions), decided)


def _record(home: Path, facts: Sequence[Fact], session: int) -> int:
    """One day: the facts of all users' session become candidates, then memory in one batch."""
    now = FIRST + timedelta(days=session - 1)
    lines = []
    for fact in facts:
        if fact.session == session:
            put(home, f"memory/candidates/{fact.user}/{fact.note_id}.md", _candidate(fact))
            line = {"item": fact.note_id, "action": "approve"}
            lines.append(line if fact.relation is None else {**line, "relation": fact.relation})
    if not lines:
        return 0
    git(home, "add", "memory/candidates")
    git(home, "commit", "-q", "-m", f"session {session}")
    text = "".join(json.dumps(line) + "\n" for line in lines)
    batch = put(home.parent, f"day-{session}.jsonl", text)
    done = curator(home, "decide", "--batch", str(batch), now=now)
    assert done.code == 0, done.err
    return len(done.json["decisions"])


def _candidate(fact: Fact) -> str:
    return note(
        fact.note_id,
        fact.text,
        title=json.dumps(fact.text, ensure_ascii=False),
        subject=f"user/{fact.user}",
        scope=f"user:{fact.user}",
        memory_key=fact.slot,
        value=json.dumps(fact.text, ensure_ascii=False),
        valid_from=fact.day,
        recorded_at=f"{fact.day}T20:00:00+00:00",
        supersedes=None if fact.older is None else [fact.older.note_id],
        sources=[f"conversation:{fact.user}-{fact.session}"],
    )


def ask(bench: Bench, command: str, fact: Fact, *words: str) -> Any:
    """One question about a fact's slot."""
    scope = ("--scope", f"user:{fact.user}")
    done = curator(bench.home, command, fact.slot, *words, *scope, now=NOW)
    assert done.code == 0, done.err
    return done.json


def test_every_fact_is_decided_and_nothing_collides(bench: Bench) -> None:
    assert bench.decided == len(bench.facts) == 279
    assert curator(bench.home, "queue", now=NOW).json["items"] == []
    check = curator(bench.home, "check", now=NOW)
    assert (check.code, check.json["problems"]) == (0, [])


def test_every_contradiction_is_right_now_and_reversed_before(bench: Bench) -> None:
    changed = [fact for fact in bench.facts if fact.older is not None]
    right = reversed_before = explained = 0
    for fact in changed:
        assert fact.older is not None
        current = ask(bench, "current", fact)
        right += current["answer_value"] == fact.text and current["certain"] is True
        before = ask(bench, "at", fact, fact.eve)
        reversed_before += before["answer_value"] == fact.older.text
        trail = {row["note_id"]: row for row in ask(bench, "explain", fact)["trail"]}
        both = (trail[fact.older.note_id], trail[fact.note_id])
        explained += (
            both[0]["valid_to"] == both[1]["valid_from"] == fact.day
            and both[1]["relation"] == fact.relation
            and both[1]["decision"] is not None
            and both[1]["approved_by"] == "human:person@curator.example"
            and current["previous"] == both[0]
        )
    print(
        f"\n{len(changed)} contradictions: {right} right in current, "
        f"{reversed_before} reversed before the change, {explained} explained"
    )
    assert len(changed) >= 21
    assert right == reversed_before == explained == len(changed)


def test_every_contradiction_question_is_answered(bench: Bench) -> None:
    right = reversed_before = 0
    for question in bench.questions:
        told = ask(bench, "current", question.fact)["answer_value"]
        assert told == question.fact.text
        then = ask(bench, "at", question.fact, question.fact.eve)
        if question.fact.older is None:
            assert then["status"] == "none"
            right += common(told, question.right) > common(told, question.wrong)
            continue
        before = then["answer_value"]
        right += common(told, question.right) >= common(before, question.right)
        reversed_before += common(before, question.wrong) >= common(told, question.wrong)
    unsaid = sum(question.fact.older is None for question in bench.questions)
    print(
        f"\n{len(bench.questions)} questions: {right} right, {reversed_before} reversed before "
        f"({unsaid} of a fact whose old value no session states)"
    )
    assert right == len(bench.questions) == 18
    assert reversed_before == len(bench.questions) - unsaid


def test_what_was_known_on_each_day(bench: Bench) -> None:
    """At noon of the day of a change nobody had recorded it; in the evening it was known."""
    for fact in bench.facts:
        if fact.older is None:
            continue
        noon, night = f"{fact.day}T12:00:00Z", f"{fact.day}T21:00:00Z"
        unaware = ask(bench, "at", fact, noon, "--known-at", noon)
        assert unaware["answer_value"] == fact.older.text
        aware = ask(bench, "at", fact, noon, "--known-at", night)
        assert (aware["answer_value"], aware["known_by"]) == (fact.text, "ledger")
