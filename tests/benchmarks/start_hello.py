"""The least a Textual program does until something is painted: the yardstick of a cold start."""

from __future__ import annotations

from textual.app import App, ComposeResult
from textual.widgets import Static

from tests.benchmarks.process import say_painted


class Hello(App[None]):
    """One line of text."""

    def compose(self) -> ComposeResult:
        """The line."""
        yield Static("hello")

    def on_mount(self) -> None:
        """Leave as soon as it is painted."""
        self.call_after_refresh(self._painted)

    def _painted(self) -> None:
        say_painted()
        self.exit()


if __name__ == "__main__":
    Hello().run(headless=True)
