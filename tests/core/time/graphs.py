"""Published supersede graphs as versions of a Home, and their edges read a second way."""

from __future__ import annotations

import json
from datetime import datetime
from typing import Any

from curator_core.model.answer import Version
from curator_core.model.note import Note, Relation, Status
from tests.core.time.memory import note
from tests.shared_data import shared_data

Edges = set[tuple[str, str]]


def _month(text: str | None) -> str | None:
    return None if text is None else datetime.strptime(text, "%B %Y").strftime("%Y-%m")


def rfc_rows() -> list[dict[str, Any]]:
    """The rows of the graph: number, date, and what obsoletes what, declared on both sides."""
    rows: list[dict[str, Any]] = json.loads(shared_data("rfc-graph/rfc-graph.json").read_text())
    return rows


def rfc_notes(rows: list[dict[str, Any]]) -> list[Note]:
    """Free notes of a month each; an obsoleted one is superseded and has no end of its own."""
    return [
        note(
            f"rfc{row['rfc']}",
            memory_key=None,
            valid_from=_month(row["date"]),
            status=Status.SUPERSEDED if row.get("obsoleted_by") else Status.ACTIVE,
            supersedes=tuple(f"rfc{number}" for number in row.get("obsoletes", ())),
            relation=Relation.STATE_CHANGE if row.get("obsoletes") else None,
        )
        for row in rows
    ]


def rfc_edges(rows: list[dict[str, Any]]) -> Edges:
    """(newer, older) as the older ones declare it."""
    return {
        (f"rfc{newer}", f"rfc{row['rfc']}") for row in rows for newer in row.get("obsoleted_by", ())
    }


def adopted(notes: list[Note]) -> list[Version]:
    """The notes as an adoption baseline vouches for them."""
    return [Version(note=written, reviewed=True, approved_by="adoption") for written in notes]


def pep_rows() -> list[dict[str, Any]]:
    """The headers of the PEPs."""
    rows: list[dict[str, Any]] = json.loads(shared_data("peps/pep-headers.json").read_text())
    return rows


def _numbers(row: dict[str, Any], field: str) -> tuple[str, ...]:
    return tuple(f"pep{n.strip()}" for n in (row.get(field) or "").split(",") if n.strip())


def pep_notes(rows: list[dict[str, Any]]) -> list[Note]:
    """Free notes with the links that each PEP states; a status the graph does not know is kept."""
    return [
        note(
            f"pep{row['PEP']}",
            memory_key=None,
            valid_from=datetime.strptime(row["Created"], "%d-%b-%Y").date().isoformat(),
            status=Status.SUPERSEDED if row["Status"] == "Superseded" else Status.ACTIVE,
            supersedes=_numbers(row, "Replaces"),
            extra={"superseded_by": _numbers(row, "Superseded-By")},
        )
        for row in rows
    ]


def pep_edges(rows: list[dict[str, Any]]) -> tuple[Edges, Edges]:
    """(newer, older) as the newer ones declare it, and as the older ones do."""
    forward = {(f"pep{r['PEP']}", old) for r in rows for old in _numbers(r, "Replaces")}
    backward = {(new, f"pep{r['PEP']}") for r in rows for new in _numbers(r, "Superseded-By")}
    return forward, backward


def newest(edges: Edges, name: str) -> set[str]:
    """The ends of all paths from an older to newer notes, by walking the edges."""
    newer = {new for new, old in edges if old == name}
    return {end for new in newer for end in newest(edges, new)} if newer else {name}
