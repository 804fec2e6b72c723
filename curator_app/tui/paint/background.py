"""What stands behind and around a note: overlap with its sources, uses, relatives, effect."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.text import Text

from curator_app.tui.paint import answers
from curator_app.tui.paint.foreign import foreign, listed, path, refusal
from curator_app.tui.paint.ink import Ink
from curator_app.tui.paint.sheet import SheetLine, gap, head
from curator_app.tui.paint.wording import count, when
from curator_core.model.background import Background, Kin, Linked, NearNote, Support, ViewChange
from curator_core.model.event import Event
from curator_core.model.problem import Refusal
from curator_core.model.proposal import Lane
from curator_core.model.words import Sign

SHOWN = 12
"""Rows of one list before the rest is counted."""
_SAID = 160


def support(found: Background) -> Iterator[SheetLine]:
    """Each claim: how many of its words stand in the cited lines, which do not."""
    if not found.support:
        return
    said = "words of each claim found in the cited lines; says nothing about meaning"
    yield head("LITERAL OVERLAP", Text(said, Ink.DIM))
    for each in found.support:
        yield from _support(each, several=len(found.sources) > 1)
    yield gap()


def _support(each: Support, *, several: bool) -> Iterator[SheetLine]:
    whole = each.found == each.words
    ink = Ink.OK if whole else Ink.WARN if each.found else Ink.BAD
    sign = " " if whole else "!"
    counted = foreign(f" {sign} {each.found} of {count(each.words, 'word')}", ink)
    said = Text.assemble(counted, _where(each, several=several), "  ")
    yield SheetLine(said.append_text(foreign(each.claim)), 5)
    if each.missing:
        missing = Text("     not found: ", Ink.WARN).append_text(listed(each.missing, Ink.WARN))
        yield SheetLine(missing, 5)


def _where(each: Support, *, several: bool) -> Text:
    """In which lines: `L12-L14`, with several sources `2:L12`."""
    if not each.lines:
        return Text()
    runs: list[tuple[int, int, int]] = []
    for source, line in each.lines:
        if runs and runs[-1][0] == source and runs[-1][2] + 1 == line:
            runs[-1] = (source, runs[-1][1], line)
        else:
            runs.append((source, line, line))
    named = [
        (f"{source + 1}:" if several else "") + (f"L{a}" if a == b else f"L{a}-L{b}")
        for source, a, b in runs
    ]
    return foreign(" in " + " ".join(named), Ink.DIM)


def memory(found: Background, *, kept: bool, told: bool = False) -> Iterator[SheetLine]:
    """What approval changes in the answers and views; of a note that is memory, where it stands.

    `told`: the answers stand elsewhere on the page.
    """
    yield head("STANDS IN" if kept else "MEMORY AFTER APPROVE")
    if found.asks:
        asked = Text(" once this is confirmed: ", Ink.WARN).append_text(listed(found.asks))
        yield SheetLine(asked, 3)
    if found.answers and not told:
        yield from answers.only_changed(found.answers)
    match found.changes:
        case Refusal() as no:
            yield SheetLine(Text(" cannot be said: ", Ink.WARN).append_text(refusal(no)), 3)
        case () if kept:
            yield SheetLine(Text(" no view", Ink.DIM), 3)
        case ():
            yield SheetLine(Text(" no view says anything else today", Ink.DIM), 3)
        case changes:
            for change in changes:
                yield from _change(change, kept=kept)
    yield gap()


def _change(change: ViewChange, *, kept: bool) -> Iterator[SheetLine]:
    yield SheetLine(Text(" ").append_text(path(_short(change.path), Ink.DIM)), 3)
    for sign, ink, lines in (("-", Ink.DROP, change.dropped), ("+", Ink.ADD, change.added)):
        for line in lines:
            gutter = foreign(f"   {' ' if kept else sign} ", ink)
            text = foreign(line.removeprefix("- "), None if kept else ink)
            yield SheetLine(gutter.append_text(text), 5)


def _short(name: str) -> str:
    return name.removeprefix(".curator/views/")


def uses(found: Background) -> Iterator[SheetLine]:
    """Golden questions that name it, and notes that are linked with it."""
    if found.golden:
        yield head("GOLDEN QUESTIONS", Text(str(len(found.golden))))
        for mention in found.golden[:SHOWN]:
            said = path(f"{mention.path}:{mention.line}", Ink.DIM).append("  ")
            yield SheetLine(Text(" ").append_text(said).append_text(foreign(mention.text)), 3)
        yield from _rest(found.golden)
        yield gap()
    if found.linked:
        yield head("LINKED NOTES", Text(str(len(found.linked))))
        for link in found.linked[:SHOWN]:
            yield SheetLine(_link(link), 24)
        yield from _rest(found.linked)
        yield gap()


def _link(link: Linked) -> Text:
    said = Text.assemble((f" {link.how.value:<22} ", Ink.DIM)).append_text(foreign(link.name))
    said.append("  ").append_text(foreign(link.title[:_SAID], Ink.DIM))
    if link.item is None:
        return said.append("  not in this Home", Ink.WARN)
    return said.append_text(_lane(link.waits))


def _lane(waits: Lane | None) -> Text:
    return Text() if waits is None else Text(f"  waits: {waits.value}", Ink.WARN)


def kin(found: Background) -> Iterator[SheetLine]:
    """Other items and notes from the same source or session."""
    if not found.kin:
        return
    waiting = sum(each.waits is not None for each in found.kin)
    said = f"{len(found.kin)}, {waiting} of them wait" + ("; * marks these" if waiting else "")
    yield head("FROM THE SAME SOURCE OR SESSION", Text(said, Ink.DIM))
    shared = None
    for each in found.kin[:SHOWN]:
        if each.shared != shared:
            shared = each.shared
            yield SheetLine(Text(" ").append_text(foreign(each.shared, Ink.DIM)), 3)
        yield SheetLine(_kin(each), 5)
    yield from _rest(found.kin)
    yield gap()


def _kin(each: Kin) -> Text:
    said = Text("   ").append_text(foreign(each.name)).append("  ")
    said.append_text(foreign(each.title[:_SAID], Ink.DIM))
    return said.append_text(_lane(each.waits) if each.waits else Text("  memory", Ink.DIM))


def fragments(found: Background) -> Iterator[SheetLine]:
    """What waits from the same text, in the order in which it is cited: pieces may join."""
    pieces = [each for each in found.kin if each.waits is not None and each.text]
    if not pieces:
        return
    said = "what waits from the same source or session, in its order: read them together"
    yield head("SIDE BY SIDE", Text(said, Ink.DIM))
    for each in pieces[:SHOWN]:
        place = "" if each.first is None else f" L{each.first}"
        name = Text(" ").append_text(foreign(each.name, Ink.KEY)).append(place, Ink.DIM)
        yield SheetLine(name.append(": ").append_text(foreign(each.text)), 3)
    yield from _rest(pieces)
    yield gap()


def near(found: Background) -> Iterator[SheetLine]:
    """Approved notes that say almost the same, with what is changed marked in the line."""
    if not found.near:
        return
    yield head("NEARLY WHAT IS APPROVED", Text("- there, + here", Ink.DIM))
    for each in found.near:
        yield SheetLine(Text(" ").append_text(foreign(each.note_id, Ink.KEY)), 3)
        yield SheetLine(_pieces(each), 3)
    yield gap()


def _pieces(each: NearNote) -> Text:
    said = Text("   ")
    for piece in each.pieces:
        match piece.sign:
            case Sign.SAME:
                said.append_text(foreign(piece.text))
            case Sign.DROPPED:
                said.append("[-", Ink.DROP).append_text(foreign(piece.text, Ink.DROP))
                said.append("-]", Ink.DROP)
            case Sign.ADDED:
                said.append("[+", Ink.ADD).append_text(foreign(piece.text, Ink.ADD))
                said.append("+]", Ink.ADD)
    return said


def earlier(found: Background) -> Iterator[SheetLine]:
    """Decisions on the same slot or subject about other notes, newest first."""
    if not found.earlier:
        return
    yield head("EARLIER DECISIONS ON THIS SLOT OR SUBJECT", Text(str(len(found.earlier))))
    for event in found.earlier[:SHOWN]:
        yield SheetLine(Text(" ").append_text(decision(event, named=True)), 3)
    yield from _rest(found.earlier)
    yield gap()


def decision(event: Event, *, named: bool = False) -> Text:
    """A ledger event in one line; `named` says about which notes."""
    said = Text.assemble(foreign(when(event.at), Ink.DIM), "  ", event.action.value)
    if named:
        said.append("  ").append_text(listed(event.about or (event.item,)))
    said.append("  ").append_text(foreign(event.actor, Ink.DIM if named else None))
    if event.reason_code:
        said.append("  ").append_text(foreign(event.reason_code))
    if event.reason:
        said.append(": ").append_text(foreign(event.reason))
    return said


def _rest(found: Sequence[object]) -> Iterator[SheetLine]:
    if len(found) > SHOWN:
        yield SheetLine(Text(f"   and {len(found) - SHOWN} more", Ink.DIM), 3)
