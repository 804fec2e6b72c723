"""Help and palette: a screen's key table, filterable, with a reason for each key that is off."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.widgets import Input

from curator_app.tui.actions import Action, Scope, named, within
from curator_app.tui.paint import chrome
from curator_app.tui.paint.sheet import Sheet, SheetLine
from curator_app.tui.screens.field import FieldScreen
from curator_app.tui.widgets.line import Line
from curator_app.tui.widgets.moving import Step
from curator_app.tui.widgets.page import Page
from curator_app.tui.widgets.row_list import RowList
from curator_app.tui.widgets.typed import Typed

if TYPE_CHECKING:
    from curator_app.tui.screens.desk import Desk


class HelpScreen(FieldScreen):
    """Answers the name of the action picked with enter, None on esc.

    Opened for typing it is the palette; enter there never decides about an item without the same
    checks as the key itself.
    """

    AUTO_FOCUS: ClassVar[str | None] = ""
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "back", show=False),
        Binding("q,question_mark", "close", show=False),
        Binding("j,down", "step('down')", show=False),
        Binding("k,up", "step('up')", show=False),
        Binding("g,home", "step('first')", show=False),
        Binding("G,end", "step('last')", show=False),
        Binding("ctrl+d,pagedown", "step('page_down')", show=False),
        Binding("ctrl+u,pageup", "step('page_up')", show=False),
        Binding("slash,f", "filter", show=False),
        Binding("enter", "pick", show=False),
    ]

    def __init__(self, desk: Desk, *, typing: bool) -> None:
        super().__init__()
        self._desk, self._typing = desk, typing
        self._all = within(desk.SCOPE)
        self._off = {action.name: desk.reason(action.name) for action in self._all}
        self._shown: tuple[Action, ...] = self._all

    def compose(self) -> ComposeResult:
        """A title, a filter, the keys, a hint."""
        with Vertical(id="help"):
            yield Line(id="asked")
            yield Typed(id="typed", placeholder=_TYPE if self._typing else _SLASH)
            yield RowList(id="keys-list")
            yield Page(id="about")
            yield Line(id="hint")

    def on_mount(self) -> None:
        """Every key of the screen below."""
        scope = self._desk.SCOPE
        title = Text(f"keys in this view: {scope.value}{_SIGNS if scope is Scope.QUEUE else ''}")
        self.query_one("#asked", Line).say(chrome.said(title))
        hint = Text(_TYPING if self._typing else _READING)
        self.query_one("#hint", Line).say(chrome.said(hint))
        self._fill("")
        if self._typing:
            self.typed.focus()
            self.catch_up()

    def late(self, event: events.Key) -> None:
        """In the palette letters are for the filter; in the help they are keys."""
        if self._typing:
            super().late(event)

    @property
    def _list(self) -> RowList:
        return self.query_one("#keys-list", RowList)

    def _fill(self, query: str) -> None:
        wanted = query.casefold().split()
        self._shown = tuple(
            action for action in self._all if all(word in _haystack(action) for word in wanted)
        )
        names = [action.name for action in self._shown]
        self._list.fill(names, self._row, (Text("no key does that here"),))

    def _row(self, index: int, width: int) -> Text:
        action = self._shown[index]
        return chrome.help_row(action, self._off[action.name], width - 2)

    def on_input_changed(self, event: Input.Changed) -> None:
        """Fewer keys."""
        self._fill(event.value)

    def on_input_submitted(self) -> None:
        """Enter in the filter picks as enter in the list does."""
        self.action_pick()

    def on_row_list_moved(self) -> None:
        """Say all about the action under the cursor."""
        name = self._list.selected
        about = chrome.help_foot(named(name), self._off[name]) if name else Text()
        self.query_one("#about", Page).show(Sheet((SheetLine(about),)), name or "")

    def action_step(self, step: str) -> None:
        """Move in the list."""
        self._list.move(Step(step))

    def action_filter(self) -> None:
        """Type into the filter."""
        self.typed.focus()

    def action_pick(self) -> None:
        """Do what the cursor is on; a key that is off only says why."""
        name = self._list.selected
        if name is None or name in ("pane", "lane"):
            return
        self.dismiss(name)

    def action_back(self) -> None:
        """From the filter to the list, from there out."""
        if self.typed.has_focus and not self._typing:
            self.set_focus(None)
        else:
            self.dismiss(None)

    def action_close(self) -> None:
        """Out."""
        self.dismiss(None)


_TYPE, _SLASH = "type to filter", "/ to filter these keys"
_READING = "/ filters   j k move   enter does it   esc closes"
_TYPING = "type to filter   up down move   enter does it   esc closes"
_SIGNS = "   st: C Q X R lane, + x - = < ! health, H high"


def _haystack(action: Action) -> str:
    """What a filter looks through, case-folded: keys, names, what it does."""
    name = action.name.replace("_", " ")
    return f"{action.all_keys} {action.word} {name} {action.says}".casefold()
