"""What of the queue is in view: lanes, filter, sort order, what has arrived."""

from __future__ import annotations

from dataclasses import replace

from rich.text import Text
from textual.message import Message

from curator_app.tui.arranging import Order
from curator_app.tui.messages import Purpose, RowFound
from curator_app.tui.paint import chrome, queue
from curator_app.tui.paint.foreign import foreign, refusal
from curator_app.tui.screens.ask import AskScreen
from curator_app.tui.screens.copies import CopiesScreen
from curator_app.tui.screens.desk import Deeds
from curator_app.tui.screens.order import OrderScreen
from curator_core.model.problem import Refusal
from curator_core.service.caller import Caller

_ABOUT_A_ROW = frozenset(
    ["approve", "reject", "defer", "edit", "note", "open", "find", "chain", "split", "investigate"]
)


class ViewingScreen(CopiesScreen):
    """A list seen through a lens. `left_at` had the cursor when a filter came on, `landed` got it;
    who does not move in between is at `left_at` again when the filter is cleared."""

    last_words = ""
    left_at: str | None = None
    landed: str | None = None
    back_to: str | None = None

    def deeds(self) -> Deeds:
        """Filtering and sorting."""
        return {
            **super().deeds(),
            "filter_queue": self._ask_filter,
            "unfilter": self._unfilter,
            "order": self._ask_order,
        }

    def offers(self, name: str) -> bool:
        """Where no row is, only keys that lead elsewhere."""
        seen = self.session.arranged
        bare = seen is not None and not seen.rows
        return super().offers(name) and not (bare and name in _ABOUT_A_ROW)

    def why_not(self, name: str) -> Text | None:
        """Why there is nothing to filter or to clear."""
        match name:
            case "filter_queue" | "order" if self.session.view is None:
                return Text("the queue is not read yet")
            case "unfilter" if not self.session.lens.words:
                return Text("no filter is on; f asks for one")
        return super().why_not(name)

    def _ask_filter(self) -> None:
        def answered(words: str | None) -> None:
            if words is not None:
                self._filtered(words.strip())

        hint = Text("lane: op: origin: subject: risk: flag: job: has: age>7 conf<.5 or text; -not")
        ask = AskScreen(Text("show only (empty shows all)"), hint, check=_wrong)
        ask.starting(self.session.lens.words or self.last_words)
        self.app.push_screen(ask, answered)

    def _filtered(self, words: str) -> None:
        if words:
            self.last_words = words
        if words and not self.session.lens.words:
            self.left_at, self.landed = self.current(), None
        elif not words and self.current() == self.landed:
            self.back_to = self.left_at
        self.curator.see(replace(self.session.lens, words=words))
        if words:
            self.say(Text("filter: ").append_text(foreign(words)).append("   F shows all again"))
        else:
            self.say(Text("no filter: everything in this lane is in view"))

    def land(self) -> None:
        """Other rows are shown: keep in mind where the cursor is, or bring it back."""
        if self.back_to is not None and not self.session.lens.words:
            self.rows.select(self.back_to)
            self.back_to = None
        elif self.session.lens.words and self.landed is None:
            self.landed = self.current()

    def _unfilter(self) -> None:
        self._filtered("")

    def _ask_order(self) -> None:
        def answered(order: Order | None) -> None:
            if order is not None:
                self.curator.see(replace(self.session.lens, order=order))
                self.say(Text(f"sorted: {order.value}"))

        self.app.push_screen(OrderScreen(self.session.lens.order), answered)

    def reread(self) -> None:
        """Read the Home again and show what has arrived."""
        self.say(chrome.READING)
        self.curator.reload(by_key=True, reveal=True)

    def stay(self) -> None:
        """The lowest level: esc ends what was begun, then the filter; marks stay."""
        if self.acting or self.range_from is not None:
            self.acting, self.range_from = False, None
            self.relist()
            self.say(Text("left; the marks stay"))
        elif self.session.lens.words:
            self._unfilter()
        else:
            self.say(Text("this is the queue; q quits, staged decisions are kept"))

    def find(self, direction: int) -> None:
        """Search the rows in a worker: many rows take a while to look through."""
        query, seen = self.session.query.casefold(), self.session.arranged
        if not query or seen is None or self.pane() is not self.rows:
            super().find(direction)
            return
        self.rows.mark_query(query)
        ring = _ring(len(seen.rows), self.rows.position[0] - 1, direction)

        def job(caller: Caller) -> Message:
            held = (at for at in ring if query in queue.haystack(seen.rows[at].item))
            at = next(held, None)
            return RowFound(query, None if at is None else seen.keys[at])

        self.curator.errand(Purpose.ARRANGE, job, self, tag="find")

    def on_row_found(self, event: RowFound) -> None:
        """Go to what was found."""
        if event.key is not None:
            self.rows.select(event.key)
        self.say(chrome.found(event.query, event.key is not None))


def _ring(size: int, start: int, direction: int) -> list[int]:
    """All rows, the one after `start` first, that one last."""
    return [(start + direction * step) % size for step in range(1, size + 1)]


def _wrong(words: str) -> Text | None:
    """What is wrong with a filter; it stays where it was typed."""
    from curator_core.service import filtering

    found = filtering.parse(words.strip())
    return refusal(found) if isinstance(found, Refusal) else None
