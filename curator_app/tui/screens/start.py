"""The dialog that asks where a lineage begins."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen

from curator_app.tui.paint import lineage
from curator_app.tui.paint.chrome import said
from curator_app.tui.screens.report import STEPS
from curator_app.tui.widgets.line import Line
from curator_app.tui.widgets.moving import Step
from curator_app.tui.widgets.row_list import RowList
from curator_core.model.lineage import Start

OTHER = "?"
"""The answer that asks for a name to be typed."""


class StartScreen(ModalScreen[str | None]):
    """Answers how the lineage is asked from the chosen place, `OTHER`, or None on esc.

    A digit or enter chooses; nothing is decided here.
    """

    AUTO_FOCUS: ClassVar[str | None] = "#starts"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q", "leave", show=False),
        Binding("enter", "choose", show=False),
        *(Binding(str(n), f"pick({n})", show=False) for n in range(1, 10)),
        *(Binding(keys, f"move('{step}')", show=False) for step, keys in STEPS.items()),
    ]

    def __init__(self, starts: Sequence[Start], now: str | None) -> None:
        super().__init__()
        self._starts, self._now = starts, now

    def compose(self) -> ComposeResult:
        """A title, the places, a hint."""
        with Vertical(id="places"):
            yield Line(id="asked")
            yield RowList(id="starts")
            yield Line(id="hint")

    def on_mount(self) -> None:
        """Show the places; the cursor is on the one in use."""
        self.query_one("#asked", Line).say(said(Text("all that came from where?")))
        self.query_one("#hint", Line).say(said(Text("a digit or enter chooses, esc leaves")))
        rows = self.query_one("#starts", RowList)
        rows.fill([*(start.asked for start in self._starts), OTHER], self._row)
        if self._now is not None:
            rows.select(self._now)

    def _row(self, index: int, width: int) -> Text:
        start = self._starts[index] if index < len(self._starts) else None
        return lineage.start_row(index + 1, start, width)

    def action_pick(self, number: int) -> None:
        """Choose by digit."""
        if number <= len(self._starts):
            self.dismiss(self._starts[number - 1].asked)
        elif number == len(self._starts) + 1:
            self.dismiss(OTHER)

    def action_choose(self) -> None:
        """Choose what the cursor is on."""
        self.dismiss(self.query_one("#starts", RowList).selected)

    def on_row_list_opened(self) -> None:
        """A second click chooses."""
        self.action_choose()

    def action_move(self, step: str) -> None:
        """Move in the list."""
        self.query_one("#starts", RowList).move(Step(step))

    def action_leave(self) -> None:
        """As it was."""
        self.dismiss(None)
