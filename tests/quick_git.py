"""A repository as `Repository.init` and `commit_files` leave it, written without starting git.

A test's Home is some fifteen git calls by the product's way; test_quick_git holds the two equal.
"""

from __future__ import annotations

import hashlib
import os
import struct
import zlib
from collections.abc import Mapping
from pathlib import Path

from curator_core.store import git_writing
from curator_core.store.git_objects import PLAIN, Leaf, Tree, object_id, raw_tree, rebuilt

_CONFIG = """\
[core]
\trepositoryformatversion = 0
\tfilemode = true
\tbare = false
\tlogallrefupdates = true
"""
_FOLDERS = ("objects/info", "objects/pack", "refs/heads", "refs/tags", "logs/refs/heads")


class QuickRepository:
    """A new repository on the branch main, in a folder that has none."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.git_dir = root / ".git"
        self._files: dict[str, Leaf] = {}
        self._head: str | None = None
        for folder in _FOLDERS:
            (self.git_dir / folder).mkdir(parents=True)
        (self.git_dir / "config").write_text(_CONFIG, encoding="utf-8")
        (self.git_dir / "HEAD").write_text("ref: refs/heads/main\n", encoding="utf-8")

    def commit_files(self, files: Mapping[str, bytes], message: str, at: str, author: str) -> str:
        """Write files and commit them on top of HEAD; the commit's id."""
        for path, data in files.items():
            target = self.root / path
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(data)
            self._files[path] = Leaf(PLAIN, self._store("blob", data))
        who = f"{author} {git_writing.git_date(at).removeprefix('@')}"
        commit = self._commit(self._trees(), message, who)
        self._point(commit, f"{who}\tcommit: {message}\n")
        self._write_index()
        return commit

    def _store(self, kind: str, data: bytes) -> str:
        oid = object_id(kind, data)
        place = self.git_dir / "objects" / oid[:2] / oid[2:]
        if not place.exists():
            place.parent.mkdir(exist_ok=True)
            place.write_bytes(zlib.compress(b"%s %d\0" % (kind.encode(), len(data)) + data, 1))
            place.chmod(0o444)
        return oid

    def _trees(self) -> str:
        root, trees = rebuilt(_nothing, None, self._files)
        for tree in trees:
            self._store("tree", raw_tree(tree.entries))
        return root

    def _commit(self, tree: str, message: str, who: str) -> str:
        parent = f"parent {self._head}\n" if self._head else ""
        text = f"tree {tree}\n{parent}author {who}\ncommitter {who}\n\n{message}\n"
        return self._store("commit", text.encode())

    def _point(self, commit: str, reason: str) -> None:
        row = f"{self._head or git_writing.NOTHING} {commit} {reason}"
        for log in ("logs/HEAD", "logs/refs/heads/main"):
            with (self.git_dir / log).open("a", encoding="utf-8") as file:
                file.write(row)
        (self.git_dir / "refs/heads/main").write_text(f"{commit}\n", encoding="utf-8")
        self._head = commit

    def _write_index(self) -> None:
        """Version 2, the files' times unknown: git looks at each of them."""
        rows = sorted((os.fsencode(path), leaf.oid) for path, leaf in self._files.items())
        data = struct.pack(">4sII", b"DIRC", 2, len(rows))
        for path, oid in rows:
            entry = struct.pack(">24xI12x20sH", 0o100644, bytes.fromhex(oid), min(len(path), 4095))
            entry += path
            data += entry + b"\0" * (8 - len(entry) % 8)
        (self.git_dir / "index").write_bytes(data + hashlib.sha1(data).digest())


def _nothing(_oid: str) -> Tree:
    return {}
