"""Two sides measured in turns, and the table that shows them beside their bar."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from statistics import median

PAIRS = 7
"""Pairs of one row; single figures swing by half on a shared machine, ratios far less."""

Side = Callable[[], object]


@dataclass(frozen=True, slots=True)
class Row:
    """What was measured: both sides in seconds (or MiB), and what SPEED §B asks of their ratio."""

    name: str
    ours: Sequence[float]
    theirs: Sequence[float]
    bar: str = ""
    unit: str = "ms"

    @property
    def ratio(self) -> float:
        """The median of the pairs' ratios."""
        return median(one / other for one, other in zip(self.ours, self.theirs, strict=True))

    def cells(self) -> tuple[str, ...]:
        """The row as text: name, ours, theirs, ratio, bar."""
        ours, theirs = median(self.ours), median(self.theirs)
        scale = 1000 if self.unit == "ms" else 1
        figures = (f"{ours * scale:.1f}", f"{theirs * scale:.1f} {self.unit}")
        ratio = f"{self.ratio:.2f}x" if self.ratio >= 0.1 else f"1/{1 / self.ratio:.0f}"
        return (self.name, *figures, ratio, self.bar)


@dataclass(slots=True)
class Report:
    """All rows of a session, printed as one table."""

    rows: list[tuple[str, ...]] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    def add(self, *rows: Row) -> None:
        """Keep rows for the table."""
        self.rows.extend(row.cells() for row in rows)

    def text(self) -> str:
        """The table, columns aligned."""
        head = ("", "ours", "theirs", "ratio", "bar")
        rows = [head, *self.rows]
        widths = [max(len(row[column]) for row in rows) for column in range(len(head))]
        lines = []
        for name, *cells in rows:
            aligned = (cell.rjust(width) for cell, width in zip(cells, widths[1:], strict=True))
            lines.append("  ".join((name.ljust(widths[0]), *aligned)).rstrip())
        return "\n".join((*lines, "", *self.notes))


def timed(side: Side) -> float:
    """How long one call takes, in seconds."""
    start = time.perf_counter()
    side()
    return time.perf_counter() - start


def alternated(ours: Side, theirs: Side, pairs: int = PAIRS) -> tuple[list[float], list[float]]:
    """Both sides in turns; each is called once before, so that neither pays for a cold start."""
    ours(), theirs()
    found = [(timed(ours), timed(theirs)) for _ in range(pairs)]
    return [one for one, _ in found], [other for _, other in found]


def percentile(values: Sequence[float], share: float) -> float:
    """The smallest value that at least this share of them does not exceed."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]
