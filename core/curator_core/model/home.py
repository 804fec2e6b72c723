"""A Home: its configuration, the state of its repository, and a snapshot of its files."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

from curator_core.model.event import Reviews
from curator_core.model.files import Entry, NoteFile, Place
from curator_core.model.problem import Problem
from curator_core.model.proposal import Branched, nothing_branched


class Cardinality(StrEnum):
    """How many values a slot may hold at one instant."""

    SINGLE = "single"
    SET = "set"


class Headless(StrEnum):
    """Which decisions are taken without a terminal (CONTRACT 30)."""

    ALL = "all"
    LOW_RISK = "low-risk"
    NONE = "none"


@dataclass(frozen=True, slots=True)
class SlotRule:
    """One `[[slots]]` table: `match` is a glob over slot names."""

    match: str
    cardinality: Cardinality = Cardinality.SINGLE
    aliases: tuple[str, ...] = ()
    use: str = "confirm"


@dataclass(frozen=True, slots=True)
class StandingRule:
    """One `[[rules]]` table: a queue filter and what it does (suppress, mark, bulk)."""

    match: str
    action: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Config:
    """`curator.toml` in effect (CONTRACT 2); every key optional, unknown keys are problems."""

    name: str = ""
    timezone: str = "UTC"
    branch: str = "main"
    sign: bool = False
    default_scope: str = "global"
    default_subject: str = "inbox"
    scopes: tuple[str, ...] = ()
    slots: tuple[SlotRule, ...] = ()
    notes: tuple[str, ...] = ("memory/notes",)
    candidates: tuple[str, ...] = ("memory/candidates",)
    quarantine: tuple[str, ...] = ("memory/quarantine",)
    archived: tuple[str, ...] = ()
    proposal_refs: tuple[str, ...] = ("proposals/**",)
    protect: tuple[str, ...] = ()
    view_memory: str | None = None
    view_index: str | None = None
    budget_tokens: int = 4000
    four_eyes: bool = False
    headless: Headless = Headless.LOW_RISK
    cycle_days: Mapping[str, int] | None = None
    high_risk: tuple[str, ...] = ()
    rules: tuple[StandingRule, ...] = ()
    backups_days: int = 90
    baseline: str | None = None

    def folders(self, place: Place) -> tuple[str, ...]:
        """The layout's folders of one place, Home-relative, without a trailing slash."""
        match place:
            case Place.NOTES:
                return self.notes
            case Place.CANDIDATES:
                return self.candidates
            case Place.QUARANTINE:
                return self.quarantine


class GitState(StrEnum):
    """States of a repository that matter to writing (FAULTS §1, §6 C)."""

    READY = "ready"
    UNBORN = "unborn"
    DETACHED = "detached"
    IN_PROGRESS = "in-progress"


@dataclass(frozen=True, slots=True)
class Head:
    """Where HEAD stands. `commit` is None while unborn; `branch` None while detached.

    `doing` names an operation in progress (merge, rebase, cherry-pick, revert, bisect), else "".
    """

    state: GitState
    commit: str | None
    branch: str | None
    doing: str = ""


class Files(Protocol):
    """Full note files by path; a store may load them lazily, a test may pass a dict."""

    def __getitem__(self, path: str, /) -> NoteFile: ...

    def __contains__(self, path: object, /) -> bool: ...


@dataclass(frozen=True, slots=True)
class ConfigChange:
    """`curator.toml` as it lies there against the text in effect; waits for a decision."""

    path: str
    in_effect: bytes
    found: bytes
    blob_in_effect: str
    blob_found: str


ON_BRANCH = "//"
"""How the address of a note on a branch begins; no path in a Home does."""


@dataclass(frozen=True, slots=True)
class Snapshot:
    """All that rules may know of a Home at one moment.

    `entries` by path holds every Markdown file of the layout, readable or not, in path order.
    `reviews` is the review state by replay of the ledger in HEAD over the adoption baseline.
    `recovery` is True while an applied plan's redo is pending. `config_change` is a change of
    `curator.toml` that nobody approved; the old text holds until then. `config_blob` is the blob of
    the file as it lies there. `branches` reads the proposal branches, once, when first asked.
    """

    config: Config
    head: Head
    entries: Mapping[str, Entry]
    files: Files
    reviews: Reviews
    problems: tuple[Problem, ...] = ()
    recovery: bool = False
    config_change: ConfigChange | None = None
    config_blob: str | None = None
    branches: Callable[[], Branched] = nothing_branched

    def file(self, address: str) -> NoteFile:
        """The note file at a path of the worktree, or at an address on a branch; KeyError."""
        branched = address.startswith(ON_BRANCH)
        return self.branches().files[address] if branched else self.files[address]

    def entry(self, address: str) -> Entry | None:
        """The row of the same file; None when there is none."""
        if not address.startswith(ON_BRANCH):
            return self.entries.get(address)
        found = self.branches().files.get(address)
        return None if found is None else found.entry
