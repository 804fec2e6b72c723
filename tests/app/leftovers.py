"""A byte scan over everything below a Home, git's objects inflated."""

from __future__ import annotations

import subprocess
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Found:
    """Where a token stands: plain files by Home-relative path, git objects by id."""

    files: frozenset[str]
    objects: frozenset[str]


def scan(home: Path, token: str) -> Found:
    """Every file and every git object, loose, packed or unreachable, that holds a token."""
    wanted = token.encode()
    files = {
        file.relative_to(home).as_posix()
        for file in home.rglob("*")
        if file.is_file() and not file.is_symlink() and wanted in file.read_bytes()
    }
    return Found(frozenset(files), frozenset(_objects(home, wanted)))


def _objects(home: Path, wanted: bytes) -> set[str]:
    command = ["git", "-C", str(home), "cat-file", "--batch-all-objects"]
    out = subprocess.run([*command, "--batch"], capture_output=True, check=True).stdout
    found = set()
    at = 0
    while at < len(out):
        head, _, _ = out[at:].partition(b"\n")
        oid, _, size = head.split(b" ")
        start = at + len(head) + 1
        if wanted in out[start : start + int(size)]:
            found.add(oid.decode())
        at = start + int(size) + 1
    return found


def in_head(home: Path) -> frozenset[str]:
    """The blobs of HEAD's tree."""
    command = ["git", "-C", str(home), "ls-tree", "-r", "--format=%(objectname)", "HEAD"]
    out = subprocess.run(command, capture_output=True, check=True).stdout
    return frozenset(out.decode().split())
