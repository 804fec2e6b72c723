"""Git's blobs and trees as values: identities, the tree format, and changed subtrees only."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass

TREE = "40000"
LINK = "120000"
SUBMODULE = "160000"
PLAIN = "100644"
EXECUTABLE = "100755"
REGULAR = frozenset({PLAIN, EXECUTABLE})


@dataclass(frozen=True, slots=True)
class Leaf:
    """One entry of a tree: its mode as git writes it in octal, and the object it names."""

    mode: str
    oid: str

    @property
    def kind(self) -> str:
        """The object type that the mode stands for."""
        return {TREE: "tree", SUBMODULE: "commit"}.get(self.mode, "blob")


Tree = Mapping[str, Leaf]
Changes = Mapping[str, Leaf | None]


def object_id(kind: str, data: bytes) -> str:
    """The SHA-1 name of an object."""
    return hashlib.sha1(b"%s %d\0" % (kind.encode(), len(data)) + data).hexdigest()


def blob_id(data: bytes) -> str:
    """The name git gives to these bytes, without any filter or line-end conversion."""
    return object_id("blob", data)


def same_but_line_ends(one: bytes, other: bytes) -> bool:
    """Whether two texts are equal or differ only by CRLF against LF (CONTRACT 5)."""
    return one == other or one.replace(b"\r\n", b"\n") == other.replace(b"\r\n", b"\n")


def parse_tree(data: bytes) -> dict[str, Leaf]:
    """The entries of a raw tree object by name; names that are not UTF-8 become surrogates."""
    entries: dict[str, Leaf] = {}
    position = 0
    while position < len(data):
        space = data.index(b" ", position)
        end = data.index(b"\0", space)
        name = os.fsdecode(data[space + 1 : end])
        entries[name] = Leaf(data[position:space].decode("ascii"), data[end + 1 : end + 21].hex())
        position = end + 21
    return entries


def raw_tree(tree: Tree) -> bytes:
    """The bytes of a tree object, in git's order: a folder sorts as if its name ended in `/`."""
    rows = [(os.fsencode(name), leaf) for name, leaf in tree.items()]
    rows.sort(key=lambda row: row[0] + b"/" if row[1].mode == TREE else row[0])
    return b"".join(
        b"%s %s\0" % (leaf.mode.encode(), name) + bytes.fromhex(leaf.oid) for name, leaf in rows
    )


@dataclass(frozen=True, slots=True)
class NewTree:
    """A tree that has to be written, with the name it will have."""

    oid: str
    entries: Tree


def rebuilt(
    read: Callable[[str], Tree], root: str | None, changes: Changes
) -> tuple[str, tuple[NewTree, ...]]:
    """The root tree with `changes` by path, and the trees to write, deepest first.

    Only folders on the way to a change are read. None takes a path away; a folder that becomes
    empty goes too. `root` None starts from nothing.
    """
    written: list[NewTree] = []
    folder = _folder_changes(changes)
    top = _rebuild(read, root, folder, written)
    if top is None:
        empty = NewTree(object_id("tree", b""), {})
        return empty.oid, (*written, empty)
    return top, tuple(written)


class _Folder(dict[str, "_Folder | Leaf | None"]):
    """Changes of one folder by name."""


def _folder_changes(changes: Changes) -> _Folder:
    top = _Folder()
    for path, leaf in changes.items():
        folder = top
        *parents, name = path.split("/")
        for parent in parents:
            below = folder.setdefault(parent, _Folder())
            assert isinstance(below, _Folder), f"BUG: {path} lies below a changed file"
            folder = below
        folder[name] = leaf
    return top


def _rebuild(
    read: Callable[[str], Tree], oid: str | None, folder: _Folder, written: list[NewTree]
) -> str | None:
    entries = dict(read(oid)) if oid else {}
    for name, change in folder.items():
        leaf = _below(read, entries.get(name), change, written)
        if leaf is None:
            entries.pop(name, None)
        else:
            entries[name] = leaf
    if not entries:
        return None
    tree = NewTree(object_id("tree", raw_tree(entries)), entries)
    written.append(tree)
    return tree.oid


def _below(
    read: Callable[[str], Tree],
    now: Leaf | None,
    change: _Folder | Leaf | None,
    written: list[NewTree],
) -> Leaf | None:
    if not isinstance(change, _Folder):
        return change
    child = _rebuild(read, now.oid if now and now.mode == TREE else None, change, written)
    return Leaf(TREE, child) if child else None
