"""One item from outside with all that tells whether it may become memory."""

from __future__ import annotations

from typing import ClassVar

from rich.text import Text
from textual.binding import BindingType

from curator_app.tui import gate
from curator_app.tui.actions import Scope
from curator_app.tui.paint.evidence import Proof
from curator_app.tui.paint.quarantine import proof
from curator_app.tui.screens.desk import bindings
from curator_app.tui.screens.detail import DetailScreen


class QuarantineScreen(DetailScreen):
    """Reads one item from outside and decides about it; J and K go to others from outside."""

    SCOPE: ClassVar[Scope] = Scope.QUARANTINE
    BINDINGS: ClassVar[list[BindingType]] = [*bindings(Scope.QUARANTINE)]
    PLACE: ClassVar[str] = "quarantine"

    def proof(self) -> Proof:
        """The way here, claims beside their lines, look-alikes, what would change."""
        assert self.shown is not None, "BUG: painting without a view"
        return proof(self.shown, self.note, self.found, self.at)

    def other(self, direction: int) -> str | None:
        """The nearest undecided item from outside."""
        passed: set[str] = set()
        at = super().other(direction)
        while at is not None and at not in passed:
            found = self.session.item(at)
            if at != self.current() and found is not None and gate.tainted(found):
                return at
            passed.add(at)
            at = self.session.undecided_from(at, direction)
        return None

    def without(self) -> Text:
        """What is said when there is no other one."""
        return Text("nothing else from outside is undecided; esc goes back, w previews")
