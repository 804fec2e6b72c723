"""What happened: rows of the history, and one of them in full with what its undo would do."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator

from rich.text import Text

from curator_app.tui.paint import answers
from curator_app.tui.paint.cells import joined, row
from curator_app.tui.paint.decisions import deed, taken_back
from curator_app.tui.paint.foreign import foreign, listed, path, refusal
from curator_app.tui.paint.ink import Ink
from curator_app.tui.paint.sheet import Sheet, SheetLine, entry, gap, head, sheet
from curator_app.tui.paint.wording import count, when
from curator_app.tui.timeline import Decided, Moment, Single, origins
from curator_core.model.event import Action
from curator_core.model.problem import Refusal
from curator_core.model.view import HistoryRow, NoteOutcome, OutsideRow, Past, Preview, SetBack

LEGEND = Text(" - undone  ~ partly  U undo  p proposed  ! outside  c Curator  + batch", Ink.DIM)
"""What the marks of the history mean."""

NO_HISTORY = (Text("no decision yet"),)
"""Instead of rows in an empty history."""
CURATOR = Text("Curator", Ink.DIM)
"""Who acted where no person did."""
NO_MATCH = (Text("nothing holds these words; esc shows all"),)


def moment_row(moment: Moment, width: int, unfolded: Collection[str]) -> Text:
    """One row: its mark, when (UTC), what, by whom, commit where it is known."""
    match moment:
        case Decided(rows=rows):
            fold = "-" if moment.decision in unfolded else "+"
            said = Text(f"{fold} ", Ink.KEY) if len(rows) > 1 else Text()
            said.append_text(_what(moment))
            first = rows[0]
            who = foreign(first.event.actor.removeprefix("human:"))
            return _row((_mark(moment), first.event.at, said, who, first.commit), width)
        case Single(row=each):
            mark = Text("-" if each.undone_by is not None else " ", Ink.WARN)
            said = Text("    ").append_text(deed(each.event))
            at_width = 16 if width >= 60 else 4
            return row([(mark, 2), (Text(), at_width), (said, max(10, width - 4 - at_width - 2))])
        case OutsideRow():
            touched = count(len(moment.paths), "file")
            word = "proposed" if moment.proposes else "edited outside"
            said = Text(f"{word}, {touched}: ").append_text(foreign(moment.subject))
            mark = Text("p", Ink.DIM) if moment.proposes else Text("!", Ink.WARN)
            author = foreign(moment.author)
            return _row((mark, moment.at, said, author, moment.commit), width)
        case SetBack():
            said = Text("set back: ").append_text(_fallen(moment))
            return _row((Text("c", Ink.DIM), moment.at, said, CURATOR, None), width)


def _fallen(moment: SetBack) -> Text:
    return Text(f"{moment.action.value} of ").append_text(foreign(moment.title or moment.item))


_Cells = tuple[Text, str, Text, Text, str | None]
"""Mark, instant, what was done, by whom, commit."""


def _row(cells: _Cells, width: int) -> Text:
    mark, at, what, who, commit = cells
    who_width = 22 if width >= 100 else 14 if width >= 72 else 0
    commit_width = 7 if width >= 60 else 0
    when_width = 16 if width >= 60 else 11
    used = 2 + 2 + when_width + who_width + commit_width
    columns = [
        (mark, 2),
        (foreign(when(at)[-when_width:], Ink.DIM), when_width),
        (what, max(10, width - used - 2 - 2 * bool(commit_width))),
        (who, who_width),
        (foreign((commit or "")[:7], Ink.DIM), commit_width),
    ]
    return row([cell for cell in columns if cell[1]])


def _mark(decided: Decided) -> Text:
    if decided.undone:
        return Text("-", Ink.WARN)
    if len(decided.standing) < len(decided.rows):
        return Text("~", Ink.WARN)
    return Text("U", Ink.KEY) if decided.is_undo else Text(" ")


def _what(decided: Decided) -> Text:
    if len(decided.rows) == 1:
        return deed(decided.events[0])
    if decided.is_undo:
        return Text("undo of ").append_text(taken_back(decided.events))
    counts = Counter(event.action for event in decided.events)
    parts = [f"{counts[action]:d} {action.value}" for action in Action if action in counts]
    return Text("batch: " + ", ".join(parts))


def tally(past: Past, decided: Collection[Decided], picked: int, sought: Text) -> Text:
    """How much there is, what undo and redo would take back, what is picked and sought."""
    undone = sum(each.undone for each in decided)
    parts = [Text(f"{count(len(decided), 'decision')}, {undone} undone", Ink.DIM)]
    redo = "none" if isinstance(past.redo, Refusal) else "U"
    parts.append(Text(f"redo: {redo}", Ink.DIM))
    edits = sum(not row.proposes for row in past.outside)
    if edits:
        parts.append(Text(count(edits, "outside edit"), Ink.WARN))
    if past.set_back:
        parts.append(Text(f"{len(past.set_back)} set back", Ink.DIM))
    if picked:
        parts.append(Text(f"{picked} picked", Ink.KEY))
    if sought.plain:
        parts.append(Text("only ", Ink.KEY).append_text(sought))
    return joined(parts, "   ")


def moment_sheet(moment: Moment, foreseen: Preview | Refusal | None) -> Sheet:
    """A row in full; `foreseen` is what taking it back would do, None while nobody knows yet."""
    match moment:
        case OutsideRow():
            return sheet(_outside(moment))
        case SetBack():
            return sheet(_set_back(moment))
        case Single(row=each):
            return sheet([*_event(each), *_after(moment.standing, foreseen)])
        case Decided(rows=rows):
            return sheet(_decided(moment, rows, foreseen))


def _decided(
    decided: Decided, rows: tuple[HistoryRow, ...], foreseen: Preview | Refusal | None
) -> Iterator[SheetLine]:
    first = rows[0]
    yield entry("decision", foreign(decided.decision))
    yield entry("at", foreign(when(first.event.at)).append(" UTC by ").append_text(_actor(first)))
    if first.commit is not None:
        yield entry("commit", foreign(first.commit))
    if len(rows) == 1:
        yield from _event(first)
        yield from _after(decided.standing, foreseen)
        return
    for number, each in enumerate(rows, 1):
        yield SheetLine(Text(f"{number:>3} ").append_text(_brief(each)), 4)
    yield from _after(decided.standing, foreseen)
    for each in rows:
        yield gap()
        yield from _event(each)


def _brief(each: HistoryRow) -> Text:
    event = each.event
    more = (event.relation, event.reason_code, event.until, event.reason)
    said = deed(event).append("  ").append_text(listed(filter(None, more), Ink.DIM))
    return said if each.undone_by is None else Text("undone: ", Ink.WARN).append_text(said)


def _event(each: HistoryRow) -> Iterator[SheetLine]:
    event = each.event
    yield SheetLine(Text(" ").append_text(deed(event)), 1)
    if each.undone_by is not None:
        yield entry("undone", Text("by ").append_text(foreign(each.undone_by)), ink=Ink.WARN)
    if event.relation:
        yield entry("kind", foreign(event.relation))
    if event.reason_code:
        yield entry("reason", foreign(event.reason_code))
    if event.reason:
        yield entry("note", foreign(event.reason))
    if event.until:
        yield entry("until", foreign(event.until))
    for term in origins(event):
        yield entry("from", foreign(term, Ink.DIM))
    for change in event.notes:
        before, after = (
            path(side) if side else Text("(none)", Ink.DIM)
            for side in (change.path_before, change.path_after)
        )
        same = change.path_before == change.path_after
        yield entry("file", after if same else before.append(" -> ").append_text(after))


def _outside(row: OutsideRow) -> Iterator[SheetLine]:
    yield entry("commit", foreign(row.commit))
    yield entry("at", foreign(row.at))
    yield entry("by", foreign(row.author))
    yield entry("says", foreign(row.subject))
    for name in row.paths:
        yield entry("file", path(name))
    yield gap()
    hint = "made outside Curator: shown, never undone here. What of it nobody vouched for waits"
    yield SheetLine(
        Text(f" {hint} in the queue (re-review); reject there puts it back", Ink.WARN), 1
    )


def _set_back(moment: SetBack) -> Iterator[SheetLine]:
    yield entry("set back", Text("your staged ").append_text(_fallen(moment)))
    yield entry("at", foreign(when(moment.at)).append(" UTC by ").append_text(CURATOR))
    yield entry("item", foreign(moment.item))
    yield gap()
    hint = (
        "by Curator, not by you: what was shown then is no longer so. Nothing was written; decide"
    )
    yield SheetLine(Text(f" {hint} it anew in the queue", Ink.WARN), 1)


def _after(standing: tuple[str, ...], foreseen: Preview | Refusal | None) -> Iterator[SheetLine]:
    """What an undo would bring back, and what builds on it."""
    if not standing:
        return
    yield gap()
    yield head("AFTER UNDO")
    match foreseen:
        case None:
            yield SheetLine(Text(" looking ...", Ink.DIM), 1)
        case Refusal(code="has-dependents", ids=ids):
            yield entry("needed", Text("by later decisions: ", Ink.WARN).append_text(listed(ids)))
            yield entry("", Text("u previews; there D takes those back too, S splices", Ink.DIM))
        case Refusal():
            yield SheetLine(Text(" ").append_text(refusal(foreseen)), 1)
        case Preview():
            yield from _back(foreseen)
            yield entry("needed", Text("by no later decision", Ink.DIM))


def _back(foreseen: Preview) -> Iterator[SheetLine]:
    for outcomes in foreseen.outcomes.values():
        for each in outcomes:
            yield entry("note", _status(each))
    news = [row for row in foreseen.plan.answers if row.before != row.after]
    yield from answers.by_slot(news)
    if not news:
        yield entry("answers", Text("none changes", Ink.DIM))
    for notice in foreseen.plan.notices:
        yield entry("warning", foreign(notice, Ink.WARN), ink=Ink.WARN)
    yield entry("files", Text(f"{count(len(foreseen.deltas), 'file')} as before"))


def _status(each: NoteOutcome) -> Text:
    change = f"{each.before or 'not there'} -> {each.after or 'taken away'}"
    if each.before == each.after:
        change = f"stays {each.after}"
    return foreign(each.name, Ink.STRONG).append("  ").append_text(foreign(change))


def _actor(each: HistoryRow) -> Text:
    through = Text("  through ", Ink.DIM).append_text(foreign(each.event.entrance))
    return foreign(each.event.actor).append_text(through)
