"""All that came from one place: rows as a tree, one note in full, what taking it back does."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from rich.text import Text

from curator_app.tui.paint.cells import fit, joined, row
from curator_app.tui.paint.decisions import taken_back
from curator_app.tui.paint.foreign import foreign, listed, path, refusal
from curator_app.tui.paint.ink import Ink
from curator_app.tui.paint.sheet import SheetLine, entry, gap, head
from curator_app.tui.paint.wording import count
from curator_core.model.event import Action, Event
from curator_core.model.lineage import Descendant, Lineage, RolledBack, Standing, Start

LEGEND = Text(" W takes all of it back (preview)   l begins elsewhere", Ink.DIM)
"""What can be done with a lineage."""
NOTHING = (Text("nothing in this Home comes from there; l begins elsewhere"),)
"""Instead of rows."""
LOOKING = Text("looking where it may come from", Ink.DIM)
OTHER = Text("something else: type a source, session, job, note or proposer", Ink.DIM)
"""The last row of the places to begin at."""
_DEEPEST = 6

_INKS: Mapping[Standing, Ink] = {
    Standing.WAITING: Ink.WARN,
    Standing.LIVE: Ink.OK,
    Standing.SUPERSEDED: Ink.DIM,
    Standing.ARCHIVED: Ink.DIM,
    Standing.REJECTED: Ink.DIM,
    Standing.UNDONE: Ink.WARN,
    Standing.FORGOTTEN: Ink.DIM,
    Standing.GONE: Ink.DIM,
}
_SAYS: Mapping[Standing, str] = {
    Standing.WAITING: "waits for a decision",
    Standing.LIVE: "approved, in use",
    Standing.SUPERSEDED: "approved, superseded since",
    Standing.ARCHIVED: "approved, archived since",
    Standing.REJECTED: "rejected",
    Standing.UNDONE: "its decision was taken back, and no file is left",
    Standing.FORGOTTEN: "let go for good",
    Standing.GONE: "neither a file nor a decision is left",
}
_DEEDS: Mapping[Action, str] = {
    Action.UNDO: "undone",
    Action.REJECT: "rejected",
    Action.ARCHIVE: "archived",
    Action.EDIT: "due for review",
}


def twig_row(note: Descendant, depth: int, width: int) -> Text:
    """One note: what became of it, its name below what it was made of, how it is linked, taint."""
    linked_width = 20 if width >= 74 else 0
    taint_width = 14 if width >= 60 else 0
    name_width = max(8, width - 2 - 10 - 1 - linked_width - taint_width - 2)
    name = Text("  " * min(depth - 1, _DEEPEST) + "- " if depth else "", Ink.DIM)
    name.append_text(foreign(note.name)).append("  ").append_text(foreign(note.title, Ink.DIM))
    cells = (
        (Text(note.standing.value, _INKS[note.standing]), 10),
        (name, name_width),
        (_linked(note), linked_width),
        (_taint(note), taint_width),
    )
    return row([cell for cell in cells if cell[1]])


def _linked(note: Descendant) -> Text:
    if note.made_of:
        return Text("made of ", Ink.DIM).append_text(listed(note.made_of))
    return Text("by " + ", ".join(kind.value for kind in note.kinds), Ink.DIM)


def _taint(note: Descendant) -> Text:
    return listed(note.taint, Ink.WARN)


def tally(found: Lineage) -> Text:
    """From where, and how much of it is what."""
    counts = Counter(note.standing for note in found.notes)
    parts = [f"{counts[each]} {each.value}" for each in Standing if counts[each]]
    made = sum(bool(note.made_of) for note in found.notes)
    parts += [f"{made} derived"] if made else []
    said = Text("from ").append_text(place(found))
    return joined([said, Text(f"{count(len(found.notes), 'note')}: {', '.join(parts)}", Ink.DIM)])


def place(found: Lineage) -> Text:
    """What the lineage was asked of."""
    key, sign, value = found.asked.partition("=")
    kinds = ", ".join(kind.value for kind in found.kinds)
    name = value if sign and key in {kind.value for kind in found.kinds} else found.asked
    return Text(f"{kinds} ").append_text(foreign(name, Ink.STRONG))


def start_row(number: int, start: Start | None, width: int) -> Text:
    """A place to begin at: its digit, what it is, how much came from there; None: another one."""
    digit = Text.assemble((f"{number} " if number < 10 else "  ", Ink.KEY))
    if start is None:
        return digit.append_text(OTHER)
    cells = (
        (Text(start.kind.value), 9),
        (foreign(start.name, Ink.STRONG), max(8, width - 28)),
        (Text(count(start.came, "note"), Ink.DIM), -12),
    )
    return digit.append_text(row(cells))


def facts(note: Descendant, *, read: bool) -> Iterator[SheetLine]:
    """How a note came and what became of it; `read`: the rest stands below, with its text."""
    yield entry("note", foreign(note.name, Ink.STRONG))
    yield entry("state", Text(_SAYS[note.standing], _INKS[note.standing]))
    yield entry("linked", _linked(note))
    if note.title and not read:
        yield entry("title", foreign(note.title))
    if note.path is not None and not read:
        yield entry("file", path(note.path))
    if note.taint:
        yield entry("taint", _taint(note), ink=Ink.WARN)
    if note.decision is not None:
        yield entry("decided", foreign(note.decision))
    if note.taken_back is not None:
        yield entry("undone", foreign(note.taken_back).append(" was taken back", Ink.DIM))


def decided(note: Descendant) -> Text:
    """What a list of decisions is narrowed to."""
    return Text("about ").append_text(foreign(note.name))


def deeds(events: Sequence[Event]) -> Text:
    """What a plan does with a lineage, counted."""
    counts = Counter(event.action for event in events)
    parts = [f"{counts[each]:d} {word}" for each, word in _DEEDS.items() if counts[each]]
    return Text(", ".join(parts), Ink.STRONG)


def rollback(found: RolledBack) -> Iterator[SheetLine]:
    """What is undone, rejected, archived, made due for review; what cannot be, and why, first."""
    for name, no in found.refused:
        said = listed(found.about.get(name, (name,)), Ink.STRONG).append("  ")
        yield entry("CANNOT", said.append_text(refusal(no)), ink=Ink.BAD)
    if found.refused:
        said = Text("Y takes back all the others; these stay as they are")
        yield entry("next", said, ink=Ink.KEY)
        yield gap()
    yield head("TAKES BACK", Text("all from ").append_text(place(found.lineage)))
    for action, word in _DEEDS.items():
        for event in found.preview.plan.events:
            if event.action is action:
                yield SheetLine(_deed(word, event), 17)
    yield gap()


def _deed(word: str, event: Event) -> Text:
    said = fit(Text(f" {word}", Ink.STRONG), 16).append(" ")
    if event.action is Action.UNDO:
        return said.append_text(taken_back((event,)))
    return said.append_text(listed(event.about or (event.item,)))
