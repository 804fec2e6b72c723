"""What stands behind and ahead of an item: cited lines, what approve would do, decisions so far."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rich.text import Text

from curator_app.tui.paint import background, plan
from curator_app.tui.paint.foreign import against, foreign, path, refusal
from curator_app.tui.paint.ink import Ink
from curator_app.tui.paint.sheet import EMPTY, Sheet, SheetLine, entry, gap, head, sheet
from curator_app.tui.paint.wording import KIND
from curator_core.model.background import Background
from curator_core.model.decision import CONFIRMABLE
from curator_core.model.event import Event
from curator_core.model.problem import Refusal
from curator_core.model.view import ItemView, Preview, SourceState, SourceView

_STATE_INK = {SourceState.FOUND: Ink.OK, SourceState.ELSEWHERE: Ink.DIM}
_BADGE = {
    SourceState.FOUND: "found",
    SourceState.CHANGED: "! changed since",
    SourceState.MOVED: "moved",
    SourceState.GONE: "! source gone",
    SourceState.ELSEWHERE: "elsewhere",
    SourceState.UNKNOWN: "! not resolvable",
}
"""What became of cited lines, in a word; `!` asks for a look."""


def evidence(view: ItemView, note: str) -> Sheet:
    """Sources with their cited lines, the effect of approve, earlier decisions, the typed note."""
    lines = [*sources(view.sources), gap(), *_effect(view), gap(), *_events(view.events)]
    return sheet([*lines, *_typed(note)])


@dataclass(frozen=True, slots=True)
class Proof:
    """What speaks for an item in two parts, and the line of the first where each source begins.

    `near` belongs to the decision; `around` is what is known beyond it.
    """

    near: Sheet
    around: Sheet
    starts: Sequence[int]


def proof(view: ItemView, note: str, found: Background | None, at: int) -> Proof:
    """The evidence with what is known around the item; `at` is the source in hand, 0-based."""
    lines, starts = _cited(view, found, at)
    lines += [*_effect(view), gap(), *_events(view.events), *_typed(note)]
    if found is None:
        return Proof(sheet(lines), EMPTY, starts)
    told = isinstance(view.preview, Preview)
    rest = [*background.memory(found, kept=False, told=told), *_around(found)]
    return Proof(sheet(lines), sheet(rest), starts)


def record(view: ItemView, note: str) -> Sheet:
    """Sources with their cited lines and decisions so far of a note that is memory."""
    return kept(view, note, None, 0).near


def kept(view: ItemView, note: str, found: Background | None, at: int) -> Proof:
    """The same with where the note is used."""
    lines, starts = _cited(view, found, at)
    lines += [*_events(view.events), *_typed(note)]
    rest = [] if found is None else [*background.memory(found, kept=True), *_around(found)]
    return Proof(sheet(lines), sheet(rest), starts)


def _cited(
    view: ItemView, found: Background | None, at: int
) -> tuple[list[SheetLine], Sequence[int]]:
    """The sources and how far they hold the claims; where each source begins."""
    cited = view.sources if found is None else found.sources or view.sources
    lines = [*sources(cited, at), gap()]
    starts = starts_of(lines)
    return lines + ([] if found is None else [*background.support(found)]), starts


def starts_of(lines: Sequence[SheetLine]) -> Sequence[int]:
    """Where each source of a list begins."""
    return [place for place, line in enumerate(lines) if line.hang == _URI]


def _around(found: Background) -> Iterator[SheetLine]:
    yield from background.near(found)
    yield from background.uses(found)
    yield from background.kin(found)
    yield from background.earlier(found)


def _typed(note: str) -> Iterator[SheetLine]:
    yield head("NOTE ON DECISION", Text("c writes it", Ink.DIM))
    yield entry("", foreign(note) if note else Text("-", Ink.DIM), width=0)


_URI = 4
"""The gutter of a source's URI; no other line of the list has it."""


def sources(cited: Sequence[SourceView], at: int | None = None) -> Iterator[SheetLine]:
    """Each source with what became of it and its lines; `at` is marked."""
    total = len(cited)
    lost = sum(source.state is SourceState.GONE for source in cited)
    said = Text(str(total) if total else "none cited", Ink.WARN if not total else "")
    if lost:
        said.append(f"  {lost} gone", Ink.BAD)
    if at is not None and total:
        said.append("   { } context" + ("   ( ) source" if total > 1 else ""), Ink.DIM)
    yield head("SOURCES", said)
    for number, source in enumerate(cited):
        yield from _source(source, number + 1 if total > 1 else None, here=number == at)


def _source(source: SourceView, number: int | None, *, here: bool) -> Iterator[SheetLine]:
    ink = _STATE_INK.get(source.state, Ink.WARN)
    place = "   " if number is None else f" {'>' if here else ' '}{number:d}:"
    said = Text.assemble((place, Ink.KEY), (_BADGE[source.state], ink), "  ")
    yield SheetLine(said.append_text(foreign(source.uri)), _URI)
    more = [*_elsewhere(source)]
    if more:
        yield SheetLine(Text("   ").append_text(Text("  ").join(more)), 3)
    for line, text, cited in source.lines:
        gutter = f" {'>' if cited else ' '}{line:>5d} | "
        shown = foreign(text.rstrip("\r\n"), None if cited else Ink.DIM)
        yield SheetLine(Text.assemble((gutter, Ink.KEY if cited else Ink.DIM), shown), 10)


def _elsewhere(source: SourceView) -> Iterator[Text]:
    """Where the lines were found and what else is known, as far as the URI does not say it."""
    if source.path is not None and not source.uri.startswith(source.path):
        yield path(source.path, Ink.DIM)
    if source.commit is not None and f"@{source.commit[:7]}" not in source.uri:
        yield Text("at ", Ink.DIM).append_text(foreign(source.commit[:12], Ink.DIM))
    if source.detail and not source.uri.startswith(f"{source.detail}:"):
        yield foreign(source.detail)


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
        yield SheetLine(Text(" ").append_text(background.decision(event)), 3)
    yield gap()
