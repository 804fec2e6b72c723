"""What a proposal changes in itself, and whether a note may be updated in place (DESIGN §5)."""

from __future__ import annotations

from collections.abc import Sequence

from curator_core.model.files import NoteText
from curator_core.model.merge import Delta, FieldRegion, RegionState
from curator_core.model.note import FieldValue, Note
from curator_core.rules.hashing import CONTENT_FIELDS, canonical
from curator_core.rules.matching import changes
from curator_core.rules.merging_fields import KEPT, SETS, fields, items
from curator_core.rules.merging_lines import without_end
from curator_core.rules.trails import answer_text

PROVENANCE = frozenset(
    {"recorded_at", "session", "job", "confidence", "generated", "recipe", "inputs"}
)
"""Fields that say who proposed something and when, not what: a second try differs in them."""


def delta(base: NoteText, proposed: NoteText, ignored: frozenset[str] = KEPT) -> Delta:
    """What `proposed` changes in the text it was made from; the same for a proposal that was
    rebased. `ignored` keys do not count."""
    regions = fields(base, base, proposed, ignored)
    changed = (region for region in regions if region.state is not RegionState.SAME)
    keys = sorted((region.key, _news(region)) for region in changed)
    before, after = _lines(base), _lines(proposed)
    spans = changes(before, after)
    removed = (line for span in spans for line in before[span.a : span.b])
    added = (line for span in spans for line in after[span.c : span.d])
    return Delta(tuple(keys), tuple(removed), tuple(added))


def in_place(base_note: Note, proposed_note: Note) -> tuple[str, ...]:
    """The fields in which the two answer differently; () means that an update may be made in
    place, otherwise it is a new version with a relation and an id of its own.

    `answer` stands for the first paragraph (or title) that answers where neither has a value.
    """
    differing = [
        name for name in CONTENT_FIELDS if getattr(base_note, name) != getattr(proposed_note, name)
    ]
    unvalued = base_note.value is None and proposed_note.value is None
    if unvalued and answer_text(base_note) != answer_text(proposed_note):
        differing.append("answer")
    return tuple(differing)


def _lines(text: NoteText) -> Sequence[str]:
    return [without_end(line) for line in text.lines[text.body_start :]]


def _news(region: FieldRegion) -> str:
    old, new = items(region.base), items(region.proposed)
    if region.key not in SETS or old is None or new is None:
        return _as_text(region.proposed)
    plus = sorted(f"+{item}" for item in set(new) - set(old))
    minus = sorted(f"-{item}" for item in set(old) - set(new))
    return "\n".join((*plus, *minus))


def _as_text(value: FieldValue) -> str:
    match value:
        case None:
            return ""
        case str():
            return value
        case _:
            return canonical(value).decode("ascii")
