"""From proposals on branches to items of the queue: one commit is one proposal (CONTRACT 26)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from curator_core.model.event import Action, Reviews
from curator_core.model.files import Entry, NoteFile
from curator_core.model.home import Snapshot
from curator_core.model.note import Relation, Status
from curator_core.model.proposal import (
    Branched,
    Item,
    Op,
    Part,
    Proposal,
)
from curator_core.rules import branches, protected
from curator_core.rules.hashing import item_id, short_id
from curator_core.rules.proposal_rows import UNFIT, Said, row, trailer
from curator_core.rules.slots import folded_id

DECIDED = frozenset({Action.APPROVE, Action.EDIT, Action.MERGE, Action.SPLIT, Action.FORGET})
"""Decisions after which a part of a proposal is nobody's question any more."""
BOOKKEEPING = frozenset(
    {
        *("status", "valid_to", "superseded_by", "relation", "updated", "updated_at"),
        *("reviewed", "reviewed_by", "reviewed_at", "reviewed_hash"),
    }
)
"""What a proposer may write into a note that it retires; approving closes it anyway."""


@dataclass(frozen=True, slots=True)
class Living:
    """The notes under notes by folded id and by path, the latter for those without a valid id."""

    by_id: Mapping[str, Entry]
    by_path: Mapping[str, Entry]

    def of(self, file: NoteFile, path: str) -> Entry | None:
        """The note that a proposed text is another version of."""
        stated = None if file.text is None else file.text.fields.get("id")
        if isinstance(stated, str) and stated:
            return self.by_id.get(folded_id(stated))
        return self.by_path.get(path)


@dataclass(frozen=True, slots=True)
class Proposed:
    """An item and the notes it is made of."""

    item: Item
    parts: tuple[Part, ...]


def proposed(branched: Branched, snapshot: Snapshot, living: Living) -> tuple[Proposed, ...]:
    """Every undecided proposal, oldest first; equal ones of several commits are one."""
    found: dict[str, Proposed] = {}
    for proposal in branched.proposals:
        made = _Reading(proposal, branched, snapshot, living).proposed()
        if made is None:
            continue
        known = found.get(made.item.item)
        found[made.item.item] = made if known is None else _folded(known, made)
    return tuple(found.values())


def _folded(known: Proposed, again: Proposed) -> Proposed:
    refs = tuple(sorted({*known.item.refs, *again.item.refs}))
    return replace(known, item=replace(known.item, refs=refs))


@dataclass(frozen=True, slots=True)
class _Reading:
    proposal: Proposal
    branched: Branched
    snapshot: Snapshot
    living: Living

    def proposed(self) -> Proposed | None:
        """The item of this commit without its decided parts; None when nothing is left."""
        parts = _main(tuple(self._parts()), self.branched)
        if not parts and self.proposal.files and not self._flags(()):
            return None  # nothing here that is not so already
        op, flags = self._op(parts)
        whole = whole_id(op, parts, self._relation())
        if _settled(whole, self.snapshot.reviews):
            return None
        left = self._open(parts, whole)
        if parts and not left:
            return None
        if len(left) != len(parts):
            op, flags = self._op(left)
        relation, proposal = self._relation(), self.proposal
        said = Said(
            item=whole_id(op, left, relation) if left else short_id("i_", proposal.commit),
            proposal=proposal,
            op=op,
            parts=left,
            entries=tuple(self._entry(part) for part in left),
            relation=relation,
            flags=(*self._flags(left), *flags),
            seen=self._seen() if op in (Op.MERGE, Op.SPLIT) else (),
        )
        return Proposed(row(said, self.snapshot), left)

    def _seen(self) -> tuple[tuple[str, str], ...]:
        """What the commit says of the notes that it cuts anew: their content before it."""
        prefix = branches.address(self.proposal.commit, "")
        entries = [
            base.entry for name, base in self.branched.bases.items() if name.startswith(prefix)
        ]
        return tuple((e.note_id, e.content_hash) for e in entries if e.note_id and e.content_hash)

    def _open(self, parts: tuple[Part, ...], whole: str) -> tuple[Part, ...]:
        """The undecided parts; of one rejected as a whole all, to be seen among the suppressed."""
        reviews = self.snapshot.reviews
        if whole in reviews.items and reviews.items[whole].action is Action.REJECT:
            return parts
        return tuple(p for p in parts if not _part_settled(self._ids(p), reviews, len(parts)))

    def _ids(self, part: Part) -> frozenset[str]:
        """The ids that a part had before and has after it was decided: once it is memory, the same
        text is another version of itself."""
        if part.address is None:
            return frozenset({part.item})
        entry = self._entry(part)
        own = (entry.note_id or part.path,)
        added = item_id(Op.ADD, (), entry.blob)
        superseding = item_id(Op.SUPERSEDE, entry.supersedes, entry.blob)
        return frozenset({part.item, added, superseding, item_id(Op.UPDATE, own, entry.blob)})

    def _parts(self) -> Iterator[Part]:
        for file in self.proposal.files:
            name = branches.address(self.proposal.commit, file.path)
            made = self.branched.files.get(name)
            base = self.branched.bases.get(name)
            if made is not None:
                yield self._changed(name, file.path, made, base)
            elif file.after is None and base is not None:
                gone = self.living.of(base, file.path)
                if gone is not None:
                    target = (gone.note_id or gone.path,)
                    part = item_id(Op.ARCHIVE, target, gone.blob)
                    yield Part(address=None, path=file.path, base=base, target=gone.path, item=part)

    def _changed(self, name: str, path: str, made: NoteFile, base: NoteFile | None) -> Part:
        living = self.living.of(made, path)
        entry = made.entry
        if living is not None:
            target = (living.note_id or living.path,)
            return Part(
                address=name,
                path=path,
                base=base,
                target=living.path,
                item=item_id(Op.UPDATE, target, entry.blob),
                no_base=base is None,
            )
        op = Op.UPDATE if base is not None else Op.SUPERSEDE if entry.supersedes else Op.ADD
        about = (entry.note_id or path,) if base is not None else entry.supersedes
        return Part(
            address=name, path=path, base=base, target=None, item=item_id(op, about, entry.blob)
        )

    def _entry(self, part: Part) -> Entry:
        found = part.base if part.address is None else self.branched.files[part.address]
        assert found is not None, "BUG: a part takes a note away or brings one"
        return found.entry

    def _op(self, parts: Sequence[Part]) -> tuple[Op, tuple[str, ...]]:
        """What the commit does; a trailer that says otherwise is told."""
        inferred = self._inferred(parts)
        stated = trailer(self.proposal, "op")
        if stated is None or stated == inferred.value:
            return inferred, ()
        unfit = not parts or any(self._entry(part).state in UNFIT for part in parts)
        if unfit and stated in set(Op):
            return Op(stated), ()
        if stated == Op.FORGET.value and inferred in (Op.ARCHIVE, Op.UPDATE):
            return Op.FORGET, ()
        if stated == Op.ARCHIVE.value and inferred is Op.UPDATE and self._archives(parts):
            return Op.ARCHIVE, ()
        return inferred, ("op-differs",)

    def _inferred(self, parts: Sequence[Part]) -> Op:
        new = [self._entry(p) for p in parts if p.address is not None and p.target is None]
        fresh = [entry for entry in new if entry.supersedes]
        restated = self._relation() is Relation.RESTATEMENT or any(
            entry.relation == Relation.RESTATEMENT.value for entry in fresh
        )
        if restated and len(fresh) == 1 and len(fresh[0].supersedes) > 1:
            return Op.MERGE
        if restated and len(fresh) > 1 and len({e.supersedes for e in fresh}) == 1:
            return Op.SPLIT
        if fresh:
            return Op.SUPERSEDE
        if any(p.address is not None and p.target is None and p.base is None for p in parts):
            return Op.ADD
        if parts and (all(p.address is None for p in parts) or self._archives(parts)):
            return Op.ARCHIVE
        return Op.UPDATE if parts else Op.ADD

    def _archives(self, parts: Sequence[Part]) -> bool:
        """Whether every part says no more than that its note is archived."""
        return bool(parts) and all(
            part.address is None
            or (
                self._entry(part).status == Status.ARCHIVED.value
                and part.base is not None
                and _only_bookkeeping(self.branched.files[part.address], part.base)
            )
            for part in parts
        )

    def _relation(self) -> Relation | None:
        stated = trailer(self.proposal, "relation")
        return Relation(stated) if stated in set(Relation) else None

    def _flags(self, parts: Sequence[Part]) -> tuple[str, ...]:
        """What is wrong with the commit as a whole."""
        config = self.snapshot.config
        paths = [file.path for file in self.proposal.files]
        flags = []
        if any(protected.is_protected(path, config) for path in (*paths, *self.proposal.odd)):
            flags.append("protected-path")
        noted = {part.path for part in parts}
        names = {branches.address(self.proposal.commit, path): path for path in paths}
        known = {path for name, path in names.items() if self._is_known(name)}
        if self.proposal.odd or any(path not in noted | known for path in paths):
            flags.append("outside-layout")
        return tuple(flags)

    def _is_known(self, name: str) -> bool:
        return name in self.branched.files or name in self.branched.bases


def whole_id(op: Op, parts: Sequence[Part], relation: Relation | None) -> str:
    """The id of a proposal: that of its only part, else one over all of them."""
    if len(parts) == 1 and relation is None:
        return parts[0].item
    said = None if relation is None else relation.value
    return short_id("i_", op.value, sorted(part.item for part in parts), said)


def _main(parts: tuple[Part, ...], branched: Branched) -> tuple[Part, ...]:
    """The parts that say something: a note that another part retires is closed by approving that
    one, so taking it away or dating it is no change of its own."""
    retired = {
        folded_id(name)
        for part in parts
        if part.address is not None and part.base is None
        for name in branched.files[part.address].entry.supersedes
    }
    return tuple(part for part in parts if not _is_said(part, retired, branched))


def _is_said(part: Part, retired: set[str], branched: Branched) -> bool:
    if part.address is None:
        base = part.base
        return base is not None and folded_id(base.entry.note_id or "") in retired
    made = branched.files[part.address]
    if part.base is None or not _only_bookkeeping(made, part.base):
        return False
    archives = made.entry.status == Status.ARCHIVED.value and part.target is not None
    return folded_id(made.entry.note_id or "") in retired or not archives


def _only_bookkeeping(made: NoteFile, base: NoteFile) -> bool:
    """Whether two versions differ in what a review writes anyway, and in nothing else."""
    if made.text is None or base.text is None or made.text.body != base.text.body:
        return False
    old, new = made.text.fields, base.text.fields
    changed = {name for name in {*old, *new} if old.get(name) != new.get(name)}
    return changed <= BOOKKEEPING


def _settled(item: str, reviews: Reviews) -> bool:
    settled = reviews.items.get(item)
    return settled is not None and settled.action in DECIDED


def _part_settled(ids: Iterable[str], reviews: Reviews, count: int) -> bool:
    """Whether a part was decided alone, or as the same proposal elsewhere; a rejected single one
    stays to be seen among the suppressed."""
    actions = {reviews.items[name].action for name in ids if name in reviews.items}
    return bool(actions & DECIDED) or (Action.REJECT in actions and count > 1)
