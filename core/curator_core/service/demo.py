"""Build the sample Home as a real git repository with a past (CONTRACT 7)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import datetime
from pathlib import Path

from curator_core.model.problem import Refusal, StoreError
from curator_core.store import sample as sample_tree
from curator_core.store.repository import Repository
from curator_core.store.sample import Sample

YEARS = range(1980, 2100)
"""Years git can date commits in and the sample can be moved to."""

_SOURCE = re.compile(rb"(sources/[^\s\"'@#]+)@\{sources\}")
_PARENT = b"@{parent}"
_SHORT = 12


def build(target: Path, now: datetime, sample: Path) -> Refusal | Path:
    """Build the sample into a missing or empty folder, as it looks on the day of `now`.

    The same day gives the same commits. Raises StoreError when the disk or git fails.
    """
    refusal = _unfit(target, now)
    if refusal is not None:
        return refusal
    _write(target, sample_tree.read(sample, now))
    return target


def _unfit(target: Path, now: datetime) -> Refusal | None:
    if now.year not in YEARS:
        return Refusal(
            "time-form",
            f"the sample cannot be moved to the year {now.year}",
            f"set CURATOR_NOW to an instant from {YEARS.start} to {YEARS.stop - 1}",
        )
    try:
        empty = not target.exists() or (target.is_dir() and not any(target.iterdir()))
    except OSError as error:
        raise _failed(target, "read", error) from error
    if empty:
        return None
    return Refusal(
        "not-empty",
        f"{target} is not an empty folder, nothing was written",
        "name a folder that does not exist yet",
        str(target),
    )


def _write(target: Path, content: Sample) -> None:
    brought: dict[str, str] = {}
    parent = ""
    with Repository.init(target, content.branch) as repository:
        repository.set_identity(content.owner.name, content.owner.mail)
        for commit in content.commits:
            files = _resolved(commit.files, brought, parent)
            author = f"{commit.author.name} <{commit.author.mail}>"
            at = commit.at.isoformat()
            parent = repository.commit_files(files, commit.message, at=at, author=author)
            for path in files:
                brought.setdefault(path, parent)
    for path, data in _resolved(content.untracked, brought, parent).items():
        _leave(target / path, data)


def _resolved(
    files: Mapping[str, bytes], brought: Mapping[str, str], parent: str
) -> dict[str, bytes]:
    """The files with commit ids where the sample holds marks."""

    def cited(match: re.Match[bytes]) -> bytes:
        return match[1] + b"@" + brought[match[1].decode()][:_SHORT].encode()

    return {
        path: _SOURCE.sub(cited, data).replace(_PARENT, parent.encode())
        for path, data in files.items()
    }


def _leave(path: Path, data: bytes) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    except OSError as error:
        raise _failed(path, "written", error) from error


def _failed(path: Path, deed: str, error: OSError) -> StoreError:
    message = f"{path} cannot be {deed}: {error.strerror}"
    return StoreError(Refusal("io", message, path=str(path)))
