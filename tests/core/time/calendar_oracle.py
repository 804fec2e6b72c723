"""A second oracle: a slot is a row of days, and a decision paints days.

Day 0 stands for all time before the first day, the last day for all time after it. A note is a run
of days. Nothing here knows of notes' fields, edges or boundaries.
"""

from __future__ import annotations

from dataclasses import dataclass, field

DAYS = 20
LAST = DAYS + 1


@dataclass
class Run:
    """The days [start, end) of a note."""

    start: int
    end: int

    @property
    def empty(self) -> bool:
        """Whether no day is left."""
        return self.end <= self.start


@dataclass
class Calendar:
    """The notes of one slot in one scope. `gone` holds the runs of archived notes."""

    runs: dict[str, Run] = field(default_factory=dict)
    gone: dict[str, Run] = field(default_factory=dict)

    def owner(self, day: int) -> str | None:
        """The note painted on a day."""
        found = [name for name, run in self.runs.items() if run.start <= day < run.end]
        assert len(found) <= 1, f"two notes on day {day}: {found}"
        return found[0] if found else None

    def copy(self) -> Calendar:
        """The same rows, to come back to."""
        runs = {name: Run(run.start, run.end) for name, run in self.runs.items()}
        gone = {name: Run(run.start, run.end) for name, run in self.gone.items()}
        return Calendar(runs, gone)

    def paint(self, name: str, start: int, end: int) -> str:
        """Give free days to a note."""
        if end <= start:
            return "relation-order"
        if any(self.owner(day) for day in range(start, end)):
            return "slot-collision"
        self.runs[name] = Run(start, end)
        return "done"

    def add(self, name: str, start: int | None, end: int | None) -> str:
        """A note beside the others; without an end up to the next note."""
        begin = 0 if start is None else start
        if end is None:
            later = [run.start for run in self.runs.values() if run.start > begin and not run.empty]
            end = min([LAST, *later])
        return self.paint(name, begin, end)

    def find(self, target: str, start: int, at_start: bool) -> str:
        """The note whose days a start divides, or why there is none."""
        run = self.runs.get(target)
        if run is None or run.empty:
            return "!dead"
        if at_start and start == run.start:
            return target
        if start <= run.start:
            return "!relation-order"
        if start < run.end:
            return target
        owner = self.owner(start)
        if owner is None:
            return "!dead"
        if self.runs[owner].start == start and not at_start:
            return "!relation-order"
        return owner

    def change(self, name: str, target: str, days: tuple[int, int | None], at_start: bool) -> str:
        """A state change or revocation: the rest of the target's days, or up to an own end."""
        start, end = days
        found = self.find(target, start, at_start)
        if found.startswith("!"):
            return found[1:]
        run = self.runs[found]
        former, run.end = run.end, start
        return self.paint(name, start, former if end is None else end)

    def leave(self, target: str, days: tuple[int, int | None], narrow: Calendar, name: str) -> str:
        """A scope change: the days go to a note in another calendar."""
        start, end = days
        found = self.find(target, start, at_start=True)
        if found.startswith("!"):
            return found[1:]
        run = self.runs[found]
        former, run.end = run.end, start
        return narrow.paint(name, start, former if end is None else end)

    def correct(self, name: str, target: str, start: int | None, end: int | None) -> str:
        """All days of the target; given boundaries push the neighbours that touch."""
        run = self.runs.get(target)
        if run is None or run.empty:
            return "dead"
        old = Run(run.start, run.end)
        new = Run(old.start if start is None else start, old.end if end is None else end)
        if new.empty:
            return "relation-order"
        run.end = run.start
        for other in self.runs.values():
            if other is run or other.empty:
                continue
            if other.end == old.start and new.start != old.start:
                other.end = new.start
            elif other.start == old.end and new.end != old.end:
                other.start = new.end
            if other.end <= other.start:
                return "relation-order"
        return self.paint(name, new.start, new.end)

    def archive(self, name: str) -> None:
        """Free a note's days."""
        self.gone[name] = self.runs.pop(name)

    def restore(self, name: str) -> str:
        """Give an archived note its days back, an open end up to the next note."""
        run = self.gone.pop(name)
        return self.add(name, run.start, None if run.end == LAST else run.end)
