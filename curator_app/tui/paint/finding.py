"""A finding as a sheet: what is wrong, the notes with their intervals, the repair in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.text import Text

from curator_app.tui.paint import lives
from curator_app.tui.paint.foreign import foreign, listed, path
from curator_app.tui.paint.ink import Ink
from curator_app.tui.paint.sheet import Sheet, SheetLine, entry, gap, head, sheet
from curator_app.tui.paint.wording import SEVERITY_INK, span
from curator_core.model.answer import Finding
from curator_core.model.inquiry import ChainLink
from curator_core.model.view import ItemView


def reading(view: ItemView, found: Finding, about: Sequence[ChainLink]) -> Sheet:
    """All that a decision on a finding is about."""
    lines = [*_wrong(view, found), gap(), head("NOTES", Text(f"{len(found.ids)}", Ink.DIM))]
    for link in about:
        lines += [*_note(link), gap()]
    missing = [name for name in found.ids if name not in {link.row.note_id for link in about}]
    if missing:
        lines += [entry("missing", listed(missing, Ink.WARN), ink=Ink.WARN), gap()]
    return sheet([*lines, *_repair(found)])


def question(found: Finding) -> Sheet:
    """What is asked of a note that is memory, above its text."""
    lines = [head("STILL TRUE?", Text(found.code, Ink.WARN)), entry("", foreign(found.message))]
    return sheet([*lines, *_repair(found)])


def _wrong(view: ItemView, found: Finding) -> Iterator[SheetLine]:
    ink = SEVERITY_INK[found.severity]
    yield entry("wrong", Text(found.code, ink), ink=ink)
    yield entry("", foreign(found.message))
    key = view.item.memory_key
    if key is not None:
        scope = Text("  ").append_text(foreign(view.item.scope, Ink.DIM))
        yield entry("slot", foreign(key).append_text(scope))
    if found.field is not None:
        yield entry("field", foreign(found.field))
    yield entry("file", Text(", ").join([path(name) for name in view.item.paths]))


def _note(link: ChainLink) -> Iterator[SheetLine]:
    shown = link.row
    said = [foreign(shown.note_id, Ink.STRONG), lives.said(link.life)]
    yield entry("note", Text("  ").join(said))
    yield entry("value", foreign(shown.answer_value or "(none)", Ink.STRONG))
    written = span(link.note.valid_from, link.note.valid_to)
    yield entry("valid", written.append("  ").append_text(foreign(shown.status, Ink.DIM)))
    if link.span is None:
        yield entry("", Text("judged: it never holds", Ink.WARN))
    if shown.supersedes:
        yield entry("", Text("supersedes ", Ink.DIM).append_text(listed(shown.supersedes)))
    if link.newer:
        yield entry("", Text("superseded by ", Ink.DIM).append_text(listed(link.newer)))


def _repair(found: Finding) -> Iterator[SheetLine]:
    if found.repair is None:
        yield head("REPAIR", Text("only a person can say what is right", Ink.WARN))
        yield SheetLine(Text(" edit the notes by hand, or r dismisses this until one changes"), 1)
        return
    yield head("REPAIR", Text("a applies it, r dismisses it until a note changes", Ink.DIM))
    yield SheetLine(Text(" ").append_text(foreign(found.repair.says)), 1)
    for write in found.repair.writes:
        for name, value in write.fields.items():
            said = Text(" ").append_text(foreign(write.note_id)).append("  ")
            said.append_text(foreign(name, Ink.DIM)).append(" := ")
            yield SheetLine(said.append_text(foreign(_said(value), Ink.ADD)), 3)


def _said(value: object) -> str:
    if value is None:
        return "null"
    if isinstance(value, tuple | list):
        return "[" + ", ".join(str(each) for each in value) + "]"
    return str(value)
