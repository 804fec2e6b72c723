"""The versions of one slot or chain with their lives, and what it answers at a time."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime

from curator_core.model.answer import Answer, AnswerStatus, Version
from curator_core.model.inquiry import AsOf, ChainLink, ChainView, Life
from curator_core.model.interval import Interval, Validity
from curator_core.model.note import Note, Relation, Status
from curator_core.model.problem import Refusal
from curator_core.rules import boundaries, branches, chains, slot_checks, trails, validity
from curator_core.rules.chains import History
from curator_core.rules.slots import folded_id
from curator_core.service import asking, existing, finding, naming, past, versions
from curator_core.service.asking import Question
from curator_core.service.caller import Caller
from curator_core.service.opening import Opened, opened
from curator_core.service.versions import Seeds


def view(caller: Caller, name: str, as_of: AsOf) -> ChainView | Refusal:
    """The chain of an item, of a note by its id or item id, or of a note id that is gone."""
    with opened(caller) as one:
        paths, note = _start(one, name)
        if note is None:
            message = f"{name} has no readable note, so it has no chain"
            return Refusal("unknown-item", message, "enter opens its text", ids=(name,))
        question = Question(
            slot=note.memory_key or note.id,
            scopes=(note.scope,),
            at=as_of.at,
            known_at=as_of.known_at,
        )
        answer = asking.answer(one, question)
        if isinstance(answer, Refusal):
            return answer
        history = _history(one, question, paths)
        if isinstance(history, Refusal):
            return history
        return _shown(one, note, answer, history)


def about(caller: Caller, ids: tuple[str, ...]) -> tuple[ChainLink, ...]:
    """The notes of these ids as their chains see them now, in order; missing ones are left out."""
    with opened(caller) as one:
        found = [_named(one, name) for name in ids]
        return tuple(link for link in found if link is not None)


def _named(one: Opened, name: str) -> ChainLink | None:
    paths, note = _start(one, name)
    if note is None:
        return None
    answer = asking.answer(one, Question(slot=note.memory_key or note.id, scopes=(note.scope,)))
    assert isinstance(answer, Answer), "BUG: no time was asked for"
    history = versions.history(one, paths)
    shown = _shown(one, note, answer, history)
    return next((link for link in shown.links if folded_id(link.note.id) == folded_id(name)), None)


def _start(one: Opened, name: str) -> tuple[tuple[str, ...], Note | None]:
    """The file that a name means, and its note; of a finding the note to mend first."""
    item = existing.find(one, name)
    if item is None:
        found = naming.resolve(finding.queue(one), name)
        item = None if isinstance(found, Refusal) else found
    if item is None:
        return (), None
    files = item.files if item.commit is not None else item.paths
    known = [name for name in files if branches.is_address(name) or name in one.snapshot.entries]
    note = one.snapshot.file(known[0]).note if known else None
    return tuple(known), note


def _history(one: Opened, question: Question, paths: tuple[str, ...]) -> History | Refusal:
    """Everything linked to these files; at an earlier knowledge what was known of it then."""
    zone = boundaries.zone(one.snapshot.config.timezone)
    if question.known_at is None:
        return versions.history(one, paths)
    known = boundaries.at_instant(question.known_at, zone)
    if isinstance(known, Refusal):
        return known
    return past.history(one, Seeds(question.slot, question.scopes), known)


def _shown(one: Opened, note: Note, answer: Answer, history: History) -> ChainView:
    at = datetime.fromisoformat(answer.as_of)
    items = _items(one)
    belonging = _belonging(note, history)
    timed = [(version, chains.interval(history, version)) for version in belonging]
    order = {row.note_id: n for n, row in enumerate(trails.trail_rows(belonging, history))}
    timed.sort(key=lambda held: order[held[0].note.id])
    links = tuple(_link(held, answer, at, (history, items)) for held in timed)
    return ChainView(
        name=note.id,
        slot=note.memory_key,
        scope=note.scope,
        links=links,
        answer=answer,
        at=at,
        now=one.caller.now,
        zone=one.snapshot.config.timezone,
        checks=slot_checks.checks(belonging, history),
        edges=tuple(_edges(links)),
    )


def _edges(links: Sequence[ChainLink]) -> Iterator[tuple[int, int]]:
    place = {folded_id(link.note.id): n for n, link in reversed([*enumerate(links)])}
    for older, link in enumerate(links):
        for name in link.newer if place[folded_id(link.note.id)] == older else ():
            if folded_id(name) in place:
                yield place[folded_id(name)], older


def _belonging(note: Note, history: History) -> tuple[Version, ...]:
    """All versions of the note's slot and scope, its chain across slots, and the other end of
    every link of these."""
    slot = history.slots.of(note)
    mates = () if slot is None else history.by_slot.get(slot, ())
    found = [*mates, *chains.chain(history, note.id)]
    for version in mates:
        found += chains.chain(history, version.note.id)
    for version in (*found,):
        own = folded_id(version.note.id)
        targets = (history.by_id.get(name) for name in history.targets.get(own, ()))
        found += (target for target in targets if target is not None)
        found += history.superseded_by.get(own, ())
    return tuple({id(version): version for version in found}.values())


def _items(one: Opened) -> Mapping[str, str]:
    """Item ids by folded note id: of notes under notes, else of what waits."""
    waiting = {
        folded_id(name): item.item
        for item in reversed(finding.queue(one).items)
        for name in item.notes
        if item.finding is None
    }
    there = {
        folded_id(entry.note_id): item
        for item, path in existing.paths(one).items()
        if (entry := one.snapshot.entries[path]).note_id
    }
    return {**waiting, **there}


_Held = tuple[Version, Interval]


def _link(
    held: _Held, answer: Answer, at: datetime, known: tuple[History, Mapping[str, str]]
) -> ChainLink:
    version, interval = held
    history, items = known
    newer = history.superseded_by.get(folded_id(version.note.id), ())
    return ChainLink(
        row=trails.row(version, interval),
        note=version.note,
        life=_life(held, answer, at, history),
        span=None if interval.empty else interval,
        item=items.get(folded_id(version.note.id)),
        newer=tuple(dict.fromkeys(each.note.id for each in newer)),
    )


_ENDED: Mapping[Relation, Life] = {
    Relation.CORRECTION: Life.CORRECTED,
    Relation.RESTATEMENT: Life.RESTATED,
    Relation.REVOCATION: Life.REVOKED,
    Relation.SCOPE_CHANGE: Life.NARROWED,
    Relation.STATE_CHANGE: Life.SUPERSEDED,
}


def _life(held: _Held, answer: Answer, at: datetime, history: History) -> Life:
    version, interval = held
    note = version.note
    if not version.reviewed:
        return Life.PROPOSED if note.status is Status.CANDIDATE else Life.UNREVIEWED
    if note.status is Status.ARCHIVED:
        return Life.ARCHIVED
    told = _told(note.id, answer)
    if told is not None:
        return told
    if note.modality in chains.SILENT:
        return Life.SILENT
    if not interval.empty and validity.order(interval)[0] > boundaries.instant_of(at):
        return Life.FUTURE
    if validity.at(interval, at) is not Validity.NO and chains.answers(version):
        return Life.BESIDE
    for newer in chains.successors(history, version):
        if newer.note.relation is not None:
            return _ENDED[newer.note.relation]
    return Life.SUPERSEDED if note.status is Status.SUPERSEDED else Life.EXPIRED


def _told(note_id: str, answer: Answer) -> Life | None:
    """What the answer says of a version; None when it says nothing."""
    if _among(note_id, answer.collision):
        return Life.COLLIDES
    if _among(note_id, (each.note_id for each in answer.candidates)):
        return Life.POSSIBLE
    ids = answer.note_id if isinstance(answer.note_id, tuple) else (answer.note_id,)
    if answer.status in (AnswerStatus.KNOWN, AnswerStatus.REVOKED) and _among(note_id, ids):
        return Life.CURRENT
    return None


def _among(note_id: str, ids: Iterable[str | None]) -> bool:
    return folded_id(note_id) in {folded_id(each) for each in ids if each is not None}
