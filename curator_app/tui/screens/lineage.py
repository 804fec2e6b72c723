"""All that came from one source, session, job or note; and the way to take it back."""

from __future__ import annotations

from typing import ClassVar

from rich.text import Text
from textual.binding import BindingType

from curator_app.tui import inquiries, lineages
from curator_app.tui.actions import Scope
from curator_app.tui.lineages import LineageFound, StartsFound, Twig
from curator_app.tui.messages import ItemShown, Purpose
from curator_app.tui.paint import item, lineage
from curator_app.tui.paint.foreign import refusal
from curator_app.tui.paint.sheet import EMPTY, sheet, together
from curator_app.tui.planned import RollBack
from curator_app.tui.screens.ask import AskScreen
from curator_app.tui.screens.beside import BesideScreen
from curator_app.tui.screens.desk import Deeds, bindings
from curator_app.tui.screens.plan import PlanScreen
from curator_app.tui.screens.start import OTHER, StartScreen
from curator_core.model.lineage import Descendant, Lineage, Standing, Start
from curator_core.model.problem import Refusal
from curator_core.model.view import ItemView, QueueView

_MEMORY = (Standing.LIVE, Standing.SUPERSEDED, Standing.ARCHIVED)
_SELECTED = ("open", "copy")


class LineageScreen(BesideScreen):
    """One row for each note, what was made of it below; beside it how it came and what it says."""

    SCOPE: ClassVar[Scope] = Scope.LINEAGE
    BINDINGS: ClassVar[list[BindingType]] = [*bindings(Scope.LINEAGE)]
    PLACE: ClassVar[str] = "lineage"
    PAGE: ClassVar[str] = "note"

    def __init__(self, names: tuple[str, ...]) -> None:
        super().__init__()
        self._names = names
        self._starts: tuple[Start, ...] | None = None
        self._asked: str | None = None
        self._found: Lineage | None = None
        self._twigs: tuple[Twig, ...] = ()
        self._read: ItemShown | None = None

    def on_mount(self) -> None:
        """Look where the notes in hand may have come from."""
        self.head(lineage.LOOKING)
        self.legend(lineage.LEGEND)
        self.curator.errand(Purpose.LOOK, lineages.starts(self._names), self, tag="starts")

    def refreshed(self, view: QueueView, *, by_key: bool) -> None:
        """The Home changed: find it again."""
        if self._asked is not None:
            self._ask(self._asked)

    def _ask(self, asked: str) -> None:
        self._asked = asked
        self.curator.errand(Purpose.LOOK, lineages.lineage(asked), self, tag="lineage")

    def deeds(self) -> Deeds:
        """What only this screen does."""
        return {
            "open": self._open,
            "roll_back": self._roll_back,
            "begin": self._begin,
            "copy": self._copy,
        }

    def why_not(self, name: str) -> Text | None:
        """Why there is nothing to open, to take back or to choose from."""
        match name:
            case "begin" if self._starts is None:
                return lineage.LOOKING
            case "roll_back" if self._found is None:
                return Text("nothing came from there; l begins elsewhere")
            case _ if name in _SELECTED and self._selected is None:
                return Text("nothing is selected")
            case _:
                return None

    @property
    def _selected(self) -> Descendant | None:
        notes = (twig.note for twig in self._twigs)
        return next((note for note in notes if note.name == self.rows.selected), None)

    def on_starts_found(self, event: StartsFound) -> None:
        """One place to begin at is taken, of several it is asked which."""
        self._starts = event.starts
        if len(event.starts) == 1:
            self._ask(event.starts[0].asked)
        else:
            self._begin()

    def _begin(self) -> None:
        assert self._starts is not None, "BUG: choosing from nothing"
        self.app.push_screen(StartScreen(self._starts, self._asked), self._begun)

    def _begun(self, asked: str | None) -> None:
        if asked == OTHER:
            hint = Text("kind=NAME asks for one kind: session=, source=, job=, note=, proposer=")
            self.app.push_screen(AskScreen(Text("all that came from"), hint), self._typed)
        else:
            self._typed(asked)

    def _typed(self, asked: str | None) -> None:
        if asked is not None and asked.strip():
            self._ask(asked.strip())
        elif self._asked is None:
            self.back()

    def on_lineage_found(self, event: LineageFound) -> None:
        """Fill the list, unless something else is asked for by now."""
        if event.asked != self._asked:
            return
        match event.outcome:
            case Lineage() as found:
                self._found, self._twigs = found, lineages.tree(found.notes)
                self.head(lineage.tally(found))
            case Refusal() as no:
                self._found, self._twigs = None, ()
                self.head(refusal(no))
        self.rows.fill([twig.note.name for twig in self._twigs], self._row, lineage.NOTHING)
        self._look()

    def _row(self, index: int, width: int) -> Text:
        twig = self._twigs[index]
        return lineage.twig_row(twig.note, twig.depth, width)

    def on_row_list_moved(self) -> None:
        """Another note: it is read."""
        self._look()

    def _look(self) -> None:
        note, self._read = self._selected, None
        if note is not None and (note.path is not None or note.item is not None):
            job = inquiries.show_note(_known_as(note))
            self.curator.errand(Purpose.SHOW, job, self, tag="twig")
        self.show()

    def on_item_shown(self, event: ItemShown) -> None:
        """Show what the note says, if the cursor is still there."""
        note = self._selected
        if note is not None and event.item == _known_as(note):
            self._read = event
            self.show()

    def show(self) -> None:
        """How the note came, what became of it, and what it says."""
        note = self._selected
        if note is None:
            self.page().show(EMPTY, "")
            return
        view = None if self._read is None else self._read.outcome
        text = item.reading(view) if isinstance(view, ItemView) else EMPTY
        about = sheet(lineage.facts(note, read=bool(text.lines)))
        self.page().show(together(about, text), note.name)

    def on_row_list_opened(self) -> None:
        """A second click opens."""
        self._open()

    def _open(self) -> None:
        from curator_app.tui.screens.detail import DetailScreen
        from curator_app.tui.screens.history import HistoryScreen
        from curator_app.tui.screens.note import NoteScreen

        note = self._selected
        assert note is not None, "BUG: nothing selected to open"
        decided = frozenset(filter(None, (note.decision, note.taken_back)))
        if note.standing in _MEMORY:
            self.app.push_screen(NoteScreen(_known_as(note)))
        elif note.item is not None:
            self.app.push_screen(DetailScreen(note.item))
        elif decided:
            self.app.push_screen(HistoryScreen(decided, lineage.decided(note)))
        else:
            self.read()

    def _roll_back(self) -> None:
        assert self._asked is not None, "BUG: taking nothing back"
        self.app.push_screen(PlanScreen(RollBack(self._asked)))

    def _copy(self) -> None:
        self.curator.copy(self.rows.selected or "")


def _known_as(note: Descendant) -> str:
    """By what name a note is read: what waits by its item."""
    waits = note.item if note.standing is Standing.WAITING else None
    return waits or note.name
