"""The dialog that asks why something is rejected."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen

from curator_app.tui.paint.chrome import reasons, said
from curator_app.tui.paint.wording import REASONS
from curator_app.tui.widgets.line import Line
from curator_app.tui.widgets.typed import Typed
from curator_core.model.decision import ReasonCode


@dataclass(frozen=True, slots=True)
class Why:
    """The reason picked, and the text typed beside it."""

    code: ReasonCode
    text: str


class ReasonScreen(ModalScreen[Why | None]):
    """Digits pick a reason and close; tab goes to the text field, enter there comes back."""

    AUTO_FOCUS: ClassVar[str | None] = ""
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "back", show=False),
        *(Binding(str(n), f"pick({n})", show=False) for n in range(1, len(REASONS) + 1)),
    ]

    def __init__(self, name: Text, note: str) -> None:
        super().__init__()
        self._name_text, self._note = name, note

    def compose(self) -> ComposeResult:
        """A title, the reasons, the text, a hint."""
        with Vertical(id="box"):
            yield Line(id="asked")
            yield Line(id="reasons-1")
            yield Line(id="reasons-2")
            yield Typed(id="typed")
            yield Line(id="hint")

    def on_mount(self) -> None:
        """Show the reasons and the note typed so far."""
        title = Text("reject ").append_text(self._name_text).append(": why?")
        self.query_one("#asked", Line).say(said(title))
        self.query_one("#reasons-1", Line).say(reasons(REASONS[:4], 1))
        self.query_one("#reasons-2", Line).say(reasons(REASONS[4:], 5))
        hint = Text("1-8 stages the reject; tab: a text with it; esc leaves it undecided")
        self.query_one("#hint", Line).say(said(hint))
        self.query_one("#typed", Typed).value = self._note

    def action_pick(self, number: int) -> None:
        """Answer with this reason."""
        text = self.query_one("#typed", Typed).value
        self.dismiss(Why(REASONS[number - 1], text))

    def on_input_submitted(self) -> None:
        """Back from the text to the digits; enter never decides."""
        self.set_focus(None)

    def action_back(self) -> None:
        """From the text to the digits, from there out."""
        if self.focused is not None:
            self.set_focus(None)
        else:
            self.dismiss(None)
