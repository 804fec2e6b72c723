"""The claims of proposals: of one note of it, and of the whole (DESIGN §5, rejection memory)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from curator_core.model.files import NoteFile
from curator_core.model.proposal import Op
from curator_core.rules.claims import claim_of_change, claim_of_operation
from curator_core.rules.deltas import PROVENANCE, delta
from curator_core.rules.merging_fields import KEPT

_EVIDENCE = frozenset({"sources", "observed_at"})
"""What speaks for an update is no part of its claim, unless it changes nothing else."""


def claim_of_part(
    made: NoteFile | None, base: NoteFile | None, target_id: str | None
) -> str | None:
    """The claim of one note of a proposal: what it says, or what it changes in the note it was made
    from, or that it takes `target_id` away (`made` None). None where the text gives no note."""
    if made is None:
        return claim_of_operation(Op.ARCHIVE.value, (target_id or "",))
    claim = made.entry.claim
    if target_id is None:
        return claim
    if base is None or base.text is None or made.text is None:
        return (
            None if claim is None else claim_of_operation(Op.UPDATE.value, (target_id,), (claim,))
        )
    change = delta(base.text, made.text, KEPT | PROVENANCE | _EVIDENCE)
    if not (change.keys or change.removed or change.added):
        change = delta(base.text, made.text)
    return claim_of_change(target_id, change.keys, change.removed, change.added)


def claim_of_item(op: Op, targets: Iterable[str], parts: Sequence[str | None]) -> str | None:
    """The claims of a whole proposal as one text, blanks between them, for `Item.fingerprint`: of
    its parts, or of the whole where it cuts notes anew. None where a part has none."""
    claims = [claim for claim in parts if claim is not None]
    if not claims or len(claims) < len(parts):
        return None
    if op in (Op.MERGE, Op.SPLIT, Op.FORGET):
        return claim_of_operation(op.value, targets, claims)
    return " ".join(dict.fromkeys(claims))
