"""Decisions so far, newest first; each can be taken back through a preview."""

from __future__ import annotations

from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Container

from curator_app.tui import jobs
from curator_app.tui.actions import Scope
from curator_app.tui.messages import HistoryLoaded, Purpose
from curator_app.tui.paint import chrome, decisions
from curator_app.tui.paint.decisions import Decided
from curator_app.tui.paint.sheet import EMPTY
from curator_app.tui.planned import Undo
from curator_app.tui.screens.desk import Deeds, Desk, bindings
from curator_app.tui.screens.plan import PlanScreen
from curator_app.tui.widgets.line import Line
from curator_app.tui.widgets.moving import Pane
from curator_app.tui.widgets.page import Page
from curator_app.tui.widgets.row_list import RowList
from curator_core.model.view import QueueView


class HistoryScreen(Desk):
    """One row for each decision, a batch is one; below or beside it, its events."""

    SCOPE: ClassVar[Scope] = Scope.HISTORY
    BINDINGS: ClassVar[list[BindingType]] = [*bindings(Scope.HISTORY)]
    AUTO_FOCUS: ClassVar[str | None] = "#list"

    def __init__(self) -> None:
        super().__init__()
        self._all: tuple[Decided, ...] = ()

    def compose(self) -> ComposeResult:
        """Header, list and events, foot."""
        yield Line(id="header")
        with Container(id="desk"):
            with Container(id="left"):
                yield RowList(id="list")
                yield Line(id="legend")
            with Container(id="right"):
                yield Line(id="title")
                yield Page(id="text")
        yield self.frame()

    def on_mount(self) -> None:
        """Read the ledger."""
        self.query_one("#header", Line).say(chrome.crumb("history", Text("reading the ledger")))
        self.query_one("#legend", Line).say(decisions.LEGEND)
        self._ask()

    def _ask(self) -> None:
        self.curator.errand(Purpose.LOOK, jobs.history(), self, tag="history")

    def refreshed(self, view: QueueView, *, by_key: bool) -> None:
        """The Home changed: read again."""
        self._ask()

    @property
    def _list(self) -> RowList:
        return self.query_one("#list", RowList)

    @property
    def _page(self) -> Page:
        return self.query_one("#text", Page)

    def pane(self) -> Pane:
        """The page when it has the keys, else the list."""
        return self._page if self._page.has_focus else self._list

    def deeds(self) -> Deeds:
        """What only this screen does."""
        return {
            "undo_row": self._undo,
            "copy": self._copy,
            "open": self._read,
            "chain": self._chain,
        }

    def why_not(self, name: str) -> Text | None:
        """Why a decision cannot be taken back."""
        match name:
            case "undo_row" | "copy" | "open" | "chain" if self._selected is None:
                return Text("nothing is selected")
            case "chain" if self._about() is None:
                return Text("this decision is about no note")
            case "undo_row" if self._selected is not None and self._selected.undone:
                return Text("it is undone already; u on its undo brings it back")
            case _:
                return None

    @property
    def _selected(self) -> Decided | None:
        key = self._list.selected
        return next((each for each in self._all if each.decision == key), None)

    def on_history_loaded(self, event: HistoryLoaded) -> None:
        """Fill the list; the selected decision stays selected."""
        self._all = decisions.grouped(event.rows)
        keys = [each.decision for each in self._all]
        self._list.fill(keys, self._row, decisions.NO_HISTORY)
        self.query_one("#header", Line).say(chrome.crumb("history", decisions.tally(self._all)))
        self._show()

    def _row(self, index: int, width: int) -> Text:
        return decisions.history_row(self._all[index], width)

    def on_row_list_moved(self) -> None:
        """Show the events of the row."""
        self._show()

    def on_row_list_opened(self) -> None:
        """A second click goes into the events."""
        self._read()

    def _read(self) -> None:
        self._page.focus()

    def _show(self) -> None:
        decided = self._selected
        if decided is None:
            self._page.show(EMPTY, "")
        else:
            self._page.show(decisions.history_sheet(decided), decided.decision)

    def on_page_scrolled(self) -> None:
        """How much of the events is on the screen."""
        span = self._page.span
        line = self.query_one("#title", Line)
        line.show(lambda width: chrome.pane_title(Text("events"), chrome.span(*span), width))

    def _undo(self) -> None:
        decided = self._selected
        assert decided is not None, "BUG: nothing selected to undo"
        self.app.push_screen(PlanScreen(Undo(decided.decision)))

    def _about(self) -> str | None:
        """The first note that the decision is about."""
        events = () if self._selected is None else self._selected.events
        return next((note for event in events for note in event.about), None)

    def _chain(self) -> None:
        from curator_app.tui.screens.chain import ChainScreen

        about = self._about()
        assert about is not None, "BUG: no note to trace"
        self.app.push_screen(ChainScreen(about))

    def _copy(self) -> None:
        decided = self._selected
        assert decided is not None, "BUG: nothing selected to copy"
        self.curator.copy(decided.decision)
