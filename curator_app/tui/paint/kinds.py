"""The kinds of update beside the evidence: what is replaced, cited words, answers by kind."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from rich.text import Text

from curator_app.tui.paint import answers
from curator_app.tui.paint.foreign import foreign, listed
from curator_app.tui.paint.ink import Ink
from curator_app.tui.paint.sheet import Sheet, SheetLine, entry, gap, head, sheet
from curator_app.tui.paint.wording import span
from curator_core.model.answer import TrailRow
from curator_core.model.inquiry import Alternative, Alternatives
from curator_core.model.note import Relation
from curator_core.model.problem import Refusal
from curator_core.model.proposal import Item, Op
from curator_core.model.view import Preview, SourceView

DIGITS: Mapping[str, Relation | None] = {
    "1": Relation.CORRECTION,
    "2": Relation.STATE_CHANGE,
    "3": Relation.REVOCATION,
    "4": Relation.SCOPE_CHANGE,
    "0": None,
}
"""Which key chooses which kind."""

NAMES: Mapping[Relation | None, tuple[str, str]] = {
    Relation.CORRECTION: ("correction", "the old one was never true; this takes its whole time"),
    Relation.STATE_CHANGE: ("state change", "the old one was true until this one starts"),
    Relation.REVOCATION: ("revocation", "the old one ends at this start and is taken back"),
    Relation.SCOPE_CHANGE: ("scope change", "the old one ends here and goes on in another scope"),
    Relation.RESTATEMENT: ("restatement", "the same claims cut otherwise"),
    None: ("add beside", "supersedes nothing"),
}
"""A kind's name and what it says about the old note."""

_LATIN: Mapping[Relation, str] = {
    Relation.CORRECTION: r"typo|was wrong|were wrong|mistake\w*|never was|correct(?:ion|ed|ing)"
    r"|misread|mistyped|not true|actually",
    Relation.STATE_CHANGE: r"from now on|as of|since|moved to|switched|changed? to|replaced by"
    r"|instead|renamed",
    Relation.REVOCATION: r"no longer|not any ?more|stopped|cancel\w*|revok\w*|dropped"
    r"|withdrawn|retired",
    Relation.SCOPE_CHANGE: r"only (?:for|in|on|when)|except|just for",
}
_HAN: Mapping[Relation, str] = {
    Relation.CORRECTION: "写错|记错|不对|更正|纠正|其实|有误",
    Relation.STATE_CHANGE: "改为|改成|换成|改用|变成|从今|起改|以后|迁到|搬到",
    Relation.REVOCATION: "不再|取消|停用|作废|撤销|废止",
    Relation.SCOPE_CHANGE: "仅限|只在|只用于|除了",
}
_WORDS = {
    kind: re.compile(rf"\b(?:{_LATIN[kind]})\b|{_HAN[kind]}", re.IGNORECASE) for kind in _LATIN
}
LINES_MAX = 12


def choice(found: Alternatives, sources: Sequence[SourceView]) -> Sheet:
    """Old and new with their intervals, cited lines that carry words of change, every kind."""
    lines = [line for row in found.replaced for line in _version("old", row)]
    lines += [*_version("new", found.proposed), gap(), *_evidence(sources)]
    for digit, kind in DIGITS.items():
        lines += [gap(), *_kind(digit, alternative(found, kind), found)]
    return sheet(lines)


def may_replace(item: Item) -> bool:
    """Whether approving this item may need a kind of update at all."""
    if item.op is Op.ADD:
        return item.memory_key is not None
    return item.op in (Op.SUPERSEDE, Op.UPDATE)


def alternative(found: Alternatives, kind: Relation | None) -> Alternative:
    """The alternative of one kind."""
    return next(each for each in found.choices if each.relation is kind)


def _version(label: str, row: TrailRow) -> Iterator[SheetLine]:
    value = foreign(row.answer_value or "(no value)", Ink.STRONG)
    yield entry(label, Text("  ").join([foreign(row.note_id), value]))
    times = span(row.valid_from, row.valid_to)
    if row.approved_by is not None:
        times.append("  approved by ", Ink.DIM).append_text(foreign(row.approved_by, Ink.DIM))
    elif not row.reviewed:
        times.append("  not reviewed", Ink.WARN)
    yield entry("", times)


def _evidence(sources: Sequence[SourceView]) -> Iterator[SheetLine]:
    found = [
        (source, number, text)
        for source in sources
        for number, text, cited in source.lines
        if cited and any(words.search(text) for words in _WORDS.values())
    ]
    cited = sum(each for source in sources for _, _, each in source.lines)
    said = f"{len(found):d} of {cited:d} cited lines carry words of change (kind, line)"
    yield head(
        "EVIDENCE",
        Text(said if cited else "no cited line can be shown", Ink.WARN if not cited else Ink.DIM),
    )
    for source, number, text in found[:LINES_MAX]:
        yield _line(source, number, text)
    if len(found) > LINES_MAX:
        yield SheetLine(Text(f"   and {len(found) - LINES_MAX} more", Ink.DIM), 3)


def _line(source: SourceView, number: int, text: str) -> SheetLine:
    kinds = [kind for kind, words in _WORDS.items() if words.search(text)]
    digits = "".join(digit for digit, kind in DIGITS.items() if kind in kinds)
    gutter = Text.assemble(" ", (f"{digits:>4}", Ink.KEY), (f" {number:>5d} | ", Ink.DIM))
    shown = Text()
    end = 0
    for start, stop in _marks(text.rstrip("\r\n")):
        shown.append_text(foreign(text[end:start])).append_text(foreign(text[start:stop], Ink.WARN))
        end = stop
    shown.append_text(foreign(text.rstrip("\r\n")[end:]))
    name = (source.path or source.uri).rpartition("/")[2]
    return SheetLine(gutter.append_text(shown).append("  ").append_text(foreign(name, Ink.DIM)), 14)


def _marks(text: str) -> list[tuple[int, int]]:
    """Where the words of change stand, in order, overlaps joined."""
    found: list[tuple[int, int]] = []
    for start, stop in sorted(m.span() for words in _WORDS.values() for m in words.finditer(text)):
        if found and start < found[-1][1]:
            found[-1] = (found[-1][0], max(stop, found[-1][1]))
        else:
            found.append((start, stop))
    return found


def _kind(digit: str, each: Alternative, found: Alternatives) -> Iterator[SheetLine]:
    name, meaning = NAMES[each.relation]
    stated = each.relation is not None and each.relation is found.stated
    ink = Ink.KEY if isinstance(each.outcome, Preview) else Ink.DIM
    said = Text.assemble(" ", (digit, ink), " ", (f"{name:<13}", Ink.STRONG), meaning)
    yield SheetLine(said, 16)
    if stated:
        yield SheetLine(Text("      <- what the note itself says", Ink.OK), 6)
    match each.outcome:
        case Preview(plan=plan):
            for notice in plan.notices:
                yield SheetLine(Text("      ").append_text(foreign(notice, Ink.WARN)), 6)
            yield from answers.only_changed(plan.answers)
        case Refusal() as no:
            yield SheetLine(Text("      off: ", Ink.WARN).append_text(off(each, found, no)), 6)
    if each.asks:
        asks = Text("      asks to confirm: ", Ink.WARN).append_text(listed(each.asks))
        yield SheetLine(asks, 6)


_HINTED: Mapping[str, str] = {
    "correction?": "1 correction",
    "state_change?": "2 state change",
}
"""The key of another kind that a refusal asks about."""


def off(each: Alternative, found: Alternatives, no: Refusal) -> Text:
    """Why a kind cannot be chosen, and what would let it."""
    if each.relation is None and found.named:
        return Text("the note itself names what it supersedes; e edits that out")
    if no.code == "valid-from-required":
        return Text("it must say from when it holds; v types a start")
    said = Text() if no.code == "invalid" else Text.assemble((no.code, Ink.BAD), ": ")
    said.append_text(foreign(no.message))
    other = _HINTED.get(no.hint)
    if other is None:
        return said
    return said.append("; ").append_text(foreign(other)).append(" may be meant")


def title(name: Text, count_replaced: int) -> Text:
    """The dialog's first line."""
    said = Text("kind of update: ", Ink.HEAD).append_text(name)
    return said if count_replaced < 2 else said.append(f"  replaces {count_replaced:d} notes")


HINT = Text(" 1-4 0 stages that kind   v start   s scope   j k scroll   esc undecided")
"""The dialog's keys."""

WAITING = Text(" working out what each kind would change", Ink.DIM)
"""While the kinds are planned."""
