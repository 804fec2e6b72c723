"""The note files that lay under notes in a commit, as the layout in effect sees them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from curator_core.model.files import Place
from curator_core.model.home import Config
from curator_core.rules import layout
from curator_core.rules.hashing import digest
from curator_core.rules.layout import LaidOut

if TYPE_CHECKING:
    from curator_core.store.repository import Repository


def notes_at(repo: Repository, commit: str, config: Config) -> dict[str, str]:
    """Path to blob id of every note file under notes; candidates and what is left out are none."""
    folders = () if layout.whole_tree(config) else config.notes
    return {
        path: blob
        for path, blob in repo.tree(commit, *folders).items()
        if path.endswith(".md") and layout.place_of(path, config) is Place.NOTES
    }


def layout_key(config: Config) -> str:
    """What of a layout decides which files of a commit are notes, as one hash."""
    skipped = config.skipped if isinstance(config, LaidOut) else ()
    places = (config.notes, config.candidates, config.quarantine, config.archived)
    return digest(places, skipped)
