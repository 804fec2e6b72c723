"""The notes on proposal branches, parsed from git's objects, without a checkout (CONTRACT 26)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from curator_core.model.files import NoteFile, Place
from curator_core.model.home import Config
from curator_core.model.proposal import Branched, Proposal, ProposedFile
from curator_core.rules import branches, layout
from curator_core.store import git_proposals, note_files
from curator_core.store.git_proposal_refs import Tips
from curator_core.store.reading import NOTE_LIMIT, too_large
from curator_core.store.repository import Repository

Kept = Mapping[tuple[str, str, str | None], NoteFile]
"""Notes parsed before, by path, blob and date."""


@dataclass(frozen=True, slots=True)
class Read:
    """What was read, and what to keep for the next reading."""

    branched: Branched
    parsed: dict[tuple[str, str, str | None], NoteFile] = field(default_factory=dict)


def read(repo: Repository, config: Config, head: str | None, kept: Kept, tips: Tips) -> Read:
    """All proposals of these refs that HEAD does not hold, with their notes and bases."""
    found = git_proposals.proposals(repo, config.proposal_refs, head, tips)
    wanted = _wanted(found.proposals, config)
    missing = {
        blob
        for proposal, file in wanted
        for blob, key in _keys(proposal, file)
        if key not in kept and blob is not None
    }
    texts = repo.blobs(missing) if missing else {}
    reading = _Reading(config, kept, texts)
    files: dict[str, NoteFile] = {}
    bases: dict[str, NoteFile] = {}
    for proposal, file in wanted:
        name = branches.address(proposal.commit, file.path)
        base, proposed = (reading.note(key, name) for _, key in _keys(proposal, file))
        if base is not None:
            bases[name] = base
        if proposed is not None:
            files[name] = proposed
    return Read(Branched(found.proposals, files, bases, found.problems), reading.parsed)


def _wanted(
    proposals: Sequence[Proposal], config: Config
) -> tuple[tuple[Proposal, ProposedFile], ...]:
    return tuple(
        (proposal, file)
        for proposal in proposals
        for file in proposal.files
        if is_note(file.path, config)
    )


def is_note(path: str, config: Config) -> bool:
    """Whether a path of a proposal is one of a note."""
    return path.lower().endswith(".md") and layout.place_of(path, config) is not None


def _keys(
    proposal: Proposal, file: ProposedFile
) -> Iterator[tuple[str | None, tuple[str, str, str | None]]]:
    yield file.before, (file.path, file.before or "", None)
    yield file.after, (file.path, file.after or "", proposal.at)


@dataclass(slots=True)
class _Reading:
    config: Config
    kept: Kept
    texts: Mapping[str, bytes]
    parsed: dict[tuple[str, str, str | None], NoteFile] = field(default_factory=dict)

    def note(self, key: tuple[str, str, str | None], address: str) -> NoteFile | None:
        """The note of a key as a candidate; None where the proposal has none."""
        path, blob, at = key
        if not blob:
            return None
        found = self.parsed.get(key) or self.kept.get(key)
        if found is None:
            data = self.texts.get(blob)
            if data is None:
                return None
            found = parsed(path, data, at, self.config)
        self.parsed[key] = found
        return replace(found, entry=replace(found.entry, path=address))


def parsed(path: str, data: bytes, at: str | None, config: Config) -> NoteFile:
    """The bytes as a candidate that lies at a path; it claims no review (CONTRACT 26)."""
    place = layout.place_of(path, config)
    candidate = Place.QUARANTINE if place is Place.QUARANTINE else Place.CANDIDATES
    circumstances = replace(note_files.where(path, data, candidate, config), recorded_at=at)
    if len(data) > NOTE_LIMIT:
        return note_files.unreadable(data, circumstances, (too_large(path, len(data)),))
    file = note_files.parse(data, circumstances, config)
    return replace(file, entry=replace(file.entry, claims_review=False))
