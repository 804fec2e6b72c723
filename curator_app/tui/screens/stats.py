"""Numbers about deciding; behind each stand the decisions or items that it counts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import ClassVar

from rich.text import Text
from textual.binding import BindingType

from curator_app.tui import past_jobs
from curator_app.tui.actions import Scope
from curator_app.tui.figures import RANGES, Counted, Figure, Look, figures, rows
from curator_app.tui.messages import Purpose
from curator_app.tui.paint import exported, stats
from curator_app.tui.paint.foreign import foreign
from curator_app.tui.paint.sheet import EMPTY
from curator_app.tui.past_messages import StatsLoaded
from curator_app.tui.screens.beside import BesideScreen
from curator_app.tui.screens.desk import Deeds, bindings
from curator_app.tui.screens.saving import SavingScreen
from curator_core.model.event import Event
from curator_core.model.proposal import Item
from curator_core.model.view import QueueView, Staged

MONTH = 30


class StatsScreen(SavingScreen, BesideScreen):
    """One row for each number, what it counts below it when asked for; 1-4 choose the range."""

    SCOPE: ClassVar[Scope] = Scope.STATS
    BINDINGS: ClassVar[list[BindingType]] = [*bindings(Scope.STATS)]
    PLACE: ClassVar[str] = "stats"
    PAGE: ClassVar[str] = "what it counts"

    def __init__(self) -> None:
        super().__init__()
        self._days: int | None = MONTH
        self._figures: tuple[Figure, ...] = ()
        self._shown: Mapping[str, Figure | Counted] = {}
        self._unfolded: set[str] = set()

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
        return {"open": self._open, "export": self._export}

    def why_not(self, name: str) -> Text | None:
        """Nothing can be opened or written before it is counted."""
        if name == "open" and self._selected is None:
            return Text("nothing is selected")
        return Text("not counted yet") if name == "export" and not self._figures else None

    def pick(self, name: str, key: str) -> None:
        """Another range; without a key the next one."""
        days = [span for _, span in RANGES.values()]
        following = days[(days.index(self._days) + 1) % len(days)]
        self._days = RANGES[key][1] if key in RANGES else following
        self.head(stats.head(self._days))
        self._ask()

    @property
    def _selected(self) -> Figure | Counted | None:
        return self._shown.get(self.rows.selected or "")

    def on_stats_loaded(self, event: StatsLoaded) -> None:
        """Show the numbers, unless another range is asked for by now."""
        if event.stats.days != self._days:
            return
        self._figures = figures(event.stats, self.session.looks)
        self._fill()
        self.head(stats.head(self._days))
        self.show()

    def _fill(self) -> None:
        shown = rows(self._figures, self._unfolded)
        self._shown = {each.key: each for each in shown}

        self.rows.fill(list(self._shown), lambda n, width: _row(shown[n], width), stats.NOTHING)

    def show(self) -> None:
        """What the number under the cursor counts."""
        match self._selected:
            case Figure() as figure:
                sheet = stats.behind(figure)
            case Counted(what=what):
                sheet = stats.counted(what)
            case None:
                sheet = EMPTY
        self.page().show(sheet, self.rows.selected or "")

    def on_row_list_opened(self) -> None:
        """A second click opens."""
        self._open()

    def _open(self) -> None:
        match self._selected:
            case Figure(events=events, items=(), looks=()) as figure if events:
                self._history(events, stats.opened(figure))
            case Figure(is_section=False) as figure if figure.behind:
                self._unfolded ^= {figure.key}
                self._fill()
                self.rows.select(f"{figure.key} 0")  # so that it is in view
                self.rows.select(figure.key)
            case Figure(is_section=False):
                self.say(stats.NOTHING_BEHIND)
            case Counted(what=Event() as event):
                self._history((event,), foreign(event.decision))
            case Counted(what=Item(item=name) | Look(staged=Staged(item=name))):
                self._open_item(name)
            case _:
                self.read()

    def _history(self, events: Iterable[Event], about: Text) -> None:
        from curator_app.tui.screens.history import HistoryScreen

        self.app.push_screen(HistoryScreen(frozenset(each.decision for each in events), about))

    def _open_item(self, name: str) -> None:
        """What waits, or is a note by now."""
        from curator_app.tui.screens.detail import DetailScreen
        from curator_app.tui.screens.note import NoteScreen

        waits = self.session.item(name) is not None
        self.app.push_screen(DetailScreen(name) if waits else NoteScreen(name))

    def _export(self) -> None:
        span = next(name for name, days in RANGES.values() if days == self._days)
        words = f"stats-{self.session.now():%Y-%m-%d}-{span.replace(' ', '-')}.csv"
        text = exported.numbers(self._figures)
        self.save(Text("write these numbers as CSV to"), words, text)


def _row(each: Figure | Counted, width: int) -> Text:
    if isinstance(each, Figure):
        return stats.figure_row(each, width)
    return stats.counted_row(each, width)
