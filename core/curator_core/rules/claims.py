"""What a note or a proposal claims, as one fingerprint (DESIGN §5, rejection memory).

A claim is made somewhere (slot and scope) and says something: the value of a slot, else the text.
Title, dates, sources, tags and trust are not part of it. A text that holds a secret counts as its
redacted form, since hashes of short secrets can be guessed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from curator_core.model.note import Modality, Note, Relation
from curator_core.rules.fingerprints import folded, hashed
from curator_core.rules.secrets import redact
from curator_core.rules.slots import folded_id, folded_key, folded_scope

_SAID = {
    Modality.NEGATED: "not",
    Modality.HYPOTHETICAL: "unasserted",
    Modality.CONDITIONAL: "unasserted",
    Modality.QUOTED: "unasserted",
}
"""How a claim is meant where it is not simply asserted: rejecting one form leaves the others."""


def claim_of(note: Note, may_hold_secret: bool = True) -> str:
    """The fingerprint of what a note claims.

    `may_hold_secret` False says that the whole file was searched and holds none. A note in which
    nothing can be compared claims something of its own, by its id.
    """
    texts = (redact(text) if may_hold_secret else text for text in _texts(note))
    text = next(filter(None, map(folded, texts)), "")
    stance = "revoked" if note.relation is Relation.REVOCATION else _SAID.get(note.modality, "")
    own = "" if text else folded_id(note.id)
    return hashed((text, *_place(note), stance, own))


def _texts(note: Note) -> Iterator[str]:
    """The texts that may be the claim, the best first."""
    value, body = note.value or "", _untitled(note.body)
    yield value if note.memory_key is not None else ""
    yield f"{value}\n{body}"
    yield from (note.title or "", note.description or "")


def _untitled(body: str) -> str:
    """A body without the heading it starts with, unless there is nothing else."""
    head, _, rest = body.lstrip().partition("\n")
    return rest if head.startswith("#") and not rest.isspace() and rest else body


def _place(note: Note) -> tuple[str, str]:
    key = "" if note.memory_key is None else folded_key(note.memory_key)
    return folded(key), folded(folded_scope(note.scope))


def claim_of_change(
    target_id: str,
    keys: Iterable[tuple[str, str]],
    removed: Iterable[str],
    added: Iterable[str],
) -> str:
    """The fingerprint of an update: what it changes in which note, wherever the lines stand.

    `keys` are the changed keys with their new values in any order, `removed` and `added` the lines.
    A rebased update has the same one, another update of the same note has another.
    """
    pairs = sorted(f"{key}\0{folded(redact(value))}" for key, value in keys)
    parts = (len(pairs), *pairs, "removed", *_lines(removed), "added", *_lines(added))
    return hashed(("update", folded_id(target_id), *map(str, parts)))


def _lines(lines: Iterable[str]) -> Iterator[str]:
    """Folded lines, blank ones left out; redacted together, as a secret may span several."""
    text = "\n".join(line.rstrip("\r\n") for line in lines)
    return filter(None, map(folded, redact(text).split("\n")))


def claim_of_operation(op: str, targets: Iterable[str], claims: Iterable[str] = ()) -> str:
    """The fingerprint of what a proposal does with notes: archive, forget, merge, split, link.

    `targets` are note ids in any order, `claims` the claims of the notes it would make. A merge of
    the same notes is another claim than a link between them.
    """
    ids = sorted(folded_id(target) for target in targets)
    return hashed((op, "targets", *ids, "claims", *sorted(claims)))
