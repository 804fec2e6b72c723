"""The three texts of an update and what is made of them: chosen region by region."""

from __future__ import annotations

from functools import partial
from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import BindingType

from curator_app.tui import jobs, picking, workshop
from curator_app.tui.actions import Scope
from curator_app.tui.messages import ItemShown, PicksLoaded, Purpose
from curator_app.tui.paint import chrome, hunks, merge
from curator_app.tui.paint.foreign import foreign
from curator_app.tui.paint.sheet import together
from curator_app.tui.picking import Auto, Picking, Picks, Step, Work
from curator_app.tui.screens.desk import Deeds, bindings
from curator_app.tui.screens.merging import MergingScreen
from curator_app.tui.widgets.line import Line
from curator_app.tui.widgets.moving import Pane
from curator_app.tui.widgets.page import Page
from curator_core.model.merge import Hand, Pick, Picked, Region
from curator_core.model.problem import Refusal
from curator_core.model.view import QueueView
from curator_core.service import merging

WIDE = 120
_PICKS = {
    "pick_base": Pick.BASE,
    "pick_current": Pick.CURRENT,
    "pick_proposed": Pick.PROPOSED,
    "pick_both": Pick.BOTH,
    "pick_swapped": Pick.SWAPPED,
}


class MergeScreen(MergingScreen):
    """Fields and hunks above, the result with its origins below."""

    SCOPE: ClassVar[Scope] = Scope.MERGE
    BINDINGS: ClassVar[list[BindingType]] = [*bindings(Scope.MERGE)]
    AUTO_FOCUS: ClassVar[str | None] = "#regions"

    def __init__(self, item_id: str) -> None:
        super().__init__(item_id)
        self._at: str | None = None
        self._columns: bool | None = None
        self._lines = 0

    def compose(self) -> ComposeResult:
        """Header, regions, result, foot."""
        yield Line(id="header")
        yield from self.panes(Page(id="regions"), Page(id="result"))
        yield self.frame()

    def on_mount(self) -> None:
        """Read the item and the picks made before."""
        self.query_one("#header", Line).say(chrome.crumb("merge", Text("reading")))
        self.ask_shown(self.item_id)

    @property
    def _regions(self) -> Page:
        return self.query_one("#regions", Page)

    @property
    def _small(self) -> bool:
        """Whether there is room for one pane only."""
        return self.size.height < 20 or self.size.width < 60

    def page(self) -> Page:
        """Where the result is read."""
        return self._regions if self._small else self.query_one("#result", Page)

    def pane(self) -> Pane:
        """The result when it has the keys, else the regions."""
        beside = self.query_one("#result", Page)
        return beside if beside.has_focus else self._regions

    def deeds(self) -> Deeds:
        """Picks, steps, ways through the regions, what to do with the result."""
        picks: Deeds = {name: partial(self._pick, pick) for name, pick in _PICKS.items()}
        return {
            **super().deeds(),
            **picks,
            "pick_none": partial(self._pick, None),
            "take_current": partial(self._take_side, Pick.CURRENT),
            "take_proposed": partial(self._take_side, Pick.PROPOSED),
            "auto": lambda: self._step(Auto()),
            "undo_step": self._undo_step,
            "redo_step": self._redo_step,
            "region_next": partial(self._go, 1, False),
            "region_previous": partial(self._go, -1, False),
            "open_next": partial(self._go, 1, True),
            "open_previous": partial(self._go, -1, True),
            "layout": self._relayout,
            "wrap": self._rewrap,
        }

    def why_not(self, name: str) -> Text | None:
        """Why a key cannot act on this region, or on the whole."""
        work, region = self.work, self.in_hand()
        if name in _PICKS or name in ("pick_none", "by_hand"):
            if work is None or region is None:
                return Text("no region is selected; ] goes to the first")
            return self._unpickable(work, region, name)
        if name in ("take_current", "take_proposed", "auto") and work is None:
            return Text("not on the screen yet")
        if name == "auto" and work is not None and work.picking.auto:
            return Text("what only one side changed is merged by itself already")
        if name == "undo_step" and (work is None or work.picking.undone() is None):
            return Text("nothing to take back here")
        if name == "redo_step" and (work is None or work.picking.redone() is None):
            return Text("nothing was taken back")
        if name in ("open_next", "open_previous") and (work is None or not work.open):
            return Text("nothing is unresolved; enter previews")
        return super().why_not(name)

    def _unpickable(self, work: Work, region: Region, name: str) -> Text | None:
        pick = _PICKS.get(name)
        if pick is not None and pick not in merging.offered(work.merged, region):
            if pick is Pick.BASE:
                return Text("nobody knows what the proposal was made from: there is no BASE")
            return Text("both at once has a meaning for lists and lines only")
        if name == "pick_none" and region.id not in work.chosen:
            return Text("this region has no pick")
        return None

    def in_hand(self) -> Region | None:
        """The region that picks are for."""
        return None if self.work is None or self._at is None else self.work.region(self._at)

    def _pick(self, pick: Pick | None) -> None:
        region = self.in_hand()
        assert region is not None, "BUG: picking without a region"
        self.picked(region, pick)

    def picked(self, region: Region, pick: Picked | None) -> None:
        """A pick is one step; then the next unresolved region."""
        self._step(Picks({region.id: pick}))
        work = self.work
        if work is None or pick is None:
            return
        word = "by hand" if isinstance(pick, Hand) else merge.PICKED[pick]
        said = foreign(merge.region_name(work, region)).append(f": {word}")
        if work.open and region.id not in work.open:
            self._go(1, True)
        self.say(said.append(f"   {len(work.open)} unresolved; u takes it back"))

    def _take_side(self, pick: Pick) -> None:
        assert self.work is not None, "BUG: a side of nothing"
        self._step(Picks({region.id: pick for region in self.work.regions}))
        self.say(Text(f"all of {merge.PICKED[pick]}; u takes it back"))

    def _step(self, step: Step) -> None:
        assert self.work is not None, "BUG: a step without a merge"
        self._stand(self.work.picking.take(step))

    def _undo_step(self) -> None:
        before = self.work
        undone = None if before is None else before.picking.undone()
        assert before is not None and undone is not None, "BUG: nothing to undo"
        self._stand(undone)
        off = before.picking.auto and not undone.auto
        self.say(Text(_NO_AUTO if off else "taken back; U does it again"))

    def _redo_step(self) -> None:
        redone = None if self.work is None else self.work.picking.redone()
        assert redone is not None, "BUG: nothing to redo"
        self._stand(redone)
        self.say(Text("done again"))

    def _stand(self, made: Picking) -> None:
        """Show and keep other picks."""
        assert self.work is not None and self.shown is not None, "BUG: picks without a merge"
        self.replace_work(self.work.with_(made))
        job = workshop.save_picks(self.shown.item, picking.dump(self.works))
        self.curator.errand(Purpose.DRAFT, job, self, tag=jobs.picks_key(self.item_id))
        self.paint()

    def _go(self, direction: int, only_open: bool) -> None:
        work = self.work
        if work is None:
            return
        ids = [region.id for region in work.regions]
        wanted = set(work.open) if only_open else set(ids)
        at = ids.index(self._at) if self._at in ids else -1 if direction > 0 else 0
        ring = [ids[(at + direction * step) % len(ids)] for step in range(1, len(ids) + 1)]
        self._at = next((name for name in ring if name in wanted), self._at)
        self.paint()

    def on_picks_loaded(self, event: PicksLoaded) -> None:
        """Start where it was left, else at the first region that needs a pick."""
        if event.item != self.item_id or self.shown is None:
            return
        dropped = self.restore(event.text) or event.dropped
        self.paint()
        if dropped:
            self.say(Text("a text of this merge has changed: the picks for it are dropped"))

    def refreshed(self, view: QueueView, *, by_key: bool) -> None:
        """The Home changed: the texts may be others now."""
        self.ask_shown(self.item_id)

    def on_item_shown(self, event: ItemShown) -> None:
        """The item as it is now; without it there is nothing to merge."""
        self.gone = False
        super().on_item_shown(event)
        if isinstance(event.outcome, Refusal):
            self.works, self.gone = {}, True
            gone = Text("this item has left the queue; esc goes back")
            self.query_one("#header", Line).say(chrome.crumb("merge", gone))
            self._regions.show(chrome.not_shown(event.outcome), event.item)

    def on_resize(self) -> None:
        """Lay out anew."""
        if self.shown is not None:
            self.paint()

    def _relayout(self) -> None:
        self._columns = not self._look().columns
        self.paint()
        self.say(Text("side by side" if self._columns else "below each other"))

    def _rewrap(self) -> None:
        self._lines = (self._lines + 1) % len(_LINES)
        self.paint()
        self.say(Text(_LINES[self._lines]))

    def _look(self) -> merge.Look:
        columns = self.size.width >= WIDE if self._columns is None else self._columns
        width = max(20, self._regions.size.width)
        return merge.Look(width, columns, wrap=self._lines < 2, short=self._lines == 0)

    def paint(self) -> None:
        """Regions and result, the region in hand in view."""
        work = self.work
        if self.shown is not None and not (work and self.up_to_date()):
            self.ask_picks()
        if work is None or not self.up_to_date():
            return
        ids = [region.id for region in work.regions]
        if self._at not in ids:
            self._at = next(iter(work.open), next(iter(ids), None))
        drawn = hunks.drawn(work, self._at, self._look())
        result, key = merge.result(work), f"{self.item_id} {work.merged.path}"
        self.query_one("#right").display = not self._small
        self._regions.show(together(drawn.sheet, result) if self._small else drawn.sheet, key)
        self.query_one("#result", Page).show(result, key)
        if self._at is not None and self._at in drawn.places:
            self._regions.reveal(*drawn.places[self._at])
        self._head(work)
        self.on_page_scrolled(Page.Scrolled(self._regions))

    def _head(self, work: Work) -> None:
        title = merge.title(work, self._at)
        name = foreign(work.merged.path.rpartition("/")[2].removesuffix(".md"))
        line = chrome.crumb("merge", name.append("   ").append_text(title))
        staged = self.session.details.get(self.item_id)
        self.query_one("#header", Line).show(
            lambda width: chrome.with_right(line, chrome.standing(staged, self.place()), width)
        )

    def on_page_scrolled(self, event: Page.Scrolled) -> None:
        """How much of a page is on the screen."""
        regions = event.page.id == "regions"
        title = Text("result: every line with where it is from")
        if regions:
            title = Text() if self.work is None else merge.place(self.work, self._at)
        span = chrome.span(*event.page.span)
        line = self.query_one("#title" if regions else "#title-2", Line)
        line.show(lambda width: chrome.pane_title(title, span, width))


_LINES = (
    "long lines are wrapped; of long stretches that nobody changed the size is said",
    "long lines are wrapped and whole",
    "long lines are cut",
)
_NO_AUTO = "nothing is merged by itself any more; A or U does that again"
