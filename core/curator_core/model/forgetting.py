"""Forgetting: what is asked for, what goes along, and the receipt that is kept (CONTRACT 38)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

REDACTED = "forgotten"
"""What the ledger holds in the place of a text that was forgotten."""


@dataclass(frozen=True, slots=True)
class Wish:
    """What to forget: `name` is a note (id, path or open item) or `SOURCE#Lx-Ly`; with `scope` all
    notes of a scope and of those inside it. Exactly one of both is given. `confirm` are the codes
    the person confirmed."""

    name: str | None = None
    scope: str | None = None
    reason: str = ""
    confirm: tuple[str, ...] = ()

    @property
    def words(self) -> str:
        """The wish as it was typed."""
        return self.name if self.name is not None else f"--scope {self.scope}"


class Because(StrEnum):
    """Why a file goes."""

    ASKED = "asked for"
    SAME_NOTE = "another text of the same note"
    SAME_CLAIM = "says the same"
    RESTATED = "the same claims before they were cut otherwise"


class Trace(StrEnum):
    """Why a note that stays may still say what was forgotten."""

    INPUT = "was made from it"
    RESTATED = "holds its claims, cut otherwise"
    CITES = "cites the forgotten lines"


@dataclass(frozen=True, slots=True, kw_only=True)
class Doomed:
    """One file that goes; `note_id` None where the file names none."""

    path: str
    blob: str
    note_id: str | None
    memory_key: str | None
    scope: str
    because: Because
    pinned: bool = False


@dataclass(frozen=True, slots=True)
class Derived:
    """A note that stays and must be looked at again."""

    note_id: str | None
    path: str
    trace: Trace


@dataclass(frozen=True, slots=True)
class Spot:
    """A line that names, or still says, what is forgotten; `where` is a path, on a branch
    `ref:path`. `line` is 1-based."""

    where: str
    line: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Rewritten:
    """A file whose text is taken out in place; `blob` is what it held."""

    path: str
    blob: str
    after: bytes


@dataclass(frozen=True, slots=True, kw_only=True)
class Cut:
    """Lines of a source that become tombstones, 1-based and inclusive."""

    path: str
    first: int
    last: int

    @property
    def uri(self) -> str:
        """The lines as a source URI."""
        return f"{self.path}#L{self.first}-L{self.last}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Scraps:
    """Private texts of this device, by file name: staged decisions, typed texts, rescued texts."""

    staged_files: tuple[str, ...] = ()
    typed_files: tuple[str, ...] = ()
    rescued_files: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Cascade:
    """Everything that a wish reaches, as found before anything is written.

    `remembered` are ids of notes of which only the ledger has texts. `blobs` are all texts that git
    ever held of it, old ledger files among them. `marks` are the salted hashes of its claims, under
    `tombstone_salt`. `golden` and `echoes` are lines that stay: questions that name it, and files
    that say the same words; `cited` sources it was made from. `branches` are left alone.
    `backup_expiry` is a date.
    """

    wish: Wish
    doomed: tuple[Doomed, ...] = ()
    remembered: tuple[str, ...] = ()
    cut: Cut | None = None
    derived: tuple[Derived, ...] = ()
    ledger: tuple[Rewritten, ...] = ()
    source: Rewritten | None = None
    blobs: tuple[str, ...] = ()
    tombstone_salt: str = ""
    marks: tuple[str, ...] = ()
    golden: tuple[Spot, ...] = ()
    echoes: tuple[Spot, ...] = ()
    cited: tuple[str, ...] = ()
    branches: tuple[Spot, ...] = ()
    scraps: Scraps = Scraps()
    backup_expiry: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Forgotten:
    """What the ledger event of a forget keeps: enough to suppress, to look for, and to tell.

    `marks` are hashes of the claims under `salt`; `blobs` git's ids of all texts; `lines` source
    URIs; `derived` the ids of notes to look at again, `traces` why, in the same order. It holds no
    text.
    """

    salt: str = ""
    marks: tuple[str, ...] = ()
    blobs: tuple[str, ...] = ()
    lines: tuple[str, ...] = ()
    derived: tuple[str, ...] = ()
    traces: tuple[str, ...] = ()
    cited: tuple[str, ...] = ()
    backup_expiry: str = ""


class Outcome(StrEnum):
    """What became of one place (CONTRACT 38)."""

    DONE = "done"
    NOT_DONE = "not done"
    UNKNOWN = "cannot be known"


@dataclass(frozen=True, slots=True, kw_only=True)
class Places:
    """Every place that is searched."""

    worktree: Outcome
    index: Outcome
    views: Outcome
    ledger: Outcome
    recall_log: Outcome
    staged: Outcome
    proposals: Outcome
    git_history: Outcome
    remotes: Outcome
    backups: Outcome = Outcome.UNKNOWN


@dataclass(frozen=True, slots=True, kw_only=True)
class DeletionReceipt:
    """What a forget did, or would do (`executed` False).

    The three layers: no entrance answers from it, its text is gone from the Home, what was made of
    it is gone or marked. `risks` are sentences, `steps` commands for a person: nothing of them is
    run. `shown_hash` binds an execution to what was shown.
    """

    executed: bool
    memory_key: str | None
    recall_disabled: bool
    primary_record_deleted: bool
    derived_indexes_deleted: bool
    git_history_rewritten: bool
    backup_expiry: str
    risks: tuple[str, ...]
    places: Places
    derived: tuple[Derived, ...]
    notes: tuple[str, ...] = ()
    steps: tuple[str, ...] = ()
    decision: str | None = None
    commit: str | None = None
    shown_hash: str | None = None
