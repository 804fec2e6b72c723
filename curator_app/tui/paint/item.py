"""One item as a sheet: what it claims first, then everything it is made of."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from rich.cells import cell_len
from rich.text import Text

from curator_app.tui.paint import alarms, diff, hidden, replaced, standing
from curator_app.tui.paint.cells import cut, fit, sides
from curator_app.tui.paint.foreign import foreign, foreign_lines, listed, path, without_end
from curator_app.tui.paint.hints import hint
from curator_app.tui.paint.ink import Ink
from curator_app.tui.paint.sheet import Sheet, SheetLine, entry, gap, head, sheet
from curator_app.tui.paint.wording import SCOPELESS, SEVERITY_INK, short_op
from curator_core.model.files import FileState
from curator_core.model.inquiry import ChainLink
from curator_core.model.proposal import Item, Lane, Op
from curator_core.model.view import FieldRow, ItemView, Merged
from curator_core.rules import visible
from curator_core.service import merging
from curator_core.service.secrecy import masked

_NAME = 6
"""Cells below which a cut name says nothing."""
_NULLS = {"valid_from": "since ever", "valid_to": "still"}


def reading(
    view: ItemView,
    *,
    codes: bool = False,
    seen: Collection[alarms.Key] = (),
    about: Sequence[ChainLink] = (),
) -> Sheet:
    """What a decision on the item is about: its claim, its problems, its text.

    `codes` lists the hidden characters; their count is always there. `seen` are the high flags that
    were acknowledged, `about` the notes that it would replace.
    """
    item = view.item
    first, standing_of = [*_title(item)], [*standing.health(item), *standing.reason(item)]
    claim, origin = [*_claim(view, about)], [*_origin(view)]
    told = [*_problems(view), *alarms.lines(view, seen), *hidden.lines(view, codes=codes), gap()]
    changes = [*_changes(view)]
    if changes:
        return sheet([*first, *standing_of, *told, *changes, gap(), *claim, *origin])
    return sheet([*first, *claim, *standing_of, *origin, *told, *_text(view)])


def fields(view: ItemView) -> Sheet:
    """The fields as read, then the frontmatter as written."""
    return sheet([*_fields(view), *_frontmatter(view)])


def headed(lead: Text, item: Item | None, right: Text, width: int) -> Text:
    """A line with what an item is, between what stands before it and the right end."""
    room = width - cell_len(lead.plain) - cell_len(right.plain)
    said = Text() if item is None else _named(item, room)
    return sides(Text.assemble(lead, said), right, width)


def _named(item: Item, width: int) -> Text:
    """Id or file name, operation and lane; where it is narrow the name is cut, then the operation
    left out, then the name."""
    name = listed(item.notes[:1]) if item.notes else path(item.paths[0].rpartition("/")[2])
    word = "UNREVIEWED" if item.lane is Lane.CANDIDATE else item.lane.value.upper()
    lane = Text(word, Ink.STRONG if item.lane is Lane.CANDIDATE else Ink.WARN)
    several = f"  {len(item.paths)} notes" if item.commit and len(item.paths) > 1 else ""
    whole = Text.assemble(several, "  ", foreign(short_op(item.op)), "  ", lane)
    for rest in (whole, Text.assemble("  ", lane)):
        room = width - cell_len(rest.plain)
        if room >= min(_NAME, cell_len(name.plain)):
            return Text.assemble(cut(name, room), rest)
    return lane


def _title(item: Item) -> Iterator[SheetLine]:
    yield entry("title", foreign(item.title or "(none)", Ink.STRONG))
    if asks_scope(item):
        yield entry("now", Text("they are read, but stay out of recall until this is known"))
        yield entry("approve", Text("asks for whom they hold, and writes it into the file below"))
        yield entry("reject", Text("leaves them out of recall, and asks no more"))
    elif item.op is Op.CONFIG:
        yield entry("now", Text("the text that was approved last holds until this is decided"))
        yield entry("approve", Text("lets the text below hold from then on"))
        yield entry("reject", Text("writes the text back that holds now"))


def asks_scope(item: Item) -> bool:
    """Whether approving an item says for whom the notes of a folder hold."""
    return item.op is Op.CONFIG and SCOPELESS in item.flags


def _claim(view: ItemView, about: Sequence[ChainLink]) -> Iterator[SheetLine]:
    """What it would make true, and what that replaces."""
    item, note = view.item, view.note
    if item.op is Op.CONFIG:
        return
    yield from replaced.lines(item, about)
    if note is not None and note.value is not None:
        value = foreign(note.value, Ink.STRONG)
        yield entry("value", Text("+ ", Ink.ADD).append_text(value) if about else value)
    yield entry("slot", _slot(item))
    if note is not None:
        yield entry("valid", _validity(view))


def _origin(view: ItemView) -> Iterator[SheetLine]:
    """Who says so, and where it lies."""
    item = view.item
    if item.op is not Op.CONFIG:
        yield entry("from", _provenance(item))
    if view.said_by is not None:
        said = Text("so says ", Ink.DIM).append_text(foreign(view.said_by, Ink.WARN))
        yield entry("quote", said, ink=Ink.WARN)
    yield from standing.proposed(item)
    yield entry("file", Text(", ").join([path(name) for name in item.paths]))


def _slot(item: Item) -> Text:
    key = foreign(item.memory_key) if item.memory_key else Text("(free note)", Ink.DIM)
    place = foreign(item.scope or "(no scope)", Ink.DIM)
    return Text("  ").join([key, place, foreign(item.subject, Ink.DIM)])


def _validity(view: ItemView) -> Text:
    rows = {row.name: row for row in view.fields}
    start, end = (_boundary(rows.get(name), name) for name in ("valid_from", "valid_to"))
    return Text(" -> ").join([start, end])


def _boundary(row: FieldRow | None, name: str) -> Text:
    written = row.proposed if row is not None else None
    return foreign(written) if written else Text(_NULLS[name], Ink.DIM)


def _provenance(item: Item) -> Text:
    origin = foreign(item.origin or "unknown")
    if item.origin == "external":
        origin = Text("EXTERNAL", Ink.WARN)
    parts = [origin, Text.assemble(("by ", Ink.DIM), foreign(item.proposer))]
    if item.taint:
        parts.append(Text.assemble(("taint ", Ink.WARN), listed(item.taint, Ink.WARN)))
    parts += [foreign(said) for said in dict.fromkeys(each.words for each in item.inherited)]
    if item.session:
        parts.append(Text.assemble(("session ", Ink.DIM), foreign(item.session)))
    if item.confidence is not None:
        own = f"confidence {item.confidence:.2f} (its own number)"
        parts.append(Text(own, Ink.DIM))
    return Text("  ").join(parts)


def _problems(view: ItemView) -> Iterator[SheetLine]:
    for problem in view.problems:
        ink = SEVERITY_INK[problem.severity]
        place = _place(problem.line, problem.column)
        said = Text.assemble((problem.code, ink), place, "  ", foreign(problem.message))
        yield entry(problem.severity.value, said, ink=ink)
        if problem.hint:
            said = foreign(hint(problem.code, problem.hint))
            yield entry("", Text.assemble(("hint: ", Ink.DIM), said))


def _place(line: int | None, column: int | None) -> str:
    if line is None:
        return ""
    return f" line {line}" if column is None else f" line {line}, column {column}"


def _changes(view: ItemView) -> Iterator[SheetLine]:
    """The lines that change, against the current text; nothing where there is none."""
    if view.merges:
        yield from _merged(view, view.merges[0])
    elif view.current_text is not None and view.current_text != view.proposed_text:
        yield head("CHANGES", Text("against the text that stands now", Ink.DIM))
        yield from diff.painted(diff.compare(view.current_text, view.proposed_text))


def _text(view: ItemView) -> Iterator[SheetLine]:
    """The note's own words, numbered as in the file."""
    yield head("TEXT", Text("as written, escaped", Ink.DIM))
    yield from _numbered(view, _body_start(view), None)


def _merged(view: ItemView, merged: Merged) -> Iterator[SheetLine]:
    """What an update would leave, against what stands now; in a conflict what it meant to do."""
    made = merging.resolved(merged, {}).text
    if made is not None:
        said = "to the text that stands now" + (", merged with it" if merged.way.moved else "")
        before, after = merged.current.raw, made
    else:
        said = "to the text it was made from; m shows what stands now beside it"
        before, after = view.base_text or merged.current.raw, view.proposed_text
    yield head("CHANGES", Text(said, Ink.DIM if made is not None else Ink.WARN))
    yield from diff.painted(diff.compare(before, after))


def _frontmatter(view: ItemView) -> Iterator[SheetLine]:
    start = _body_start(view)
    if start == 0:
        return
    yield gap()
    yield head("FRONTMATTER", Text("as written, escaped", Ink.DIM))
    yield from _numbered(view, 0, start)


def _numbered(view: ItemView, start: int, end: int | None) -> Iterator[SheetLine]:
    bad = {problem.line for problem in view.problems if problem.line is not None}
    spans = alarms.spans(view)
    lines = visible.split_lines(masked(view.proposed_text))
    for number, line in enumerate(lines[start:end], start + 1):
        marks = spans.get(number, ())
        ink = Ink.BAD if number in bad else alarms.weight(marks)
        shown = alarms.painted(without_end(line, False), marks)
        head_of = foreign(gutter(number, marked=ink is not Ink.DIM), ink)
        yield SheetLine(head_of.append_text(shown), 8)


def gutter(number: int, *, marked: bool) -> str:
    """What stands before a line of the text."""
    return f"{'!' if marked else ' '}{number:>4d} | "


def place_of(shown: Sheet, code: str, number: int | None) -> int:
    """Where a flag stands on a page: its line of the text, else where it is listed."""
    wanted = () if number is None else (gutter(number, marked=True), gutter(number, marked=False))
    listed_as = f"] {code} "
    marked = listed = 0
    for at, line in enumerate(shown.lines):
        if wanted and not marked and line.text.plain.startswith(wanted):
            marked = at
        if not listed and line.text.plain.startswith(" flag ") and listed_as in line.text.plain:
            listed = at
    return marked or listed


def _body_start(view: ItemView) -> int:
    """The 0-based line where the body begins, 0 where the file has no readable head."""
    text, note = view.proposed_text, view.note
    if note is None or not note.body or not text.endswith(note.body):
        return 0
    return len(foreign_lines(text[: len(text) - len(note.body)]))


def _fields(view: ItemView) -> Iterator[SheetLine]:
    if not view.fields:
        return
    filled = view.entry.state is FileState.FILLED or any(row.filled for row in view.fields)
    yield head("FIELDS", Text("f = filled in, was missing", Ink.WARN) if filled else None)
    for row in view.fields:
        yield from _field(row)


def _field(row: FieldRow) -> Iterator[SheetLine]:
    changed = row.current is not None and row.current != row.proposed
    if changed and row.current is not None:
        yield _value("-", row.name, row.current, Ink.DROP)
    if row.proposed is not None:
        sign = "f" if row.filled else "+" if changed else " "
        ink = {"f": Ink.WARN, "+": Ink.ADD}.get(sign)
        yield _value(sign, row.name, row.proposed, ink)


def _value(sign: str, name: str, value: str, ink: Ink | None) -> SheetLine:
    label = fit(foreign(name, Ink.DIM), 16)
    return SheetLine(Text.assemble((f" {sign} ", ink or ""), label, " ", foreign(value, ink)), 20)
