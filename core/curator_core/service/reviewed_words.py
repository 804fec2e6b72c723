"""What reviewed memory names and says, as far as flags ask: its hosts, and sketches of its texts.

Read from the approved bytes once for each blob, and kept beside the row cache under the git path,
where no proposer writes.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from curator_core.model.files import Place
from curator_core.rules.flags.context import Near
from curator_core.rules.hashing import digest
from curator_core.rules.table import glances
from curator_core.service.opening import Opened
from curator_core.store.cache import Cache

FACT = "reviewed-words"
MARK = "reviewed-words-mark"
PATHS = "reviewed-blobs"
VERSION = 1
"""Raised when the same text would give other hosts or another sketch."""
_MOST = 5


@dataclass(frozen=True, slots=True)
class Words:
    """The sites that reviewed notes name, and by a number of a sketch the blobs that have it.

    `sizes` says how many numbers the sketch of each blob has.
    """

    sites: frozenset[str]
    blobs: Mapping[int, tuple[str, ...]]
    sizes: Mapping[str, int]


def mark(one: Opened) -> str:
    """Another word whenever reviewed memory may name or say something else."""
    known = one.memo.get(MARK)
    if not isinstance(known, str):
        listed = sorted(f"{blob} {path}" for blob, path in _approved(one).items())
        known = one.memo[MARK] = digest(VERSION, *listed)
    return known


def words(one: Opened) -> Words:
    """The words of reviewed memory as it lies there now."""
    known = one.memo.get(FACT)
    if not isinstance(known, Words):
        known = one.memo[FACT] = _words(one)
    return known


def _words(one: Opened) -> Words:
    kept = _kept(one, _approved(one))
    blobs: dict[int, list[str]] = {}
    for blob, (_, sketch) in kept.items():
        for number in sketch:
            blobs.setdefault(number, []).append(blob)
    return Words(
        sites=frozenset(site for sites, _ in kept.values() for site in sites),
        blobs={number: tuple(each) for number, each in blobs.items()},
        sizes={blob: len(sketch) for blob, (_, sketch) in kept.items()},
    )


def _approved(one: Opened) -> Mapping[str, str]:
    """The path of every approved blob that lies under notes."""
    known = one.memo.get(PATHS)
    if not isinstance(known, dict):
        known = one.memo[PATHS] = _vouched(one)
    return known


def _vouched(one: Opened) -> dict[str, str]:
    reviews = one.snapshot.reviews
    vouched = {each.blob for each in (*reviews.by_id.values(), *reviews.baseline.values())}
    vouched |= reviews.baseline_blobs
    return {
        row.blob: row.path
        for row in glances(one.snapshot.entries)
        if row.place is Place.NOTES and row.blob in vouched and row.blob not in reviews.forgotten
    }


def _kept(one: Opened, wanted: Mapping[str, str]) -> Mapping[str, Any]:
    """Hosts and sketch by blob, from the cache as far as it has them."""
    cache = Cache(one.repo.state_dir, FACT)
    kept = cache.fact(FACT)
    version = digest(str(VERSION))
    known = kept.get("rows") if isinstance(kept, dict) and kept.get("version") == version else None
    rows: dict[str, Any] = dict(known) if isinstance(known, dict) else {}
    missing = [blob for blob in wanted if blob not in rows]
    gone = [blob for blob in rows if blob not in wanted]
    if missing or gone:
        for blob in gone:
            del rows[blob]
        rows |= _read(one, missing)
        cache.keep({FACT: {"version": version, "rows": rows}})
    return rows


def _read(one: Opened, blobs: Iterable[str]) -> dict[str, Any]:
    from curator_core.rules.flags import hosts, near_copies  # kept words need no rules

    found: dict[str, Any] = {}
    for blob, data in one.repo.blobs(blobs).items():
        text = data.decode("utf-8", "surrogateescape")
        body = _body(text)
        sketch = near_copies.sketch(body) if len(body) <= near_copies.LENGTH_MAX else ()
        found[blob] = [sorted(hosts.known_sites([text])), list(sketch)]
    return found


def _body(text: str) -> str:
    """What follows the header; the whole text where there is none."""
    text = text.replace("\r\n", "\n").removeprefix("\ufeff")
    if not text.startswith("---\n"):
        return text
    return text[4:].partition("\n---\n")[2]


def near(one: Opened, body: str, own: str) -> tuple[Near, ...]:
    """Reviewed notes that a body may nearly repeat, the nearest first; `own` is its own path."""
    from curator_core.rules.flags import near_copies  # as above

    if len(body) > near_copies.LENGTH_MAX:
        return ()
    known, paths = words(one), _approved(one)
    shared: dict[str, int] = {}
    for number in near_copies.shingles(body):
        for blob in known.blobs.get(number, ()):
            shared[blob] = shared.get(blob, 0) + 1
    alike = [
        (-count, blob)
        for blob, count in shared.items()
        if 2 * count >= known.sizes[blob] and paths[blob] != own
    ]
    found = [blob for _, blob in sorted(alike)[:_MOST]]
    texts = one.repo.blobs(found) if found else {}
    return tuple(
        Near(_name(one, paths[blob]), _body(texts[blob].decode("utf-8", "surrogateescape")))
        for blob in found
        if blob in texts
    )


def _name(one: Opened, path: str) -> str:
    return one.snapshot.entries[path].note_id or path
