"""Which commits of decisions must be signed: those made while `[home] sign` held."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from curator_core.model.seal import Seal


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """One commit as far as signing goes.

    `decides` says whether it holds decisions, `turns` what its decisions on the configuration put
    into effect, last one last. `finds` is what the configuration of this commit says where no
    decision is known that put it into effect: a device took it as it found it.
    """

    commit: str
    parents: tuple[str, ...]
    decides: bool
    turns: tuple[bool, ...] = ()
    finds: bool = False
    seal: Seal | None = None


def asked(steps: Sequence[Step], at_start: bool) -> frozenset[str]:
    """The commits of decisions that must be signed, of steps from new to old; `at_start` says
    whether signing held before the oldest.

    A decision turns signing off only if its own commit is signed: else a forger could begin with
    that one. What cannot be judged here turns it off too, and is told by itself.
    """
    holds: dict[str, bool] = {}
    found = set()
    for step in reversed(steps):
        held = any(holds.get(parent, at_start) for parent in step.parents)
        if step.decides and held:
            found.add(step.commit)
        holds[step.commit] = _after(step, held)
    return frozenset(found)


def _after(step: Step, held: bool) -> bool:
    now = held or step.finds
    trusted = not held or step.seal in (Seal.GOOD, Seal.UNCHECKED)
    for turn in step.turns:
        if turn or trusted:
            now = turn
    return now
