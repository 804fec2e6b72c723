"""Findings kept from the last process: the same files and the same history give the same ones."""

from __future__ import annotations

from curator_core.model.answer import Finding
from curator_core.rules import finding_rows
from curator_core.rules.hashing import digest
from curator_core.rules.table import Table
from curator_core.service.opening import Opened
from curator_core.store import reading
from curator_core.store.cache import Cache
from curator_core.store.note_files import READER_VERSION
from curator_core.store.reading import Bytes

FACT = "findings"
CONVERSIONS = ".gitattributes"
"""Decides which bytes of a file count as edited."""


def known(one: Opened) -> tuple[Finding, ...] | None:
    """What was kept for just this state of the Home, if anything."""
    key = _key(one)
    kept = None if key is None else Cache(one.repo.state_dir, FACT).fact(FACT)
    if not isinstance(kept, dict) or kept.get("key") != key:
        return None
    return finding_rows.decoded(kept.get("rows"))


def keep(one: Opened, found: tuple[Finding, ...]) -> None:
    """Remember the findings of this state; a failure loses only speed."""
    key = _key(one)
    if key is not None:
        rows = finding_rows.encoded(found)
        Cache(one.repo.state_dir, FACT).keep({FACT: {"key": key, "rows": rows}})


def _key(one: Opened) -> str | None:
    """One word for all that findings follow from; None while files may change unseen."""
    entries, snapshot = one.snapshot.entries, one.snapshot
    if not isinstance(entries, Table) or entries.stamp is None or snapshot.recovery:
        return None
    rules = reading.read(one.repo.root, CONVERSIONS, 256 * 1024)
    converted = rules.data.hex() if isinstance(rules, Bytes) else ""
    versions = (finding_rows.VERSION, READER_VERSION)
    said = (entries.stamp, snapshot.head.commit, repr(snapshot.config), converted)
    return digest(*said, *versions)
