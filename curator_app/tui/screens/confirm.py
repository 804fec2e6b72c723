"""The dialog that names what a reviewer must confirm before a decision can be staged."""

from __future__ import annotations

from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen

from curator_app.tui.paint import chrome
from curator_app.tui.paint.foreign import against
from curator_app.tui.paint.sheet import Sheet, SheetLine
from curator_app.tui.widgets.line import Line
from curator_app.tui.widgets.page import Page
from curator_core.model.problem import Refusal


class ConfirmScreen(ModalScreen[bool]):
    """True when the named code is confirmed with `1`; enter, y and a do nothing here."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("1", "confirm", show=False),
        Binding("escape,q", "leave", show=False),
    ]

    def __init__(self, deed: Text, no: Refusal) -> None:
        super().__init__()
        self._deed, self._no = deed, no

    def compose(self) -> ComposeResult:
        """What was to be staged, what speaks against it, the two keys."""
        with Vertical(id="box"):
            yield Line(id="asked")
            yield Page(id="why")
            yield Line(id="hint")

    def on_mount(self) -> None:
        """Show why the decision does not go through as it is."""
        self.query_one("#asked", Line).say(chrome.said(self._deed))
        why = SheetLine(against(self._no), 1)
        self.query_one("#why", Page).show(Sheet((why,)), self._no.code)
        self.query_one("#hint", Line).say(chrome.confirming(self._no))

    def action_confirm(self) -> None:
        """Confirmed by name."""
        self.dismiss(True)

    def action_leave(self) -> None:
        """Left undecided."""
        self.dismiss(False)
