"""Forgetting as jobs for workers, and the messages that they answer with."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from textual.message import Message

from curator_app.tui.errands import Job
from curator_app.tui.paint import forgetting as paint
from curator_app.tui.paint.sheet import EMPTY, Sheet
from curator_core.model.forgetting import DeletionReceipt, Wish
from curator_core.model.problem import Refusal
from curator_core.service.caller import Caller

if TYPE_CHECKING:
    from curator_core.service.forgetting import Foreseen


@dataclass
class ForgetShown(Message, bubble=False):
    """What a forget would do, painted; or why it cannot be done."""

    outcome: Foreseen | Refusal
    sheet: Sheet


@dataclass
class Forgot(Message, bubble=False):
    """A forget was carried out, its receipt painted; or it was refused."""

    outcome: DeletionReceipt | Refusal
    sheet: Sheet


def preview(wish: Wish) -> Job:
    """Find everything that a forget reaches."""

    def job(caller: Caller) -> Message:
        from curator_core.service import forgetting

        found = forgetting.preview(caller, wish)
        return ForgetShown(found, EMPTY if isinstance(found, Refusal) else paint.foreseen(found))

    return job


def forget(wish: Wish, shown_hash: str) -> Job:
    """Let it go, if the plan still is the one that was shown."""

    def job(caller: Caller) -> Message:
        from curator_core.service import forgetting, searching, views

        done = forgetting.forget(caller, wish, shown_hash)
        if isinstance(done, Refusal):
            return Forgot(done, EMPTY)
        views.follow(caller, True)
        searching.follow(caller)
        return Forgot(done, paint.receipt(done))

    return job
