"""The notes of a proposal one by one, so that a reviewer may decide some of them."""

from __future__ import annotations

from curator_core.model.files import Entry
from curator_core.model.portion import Portion
from curator_core.model.problem import Refusal
from curator_core.model.proposal import Op, Part
from curator_core.rules import picks
from curator_core.service import finding, naming, proposing
from curator_core.service.caller import Caller
from curator_core.service.opening import Opened, opened


def portions(caller: Caller, item: str) -> tuple[Portion, ...]:
    """Every note of an open proposal, in its order; empty where there is no such item."""
    with opened(caller) as one:
        found = naming.resolve(finding.queue(one), item)
        if isinstance(found, Refusal):
            return ()
        parts = finding.queue(one).parts.get(found.item, ())
        return tuple(_portion(one, part) for part in parts)


def _portion(one: Opened, part: Part) -> Portion:
    entry = one.snapshot.entry(part.address or part.target or "")
    assert entry is not None, "BUG: a part has a file or a note"
    known = part.target is not None and part.target in one.snapshot.entries
    before = _text(one, part.target) if known and part.target else None
    after, still_open = None if part.address is None else _text(one, part.address), False
    three = proposing.way_of(one, part)
    if three is not None:
        texts, way = three
        made = picks.resolve(way, texts.current, {}).text
        still_open = made is None
        before = texts.current.raw if made is not None or texts.base is None else texts.base.raw
        after = texts.proposed.raw if made is None else made
    return Portion(
        name=entry.note_id or part.path,
        path=part.path,
        op=_op(part, entry),
        title=entry.title,
        before=before,
        after=after,
        open=still_open,
    )


def _op(part: Part, entry: Entry) -> Op:
    if part.address is None:
        return Op.ARCHIVE
    if part.target is not None or part.base is not None:
        return Op.UPDATE
    return Op.SUPERSEDE if entry.supersedes else Op.ADD


def _text(one: Opened, name: str) -> str:
    return one.snapshot.file(name).data.decode("utf-8", "surrogateescape")
