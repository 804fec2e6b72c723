"""The split workbench: one note becomes several, and nothing of it gets lost unseen."""

from __future__ import annotations

from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import BindingType

from curator_app.tui import workshop
from curator_app.tui.actions import Scope
from curator_app.tui.cutting import Cutting
from curator_app.tui.messages import OriginalShown, Purpose
from curator_app.tui.paint import chrome, split
from curator_app.tui.paint.foreign import foreign, refusal
from curator_app.tui.screens.cutting import CuttingScreen
from curator_app.tui.screens.desk import Deeds, bindings
from curator_app.tui.widgets.line import Line
from curator_app.tui.widgets.moving import Pane, Step
from curator_app.tui.widgets.page import Page
from curator_app.tui.widgets.row_list import RowList
from curator_core.model.cutting import Original
from curator_core.model.problem import Refusal
from curator_core.service import splitting


class SplitScreen(CuttingScreen):
    """The original's lines on one side, the parts on the other."""

    SCOPE: ClassVar[Scope] = Scope.SPLIT
    BINDINGS: ClassVar[list[BindingType]] = [*bindings(Scope.SPLIT)]
    AUTO_FOCUS: ClassVar[str | None] = "#list"

    def __init__(self, name: str) -> None:
        super().__init__()
        self._asked = name

    def compose(self) -> ComposeResult:
        """Header, the original, the parts, foot."""
        yield Line(id="header")
        yield from self.panes(RowList(id="list"), Page(id="parts"))
        yield self.frame()

    def on_mount(self) -> None:
        """Read the note."""
        self.query_one("#header", Line).say(chrome.crumb("split", Text("reading")))
        self.query_one("#title", Line).say(Text("- original: digits move the line in hand"))
        self.ask()

    @property
    def _list(self) -> RowList:
        return self.query_one("#list", RowList)

    def page(self) -> Page:
        """The parts."""
        return self.query_one("#parts", Page)

    def pane(self) -> Pane:
        """The parts when they have the keys, else the lines."""
        return self.page() if self.page().has_focus else self._list

    def ask(self) -> None:
        """Read the note, and how far it was cut before."""
        self.curator.errand(Purpose.LOOK, workshop.original(self._asked), self, tag="split")

    def on_original_shown(self, event: OriginalShown) -> None:
        """Go on where it was left; another text begins anew."""
        match event.outcome:
            case Original() as of:
                self.begin(of, event.kept)
                self.bind(of.item, of.shown_hash, foreign(of.title or of.note_id))
                self.paint()
            case Refusal() as no:
                self.of = self.seen = None
                self.page().show(chrome.not_shown(no), "refused")
                self.query_one("#title", Line).say(Text("- original"))
                self.query_one("#header", Line).say(
                    chrome.crumb("split", Text("not possible here"))
                )
                self.say(refusal(no))

    def paint(self) -> None:
        """The lines and the parts."""
        of, made = self.of, self.made
        assert of is not None, "BUG: painting without a note"
        keys = [str(number) for number in range(len(of.lines))]
        self._list.fill(keys, lambda index, width: split.line(of, made, index, width))
        self._parts()
        if of.before is not None:
            said = "- original: 1 stays, 2 was said before, 3 is said now; digits move a line"
            self.query_one("#title", Line).say(Text(said))
        title = split.title(of, made)
        self.query_one("#header", Line).say(chrome.crumb("split", title))

    def _parts(self) -> None:
        assert self.of is not None, "BUG: painting without a note"
        sheet, span = split.parts(self.of, self.made, self.part_in_hand())
        self.page().show(sheet, "parts")
        self.page().reveal(*span)

    def on_row_list_moved(self) -> None:
        """Another line: perhaps another part."""
        if self.of is not None:
            self._parts()

    def on_page_scrolled(self) -> None:
        """How much of the parts is on the screen."""
        span = self.page().span
        line = self.query_one("#title-2", Line)
        line.show(lambda width: chrome.pane_title(Text("parts"), chrome.span(*span), width))

    def _line(self) -> int | None:
        return int(self._list.selected) if self._list.selected is not None else None

    def part_in_hand(self) -> int:
        """The part of the line under the cursor."""
        line = self._line()
        return 0 if line is None else self.made.owners[line]

    def deeds(self) -> Deeds:
        """Cutting, moving lines, writing parts, taking it."""
        return {
            **super().deeds(),
            "cut": self._cut,
            "by_headings": self._by_headings,
            "by_paragraphs": self._by_paragraphs,
            "part_head": self.write_head,
            "part_whole": self.write_whole,
            "give_up": self.give_up,
            "undo_step": lambda: self.go(-1),
            "redo_step": lambda: self.go(1),
            "settle": self.settle,
        }

    def why_not(self, name: str) -> Text | None:
        """Why a key cannot act on this line, or on the whole."""
        if name == "settle":
            return self.unbound() or self.unfit()
        if name in ("undo_step", "redo_step"):
            return self.cannot_step(name)
        if name in ("put", "cut", "part_head", "part_whole"):
            return self.unbound() or self._immovable(name)
        if name in ("by_headings", "by_paragraphs"):
            return self.unbound()
        if name == "give_up":
            return self.unbound() or self.all_there()
        return super().why_not(name)

    def _immovable(self, name: str) -> Text | None:
        part = self.part_in_hand()
        if self._line() is None:
            return Text("the note has no text to cut; e writes its parts")
        if name in ("part_head", "part_whole") and part == 0:
            return Text("this line is in no part; a digit puts it into one")
        if name in ("put", "cut") and part in self.made.typed:
            return _typed(part)
        return None

    def pick(self, name: str, key: str) -> None:
        """A digit moves the line in hand."""
        if not key:
            self.say(Text("press 1 to 9, or 0"))
        elif int(key) in self.made.typed:
            self.say(_typed(int(key)))
        else:
            self._put(int(key))

    def _put(self, part: int) -> None:
        line = self._line()
        assert line is not None, "BUG: no line to move"
        where = f"part {part:d}" if part else "no part"
        self.step(self.made.put(line, part), Text(f"line {line + 1:d} is in {where}"))
        self._list.move(Step.DOWN)

    def _cut(self) -> None:
        line = self._line()
        assert line is not None, "BUG: no line to cut at"
        made = self.made.cut(line)
        if made is None:
            self.say(Text(f"{splitting.MOST:d} parts are the most"))
        else:
            self.step(made, Text(f"part {made.owners[line]:d} begins at line {line + 1:d}"))

    def _by_headings(self) -> None:
        assert self.of is not None, "BUG: cutting without a note"
        self._anew(self.of.sections, "headings" if self.of.before is None else "what changes")

    def _by_paragraphs(self) -> None:
        assert self.of is not None, "BUG: cutting without a note"
        self._anew(splitting.paragraphs(self.of), "paragraphs")

    def _anew(self, owners: tuple[int, ...], by: str) -> None:
        found = max(owners, default=1)
        if found < 2:
            self.say(Text(f"there are no two {by} to cut by"))
        elif found > splitting.MOST:
            self.say(Text(f"{found:d} {by}: {splitting.MOST:d} parts are the most; c cuts"))
        else:
            self.step(Cutting(owners), Text(f"cut by {by} into {found:d} parts"))


def _typed(part: int) -> Text:
    return Text(f"part {part:d} was written by hand; u takes that back first")
