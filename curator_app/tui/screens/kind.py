"""The dialog that asks how a proposal replaces what stands in its place."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, ClassVar, cast

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen

from curator_app.tui import inquiries
from curator_app.tui.messages import KindsCompared, Purpose, WorldFailed
from curator_app.tui.paint import kinds
from curator_app.tui.paint.chrome import said
from curator_app.tui.paint.foreign import refusal
from curator_app.tui.screens.ask import AskScreen
from curator_app.tui.widgets.line import Line
from curator_app.tui.widgets.moving import Step
from curator_app.tui.widgets.page import Page
from curator_core.model.decision import Approve
from curator_core.model.inquiry import Alternatives
from curator_core.model.problem import Refusal
from curator_core.model.view import Preview, SourceView

if TYPE_CHECKING:
    from curator_app.tui.app import CuratorApp


class KindScreen(ModalScreen[Approve | None]):
    """Answers the wish with the chosen kind, None when it is left undecided.

    It stays unseen until the kinds are planned, and answers at once when nothing is replaced.
    Digits choose; enter, y and a do nothing here.
    """

    AUTO_FOCUS: ClassVar[str | None] = ""
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q", "leave", show=False),
        *(Binding(digit, f"pick('{digit}')", show=False) for digit in kinds.DIGITS),
        Binding("v", "start", show=False),
        Binding("s", "scope", show=False),
        Binding("j,down", "step('down')", show=False),
        Binding("k,up", "step('up')", show=False),
        Binding("g,home", "step('first')", show=False),
        Binding("G,end", "step('last')", show=False),
        Binding("ctrl+d,pagedown", "step('page_down')", show=False),
        Binding("ctrl+u,pageup", "step('page_up')", show=False),
    ]

    def __init__(self, name: Text, wish: Approve, sources: Sequence[SourceView]) -> None:
        super().__init__()
        self._name_text, self._wish, self._sources = name, wish, sources
        self._found: Alternatives | None = None

    def compose(self) -> ComposeResult:
        """A title, the choice, the keys."""
        with Vertical(id="kinds"):
            yield Line(id="asked")
            yield Page(id="choice")
            yield Line(id="hint")

    def on_mount(self) -> None:
        """Plan the kinds; until then nothing is seen."""
        self.query_one("#kinds").display = False
        self._ask()

    @property
    def _curator(self) -> CuratorApp:
        return cast("CuratorApp", self.app)

    def _ask(self) -> None:
        self._found = None
        self._hint(kinds.WAITING)
        self._curator.errand(Purpose.LOOK, inquiries.kinds(self._wish), self, tag="kinds")

    def _hint(self, text: Text) -> None:
        self.query_one("#hint", Line).say(text)

    def on_kinds_compared(self, event: KindsCompared) -> None:
        """Show the choice, if there is one; staging says what else is wrong."""
        match event.outcome:
            case Alternatives(replaced=replaced) as found if replaced:
                self._found = found
                targets = tuple(row.note_id for row in replaced)
                self._wish = replace(self._wish, targets=targets)
                self._show(found)
            case _:
                self.dismiss(self._wish)

    def _show(self, found: Alternatives) -> None:
        self.query_one("#kinds").display = True
        title = kinds.title(self._name_text, len(found.replaced))
        self.query_one("#asked", Line).say(said(title))
        self.query_one("#choice", Page).show(kinds.choice(found, self._sources), found.item)
        self._hint(kinds.HINT)

    def on_world_failed(self, event: WorldFailed) -> None:
        """The kinds could not be planned: say why, esc leaves."""
        self.query_one("#kinds").display = True
        self._hint(said(refusal(event.refusal)))

    def action_pick(self, digit: str) -> None:
        """Choose a kind; one that is off says why."""
        if self._found is None:
            return
        chosen = kinds.alternative(self._found, kinds.DIGITS[digit])
        match chosen.outcome:
            case Preview():
                targets = self._wish.targets if chosen.relation is not None else ()
                self.dismiss(replace(self._wish, relation=chosen.relation, targets=targets))
            case Refusal(code="valid-from-required"):
                self.action_start()
            case Refusal() as no:
                self._hint(said(kinds.off(chosen, self._found, no)))

    def action_start(self) -> None:
        """Type from when the note holds; every kind is planned anew."""
        hint = Text("a date like 2026-08-20, or an instant with offset; empty: what the note says")
        self.app.push_screen(AskScreen(Text("it holds from"), hint), self._started)

    def _started(self, text: str | None) -> None:
        if text is not None:
            self._wish = replace(self._wish, valid_from=text.strip() or None)
            self._ask()

    def action_scope(self) -> None:
        """Type where the note holds; every kind is planned anew."""
        hint = Text("like project:alpha, user:me or global; empty: what the note says")
        self.app.push_screen(AskScreen(Text("it holds in the scope"), hint), self._scoped)

    def _scoped(self, text: str | None) -> None:
        if text is not None:
            self._wish = replace(self._wish, scope=text.strip() or None)
            self._ask()

    def action_step(self, step: str) -> None:
        """Scroll."""
        self.query_one("#choice", Page).move(Step(step))

    def action_leave(self) -> None:
        """Left undecided."""
        self.dismiss(None)
