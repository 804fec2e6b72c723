"""The notes that are there: listed, filtered, opened, kept."""

from __future__ import annotations

from typing import ClassVar

from rich.text import Text
from textual.binding import BindingType

from curator_app.tui import inquiries
from curator_app.tui.actions import Scope
from curator_app.tui.messages import MemoryLoaded, NotesFound, Purpose
from curator_app.tui.paint import chrome, item, memory
from curator_app.tui.paint.evidence import record
from curator_app.tui.paint.queue import staged_word
from curator_app.tui.paint.sheet import EMPTY, together
from curator_app.tui.screens.ask import AskScreen
from curator_app.tui.screens.desk import Deeds, bindings
from curator_app.tui.screens.keeping import KeepingScreen
from curator_app.tui.screens.listing import ListScreen
from curator_app.tui.widgets.line import Line
from curator_app.tui.widgets.moving import Step
from curator_core.model.inquiry import MemoryRow
from curator_core.model.view import QueueView


class MemoryScreen(ListScreen, KeepingScreen):
    """All notes under notes with a preview of the one under the cursor."""

    SCOPE: ClassVar[Scope] = Scope.MEMORY
    BINDINGS: ClassVar[list[BindingType]] = [*bindings(Scope.MEMORY)]

    def __init__(self) -> None:
        super().__init__()
        self._all: tuple[MemoryRow, ...] = ()
        self._rows: tuple[MemoryRow, ...] = ()
        self._filter = ""
        self._texts: frozenset[str] = frozenset()

    def on_mount(self) -> None:
        """Read the notes."""
        self.query_one("#header", Line).say(chrome.crumb("memory", Text("reading the notes")))
        self.query_one("#columns", Line).show(memory.columns)
        self.rows.signs = lambda key: "*" if key in self.session.marked else " "
        self._ask()

    def _ask(self) -> None:
        self.curator.errand(Purpose.LOOK, inquiries.memory(), self, tag="memory")

    def current(self) -> str | None:
        """The item id of the note under the cursor."""
        return self.rows.selected

    def deeds(self) -> Deeds:
        """Opening, filtering, keeping."""
        return {**super().deeds(), "open": self._open, "filter": self._ask_filter}

    def why_not(self, name: str) -> Text | None:
        """Nothing can be opened in an empty list."""
        if name == "open" and self.current() is None:
            return Text("nothing is selected")
        return super().why_not(name)

    def advance(self) -> bool:
        """The cursor stays on the note."""
        return False

    def go_to(self, item: str) -> None:
        """Put the cursor on this note, if it is in view."""
        self.rows.select(item)

    def back(self) -> None:
        """First out of the filter, then out of the screen."""
        if self._filter:
            self._filtered("")
        else:
            super().back()

    def refreshed(self, view: QueueView, *, by_key: bool) -> None:
        """The Home changed: read again."""
        self._ask()

    def on_memory_loaded(self, event: MemoryLoaded) -> None:
        """Fill the list; the selected note keeps its place, also when its bytes changed."""
        follows = {each.entry.path: each.item for each in event.rows}
        renamed = {
            each.item: follows[each.entry.path] for each in self._rows if each.entry.path in follows
        }
        self._all = event.rows
        self._fill(renamed)
        self._look()

    def _fill(self, renamed: dict[str, str]) -> None:
        self._rows = rows = memory.chosen(self._all, self._filter, self._texts)
        self.rows.fill(
            [each.item for each in rows],
            lambda index, width: memory.line(rows[index], self._staged_word(rows[index]), width),
            memory.NO_MATCH if self._filter else memory.NOTHING,
            renamed,
            lambda index: memory.haystack(rows[index]),
        )
        tally = memory.tally(len(rows), len(self._all), self._filter)
        self.query_one("#header", Line).say(chrome.crumb("memory", tally))

    def _staged_word(self, each: MemoryRow) -> Text:
        staged = self.session.details.get(each.item)
        return Text() if staged is None else staged_word(staged)

    def on_row_list_moved(self) -> None:
        """Another note: it is read, keys wait until it is painted."""
        self._look()

    def on_row_list_opened(self) -> None:
        """A second click opens."""
        self._open()

    def _look(self) -> None:
        self.unsee()
        current = self.current()
        if current is None:
            self.shown = None
            self.page().show(EMPTY, "")
        else:
            self.ask_shown(current)

    def paint(self) -> None:
        """The note on the page."""
        assert self.shown is not None, "BUG: painting without a view"
        text, behind = item.reading(self.shown), record(self.shown, self.note)
        whole = together(text, behind, item.fields(self.shown))
        self.page().show(whole, self.shown.item.item)
        if self._filter:
            self.page().find(self._filter.casefold(), 1)

    def on_page_scrolled(self) -> None:
        """Which note is on the page, and how much of it."""
        shown, place = self.shown, chrome.place(*self.rows.position)
        title = memory.title(shown) if shown is not None else Text()
        span = self.page().span
        line = self.query_one("#title", Line)
        line.show(lambda width: chrome.pane_title(title, chrome.span(*span, before=place), width))

    def markable(self) -> tuple[str, ...]:
        """The note under the cursor, by its id."""
        row = next((each for each in self._rows if each.item == self.current()), None)
        return () if row is None or row.entry.note_id is None else (row.entry.note_id,)

    def offers(self, name: str) -> bool:
        """Merging only where something is marked."""
        return super().offers(name) and (name != "join" or bool(self.session.marked))

    def relist(self) -> None:
        """Marks are painted with the rows."""
        self.rows.refresh()

    def go_down(self) -> None:
        """The cursor goes down."""
        self.rows.move(Step.DOWN)

    def _ask_filter(self) -> None:
        def answered(words: str | None) -> None:
            if words is not None:
                self._filtered(words.strip())

        hint = Text("words in title, slot, value, scope, status, path, or a text; -word leaves out")
        self.app.push_screen(AskScreen(Text("show only notes with"), hint), answered)

    def on_notes_found(self, event: NotesFound) -> None:
        """Notes whose text holds the words are shown as well."""
        if event.text == self._filter:
            self._texts = frozenset(event.paths)
            self._fill({})
            self._look()

    def _filtered(self, words: str) -> None:
        self._filter, self._texts = words, frozenset()
        if words and not words.startswith("-"):
            self.curator.errand(Purpose.LOOK, inquiries.search(words), self, tag="search")
        self._fill({})
        self._look()

    def _open(self) -> None:
        from curator_app.tui.screens.note import NoteScreen

        current = self.current()
        assert current is not None, "BUG: nothing selected to open"
        self.app.push_screen(NoteScreen(current))

    def on_screen_resume(self) -> None:
        """Back from another screen: the note is read again."""
        super().on_screen_resume()
        if self._all:
            self._look()
