"""One note that is memory: its text, fields, sources and decisions so far."""

from __future__ import annotations

from typing import ClassVar

from rich.text import Text
from textual.binding import BindingType

from curator_app.tui.actions import Scope
from curator_app.tui.paint import chrome, item, memory
from curator_app.tui.paint.evidence import Proof, kept
from curator_app.tui.screens.backing import BackingScreen
from curator_app.tui.screens.desk import bindings
from curator_app.tui.screens.keeping import KeepingScreen
from curator_app.tui.widgets.line import Line
from curator_app.tui.widgets.page import Page
from curator_core.model.view import QueueView


class NoteScreen(BackingScreen, KeepingScreen):
    """Reads one note; decisions about it are staged here too."""

    SCOPE: ClassVar[Scope] = Scope.NOTE
    BINDINGS: ClassVar[list[BindingType]] = [*bindings(Scope.NOTE)]

    def __init__(self, name: str) -> None:
        super().__init__()
        self._item = name

    def on_mount(self) -> None:
        """Read the note."""
        self.query_one("#header", Line).say(chrome.crumb("note", Text("reading")))
        self.ask_shown(self._item)

    def current(self) -> str | None:
        """The note of this screen."""
        return self._item

    def advance(self) -> bool:
        """The note stays on the screen."""
        return False

    def go_to(self, item: str) -> None:
        """There is one note here only."""

    def refreshed(self, view: QueueView, *, by_key: bool) -> None:
        """The Home changed: read the note again."""
        self.ask_shown(self._item)

    def on_resize(self) -> None:
        """One page or two."""
        if self.shown is not None:
            self.paint()

    def paint(self) -> None:
        """The note on one page, or on two where there is room."""
        assert self.shown is not None, "BUG: painting without a view"
        self.lay(item.reading(self.shown, codes=self.codes), self.shown.item.item)
        line = chrome.crumb("note", memory.title(self.shown))
        staged = self.session.details.get(self._item)
        self.query_one("#header", Line).show(
            lambda width: chrome.with_right(line, chrome.standing(staged, Text()), width)
        )

    def proof(self) -> Proof:
        """What stands behind the note, and where it is used."""
        assert self.shown is not None, "BUG: painting without a view"
        return kept(self.shown, self.note, self.found, self.at)

    def on_page_scrolled(self, event: Page.Scrolled) -> None:
        """How much of a page is on the screen."""
        span = event.page.span
        line_id, title = ("#title", "note") if event.page.id == "text" else ("#title-2", "record")
        line = self.query_one(line_id, Line)
        line.show(lambda width: chrome.pane_title(Text(title), chrome.span(*span), width))
