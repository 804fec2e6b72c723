"""What a note is related to: links, golden questions, decisions, notes of the same source."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from curator_core.model.background import How, Kin, Linked, Mention
from curator_core.model.event import Action, Event
from curator_core.model.files import Entry
from curator_core.model.note import Note
from curator_core.model.problem import Problem
from curator_core.model.proposal import Item
from curator_core.rules import source_uri
from curator_core.rules.slots import folded_id
from curator_core.rules.source_uri import Cited
from curator_core.service import existing, finding
from curator_core.service.opening import Opened
from curator_core.service.secrecy import masked
from curator_core.store import reading

MOST = 40
"""Links, mentions, decisions and kin of one note that are told."""
_TOLD = 600
"""Characters of another note's text that are told."""
_GOLDEN = "golden"
_PERSON = "manual"
"""The scheme of sources that name a person, not a text."""


def linked(one: Opened, entry: Entry) -> tuple[Linked, ...]:
    """Notes that this one names or that name it, and those that it was merged or split with."""
    own = folded_id(entry.note_id or "")
    if not own:
        return ()
    found = [(How.SUPERSEDES, name) for name in entry.supersedes]
    found += [(How.BASE, entry.exception_to)] if entry.exception_to else []
    found += [(How.INPUT, name) for name in entry.inputs]
    for other in _all(one):
        name = other.note_id or other.path
        if own in map(folded_id, other.supersedes):
            found.append((How.SUPERSEDED, name))
        if folded_id(other.exception_to or "") == own:
            found.append((How.EXCEPTION, name))
        if own in map(folded_id, other.inputs):
            found.append((How.DERIVED, name))
    found += [(How.RECUT, name) for name in _recut(one, own)]
    told = dict.fromkeys(found)
    return tuple(_link(one, how, name) for how, name in list(told)[:MOST])


def _recut(one: Opened, own: str) -> Iterator[str]:
    undone = one.snapshot.reviews.undone
    for event in one.ledger.events:
        names = [*event.about, *(change.id for change in event.notes if change.id)]
        cut = event.action in (Action.MERGE, Action.SPLIT) and event.event_id not in undone
        if cut and own in map(folded_id, names):
            yield from (name for name in names if folded_id(name) != own)


def _link(one: Opened, how: How, name: str) -> Linked:
    waiting = next((i for i in _queue(one) if folded_id(name) in map(folded_id, i.notes)), None)
    kept = existing.find(one, name)
    item = waiting or kept
    title = "" if item is None else item.title
    waits = None if waiting is None else waiting.lane
    return Linked(
        how=how, name=name, title=title, item=None if item is None else item.item, waits=waits
    )


def golden(one: Opened, entry: Entry) -> tuple[Mention, ...]:
    """The lines of golden questions that name the note or its slot."""
    return asking(one, [name for name in (entry.note_id, entry.memory_key) if name])


def asking(one: Opened, names: Sequence[str]) -> tuple[Mention, ...]:
    """The lines of golden questions that name one of these notes or slots."""
    if not names:
        return ()
    wanted = re.compile("|".join(rf"(?<![\w.-]){re.escape(n)}(?![\w.-])" for n in names))
    return tuple(_mentions(one, wanted))[:MOST]


def _mentions(one: Opened, wanted: re.Pattern[str]) -> Iterator[Mention]:
    for path in reading.list_files(one.repo.root, _GOLDEN):
        content = reading.read(one.repo.root, path)
        if isinstance(content, Problem) or not path.endswith((".yaml", ".yml")):
            continue
        asked = ""
        for number, line in enumerate(content.data.decode("utf-8", "replace").split("\n"), 1):
            said = line.strip()
            asked = said if "question:" in said else asked
            if wanted.search(said):
                told = said if said == asked or not asked else f"{asked.lstrip('- ')} | {said}"
                yield Mention(path, number, told)


def earlier(one: Opened, item: Item) -> tuple[Event, ...]:
    """Decisions on the same slot or subject about other notes, newest first."""
    own = {item.item, *item.notes}
    found = (
        event
        for event in reversed(one.ledger.events)
        if not own.intersection((event.item, *event.items, *event.about)) and _near(event, item)
    )
    return tuple(event for event, _ in zip(found, range(MOST), strict=False))


def _near(event: Event, item: Item) -> bool:
    same_slot = item.memory_key is not None and event.memory_key == item.memory_key
    return same_slot or (bool(item.subject) and event.subject == item.subject)


def kin(one: Opened, item: Item) -> tuple[Kin, ...]:
    """Other items and notes that cite the same text or come from the same session."""
    session, texts = (item.session or "").casefold(), frozenset(map(_text, item.sources)) - {""}
    if not session and not texts:
        return ()
    waiting = {each.file: each for each in _queue(one) if each.finding is None}
    found = []
    for entry in _all(one):
        shared = _shared(entry, session, texts)
        own = entry.path in item.files or entry.path in item.paths
        if shared and not own:
            found.append(_kin(one, entry, waiting.get(entry.path), shared))
    found.sort(key=lambda each: (each.waits is None, each.shared, each.first or 0, each.name))
    return tuple(found[:MOST])


def _kin(one: Opened, entry: Entry, waits: Item | None, shared: str) -> Kin:
    note = one.snapshot.file(entry.path).note
    return Kin(
        name=entry.note_id or entry.path,
        title=entry.title,
        item=existing.item_of(entry) if waits is None else waits.item,
        waits=None if waits is None else waits.lane,
        shared=shared,
        text=_said(note),
        first=min((line for uri in entry.sources if (line := _line(uri))), default=None),
    )


def _said(note: Note | None) -> str:
    return "" if note is None else masked(note.value or " ".join(note.body.split()))[:_TOLD]


def _shared(entry: Entry, session: str, texts: frozenset[str]) -> str:
    """What an entry shares; empty for nothing."""
    found = next((text for uri in entry.sources if (text := _text(uri)) in texts), "")
    if found:
        return found
    same = bool(session) and (entry.session or "").casefold() == session
    return f"session {entry.session}" if same else ""


def _text(uri: str) -> str:
    """Which text a source is in: the path of a file, else the whole address; none for a person."""
    cited = source_uri.parse(uri)
    if isinstance(cited, Cited):
        return cited.path
    return "" if cited.kind == _PERSON else uri.partition("#")[0]


def _line(uri: str) -> int | None:
    cited = source_uri.parse(uri)
    return cited.first if isinstance(cited, Cited) else None


def _queue(one: Opened) -> Sequence[Item]:
    return finding.queue(one).items


def _all(one: Opened) -> Iterable[Entry]:
    """Every note: of the worktree, then those that branches propose."""
    yield from one.snapshot.entries.values()
    yield from (file.entry for file in one.snapshot.branches().files.values())
