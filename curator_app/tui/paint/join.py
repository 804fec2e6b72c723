"""Several notes and the one that is made of them."""

from __future__ import annotations

from collections.abc import Iterator

from rich.text import Text

from curator_app.tui.paint import plan
from curator_app.tui.paint.cells import fit
from curator_app.tui.paint.foreign import against, foreign, foreign_lines, refusal
from curator_app.tui.paint.ink import Ink
from curator_app.tui.paint.sheet import Sheet, SheetLine, entry, gap, head, sheet
from curator_app.tui.paint.wording import count, span
from curator_core.model.cutting import Input, Joined
from curator_core.model.decision import CONFIRMABLE
from curator_core.model.problem import Refusal
from curator_core.model.view import Preview
from curator_core.rules.visible import bare_lines


def title(found: Joined, *, typed: bool) -> Text:
    """How many notes, and what the result is."""
    if typed:
        made = Text("result by hand", Ink.OK)
    elif found.result is not None:
        made = Text("result: the clean union", Ink.OK)
    else:
        said = f"{len(found.inputs)} notes   "
        return Text(said).append("they do not say the same: e writes the result", Ink.WARN)
    return Text(f"{len(found.inputs)} notes into one   ").append_text(made)


def inputs(found: Joined) -> Sheet:
    """Every note: what it answers, when it holds, what it says."""
    lines: list[SheetLine] = []
    for number, each in enumerate(found.inputs, 1):
        lines += [gap(), *_input(number, each)] if lines else _input(number, each)
    return sheet(lines)


def _input(number: int, each: Input) -> Iterator[SheetLine]:
    state = Text("memory" if each.reviewed else "not reviewed", Ink.DIM if each.reviewed else "")
    yield head(f"NOTE {number}", foreign(each.note_id, Ink.STRONG).append("  ").append_text(state))
    yield entry("title", foreign(each.title or "(none)"))
    yield entry("answers", foreign(each.answer or "(nothing)", Ink.STRONG))
    yield entry("valid", span(each.valid_from, each.valid_to))
    yield entry("scope", foreign(each.scope))
    lost = set(each.lost)
    lines = zip(foreign_lines(each.body), bare_lines(each.body), strict=True)
    for line, raw in lines:
        gone = raw in lost
        gutter = Text.assemble(" ", ("-" if gone else " ", Ink.DROP), (" | ", Ink.DIM))
        yield SheetLine(gutter.append_text(line), 5)
    if lost:
        said = f"{count(len(lost), 'line')} with - in no result"
        yield SheetLine(Text(f"   {said}", Ink.WARN), 3)


def result(found: Joined) -> Sheet:
    """What becomes of answers, the result as it would stand, the fields that the merge decides."""
    said = "TEXT" if found.result is not None else "A TEXT TO BEGIN WITH"
    which = Text("each line with the notes that have it: = all, M none", Ink.DIM)
    lines = [*_outcome(found), gap(), head(said, which), *_text(found), gap()]
    decided = Text("by the merge, whatever the text says: all evidence, lowest trust", Ink.DIM)
    lines.append(head("DECIDED", decided))
    for name, value in found.decided:
        label = fit(foreign(name, Ink.DIM), 12)
        lines.append(SheetLine(Text(" ").append_text(label).append_text(foreign(value or "-")), 13))
    return sheet(lines)


def _text(found: Joined) -> Iterator[SheetLine]:
    """The lines of the text, each with where it is from."""
    text = foreign_lines(found.result or found.start)
    for number, (line, origin) in enumerate(zip(text, found.origins, strict=True), 1):
        sign = _sign(origin, len(found.inputs)) if line.plain.strip() else ""
        ink = {"=": Ink.DIM, "M": Ink.KEY}.get(sign, Ink.OK)
        gutter = Text.assemble((f" {sign:<5}", ink))
        gutter.append(f"{number:>4} | ", Ink.DIM)
        yield SheetLine(gutter.append_text(line), 13)


def _sign(origin: tuple[int, ...], inputs: int) -> str:
    """Which notes a line is from, in at most five cells."""
    if len(origin) == inputs:
        return "="
    if not origin:
        return "M"
    said = "+".join(map(str, origin))
    return said if len(said) <= 5 else f"{len(origin)} of"


def _outcome(found: Joined) -> Iterator[SheetLine]:
    match found.outcome:
        case Preview() as preview:
            yield head("THE MERGE WOULD")
            yield from plan.summary(preview)
        case Refusal(code=code) as no if code in CONFIRMABLE:
            yield head("THE MERGE ASKS FIRST", Text("to confirm this by name", Ink.DIM))
            yield SheetLine(against(no), 3)
        case Refusal() as no:
            yield head("NOT YET")
            yield SheetLine(Text(" ").append_text(refusal(no)), 3)
