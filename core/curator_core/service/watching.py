"""A long write as somebody follows it: how far it is, and stopped before its commit point."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Protocol, TypeVar

from curator_core.model.problem import Refusal, StoreError

T = TypeVar("T")

CANCELLED = "cancelled"
POINT = "before git update-ref"
"""The step right before the commit point."""
_BLOB = "before git hash-object"
_BEGUN = ("before git unpack-objects", "before git index-pack")
_PACKED = ("after git unpack-objects", "after git index-pack")
"""All blobs at once."""
_FILE = "worktree: open folder"


class Stage(StrEnum):
    """Where a write is; the commit point lies between OBJECTS and FILES."""

    BINDING = "checking decisions"
    PLANNING = "planning"
    OBJECTS = "preparing"
    FILES = "writing files"


@dataclass(frozen=True, slots=True)
class Progress:
    """`done` of `total` in one stage; the total is 0 where it is not known."""

    stage: Stage
    done: int = 0
    total: int = 0


class Watch(Protocol):
    """Follows one write, from its thread."""

    def told(self, progress: Progress) -> None:
        """The write is that far."""

    def may_go_on(self, *, last: bool = False) -> bool:
        """False stops the write with nothing written; `last` is asked right before the commit
        point, a True there is final."""


class Unwatched:
    """Nobody follows, nobody stops it."""

    def told(self, progress: Progress) -> None:
        """Nothing."""

    def may_go_on(self, *, last: bool = False) -> bool:
        """Always."""
        return True


UNWATCHED = Unwatched()


def stopped() -> StoreError:
    """A write that was stopped; it leaves through every layer."""
    hint = "every decision is still staged; write again when you want"
    return StoreError(Refusal(CANCELLED, "stopped before the commit point, nothing written", hint))


def checkpoint(watch: Watch, progress: Progress) -> None:
    """Tell how far it is; raises the stop when that is wanted."""
    watch.told(progress)
    if not watch.may_go_on():
        raise stopped()


def stoppable(run: Callable[[], T]) -> T | Refusal:
    """What a write gives; a stop as its refusal."""
    try:
        return run()
    except StoreError as error:
        if error.refusal.code != CANCELLED:
            raise
        return error.refusal


class Steps:
    """The steps of a transaction for a watch; called with the name of each before it is done."""

    def __init__(self, watch: Watch, blobs: int, files: int) -> None:
        self._watch = watch
        self._objects = Progress(Stage.OBJECTS, 0, blobs)
        self._files = Progress(Stage.FILES, 0, files)
        self._past = self._over = False

    def __call__(self, name: str) -> None:
        """One step; raises the stop, once, when that is wanted and still possible."""
        if self._past or self._over:
            self._after(name)
            return
        if name.startswith(_BLOB):
            self._objects = _next(self._objects)
        if name in _PACKED:
            self._objects = replace(self._objects, done=self._objects.total)
        if name.startswith(_BLOB) or name in _BEGUN + _PACKED:
            self._watch.told(self._objects)
        if not self._watch.may_go_on(last=name == POINT):
            self._over = True
            raise stopped()
        self._past = name == POINT

    def _after(self, name: str) -> None:
        if self._past and name.startswith(_FILE):
            self._files = _next(self._files)
            self._watch.told(self._files)


def _next(before: Progress) -> Progress:
    return Progress(before.stage, min(before.done + 1, before.total), before.total)
