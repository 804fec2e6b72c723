"""The dialog that asks for a sort order."""

from __future__ import annotations

from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen

from curator_app.tui.arranging import Order
from curator_app.tui.paint import chrome
from curator_app.tui.widgets.line import Line

ORDERS = tuple(Order)


class OrderScreen(ModalScreen[Order | None]):
    """A digit picks an order and closes; esc leaves it as it is."""

    AUTO_FOCUS: ClassVar[str | None] = ""
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q", "leave", show=False),
        *(Binding(str(n), f"pick({n})", show=False) for n in range(1, len(ORDERS) + 1)),
    ]

    def __init__(self, now: Order) -> None:
        super().__init__()
        self._now = now

    def compose(self) -> ComposeResult:
        """A title, the orders, a hint."""
        with Vertical(id="box"):
            yield Line(id="asked")
            yield Line(id="reasons-1")
            yield Line(id="reasons-2")
            yield Line(id="hint")

    def on_mount(self) -> None:
        """Show the orders with their digits."""
        self.query_one("#asked", Line).say(chrome.said(Text("sort by")))
        self.query_one("#reasons-1", Line).say(chrome.orders(ORDERS[:4], 1, self._now))
        self.query_one("#reasons-2", Line).say(chrome.orders(ORDERS[4:], 5, self._now))
        self.query_one("#hint", Line).say(chrome.said(Text("the order is kept until you leave")))

    def action_pick(self, number: int) -> None:
        """Answer with this order."""
        self.dismiss(ORDERS[number - 1])

    def action_leave(self) -> None:
        """As it was."""
        self.dismiss(None)
