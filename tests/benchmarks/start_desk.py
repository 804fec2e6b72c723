"""The desk on a Home until the queue's rows are painted, without a terminal."""

from __future__ import annotations

import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import ClassVar

from curator_app.tui import app, themes
from curator_app.tui.messages import QueueLoaded
from tests.benchmarks.process import say_painted, say_read

STYLES = Path(app.__file__).with_name("styles") / "desk.tcss"


class Watched(app.CuratorApp):
    """The desk that says when it is painted first, and when its rows are."""

    CSS_PATH: ClassVar[str] = str(STYLES)

    def on_mount(self) -> None:
        """The first paint: a queue that is being read."""
        super().on_mount()
        self.call_after_refresh(say_painted)

    def on_queue_loaded(self, event: QueueLoaded) -> None:
        """The first rows, then leave."""
        say_read()
        assert event.arranged.roster.view.items, "a Home with rows is measured"
        super().on_queue_loaded(event)
        self.call_after_refresh(self._rows_painted)

    def _rows_painted(self) -> None:
        say_painted()
        self.exit()


if __name__ == "__main__":
    Watched(
        Path(sys.argv[1]), lambda: datetime(2026, 11, 29, 8, tzinfo=UTC), theme=themes.DARK.name
    ).run(headless=True)
