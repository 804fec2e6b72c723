"""The state of a Home: status, check, notes, rescued texts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import datetime

from curator_core.model.files import Entry, Place
from curator_core.model.problem import Problem, Severity
from curator_core.model.proposal import Item, Lane
from curator_core.model.view import StatusView
from curator_core.rules import foreign, scope_rows, second_copies, standings
from curator_core.rules.review_state import Standing, vouch
from curator_core.rules.standings import Holds
from curator_core.service import (
    finding,
    glance,
    indexing,
    leaving,
    ledger_files,
    queueing,
    searching,
    shelf,
    versions,
)
from curator_core.service.caller import Caller
from curator_core.service.indexing import State
from curator_core.service.opening import Opened, opened
from curator_core.service.searching import Hit, Search
from curator_core.store import home_config, journal, names, rescue
from curator_core.store.home_config import CONFIG_PATH
from curator_core.store.rescue import Rescued


def status(caller: Caller) -> StatusView:
    """Counts a person or a prompt wants at a glance (CONTRACT 28)."""
    with opened(caller) as one:
        queue = queueing.view(one)
        glance.keep(one, queue)
        return StatusView(
            waiting=queue.waiting,
            by_lane=queue.counts,
            stale=queue.stale,
            unreadable=queue.unreadable,
            staged=len(journal.records(one.repo.state_dir)),
            oldest_days=queue.oldest_days,
            index=indexing.state(one).value,
            head=queue.head,
            recovery="pending" if queue.recovery else "none",
            notes=queueing.notes(one),
            problems=one.snapshot.problems,
            jobs=queue.jobs,
            unpurged=queue.unpurged,
        )


def check(caller: Caller) -> tuple[Problem, ...]:
    """Every problem of every note, the configuration and the ledger, errors first."""
    with opened(caller) as one:
        found = [*_config_problems(one), *one.snapshot.problems, *_foreign_ledger(one)]
        found.extend(one.snapshot.branches().problems)
        for path, entry in one.snapshot.entries.items():
            if entry.errors or entry.warnings or entry.problem_codes:
                problems = one.snapshot.files[path].problems
                found.extend(each for each in problems if foreign.keeps(entry, each))
            found.extend(_standing(one, entry))
        found.extend(_between_notes(one))
        found.extend(_by_folder(one))
        found.extend(leaving.left_layout(one))
        found.extend(second_copies.problems(one.snapshot))
        found.extend(_same_names(one))
        found.extend(_clock_set_back(one))
        order = {severity: number for number, severity in enumerate(Severity)}
        unique = dict.fromkeys(found)
        return tuple(sorted(unique, key=lambda p: (order[p.severity], p.path or "", p.line or 0)))


def _clock_set_back(one: Opened) -> Iterator[Problem]:
    """Decisions dated before one that they follow; the ledger's order does not go by dates, so
    this is told, and nothing is to be mended."""
    dates = {event.event_id: _moment(event.at) for event in one.ledger.events}
    paths = {path.rpartition("-")[2]: path for path in one.ledger.paths}
    for event in one.ledger.events:
        earlier = [dates[before] for before in event.after if before in dates]
        if any(dates[event.event_id] < before for before in earlier):
            yield Problem(
                "clock-set-back",
                Severity.INFO,
                f"{event.decision} is dated before the decision that it follows",
                "look whether a clock was wrong; what was known when is told by these dates",
                paths.get(f"{event.decision}.jsonl"),
                1,
                1,
            )


def _moment(text: str) -> float:
    """An event's date as seconds; what is no date comes first."""
    try:
        return datetime.fromisoformat(text).timestamp()
    except (ValueError, OverflowError):
        return 0.0


def _same_names(one: Opened) -> Iterator[Problem]:
    """Files that a file system without letter case, or with one Unicode form, takes for one."""
    first: dict[str, str] = {}
    for path in one.snapshot.entries:
        other = first.setdefault(names.fold(path), path)
        if other != path:
            yield Problem(
                "path-collision",
                Severity.WARNING,
                f"this file and {other} are one where letter case or Unicode form do not count",
                "rename one of the two",
                path,
                1,
                1,
            )


def _config_problems(one: Opened) -> tuple[Problem, ...]:
    """Problems of the file as it lies there, also while an older text is in effect."""
    change = one.snapshot.config_change
    if change is None:
        return ()
    waiting = Problem(
        "config-waiting",
        Severity.WARNING,
        "curator.toml was changed outside Curator; the last approved text holds",
        "approve or reject the change in the queue",
        CONFIG_PATH,
        1,
        1,
    )
    return (waiting, *home_config.parse(change.found)[1])


def _standing(one: Opened, entry: Entry) -> tuple[Problem, ...]:
    """Notes that nobody vouches for, or that were edited since."""
    if entry.place is not Place.NOTES or entry.status == "candidate":
        return ()
    match vouch(entry, one.snapshot.reviews).standing:
        case Standing.REVIEWED:
            return ()
        case Standing.EDITED:
            code, message = "edited-since-review", "the note was edited since it was approved"
        case Standing.UNREVIEWED if entry.claims_review:
            code, message = "claimed-review", "the note says reviewed, the ledger does not"
        case _:
            code, message = "unreviewed", "no decision and no baseline vouches for this note"
    return (Problem(code, Severity.WARNING, message, "decide it in the queue", entry.path, 1, 1),)


def _between_notes(one: Opened) -> list[Problem]:
    """Findings about links, slots and intervals, at the field of the note to mend first."""
    found = []
    index, _ = versions.links(one)
    for each in finding.findings(one):
        paths = index.by_id.get(each.ids[0].casefold(), ())
        path = next(iter(paths), None)
        hint = "only a person can say what is right" if each.repair is None else each.repair.says
        line = None if path is None else _line_of(one, path, each.field)
        message = f"{', '.join(each.ids)}: {each.message}"
        found.append(Problem(each.code, each.severity, message, hint, path, line, 1, each.field))
    return found


def _by_folder(one: Opened) -> list[Problem]:
    """What is said once for all notes of a folder."""
    entries = [e for e in one.snapshot.entries.values() if e.place is Place.NOTES]
    ignored = one.repo.ignored([entry.path for entry in entries])
    asking = scope_rows.items(one.snapshot)
    return [*foreign.rows(entries, ignored), *(_unscoped(item) for item in asking)]


def _unscoped(item: Item) -> Problem:
    return Problem(
        scope_rows.FLAG,
        Severity.INFO,
        f"{item.title}; until then they are out of recall",
        f"curator decide {item.item} approve --scope SCOPE",
        item.subject,
    )


def _line_of(one: Opened, path: str, field: str | None) -> int:
    text = one.snapshot.files[path].text
    spans = () if text is None else text.spans
    return next((span.start + 1 for span in spans if span.key == field), 1)


def _foreign_ledger(one: Opened) -> Iterator[Problem]:
    """Ledger files that are not as in HEAD; they change no answer (CONTRACT 3)."""
    for found in ledger_files.foreign(one):
        yield Problem(
            "ledger-foreign",
            Severity.ERROR,
            f"this ledger file {found.what}; only ledger files in HEAD count",
            "put the committed file back, or take the foreign one away",
            found.path,
            1,
            1,
        )


@dataclass(frozen=True, slots=True)
class NoteRow:
    """One existing note with its lane if it waits for a decision, and whether it holds now."""

    entry: Entry
    lane: Lane | None
    holds: Holds = Holds.UNREVIEWED
    hit: Hit | None = None


@dataclass(frozen=True, slots=True)
class NoteList:
    """Notes, and how the index stands; `more` says that a limit left some out."""

    rows: tuple[NoteRow, ...]
    index: State
    more: bool = False


def notes(caller: Caller, asked: Search | None = None) -> NoteList:
    """Notes under notes in path order; of a search those that hold its text, best first."""
    with opened(caller) as one:
        if asked is None:
            entries = [e for e in one.snapshot.entries.values() if e.place is Place.NOTES]
            return NoteList(tuple(_rows(one, entries)), indexing.state(one))
        found = searching.found(one, asked)
        rows = _rows(one, [hit.entry for hit in found.hits])
        told = (replace(row, hit=hit) for row, hit in zip(rows, found.hits, strict=True))
        return NoteList(tuple(told), found.index, found.more)


def _rows(one: Opened, entries: Iterable[Entry]) -> Iterator[NoteRow]:
    lanes = {item.paths[0]: item.lane for item in finding.queue(one).items}
    holds = standings.standings(shelf.memory(one, one.caller.now))
    for entry in entries:
        yield NoteRow(entry, lanes.get(entry.path), _now(one, entry, holds))


def _now(one: Opened, entry: Entry, holds: Mapping[str, Holds]) -> Holds:
    known = holds.get(entry.path)
    if known is not None:
        return known
    reviewed = vouch(entry, one.snapshot.reviews).standing is not Standing.UNREVIEWED
    return Holds.ARCHIVED if reviewed and entry.status == "archived" else Holds.UNREVIEWED


def rescued(caller: Caller) -> tuple[Rescued, ...]:
    """Texts kept locally, newest first."""
    with opened(caller) as one:
        return tuple(reversed(rescue.rescued(one.repo)))


def rescued_text(caller: Caller, name: str) -> bytes | None:
    """One rescued text; None when there is none of this name."""
    with opened(caller) as one:
        return rescue.rescued_bytes(one.repo, name)
