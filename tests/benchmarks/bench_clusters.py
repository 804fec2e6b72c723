"""Folding claims and grouping near copies, against doing only the unavoidable part of it."""

from __future__ import annotations

from functools import cache
from random import Random

import pytest

from curator_core.model.files import Place
from curator_core.model.home import Config
from curator_core.rules.claims import claim_of
from curator_core.rules.clusters import clusters
from curator_core.rules.fingerprints import folded
from curator_core.rules.gists import gist
from curator_core.rules.tokens import tokens
from curator_core.store.note_files import parse, where
from tests.benchmarks.paired import Report, Row, alternated
from tests.core.slow_fold import slowly_folded
from tests.shared_data import shared_data

pytestmark = [pytest.mark.benchmark, pytest.mark.timeout(900)]

VOCABULARY = 20_000
WORDS = 40
PLANTED = 400


@cache
def files() -> tuple[tuple[str, bytes], ...]:
    """The notes of a real memory."""
    root = shared_data("core-memory-kit")
    return tuple((path.name, path.read_bytes()) for path in sorted(root.rglob("*.md")))


@cache
def bodies() -> dict[str, str]:
    """Their bodies."""
    made = (parse(data, where(n, data, Place.NOTES, Config()), Config()) for n, data in files())
    return {f"{n}": note.text.body for n, note in enumerate(made) if note.text is not None}


@cache
def synthetic(count: int) -> tuple[dict[str, str], int]:
    """Notes of random words, some English, some Chinese, and near copies of some of them."""
    chance = Random(7)
    words = [_word(chance) for _ in range(VOCABULARY)]
    rows = {f"n{n}": " ".join(chance.choices(words, k=WORDS)) for n in range(count)}
    planted = count * PLANTED // 10_000
    for n in chance.sample(range(count), planted):
        text = rows[f"n{n}"].split()
        text[chance.randrange(WORDS)] = chance.choice(words)
        rows[f"copy{n}"] = " ".join(text).upper()
    return rows, planted


def _word(chance: Random) -> str:
    if chance.random() < 0.5:
        return "".join(chr(chance.randrange(0x4E00, 0x5E00)) for _ in range(3))
    return "".join(chance.choices("abcdefghijklmnop", k=7))


def grouped(rows: dict[str, str]) -> dict[str, str]:
    """The groups of texts that nobody looked at before."""
    return clusters({name: gist(text) for name, text in rows.items()})


def shingled(rows: dict[str, str]) -> list[frozenset[tuple[str, ...]]]:
    """What no search for near copies does without: the shingles of every text."""
    made = (tokens(text) for text in rows.values())
    return [frozenset(zip(w, w[1:], w[2:], strict=False)) for w in made]


def test_folding(report: Report) -> None:
    """Tables and patterns against the recipe character by character, to the same result."""
    texts = list(bodies().values())
    assert list(map(folded, texts[:300])) == list(map(slowly_folded, texts[:300]))
    pair = alternated(
        lambda: list(map(folded, texts)), lambda: list(map(slowly_folded, texts)), pairs=3
    )
    report.add(Row(f"fold {len(texts)} real notes / by character", *pair, "<= 1/5"))
    report.notes.append(f"folding: {min(pair[0]) / len(texts) * 1e6:.0f} us a note")


def test_claims_while_reading(report: Report) -> None:
    """What the claim adds to reading a note."""
    made = [parse(d, where(n, d, Place.NOTES, Config()), Config()) for n, d in files()[:600]]
    notes = [one.note for one in made if one.note is not None]
    pair = alternated(
        lambda: [claim_of(note, may_hold_secret=False) for note in notes],
        lambda: [parse(d, where(n, d, Place.NOTES, Config()), Config()) for n, d in files()[:600]],
        pairs=3,
    )
    report.add(Row("claims of notes / reading them whole", *pair, "<= 0.3x"))


def test_grouping(report: Report) -> None:
    """Real and synthetic notes; every planted near copy is found."""
    real = bodies()
    pair = alternated(lambda: grouped(real), lambda: shingled(real), pairs=3)
    report.add(Row(f"near copies of {len(real)} real notes / shingling", *pair, "<= 3x"))
    rows, planted = synthetic(10_000)
    found = grouped(rows)
    copies = [name for name in found if name.startswith("copy")]
    right = sum(found[name] == f"n{name[4:]}" for name in copies)
    report.notes.append(f"near copies: {right} of {planted} planted among {len(rows)} found")
    assert right >= planted * 0.95
    pair = alternated(lambda: grouped(rows), lambda: shingled(rows), pairs=3)
    report.add(Row(f"near copies of {len(rows)} notes / shingling", *pair, "<= 3x"))
    small, _ = synthetic(1_000)
    pair = alternated(lambda: grouped(rows), lambda: grouped(small), pairs=3)
    report.add(Row("near copies, 10k / 1k", *pair, "<= 12x"))
