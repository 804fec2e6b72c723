"""Errands: use cases run by one thread worker per purpose, which only posts messages.

An errand that waits is replaced by a newer one with the same tag, so floods collapse; an errand
without a tag is never dropped.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass

from textual.app import App
from textual.message import Message
from textual.message_pump import MessagePump

from curator_app.tui.messages import ErrandEnded, Purpose, WorldFailed
from curator_core.model.problem import Refusal, StoreError
from curator_core.service.caller import Caller

Job = Callable[[Caller], Message]
"""A use case and its answer as a message; runs in a thread, touches no widget."""


@dataclass(frozen=True, slots=True)
class Errand:
    """A job, its caller as of the key press, and who gets the answer."""

    purpose: Purpose
    job: Job
    caller: Caller
    to: MessagePump
    tag: str | None = None


class Errands:
    """The errands of one app: at most one runs per purpose, the others wait in order."""

    def __init__(self, app: App[None]) -> None:
        self._app = app
        self._running: set[Purpose] = set()
        self._waiting: dict[Purpose, deque[Errand]] = {purpose: deque() for purpose in Purpose}

    def busy(self, *purposes: Purpose) -> bool:
        """Whether an errand of one of these purposes runs or waits."""
        return any(purpose in self._running for purpose in purposes)

    def send(self, errand: Errand) -> None:
        """Run an errand now, or when the one before it is done."""
        queue = self._waiting[errand.purpose]
        if errand.purpose not in self._running:
            self._start(errand)
            return
        for place, waiting in enumerate(queue):
            if errand.tag is not None and waiting.tag == errand.tag:
                queue[place] = errand
                return
        queue.append(errand)

    def ended(self, purpose: Purpose) -> None:
        """Start what waited for this purpose; the app calls it when a worker is done."""
        self._running.discard(purpose)
        if self._waiting[purpose]:
            self._start(self._waiting[purpose].popleft())

    def _start(self, errand: Errand) -> None:
        self._running.add(errand.purpose)
        self._app.run_worker(
            lambda: self._run(errand),
            name=errand.purpose.value,
            group=errand.purpose.value,
            thread=True,
            exclusive=True,
            exit_on_error=False,
        )

    def _run(self, errand: Errand) -> None:
        """In the thread: do the job and post its answer; never touch a widget."""
        try:
            answer = errand.job(errand.caller)
        except StoreError as failure:
            answer = WorldFailed(errand.purpose, failure.refusal)
        except Exception as bug:  # noqa: BLE001 - the worker boundary: the app lives on and says so
            answer = WorldFailed(errand.purpose, _bug(bug))
        errand.to.post_message(answer)
        self._app.post_message(ErrandEnded(errand.purpose))


def _bug(bug: Exception) -> Refusal:
    """A defect as a refusal that says where it happened."""
    trace = bug.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    place = f"{trace.tb_frame.f_code.co_filename}:{trace.tb_lineno}" if trace else "unknown place"
    return Refusal("bug", f"{type(bug).__name__}: {bug}", f"please report it: {place}")
