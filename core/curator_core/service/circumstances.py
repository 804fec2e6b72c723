"""What planning needs from the world for some choices, fetched before it runs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from curator_core.model.decision import Approve, Detach, Merge, Reject
from curator_core.model.event import Event, LedgerText, NoteChange
from curator_core.model.files import NoteFile, Place
from curator_core.model.note import Note
from curator_core.model.proposal import Item
from curator_core.rules import branches, event_lines, related, scope_rows
from curator_core.rules.hashing import blob_id
from curator_core.rules.placing import Span
from curator_core.rules.planning.batch import Chosen
from curator_core.rules.planning.effects import Context
from curator_core.rules.review_state import Standing, vouch
from curator_core.rules.slots import folded_id
from curator_core.service import (
    cascading,
    doubling,
    finding,
    gating,
    ignoring,
    lost_sources,
    proposing,
    recutting,
    restoring_files,
    result_flags,
    spans,
    tainting,
    titles,
    versions,
)
from curator_core.service.opening import Opened
from curator_core.service.restoring_files import Supplies
from curator_core.store import home, ledger, note_files, rescue, state


def for_choices(one: Opened, actor: str, chosen: Sequence[Chosen]) -> Context:
    """The context of a plan over these choices."""
    cascades = cascading.proposed(one, chosen)
    paths = [path for each in chosen for path in _files(each.item)]
    paths += [doomed.path for each in cascades.values() for doomed in each.doomed]
    named = [target for each in chosen for target in _targets(each)]
    detached = [each for each in chosen if spans.reopens(each.choice)]
    earlier = _Past(one, detached, chosen)
    context = _context(one, actor, paths, named, earlier)
    context = replace(context, living=titles.living(one), mended=earlier.mended)
    context = replace(context, cascades=cascades)
    inherited = tainting.by_address(one, finding.queue(one))
    context = replace(context, inherited=inherited, uncommitted=_uncommitted(chosen))
    context = _with_proposals(one, context, chosen)
    context = replace(context, gone=_gone(one, chosen, context), lying=earlier.lying)
    context = replace(context, own=gating.own(one, chosen, actor), said=_said(one, chosen))
    if any(scope_rows.is_row(each.item) for each in chosen):
        text = {one.snapshot.config_blob or "": home.config_text(one.repo)}
        return replace(context, past={**context.past, **text})
    return context


def _said(one: Opened, chosen: Sequence[Chosen]) -> dict[str, tuple[str, ...]]:
    """What the flags of own texts say, by item; nothing of choices that bring none."""
    known = result_flags.by_text(one, chosen)
    said = {each.item.item: result_flags.notices(each.choice, known) for each in chosen}
    return {item: notices for item, notices in said.items() if notices}


def _gone(one: Opened, chosen: Sequence[Chosen], context: Context) -> frozenset[str]:
    """The sources that are gone of all that might become memory here."""
    cited = [uri for each in chosen for uri in each.item.sources]
    cited += [uri for file in context.results.values() for uri in file.entry.sources]
    return lost_sources.gone(one, cited)


def for_notes(one: Opened, actor: str, paths: Sequence[str]) -> Context:
    """The context of a plan that takes these files away for good."""
    return _context(one, actor, paths, (), _Undone(one, ()))


def for_undo(one: Opened, actor: str, events: Sequence[Event]) -> Context:
    """The context of an undo of these events, which carry their texts."""
    changes = [change for event in events for change in event.notes]
    paths = [path for change in changes for path in (change.path_before, change.path_after) if path]
    named = [change.id for change in changes if change.id is not None]
    return _context(one, actor, paths, named, _Undone(one, events))


def _files(item: Item) -> tuple[str, ...]:
    """The addresses of an item's files, and those of the notes that it changes."""
    return item.paths if item.commit is None else item.files


def _uncommitted(chosen: Sequence[Chosen]) -> frozenset[str]:
    """Files whose hand edit the reviewer takes out without committing it."""
    return frozenset(
        path
        for each in chosen
        if isinstance(each.choice, Approve | Reject) and each.choice.redact
        for path in _files(each.item)
    )


def _targets(each: Chosen) -> tuple[str, ...]:
    asked = each.choice.targets if isinstance(each.choice, Approve | Detach | Merge) else ()
    return (*asked, *each.item.targets)


class _Past:
    """Earlier texts that choices need: rejected files to bring back, spans to reopen."""

    def __init__(self, one: Opened, detached: Sequence[Chosen], chosen: Sequence[Chosen]) -> None:
        self.past = _lost_files(one, chosen)
        self.spans: dict[str, Span] = {}
        self.proposed: dict[str, Span] = {}
        self.restored: dict[str, Note] = {}
        self.mended = doubling.mended(one, chosen)
        self.results = recutting.results(one, chosen)
        self.results |= {file.data: file for file in self.mended.values()}
        self._put_back(restoring_files.supplies(one, chosen))
        self.unions = recutting.unions(one, chosen)
        for each in detached:
            proposed, before = spans.learnt(one, each.item.notes)
            self.proposed |= proposed
            self.spans |= before

    def _put_back(self, back: Supplies) -> None:
        self.past |= back.back
        self.restored |= back.notes
        self.results |= {file.data: file for file in back.files.values()}
        self.lying = back.lying


class _Undone:
    """Earlier texts of the events to take back, and the spans their targets had."""

    def __init__(self, one: Opened, events: Sequence[Event]) -> None:
        self.past = past_bytes(one, events)
        self.spans = {key: s for event in events for key, s in spans.of_others(one, event).items()}
        self.proposed: dict[str, Span] = {}
        self.results: dict[bytes, NoteFile] = {}
        self.unions: dict[str, NoteFile] = {}
        self.restored = {
            change.blob_before: note
            for event in events
            for change in event.notes
            if change.blob_before in self.past
            and change.blob_before is not None
            and (note := _earlier_note(one, change, self.past[change.blob_before])) is not None
        }


def _earlier_note(one: Opened, change: NoteChange, data: bytes) -> Note | None:
    path = change.path_before or "x.md"
    return versions.parsed(one, path, data) if path.endswith(".md") else None


def _context(
    one: Opened,
    actor: str,
    wanted: Sequence[str],
    named: Sequence[str],
    earlier: _Past | _Undone,
) -> Context:
    entries = one.snapshot.entries
    paths = [path for path in wanted if path in entries]
    branched = [path for path in wanted if branches.is_address(path)]
    approved = _approved(one, paths)
    index, rules = versions.links(one)
    by_name = [path for name in named for path in index.by_id.get(folded_id(name), ())]
    for file in earlier.results.values():
        by_name += related.near_to(file.entry, index, rules)
    return Context(
        at=one.at,
        today=one.today,
        actor=actor,
        entrance=one.caller.entrance,
        tty=one.caller.tty,
        filled_at=_first_dates(one, paths),
        past={**approved, **earlier.past},
        salt=state.salt(one.repo.state_dir),
        ignored=ignoring.ignored(one, paths),
        hashes=_hashes(one, paths, approved),
        approved_ids={p: index.approved[p].note_id for p in paths if p in index.approved},
        note_paths=_UnderNotes(one, index.by_id),
        history=versions.history(one, [*paths, *by_name, *branched], (index, rules)),
        spans=earlier.spans,
        proposed=earlier.proposed,
        restored=earlier.restored,
        results=earlier.results,
        unions=earlier.unions,
        items_by_path=_items_by_path(one) if earlier.results or earlier.unions else {},
    )


def _with_proposals(one: Opened, context: Context, chosen: Sequence[Chosen]) -> Context:
    """The notes that the chosen proposals are made of, and what updates would leave."""
    known = finding.queue(one).parts
    parts = {each.item.item: known.get(each.item.item, ()) for each in chosen}
    if not any(parts.values()):
        return context
    return replace(context, parts=parts, updates=proposing.updates(one, chosen, parts, context))


def _items_by_path(one: Opened) -> dict[str, str]:
    return {item.file: item.item for item in finding.queue(one).items}


class _UnderNotes(Mapping[str, tuple[str, ...]]):
    """The files under notes by folded id, looked for on need: a plan asks for a few."""

    def __init__(self, one: Opened, by_id: Mapping[str, tuple[str, ...]]) -> None:
        self._entries = one.snapshot.entries
        self._by_id = by_id

    def __getitem__(self, key: str) -> tuple[str, ...]:
        entries = self._entries
        found = tuple(p for p in self._by_id[key] if entries[p].place is Place.NOTES)
        if not found:
            raise KeyError(key)
        return found

    def __iter__(self) -> Iterator[str]:
        return (key for key in self._by_id if key in self)

    def __len__(self) -> int:
        return sum(1 for _ in self)


def _first_dates(one: Opened, paths: Sequence[str]) -> dict[str, str]:
    """The date of the commit that added a file, for those whose `recorded_at` is filled."""
    wanted = []
    for path in paths:
        entry = one.snapshot.entries[path]
        if "recorded_at" in entry.filled and entry.recorded_at is None:
            wanted.append(path)
    return one.repo.added_dates(wanted) if wanted else {}


def _approved(one: Opened, paths: Sequence[str]) -> dict[str, bytes]:
    """The bytes of the approved version of every edited note among these files."""
    blobs = set()
    for path in paths:
        standing = vouch(one.snapshot.entries[path], one.snapshot.reviews)
        if standing.standing is Standing.EDITED and standing.approved is not None:
            blobs.add(standing.approved.blob)
    return one.repo.blobs(blobs) if blobs else {}


def _hashes(
    one: Opened, paths: Sequence[str], approved: Mapping[str, bytes]
) -> dict[str, str | None]:
    hashes = {}
    for path in paths:
        version = vouch(one.snapshot.entries[path], one.snapshot.reviews).approved
        if version is None or version.content_hash is not None or version.blob not in approved:
            continue
        data = approved[version.blob]
        config = one.snapshot.config
        at = note_files.where(version.path, data, Place.NOTES, config)
        hashes[version.blob] = note_files.parse(data, at, config).entry.content_hash
    return hashes


def _lost_files(one: Opened, chosen: Sequence[Chosen]) -> dict[str, bytes]:
    """The bytes of items whose file is gone, from the events that took it away."""
    gone = {
        each.item.item
        for each in chosen
        if each.item.commit is None and each.item.paths[0] not in one.snapshot.entries
    }
    if not gone:
        return {}
    found: dict[str, Event] = {}
    for event in one.ledger.events:
        if event.item in gone:
            full = ledger.with_texts(one.repo, one.ledger, event.decision)
            found[event.event_id] = full.get(event.event_id, event)
    return past_bytes(one, found.values())


def past_bytes(one: Opened, events: Iterable[Event]) -> dict[str, bytes]:
    """Every earlier text of these events by blob: from the ledger, git's objects, local rescue."""
    found: dict[str, bytes] = {}
    missing: set[str] = set()
    for event in events:
        for change in event.notes:
            for blob, text in _texts(change):
                data = None if text is None else event_lines.text_bytes(text)
                if data is not None and blob_id(data) == blob:
                    found[blob] = data
                else:
                    missing.add(blob)
    missing -= found.keys() | one.snapshot.reviews.forgotten
    if missing:
        found.update(one.repo.blobs(missing))
        found.update(rescue.rescued_blobs(one.repo, missing - found.keys()))
    return found


def _texts(change: NoteChange) -> list[tuple[str, LedgerText | None]]:
    pairs = ((change.blob_before, change.old), (change.blob_after, change.new))
    return [(blob, text) for blob, text in pairs if blob is not None]
