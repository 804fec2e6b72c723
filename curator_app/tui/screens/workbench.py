"""Screens on which something is made of notes, staged as one decision, and previewed at once."""

from __future__ import annotations

from rich.text import Text

from curator_app.tui.messages import DecisionStaged
from curator_app.tui.paint import chrome
from curator_app.tui.paint.foreign import refusal
from curator_app.tui.screens.seeing import Seen
from curator_app.tui.screens.staging import StagingScreen
from curator_core.model.decision import CONFIRMABLE
from curator_core.model.problem import Refusal
from curator_core.model.view import QueueView, Staged


class WorkbenchScreen(StagingScreen):
    """Binds its decision to what was read; staged here means looking at the plan next."""

    def current(self) -> str | None:
        """The item that the decision is about, once it is read."""
        return None if self.seen is None else self.seen.item

    def ask(self) -> None:
        """Read anew what is worked on."""
        raise NotImplementedError

    def ask_shown(self, item: str) -> None:
        """What is worked on is read in its own way."""
        self.ask()

    def paint(self) -> None:
        """Show what is made."""
        raise NotImplementedError

    def bind(self, item: str, shown_hash: str, title: Text) -> None:
        """From now on a decision is about this."""
        self.seen = Seen(item, shown_hash, title)

    def advance(self) -> bool:
        """The work stays on the screen."""
        return False

    def go_to(self, item: str) -> None:
        """There is one work here only."""

    def unbound(self) -> Text | None:
        """Why nothing can be staged at all."""
        view = self.session.view
        if view is not None and view.read_only is not None:
            return Text("read only: ").append_text(refusal(view.read_only))
        if self.seen is None:
            return Text("not on the screen yet; look, then press again")
        return None

    def refreshed(self, view: QueueView, *, by_key: bool) -> None:
        """The Home changed: read again."""
        if not by_key:
            self.ask()

    def on_decision_staged(self, event: DecisionStaged) -> None:
        """A refusal leaves the work as it is."""
        match event.outcome:
            case Refusal(code=code) as no if code not in CONFIRMABLE:
                self.say(refusal(no))
                self.ask()
            case _:
                super().on_decision_staged(event)

    def _staged(self, staged: Staged) -> None:
        self.session.kept(staged)
        self.curator.reload(by_key=True)
        self.report(chrome.staged(staged))
        self.preview_instead()
