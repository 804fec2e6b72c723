"""The dialog that asks which slot a free note states a value of."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, cast

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen

from curator_app.tui import inquiries
from curator_app.tui.messages import Purpose, SlotsSuggested, WorldFailed
from curator_app.tui.paint import slots
from curator_app.tui.paint.chrome import said
from curator_app.tui.paint.foreign import refusal
from curator_app.tui.widgets.line import Line
from curator_app.tui.widgets.moving import Step
from curator_app.tui.widgets.page import Page
from curator_core.model.decision import Edit
from curator_core.model.problem import Refusal
from curator_core.model.suggestion import Suggestions

if TYPE_CHECKING:
    from curator_app.tui.app import CuratorApp


class SlotScreen(ModalScreen[Edit | None]):
    """Answers the decision that puts the note into the chosen slot, None when it stays free.

    Digits choose; enter, y and a do nothing here.
    """

    AUTO_FOCUS: ClassVar[str | None] = ""
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q", "leave", show=False),
        *(Binding(digit, f"pick('{digit}')", show=False) for digit in slots.DIGITS),
        Binding("j,down", "step('down')", show=False),
        Binding("k,up", "step('up')", show=False),
        Binding("g,home", "step('first')", show=False),
        Binding("G,end", "step('last')", show=False),
    ]

    def __init__(self, item: str) -> None:
        super().__init__()
        self._item = item
        self._found: Suggestions | None = None

    def compose(self) -> ComposeResult:
        """A title, the choice, the keys."""
        with Vertical(id="kinds"):
            yield Line(id="asked")
            yield Page(id="choice")
            yield Line(id="hint")

    def on_mount(self) -> None:
        """Look for slots."""
        self.query_one("#hint", Line).say(slots.WAITING)
        app = cast("CuratorApp", self.app)
        app.errand(Purpose.LOOK, inquiries.slots(self._item), self, tag="slots")

    def on_slots_suggested(self, event: SlotsSuggested) -> None:
        """Show the choice, or why there is none."""
        hint = self.query_one("#hint", Line)
        match event.outcome:
            case Refusal() as no:
                hint.say(said(refusal(no)))
            case Suggestions(slots=()):
                hint.say(slots.NONE)
            case Suggestions() as found:
                self._found = found
                self.query_one("#asked", Line).say(said(slots.title(found)))
                self.query_one("#choice", Page).show(slots.choice(found), found.item)
                hint.say(slots.HINT)

    def on_world_failed(self, event: WorldFailed) -> None:
        """The Home cannot be read: say why, esc leaves."""
        self.query_one("#hint", Line).say(said(refusal(event.refusal)))

    def action_pick(self, digit: str) -> None:
        """Choose a slot that is shown."""
        number = slots.DIGITS.index(digit)
        if self._found is not None and number < len(self._found.slots):
            self.dismiss(self._found.slots[number].decision)

    def action_step(self, step: str) -> None:
        """Scroll."""
        self.query_one("#choice", Page).move(Step(step))

    def action_leave(self) -> None:
        """The note stays free."""
        self.dismiss(None)
