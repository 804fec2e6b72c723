"""The preview of a forget: what goes, what is left. `y` asks for the word; then it is done."""

from __future__ import annotations

from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import BindingType

from curator_app.tui import forgetting
from curator_app.tui.actions import Scope, named
from curator_app.tui.forgetting import ForgetShown, Forgot
from curator_app.tui.messages import Purpose, WorldFailed
from curator_app.tui.paint import chrome
from curator_app.tui.paint.foreign import foreign, refusal
from curator_app.tui.paint.forgetting import WORD
from curator_app.tui.screens.ask import AskScreen
from curator_app.tui.screens.desk import Deeds, Desk, bindings
from curator_app.tui.widgets.line import Line
from curator_app.tui.widgets.moving import Pane
from curator_app.tui.widgets.page import Page
from curator_core.model.forgetting import Wish
from curator_core.model.problem import Refusal
from curator_core.model.view import QueueView


class ForgetScreen(Desk):
    """Shows one cascade; afterwards its receipt."""

    SCOPE: ClassVar[Scope] = Scope.PREVIEW
    BINDINGS: ClassVar[list[BindingType]] = [*bindings(Scope.PREVIEW)]
    AUTO_FOCUS: ClassVar[str | None] = "#text"

    def __init__(self, wish: Wish) -> None:
        super().__init__()
        self._wish = wish
        self._hash: str | None = None
        self._why = Text("the cascade is not on the screen yet; look, then press again")
        self._done = False

    def compose(self) -> ComposeResult:
        """Header, the cascade or the receipt, foot."""
        yield Line(id="header")
        yield Line(id="title")
        yield Page(id="text")
        yield self.frame()

    def on_mount(self) -> None:
        """Find what it reaches."""
        self._head(Text("finding everything it reaches"))
        self._ask()

    @property
    def _page(self) -> Page:
        return self.query_one("#text", Page)

    def pane(self) -> Pane:
        """There is one page."""
        return self._page

    def deeds(self) -> Deeds:
        """What only this screen does."""
        return {"write": self._confirm}

    def offers(self, name: str) -> bool:
        """There is nothing staged here."""
        return not self._done if name == "write" else not _of_plans(name)

    def why_not(self, name: str) -> Text | None:
        """Why nothing can be written now."""
        if name == "write":
            busy = self.curator.errands.busy(Purpose.APPLY)
            return Text("it is being forgotten") if busy else self._unwritable()
        return Text("there is no such thing in a forget") if _of_plans(name) else None

    def _unwritable(self) -> Text | None:
        return self._why if self._hash is None else None

    def back(self) -> None:
        """One level back, to the queue once it is done; never away from a write."""
        if self.curator.errands.busy(Purpose.APPLY):
            self.say(Text("it is being forgotten; wait for the receipt"))
        elif self._done:
            self.curator.to_queue(Text("forgotten: ").append_text(foreign(self._wish.words)))
        else:
            super().back()

    def _ask(self) -> None:
        self.curator.errand(Purpose.LOOK, forgetting.preview(self._wish), self, tag="forget")

    def refreshed(self, view: QueueView, *, by_key: bool) -> None:
        """The Home changed: find it anew, unless it is done. Until then `y` means what is shown; a
        cascade that has changed is refused by its hash."""
        if not self._done and not self.curator.errands.busy(Purpose.APPLY):
            self._ask()

    def on_forget_shown(self, event: ForgetShown) -> None:
        """Paint the cascade; only then y may ask."""
        self._page.show(event.sheet, "forget")
        if isinstance(event.outcome, Refusal):
            self._hash = None
            self._why = refusal(event.outcome)
            self._head(refusal(event.outcome))
            return
        self._head(Text("let go for good: ").append_text(foreign(self._wish.words)))
        self._hash = event.outcome.receipt.shown_hash

    def _head(self, detail: Text) -> None:
        self.query_one("#header", Line).say(chrome.crumb("forget", detail))

    def on_page_scrolled(self) -> None:
        """How much of the page is on the screen."""
        told = "the receipt" if self._done else "nothing is written until y and the word"
        span = self._page.span
        line = self.query_one("#title", Line)
        line.show(lambda width: chrome.pane_title(Text(told), chrome.span(*span), width))

    def _confirm(self) -> None:
        shown = self._hash
        assert shown is not None, "BUG: confirming without a cascade"

        def check(text: str) -> Text | None:
            return None if text.strip().casefold() == WORD else Text(f"type {WORD}, or esc")

        def answered(word: str | None) -> None:
            if word is None:
                self.say(Text("nothing was forgotten"))
            else:
                self._forget(shown)

        title = Text("let it go for good? ").append_text(foreign(self._wish.words))
        hint = Text(f"type {WORD}; enter does it; esc leaves it. It cannot be undone")
        self.app.push_screen(AskScreen(title, hint, check=check), answered)

    def _forget(self, shown: str) -> None:
        self._hash, self._why = None, Text("it is being forgotten")
        self.say(Text("forgetting ..."))
        self.curator.errand(Purpose.APPLY, forgetting.forget(self._wish, shown), self)

    def on_forgot(self, event: Forgot) -> None:
        """Done: the receipt takes the page. Refused: stay, say why, look again."""
        if isinstance(event.outcome, Refusal):
            self.say(refusal(event.outcome))
            self._ask()
            return
        self._done, self._why = True, Text("it is forgotten; esc goes back")
        self._page.show(event.sheet, "receipt")
        self._head(Text("forgotten: ").append_text(foreign(self._wish.words)))
        self.query_one("#keys").refresh()
        self.say(Text("forgotten; this is the receipt"))
        self.curator.reload(by_key=True)

    def on_world_failed(self, event: WorldFailed) -> None:
        """Nothing came of it: say so, look again."""
        super().on_world_failed(event)
        if event.purpose is Purpose.APPLY:
            self._ask()


def _of_plans(name: str) -> bool:
    """Whether an action is about staged plans only."""
    return name == "open" or named(name).scopes == (Scope.PREVIEW,)
