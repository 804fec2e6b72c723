"""A box for several typed lines that never holds a character which would act on the terminal."""

from __future__ import annotations

from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.document._edit import Edit
from textual.widgets import TextArea
from textual.widgets.text_area import EditResult

from curator_app.tui.paint.foreign import clean_lines


class TextBox(TextArea):
    """Lines of text; hidden characters, however they come in, are tokens."""

    DEFAULT_CSS: ClassVar[str] = "TextBox, TextBox:focus { border: none; height: 1fr; padding: 0; }"

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+home", "begin", show=False),
        Binding("ctrl+end", "finish", show=False),
    ]

    def action_begin(self) -> None:
        """To the beginning of the text."""
        self.move_cursor(self.document.start)

    def action_finish(self) -> None:
        """To the end of the text."""
        self.move_cursor(self.document.end)

    def edit(self, edit: Edit) -> EditResult:
        """Change the text; what is inserted is cleaned first."""
        edit.text = clean_lines(edit.text)
        return super().edit(edit)
