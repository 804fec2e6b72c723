"""What the three-way screen decides: bound to what it shows, staged only when all is resolved."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from rich.text import Text

from curator_app.tui import editor, jobs, picking, workshop
from curator_app.tui.messages import Purpose
from curator_app.tui.paint import chrome, merge
from curator_app.tui.paint.foreign import foreign, listed, refusal
from curator_app.tui.paint.wording import count
from curator_app.tui.picking import Picking, Work
from curator_app.tui.screens.deciding import DecidingScreen
from curator_app.tui.screens.desk import Deeds
from curator_app.tui.screens.edit import Asks, EditScreen
from curator_app.tui.screens.seeing import Seen
from curator_core.model.decision import Approve, Defer, Edit
from curator_core.model.merge import FieldRegion, Hand, Letter, Picked, Region
from curator_core.model.problem import Refusal
from curator_core.model.view import Staged
from curator_core.service import merging

_REGION = Asks(
    Text("by hand: "),
    Text("1 takes this text   0 the text before   tab types on   esc leaves"),
)
_WHOLE = Asks(
    Text("the whole result: "),
    Text("1 stages this text   0 the merged text again   tab types on   esc leaves"),
)


class MergingScreen(DecidingScreen):
    """The merges of one item with their picks; one of them is in hand."""

    def __init__(self, item_id: str) -> None:
        super().__init__()
        self.item_id = item_id
        self.works: dict[str, Work] = {}
        self.gone = False
        self._path: str | None = None

    @property
    def work(self) -> Work | None:
        """The merge in hand; None until it and its picks are read."""
        return self.works.get(self._path or "")

    def in_hand(self) -> Region | None:
        """The region in hand."""
        raise NotImplementedError

    def picked(self, region: Region, pick: Picked | None) -> None:
        """Take a pick for a region."""
        raise NotImplementedError

    def current(self) -> str | None:
        """The item of this screen, while it is there."""
        return None if self.gone else self.item_id

    def advance(self) -> bool:
        """The merge stays in hand."""
        return False

    def go_to(self, item: str) -> None:
        """There is one item here only."""

    def place(self) -> Text:
        """Which of the proposal's notes is in hand."""
        paths = list(self.works)
        if len(paths) < 2 or self._path not in paths:
            return Text()
        return chrome.place(paths.index(self._path) + 1, len(paths))

    def up_to_date(self) -> bool:
        """Whether the merges in work are those of the item as it was read last."""
        merges = () if self.shown is None else self.shown.merges
        known = {path: work.merged for path, work in self.works.items()}
        return known == {merged.path: merged for merged in merges}

    def ask_picks(self) -> None:
        """Bring the picks back that were made for the shown item."""
        assert self.shown is not None, "BUG: picks without an item"
        if self.shown.merges:
            job = workshop.load_picks(self.shown.item, self.shown.merges)
            self.curator.errand(Purpose.DRAFT, job, self, tag="picks")

    def restore(self, text: str) -> bool:
        """Take kept picks; True when some are dropped, their texts being others now."""
        assert self.shown is not None, "BUG: picks without an item"
        kept = picking.load(text)
        works = {}
        for merged in self.shown.merges:
            found = picking.restored(merged, kept.get(merged.path))
            works[merged.path] = found or Work(merged, Picking())
        dropped = any(
            mark != picking.stamp(works[path].merged.way) if path in works else True
            for path, (mark, _) in kept.items()
        )
        self.works = works
        if self._path not in works:
            waiting = (path for path, work in works.items() if work.open)
            self._path = next(waiting, next(iter(works), None))
        return dropped

    def replace_work(self, work: Work) -> None:
        """Other picks for the merge in hand."""
        self.works = {**self.works, work.merged.path: work}

    def deeds(self) -> Deeds:
        """What to do with the result."""
        return {
            **super().deeds(),
            "settle": self._settle,
            "leave_open": self._defer,
            "by_hand": self._by_hand,
            "whole_by_hand": self._whole_by_hand,
            "outside": self._outside,
            "note_next": lambda: self._other(1),
            "note_previous": lambda: self._other(-1),
        }

    def offers(self, name: str) -> bool:
        """Other notes only where the proposal has some."""
        return len(self.works) > 1 or name not in ("note_next", "note_previous")

    def why_not(self, name: str) -> Text | None:
        """Why the result cannot be taken yet."""
        match name:
            case "settle" | "whole_by_hand" | "outside":
                return self.undecidable(name) or self._unfinished(name)
            case "leave_open":
                return self.undecidable("defer")
            case "note_next" | "note_previous":
                return None if len(self.works) > 1 else Text("the proposal updates one note only")
        return super().why_not(name)

    def _unfinished(self, name: str) -> Text | None:
        work = self.work
        if work is None:
            return Text("this item has no three texts to merge")
        if work.open:
            left = count(len(work.open), "region")
            return Text(f"{left} unresolved: }} goes to the next one, X leaves it open and defers")
        if work.resolved.markers:
            lines = ", ".join(map(str, work.resolved.markers))
            return Text(f"conflict markers in lines {lines} of the result: they never go in a note")
        if name == "settle" and self._unread():
            return Text("tainted: read the result to its end first (tab, then G)")
        if name == "outside" and not editor.command():
            return Text("neither $VISUAL nor $EDITOR is set; E edits here")
        return None

    def _settle(self) -> None:
        seen = self._take()
        self._approve_as(seen, self._wish(seen))

    def _wish(self, seen: Seen) -> Approve:
        """The result as a decision: picks, or the text where one was typed."""
        work, view = self.work, self.shown
        assert work is not None and view is not None, "BUG: settling without a merge"
        words = picking.words(work)
        if words is None:
            result = merging.result(work.merged, work.chosen)
            assert result is not None, "BUG: settling an open merge"
            return Edit(item=seen.item, expect=seen.shown_hash, reason=self.note, result=result)
        only = self._only()
        if only or len(view.merges) > 1:
            only = tuple(dict.fromkeys((*only, _name(work))))
        wish = Approve(item=seen.item, expect=seen.shown_hash, reason=self.note)
        return replace(wish, picks=words, only=only)

    def _staged(self, staged: Staged) -> None:
        """Staged here means: look at the plan at once, in place of the merge; a defer leaves it."""
        self.session.kept(staged)
        self.curator.reload(by_key=True)
        said = chrome.staged(staged)
        self.report(said)
        if isinstance(staged.choice, Defer):
            self.app.pop_screen()
            return
        self.preview_instead()

    def _by_hand(self) -> None:
        region, work = self.in_hand(), self.work
        assert region is not None and work is not None, "BUG: nothing to write by hand"
        if isinstance(region, FieldRegion) and _is_table(region):
            self.say(Text("a table of values is not written here; E writes the whole result"))
            return

        def answered(text: str | None) -> None:
            if text is not None:
                self.curator.errand(Purpose.DRAFT, jobs.save_draft(key, ""), self)
                self.picked(region, Hand(text))
            else:
                self.say(Text("left as it was; what was typed is kept"))

        mark = picking.stamp(work.merged.way)
        key = f"region:{self.item_id}:{mark}:{region.id}"
        title = foreign(merge.region_name(work, region))
        self.app.push_screen(EditScreen(title, region_text(work, region), key, _REGION), answered)

    def _whole_by_hand(self) -> None:
        work = self.work
        assert work is not None, "BUG: nothing to write by hand"
        text, seen = work.resolved.text, self._take()
        assert text is not None, "BUG: an open merge has no text"

        def answered(made: str | None) -> None:
            if made is None:
                self.painted(seen)
                self.say(Text("not staged; what was typed is kept"))
            else:
                self._stage_whole(seen, made)

        key = jobs.text_key(self.item_id)
        if len(self.works) > 1:
            key = f"{key}:{work.merged.path}"
        self.app.push_screen(EditScreen(seen.title, text, key, _WHOLE), answered)

    def _outside(self) -> None:
        work = self.work
        assert work is not None and work.resolved.text is not None, "BUG: no text to edit"
        seen, text = self._take(), work.resolved.text
        match editor.edited(self.app, _name(work), text):
            case str() as made if made != text:
                self._stage_whole(seen, made)
            case str():
                self.painted(seen)
                self.say(Text("the text was not changed; nothing is staged"))
            case Refusal() as no:
                self.painted(seen)
                self.say(refusal(no))

    def _stage_whole(self, seen: Seen, text: str) -> None:
        """Stage a result that was written as a whole; markers never go in a note."""
        work = self.work
        assert work is not None, "BUG: a result of nothing"
        found = merging.markers(text)
        if found:
            self.painted(seen)
            lines = listed(map(str, found))
            said = Text("not staged: conflict markers in lines ").append_text(lines)
            self.say(said.append("; the text is kept"))
            return
        wish = Edit(
            item=seen.item,
            expect=seen.shown_hash,
            reason=self.note,
            result=merging.encoded(work.merged, text),
        )
        self._approve_as(seen, wish)

    def _other(self, direction: int) -> None:
        paths = list(self.works)
        at = paths.index(self._path) if self._path in paths else 0
        self._path = paths[(at + direction) % len(paths)]
        self.paint()


def region_text(work: Work, region: Region) -> str:
    """A region's result as text to change; of an unresolved one what CURRENT has."""
    if isinstance(region, FieldRegion):
        made = next(each for each in work.resolved.fields if each.key == region.key)
        value = made.value
        items = value if isinstance(value, tuple) else () if value is None else (value,)
        return "\n".join(str(item) for item in items)
    lines = [each.text for each in work.resolved.origins if each.region == region.id]
    if work.letter(region) is Letter.OPEN:
        lines = [*(region.current or region.proposed)]
    return "\n".join(line.rstrip("\r\n") for line in lines)


def _is_table(region: FieldRegion) -> bool:
    values = (region.base, region.current, region.proposed)
    return any(isinstance(value, Mapping) for value in values)


def _name(work: Work) -> str:
    """What the note is called in a decision: its id, else its path."""
    stated = work.merged.current.fields.get("id")
    return stated if isinstance(stated, str) and stated else work.merged.path
