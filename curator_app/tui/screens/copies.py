"""What the queue does with near copies and with marks."""

from __future__ import annotations

from rich.text import Text

from curator_app.tui import folding, workshop
from curator_app.tui.folding import Row
from curator_app.tui.messages import Purpose, SeveralStaged
from curator_app.tui.paint.foreign import refusal
from curator_app.tui.paint.wording import count
from curator_app.tui.screens.deciding import DecidingScreen
from curator_app.tui.screens.desk import Deeds
from curator_app.tui.widgets.moving import Step
from curator_app.tui.widgets.row_list import RowList
from curator_core.model.decision import ReasonCode, Reject
from curator_core.model.problem import Refusal
from curator_core.model.proposal import Item
from curator_core.model.view import Staged


class CopiesScreen(DecidingScreen):
    """A list in which near copies are one row, and rows can be marked."""

    def __init__(self) -> None:
        super().__init__()
        self.unfolded: set[str] = set()

    @property
    def list(self) -> RowList:
        """The rows."""
        raise NotImplementedError

    def row(self) -> Row | None:
        """The row under the cursor."""
        raise NotImplementedError

    def refill(self) -> None:
        """Show the rows anew."""
        raise NotImplementedError

    def deeds(self) -> Deeds:
        """Copies and marks."""
        return {
            **super().deeds(),
            "unfold": lambda: self.fold(open_it=True),
            "fold": lambda: self.fold(open_it=False),
            "reject_copies": self._reject_copies,
            "mark_row": self._mark,
            "unmark": self._unmark,
            "join": self._join,
        }

    def offers(self, name: str) -> bool:
        """Keys for copies and marks only where there are some."""
        match name:
            case "reject_copies":
                return self._cluster() is not None
            case "join":
                return len(self.session.marked) > 0
        return super().offers(name)

    def why_not(self, name: str) -> Text | None:
        """Why nothing can be folded or merged."""
        match name:
            case "unfold" | "fold" | "reject_copies" if self._cluster() is None:
                return Text("this item has no near copies")
            case "mark_row" if self.current() is None:
                return Text("nothing is selected")
            case "mark_row":
                return self._unmarkable()
            case "unmark" if not self.session.marked:
                return Text("nothing is marked")
            case "join" if len(self.session.marked_names) < 2:
                return Text("mark two or more notes first (space), then M makes one of them")
        return super().why_not(name)

    def _item(self) -> Item | None:
        return self.session.item(self.current() or "")

    def _cluster(self) -> str | None:
        item = self._item()
        others = () if item is None else folding.copies(self.session.waiting, item)
        return item.cluster if item is not None and others else None

    def _unmarkable(self) -> Text | None:
        item = self._item()
        if item is None or not item.notes:
            return Text("it holds no note that could be merged with others")
        return None

    def fold(self, *, open_it: bool) -> None:
        """Show the copies of the row's cluster, or one row for all."""
        name, here = self._cluster(), self.current()
        assert name is not None, "BUG: folding without copies"
        change = self.unfolded.add if open_it else self.unfolded.discard
        change(name)
        self.refill()
        if here in self.list.keys:
            self.list.select(here or "")
            return
        head = next((i.item for i in self.session.waiting if i.cluster == name), "")
        self.list.select(head)

    def _reject_copies(self) -> None:
        item = self._item()
        assert item is not None, "BUG: copies of nothing"
        found = folding.copies(self.session.waiting, item)
        wishes = [
            Reject(item=other.item, reason_code=ReasonCode.DUPLICATE, reason=self.note)
            for other in found
            if not self.session.decided(other.item)
        ]
        self.curator.errand(Purpose.STAGE, workshop.stage_all(wishes), self)

    def on_several_staged(self, event: SeveralStaged) -> None:
        """Say how many were staged, and why others were not."""
        kept = [each for each in event.outcomes if isinstance(each, Staged)]
        for staged in kept:
            self.session.kept(staged)
        said = Text(f"staged: {count(len(kept), 'near copy', 'near copies')} rejected; this stays")
        refused = [each for each in event.outcomes if isinstance(each, Refusal)]
        if refused:
            said.append(f"; {len(refused)} not: ").append_text(refusal(refused[0]))
        self.curator.reload(by_key=True)
        self.say(said)

    def _mark(self) -> None:
        item = self._item()
        assert item is not None, "BUG: marking nothing"
        self.session.mark(item.item, item.notes)
        self.refill()
        self.list.move(Step.DOWN)
        self.say(Text(f"{len(self.session.marked)} marked: M merges them, \\ takes the marks away"))

    def _unmark(self) -> None:
        self.session.marked.clear()
        self.refill()
        self.say(Text("no marks any more"))

    def _join(self) -> None:
        from curator_app.tui.screens.join import JoinScreen

        self.app.push_screen(JoinScreen(self.session.marked_names))
