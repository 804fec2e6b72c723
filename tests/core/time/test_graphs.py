"""Real supersede graphs as Homes in memory: heads, chains, fans, diamonds, cycles."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from curator_core.model.note import Note, Relation, Status
from curator_core.rules import answers, boundaries, chains, conflicts
from curator_core.rules.chains import History
from tests.core.time.graphs import (
    Edges,
    adopted,
    newest,
    pep_edges,
    pep_notes,
    pep_rows,
    rfc_edges,
    rfc_notes,
    rfc_rows,
)
from tests.core.time.memory import UTC_HOME, Memory, instant, note

NOW = instant("2026-11-20")


@pytest.fixture(scope="module")
def rfc() -> tuple[History, Edges]:
    rows = rfc_rows()
    return chains.index(adopted(rfc_notes(rows)), UTC_HOME), rfc_edges(rows)


@pytest.fixture(scope="module")
def pep() -> tuple[History, Edges, Edges]:
    rows = pep_rows()
    return chains.index(adopted(pep_notes(rows)), UTC_HOME), *pep_edges(rows)


def names(versions: object) -> set[str]:
    """The ids of versions."""
    assert isinstance(versions, tuple)
    return {version.note.id for version in versions}


def test_rfc_heads_and_current_notes(rfc: tuple[History, Edges]) -> None:
    history, edges = rfc
    assert len(history.versions) == 9_018 and len(edges) == 1_420
    newer: dict[str, set[str]] = {}
    for new, old in edges:
        newer.setdefault(old, set()).add(new)
    told = Counter[str]()
    for old in newer:
        heads = newest({(n, o) for o in newer for n in newer[o]} & _below(newer, old), old)
        assert names(chains.heads(history, old)) == heads
        answer = answers.answer(old, (), NOW, history)
        told[answer.status.value] += 1
        holding = {answer.note_id} if len(heads) == 1 else set(answer.collision)
        assert holding == heads, (old, answer)
    print(f"{sum(told.values())} obsoleted notes: {dict(told)}")
    assert set(told) == {"known", "conflict"}


def _below(newer: dict[str, set[str]], old: str) -> Edges:
    """The edges on paths from one note to newer ones."""
    found: Edges = set()
    waiting = [old]
    while waiting:
        name = waiting.pop()
        for new in newer.get(name, ()):
            if (new, name) not in found:
                found.add((new, name))
                waiting.append(new)
    return found


def test_rfc_chain_of_32(rfc: tuple[History, Edges]) -> None:
    history, edges = rfc
    older: dict[str, list[str]] = {}
    for new, old in edges:
        older.setdefault(new, []).append(old)
    depth: dict[str, int] = {}

    def deep(name: str) -> int:
        if name not in depth:
            depth[name] = max((1 + deep(old) for old in older.get(name, ())), default=0)
        return depth[name]

    last = max(older, key=deep)
    assert deep(last) == 32
    answer = answers.explain(last, (), NOW, history, (None, None))
    assert answer.note_id == last and answer.previous is not None
    rows = [row.note_id for row in answer.trail]
    assert set(rows) == {last} | {
        history.by_id[node].note.id for node in chains.ancestors(history, last)
    }
    assert len(rows) >= 33 and rows[-1] == last
    ends = {row.note_id: row.valid_to for row in answer.trail}
    for name in rows[:-1]:
        starts = [history.by_id[new].note.valid_from or "" for new, old in edges if old == name]
        assert ends[name] == min(starts)


def test_rfc_fan_in_and_fan_out(rfc: tuple[History, Edges]) -> None:
    history, edges = rfc
    widest, count = Counter(new for new, _ in edges).most_common(1)[0]
    assert count == 10 and len(history.targets[widest]) == 10
    for old in history.targets[widest]:
        assert widest in names(chains.heads(history, old)) or chains.successors(
            history, history.by_id[widest]
        )
    torn, parts = Counter(old for _, old in edges).most_common(1)[0]
    assert (torn, parts) == ("rfc2616", 6)
    answer = answers.answer(torn, (), NOW, history)
    assert len(answer.collision) == 6
    forks = [f for f in conflicts.findings(history) if f.code == "fork"]
    assert next(f for f in forks if f.ids[0] == torn).ids[1:] == answer.collision


def test_rfc_findings_are_the_forks_that_overlap(rfc: tuple[History, Edges]) -> None:
    history, edges = rfc
    start = {v.note.id: v.note.valid_from or "" for v in history.versions}
    newer: dict[str, list[str]] = {}
    for new, old in edges:
        newer.setdefault(old, []).append(new)
    torn = set()
    for old, successors in newer.items():
        spans = [
            (start[s], min((start[n] for n in newer.get(s, ())), default="9")) for s in successors
        ]
        pairs = [(a, b) for i, a in enumerate(spans) for b in spans[i + 1 :]]
        if any(max(a[0], b[0]) < min(a[1], b[1]) and _gap(a, b) for a, b in pairs):
            torn.add(old)
    found = conflicts.findings(history)
    assert {f.ids[0] for f in found if f.code == "fork"} == torn
    print(f"{len(torn)} forks that overlap among {sum(len(s) > 1 for s in newer.values())}")
    assert Counter(f.code for f in found) == {"fork": len(found)}


def _gap(one: tuple[str, str], other: tuple[str, str]) -> bool:
    """Whether a whole month lies surely in both: after the later start month has passed."""
    low, high = max(one[0], other[0]), min(one[1], other[1])
    year, month = int(low[:4]), int(low[5:])
    after = f"{year + month // 12}-{month % 12 + 1:02}"
    return after < high or high == "9"


def test_rfc_cycle_is_found_and_its_edges_have_no_effect(rfc: tuple[History, Edges]) -> None:
    history, _ = rfc
    newest_note = history.by_id["rfc7100"].note
    oldest = min(chains.ancestors(history, "rfc7100"), key=lambda node: int(node[3:]))
    first: Note = history.by_id[oldest].note
    bent = replace(first, supersedes=("rfc7100",), relation=Relation.STATE_CHANGE)
    looped = chains.replaced(history, adopted([bent]))
    cycles = [f for f in conflicts.findings(looped) if f.code == "cycle"]
    assert len(cycles) == 1 and {newest_note.id, bent.id} <= set(cycles[0].ids)
    assert cycles[0].repair is not None
    assert cycles[0].repair.writes[0].note_id == bent.id
    assert answers.answer("rfc7100", (), NOW, looped).note_id == "rfc7100"


def test_pep_links_that_only_one_side_states(pep: tuple[History, Edges, Edges]) -> None:
    history, forward, backward = pep
    found = conflicts.findings(history)
    sided = {f.ids for f in found if f.code == "one-sided"}
    declared = {old for _, old in backward}
    wanted = {(old, new) for new, old in backward - forward}
    wanted |= {(old, new) for new, old in forward - backward if old in declared}
    assert sided == wanted and len(wanted) == 6
    print(f"{len(forward)} + {len(backward)} links, {len(sided)} findings of one side only")


def test_pep_heads_and_statuses(pep: tuple[History, Edges, Edges]) -> None:
    history, forward, backward = pep
    edges = forward | backward
    known = {v.note.id for v in history.versions}
    assert {name for edge in edges for name in edge} <= known
    for _, old in edges:
        assert names(chains.heads(history, old)) == newest(edges, old)
    against = {f.ids[0] for f in conflicts.findings(history) if f.code == "status-against-edge"}
    replaced = {old for _, old in edges}
    active = {v.note.id for v in history.versions if v.note.status == "active"}
    assert against == replaced & active and {"pep248", "pep333", "pep409"} <= against


def test_pep_diamonds(pep: tuple[History, Edges, Edges]) -> None:
    history, _, _ = pep
    assert names(chains.heads(history, "pep345")) == {"pep566"}
    assert {"pep426", "pep566"} <= names(chains.successors(history, history.by_id["pep345"]))
    for old in ("pep513", "pep571", "pep599"):
        assert answers.answer(old, (), NOW, history).note_id == "pep600"
    both = answers.answer("pep563", (), NOW, history)
    assert both.collision == ("pep649", "pep749")
    assert answers.answer("pep241", (), NOW, history).note_id == "pep566"


def test_pep_successors_that_are_older_end_what_they_replace(
    pep: tuple[History, Edges, Edges],
) -> None:
    history, forward, backward = pep
    created = {v.note.id: v.note.valid_from or "" for v in history.versions}
    early = {old for new, old in forward | backward if created[new] <= created[old]}
    assert {"pep102", "pep631"} <= early
    for old in early:
        assert chains.interval(history, history.by_id[old]).empty
    assert Counter(f.code for f in conflicts.findings(history))["cycle"] == 0


def test_a_home_of_nine_thousand_notes_is_answered_from_a_part(
    rfc: tuple[History, Edges],
) -> None:
    history, _ = rfc
    small = chains.part(history, [], ["rfc2616"])
    assert len(small.versions) < 60
    assert answers.answer("rfc2616", (), NOW, small) == answers.answer("rfc2616", (), NOW, history)


def test_a_chain_of_five_thousand_needs_no_recursion() -> None:
    memory = Memory()
    start = boundaries.boundary("2026-01-01", boundaries.zone("UTC")).earliest
    hours = [boundaries.instant_text(start + hour * 3_600_000_000) for hour in range(5_000)]
    memory.add(*adopted([_link(number, hour) for number, hour in enumerate(hours)]))
    assert memory.at("2026-11-20", "n0").note_id == "n4999"
    assert memory.codes() == []


def _link(number: int, start: str) -> Note:
    older = (f"n{number - 1}",) if number else ()
    return note(
        f"n{number}",
        memory_key=None,
        valid_from=start,
        status=Status.SUPERSEDED if number < 4_999 else Status.ACTIVE,
        supersedes=older,
        relation=Relation.STATE_CHANGE if older else None,
    )
