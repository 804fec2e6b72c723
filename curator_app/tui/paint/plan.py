"""A plan before it is written: what is blocked, every file's exact lines, what git will hold."""

from __future__ import annotations

from collections.abc import Iterator

from rich.text import Text

from curator_app.tui.paint import answers, diff
from curator_app.tui.paint.foreign import foreign, path, refusal
from curator_app.tui.paint.ink import Ink
from curator_app.tui.paint.sheet import Sheet, SheetLine, entry, gap, sheet
from curator_app.tui.paint.wording import count
from curator_core.model.view import FileDelta, Preview


def whole(preview: Preview) -> Sheet:
    """The plan with the exact lines of every file."""
    lines = [*_refused(preview), *_notices(preview), *answers.section(preview.plan.answers)]
    lines += [gap(), *_commit(preview)] if lines else _commit(preview)
    for delta in preview.deltas:
        lines += [gap(), *_file(delta)]
    return sheet(lines)


def summary(preview: Preview) -> Iterator[SheetLine]:
    """The plan in short: notices, answers that change, then one line for each file."""
    yield from _notices(preview)
    if preview.plan.answers:
        yield from answers.only_changed(preview.plan.answers)
    for delta in preview.deltas:
        yield SheetLine(Text(" ").append_text(_name(delta)), 10)
    yield SheetLine(Text(f" ledger   {count(len(preview.plan.events), 'event')}"), 10)


def _refused(preview: Preview) -> Iterator[SheetLine]:
    for item, no in preview.refused:
        said = Text.assemble(foreign(item), "  ").append_text(refusal(no))
        yield entry("BLOCKED", said, ink=Ink.BAD)


def _notices(preview: Preview) -> Iterator[SheetLine]:
    for notice in preview.plan.notices:
        yield entry("notice", foreign(notice, Ink.WARN), ink=Ink.WARN)


def _commit(preview: Preview) -> Iterator[SheetLine]:
    plan = preview.plan
    first = plan.message.partition("\n")[0]
    yield entry("commit", foreign(first, Ink.STRONG))
    yield entry("", Text.assemble(("by ", Ink.DIM), foreign(plan.actor)))
    based = Text.assemble(("on ", Ink.DIM), foreign(plan.base[:12]), ("  decision ", Ink.DIM))
    yield entry("", based.append_text(foreign(plan.decision)))
    ledger = f"{count(len(plan.events), 'event')} with the old and new text"
    yield entry("ledger", Text(ledger))
    yield entry("files", Text(count(len(preview.deltas), "file") + ", exact lines below"))


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


def headline(preview: Preview, blocked: int) -> Text:
    """What stands for and against the plan, in one line."""
    said = Text(count(len(preview.plan.events), "decision"), Ink.STRONG)
    said.append(f"   blocked {blocked}", Ink.BAD if blocked else Ink.DIM)
    fallen = len(preview.refused) - blocked
    if fallen:
        said.append(f"   changed {fallen}", Ink.BAD)
    news = answers.changed(preview.plan.answers)
    said.append(f"   answers {news}", Ink.STRONG if news else Ink.DIM)
    notes = len(preview.plan.notices)
    return said.append(f"   notices {notes}", Ink.WARN if notes else Ink.DIM)
