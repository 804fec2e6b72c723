"""Numbers about deciding; behind each stand the decisions or items that it counts."""

from __future__ import annotations

from typing import ClassVar

from rich.text import Text
from textual.binding import BindingType

from curator_app.tui import past_jobs
from curator_app.tui.actions import Scope
from curator_app.tui.figures import RANGES, Figure, figures
from curator_app.tui.messages import Purpose
from curator_app.tui.paint import stats
from curator_app.tui.paint.sheet import EMPTY
from curator_app.tui.past_messages import StatsLoaded
from curator_app.tui.screens.beside import BesideScreen
from curator_app.tui.screens.desk import Deeds, bindings
from curator_core.model.view import QueueView

MONTH = 30


class StatsScreen(BesideScreen):
    """One row for each number; 1-4 choose the range."""

    SCOPE: ClassVar[Scope] = Scope.STATS
    BINDINGS: ClassVar[list[BindingType]] = [*bindings(Scope.STATS)]
    PLACE: ClassVar[str] = "stats"
    PAGE: ClassVar[str] = "what it counts"

    def __init__(self) -> None:
        super().__init__()
        self._days: int | None = MONTH
        self._figures: tuple[Figure, ...] = ()

    def on_mount(self) -> None:
        """Count."""
        self.head(Text("counting"))
        self.legend(stats.LEGEND)
        self._ask()

    def _ask(self) -> None:
        self.curator.errand(Purpose.LOOK, past_jobs.stats(self._days), self, tag="stats")

    def refreshed(self, view: QueueView, *, by_key: bool) -> None:
        """The Home changed: count again."""
        self._ask()

    def deeds(self) -> Deeds:
        """What only this screen does."""
        return {"open": self._open}

    def why_not(self, name: str) -> Text | None:
        """Nothing can be opened before it is counted."""
        if name == "open" and self._selected is None:
            return Text("nothing is selected")
        return None

    def pick(self, name: str, key: str) -> None:
        """Another range; without a key the next one."""
        days = [span for _, span in RANGES.values()]
        following = days[(days.index(self._days) + 1) % len(days)]
        self._days = RANGES[key][1] if key in RANGES else following
        self.head(stats.head(self._days))
        self._ask()

    @property
    def _selected(self) -> Figure | None:
        return next((each for each in self._figures if each.key == self.rows.selected), None)

    def on_stats_loaded(self, event: StatsLoaded) -> None:
        """Show the numbers, unless another range is asked for by now."""
        if event.stats.days != self._days:
            return
        self._figures = figures(event.stats, self.session.looks)
        self.rows.fill([each.key for each in self._figures], self._row, stats.NOTHING)
        self.head(stats.head(self._days))
        self.show()

    def _row(self, index: int, width: int) -> Text:
        return stats.figure_row(self._figures[index], width)

    def show(self) -> None:
        """What the number under the cursor counts."""
        figure = self._selected
        self.page.show(EMPTY if figure is None else stats.behind(figure), self.rows.selected or "")

    def on_row_list_opened(self) -> None:
        """A second click opens."""
        self._open()

    def _open(self) -> None:
        figure = self._selected
        if figure is None or not figure.events:
            self.read()
            return
        from curator_app.tui.screens.history import HistoryScreen

        decisions = frozenset(event.decision for event in figure.events)
        self.app.push_screen(HistoryScreen(decisions, stats.opened(figure)))
