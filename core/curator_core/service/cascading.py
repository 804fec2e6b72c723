"""Everything that a forget reaches, found before anything is written (CONTRACT 38)."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import date, timedelta

from curator_core.model.decision import Approve
from curator_core.model.files import NoteFile, Place
from curator_core.model.forgetting import Cascade, Cut, Doomed, Rewritten, Scraps, Wish
from curator_core.model.note import Note
from curator_core.model.problem import Problem, Refusal
from curator_core.model.proposal import Op
from curator_core.model.view import SourceState
from curator_core.rules import forgetting, layout, protected, source_uri, tombstones
from curator_core.rules.forgetting import Gone
from curator_core.rules.hashing import blob_id
from curator_core.rules.planning.batch import Chosen
from curator_core.rules.schema import is_id
from curator_core.rules.slots import folded_id
from curator_core.rules.source_uri import Cited
from curator_core.service import citing, dooming, drafts, existing, finding, purging, traces
from curator_core.service.dooming import Doom
from curator_core.service.opening import Opened
from curator_core.store import git_blobs, note_files, reading, scraps, state

SOURCES = "sources/"
"""Where sources lie."""
SOURCE_LIMIT = 64 * 1024 * 1024


def of(one: Opened, wish: Wish) -> Cascade | Refusal:
    """What a wish reaches; refused where it names nothing that is there."""
    if wish.scope is not None:
        return _of_paths(one, wish, dooming.in_scope(one, wish.scope))
    name = wish.name or ""
    cut = _cut(one, name)
    if isinstance(cut, Refusal):
        return cut
    if cut is not None:
        return _of_lines(one, wish, cut)
    paths = dooming.named(one, name)
    if isinstance(paths, Refusal):
        return _of_ledger(one, wish, name) or paths
    return _of_paths(one, wish, paths)


def _of_ledger(one: Opened, wish: Wish, name: str) -> Cascade | Refusal | None:
    """What only the ledger still has, of a note that was rejected or removed; None if nothing."""
    wanted = folded_id(name)
    names = {
        known
        for event in one.ledger.events
        for known in event.about
        if is_id(known) and (folded_id(known) == wanted or event.item == name)
    }
    made = _of_known(one, wish, (), tuple(sorted(names))) if names else None
    return made if not isinstance(made, Cascade) or made.ledger else None


def proposed(one: Opened, chosen: Iterable[Chosen]) -> dict[str, Cascade]:
    """What approving proposals to forget reaches, by item; those that name nothing are left out."""
    found = {}
    for each in chosen:
        item, choice = each.item, each.choice
        if item.op is Op.FORGET and isinstance(choice, Approve):
            parts = finding.queue(one).parts.get(item.item, ())
            paths = [p.target for p in parts if p.target in one.snapshot.entries and p.target]
            wish = Wish(item.item, reason=choice.reason, confirm=choice.confirm)
            made = _of_paths(one, wish, paths)
            if isinstance(made, Cascade):
                found[item.item] = made
    return found


def _cut(one: Opened, name: str) -> Cut | Refusal | None:
    """The lines of a source that a name means; None where it names no source."""
    cited = source_uri.parse(name)
    if not isinstance(cited, Cited) or cited.heading is not None:
        return None
    if cited.first is None and not cited.path.startswith(SOURCES):
        return None
    config = one.snapshot.config
    own = cited.home in (None, config.name) and cited.path.startswith(SOURCES)
    if not own or layout.place_of(cited.path, config) is not None:
        return Refusal(
            "protected-path",
            f"lines are forgotten in files below {SOURCES} only",
            "name a note by its id or path",
            cited.path,
        )
    data = _source(one, cited.path)
    if isinstance(data, Refusal):
        return data
    if cited.commit is not None:
        view = citing.Resolver(one).view(name)
        if view.state is not SourceState.FOUND:
            hint = "name the lines as they stand today, without a commit"
            return Refusal("unknown-item", f"not there today: {view.detail}", hint, cited.path)
    lines = len(forgetting.lines_of(data))
    first, last = cited.first or 1, cited.last or lines
    if last > lines:
        message = f"the source has {lines} lines, not {last}"
        return Refusal("unknown-item", message, "name lines that are there", cited.path, last)
    return Cut(path=cited.path, first=first, last=last)


def _source(one: Opened, path: str) -> bytes | Refusal:
    content = reading.read(one.repo.root, path, SOURCE_LIMIT)
    if isinstance(content, Problem):
        return Refusal("unknown-item", f"there is no such source: {content.message}", path=path)
    return content.data


def _of_lines(one: Opened, wish: Wish, cut: Cut) -> Cascade | Refusal:
    data = _source(one, cut.path)
    if isinstance(data, Refusal):
        return data
    after = forgetting.buried(data, cut.first, cut.last, one.today)
    if after == data:
        return Refusal("no-change", "these lines were forgotten already", path=cut.path)
    blob = blob_id(data)
    lines = forgetting.lines_of(data)[cut.first - 1 : cut.last]
    gone = replace(_NOTHING, needles=forgetting.needle_lines(lines))
    cascade = Cascade(
        wish=wish,
        cut=cut,
        source=Rewritten(path=cut.path, blob=blob, after=after),
        blobs=tuple(sorted({blob, *git_blobs.ever_at(one.repo, {cut.path})})),
        derived=traces.of_lines(one, cut),
    )
    return _found(one, cascade, gone)


_NOTHING = Gone(frozenset(), frozenset(), frozenset(), frozenset(), ())


def _of_paths(one: Opened, wish: Wish, paths: Sequence[str]) -> Cascade | Refusal:
    if not paths:
        return Refusal("unknown-item", "no note lies there", "see `curator notes`")
    doomed = Doom(one).of(paths)
    return _unfit(one, doomed) or _of_known(one, wish, doomed, ())


def _of_known(
    one: Opened, wish: Wish, doomed: tuple[Doomed, ...], remembered: tuple[str, ...]
) -> Cascade | Refusal:
    gone = _gone(one, doomed, remembered)
    salt = _tombstone_salt(one)
    names = {*remembered, *(each.note_id for each in doomed if each.note_id is not None)}
    cascade = Cascade(
        wish=wish,
        doomed=doomed,
        remembered=remembered,
        derived=traces.of_notes(one, names, frozenset(each.path for each in doomed)),
        blobs=tuple(sorted(gone.blobs)),
        tombstone_salt=salt,
        marks=tuple(sorted(tombstones.mark(claim, salt) for claim in gone.claims)),
        cited=_cited(one, doomed),
    )
    return _found(one, cascade, gone)


def _unfit(one: Opened, doomed: Iterable[Doomed]) -> Refusal | None:
    """What plans cannot take away: links, other files of an odd kind, protected ones."""
    for each in doomed:
        entry = one.snapshot.entries[each.path]
        if "unreadable-file" in entry.problem_codes:
            message = "this is no plain file: nothing is removed through it"
            return Refusal("invalid", message, "remove it by hand", each.path)
        if protected.is_protected(each.path, one.snapshot.config):
            message = "this file is protected: only people write it"
            return Refusal("protected-path", message, "remove it by hand", each.path)
    return None


def _gone(one: Opened, doomed: Sequence[Doomed], remembered: Sequence[str]) -> Gone:
    """All that is known of the texts: today's, those in the ledger, those git held."""
    names = (*remembered, *(each.note_id for each in doomed if each.note_id is not None))
    ids = frozenset(map(folded_id, names))
    paths = frozenset(each.path for each in doomed)
    blobs = frozenset(each.blob for each in doomed) | _earlier(one, ids, paths)
    files = [one.snapshot.files[path] for path in paths]
    bare = Gone(ids, frozenset(e.path for e in doomed if e.note_id is None), blobs, frozenset(), ())
    claims = {file.entry.claim for file in files if file.entry.claim is not None}
    for data in _ledger(one).values():
        claims |= set(forgetting.claims(data, bare))
        files += [_read(one, path, text) for path, text in forgetting.texts(data, bare)]
    files += [_read(one, "x.md", data) for data in one.repo.blobs(blobs).values()]
    files = [file for file in files if folded_id(file.entry.note_id or "") in ids or not ids]
    claims |= {file.entry.claim for file in files if file.entry.claim is not None}
    notes = [note for file in files for note in _noted(file)]
    return replace(bare, claims=frozenset(claims), needles=forgetting.needles(notes))


def _noted(file: NoteFile) -> Iterator[Note]:
    if file.note is not None:
        yield file.note


def _read(one: Opened, path: str, data: bytes) -> NoteFile:
    config = one.snapshot.config
    return note_files.parse(data, note_files.where(path, data, Place.CANDIDATES, config), config)


def _earlier(one: Opened, ids: frozenset[str], paths: frozenset[str]) -> frozenset[str]:
    """The blobs that the ledger, the adoption and git know of these notes."""
    blobs: set[str | None] = set()
    places = set(paths)
    for event in one.ledger.events:
        for change in event.notes:
            own = folded_id(change.id) in ids if change.id is not None else False
            if own or (change.id is None and {change.path_before, change.path_after} & paths):
                blobs |= {change.blob_before, change.blob_after}
                places |= {p for p in (change.path_before, change.path_after) if p is not None}
    adopted = one.snapshot.reviews.baseline
    blobs |= {adopted[path].blob for path in places if path in adopted}
    blobs |= git_blobs.ever_at(one.repo, places)
    blobs |= {each.blob for staged in one.repo.index_entries(places).values() for each in staged}
    return frozenset(blob for blob in blobs if blob is not None)


def _ledger(one: Opened) -> dict[str, bytes]:
    """Every ledger file in HEAD by path."""
    known = one.memo.get("ledger bytes")
    if isinstance(known, dict):
        return known
    texts = one.repo.blobs(set(one.ledger.paths.values()))
    made = {path: texts[blob] for path, blob in one.ledger.paths.items() if blob in texts}
    one.memo["ledger bytes"] = made
    return made


def _found(one: Opened, cascade: Cascade, gone: Gone) -> Cascade | Refusal:
    """The rest of a cascade: ledger files, what stays, what lies on this device."""
    if gone.quoted(cascade.wish.reason):
        message = "the reason quotes what is to be forgotten, and reasons stay in the ledger"
        return Refusal("invalid", message, "say it in other words", field="reason")
    salt = state.salt(one.repo.state_dir)
    rewritten = tuple(
        Rewritten(path=path, blob=one.ledger.paths[path], after=after)
        for path, data in _ledger(one).items()
        if (after := forgetting.redacted(data, gone, salt)) is not None
    )
    held = {*cascade.blobs, *(file.blob for file in rewritten)}
    mine = frozenset(each.path for each in cascade.doomed)
    days = timedelta(days=one.snapshot.config.backups_days)
    return replace(
        cascade,
        ledger=rewritten,
        blobs=tuple(sorted(held)),
        golden=traces.golden(one, gone),
        echoes=traces.echoes(one, gone, mine, cascade.cut),
        branches=traces.branches(one, gone),
        scraps=_scraps(one, gone, mine),
        backup_expiry=(date.fromisoformat(one.today) + days).isoformat(),
    )


def _scraps(one: Opened, gone: Gone, mine: frozenset[str]) -> Scraps:
    """Texts of this device that quote what is forgotten, or are about one of its items."""
    items = {
        item.item
        for item in finding.queue(one).items
        if any(folded_id(name) in gone.ids for name in item.notes) or mine & {*item.paths}
    }
    items |= purging.items(one, gone.ids)
    items |= {existing.item_of(one.snapshot.entries[path]) for path in mine}
    found = scraps.found(one.repo, purging.naming(gone, items), gone.blobs, mine)
    typed = drafts.kept(one.repo.state_dir, items)
    return replace(found, typed_files=tuple(dict.fromkeys((*found.typed_files, *typed))))


def _tombstone_salt(one: Opened) -> str:
    """One salt for the Home: that of the first forget, so that every device matches its marks."""
    for event in one.ledger.events:
        if event.forgotten is not None and event.forgotten.salt:
            return event.forgotten.salt
    key = state.salt(one.repo.state_dir)
    return hmac.new(key, b"tombstones", hashlib.sha256).hexdigest()[:32]


def _cited(one: Opened, doomed: Iterable[Doomed]) -> tuple[str, ...]:
    """The sources in this Home that the notes were made from: they stay."""
    uris = [uri for each in doomed for uri in one.snapshot.entries[each.path].sources]
    places = ((uri, source_uri.parse(uri)) for uri in uris)
    here = (uri for uri, place in places if isinstance(place, Cited) and _is_here(one, place))
    return tuple(dict.fromkeys(here))


def _is_here(one: Opened, place: Cited) -> bool:
    own = place.home in (None, one.snapshot.config.name)
    return own and reading.stat_of(one.repo.root, place.path) is not None
