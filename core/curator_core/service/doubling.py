"""Files with two blocks of fields, and what they would be with one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from curator_core.model.files import FileState, NoteFile
from curator_core.model.proposal import Item, Lane
from curator_core.rules import double_blocks, finding_items
from curator_core.rules.editing import encode
from curator_core.rules.planning.batch import Chosen
from curator_core.rules.proposal_rows import is_tainted
from curator_core.rules.review_state import Standing, vouch
from curator_core.rules.table import glances
from curator_core.service.opening import Opened
from curator_core.store import note_files, note_text

_UNFIT = frozenset({FileState.UNREADABLE, FileState.INVALID, FileState.NEWER})


def items(one: Opened) -> Iterator[Item]:
    """One item for each file of the worktree; approve writes the one block, reject says that the
    second one is text."""
    for glance in glances(one.snapshot.entries):
        if not glance.rare or glance.state is FileState.UNREADABLE:
            continue
        entry = one.snapshot.entries[glance.path]
        if double_blocks.CODE not in entry.problem_codes:
            continue
        vouched = vouch(entry, one.snapshot.reviews).standing is Standing.REVIEWED
        name = entry.note_id if vouched and entry.note_id else entry.path
        mends = _mended(one, entry.path) is not None
        found = double_blocks.finding(entry, name, mends=mends)
        made = finding_items.item(found, (entry,))
        lane = Lane.QUARANTINED if is_tainted(entry) and not vouched else made.lane
        yield replace(made, lane=lane, taint=entry.taint)


def mended(one: Opened, chosen: Sequence[Chosen]) -> dict[str, NoteFile]:
    """What the chosen repairs would leave of their files, by path."""
    found = {}
    for each in chosen:
        if each.item.finding is not None and each.item.finding.code == double_blocks.CODE:
            path = each.item.paths[0]
            file = _mended(one, path)
            if file is not None:
                found[path] = file
    return found


def _mended(one: Opened, path: str) -> NoteFile | None:
    file = one.snapshot.files[path]
    if file.text is None:
        return None
    second, _ = note_text.read(file.text.body.encode("utf-8"))
    if second is None or second.open_line is None:
        return None
    data = encode(file.text, double_blocks.joined(file.text, second))
    config = one.snapshot.config
    made = note_files.parse(data, note_files.where(path, data, file.entry.place, config), config)
    return None if made.entry.state in _UNFIT else made
