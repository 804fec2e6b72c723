"""What the queue does with near copies."""

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
    """A list in which near copies are one row."""

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

    def go_down(self) -> None:
        """The cursor goes down."""
        self.list.move(Step.DOWN)

    def deeds(self) -> Deeds:
        """What is done with copies."""
        return {
            **super().deeds(),
            "unfold": lambda: self.fold(open_it=True),
            "fold": lambda: self.fold(open_it=False),
            "reject_copies": self._reject_copies,
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
        if name in ("unfold", "fold", "reject_copies") and self._cluster() is None:
            return Text("this item has no near copies")
        return super().why_not(name)

    def is_marked(self, key: str) -> bool:
        """Whether a row is marked, or one of the copies behind it."""
        item, marked = self.session.item(key), self.session.marked
        alone = item is None or item.cluster is None or key in self.unfolded
        if alone or item is None or not marked or key in marked:
            return key in marked
        return any(copy.item in marked for copy in folding.copies(self.session.waiting, item))

    def _item(self) -> Item | None:
        return self.session.item(self.current() or "")

    def _cluster(self) -> str | None:
        item = self._item()
        if item is None or item.cluster is None:
            return None
        return item.cluster if folding.copies(self.session.waiting, item) else None

    def fold(self, *, open_it: bool) -> None:
        """Show the copies of the row's cluster, or one row for all."""
        name, here = self._cluster(), self.current()
        assert name is not None, "BUG: folding without copies"
        members = {item.item for item in self.session.waiting if item.cluster == name}
        self.unfolded = self.unfolded | members if open_it else self.unfolded - members
        self.relist()
        if here in self.list.keys:
            self.list.select(here or "")
            return
        head = next((i.item for i in self.session.waiting if i.cluster == name), "")
        self.list.select(head)

    def _reject_copies(self) -> None:
        item = self._item()
        assert item is not None, "BUG: copies of nothing"
        found = folding.copies(self.session.waiting, item)
        reason = f"near copy of {(item.notes or item.paths)[0]}"
        wishes = [
            Reject(item=other.item, reason_code=ReasonCode.DUPLICATE, reason=reason)
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
