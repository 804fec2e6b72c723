"""Dialogs with a field for one line: letters that come before the field is there belong into it."""

from __future__ import annotations

from textual import events
from textual.screen import ModalScreen

from curator_app.tui.widgets.typed import Typed


class FieldScreen(ModalScreen[str | None]):
    """Has a field `#typed`. On a slow line keys come in bursts: those after the key that opened the
    dialog went to the screen below, and the app hands them on to `late`."""

    _early = ""

    @property
    def typed(self) -> Typed:
        """The field."""
        return self.query_one("#typed", Typed)

    def late(self, event: events.Key) -> None:
        """Type a letter that nobody wanted; no key of the dialog is meant by it."""
        letter = event.character if event.is_printable else None
        if letter is None:
            return
        event.prevent_default()
        if self.query(Typed):
            self.typed.insert_text_at_cursor(letter)
        else:
            self._early += letter

    def catch_up(self) -> None:
        """Type what came before the field was there."""
        if self._early:
            self.typed.insert_text_at_cursor(self._early)
