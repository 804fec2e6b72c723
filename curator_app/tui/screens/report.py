"""A page over the screen that only tells something; esc and enter close it."""

from __future__ import annotations

from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen

from curator_app.tui.paint.chrome import said
from curator_app.tui.paint.sheet import Sheet
from curator_app.tui.widgets.line import Line
from curator_app.tui.widgets.moving import Step
from curator_app.tui.widgets.page import Page

STEPS = {
    Step.DOWN: "j,down",
    Step.UP: "k,up",
    Step.FIRST: "g,home",
    Step.LAST: "G,end",
    Step.PAGE_DOWN: "ctrl+d,pagedown",
    Step.PAGE_UP: "ctrl+u,pageup",
}


class ReportScreen(ModalScreen[None]):
    """Shows a sheet. Nothing is asked and nothing decided."""

    AUTO_FOCUS: ClassVar[str | None] = "#told"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,enter,q", "leave", show=False),
        *(Binding(keys, f"move('{step}')", show=False) for step, keys in STEPS.items()),
    ]

    def __init__(self, title: Text, sheet: Sheet) -> None:
        super().__init__()
        self._title_text, self._sheet = title, sheet

    def compose(self) -> ComposeResult:
        """A title, the page, a hint."""
        with Vertical(id="report"):
            yield Line(id="asked")
            yield Page(id="told")
            yield Line(id="hint")

    def on_mount(self) -> None:
        """Show it."""
        self.query_one("#asked", Line).say(said(self._title_text))
        self.query_one("#hint", Line).say(said(Text("j k move; esc closes")))
        self.query_one("#told", Page).show(self._sheet, "report")

    def action_move(self, step: str) -> None:
        """Scroll."""
        self.query_one("#told", Page).move(Step(step))

    def action_leave(self) -> None:
        """Back to the list."""
        self.dismiss(None)
