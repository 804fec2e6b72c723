"""Many objects through one `git cat-file --batch`."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import IO

from curator_core.model.problem import Refusal, StoreError

CHUNK = 512
"""Object names asked for at once: their text fits into a pipe, so neither side waits for ever."""


@dataclass(frozen=True, slots=True)
class GitObject:
    """One object as stored."""

    oid: str
    kind: str
    data: bytes


@dataclass(frozen=True, slots=True)
class ReaderChild:
    """The running child; it ends when the last reference to `process` goes."""

    process: object
    asks: IO[bytes]
    answers: IO[bytes]
    words: IO[bytes]


class ObjectReader:
    """Asks a child that is started on first use and again after a damaged object ended it."""

    def __init__(self, start: Callable[[], ReaderChild]) -> None:
        self._start = start
        self._child: ReaderChild | None = None

    def close(self) -> None:
        """Free the child; the next question starts a new one."""
        self._child = None

    def objects(self, names: Iterable[str]) -> Iterator[GitObject | None]:
        """The objects of these names in order, None where one is missing or damaged."""
        waiting = list(names)
        while waiting:
            found = self._answers(waiting[:CHUNK])
            waiting = waiting[len(found) :]
            yield from found

    def _answers(self, chunk: list[str]) -> list[GitObject | None]:
        """At least one answer; a child that dies over a damaged object leaves the rest open."""
        child = self._asked(chunk)
        found: list[GitObject | None] = []
        while len(found) < len(chunk) and self._child is child:
            found.append(self._next(child))
        return found

    def _asked(self, chunk: list[str]) -> ReaderChild:
        if self._child is None:
            self._child = self._start()
            os.set_blocking(self._child.words.fileno(), False)
        try:
            self._child.asks.write("".join(f"{name}\n" for name in chunk).encode())
            self._child.asks.flush()
        except OSError as error:
            raise self._dead() from error
        return self._child

    def _next(self, child: ReaderChild) -> GitObject | None:
        header = child.answers.readline()
        words = header.split()
        if len(words) == 3 and words[2].isdigit():
            size = int(words[2])
            data = child.answers.read(size + 1)
            if len(data) == size + 1:
                return GitObject(words[0].decode(), words[1].decode(), data[:-1])
            self.close()
            return None
        if header.endswith((b" missing\n", b" ambiguous\n")):
            child.words.read()  # complaints about it must not fill the pipe
            return None
        raise self._dead()

    def _dead(self) -> StoreError:
        self.close()
        return StoreError(Refusal("io", "git's objects cannot be read", "run `git fsck`"))
