"""Views: made from the reviewed notes, made anew when time or notes moved on (DESIGN §3)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime

from curator_core.model.problem import Refusal, StoreError
from curator_core.rules import holding, memory_view, slots, view_stamp, views
from curator_core.rules.hashing import digest
from curator_core.rules.holding import Memory
from curator_core.rules.listed import Listed
from curator_core.rules.memory_view import Loading
from curator_core.rules.view_stamp import Stamp
from curator_core.service import glance, queueing, shelf
from curator_core.service.caller import Caller
from curator_core.service.opening import Opened, instant, look, opened
from curator_core.store import view_files
from curator_core.store.beneath import OddFileError
from curator_core.store.repository import Repository, open_repository
from curator_core.store.uncollected import uncollected
from curator_core.store.view_files import VIEWS, Aside, Record

RECIPE = 2
"""Raised when the same notes give other bytes in any view."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Refreshed:
    """What a refresh did. `written` are the paths of all views as they stand now, `changed` those
    whose bytes are new; `valid_until` is an instant in UTC, None when no known date lies ahead.
    `aside` are files that stood in the way; `loading` what MEMORY.md holds.
    """

    written: tuple[str, ...]
    changed: tuple[str, ...]
    generation: int
    valid_until: str | None
    aside: tuple[Aside, ...]
    loading: Loading


def refresh(caller: Caller) -> Refreshed:
    """Make all views now (`curator views`); StoreError when they cannot be written."""
    with opened(caller) as one:
        return build(one)


def follow(caller: Caller, wrote: bool) -> bool:
    """What every command does last: after a decision the views are made anew; after a read only in
    a Home that has some, where a date has passed or HEAD moved since. Whether they were made.

    What cannot be written stays due; no command fails over it.
    """
    try:
        with open_repository(caller.home) as repo:
            if not wrote and not _is_due(view_files.record(repo), repo, caller):
                return False
            one = look(caller, repo)
            build(one)
            if wrote:
                glance.keep(one, queueing.view(one))
    except StoreError:
        return False
    return True


def _is_due(last: Record | None, repo: Repository, caller: Caller) -> bool:
    if last is None:
        return False
    early = caller.now < datetime.fromisoformat(last.built)
    late = last.valid_until is not None and caller.now >= datetime.fromisoformat(last.valid_until)
    return early or late or last.head != repo.head().commit


def build(one: Opened) -> Refreshed:
    """Make all views as of the caller's clock."""
    with uncollected():
        return _built(one)


def _built(one: Opened) -> Refreshed:
    rows = shelf.rows(one)
    memory = holding.memory(rows, one.snapshot.config, one.caller.now)
    pages, loading = bodies(one, memory)
    last = view_files.record(one.repo)
    draft = _Draft(one, pages, _inputs(rows), memory.next_change)
    try:
        changed, generation, aside = draft.write(last)
    except OddFileError as error:
        raise _failed(str(error)) from error
    except OSError as error:
        raise _failed(error.strerror or str(error)) from error
    blocked = {each.path for each in aside if each.name is None}
    written = tuple(path for path in pages if path not in blocked)
    made = Record(
        head=one.snapshot.head.commit,
        built=instant(one.caller.now),
        generation=generation,
        valid_until=memory.next_change,
        paths=written,
    )
    view_files.keep_record(one.repo, made)
    return Refreshed(
        written=written,
        changed=changed,
        generation=generation,
        valid_until=memory.next_change,
        aside=aside,
        loading=loading,
    )


def bodies(one: Opened, memory: Memory) -> tuple[dict[str, View], Loading]:
    """Every view by path, without its stamp."""
    config = one.snapshot.config
    text, loading = memory_view.memory_view(memory, config)
    front = View("memory", text)
    index = View("index", views.index_view(memory))
    found = {f"{VIEWS}/MEMORY.md": front, f"{VIEWS}/INDEX.md": index}
    for scope in (slots.GLOBAL, *holding.scopes(memory)):
        file = views.scope_file(scope)
        if file is not None and f"{VIEWS}/{file}" not in found:
            found[f"{VIEWS}/{file}"] = View("current", views.current_view(memory, scope))
    for path, view in ((config.view_memory, front), (config.view_index, index)):
        if path:
            found[path] = view
    return found, loading


def _inputs(rows: Iterable[Listed]) -> str:
    """A hash of the reviewed notes that views are made from."""
    return digest("\0".join(f"{row.path}\0{row.blob}" for row in rows))[:16]


@dataclass(frozen=True, slots=True)
class View:
    """One view without its stamp."""

    kind: str
    body: str


@dataclass(frozen=True, slots=True)
class _Draft:
    """The views of one refresh on their way to disk."""

    one: Opened
    bodies: Mapping[str, View]
    inputs: str
    valid_until: str | None

    def write(self, last: Record | None) -> tuple[tuple[str, ...], int, tuple[Aside, ...]]:
        """The paths whose bytes are new, the generation, and what stood in the way."""
        repo, at = self.one.repo, instant(self.one.caller.now)
        view_files.fence_off(repo)
        generation = 0 if last is None else last.generation
        if last is None or not self._stands(generation):
            generation += 1
        changed: list[str] = []
        aside: list[Aside] = []
        for path in self.bodies:
            new, other = view_files.write(repo, path, self._bytes(path, generation), at)
            changed += [path] if new else []
            aside += [other] if other is not None else []
        gone = () if last is None else [path for path in last.paths if path not in self.bodies]
        aside += view_files.remove(repo, gone)
        return tuple(changed), generation, tuple(aside)

    def _stands(self, generation: int) -> bool:
        """Whether every view lies there already, made in this generation."""
        root = self.one.repo.root
        return all(
            view_files.holds(root, path, self._bytes(path, generation)) for path in self.bodies
        )

    def _bytes(self, path: str, generation: int) -> bytes:
        view = self.bodies[path]
        stamp = Stamp(f"{view.kind}/{RECIPE}", self.inputs, generation, self.valid_until)
        return view_stamp.stamped(view.body, stamp)


def _failed(why: str) -> StoreError:
    hint = "mend that, then run `curator views`"
    return StoreError(Refusal("io", f"the views cannot be written: {why}", hint))
