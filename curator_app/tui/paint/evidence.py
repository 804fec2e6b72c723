"""What stands behind and ahead of an item: cited lines, what approve would do, decisions so far."""

from __future__ import annotations

from collections.abc import Iterator

from rich.text import Text

from curator_app.tui.paint import plan
from curator_app.tui.paint.foreign import against, foreign, path, refusal
from curator_app.tui.paint.ink import Ink
from curator_app.tui.paint.sheet import Sheet, SheetLine, entry, gap, head, sheet
from curator_app.tui.paint.wording import CONFIRMABLE, KIND, when
from curator_core.model.event import Event
from curator_core.model.problem import Refusal
from curator_core.model.view import ItemView, Preview, SourceState, SourceView

_STATE_INK = {SourceState.FOUND: Ink.OK, SourceState.ELSEWHERE: Ink.DIM}


def evidence(view: ItemView, note: str) -> Sheet:
    """Sources with their cited lines, the effect of approve, earlier decisions, the typed note."""
    lines = [*_sources(view), gap(), *_effect(view), gap(), *_events(view.events)]
    lines += [head("NOTE ON DECISION", Text("c writes it", Ink.DIM))]
    lines += [entry("", foreign(note) if note else Text("-", Ink.DIM), width=0)]
    return sheet(lines)


def record(view: ItemView, note: str) -> Sheet:
    """Sources with their cited lines and decisions so far of a note that is memory."""
    lines = [*_sources(view), gap(), *_events(view.events)]
    lines += [head("NOTE ON DECISION", Text("c writes it", Ink.DIM))]
    lines += [entry("", foreign(note) if note else Text("-", Ink.DIM), width=0)]
    return sheet(lines)


def _sources(view: ItemView) -> Iterator[SheetLine]:
    total = len(view.sources)
    yield head(
        "SOURCES", Text(str(total) if total else "none cited", Ink.WARN if not total else "")
    )
    for source in view.sources:
        yield from _source(source)


def _source(source: SourceView) -> Iterator[SheetLine]:
    ink = _STATE_INK.get(source.state, Ink.WARN)
    yield SheetLine(Text.assemble(" ", foreign(source.uri)), 3)
    said = Text.assemble((source.state.value, ink))
    if source.path is not None:
        said.append("  ").append_text(path(source.path, Ink.DIM))
    if source.commit is not None:
        said.append("  at ", Ink.DIM).append_text(foreign(source.commit[:12], Ink.DIM))
    if source.detail:
        said.append("  ").append_text(foreign(source.detail))
    yield SheetLine(Text("   ").append_text(said), 3)
    for number, text, cited in source.lines:
        gutter = f" {'>' if cited else ' '}{number:>5d} | "
        line = foreign(text.rstrip("\r\n"), None if cited else Ink.DIM)
        yield SheetLine(Text.assemble((gutter, Ink.KEY if cited else Ink.DIM), line), 10)


def _effect(view: ItemView) -> Iterator[SheetLine]:
    match view.preview:
        case Preview() as preview:
            yield head("APPROVE WOULD")
            yield from plan.summary(preview)
        case Refusal(code=code) as no if code in CONFIRMABLE:
            yield head("APPROVE ASKS FIRST", Text("to confirm this by name", Ink.DIM))
            yield SheetLine(against(no), 3)
        case Refusal(code=code) as no if code in KIND:
            yield head("APPROVE ASKS FOR THE KIND OF UPDATE", Text("1-4 or 0", Ink.DIM))
            yield SheetLine(against(no), 3)
        case Refusal() as no:
            yield head("APPROVE IS REFUSED")
            yield SheetLine(Text(" ").append_text(refusal(no)), 3)


def _events(events: tuple[Event, ...]) -> Iterator[SheetLine]:
    if not events:
        return
    yield head("DECISIONS SO FAR")
    for event in events:
        yield SheetLine(Text(" ").append_text(_event(event)), 3)
    yield gap()


def _event(event: Event) -> Text:
    said = Text.assemble(foreign(when(event.at), Ink.DIM), "  ", event.action.value)
    said.append("  ").append_text(foreign(event.actor))
    if event.reason_code:
        said.append("  ").append_text(foreign(event.reason_code))
    if event.reason:
        said.append(": ").append_text(foreign(event.reason))
    return said
