"""The flags of a text that a reviewer wrote: it becomes memory in the place of what was shown."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from curator_core.model.decision import Choice, Decision, Edit, Merge, Split
from curator_core.model.files import NoteFile
from curator_core.model.flag import Flag, Grade
from curator_core.model.problem import Refusal
from curator_core.model.proposal import Item, Lane, Op, Risk
from curator_core.rules.flags import version
from curator_core.rules.flags.context import Around
from curator_core.rules.hashing import digest
from curator_core.rules.planning.batch import Chosen
from curator_core.service import flagging, recutting, reviewed_words
from curator_core.service.opening import Opened, lasting

CONFIRM = "flagged-result"
"""The code to confirm where an own text has a flag that must have been seen."""
MADE = "result-flags"
"""Where a memo keeps flags by text and by what is around it."""
_BESIDE = (Op.ADD, Op.SUPERSEDE)
"""Operations whose note stands beside the reviewed ones that it may nearly repeat."""


def by_text(one: Opened, chosen: Sequence[Chosen]) -> dict[bytes, tuple[Flag, ...]]:
    """Of every own text the medium and high flags that its item does not have already."""
    files = recutting.results(one, [each for each in chosen if _texts(each.choice)])
    return {
        data: _new(one, each, files[data])
        for each in chosen
        for data in _texts(each.choice)
        if data in files
    }


def raised(one: Opened, choice: Decision, item: Item) -> Item:
    """The item with the risk of the text that shall stand instead of its own."""
    if item.risk is Risk.HIGH or not _texts(choice):
        return item
    codes = [flag.code for flag in _grave(by_text(one, [Chosen(choice, item)]))]
    if not codes:
        return item
    why = f"the new text has flags: {', '.join(dict.fromkeys(codes))}"
    return replace(item, risk=Risk.HIGH, risk_why=(*item.risk_why, why))


def unconfirmed(one: Opened, chosen: Chosen) -> Refusal | None:
    """Why an own text is not staged yet: something in it must be confirmed by name."""
    if not _texts(chosen.choice) or CONFIRM in chosen.choice.confirm:
        return None
    grave = _grave(by_text(one, [chosen]))
    if not grave:
        return None
    return Refusal(
        CONFIRM,
        "; ".join(said(flag) for flag in grave),
        f"change the text, or decide with --confirm {CONFIRM}",
        chosen.item.paths[0],
        grave[0].line,
        ids=chosen.item.notes,
    )


def notices(choice: Choice, known: Mapping[bytes, Sequence[Flag]]) -> tuple[str, ...]:
    """What the preview and the receipt say of the texts of a choice."""
    return tuple(said(flag) for data in _texts(choice) for flag in known.get(data, ()))


def said(flag: Flag) -> str:
    """One flag of an own text in a sentence, as foreign as the text."""
    line = "" if flag.line is None else f", line {flag.line}"
    return f"in the new text{line}: {flag.code}: {flag.said}"


def _texts(choice: Choice) -> tuple[bytes, ...]:
    match choice:
        case Edit(result=data):
            return (data,)
        case Merge(result=bytes() as data):
            return (data,)
        case Split(results=texts):
            return tuple(texts)
        case _:
            return ()


def _grave(found: Mapping[bytes, Sequence[Flag]]) -> list[Flag]:
    """What must be confirmed: high flags, and a qualifier that the cited lines have (H18)."""
    flags = [flag for listed in found.values() for flag in listed]
    return [flag for flag in flags if flag.severity is Grade.HIGH or flag.code == "H18"]


def _new(one: Opened, each: Chosen, file: NoteFile) -> tuple[Flag, ...]:
    known = lasting(one, MADE)
    item, around = each.item, _around(one, each, file)
    key = digest(file.entry.blob, item.item, item.item_hash, repr(around), version.RULES_VERSION)
    if key not in known:
        from curator_core.rules.flags import raising  # kept flags need no rules

        before = {(f.code, f.rule, f.text) for f in flagging.of_item(one, item)}
        known[key] = tuple(
            flag
            for flag in raising.flags(file, around)
            if flag.severity is not Grade.LOW and (flag.code, flag.rule, flag.text) not in before
        )
    found: tuple[Flag, ...] = known[key]
    return found


def _around(one: Opened, each: Chosen, file: NoteFile) -> Around:
    item = each.item
    beside = isinstance(each.choice, Edit) and item.op in _BESIDE and file.note is not None
    body = "" if file.note is None else file.note.body
    return Around(
        today=one.today,
        sites=reviewed_words.words(one).sites,
        cited=flagging.cited(one, file.entry.sources),
        near=reviewed_words.near(one, body, item.file) if beside else (),
        tainted=bool(item.taint) or item.lane is Lane.QUARANTINED,
    )
