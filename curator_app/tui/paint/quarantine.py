"""All about an item from outside: its way here, claims beside their lines, what would change."""

from __future__ import annotations

import re
from collections.abc import Iterator

from rich.text import Text

from curator_app.tui.paint import background
from curator_app.tui.paint.evidence import Proof, sources, starts_of
from curator_app.tui.paint.foreign import foreign, listed
from curator_app.tui.paint.ink import Ink
from curator_app.tui.paint.sheet import EMPTY, SheetLine, entry, gap, head, sheet
from curator_app.tui.paint.wording import count
from curator_core.model.background import Background, Step, Stop, Support
from curator_core.model.view import ItemView

LIFTED = "approving lifts quarantine for this note only; taint and origin stay, so do its sources"

LINEAGE = "l shows all that came from one of these, and takes it back as one plan"


def proof(view: ItemView, note: str, found: Background | None, at: int) -> Proof:
    """What speaks for and against the item; `at` is the source in hand, 0-based."""
    cited = view.sources if found is None else found.sources or view.sources
    shown = [*sources(cited, at), gap()]
    starts = starts_of(shown)
    if found is None:
        return Proof(sheet(shown), EMPTY, starts)
    lines = [*_way(found), *_claims(found), *background.near(found), *background.fragments(found)]
    lines += background.memory(found, kept=False)
    above = len(lines)
    typed = entry("", foreign(note) if note else Text("-", Ink.DIM), width=0)
    lines += [*shown, head("NOTE ON DECISION", Text("c writes it", Ink.DIM)), typed]
    around = [*background.uses(found), *background.kin(found), *background.earlier(found)]
    return Proof(sheet(lines), sheet(around), [above + start for start in starts])


def _way(found: Background) -> Iterator[SheetLine]:
    yield head("WHERE IT COMES FROM", None if found.way else Text("nothing is tainted", Ink.DIM))
    for step in found.way:
        yield SheetLine(_step(step), 5)
    if found.way:
        yield SheetLine(Text(f" {LIFTED}", Ink.DIM), 3)
        yield SheetLine(Text(f" {LINEAGE}", Ink.DIM), 3)
    yield gap()


def _step(step: Step) -> Text:
    here = step.stop is Stop.HERE
    arrow = "   " if step.stop is Stop.SOURCE else "-> "
    said = Text.assemble(
        (f" {arrow}", Ink.KEY), (f"{step.stop.value:<14}", Ink.STRONG if here else Ink.DIM)
    )
    said.append_text(foreign(step.name, Ink.STRONG if here else None))
    if step.labels:
        said.append("  ").append_text(listed(step.labels, Ink.WARN))
    return said


def _claims(found: Background) -> Iterator[SheetLine]:
    """Every claim above the lines that hold most of its words; what they lack is marked in it."""
    if not found.support:
        yield head("CLAIMS", Text("no cited line can be shown beside them", Ink.WARN))
        yield gap()
        return
    whole = sum(each.found == each.words for each in found.support)
    said = f"{whole} of {len(found.support)} have all their words in the cited lines (literally)"
    yield head("CLAIMS BESIDE THEIR LINES", Text(said, Ink.DIM))
    texts = {
        (place, number): text
        for place, source in enumerate(found.sources)
        for number, text, _ in source.lines
    }
    for each in found.support:
        yield SheetLine(_claim(each), 3)
        for place, number in each.lines:
            line = texts.get((place, number), "").rstrip("\r\n")
            named = f"{place + 1}:" if len(found.sources) > 1 else ""
            gutter = foreign(f"   {named}{number:>5d} | ", Ink.DIM)
            yield SheetLine(gutter.append_text(foreign(line, Ink.DIM)), 11)
    yield gap()


def _claim(each: Support) -> Text:
    whole = each.found == each.words
    counted = f" {each.found}/{count(each.words, 'word')}  "
    said = foreign(counted, Ink.OK if whole else Ink.WARN)
    if not each.missing:
        return said.append_text(foreign(each.claim))
    wanted = re.compile("|".join(map(re.escape, sorted(each.missing, key=len, reverse=True))))
    end = 0
    for match in wanted.finditer(each.claim):
        said.append_text(foreign(each.claim[end : match.start()]))
        said.append("!", Ink.BAD).append_text(foreign(match[0], Ink.BAD))
        end = match.end()
    return said.append_text(foreign(each.claim[end:]))
