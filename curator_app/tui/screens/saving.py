"""Screens that write what they show into a new file, where the person says."""

from __future__ import annotations

from pathlib import Path

from rich.text import Text

from curator_app.tui import past_jobs
from curator_app.tui.messages import Purpose
from curator_app.tui.paint.foreign import path, refusal
from curator_app.tui.past_messages import TextSaved
from curator_app.tui.screens.ask import AskScreen
from curator_app.tui.screens.desk import Desk
from curator_core.model.problem import Refusal


class SavingScreen(Desk):
    """Asks for the file; what was typed for one that could not be written comes back."""

    _typed = ""

    def save(self, title: Text, words: str, text: str) -> None:
        """Ask where, beginning with a name of these words in the person's own folder; write it."""

        def answered(target: str | None) -> None:
            if target is None or not target.strip():
                self.say(Text("nothing was written"))
                return
            self._typed = target.strip()
            where = Path(self._typed).expanduser().absolute()
            job = past_jobs.save(where, text.encode("utf-8", "surrogateescape"))
            self.curator.errand(Purpose.DRAFT, job, self)

        start = self._typed or str(Path.home() / f"curator-{words}")
        hint = Text("a new file outside of this Home; enter writes, esc leaves it")
        self.app.push_screen(AskScreen(title, hint).starting(start), answered)

    def on_text_saved(self, event: TextSaved) -> None:
        """Say where it is, or why it is not."""
        match event.outcome:
            case Refusal() as no:
                self.say(refusal(no))
            case Path() as target:
                self._typed = ""
                self.say(Text("written: ").append_text(path(str(target))))
