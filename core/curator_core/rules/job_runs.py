"""What nightly jobs brought lately: no error is not success (DESIGN §8, C35)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import pairwise
from statistics import median

from curator_core.model.proposal import JobRun, Proposal

SLACK = 1.5
"""A job is overdue when it is silent for longer than this many of its usual gaps; open bound."""


@dataclass(frozen=True, slots=True)
class _Run:
    at: datetime
    said: str
    texts: frozenset[str]
    count: int


def newest(proposals: Iterable[Proposal], now: datetime) -> tuple[JobRun, ...]:
    """The newest run of every job that signs its proposals, by name."""
    runs: dict[str, dict[str, list[Proposal]]] = defaultdict(lambda: defaultdict(list))
    for proposal in proposals:
        job = next((value for name, value in proposal.trailers if name == "job"), "").strip()
        if job:
            for ref in proposal.refs[:1]:
                runs[job][ref].append(proposal)
    return tuple(
        _newest(job, [_run(each) for each in runs[job].values()], now) for job in sorted(runs)
    )


def _run(proposals: Sequence[Proposal]) -> _Run:
    last = max(proposals, key=lambda each: datetime.fromisoformat(each.at))
    texts = frozenset(file.after or file.path for each in proposals for file in each.files)
    return _Run(datetime.fromisoformat(last.at), last.at, texts, len(proposals))


def _newest(job: str, runs: list[_Run], now: datetime) -> JobRun:
    ordered = sorted(runs, key=lambda run: run.at)
    last, before = ordered[-1], ordered[:-1]
    same = next((run.said for run in reversed(before) if last.texts <= run.texts), None)
    gaps = [(b.at - a.at) / timedelta(seconds=1) for a, b in pairwise(ordered)]
    silent = (now - last.at) / timedelta(seconds=1)
    overdue = bool(gaps) and silent > SLACK * median(gaps)
    return JobRun(job=job, last_run=last.said, proposals=last.count, repeats=same, overdue=overdue)
