"""What the queue does with near copies and with whole jobs: one row for all, or each its own."""

from __future__ import annotations

from dataclasses import replace

from rich.text import Text

from curator_app.tui import batches, folding
from curator_app.tui.folding import Row
from curator_app.tui.messages import Purpose
from curator_app.tui.paint.foreign import foreign
from curator_app.tui.screens.desk import Deeds
from curator_app.tui.screens.marking import MarkingScreen
from curator_core.model.decision import ReasonCode, Reject
from curator_core.model.proposal import Item

NO_COPIES = "this item has no near copies"


class CopiesScreen(MarkingScreen):
    """A list in which near copies are one row, and a job is one when asked for."""

    def row(self) -> Row | None:
        """The row under the cursor."""
        raise NotImplementedError

    def deeds(self) -> Deeds:
        """What is done with copies and jobs."""
        return {
            **super().deeds(),
            "unfold": lambda: self.fold(open_it=True),
            "fold": lambda: self.fold(open_it=False),
            "reject_copies": self._reject_copies,
        }

    def offers(self, name: str) -> bool:
        """Keys for copies only where there are some."""
        return super().offers(name) if name != "reject_copies" else bool(self._copies())

    def why_not(self, name: str) -> Text | None:
        """Why nothing can be folded or dropped."""
        match name:
            case "reject_copies" if not self._copies():
                return Text(NO_COPIES)
            case "unfold" if not self._folded() and not self._copies():
                return Text(NO_COPIES)
            case "fold" if not self._copies() and len(self._mates()) < 2:
                return Text(f"{NO_COPIES} and is no part of a job")
        return super().why_not(name)

    def _item(self) -> Item | None:
        return self.session.item(self.current() or "")

    def _folded(self) -> bool:
        row = self.row()
        return row is not None and row.folded

    def _copies(self) -> tuple[str, ...]:
        """The other items of the row's cluster."""
        item, roster = self._item(), self.session.roster
        if item is None or item.cluster is None or roster is None:
            return ()
        return tuple(n for n in roster.clusters.get(item.cluster, ()) if n != item.item)

    def _mates(self) -> tuple[str, ...]:
        """All items of the row's job, itself included."""
        item, roster = self._item(), self.session.roster
        job = None if item is None else folding.job_of(item)
        return () if job is None or roster is None else tuple(roster.jobs.get(job, ()))

    def fold(self, *, open_it: bool) -> None:
        """Show what the row hides; or hide the near copies, else the row's whole job."""
        item, row, lens = self._item(), self.row(), self.session.lens
        assert item is not None and row is not None, "BUG: folding without a row"
        job = folding.job_of(item)
        cluster = frozenset({item.item, *self._copies()})
        if open_it and row.job is not None:
            self.curator.see(replace(lens, jobs=lens.jobs - {row.job}))
            self.say(Text(f"{row.copies + 1} rows of this job; left folds them"))
        elif open_it:
            self.curator.see(replace(lens, unfolded=lens.unfolded | cluster))
            self.say(Text(f"{len(cluster) - 1} near copies below; enter opens, left folds them"))
        elif len(cluster) > 1 and not row.folded:
            self.curator.see(replace(lens, unfolded=lens.unfolded - cluster))
        elif job is not None and len(self._mates()) > 1:
            self.curator.see(replace(lens, jobs=lens.jobs | {job}))
            self.say(Text("one row for ").append_text(foreign(job)).append("; right shows all"))

    def _reject_copies(self) -> None:
        item = self._item()
        assert item is not None, "BUG: copies of nothing"
        reason = f"near copy of {(item.notes or item.paths)[0]}"
        wishes = [
            Reject(item=other, reason_code=ReasonCode.DUPLICATE, reason=reason)
            for other in self._copies()
            if not self.session.decided(other)
        ]
        self.curator.errand(Purpose.STAGE, batches.stage(wishes), self)
