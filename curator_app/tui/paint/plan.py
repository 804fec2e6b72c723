"""A plan before it is written: what it does, what undo brings back, every file's exact lines."""

from __future__ import annotations

from collections.abc import Iterator

from rich.text import Text

from curator_app.tui.paint import answers, decisions, diff
from curator_app.tui.paint.foreign import foreign, path, refusal
from curator_app.tui.paint.ink import Ink
from curator_app.tui.paint.sheet import Sheet, SheetLine, entry, gap, head, sheet
from curator_app.tui.paint.wording import count
from curator_core.model.aftermath import Aftermath
from curator_core.model.event import Action
from curator_core.model.problem import Refusal
from curator_core.model.view import FileDelta, Preview, Staged


def files(outcome: Preview | Refusal) -> Sheet:
    """The exact lines of every file."""
    if isinstance(outcome, Refusal):
        return sheet(_refused(outcome))
    lines: list[SheetLine] = []
    if not outcome.deltas:
        return sheet([SheetLine(Text(" no file of a note is touched", Ink.DIM), 1)])
    for delta in outcome.deltas:
        lines += [*([gap()] if lines else []), *_file(delta)]
    rest = Text("untouched lines, comments and key order stay byte for byte", Ink.DIM)
    return sheet([*lines, gap(), SheetLine(Text(" ").append_text(rest), 1)])


def _refused(no: Refusal) -> Iterator[SheetLine]:
    yield SheetLine(Text(" ").append_text(refusal(no)), 1)
    if no.code == "has-dependents":
        yield entry("D", Text("takes those back too"), ink=Ink.KEY)
        yield entry("S", Text("takes only this one out of its chain"), ink=Ink.KEY)


def effects(outcome: Preview | Refusal) -> Iterator[SheetLine]:
    """What else a plan does: warnings, answers, the commit, what undo brings back and what not."""
    if isinstance(outcome, Refusal):
        return
    yield from _notices(outcome)
    rows = outcome.plan.answers
    news = [row for row in rows if row.before != row.after]
    if news:
        yield head("ANSWERS", Text("before -> after", Ink.DIM))
        yield from answers.by_slot(news)
        rest = len(rows) - len(news)
        if rest:
            said = count(rest, "answer stays", "answers stay")
            yield SheetLine(Text(f"      {said}", Ink.DIM), 6)
        yield gap()
    yield head("EFFECTS")
    if not news:
        yield entry("answers", Text(f"none changes, {len(rows)} looked at", Ink.DIM))
    yield from _commit(outcome)
    yield from _undo(outcome)


def aftermath(found: Aftermath) -> Iterator[SheetLine]:
    """The lines that change in views, and golden questions about what changes."""
    yield head("VIEWS", Text("made anew after the write", Ink.DIM))
    if not found.views:
        yield SheetLine(Text(" no view says anything else today", Ink.DIM), 1)
    for change in found.views:
        yield SheetLine(Text(" ").append_text(path(change.path)), 1)
        for sign, ink, lines in (("-", Ink.DROP, change.dropped), ("+", Ink.ADD, change.added)):
            yield from (SheetLine(_view_line(sign, line, ink), 5) for line in lines)
    asked = f"{len(found.golden)} name what changes"
    yield head("GOLDEN QUESTIONS", Text(asked, Ink.WARN if found.golden else Ink.DIM))
    for each in found.golden:
        said = Text(" ").append_text(path(f"{each.path}:{each.line}", Ink.DIM))
        yield SheetLine(said.append("  ").append_text(foreign(each.text)), 3)


def _view_line(sign: str, line: str, ink: Ink) -> Text:
    return foreign(f"   {sign} ", ink).append_text(foreign(line.removeprefix("- "), ink))


def summary(preview: Preview) -> Iterator[SheetLine]:
    """The plan in short: notices, answers that change, then one line for each file."""
    yield from _notices(preview)
    if preview.plan.answers:
        yield from answers.only_changed(preview.plan.answers)
    for delta in preview.deltas:
        yield SheetLine(Text(" ").append_text(_name(delta)), 10)
    yield SheetLine(Text(f" ledger   {count(len(preview.plan.events), 'event')}"), 10)


def _notices(preview: Preview) -> Iterator[SheetLine]:
    for notice in preview.plan.notices:
        yield entry("warning", foreign(notice, Ink.WARN), ink=Ink.WARN)


def _commit(preview: Preview) -> Iterator[SheetLine]:
    plan = preview.plan
    first = plan.message.partition("\n")[0]
    yield entry("commit", foreign(first, Ink.STRONG))
    by = Text.assemble(("by ", Ink.DIM), foreign(plan.actor))
    yield entry("", by.append(" on ", Ink.DIM).append_text(foreign(plan.base[:12])))
    yield entry("", Text.assemble(("decision ", Ink.DIM), foreign(plan.decision)))
    ledger = f"{count(len(plan.events), 'event')} with the old and new text"
    yield entry("ledger", Text(ledger))
    yield entry("files", Text(f"{count(len(preview.deltas), 'file')}, exact lines shown"))


def _undo(preview: Preview) -> Iterator[SheetLine]:
    plan = preview.plan
    undoing = all(event.action is Action.UNDO for event in plan.events)
    again = undoing and decisions.does_again(plan.events)
    key, back = "U" if undoing and not again else "u", count(len(preview.deltas), "file")
    whole = f"{back} as now, byte for byte, and the queue" if preview.deltas else "the queue as now"
    yield entry("undo", Text(f"{key} brings back {whole}"))
    forgotten = [event for event in plan.events if event.action is Action.FORGET]
    kept = "in the ledger and in history: the decision, and its undoing"
    yield entry("stays", Text(kept, Ink.DIM))
    if forgotten:
        lost = count(len(forgotten), "deletion receipt")
        yield entry("not", Text(f"undone by u: {lost}, the text is gone", Ink.WARN), ink=Ink.WARN)
    else:
        yield entry("not", Text("undone by u: deletion receipts (none here)", Ink.DIM))
    if plan.rescues and not plan.confirmed:
        said = f"{count(len(plan.rescues), 'secret text')}: only this device keeps it, 30 days"
        yield entry("", Text(said, Ink.WARN))


def _name(delta: FileDelta) -> Text:
    name = foreign(f"{delta.kind:<8} ", Ink.STRONG).append_text(path(delta.path))
    if delta.moved_to is not None:
        name.append(" -> ").append_text(path(delta.moved_to))
    return name


def _file(delta: FileDelta) -> Iterator[SheetLine]:
    yield SheetLine(_name(delta), 9)
    if delta.before is None and delta.after is None:
        yield entry("", Text("no text to show: the bytes are not UTF-8 text", Ink.DIM))
        return
    yield from diff.painted(diff.compare(delta.before or "", delta.after or ""))


def headline(preview: Preview, staged: tuple[Staged, ...]) -> Text:
    """What stands for and against the plan, in one line: what is against it first."""
    blocked = sum(each.blocked is not None and not each.fallen for each in staged)
    stale = sum(each.fallen for each in staged)
    said = Text(f"blocked {blocked}", Ink.BAD if blocked else Ink.DIM)
    said.append(f"  stale {stale}", Ink.BAD if stale else Ink.DIM)
    notes = len(preview.plan.notices)
    said.append(f"  warnings {notes}", Ink.WARN if notes else Ink.DIM)
    said.append(f"   {count(len(preview.plan.events), 'decision')}", Ink.STRONG)
    news = answers.changed(preview.plan.answers)
    return said.append(f"  answers {news}", Ink.STRONG if news else Ink.DIM)
