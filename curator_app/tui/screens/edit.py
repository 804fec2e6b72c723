"""The screen on which a proposed text is changed before it is approved."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, cast

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen

from curator_app.tui import jobs
from curator_app.tui.messages import DraftLoaded, Purpose
from curator_app.tui.paint.chrome import said
from curator_app.tui.paint.foreign import editable, edited
from curator_app.tui.widgets.line import Line
from curator_app.tui.widgets.text_box import TextBox

if TYPE_CHECKING:
    from curator_app.tui.app import CuratorApp

TYPING = Text("tokens like <ESC> are hidden characters; kept as typed; esc ends typing")
CHOOSING = Text("1 stages this text   0 the proposed text again   tab types on   esc leaves")


@dataclass(frozen=True, slots=True)
class Asks:
    """What an edit is for: the words before the title, and the keys beside the text."""

    deed: Text
    choosing: Text


APPROVING = Asks(Text("edit, then approve: "), CHOOSING)


class EditScreen(ModalScreen[str | None]):
    """Answers the changed text, None when nothing is to be staged; either way it is kept.

    esc goes out of the text, there `1` stages; a second esc leaves.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "out", show=False, priority=True),
        Binding("1", "stage", show=False),
        Binding("0", "again", show=False),
    ]

    def __init__(self, title: Text, proposed: str, draft: str, asks: Asks = APPROVING) -> None:
        super().__init__()
        self._asks = asks
        self._title_text, self._proposed, self._draft = title, editable(proposed), draft
        self._loaded = False

    def compose(self) -> ComposeResult:
        """A title, the text, a hint."""
        with Vertical(id="edit"):
            yield Line(id="asked")
            yield TextBox(id="box-text", show_line_numbers=True)
            yield Line(id="hint")

    def on_mount(self) -> None:
        """Bring back what was typed before, else the proposed text."""
        title = self._asks.deed.copy().append_text(self._title_text)
        self.query_one("#asked", Line).say(said(title))
        self._curator.errand(Purpose.DRAFT, jobs.load_draft(self._draft), self)
        self._hint()

    @property
    def _curator(self) -> CuratorApp:
        return cast("CuratorApp", self.app)

    @property
    def _box(self) -> TextBox:
        return self.query_one("#box-text", TextBox)

    def on_draft_loaded(self, event: DraftLoaded) -> None:
        """The kept text."""
        if not self._loaded:
            self._loaded = True
            self._box.load_text(event.text or self._proposed)

    def on_text_area_changed(self) -> None:
        """Keep what is typed; the proposed text itself needs no keeping."""
        if self._loaded:
            text = "" if self._box.text == self._proposed else self._box.text
            job = jobs.save_draft(self._draft, text)
            self._curator.errand(Purpose.DRAFT, job, self, tag=self._draft)

    def on_descendant_focus(self) -> None:
        """Typing."""
        self._hint()

    def on_descendant_blur(self) -> None:
        """Choosing."""
        self._hint()

    def _hint(self) -> None:
        hint = TYPING if self._box.has_focus else self._asks.choosing
        self.query_one("#hint", Line).say(said(hint))

    def action_out(self) -> None:
        """From the text to the choice, from there out."""
        if self._box.has_focus:
            self.set_focus(None)
            self._hint()
        else:
            self.dismiss(None)

    def action_stage(self) -> None:
        """Stage the text, if it is there yet."""
        if self._loaded:
            self.dismiss(edited(self._box.text))

    def action_again(self) -> None:
        """Start anew from the proposed text; the change is one undo in the text."""
        self._box.replace(self._proposed, self._box.document.start, self._box.document.end)
