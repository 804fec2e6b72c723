"""Public supersede graphs as adopted Homes, by git fast-import, and slow truths about them."""

from __future__ import annotations

import calendar
import json
import subprocess
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from pathlib import Path

from tests.homes import CONFIG, git, put, reviewed
from tests.shared_data import shared_data

MONTHS = list(calendar.month_name)[1:]
WHO = "Test Person <person@curator.example> 1700000000 +0000"
UNDATED = "2022-05"
"""The month of the index, for what has no date."""


@dataclass(frozen=True)
class Graph:
    """Who replaces whom: edges (newer, older), both being note ids."""

    nodes: tuple[str, ...]
    edges: frozenset[tuple[str, str]]

    @cached_property
    def newer(self) -> Mapping[str, frozenset[str]]:
        """The direct successors of a node."""
        return self._by(0, 1)

    @cached_property
    def older(self) -> Mapping[str, frozenset[str]]:
        """What a node replaces directly."""
        return self._by(1, 0)

    def _by(self, value: int, key: int) -> Mapping[str, frozenset[str]]:
        found: dict[str, set[str]] = defaultdict(set)
        for edge in self.edges:
            found[edge[key]].add(edge[value])
        return defaultdict(frozenset, {k: frozenset(v) for k, v in found.items()})

    def reach(self, node: str, steps: Mapping[str, frozenset[str]]) -> frozenset[str]:
        """All nodes that repeated steps lead to, without the start."""
        found: set[str] = set()
        waiting = [node]
        while waiting:
            for other in steps[waiting.pop()] - found:
                found.add(other)
                waiting.append(other)
        return frozenset(found - {node})

    def heads(self, node: str) -> frozenset[str]:
        """What a node was replaced by in the end: itself where nothing replaced it."""
        return frozenset(n for n in {node} | self.reach(node, self.newer) if not self.newer[n])

    def chain(self, node: str) -> frozenset[str]:
        """A node, all that it replaces in the end, and all that replaces it."""
        return frozenset((node, *self.reach(node, self.newer), *self.reach(node, self.older)))

    def longest(self) -> list[str]:
        """A longest path, newest first."""
        best: dict[str, list[str]] = {}

        def path(node: str) -> list[str]:
            if node not in best:
                tails = [path(other) for other in sorted(self.older[node])]
                best[node] = [node, *max(tails, key=len, default=[])]
            return best[node]

        return max((path(node) for node in self.nodes), key=len)


@dataclass(frozen=True, slots=True)
class Rfc:
    """One RFC: its note id, its month, what it makes obsolete."""

    note_id: str
    month: str | None
    older: tuple[str, ...]
    obsolete: bool


def rfcs() -> list[Rfc]:
    """The RFC index of May 2022, 9,018 nodes."""
    table = json.loads(shared_data("rfc-graph/rfc-graph.json").read_text("utf-8"))
    return [
        Rfc(
            note_id=_rfc(row["rfc"]),
            month=_month(row["date"]),
            older=tuple(_rfc(number) for number in row.get("obsoletes", ())),
            obsolete=bool(row.get("obsoleted_by")),
        )
        for row in table
    ]


def _rfc(number: int) -> str:
    return f"rfc-{number}"


def _month(date: str | None) -> str | None:
    """`April 1969` as 1969-04; numbers that were never issued have no date."""
    if date is None:
        return None
    month, year = date.split()
    return f"{year}-{MONTHS.index(month) + 1:02}"


def rfc_graph(found: Iterable[Rfc]) -> Graph:
    """The graph of some RFCs."""
    known = list(found)
    edges = frozenset((rfc.note_id, older) for rfc in known for older in rfc.older)
    return Graph(tuple(rfc.note_id for rfc in known), edges)


def rfc_home(root: Path, found: Iterable[Rfc]) -> Path:
    """A Home whose adopted free notes are these RFCs, each valid from some instant in its month."""
    files = {f"rfc/{int(r.note_id[4:]) // 100:03}/{r.note_id}.md": _note(r) for r in found}
    return fast_home(root, files)


def _note(rfc: Rfc) -> str:
    return reviewed(
        rfc.note_id,
        f"What {rfc.note_id} says.",
        subject="internet/rfc",
        valid_from=rfc.month,
        recorded_at=f"{rfc.month or UNDATED}-01T00:00:00Z",
        supersedes=list(rfc.older) or None,
        relation="state_change" if rfc.older else None,
    ).replace("status: active", "status: superseded" if rfc.obsolete else "status: active")


@dataclass(frozen=True, slots=True)
class Pep:
    """One PEP as its headers tell it, links to both sides as written."""

    note_id: str
    status: str
    created: str
    replaces: tuple[str, ...]
    replaced_by: tuple[str, ...]


STANDINGS = {"Superseded": "superseded", "Rejected": "archived", "Withdrawn": "archived"}
"""PEP statuses that are not active ones."""


def peps() -> list[Pep]:
    """The 736 PEPs, whose two-sided links and statuses do not always agree."""
    table = json.loads(shared_data("peps/pep-headers.json").read_text("utf-8"))
    return [
        Pep(
            note_id=f"pep-{row['PEP']}",
            status=STANDINGS.get(row["Status"], "active"),
            created=_day(row["Created"]),
            replaces=_peps(row.get("Replaces", "")),
            replaced_by=_peps(row.get("Superseded-By", "")),
        )
        for row in table
    ]


def _peps(text: str) -> tuple[str, ...]:
    return tuple(f"pep-{number.strip()}" for number in text.split(",") if number.strip())


def _day(text: str) -> str:
    """`13-Jun-2000` as 2000-06-13."""
    return datetime.strptime(text, "%d-%b-%Y").date().isoformat()


def pep_graph(found: Iterable[Pep]) -> Graph:
    """Every link that either side states."""
    known = list(found)
    stated = {(pep.note_id, older) for pep in known for older in pep.replaces}
    back = {(newer, pep.note_id) for pep in known for newer in pep.replaced_by}
    return Graph(tuple(pep.note_id for pep in known), frozenset(stated | back))


def pep_home(root: Path, found: Iterable[Pep]) -> Path:
    """A Home of foreign notes: no schema version, `created`, links to both sides."""
    return fast_home(root, {f"peps/{pep.note_id}.md": _foreign(pep) for pep in found})


def _foreign(pep: Pep) -> str:
    lines = [f"id: {pep.note_id}", "type: semantic", f"status: {pep.status}"]
    lines.append(f"created: {pep.created}T00:00:00Z")
    if pep.replaces:
        lines.append(f"supersedes: [{', '.join(pep.replaces)}]")
    if pep.replaced_by:
        lines.append(f"superseded_by: [{', '.join(pep.replaced_by)}]")
    return "---\n" + "\n".join(lines) + f"\n---\nWhat {pep.note_id} says.\n"


def fast_home(root: Path, notes: Mapping[str, str]) -> Path:
    """A Home with a baseline of any number of notes, in one commit of git fast-import."""
    root.mkdir(parents=True)
    git(root, "init", "-q", "-b", "main")
    stream = [f"commit refs/heads/main\ncommitter {WHO}\ndata 5\nNotes\n".encode()]
    for path, text in notes.items():
        data = text.encode()
        stream.append(b"M 100644 inline memory/notes/%s\n" % path.encode())
        stream.append(b"data %d\n%s\n" % (len(data), data))
    done = subprocess.run(
        ["git", "fast-import", "--quiet"], cwd=root, input=b"".join(stream), check=False
    )
    assert done.returncode == 0
    git(root, "reset", "-q", "--hard")
    base = git(root, "rev-parse", "HEAD").strip()
    put(root, "curator.toml", f'{CONFIG}[adopt]\nbaseline = "{base}"\n')
    put(root, ".gitattributes", "memory/** -text\n")
    git(root, "add", "curator.toml", ".gitattributes")
    git(root, "commit", "-q", "-m", "Home")
    return root
