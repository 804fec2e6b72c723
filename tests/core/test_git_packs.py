"""Many texts go to git in one pack, and git reads back exactly these bytes."""

from __future__ import annotations

from pathlib import Path

import pytest

from curator_core.store import git_writing
from curator_core.store.git_objects import blob_id
from curator_core.store.repository import Repository

SIZES = (0, 1, 15, 16, 17, 2_047, 2_048, 2_049, 300_000)


def texts(count: int) -> list[bytes]:
    """Texts of sizes around each step of a length's spelling, all different."""
    return [(b"%d\r\n\0\xff" % n * 300_000)[: SIZES[n % len(SIZES)] + n] for n in range(count)]


@pytest.mark.parametrize(
    "count", [1, 2, git_writing.PACKED_FROM - 1, git_writing.PACKED_FROM, 3 * len(SIZES)]
)
def test_texts_read_back(tmp_path: Path, count: int) -> None:
    wanted = texts(count)
    with Repository.init(tmp_path / "home", "main") as repo:
        packs = repo.git_dir / "objects/pack"
        git_writing.write_blobs(repo, [*wanted, wanted[0]])
        found = repo.blobs({blob_id(data) for data in wanted})
        assert found == {blob_id(data): data for data in wanted}
        packed = any(packs.glob("*.pack"))
        assert packed is (len(set(wanted)) >= git_writing.PACKED_FROM)
        git_writing.write_blobs(repo, wanted)
        assert repo.run("fsck", "--strict", "--no-dangling") == b""
