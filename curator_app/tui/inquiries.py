"""Questions about time and truth as jobs for workers; each answers with one message.

Services are imported here, inside the thread, so that the first paint does not wait for them.
"""

from __future__ import annotations

from textual.message import Message

from curator_app.tui.errands import Job
from curator_app.tui.jobs import note_key
from curator_app.tui.messages import (
    AnswerInvestigated,
    ChainTraced,
    HomeAudited,
    ItemShown,
    KindsCompared,
    MemoryLoaded,
    NotesFound,
    SlotsSuggested,
    VersionsCompared,
)
from curator_core.model.decision import Approve
from curator_core.model.inquiry import AsOf, ChainLink
from curator_core.model.problem import Refusal
from curator_core.model.trace import Inquiry
from curator_core.service.caller import Caller


def kinds(wish: Approve) -> Job:
    """Plan every kind of update for one proposal."""

    def job(caller: Caller) -> Message:
        from curator_core.service import alternatives

        return KindsCompared(alternatives.alternatives(caller, wish))

    return job


def trace(name: str, as_of: AsOf) -> Job:
    """Read the chain of an item or note as of a time."""

    def job(caller: Caller) -> Message:
        from curator_core.service import chain

        return ChainTraced(as_of, chain.view(caller, name, as_of))

    return job


def compare(marks: tuple[str, ...], older: ChainLink, newer: ChainLink) -> Job:
    """Compare two versions by fields and words."""

    def job(caller: Caller) -> Message:
        from curator_app.tui.paint import versions

        return VersionsCompared(marks, versions.comparison(older, newer))

    return job


def investigate(asked: Inquiry) -> Job:
    """Look where an answer came from, and what mends it."""

    def job(caller: Caller) -> Message:
        from curator_core.service import investigating

        return AnswerInvestigated(investigating.investigate(caller, asked))

    return job


def audit() -> Job:
    """Compare the whole Home with its ledger and history."""

    def job(caller: Caller) -> Message:
        from curator_core.service import auditing

        return HomeAudited(len(auditing.audit(caller).findings))

    return job


def search(text: str) -> Job:
    """Look for a text in all notes."""

    def job(caller: Caller) -> Message:
        from curator_core.service import searching

        found = searching.search(caller, searching.Search(text=text))
        return NotesFound(text, tuple(hit.entry.path for hit in found.hits))

    return job


def memory() -> Job:
    """Read the list of all notes."""

    def job(caller: Caller) -> Message:
        from curator_core.service import memory as service

        return MemoryLoaded(service.rows(caller))

    return job


def slots(name: str) -> Job:
    """Look for slots near to a free note."""

    def job(caller: Caller) -> Message:
        from curator_core.service import suggesting

        return SlotsSuggested(suggesting.suggest(caller, name))

    return job


def show_note(name: str) -> Job:
    """Read one note that is there, else the item of this name, and the note typed for it."""

    def job(caller: Caller) -> Message:
        from curator_core.service import drafts, review
        from curator_core.service import memory as service

        found = service.show(caller, name)
        if isinstance(found, Refusal):
            found = review.show(caller, name)
        return ItemShown(name, found, drafts.load(caller, note_key(name)))

    return job
