"""What the rules must be told besides the text: the Home around a proposal, as plain values."""

from __future__ import annotations

from dataclasses import dataclass

from curator_core.model.files import NoteFile
from curator_core.model.note import Note


@dataclass(frozen=True, slots=True)
class Cited:
    """One source that a note cites: its lines, None where nobody can resolve it (a conversation).

    `gone`: this Home should hold it and does not, or has no such lines.
    """

    uri: str
    text: str | None
    gone: bool = False


@dataclass(frozen=True, slots=True)
class Near:
    """A reviewed note that says nearly the same."""

    note_id: str
    text: str


@dataclass(frozen=True, slots=True)
class Fragment:
    """A waiting note that cites the same source; `line` is the first cited one."""

    note_id: str
    text: str
    line: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Around:
    """The surroundings of one proposed note. `today` is a date, YYYY-MM-DD.

    `sites` are the hosts that reviewed memory names (`hosts.site`). `targets` are the reviewed
    notes that it is to change or retire, `retired` how many notes it names as superseded. `base` is
    the note that an update was made from. `claims_review`: it says reviewed, the ledger does not.
    `tainted`: it takes taint over from elsewhere, whatever it says. `fragments` hold the note
    itself too, in order of their lines.
    """

    today: str = ""
    sites: frozenset[str] = frozenset()
    cited: tuple[Cited, ...] = ()
    targets: tuple[Note, ...] = ()
    retired: int = 0
    near: tuple[Near, ...] = ()
    fragments: tuple[Fragment, ...] = ()
    base: NoteFile | None = None
    claims_review: bool = False
    tainted: bool = False


NOTHING_AROUND = Around()
"""Nothing is known but the text."""
