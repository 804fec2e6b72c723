"""A field for typed text that never holds a character which would act on the terminal."""

from __future__ import annotations

from typing import ClassVar

from textual import events
from textual.widgets import Input

from curator_app.tui.paint.foreign import clean


class Typed(Input):
    """One line of typed text; pasted controls become visible tokens, pasted lines one line."""

    DEFAULT_CSS: ClassVar[str] = """
    Typed, Typed:focus { border: none; height: 1; padding: 0 1; background: $surface; }
    """

    def validate_value(self, value: str) -> str:
        """Whatever way a text comes in, hidden characters are tokens."""
        return clean(value)

    def on_paste(self, event: events.Paste) -> None:
        """Paste a paragraph as one line instead of its first line only."""
        event.prevent_default()
        event.stop()
        self.insert_text_at_cursor(clean(" ".join(event.text.split("\n"))))
