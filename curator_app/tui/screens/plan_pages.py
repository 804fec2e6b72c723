"""How a plan stands on the screen: its decisions, its files, beside or above them its effects."""

from __future__ import annotations

from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult

from curator_app.tui.paint import chrome, decisions, exported
from curator_app.tui.paint.sheet import EMPTY, Sheet, together
from curator_app.tui.screens.saving import SavingScreen
from curator_app.tui.widgets.line import Line
from curator_app.tui.widgets.moving import Pane
from curator_app.tui.widgets.page import Page
from curator_app.tui.widgets.row_list import RowList
from curator_core.model.problem import Refusal
from curator_core.model.view import NoteOutcome, Preview, Staged

WIDE = 120


class PlanPages(SavingScreen):
    """The panes of a plan. What is blocked comes first; the first page begins with it."""

    AUTO_FOCUS: ClassVar[str | None] = "#text"

    def __init__(self) -> None:
        super().__init__()
        self.place = ""
        self.plan: Preview | Refusal | None = None
        self.staged: tuple[Staged, ...] = ()
        self.sheets: tuple[Sheet, Sheet] = (EMPTY, EMPTY)
        self.after: Sheet = EMPTY

    def compose(self) -> ComposeResult:
        """Header, decisions, the files and beside them the effects (else one page), foot."""
        yield Line(id="header")
        yield RowList(id="list")
        yield from self.panes(Page(id="text"), Page(id="effects"))
        yield self.frame()

    @property
    def rows(self) -> RowList:
        """The staged decisions."""
        return self.query_one("#list", RowList)

    @property
    def page(self) -> Page:
        """The plan; where there is room, its files alone."""
        return self.query_one("#text", Page)

    @property
    def effects(self) -> Page:
        """What else it does, where there is room for it."""
        return self.query_one("#effects", Page)

    def pane(self) -> Pane:
        """What has the keys, else the plan."""
        found = (pane for pane in (self.rows, self.effects) if pane.has_focus)
        return next(found, self.page)

    def selected(self) -> Staged | None:
        """The decision under the cursor."""
        key = self.rows.selected
        return next((each for each in self.staged if each.decision == key), None)

    def show(self) -> None:
        """Show the sheets in one page or in two."""
        first, files = self.sheets
        effects = together(first, self.after)
        wide = self.size.width >= WIDE
        self.page.show(files if wide else together(effects, files), "plan")
        self.effects.show(effects if wide else EMPTY, "effects")

    def on_resize(self) -> None:
        """One page or two."""
        self.show()

    def paint_row(self, index: int, width: int) -> Text:
        """One decision."""
        staged = self.staged[index]
        outcomes, item = self._outcomes(staged), self.session.item(staged.item)
        names = (outcomes[0].name,) if outcomes else () if item is None else item.notes
        return decisions.staged_row(staged, next(iter(names), None), outcomes, width)

    def _outcomes(self, staged: Staged) -> tuple[NoteOutcome, ...]:
        if not isinstance(self.plan, Preview):
            return ()
        events = (event for event in self.plan.plan.events if event.item == staged.item)
        event = next(events, None)
        return () if event is None else self.plan.outcomes.get(event.event_id, ())

    def to_file(self) -> None:
        """All that is shown as a text, where the person says."""
        words = f"plan-{self.session.now():%Y-%m-%d-%H%M}.txt"
        effects, files = self.sheets
        text = exported.lines((effects, self.after, files))
        self.save(Text("write this plan as text to"), words, text)

    def head(self, detail: Text) -> None:
        """Where this is, and what speaks against the plan."""
        self.query_one("#header", Line).say(chrome.crumb(self.place, detail))

    def on_page_scrolled(self, event: Page.Scrolled) -> None:
        """How much of the plan is on the screen."""
        ask = Text("nothing is written until you press y")
        effects = event.page is self.effects
        line = self.query_one("#title-2" if effects else "#title", Line)
        title, span = Text("effects") if effects else ask, event.page.span
        line.show(lambda width: chrome.pane_title(title, chrome.span(*span), width))

    def refresh_keys(self) -> None:
        """Other keys are offered now."""
        self.query_one("#keys", Line).refresh()
