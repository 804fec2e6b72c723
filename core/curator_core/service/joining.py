"""Making one note of several, while a reviewer works on it; nothing is written."""

from __future__ import annotations

from collections.abc import Sequence

from curator_core.model.cutting import Input, Joined
from curator_core.model.decision import Merge
from curator_core.model.files import NoteFile
from curator_core.model.problem import Refusal
from curator_core.model.view import Preview
from curator_core.rules import cutting, editing, union
from curator_core.rules.hashing import short_id
from curator_core.rules.planning.batch import Chosen
from curator_core.rules.review_state import Standing, vouch
from curator_core.rules.trails import answer_text
from curator_core.rules.visible import bare_lines, split_lines
from curator_core.service import (
    circumstances,
    existing,
    finding,
    looking,
    naming,
    recutting,
    spilling,
)
from curator_core.service.caller import Caller
from curator_core.service.opening import Opened, opened, reviewer

DECIDED = (
    *("sources", "tags", "taint", "origin", "authority", "confidence", "privacy", "scope"),
    *("observed_at", "recorded_at", "pin"),
)
"""Fields that a merge decides, in the order in which they are shown."""


def joined(
    caller: Caller, names: Sequence[str], result: bytes | None = None, scope: str | None = None
) -> Joined | Refusal:
    """What a merge of these notes would make; `result` is the reviewer's own text."""
    with opened(caller) as one:
        actor = reviewer(one)
        if isinstance(actor, Refusal):
            return actor
        item = existing.find(one, names[0]) or naming.resolve(finding.queue(one), names[0])
        if isinstance(item, Refusal):
            return item
        files: list[NoteFile] = []
        for name in names:
            file = recutting.file_of(one, name)
            if file is None or file.note is None or file.text is None:
                return Refusal("unknown-item", f"there is no readable note {name}", ids=(name,))
            files.append(file)
        wish = Merge(item=item.item, targets=tuple(names[1:]), result=result, scope=scope)
        return _joined(one, Chosen(wish, item), files, actor)


def _joined(one: Opened, chosen: Chosen, files: Sequence[NoteFile], actor: str) -> Joined:
    wish, item = chosen.choice, chosen.item
    assert isinstance(wish, Merge), "BUG: only merges are joined"
    context = circumstances.for_choices(one, actor, [chosen])
    made = context.results.get(wish.result) if wish.result else context.unions.get(item.item)
    notes = [file.note for file in files if file.note is not None]
    stands = notes[0] if made is None or made.note is None else made.note
    lowered = union.lowered(stands, notes, one.at, wish.scope)
    result = None if made is None or made.text is None else made.text.raw
    start = _start(files)
    shown = start if result is None else result
    texts = [file.text.raw for file in files if file.text is not None]
    return Joined(
        item=item.item,
        shown_hash=looking.shown_hash(one, item, actor),
        inputs=tuple(_input(one, file, shown) for file in files),
        result=result,
        start=start,
        decided=tuple((name, looking.field_text(getattr(lowered, name))) for name in DECIDED),
        outcome=_outcome(one, chosen, actor),
        origins=cutting.origins(split_lines(shown), texts),
    )


def _outcome(one: Opened, chosen: Chosen, actor: str) -> Preview | Refusal:
    context = circumstances.for_choices(one, actor, [chosen])
    plan, refused = spilling.planned(one, [chosen], context)
    if plan is None:
        return refused[0][1]
    return Preview(plan=plan, deltas=looking.deltas(one, plan))


def _input(one: Opened, file: NoteFile, result: str) -> Input:
    note, entry = file.note, file.entry
    assert note is not None and file.text is not None, "BUG: only readable notes are joined"
    known = entry.path in one.snapshot.entries
    standing = vouch(entry, one.snapshot.reviews).standing if known else None
    return Input(
        note_id=note.id,
        title=entry.title,
        answer=answer_text(note),
        scope=note.scope,
        valid_from=note.valid_from,
        valid_to=note.valid_to,
        reviewed=standing is Standing.REVIEWED,
        text=file.text.raw,
        body=file.text.body,
        lost=cutting.left_out(bare_lines(file.text.body), [result]),
    )


def _start(files: Sequence[NoteFile]) -> str:
    """A text to begin with: the head of the first with a slot, lines that only others have."""
    texts = [file.text for file in files if file.text is not None]
    first = next((f.text for f in files if f.entry.memory_key and f.text is not None), texts[0])
    new_id = short_id("m_", "merge", sorted(file.entry.blob for file in files))
    head = editing.edit(first, {"id": new_id, "supersedes": (), "relation": None})
    body = first.body
    for text in texts:
        more = _only_there(text.body, body)
        if text is not first and more:
            body = body.rstrip("\r\n") + first.newline * 2 + first.newline.join(more)
            body += first.newline
    return (head[: len(head) - len(first.body)] if first.body else head) + body


def _only_there(own: str, known: str) -> Sequence[str]:
    lines = [line.rstrip("\r\n") for line in own.splitlines()]
    return cutting.left_out(lines, [known])
