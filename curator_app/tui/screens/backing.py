"""Screens that show one item or note whole: sources in turn, exact bytes, what is around it."""

from __future__ import annotations

from dataclasses import replace
from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult

from curator_app.tui import backgrounds
from curator_app.tui.messages import BackgroundRead, ItemShown, Purpose
from curator_app.tui.paint import item
from curator_app.tui.paint.evidence import Proof
from curator_app.tui.paint.foreign import refusal
from curator_app.tui.paint.raw import raw
from curator_app.tui.paint.sheet import EMPTY, Sheet, beyond, together
from curator_app.tui.paint.wording import count
from curator_app.tui.screens.desk import Deeds
from curator_app.tui.screens.seeing import SeeingScreen
from curator_app.tui.widgets.line import Line
from curator_app.tui.widgets.moving import Pane
from curator_app.tui.widgets.page import Page
from curator_core.model.background import Background
from curator_core.model.problem import Refusal
from curator_core.model.view import ItemView, SourceView

WIDE = 120
"""Columns from which text and evidence stand side by side."""

STEPS = (0, 3, 8, 20, 48)
"""How many lines of context `{` and `}` go through."""
_USUAL = 3


class BackingScreen(SeeingScreen):
    """Reads what is around the shown item after the item itself, and paints it when it comes."""

    found: Background | None = None
    at = 0
    around = _USUAL
    exact = False
    _starts: tuple[int, ...] = ()
    AUTO_FOCUS: ClassVar[str | None] = "#text"

    def compose(self) -> ComposeResult:
        """Header, the text, beside it (or below, in one page) what stands behind it, foot."""
        yield Line(id="header")
        yield from self.panes(Page(id="text"), Page(id="evidence"))
        yield self.frame()

    def page(self) -> Page:
        """Where the text is read."""
        return self.query_one("#text", Page)

    def pane(self) -> Pane:
        """The page that has the keys."""
        return self.beside() if self.beside().has_focus else self.page()

    def proof(self) -> Proof:
        """What speaks for the shown item."""
        raise NotImplementedError

    def beside(self) -> Page:
        """The page of the evidence, where there is room for two."""
        return self.query_one("#evidence", Page)

    def deeds(self) -> Deeds:
        """Sources in turn, their context, the exact bytes."""
        return {
            **super().deeds(),
            "source_next": lambda: self.go_source(1),
            "source_previous": lambda: self.go_source(-1),
            "context_more": lambda: self._widen(1),
            "context_less": lambda: self._widen(-1),
            "raw": self._raw,
        }

    def why_not(self, name: str) -> Text | None:
        """Why sources cannot be shown otherwise."""
        match name:
            case "source_next" | "source_previous" | "context_more" | "context_less" | "raw":
                if self.shown is None:
                    return Text("not on the screen yet; look, then press again")
                return None if name == "raw" else self._sourceless(name)
        return super().why_not(name)

    def _sourceless(self, name: str) -> Text | None:
        cited = self._cited()
        if not cited:
            return Text("it cites no source")
        if name.startswith("source"):
            return Text("it cites one source only") if len(cited) == 1 else None
        if not any(source.lines for source in cited):
            return Text("no cited line can be shown")
        last = STEPS[-1] if name == "context_more" else STEPS[0]
        limit = Text(f"{count(last, 'line')} of context is the limit")
        return limit if self.around == last else None

    def _cited(self) -> tuple[SourceView, ...]:
        if self.found is not None and self.found.sources:
            return self.found.sources
        return () if self.shown is None else self.shown.sources

    def go_source(self, direction: int) -> None:
        """Show the next (1) or previous (-1) source."""
        self.at = (self.at + direction) % len(self._cited())
        self.paint()
        self._reveal_source()

    def _reveal_source(self) -> None:
        start = self._starts[self.at]
        page = self.beside() if self.is_wide else self.page()
        page.reveal(start, start + len(self._cited()[self.at].lines) + 1)

    def _widen(self, direction: int) -> None:
        place = max(at for at, step in enumerate(STEPS) if step <= self.around)
        self.around = STEPS[place + direction]
        current = self.current()
        assert current is not None, "BUG: context of nothing"
        self.curator.errand(
            Purpose.LOOK, backgrounds.sources(current, self.around), self, tag="sources"
        )
        self.say(Text(f"{count(self.around, 'line')} of context"))

    def _raw(self) -> None:
        self.exact = not self.exact
        self.paint()
        self.say(Text("the exact file, escaped" if self.exact else "the text as it is read"))

    def _note_read(self) -> None:
        """The exact bytes are another view: they do not stand for the text that is decided."""
        if not self.exact:
            super()._note_read()

    @property
    def is_wide(self) -> bool:
        """Whether text and evidence have a page each."""
        return self.size.width >= WIDE

    def lay(self, reading: Sheet, key: str) -> None:
        """Paint text, fields and evidence on one page, or on two where there is room."""
        assert self.shown is not None, "BUG: painting without a view"
        proof = self.proof()
        text, fields = reading, item.fields(self.shown)
        if self.exact:
            text, fields, key = raw(self.shown), EMPTY, f"exact {key}"
        whole = together(proof.near, proof.around)
        if self.is_wide:
            self._starts = tuple(proof.starts)
            self.page().show(together(text, fields), key)
        else:
            above = len(text.lines) + 1
            self._starts = tuple(above + start for start in proof.starts)
            self.page().show(beyond(together(text, proof.near, fields), proof.around), key)
        self.beside().show(whole, key)

    def on_item_shown(self, event: ItemShown) -> None:
        """The item is there: read what is around it."""
        if event.item == self.current() and isinstance(event.outcome, ItemView):
            job = backgrounds.read(event.item, self.around)
            self.curator.errand(Purpose.LOOK, job, self, tag="background")

    def on_background_read(self, event: BackgroundRead) -> None:
        """Paint what came, unless the screen has moved on."""
        if event.item != self.current() or self.shown is None:
            return
        match event.outcome:
            case Refusal() as no:
                self.say(refusal(no))
                return
            case Background() as news if event.whole or self.found is None:
                self.found = news
            case Background() as news:
                self.found = replace(
                    self.found, sources=news.sources, support=news.support, around=news.around
                )
        self.at = min(self.at, max(0, len(self._cited()) - 1))
        self.paint()
        if not event.whole and self._starts:
            self._reveal_source()

    def leave_item(self) -> None:
        """Another item comes: nothing of this one is shown any more."""
        self.found, self.at, self.exact, self._starts = None, 0, False, ()
