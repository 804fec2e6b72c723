"""The frame around the screens: footer, status line, help rows, dialogs' lines."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import StrEnum

from rich.cells import cell_len
from rich.text import Text

from curator_app.tui.actions import Action
from curator_app.tui.paint.cells import cut, fit, sides
from curator_app.tui.paint.foreign import foreign, refusal
from curator_app.tui.paint.ink import Ink
from curator_app.tui.paint.queue import staged_word
from curator_app.tui.paint.sheet import Sheet, SheetLine
from curator_app.tui.paint.wording import count
from curator_core.model.decision import ReasonCode
from curator_core.model.problem import Refusal
from curator_core.model.view import Staged


def footer(actions: Iterable[Action], width: int) -> Text:
    """As many whole keys as fit, in the given order; help and the way out always have theirs."""
    wanted = list(actions)
    kept = [action for action in wanted if action.name in ("help", "quit", "back")]
    for action in wanted:
        if action not in kept and _size([*kept, action]) <= width:
            kept.append(action)
    ordered = [action for action in wanted if action in kept]
    return Text(" ").append_text(Text("  ").join([_key(action) for action in ordered]))


def _size(actions: Sequence[Action]) -> int:
    return 1 + sum(cell_len(_key(action).plain) for action in actions) + 2 * (len(actions) - 1)


def _key(action: Action) -> Text:
    return Text.assemble((action.key, Ink.KEY), " ", action.word)


def help_row(action: Action, reason: Text | None, width: int) -> Text:
    """One action in the help: its keys, what it does, and why it cannot act now."""
    keys = fit(Text(action.all_keys, Ink.KEY if reason is None else Ink.DIM), 16)
    said = Text(action.says, "" if reason is None else Ink.DIM)
    if reason is not None:
        said = Text.assemble((action.word, Ink.DIM), (" off: ", Ink.WARN), reason)
    return cut(Text.assemble(keys, " ", said), width)


def help_foot(action: Action | None, reason: Text | None) -> Text:
    """The help's last lines: all that there is to say about the action under the cursor."""
    if action is None:
        return Text()
    said = Text(action.says)
    return said if reason is None else said.append(". off: ", Ink.WARN).append_text(reason)


def said(message: Text) -> Text:
    """A line of the status bar."""
    return Text(" ").append_text(message)


def small(width: int, height: int) -> Text:
    """The one line a terminal below 40x15 gets."""
    return Text.assemble(
        (f" {width}x{height}: 40x15 needed ", Ink.WARN), ("? help  q quit", Ink.KEY)
    )


def crumb(place: str, detail: Text | None = None) -> Text:
    """A screen's first line: where it is, then what it shows."""
    line = Text.assemble(" ", (f"curator > {place}", Ink.HEAD))
    return line if detail is None else line.append("   ").append_text(detail)


def pane_title(title: Text, position: Text, width: int) -> Text:
    """The line above a pane: its title, and how much of it is on screen."""
    return sides(Text("- ", Ink.DIM).append_text(title), position, width)


def found(query: str, hit: bool) -> Text:
    """What a search came to."""
    if hit:
        return Text.assemble("found: ", foreign(query))
    return Text.assemble(("not found: ", Ink.WARN), foreign(query))


def reasons(codes: Sequence[ReasonCode], first: int) -> Text:
    """Reject reasons with their digits, in straight columns."""
    cells = [
        fit(Text.assemble((str(number), Ink.KEY), " ", code.value), 16)
        for number, code in enumerate(codes, first)
    ]
    return Text(" ").append_text(Text("").join(cells))


def orders(names: Sequence[StrEnum], first: int, now: StrEnum) -> Text:
    """Sort orders with their digits, in straight columns; the one in use in brackets."""
    cells = [
        fit(Text.assemble((str(number), Ink.KEY), " ", _current(name.value, name is now)), 19)
        for number, name in enumerate(names, first)
    ]
    return Text(" ").append_text(Text("").join(cells))


def _current(word: str, here: bool) -> Text:
    return Text(f"[{word}]", Ink.HEAD) if here else Text(word)


def confirming(no: Refusal) -> Text:
    """The two keys of a confirmation."""
    return Text.assemble(
        " ", ("1", Ink.KEY), f" confirm {no.code} and stage   ", ("esc", Ink.KEY), " undecided"
    )


def place(at: int, total: int) -> Text:
    """Which row of how many; empty for a thing that is in no row."""
    return Text(f"{at}/{total}", Ink.DIM) if at else Text()


def span(first: int, last: int, total: int, before: Text | None = None) -> Text:
    """Which lines of a page are on the screen, and whether more follow."""
    parts = [] if before is None else [before]
    if total:
        more = (" more", Ink.KEY) if last < total else (" end", Ink.DIM)
        parts.append(Text.assemble((f"{first}-{last} of {total}", Ink.DIM), more))
    return Text("  ").append_text(Text("   ").join(parts)).append(" ")


def standing(staged: Staged | None, position: Text) -> Text:
    """How an item is staged, and its place."""
    word = Text() if staged is None else staged_word(staged)
    return Text("  ").append_text(word).append("  ").append_text(position)


def with_right(left: Text, right: Text, width: int) -> Text:
    """A line with two ends."""
    return sides(left, right, width)


WRITING = Text("writing: it ends in a moment, then press again", Ink.WARN)
"""Why the app does not quit just now."""


READING = Text("reading the Home again")
"""Said until it is read."""


def read_again(news: bool) -> Text:
    """What a reading that was asked for came to."""
    return Text("read again: changes are shown" if news else "read again: nothing has changed")


def polling(seconds: float, failure: str) -> Text:
    """How changes are noticed where watching does not work."""
    said = Text(f"not watching, reading every {seconds:g} s: ", Ink.WARN)
    return said.append_text(foreign(failure))


def theme(name: str) -> Text:
    """Which theme is on now."""
    return Text(f"theme {name}")


def copied(name: str) -> Text:
    """What goes to the clipboard: visible text only."""
    return foreign(name)


def copying(name: Text) -> Text:
    """What was copied, and that this needs the terminal's help."""
    return Text.assemble("copied ", name, (" (OSC 52: some terminals do not allow it)", Ink.DIM))


def farewell(staged: int) -> Text | None:
    """The last line after leaving; None when nothing is staged."""
    if not staged:
        return None
    return Text(f"{count(staged, 'staged decision')} kept, not written; curator brings them back")


def staged(decision: Staged) -> Text:
    """That a decision is staged, and how to take it back."""
    said = Text(f"staged {decision.action.value} (u takes it back, w previews): ")
    return said.append_text(foreign(decision.title))


def taken_back(decision: Staged, others: int = 0) -> Text:
    """That a staged decision, and so many of the same key, is gone and its item undecided."""
    said = Text(f"taken back: {decision.action.value} of ")
    said.append_text(foreign(decision.title))
    if others:
        said.append(f" and {others} more")
    return said.append(", undecided again")


def not_shown(no: Refusal) -> Sheet:
    """Why an item cannot be shown, in its place."""
    return Sheet((SheetLine(Text(" ").append_text(refusal(no)), 1),))
