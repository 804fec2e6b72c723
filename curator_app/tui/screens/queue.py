"""The queue: what waits, and the item under the cursor."""

from __future__ import annotations

from dataclasses import replace
from typing import ClassVar

from rich.text import Text
from textual.binding import BindingType

from curator_app.tui import inquiries
from curator_app.tui.actions import Scope
from curator_app.tui.arranging import Arranged, Roster, heir
from curator_app.tui.folding import Row
from curator_app.tui.messages import HomeAudited, Purpose, WorldFailed
from curator_app.tui.paint import chrome, item, queue, queue_frame, why
from curator_app.tui.paint.evidence import evidence
from curator_app.tui.paint.ink import Ink
from curator_app.tui.paint.sheet import EMPTY, together
from curator_app.tui.paint.wording import TABS, count
from curator_app.tui.screens.desk import Deeds, bindings
from curator_app.tui.screens.viewing import ViewingScreen
from curator_app.tui.widgets.line import Line
from curator_core.model.problem import Refusal
from curator_core.model.view import QueueView


class QueueScreen(ViewingScreen):
    """The list of waiting items with a preview of the one under the cursor."""

    SCOPE: ClassVar[Scope] = Scope.QUEUE
    BINDINGS: ClassVar[list[BindingType]] = [*bindings(Scope.QUEUE)]
    TOP: ClassVar[tuple[str, ...]] = ("header", "alerts")
    HEADS: ClassVar[tuple[str, ...]] = ("tabs", "columns")

    def __init__(self) -> None:
        super().__init__()
        self._shown_roster: Roster | None = None
        self._left_undecided: str | None = None
        self._standing = queue.Standing({}, {}, frozenset())

    def on_mount(self) -> None:
        """Say that the Home is being read; the first paint waits for nothing."""
        self.query_one("#header", Line).say(chrome.crumb("reading the Home"))
        self.query_one("#alerts").display = False
        self.query_one("#columns", Line).show(lambda width: queue.columns(width).heads())
        self.rows.signs = self.sign

    def current(self) -> str | None:
        """The item under the cursor."""
        return self.rows.selected

    def deeds(self) -> Deeds:
        """Decisions, opening, neighbours."""
        return {
            **super().deeds(),
            "quit": self.curator.leave,
            "stay": self.stay,
            "open": self._open,
            "audit": self._audit,
            "next": lambda: self._neighbour(1),
            "previous": lambda: self._neighbour(-1),
        }

    def _audit(self) -> None:
        self.say(Text("comparing the whole Home with its ledger and history"))
        self.curator.errand(Purpose.LOOK, inquiries.audit(), self, tag="audit")

    def on_home_audited(self, event: HomeAudited) -> None:
        """Read the queue again: it holds what was found."""
        self.curator.reload(by_key=True, reveal=True)
        said = f"audit: {count(event.findings, 'finding')}, each an item of this queue"
        self.say(Text(said if event.findings else "audit: all is well"))

    def why_not(self, name: str) -> Text | None:
        """Nothing can be opened in an empty list."""
        if name in ("open", "next", "previous") and self.current() is None:
            return Text("nothing is selected")
        return super().why_not(name)

    def refreshed(self, view: QueueView, *, by_key: bool) -> None:
        """Fill the list anew: the selected id and its place on the screen stay."""
        self.arranged()
        found = self.session.item(self.current() or "")
        if found is not None and (self.shown is None or self.shown.item != found or not by_key):
            self.ask_shown(found.item)

    def arranged(self) -> None:
        """Show the rows as they are seen now; the cursor stays with its item."""
        seen = self.session.arranged
        if seen is None:
            return
        self._standing = self._stands(seen)
        now, rows = self.session.now(), seen.rows
        self.rows.fill(
            seen.index,
            lambda index, width: queue.line(rows[index], self._standing, now, width),
            queue_frame.empty(seen),
            self._heirs(seen),
            lambda index: queue.haystack(rows[index].item),
        )
        self._shown_roster = seen.roster
        self.land()
        self._frame(seen)
        if not rows:
            self.shown = self.seen = None
            self.page().show(EMPTY, "")
        else:
            self.on_page_scrolled()
            self._look()

    def _stands(self, seen: Arranged) -> queue.Standing:
        known = self.session
        return queue.Standing(
            known.actions,
            known.details,
            known.fallen_paths,
            seen.roster.view.ages,
            frozenset(self.unopened()),
        )

    def _heirs(self, seen: Arranged) -> dict[str, str]:
        """What became of the item under the cursor: its file has another text, or a fold hides
        it."""
        here, before = self.current(), self._shown_roster
        if here is None or here in seen.index or before is None:
            return {}
        name = here if here in seen.places else heir(before, seen.roster, here)
        if name is None:
            return {}
        head = next((key for key, names in seen.behind.items() if name in names), name)
        return {here: head}

    def _frame(self, seen: Arranged) -> None:
        undecided, view = self.session.undecided, self.session.view or seen.roster.view
        header = self.query_one("#header", Line)
        header.show(lambda width: queue_frame.header(view, undecided, width))
        self.query_one("#tabs", Line).show(lambda width: queue_frame.tabs(view, seen, width))
        self.query_one("#keys", Line).refresh()
        self.alert()

    def alert(self) -> None:
        """What must be known of the list and the Home as a whole."""
        line, told = self.query_one("#alerts", Line), self.alerts()
        line.display = told is not None
        if told is not None:
            line.show(told)

    def failed(self, no: Refusal) -> None:
        """The Home cannot be read: say why in place of rows that are not known."""
        if self.session.view is None:
            self.rows.fill([], lambda index, width: Text(), queue_frame.failed(no))
            self.query_one("#header", Line).say(chrome.crumb("the Home cannot be read"))

    def pick(self, name: str, key: str) -> None:
        """Show one lane, or all."""
        if self.session.view is None or not key:
            self.say(Text("press 1, 2, 3, 4 or 5"))
            return
        lane = TABS[int(key) - 1][1]
        self.curator.see(replace(self.session.lens, lane=lane))

    def on_row_list_moved(self) -> None:
        """Another row: its item is read, keys wait until it is painted."""
        self._look()

    def on_row_list_opened(self) -> None:
        """A second click opens."""
        self._open()

    def _look(self) -> None:
        current = self.current()
        self.unsee()
        if current is None:
            self.page().show(EMPTY, "")
        elif self.shown is None or self.shown.item.item != current or self.seen is None:
            self.ask_shown(current)

    def paint(self) -> None:
        """The item on the preview page."""
        assert self.shown is not None, "BUG: painting without a view"
        found = self.shown.item
        text, proof = self.reading(), evidence(self.shown, self.note)
        more = why.kin(found, self.session.roster)
        self.page().show(together(text, more, proof, item.fields(self.shown)), found.item)

    def on_page_scrolled(self) -> None:
        """Which item is on the page, and how much of it."""
        found = self.session.item(self.page().key)
        span, place = self.page().span, chrome.place(*self.rows.position)
        position = chrome.span(*span, before=place)
        line = self.query_one("#title", Line)
        line.show(lambda width: item.headed(Text("- ", Ink.DIM), found, position, width))

    def advance(self) -> bool:
        """After a decision: the next undecided row in view."""
        other = self.rows.after(lambda key: not self.session.decided(key), 1)
        self.go_to(other or "")
        return other is not None

    def go_to(self, item: str) -> None:
        """Put the cursor on this item, if it is in view."""
        self.rows.select(item)

    def _neighbour(self, direction: int) -> None:
        other = self.rows.after(lambda key: not self.session.decided(key), direction)
        if other is None:
            self.say(Text("no other undecided item in view; w previews what is staged"))
        else:
            self.go_to(other)

    def row(self) -> Row | None:
        """The row under the cursor."""
        at, seen = self.rows.position[0], self.session.arranged
        return seen.rows[at - 1] if seen is not None and 0 < at <= len(seen.rows) else None

    def relist(self) -> None:
        """Paint signs anew."""
        if self.session.arranged is not None:
            self._standing = self._stands(self.session.arranged)
        self.rows.refresh()
        self.alert()

    def _open(self) -> None:
        from curator_app.tui.screens.detail import DetailScreen

        current, row = self.current(), self.row()
        assert current is not None, "BUG: nothing selected to open"
        if row is not None and row.folded:
            self.fold(open_it=True)
            return
        self.app.push_screen(DetailScreen(current))

    def on_screen_suspend(self) -> None:
        """Remember what was looked at, in case it is decided over there."""
        current = self.current()
        undecided = current is not None and not self.session.decided(current)
        self._left_undecided = current if undecided else None

    def on_screen_resume(self) -> None:
        """Back from another screen: what was said there holds, the row is read again. What was
        decided there is left behind, as it is after a key here."""
        super().on_screen_resume()
        self.relist()
        current = self.current()
        if (
            current is not None
            and current == self._left_undecided
            and self.session.decided(current)
        ):
            self.advance()
        if self.current() is not None:
            self._look()

    def on_world_failed(self, event: WorldFailed) -> None:
        """Say so; without a view the list says why it is empty."""
        super().on_world_failed(event)
        if event.purpose is Purpose.LOAD:
            self.failed(event.refusal)
