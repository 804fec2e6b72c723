"""Notes that are there as rows, and the words that pick some of them."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from rich.cells import cell_len
from rich.text import Text

from curator_app.tui.paint.cells import row
from curator_app.tui.paint.foreign import clean, foreign, listed, path
from curator_app.tui.paint.ink import Ink
from curator_app.tui.paint.wording import LETTERS, count, span
from curator_core.model.files import Entry
from curator_core.model.inquiry import MemoryRow
from curator_core.model.view import ItemView


def chosen(
    rows: Sequence[MemoryRow], query: str, texts: Collection[str] = ()
) -> tuple[MemoryRow, ...]:
    """The rows that hold every word of a filter, and none that follows a `-`; and those of the
    paths whose text holds it."""
    words = query.casefold().split()
    wanted = [word for word in words if not word.startswith("-") or word == "-"]
    refused = [word[1:] for word in words if word.startswith("-") and word != "-"]
    return tuple(
        each
        for each in rows
        if each.entry.path in texts
        or (
            all(word in (text := haystack(each)) for word in wanted)
            and not any(word in text for word in refused)
        )
    )


def haystack(each: MemoryRow) -> str:
    """What a filter looks through, case-folded: title, id, slot, value, scope, status, path."""
    entry = each.entry
    parts = (entry.title, entry.note_id, entry.memory_key, entry.value, entry.scope, entry.subject)
    names = (*parts, entry.status, entry.path, _state(each))
    return clean(" ".join(part for part in names if part)).casefold()


def _state(each: MemoryRow) -> str:
    return each.lane.value if each.lane is not None else "" if each.reviewed else "unreviewed"


def columns(width: int) -> Text:
    """The line above the rows."""
    return Text("  ").append_text(
        _row((Text("st"), Text("note"), Text("slot"), Text("valid"), Text("status")), Text(), width)
    )


def line(each: MemoryRow, staged: Text, width: int) -> Text:
    """One note: state, title, slot, valid time, status, how it is staged."""
    entry = each.entry
    letter = LETTERS[each.lane] if each.lane is not None else " " if each.reviewed else "U"
    cells = (
        Text(letter, Ink.WARN),
        _name(entry, _widths(width)[1]),
        foreign(entry.memory_key or "", Ink.DIM),
        span(entry.valid_from, entry.valid_to),
        foreign(entry.status or "?", None if entry.status == "active" else Ink.WARN),
    )
    return _row(cells, staged, width)


def _widths(width: int) -> tuple[int, ...]:
    """The columns' widths; 0 leaves one out."""
    slot = 30 if width >= 110 else 18
    valid = 24 if width >= 100 else 0
    rest = max(12, width - 2 - 2 - slot - valid - 10 - 10 - 5)
    return (2, rest, slot, valid, 10)


def _row(cells: Sequence[Text], staged: Text, width: int) -> Text:
    pairs = [(cell, size) for cell, size in zip(cells, _widths(width), strict=True) if size]
    return row([*pairs, (staged, 10)])


def _name(entry: Entry, room: int) -> Text:
    """Title and id; an id that there is no room for is left out instead of cut."""
    name = foreign(entry.title) if entry.title else path(entry.path)
    whole = name.copy().append("  ").append_text(foreign(entry.note_id or "", Ink.DIM))
    return whole if cell_len(whole.plain) <= room else name


def title(view: ItemView) -> Text:
    """A note in a few words: id, status, who may rely on it."""
    entry, item = view.entry, view.item
    name = listed(item.notes[:1]) if item.notes else path(item.paths[0])
    said = name.append("  ").append_text(foreign(entry.status or "no status", Ink.STRONG))
    if view.note is not None and view.note.pin:
        said.append("  PINNED", Ink.WARN)
    return said


def tally(shown: int, total: int, query: str) -> Text:
    """How many notes are shown, and the filter that is on."""
    if not query:
        return Text(f"{count(total, 'note')}   st: lane of what waits, U not reviewed", Ink.DIM)
    said = Text(f"{shown} of {total} notes   filter: ", Ink.WARN)
    return said.append_text(foreign(query)).append("  (esc clears it)", Ink.DIM)


NOTHING = (Text("no note is here; approve something in the queue first"),)
"""Instead of rows in an empty memory."""

NO_MATCH = (Text("no note holds these words; esc clears the filter"),)
"""Instead of rows when the filter takes none."""
