"""Bringing the worktree to a committed state, again and again if need be (FAULTS §1, 7)."""

from __future__ import annotations

import errno
import os
from collections import deque
from collections.abc import Mapping
from contextlib import suppress

from curator_core.store import beneath
from curator_core.store.beneath import Held, OddFileError
from curator_core.store.git_objects import blob_id
from curator_core.store.intent import Intent, PathChange
from curator_core.store.repository import Repository
from curator_core.store.rescue import rescue
from curator_core.store.swapping import Swap, kept_name, place, swap

_WATCHED = 64
"""Replaced files kept open at once, to see what a program that holds one open writes late."""

_REPLACED = "somebody replaced the file while a decision was applied"
_LATE = "somebody wrote into the replaced file after a decision was applied"


class Redo:
    """One pass over the files of an intent; each is left alone unless it is what it was.

    `conflicts` are paths where somebody else wrote something; both versions are kept, the other's
    in place or among the rescued texts, whose names are in `rescued`.
    """

    def __init__(self, repo: Repository, intent: Intent, way: Swap = Swap.EXCHANGE) -> None:
        self.conflicts: list[str] = []
        self.rescued: list[str] = []
        self._repo = repo
        self._intent = intent
        self._way = way
        self._replaced: deque[tuple[int, str, str]] = deque()
        self._unsynced: dict[str, str] = {}

    def run(self, texts: Mapping[str, bytes]) -> None:
        """Write new files first, take old ones away last; `texts` are bytes by blob id.

        Folders are synced once after each of the two; until then the intent stands for them.
        """
        for gone in (False, True):
            for change in (one for one in self._intent.paths if (one.new is None) is gone):
                self._repo.step(f"worktree: open folder of {change.path}")
                try:
                    self._one(change, texts)
                except OddFileError:
                    self._conflict(change.path)
            self._sync_folders()

    def _sync_folders(self) -> None:
        """Make names durable; a folder that went meanwhile has none."""
        while self._unsynced:
            _, path = self._unsynced.popitem()
            self._repo.step("worktree: fsync folder")
            gone = suppress(FileNotFoundError, OddFileError)
            with gone, beneath.folder_of(self._repo.root, path) as folder:
                beneath.sync_folder(folder)

    def look_again(self) -> None:
        """Read the replaced files once more and let them go: late writes are rescued."""
        while self._replaced:
            self._let_go()

    def _one(self, change: PathChange, texts: Mapping[str, bytes]) -> None:
        make = None if change.new is None else self._make_folder
        try:
            with beneath.folder_of(self._repo.root, change.path, make) as folder:
                self._settle(folder, change, texts)
        except FileNotFoundError:
            if change.new is not None:
                raise
        if change.new is None:
            self._drop_empty_folders(change.path)

    def _make_folder(self, folder: int, name: str) -> None:
        self._repo.step(f"worktree: make folder {name}")
        with suppress(FileExistsError):
            os.mkdir(name, dir_fd=folder)
        self._repo.step("worktree: fsync folder")
        beneath.sync_folder(folder)

    def _settle(self, folder: int, change: PathChange, texts: Mapping[str, bytes]) -> None:
        name = change.path.rpartition("/")[2]
        self._clear_leftovers(folder, change, texts)
        held = beneath.look_in(folder, name)
        now = None if held is None else blob_id(held.data)
        if now != change.new:
            if now != change.old:
                self._conflict(change.path)
                return
            self._write(folder, change, held, texts)
        self._unsynced.setdefault(change.path.rpartition("/")[0], change.path)

    def _write(
        self, folder: int, change: PathChange, held: Held | None, texts: Mapping[str, bytes]
    ) -> None:
        name = change.path.rpartition("/")[2]
        temporary = self._temporary(change)
        if change.new is None:
            self._repo.step("worktree: take away")
            os.rename(name, temporary, src_dir_fd=folder, dst_dir_fd=folder)
            self._judge(folder, change)
            return
        self._new_file(folder, temporary, texts[change.new], held)
        if held is None:
            self._place(folder, temporary, change)
            return
        swap(folder, temporary, name, self._way, self._repo.step)
        self._judge(folder, change)

    def _new_file(self, folder: int, temporary: str, data: bytes, held: Held | None) -> None:
        self._repo.step("worktree: write new file")
        handle = beneath.write_new(folder, temporary, data)
        try:
            if held is not None:
                os.fchmod(handle, held.mode)
            self._repo.step("worktree: fsync new file")
            os.fsync(handle)
        finally:
            os.close(handle)

    def _place(self, folder: int, temporary: str, change: PathChange) -> None:
        try:
            place(folder, temporary, change.path.rpartition("/")[2], self._repo.step)
        except FileExistsError:
            os.unlink(temporary, dir_fd=folder)
            self._conflict(change.path)

    def _judge(self, folder: int, change: PathChange) -> None:
        """Look at what stood in the file's place; only what was expected may go."""
        temporary = self._temporary(change)
        self._repo.step("worktree: look at the replaced file")
        handle = beneath.open_to_read(folder, temporary)
        data = beneath.read_all(handle)
        if blob_id(data) == change.old:
            self._watch(handle, change)
        else:
            os.close(handle)
            self._conflict(change.path)
            if change.new is None and self._put_back(folder, change):
                return
            self._rescue(change.path, data, _REPLACED)
        self._repo.step("worktree: remove the replaced file")
        os.unlink(temporary, dir_fd=folder)

    def _put_back(self, folder: int, change: PathChange) -> bool:
        """A file to be taken away turned out to be another: it stays where it was."""
        try:
            name = change.path.rpartition("/")[2]
            place(folder, self._temporary(change), name, self._repo.step)
        except FileExistsError:
            return False
        return True

    def _clear_leftovers(self, folder: int, change: PathChange, texts: Mapping[str, bytes]) -> None:
        """What a killed pass left beside the file: its own unfinished text, or a replaced file."""
        temporary = self._temporary(change)
        new = texts[change.new] if change.new is not None else b""
        for name in (kept_name(temporary), temporary):
            left = beneath.look_in(folder, name)
            if left is None:
                continue
            self._repo.step("worktree: clear a leftover")
            ours = blob_id(left.data) == change.old or new.startswith(left.data)
            if not ours:
                self._conflict(change.path)
                self._rescue(change.path, left.data, _REPLACED)
            os.unlink(name, dir_fd=folder)

    def _temporary(self, change: PathChange) -> str:
        """The same name in every pass, so that a later one finds what an earlier one left."""
        seed = f"{self._intent.decision}\0{change.path}".encode("utf-8", "surrogateescape")
        return f".curator-{blob_id(seed)[:20]}.tmp"

    def _drop_empty_folders(self, path: str) -> None:
        """Like git: a folder whose last file went goes too."""
        for parent in beneath.parents(path):
            self._repo.step(f"worktree: drop folder {parent} if empty")
            try:
                with beneath.folder_of(self._repo.root, parent) as folder:
                    os.rmdir(parent.rpartition("/")[2], dir_fd=folder)
            except FileNotFoundError:
                continue
            except OSError as error:
                if error.errno in (errno.ENOTEMPTY, errno.EEXIST):
                    return
                raise

    def _watch(self, handle: int, change: PathChange) -> None:
        self._replaced.append((handle, change.path, change.old or ""))
        if len(self._replaced) > _WATCHED:
            self._let_go()

    def _let_go(self) -> None:
        handle, path, seen = self._replaced.popleft()
        try:
            data = beneath.read_all(handle)
        finally:
            os.close(handle)
        if blob_id(data) != seen:
            self._conflict(path)
            self._rescue(path, data, _LATE)

    def _rescue(self, path: str, data: bytes, why: str) -> None:
        self._repo.step("worktree: rescue")
        self.rescued.append(rescue(self._repo, path, data, why, self._intent.at))

    def _conflict(self, path: str) -> None:
        if path not in self.conflicts:
            self.conflicts.append(path)
