"""Flag rules against reading the same notes: milliseconds for a night and for a whole Home."""

from __future__ import annotations

from time import process_time

import pytest

from curator_core.model.files import NoteFile, Place
from curator_core.model.home import Config
from curator_core.rules.flags import lexicon, raising
from curator_core.store import note_files
from tests.shared_data import shared_data

pytestmark = [pytest.mark.benchmark, pytest.mark.timeout(600)]

SIZES = (120, 2_329)
ROUNDS = 3


def _read(files: list[bytes]) -> list[NoteFile]:
    config = Config()
    return [
        note_files.parse(data, note_files.where("a.md", data, Place.CANDIDATES, config), config)
        for data in files
    ]


@pytest.mark.parametrize("size", SIZES)
def test_flags_cost_about_as_much_as_reading(size: int) -> None:
    paths = sorted(shared_data("core-memory-kit").rglob("*.md"))
    step = max(1, len(paths) // size)
    files = [path.read_bytes() for path in paths[::step]][:size]
    lexicon.standard()
    read, flagged = [], []
    for _ in range(ROUNDS):
        begin = process_time()
        notes = _read(files)
        middle = process_time()
        found = [raising.flags(note) for note in notes]
        read.append(middle - begin)
        flagged.append(process_time() - middle)
        assert len(found) == len(files)
    print(f"{len(files)} notes: read {min(read) * 1e3:.0f} ms, flags {min(flagged) * 1e3:.0f} ms,")
    print(f"ratio {min(flagged) / min(read):.2f}")
