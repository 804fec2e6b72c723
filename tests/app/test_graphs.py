"""RFC and PEP supersede graphs as Homes: heads, chains, forks, one-sided links, cycles, scale."""

from __future__ import annotations

import random
import statistics
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from curator_core.model.answer import Answer
from curator_core.model.decision import Approve
from curator_core.model.note import Relation
from curator_core.model.view import Preview
from curator_core.rules import rows
from curator_core.service import asking, looking, versions
from curator_core.service.asking import Question
from curator_core.service.opening import Opened, opened
from tests.graph_homes import (
    UNDATED,
    Graph,
    Pep,
    Rfc,
    pep_graph,
    pep_home,
    peps,
    rfc_graph,
    rfc_home,
    rfcs,
)
from tests.homes import caller, curator, note, put

pytestmark = pytest.mark.slow

STILL = 10**6
SAMPLE = 400


@pytest.fixture(scope="module")
def index() -> list[Rfc]:
    return rfcs()


@pytest.fixture(scope="module")
def graph(index: list[Rfc]) -> Graph:
    return rfc_graph(index)


@pytest.fixture(scope="module")
def home(index: list[Rfc], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """All 9,018 RFCs."""
    return rfc_home(tmp_path_factory.mktemp("rfc") / "home", index)


@contextmanager
def loaded(home: Path) -> Iterator[Opened]:
    """A Home whose rows are read and linked."""
    with opened(caller(home)) as one:
        versions.links(one)
        yield one


def ask(one: Opened, note_id: str) -> Answer:
    """What the chain of a note answers now."""
    found = asking.answer(one, Question(slot=note_id))
    assert isinstance(found, Answer), found
    return found


def linked(graph: Graph) -> list[str]:
    """The notes with an edge."""
    return sorted({node for edge in graph.edges for node in edge})


def ends_in_its_heads(answer: Answer, graph: Graph, node: str) -> None:
    """One head is known; several are named as a collision; the trail is the whole chain."""
    heads = graph.heads(node)
    assert {row.note_id for row in answer.trail} == graph.chain(node), node
    if len(heads) == 1:
        assert (answer.status.value, (answer.note_id,)) == ("known", tuple(heads)), node
    else:
        assert (answer.status.value, sorted(answer.collision)) == ("conflict", sorted(heads)), node


def test_the_graph_is_the_one_that_is_told_of(graph: Graph) -> None:
    assert (len(graph.nodes), len(graph.edges)) == (9018, 1420)
    assert len(graph.longest()) - 1 == 32
    assert max(len(graph.older[node]) for node in graph.nodes) == 10
    assert max(len(graph.newer[node]) for node in graph.nodes) == 6


def test_every_linked_rfc_ends_in_its_heads(home: Path, graph: Graph) -> None:
    nodes = linked(graph)
    with loaded(home) as one:
        for node in nodes:
            ends_in_its_heads(ask(one, node), graph, node)
        for node in random.Random(9018).sample(graph.nodes, SAMPLE):
            ends_in_its_heads(ask(one, node), graph, node)
    several = sum(len(graph.heads(node)) > 1 for node in nodes)
    print(f"\n{len(nodes)} linked RFCs, {several} with several heads, {SAMPLE} at random")


def test_explain_follows_the_chain_of_32(home: Path, graph: Graph) -> None:
    chain = graph.longest()
    answer = curator(home, "explain", chain[-1]).json
    rows = {row["note_id"]: row for row in answer["trail"]}
    assert set(chain) <= set(rows) == graph.chain(chain[-1])
    starts = [row["valid_from"] for row in answer["trail"]]
    assert starts == sorted(starts), "oldest first"
    for node in rows:
        newer = [rows[n]["valid_from"] for n in graph.newer[node] if n in rows]
        assert rows[node]["valid_to"] == min(newer, default=None), node
        assert set(rows[node]["supersedes"]) == graph.older[node]
    assert answer["note_id"] == chain[0]
    assert answer["previous"]["note_id"] in graph.older[chain[0]]


def test_check_names_the_forks_and_nothing_else(home: Path, index: list[Rfc]) -> None:
    done = curator(home, "check")
    found = Counter(problem["code"] for problem in done.json["problems"])
    wanted = forks(index)
    print(f"\n{found} in 9,018 RFCs")
    assert found.keys() == {"fork"}
    assert {frozenset(p["message"].split(": ")[0].split(", ")) for p in done.json["problems"]} == (
        wanted
    )


def forks(index: Iterable[Rfc]) -> set[frozenset[str]]:
    """Groups of successors of one RFC that certainly hold together, each with that RFC; in months.

    A month is some instant in it: a span starts for certain with the next one.
    """
    known = {rfc.note_id: rfc for rfc in index}
    graph = rfc_graph(known.values())
    starts = {node: _month(rfc.month or UNDATED) for node, rfc in known.items()}

    def span(node: str) -> tuple[int, int]:
        return starts[node] + 1, min((starts[n] for n in graph.newer[node]), default=STILL)

    found = set()
    for older in graph.nodes:
        held = sorted((*span(n), n) for n in graph.newer[older] if span(n)[0] < span(n)[1])
        group: list[str] = []
        reach = 0
        for start, end, node in [*held, (STILL, STILL, "")]:
            if group and start < reach:
                group.append(node)
                reach = max(reach, end)
                continue
            if len(group) > 1:
                found.add(frozenset((older, *group)))
            group, reach = [node], end
    return found


def _month(text: str) -> int:
    year, month = text.split("-")
    return int(year) * 12 + int(month)


def test_a_ring_of_33_is_one_cycle_and_opens_at_its_oldest(
    tmp_path: Path, index: list[Rfc]
) -> None:
    chain = rfc_graph(index).longest()
    known = {rfc.note_id: rfc for rfc in index}
    ring = [
        replace(known[node], older=(chain[(at + 1) % len(chain)],), obsolete=True)
        for at, node in enumerate(chain)
    ]
    home = rfc_home(tmp_path / "home", ring)
    for command in ("current", "explain"):
        answer = curator(home, command, chain[5]).json
        assert {row["note_id"] for row in answer["trail"]} == set(chain)
    (problem,) = [p for p in curator(home, "check").json["problems"] if p["code"] == "cycle"]
    assert set(problem["message"].split(": ")[0].split(", ")) == set(chain)
    (item,) = [i for i in curator(home, "queue").json["items"] if "cycle" in i["flags"]]
    done = curator(home, "decide", item["item"], "approve")
    assert done.code == 0, done.err
    assert "cycle" not in {p["code"] for p in curator(home, "check").json["problems"]}
    assert curator(home, "current", chain[-1]).json["trail"][-1]["note_id"] == chain[0]


@pytest.fixture(scope="module")
def headers() -> list[Pep]:
    return peps()


def pep_findings(headers: list[Pep]) -> Counter[str]:
    """What is wrong between PEPs by their headers alone; every start is open, so that a replaced
    one ends when its first successor was written."""
    graph = pep_graph(headers)
    known = {pep.note_id: pep for pep in headers}
    found: Counter[str] = Counter()
    for pep in headers:
        newer = graph.newer[pep.note_id]
        found["one-sided"] += sum(pep.note_id not in known[n].replaces for n in pep.replaced_by)
        if pep.replaced_by:
            found["one-sided"] += len(newer - set(pep.replaced_by))
        found["status-against-edge"] += bool(newer) and pep.status == "active"
        found["superseded-without-successor"] += not newer and pep.status == "superseded"
        living = [n for n in newer if known[n].status != "archived"]
        found["fork"] += len(living) > 1
    return +found


def test_peps_disagree_where_their_headers_do(tmp_path: Path, headers: list[Pep]) -> None:
    graph = pep_graph(headers)
    assert (len(graph.nodes), len(graph.edges)) == (736, 47)
    home = pep_home(tmp_path / "home", headers)
    done = curator(home, "check")
    found = Counter(problem["code"] for problem in done.json["problems"])
    print(f"\n{dict(found)} in 736 PEPs")
    assert found == {**pep_findings(headers), "foreign": 1}
    with loaded(home) as one:
        for node in linked(graph):
            trail = {row.note_id for row in ask(one, node).trail}
            assert trail == graph.chain(node), node


def test_every_repair_of_the_peps_mends_what_it_says(tmp_path: Path, headers: list[Pep]) -> None:
    home = pep_home(tmp_path / "home", headers)
    answers = _answers(home, headers)
    for _ in range(4):
        found = [i for i in curator(home, "queue").json["items"] if i["health"] == "clean"]
        for item in found:
            _decided(home, item["item"])
    left = Counter(p["code"] for p in curator(home, "check").json["problems"])
    print(f"\nleft after all repairs: {dict(left)}")
    assert left.keys() <= {"one-sided", "fork", "foreign"}
    assert _answers(home, headers) == answers, "no repair changed what is current"


def _decided(home: Path, item: str) -> Any:
    done = curator(home, "decide", item, "approve")
    assert done.code == 0 or done.error["code"] in ("unknown-item", "slot-collision"), done.err
    return done


def _answers(home: Path, headers: list[Pep]) -> dict[str, Any]:
    with loaded(home) as one:
        return {
            node: (answer.status, answer.note_id, answer.collision)
            for node in linked(pep_graph(headers))
            for answer in [ask(one, node)]
        }


def small(index: list[Rfc], size: int) -> list[Rfc]:
    """Some RFCs with the whole of the longest chain among them."""
    graph = rfc_graph(index)
    wanted = graph.chain(graph.longest()[0])
    others = [rfc.note_id for rfc in index if rfc.note_id not in wanted]
    kept = wanted | set(others[: size - len(wanted)])
    return [
        replace(rfc, older=tuple(o for o in rfc.older if o in kept))
        for rfc in index
        if rfc.note_id in kept
    ]


@pytest.mark.benchmark
@pytest.mark.timeout(900)
def test_cost_is_flat_in_the_size_of_the_home(
    home: Path, index: list[Rfc], graph: Graph, tmp_path: Path
) -> None:
    """Planning and answering in process after loading, 9,018 notes against 1,000."""
    little = rfc_home(tmp_path / "home", small(index, 1000))
    chain = graph.longest()
    for each in (home, little):
        new = note("rfc-new", valid_from="2026-11-01", supersedes=[chain[0]])
        put(each, "memory/candidates/rfc-new.md", new)
    with loaded(home) as big, loaded(little) as least:
        for name, work in {"answer": _answering(chain), "plan": _planning()}.items():
            pairs = [(_cost(work, big), _cost(work, least)) for _ in range(7)]
            ratio = statistics.median(b / s for b, s in pairs)
            cost = statistics.median(b for b, _ in pairs) * 1000
            print(f"\n{name}: 9,018 notes against 1,000: x{ratio:.2f} ({cost:.1f} ms)")


def _cost(work: Callable[[Opened], None], one: Opened) -> float:
    start = time.perf_counter()
    work(one)
    return time.perf_counter() - start


def _answering(chain: list[str]) -> Callable[[Opened], None]:
    def work(one: Opened) -> None:
        for node in chain:
            ask(one, node)

    return work


def _planning() -> Callable[[Opened], None]:
    def work(one: Opened) -> None:
        entry = one.snapshot.entries["memory/candidates/rfc-new.md"]
        item = replace(rows.note_item(entry), notes=("rfc-new",))
        choice = Approve(item=item.item, relation=Relation.STATE_CHANGE)
        shown = looking.preview_of(one, choice, item, "human:p@e.org")
        assert isinstance(shown, Preview), shown

    return work
