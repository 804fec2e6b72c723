"""The dialog that asks for two times: when it was valid, and when it was known."""

from __future__ import annotations

from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen

from curator_app.tui.paint.chrome import said
from curator_app.tui.widgets.line import Line
from curator_app.tui.widgets.typed import Typed
from curator_core.model.inquiry import AsOf


class AsOfScreen(ModalScreen[AsOf | None]):
    """Answers both times on enter, None on esc; an empty field is now."""

    AUTO_FOCUS: ClassVar[str | None] = "#typed"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "leave", show=False),
        Binding("down,up", "other", show=False),
    ]

    def __init__(self, as_of: AsOf) -> None:
        super().__init__()
        self._as_of = as_of

    def compose(self) -> ComposeResult:
        """Two fields, each under its question."""
        with Vertical(id="box"):
            yield Line(id="asked")
            yield Typed(id="typed")
            yield Line(id="asked-2")
            yield Typed(id="typed-2")
            yield Line(id="hint")

    def on_mount(self) -> None:
        """What was asked before stands there."""
        self.query_one("#asked", Line).say(said(Text("what was valid at")))
        self.query_one("#asked-2", Line).say(said(Text("as it was known at")))
        hint = Text(
            "a date or an instant with offset, empty: now; tab: the other field; enter asks"
        )
        self.query_one("#hint", Line).say(said(hint))
        self._field(1).value = self._as_of.at or ""
        self._field(2).value = self._as_of.known_at or ""

    def _field(self, number: int) -> Typed:
        return self.query_one("#typed" if number == 1 else "#typed-2", Typed)

    def on_input_submitted(self) -> None:
        """Answer with both."""
        at, known_at = (self._field(number).value.strip() or None for number in (1, 2))
        self.dismiss(AsOf(at=at, known_at=known_at))

    def action_other(self) -> None:
        """The other field."""
        first = self._field(1)
        (self._field(2) if first.has_focus else first).focus()

    def action_leave(self) -> None:
        """Nothing is asked."""
        self.dismiss(None)
