"""What all screens share: keys from the one table, a reason for every key that cannot act."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import TYPE_CHECKING, ClassVar, cast

from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Container, Vertical
from textual.screen import Screen
from textual.widget import Widget

from curator_app.tui.actions import Scope, footer, named, within
from curator_app.tui.messages import WorldFailed
from curator_app.tui.paint import chrome
from curator_app.tui.paint.foreign import refusal
from curator_app.tui.session import Session
from curator_app.tui.widgets.line import Line, Status
from curator_app.tui.widgets.moving import Pane, Step
from curator_core.model.view import QueueView

if TYPE_CHECKING:
    from curator_app.tui.app import CuratorApp

Deeds = Mapping[str, Callable[[], None]]

_ITEMS = frozenset(["approve", "reject", "defer", "edit", "editor"])
_NOTES = frozenset(["still_true", "archive", "restore", "pin", "unpin", "detach", "relink"])
_MADE = frozenset(["settle", "leave_open", "reject_copies"])
GUARDED = _ITEMS | _NOTES | _MADE | {"undo", "undo_row", "write", "write_rest", "drop", "redo"}
"""Keys that rest for a moment after a change that no key caused."""

KEYED = frozenset({"lane", "put", "range"})
"""Actions whose keys each mean another one of something."""


def bindings(scope: Scope) -> list[Binding]:
    """Textual bindings of one scope; their ids are made of scope and action, for keymaps."""
    return list(_bindings(scope))


def _bindings(scope: Scope) -> Iterator[Binding]:
    for action in within(scope):
        if action.name in KEYED:
            for key in action.keys:
                deed = f"act('{action.name}', '{key}')"
                yield _binding(key, deed, f"{scope.value}-{action.name}-{key}")
        elif action.name != "pane":
            keys = ",".join(action.keys)
            yield _binding(keys, f"act('{action.name}')", f"{scope.value}-{action.name}")


def _binding(keys: str, deed: str, name: str) -> Binding:
    leaves = deed == "act('leave')"
    return Binding(keys, deed, show=False, id=name, priority=leaves)


class Desk(Screen[None]):
    """A screen of the app. Subclasses name their scope, their panes and their deeds."""

    SCOPE: ClassVar[Scope]
    HEARS: ClassVar[bool] = True
    """Whether what was decided on the screen before is said here."""
    _said = Text()
    HORIZONTAL_BREAKPOINTS = [
        (0, "-tiny"),
        (40, "-narrow"),
        (60, "-normal"),
        (120, "-wide"),
    ]
    VERTICAL_BREAKPOINTS = [
        (0, "-flat"),
        (15, "-low"),
        (20, "-tall"),
    ]

    @property
    def curator(self) -> CuratorApp:
        """The app, as what it is."""
        return cast("CuratorApp", self.app)

    @property
    def session(self) -> Session:
        """What this run of the app knows."""
        return self.curator.session

    def pane(self) -> Pane:
        """The pane that movements and searches go to."""
        raise NotImplementedError

    def deeds(self) -> Deeds:
        """What this screen's own actions do."""
        return {}

    def why_not(self, name: str) -> Text | None:
        """Why an action cannot act now; None when it can."""
        return None

    def offers(self, name: str) -> bool:
        """Whether an action has a place in this screen's footer."""
        return True

    def refreshed(self, view: QueueView, *, by_key: bool) -> None:
        """The queue was read again and something shown has changed."""

    def _common(self) -> Deeds:
        steps: Deeds = {step.value: partial(self._move, step) for step in Step}
        return {
            **steps,
            "find": self._ask_query,
            "find_next": partial(self.find, 1),
            "find_previous": partial(self.find, -1),
            "reread": self.reread,
            "theme": self.curator.next_theme,
            "help": partial(self._help, False),
            "palette": partial(self._help, True),
            "back": self.back,
            "leave": self.curator.leave,
        }

    def action_act(self, name: str, key: str = "") -> None:
        """Do what the key table says, or say why not."""
        self.session.typed(stray=False)
        reason = self.reason(name)
        if reason is not None:
            self.say(Text.assemble(Text(named(name).word), ": ", reason))
        elif name in KEYED:
            self.pick(name, key)
        else:
            {**self._common(), **self.deeds()}[name]()

    def reason(self, name: str) -> Text | None:
        """Why an action cannot act at this moment, the guard after changes included."""
        if name in GUARDED and self.session.hushed:
            return Text("ignored, the screen had just changed by itself; look, then press again")
        return self.why_not(name)

    def on_key(self, event: events.Key) -> None:
        """Notice letters that mean nothing here: somebody may be typing into the wrong window."""
        if event.is_printable and event.key not in self.active_bindings:
            self.session.typed(stray=True)

    def pick(self, name: str, key: str) -> None:
        """Do what a key of several for one action means; empty when it came without a key."""

    def back(self) -> None:
        """One level back."""
        self.app.pop_screen()

    def say(self, message: Text) -> None:
        """Say one line at the foot of this screen; it stays until the next one."""
        self.session.said = Text()
        self._said = message
        self.query_one("#status", Status).say(chrome.said(message))

    def report(self, message: Text) -> None:
        """Say what was decided: the screen that comes next says it too."""
        self.say(message)
        self.session.said = message

    def panes(self, left: Widget, right: Widget) -> ComposeResult:
        """Two panes below their titles, beside each other where there is room."""
        with Container(id="desk"):
            for side, title, pane in (("left", "title", left), ("right", "title-2", right)):
                with Container(id=side):
                    yield Line(id=title)
                    yield pane

    def frame(self) -> Vertical:
        """What stands at the foot: status and keys."""
        status, keys = Status(id="status"), Line(id="keys")
        keys.show(self._keys)
        return Vertical(status, keys, id="foot")

    def _keys(self, width: int) -> Text:
        if self.size.width < 40 or self.size.height < 15:
            return chrome.small(self.size.width, self.size.height)
        shown = [action for action in footer(self.SCOPE) if self.offers(action.name)]
        return chrome.footer(shown, width)

    def on_screen_resume(self) -> None:
        """What this screen said itself, unless something was decided since."""
        if self.HEARS and self.session.said.plain:
            self._said = self.session.said
        self.query_one("#status", Status).say(chrome.said(self._said))

    def on_world_failed(self, event: WorldFailed) -> None:
        """An errand of this screen failed: say so and stay."""
        self.say(refusal(event.refusal))

    def _move(self, step: Step) -> None:
        self.pane().move(step)

    def reread(self) -> None:
        """Read the Home again."""
        self.say(chrome.READING)
        self.curator.reload(by_key=True)

    def _ask_query(self) -> None:
        from curator_app.tui.screens.ask import AskScreen

        ask = AskScreen(Text("find"), Text("enter finds, n and N go on, esc leaves"))
        self.app.push_screen(ask, self._queried)

    def _queried(self, query: str | None) -> None:
        if query:
            self.session.query = query
            self.find(1)

    def find(self, direction: int) -> None:
        """Go to the next (1) or previous (-1) place that holds the query."""
        query = self.session.query
        if not query:
            self.say(Text("nothing to find yet: / asks"))
            return
        hit = self.pane().find(query.casefold(), direction)
        self.say(chrome.found(query, hit))

    def _help(self, typing: bool) -> None:
        from curator_app.tui.screens.help import HelpScreen

        self.app.push_screen(HelpScreen(self, typing=typing), self._chosen)

    def _chosen(self, name: str | None) -> None:
        if name is not None:
            self.action_act(name)
