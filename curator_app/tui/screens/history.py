"""What happened, newest first; decisions can be taken back through a preview."""

from __future__ import annotations

from dataclasses import replace
from typing import ClassVar

from rich.text import Text
from textual.binding import BindingType

from curator_app.tui import past_jobs, timeline
from curator_app.tui.actions import Scope
from curator_app.tui.messages import Purpose
from curator_app.tui.paint import past
from curator_app.tui.paint.foreign import foreign, refusal
from curator_app.tui.paint.sheet import EMPTY
from curator_app.tui.past_messages import PastLoaded, UndoForeseen
from curator_app.tui.planned import Planned, Undo, UndoWhere
from curator_app.tui.screens.ask import AskScreen
from curator_app.tui.screens.beside import BesideScreen
from curator_app.tui.screens.desk import Deeds, bindings
from curator_app.tui.screens.plan import PlanScreen
from curator_app.tui.timeline import Decided, Moment, Sieve, Single
from curator_core.model.problem import Refusal
from curator_core.model.view import OutsideRow, Past, Preview, QueueView, SetBack

OUTSIDE = Text("made outside Curator: its item in the queue decides it, reject there puts it back")
SET_BACK = Text("Curator set it back, nothing was written: decide it anew in the queue")
_SELECTED = ("undo_row", "copy", "open", "chain", "pick", "lineage")


class HistoryScreen(BesideScreen):
    """One row for each decision, a batch is one; below or beside it what it did."""

    SCOPE: ClassVar[Scope] = Scope.HISTORY
    BINDINGS: ClassVar[list[BindingType]] = [*bindings(Scope.HISTORY)]
    PLACE: ClassVar[str] = "history"
    PAGE: ClassVar[str] = "decision"

    def __init__(self, only: frozenset[str] | None = None, about: Text | None = None) -> None:
        super().__init__()
        self._past: Past | None = None
        self._moments: tuple[Moment, ...] = ()
        self._by_key: dict[str, Moment] = {}
        self._unfolded: set[str] = set()
        self._picked: dict[str, None] = {}
        self._sieve = Sieve(only=only)
        self._narrowed = about
        self._foreseen: dict[str, Preview | Refusal] = {}

    def on_mount(self) -> None:
        """Read the ledger."""
        self.head(Text("reading the ledger"))
        self.legend(past.LEGEND)
        self.rows.signs = lambda key: "*" if self._is_picked(key) else " "
        self._ask()

    def _ask(self) -> None:
        self.curator.errand(Purpose.LOOK, past_jobs.past(), self, tag="history")

    def refreshed(self, view: QueueView, *, by_key: bool) -> None:
        """The Home changed: read again."""
        self._ask()

    def deeds(self) -> Deeds:
        """What only this screen does."""
        return {
            "undo_row": self._undo,
            "redo": self._redo,
            "pick": self._pick,
            "undo_where": self._ask_where,
            "sift": self._ask_words,
            "copy": self._copy,
            "open": self._open,
            "chain": self._chain,
            "lineage": self._lineage,
            "stats": self._stats,
        }

    def why_not(self, name: str) -> Text | None:
        """Why a decision cannot be taken back."""
        selected = self._selected
        if name in _SELECTED and selected is None:
            return Text("nothing is selected")
        match name:
            case "chain" | "lineage" if not self._about():
                return Text("this decision is about no note")
            case "undo_row" if self._picked:
                return None
            case "undo_row" | "pick":
                return self._unpickable(selected)
            case "redo":
                no = None if self._past is None else self._past.redo
                return refusal(no) if isinstance(no, Refusal) else None
            case _:
                return None

    def _unpickable(self, moment: Moment | None) -> Text | None:
        match moment:
            case OutsideRow():
                return OUTSIDE
            case SetBack():
                return SET_BACK
            case Decided() | Single() if not moment.standing:
                return Text("it is undone already; u on its undo brings it back")
            case _:
                return None

    @property
    def _selected(self) -> Moment | None:
        return self._by_key.get(self.rows.selected or "")

    def on_past_loaded(self, event: PastLoaded) -> None:
        """Fill the list; the selected decision stays selected."""
        self._past = event.past
        self._foreseen.clear()
        standing = {row.event.event_id for row in event.past.rows if row.undone_by is None}
        self._picked = {name: None for name in self._picked if name in standing}
        self._fill()
        self.show()

    def _fill(self) -> None:
        assert self._past is not None, "BUG: rows of a past that nobody read"
        self._moments = timeline.moments(self._past, self._unfolded, self._sieve)
        self._by_key = {timeline.key(each): each for each in self._moments}
        empty = past.NO_HISTORY if self._sieve == Sieve() else past.NO_MATCH
        self.rows.fill(list(self._by_key), self._row, empty)
        self._tally()

    def _tally(self) -> None:
        if self._past is not None:
            shown = [each for each in self._moments if isinstance(each, Decided)]
            sought = self._narrowed or foreign(self._sieve.words)
            self.head(past.tally(self._past, shown, len(self._picked), sought))

    def _row(self, index: int, width: int) -> Text:
        return past.moment_row(self._moments[index], width, self._unfolded)

    def _is_picked(self, key: str) -> bool:
        moment = self._by_key.get(key)
        names = moment.standing if isinstance(moment, Decided | Single) else ()
        return bool(names) and all(name in self._picked for name in names)

    def show(self) -> None:
        """What the row did, and what its undo would do."""
        moment = self._selected
        if moment is None:
            self.page().show(EMPTY, "")
            return
        key = timeline.key(moment)
        self.page().show(past.moment_sheet(moment, self._foreseen.get(key)), key)
        if key not in self._foreseen and isinstance(moment, Decided | Single) and moment.standing:
            job = past_jobs.foresee_undo(key, moment.standing)
            self.curator.errand(Purpose.SHOW, job, self, tag="foresee")

    def on_undo_foreseen(self, event: UndoForeseen) -> None:
        """Show it, if the cursor is still there."""
        self._foreseen[event.key] = event.outcome
        if self.rows.selected == event.key:
            self.show()

    def on_row_list_opened(self) -> None:
        """A second click opens."""
        self._open()

    def _open(self) -> None:
        moment = self._selected
        if isinstance(moment, SetBack):
            self._open_fallen(moment)
            return
        if not isinstance(moment, Decided) or len(moment.rows) == 1:
            self.read()
            return
        self._unfolded ^= {moment.decision}
        self._fill()

    def _open_fallen(self, moment: SetBack) -> None:
        """The item that waits for another decision; once it has one, what is told of it."""
        from curator_app.tui.screens.detail import DetailScreen

        staged = (each for each in self.session.fallen if each.decision == moment.decision)
        fallen = next(staged, None)
        if fallen is None:
            self.read()
        else:
            self.app.push_screen(DetailScreen(self.session.item_of(fallen)))

    def _pick(self) -> None:
        moment = self._selected
        assert isinstance(moment, Decided | Single), "BUG: picking what cannot be picked"
        if self._is_picked(timeline.key(moment)):
            for name in moment.standing:
                del self._picked[name]
        else:
            self._picked |= dict.fromkeys(moment.standing)
        self.rows.refresh()
        self._tally()
        self.say(Text(f"{len(self._picked)} picked: u previews their undo, esc lets go of them"))

    def _undo(self) -> None:
        if self._picked:
            self._preview(Undo(tuple(self._picked)))
            return
        moment = self._selected
        assert isinstance(moment, Decided | Single), "BUG: undoing what cannot be undone"
        self._preview(Undo(timeline.key(moment)))

    def _redo(self) -> None:
        assert self._past is not None, "BUG: redo without a past"
        assert isinstance(self._past.redo, str), "BUG: nothing to redo"
        self._preview(Undo(self._past.redo))

    def _preview(self, what: Planned) -> None:
        self.app.push_screen(PlanScreen(what))

    def _ask_where(self) -> None:
        moment = self._selected
        rows = moment.rows if isinstance(moment, Decided) else ()
        rows = (moment.row,) if isinstance(moment, Single) else rows
        near = next((term for row in rows for term in timeline.origins(row.event)), "")
        title = Text("undo all of: KEY=VALUE (actor proposer job detector session source since)")
        hint = Text("several terms apart by blanks all must hold; enter previews, esc leaves")
        ask = AskScreen(title, hint, check=_no_terms).starting(near)
        self.app.push_screen(ask, self._where)

    def _where(self, text: str | None) -> None:
        if text:
            self._preview(UndoWhere(tuple(text.split())))

    def _ask_words(self) -> None:
        hint = Text("words of decision, note, job ...; or undone, outside, set-back; empty: all")
        ask = AskScreen(Text("show only what holds"), hint).starting(self._sieve.words)
        self.app.push_screen(ask, self._sift)

    def _sift(self, words: str | None) -> None:
        if words is not None and self._past is not None:
            self._sieve = replace(self._sieve, words=words.strip())
            self._fill()
            self.show()

    def back(self) -> None:
        """First from the page, then lets go of picks, then of the filter, then leaves."""
        if self.has_class("-reading"):
            super().back()
        elif self._picked:
            self._picked.clear()
            self._tally()
            self.rows.refresh()
        elif self._sieve.words:
            self._sift("")
        else:
            super().back()

    def _about(self) -> tuple[str, ...]:
        """The notes that the row is about."""
        moment = self._selected
        rows = moment.rows if isinstance(moment, Decided) else ()
        rows = (moment.row,) if isinstance(moment, Single) else rows
        return tuple(dict.fromkeys(note for row in rows for note in row.event.about))

    def _chain(self) -> None:
        from curator_app.tui.screens.chain import ChainScreen

        self.app.push_screen(ChainScreen(self._about()[0]))

    def _lineage(self) -> None:
        from curator_app.tui.screens.lineage import LineageScreen

        self.app.push_screen(LineageScreen(self._about()))

    def _copy(self) -> None:
        self.curator.copy(self.rows.selected or "")

    def _stats(self) -> None:
        from curator_app.tui.screens.stats import StatsScreen

        self.app.push_screen(StatsScreen())


def _no_terms(text: str) -> Text | None:
    wrong = [term for term in text.split() if "=" not in term]
    return Text("write it as KEY=VALUE, like job=nightly") if wrong or not text.split() else None
