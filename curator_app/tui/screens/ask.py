"""A dialog at the foot of the screen that asks for one line of text."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, ClassVar, cast

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.widgets import Input

from curator_app.tui import jobs
from curator_app.tui.messages import DraftLoaded, Purpose
from curator_app.tui.paint.chrome import said
from curator_app.tui.screens.field import FieldScreen
from curator_app.tui.widgets.line import Line
from curator_app.tui.widgets.typed import Typed

if TYPE_CHECKING:
    from curator_app.tui.app import CuratorApp

Check = Callable[[str], Text | None]
"""Says what is wrong with a text, None when it will do."""


class AskScreen(FieldScreen):
    """Asks for a line; answers it on enter, None on esc.

    With `draft` every change is kept on disk under that key and comes back. With `keeps` esc
    answers the text too: nothing typed is ever thrown away.
    """

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "cancel", show=False)]

    def __init__(
        self,
        title: Text,
        hint: Text,
        *,
        draft: str | None = None,
        keeps: bool = False,
        check: Check | None = None,
    ) -> None:
        super().__init__()
        self._value = ""
        self._title_text, self._hint = title, hint
        self._draft, self._keeps, self._check = draft, keeps, check

    def starting(self, value: str) -> AskScreen:
        """The same dialog with a text in its field; what is typed replaces it."""
        self._value = value
        return self

    def compose(self) -> ComposeResult:
        """A title, the field, a hint."""
        with Vertical(id="box"):
            yield Line(id="asked")
            yield Typed(id="typed")
            yield Line(id="hint")

    def on_mount(self) -> None:
        """Bring back what was typed before."""
        self.query_one("#asked", Line).say(said(self._title_text))
        self.query_one("#hint", Line).say(said(self._hint))
        if self._value:
            self.typed.value = self._value
            self.typed.action_select_all()
        self.catch_up()
        if self._draft is not None:
            self._curator.errand(Purpose.DRAFT, jobs.load_draft(self._draft), self)

    @property
    def _curator(self) -> CuratorApp:
        return cast("CuratorApp", self.app)

    def on_draft_loaded(self, event: DraftLoaded) -> None:
        """The kept text, unless something was typed meanwhile."""
        if not self.typed.value and event.text:
            self.typed.value = event.text
            self.typed.action_end()

    def on_input_changed(self, event: Input.Changed) -> None:
        """Keep what was typed."""
        if self._draft is not None:
            job = jobs.save_draft(self._draft, event.value)
            self._curator.errand(Purpose.DRAFT, job, self, tag=self._draft)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Answer, if the text will do."""
        wrong = self._check(event.value) if self._check is not None else None
        if wrong is None:
            self.dismiss(event.value)
        else:
            self.query_one("#hint", Line).say(said(wrong))

    def action_cancel(self) -> None:
        """One level back."""
        self.dismiss(self.typed.value if self._keeps else None)


def asked_note(name: Text, key: str) -> AskScreen:
    """The dialog for the note on a decision; what is typed is the note, however it is left."""
    title = Text("note on the decision about ").append_text(name)
    hint = Text("kept as you type; enter or esc closes; empty it to drop the note")
    return AskScreen(title, hint, draft=key, keeps=True)
