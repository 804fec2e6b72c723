"""Marks on rows, and decisions about all that is marked: one question, one batch."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text

from curator_app.tui import batches, gate
from curator_app.tui.messages import ManyStaged, Purpose
from curator_app.tui.paint import many
from curator_app.tui.paint.foreign import refusal
from curator_app.tui.paint.queue_frame import Alerts, Marks
from curator_app.tui.paint.wording import count
from curator_app.tui.screens.ask import AskScreen
from curator_app.tui.screens.deciding import DecidingScreen, asked_until
from curator_app.tui.screens.desk import Deeds
from curator_app.tui.screens.listing import ListScreen
from curator_app.tui.screens.reason import ReasonScreen, Why
from curator_app.tui.screens.report import ReportScreen
from curator_app.tui.widgets.line import Painter
from curator_app.tui.widgets.moving import Step
from curator_core.model.decision import Approve, Decision, Defer, Reject
from curator_core.model.problem import Refusal
from curator_core.model.view import BulkStaged

BULK = frozenset({"approve", "reject", "defer"})
"""Decisions that `;` turns to all marked items."""
ONE = frozenset({"edit", "editor", "three_way", "split", "note", "reject_copies", "put_back"})
"""Decisions that are about one item and so are not taken after `;`."""


class MarkingScreen(ListScreen, DecidingScreen):
    """A list with marks. `acting`: the next decision is about all of them; `range_from`: where a
    range begins that is not marked yet."""

    acting = False
    range_from: str | None = None

    def go_down(self) -> None:
        """The cursor goes down."""
        self.rows.move(Step.DOWN)

    def deeds(self) -> Deeds:
        """Marks, and decisions about marks while `;` holds."""
        own: Deeds = {
            **super().deeds(),
            "mark_range": self._range,
            "mark_all": self._mark_all,
            "on_marks": self._act_on_marks,
            "sample_next": self._to_sample,
            "unmark": self._drop_marks,
        }
        if not self.acting:
            return own
        bulk = {"approve": self._approve_marked, "reject": self._reject_marked}
        return {**own, **bulk, "defer": self._defer_marked}

    def action_act(self, name: str, key: str = "") -> None:
        """Do what the key table says; after `;` decisions are about the marked items."""
        if self.acting and name not in BULK and name not in ("stay", "on_marks"):
            self._end_acting()
            if name in ONE:
                self.say(Text("; is for a, r and d alone; press the key again for this one item"))
                return
        super().action_act(name, key)

    def why_not(self, name: str) -> Text | None:
        """Why marks cannot be set or decided about."""
        match name:
            case "approve" | "reject" | "defer" if self.acting:
                return self._read_only()
            case "on_marks" if not self._marked_items():
                return Text("nothing is marked: space marks a row, v a range, * all in view")
            case "mark_all" | "mark_range" if self.current() is None:
                return Text("no row is in view")
            case "sample_next" if not self.unopened():
                return Text("no spot check is due")
        return super().why_not(name)

    def offers(self, name: str) -> bool:
        """Deciding about marks only where there are some."""
        match name:
            case "join" | "on_marks":
                return bool(self.session.marked)
            case "sample_next":
                return bool(self.unopened())
        return super().offers(name)

    def _read_only(self) -> Text | None:
        view = self.session.view
        if view is None or view.read_only is None:
            return None
        return Text("read only: ").append_text(refusal(view.read_only))

    def sign(self, key: str) -> str:
        """What stands before a row: `*` marked, `+` something marked behind it, `v` in a range."""
        if key in self.session.marked:
            return "*"
        if self._in_range(key):
            return "v"
        seen = self.session.arranged
        behind = seen.behind.get(key, ()) if seen is not None and self.session.marked else ()
        return "+" if any(name in self.session.marked for name in behind) else " "

    def _in_range(self, key: str) -> bool:
        seen, here = self.session.arranged, self.current()
        if seen is None or self.range_from is None:
            return False
        first, last = sorted(seen.index.get(each or "", -1) for each in (self.range_from, here))
        return 0 <= first <= seen.index.get(key, -1) <= last

    def alerts(self) -> Painter | None:
        """What is said above the rows; None when there is nothing to say."""
        view = self.session.view
        if view is None:
            return None
        told = Alerts(
            view,
            self.session.arranged,
            self._marks(),
            len(self.session.fallen),
            len(self.session.lens.held),
            len(self.unopened()),
            self.session.watching,
        )
        return told.line if told.line(self.size.width).plain else None

    def _marks(self) -> Marks:
        seen, marked = self.session.arranged, self.session.marked
        in_view = 0 if seen is None else sum(key in seen.index for key in marked)
        unseen = len(marked) - in_view
        return Marks(in_view, unseen, self.acting, self.range_from is not None)

    def _marked_items(self) -> tuple[str, ...]:
        """Marked items of the queue in the order of the list; those out of view last."""
        places = {} if self.session.arranged is None else self.session.arranged.places
        names = [name for name in self.session.marked if self.session.item(name) is not None]
        return tuple(sorted(names, key=lambda name: places.get(name, len(places))))

    def _undecided_marked(self) -> tuple[str, ...]:
        return tuple(name for name in self._marked_items() if not self.session.decided(name))

    def marked_said(self, marked: int) -> Text:
        """What marks are good for."""
        return Text(f"{marked} marked: ; then a, r or d decides all, M merges, \\ takes them away")

    def _range(self) -> None:
        """Begin a range at this row, or mark all rows from where it began to here."""
        here, seen = self.current(), self.session.arranged
        assert here is not None and seen is not None, "BUG: a range without rows"
        if self.range_from not in seen.index:
            self.range_from = here
            self.say(Text("range: move, then v marks all rows from here to there; esc leaves"))
        else:
            keys = [key for key in seen.keys if self._in_range(key)]
            self.range_from = None
            self._add_marks(keys)
        self.relist()

    def _mark_all(self) -> None:
        """Mark every row in view, and nothing that a filter or a fold hides."""
        seen = self.session.arranged
        assert seen is not None, "BUG: marking rows that are not there"
        self._add_marks(seen.keys)
        self.relist()

    def _add_marks(self, keys: Sequence[str]) -> None:
        for key in keys:
            item = self.session.item(key)
            if item is not None:
                self.session.marked.setdefault(key, item.notes)
        waiting = len(self.session.waiting)
        said = Text(f"{len(keys)} of {waiting} marked")
        self.say(said.append("; ; then a, r or d decides about them, \\ takes the marks away"))

    def _drop_marks(self) -> None:
        """No marks, so no spot check either."""
        self.session.sample = ()
        self.unmark()

    def _act_on_marks(self) -> None:
        self.acting = not self.acting
        self.relist()
        if not self.acting:
            self.say(Text("left; the marks stay"))
            return
        said = Text(
            f"the next a, r or d is about {count(len(self._marked_items()), 'marked item')}"
        )
        unseen = self._marks().far
        if unseen:
            said.append(f", {unseen} of them out of view")
        self.say(said.append("; esc leaves"))

    def _end_acting(self) -> None:
        self.acting = False
        self.relist()

    def _approve_marked(self) -> None:
        names = self._undecided_marked()
        self._end_acting()
        barred = {name: gate.bars(self.session, Approve(item=name)) for name in names}
        unseen = {name: no.plain for name, no in barred.items() if no is not None}
        job = batches.approve(names, dict(self.session.looked), unseen)
        self.curator.errand(Purpose.STAGE, job, self)

    def _reject_marked(self) -> None:
        names = self._undecided_marked()
        self._end_acting()

        def answered(why: Why | None) -> None:
            if why is None:
                self.say(Text("left undecided; the marks stay"))
                return
            self._stage_many(
                [Reject(item=name, reason_code=why.code, reason=why.text) for name in names]
            )

        title = Text(count(len(names), "marked item"))
        self.app.push_screen(ReasonScreen(title, ""), answered)

    def _defer_marked(self) -> None:
        names = self._undecided_marked()
        self._end_acting()

        def answered(until: str | None) -> None:
            if until is None:
                self.say(Text("left undecided; the marks stay"))
                return
            self._stage_many([Defer(item=name, until=until.strip() or None) for name in names])

        asked: AskScreen = asked_until(Text(count(len(names), "marked item")))
        self.app.push_screen(asked, answered)

    def _stage_many(self, choices: Sequence[Decision]) -> None:
        self.curator.errand(Purpose.STAGE, batches.stage(choices), self)

    def on_many_staged(self, event: ManyStaged) -> None:
        """Say how many are staged; name what was left out and why, or what to open first."""
        match event.outcome:
            case Refusal() as no:
                self.say(refusal(no))
            case BulkStaged(sample=sample) as outcome if sample:
                self.session.sample = sample
                for name in sample:
                    self.session.looked.pop(name, None)
                self.say(many.to_open(len(sample), outcome))
                self.relist()
                self._to_sample()
            case BulkStaged() as outcome:
                self._many_staged(outcome)

    def _many_staged(self, outcome: BulkStaged) -> None:
        self.session.sample = ()
        for staged in outcome.staged:
            self.session.kept(staged)
            self.session.marked.pop(staged.item, None)
        self.curator.reload(by_key=True)
        self.relist()
        self.say(many.staged(outcome))
        if outcome.left_out:
            title = Text(f"left out, still marked: {len(outcome.left_out)}")
            names = {name: self.session.item(name) for name, _ in outcome.left_out}
            self.app.push_screen(ReportScreen(title, many.left_out(outcome, names)))

    def unopened(self) -> tuple[str, ...]:
        """The items of the spot check that were not opened yet."""
        return tuple(
            name
            for name in self.session.sample
            if name not in self.session.looked and self.session.item(name) is not None
        )

    def _to_sample(self) -> None:
        """Go to the next row of the spot check, after the cursor, in a ring."""
        wanted = set(self.unopened())
        key = self.rows.after(lambda name: name in wanted, 1)
        if key is None and self.current() not in wanted:
            self.say(Text("what must be opened is out of view: clear the filter (F), unfold"))
        elif key is not None:
            self.rows.select(key)
