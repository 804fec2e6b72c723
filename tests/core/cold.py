"""Loading a Home in a process that never saw it, with the disposable cache removed."""

from __future__ import annotations

import multiprocessing
import os
import sys
from collections.abc import Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import fields

import pytest

from curator_core.service import queueing
from curator_core.service.caller import Caller
from curator_core.service.opening import Opened, opened
from curator_core.store import cache


def seen(one: Opened) -> dict[str, object]:
    """All that a load says of files, review state, ledger and queue, as plain values."""
    reviews = one.snapshot.reviews
    said = {part.name: _plain(getattr(reviews, part.name)) for part in fields(reviews)}
    said["entries"] = _plain(one.snapshot.entries)
    said["items"] = _plain(queueing.view(one).items)
    said["events"] = _plain(one.ledger.events)
    said["problems"] = _plain(one.snapshot.problems)
    said["config"] = _plain(one.snapshot.config)
    return said


def _plain(value: object) -> object:
    if isinstance(value, Mapping):
        return {key: repr(item) for key, item in value.items()}
    if isinstance(value, frozenset):
        return sorted(value)
    return [repr(item) for item in value] if isinstance(value, tuple) else repr(value)


def cold(caller: Caller) -> dict[str, object]:
    """The same from nothing: no cache on disk, no memory of this process."""
    with opened(caller) as one:
        cache.remove(one.repo.state_dir)
    with opened(caller) as one:
        return seen(one)


@contextmanager
def fresh_processes() -> Iterator[ProcessPoolExecutor]:
    """Runs each task in a process of its own that has loaded modules but no Home."""
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload([__name__])
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", os.pathsep.join(path for path in sys.path if path))
        with ProcessPoolExecutor(1, mp_context=context, max_tasks_per_child=1) as pool:
            yield pool
