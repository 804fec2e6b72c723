"""Decisions on a proposal of one or several notes: all of them, or those that are named."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import assert_never

from curator_core.model.decision import (
    Approve,
    Archive,
    Choice,
    Confirm,
    Decision,
    Defer,
    Detach,
    Edit,
    Merge,
    Pin,
    Reject,
    Restore,
    Split,
    Unpin,
)
from curator_core.model.event import Action
from curator_core.model.files import Entry
from curator_core.model.home import Snapshot
from curator_core.model.problem import Refusal
from curator_core.model.proposal import Health, Item, Op, Part
from curator_core.rules.hashing import short_id
from curator_core.rules.planning import (
    approve,
    confirms,
    forget,
    keeping,
    recut,
    recut_update,
    set_aside,
    updating,
)
from curator_core.rules.planning.draft import Draft
from curator_core.rules.planning.effects import Asked, Case, Deed, event
from curator_core.rules.slots import folded_id


def plan(asked: Asked, snapshot: Snapshot, draft: Draft) -> Deed | Refusal:
    """What a decision on a proposal means; the draft is as before when it is refused."""
    parts = draft.context.parts.get(asked.item.item, ())
    mark = draft.mark()
    deed = _Whole(asked, parts, snapshot, draft).deed()
    if isinstance(deed, Refusal):
        draft.back_to(mark)
    return deed


_OfPart = Callable[[Part], Deed | Refusal]


class _Whole:
    def __init__(
        self, asked: Asked, parts: Sequence[Part], snapshot: Snapshot, draft: Draft
    ) -> None:
        self.asked, self.parts = asked, parts
        self.snapshot, self.draft = snapshot, draft

    def deed(self) -> Deed | Refusal:
        """What the choice means for all its notes."""
        choice = self.asked.choice
        assert type(choice) is not Choice, "BUG: a bare choice is no decision"
        return self._deed(choice)  # type: ignore[arg-type]

    def _deed(self, choice: Decision) -> Deed | Refusal:
        match choice:
            case Defer():
                refused = self._branch()
                return refused or set_aside.defer_event(self.asked)
            case Restore():
                made = event(self.asked, Action.RESTORE, ())
                return self._branch() or Deed(event=made, notes=self.asked.item.notes)
            case Reject():
                if not self.parts:
                    return self._dismissed(choice)
                return self._several(choice.only, self._rejected)
            case Edit():
                return self._edited(choice)
            case Approve():
                return self._approved(choice)
            case Merge() | Split():
                return self._recut(choice)
            case Archive() | Confirm() | Pin() | Unpin() | Detach():
                return Refusal(
                    "invalid",
                    "this is a proposal: it is approved, rejected or deferred",
                    ids=(self.asked.item.item,),
                )
            case _:
                assert_never(choice)

    def _branch(self) -> Refusal | None:
        return confirms.branch_only(self._case(self.parts[0])) if self.parts else None

    def _case(self, part: Part) -> Case:
        """The choice on one of the notes, as if it were all."""
        item = self.asked.item
        if item.op is Op.OUTSIDE_CHANGE or len(self.parts) > 1:
            entry = self._entry(part)
            op = _op(item, part, entry)
            notes = (entry.note_id,) if entry.note_id else ()
            item = replace(item, op=op, paths=(part.path,), notes=notes, fingerprint=part.claim)
        choice, context = self.asked.choice, self.asked.context
        return Case(choice, item, context, self._entry(part), self.snapshot)

    def _entry(self, part: Part) -> Entry:
        found = self.snapshot.entry(part.address or part.target or "")
        assert found is not None, "BUG: a part has a file or a note"
        return found

    def _approved(self, choice: Approve) -> Deed | Refusal:
        item = self.asked.item
        refused = self._protected()
        if refused is not None:
            return refused
        match item.op:
            case Op.MERGE | Op.SPLIT:
                return self._restated()
            case Op.FORGET:
                return self._branch() or forget.proposed(self.asked, self.parts, self.draft)
            case _:
                return self._several(choice.only, self._approved_part)

    def _protected(self) -> Refusal | None:
        item = self.asked.item
        if "protected-path" in item.flags:
            return Refusal(
                "protected-path",
                "the proposal touches files that only people and Curator write",
                "reject it; its notes can be proposed again without them",
                item.paths[0],
                ids=item.notes,
            )
        if not self.parts:
            return Refusal("invalid", "the proposal holds no note", "reject it", item.paths[0])
        return None

    def _approved_part(self, part: Part) -> Deed | Refusal:
        case, choice = self._case(part), self.asked.choice
        assert isinstance(choice, Approve), "BUG: only approvals come here"
        if part.address is None:
            return _named(keeping.archive(case, self.draft))
        if case.item.op is Op.ARCHIVE:
            target = self.snapshot.entries[part.target or ""]
            return _named(keeping.archive(replace(case, entry=target), self.draft))
        if part.target is not None or part.base is not None:
            return updating.plan(case, choice, part, self.draft)
        return approve.plan(case, choice, self.draft)

    def _rejected(self, part: Part) -> Deed | Refusal:
        choice = self.asked.choice
        assert isinstance(choice, Reject), "BUG: only rejects come here"
        if part.address is None:
            return self._dismissed(choice)
        return set_aside.reject(self._case(part), choice, self.draft)

    def _dismissed(self, choice: Reject) -> Deed | Refusal:
        """A rejection without a text of its own: an archive, or a proposal that holds no note."""
        made = event(self.asked, Action.REJECT, (), reason_code=choice.reason_code.value)
        return self._branch() or Deed(event=made, notes=self.asked.item.notes)

    def _edited(self, choice: Edit) -> Deed | Refusal:
        """The reviewer's own text stands in the place of the note that has its id, or of the only
        one."""
        if self.asked.item.op in _WHOLE or not self.parts:
            return Refusal("invalid", "a merge or split is edited with --result", "merge, split")
        part = self._meant(choice)
        if isinstance(part, Refusal):
            return part
        case = self._case(part)
        if part.target is not None:
            return self._part_of([part], [updating.plan(case, choice, part, self.draft)])
        return self._part_of([part], [recut.edit(case, choice, self.draft)])

    def _meant(self, choice: Edit) -> Part | Refusal:
        if len(self.parts) == 1:
            return self.parts[0]
        result = self.draft.context.results.get(choice.result)
        stated = "" if result is None else folded_id(result.entry.note_id or "")
        for part in self.parts:
            if part.address is not None and folded_id(self._entry(part).note_id or "") == stated:
                return part
        return Refusal("invalid", "the result has the id of none of these notes", "keep its id")

    def _restated(self) -> Deed | Refusal:
        """A merge or split as the proposal cut it."""
        files = [
            self.snapshot.file(part.address)
            for part in self.parts
            if part.address is not None and part.target is None
        ]
        case = self._case(next(p for p in self.parts if p.address is not None and not p.target))
        if case.item.health is Health.INVALID:
            return approve.plan(case, Approve(item=case.item.item), self.draft)
        names = files[0].entry.supersedes
        if self.asked.item.op is Op.MERGE:
            deed = recut.merge_into(case, names, files[0], self.draft)
        else:
            deed = recut.split_into(case, names[0], files, self.draft)
        if isinstance(deed, Refusal):
            return deed
        items = (*deed.event.items, *(part.item for part in self.parts))
        own = tuple(name for name in dict.fromkeys(items) if name != self.asked.item.item)
        return replace(deed, event=replace(deed.event, items=own))

    def _recut(self, choice: Merge | Split) -> Deed | Refusal:
        if len(self.parts) != 1 or self.parts[0].address is None:
            return Refusal(
                "invalid",
                "only a proposal of one note is merged or split",
                "decide its notes one by one with --only",
                ids=self.asked.item.notes,
            )
        case = self._case(self.parts[0])
        if isinstance(choice, Merge):
            return recut.merge(case, choice, self.draft)
        if case.item.op is Op.UPDATE:
            return recut_update.split(case, choice, self.parts[0], self.draft)
        return recut.split(case, choice, self.draft)

    def _several(self, only: Sequence[str], one: _OfPart) -> Deed | Refusal:
        chosen = self._chosen(only)
        if isinstance(chosen, Refusal):
            return chosen
        return self._part_of(chosen, [one(part) for part in chosen])

    def _chosen(self, only: Sequence[str]) -> Sequence[Part] | Refusal:
        if not only:
            return self.parts
        wanted = {folded_id(name) for name in only} | set(only)
        found = [part for part in self.parts if self._names(part) & wanted]
        if found:
            return found
        names = ", ".join(p.path for p in self.parts)
        return Refusal("unknown-item", f"the proposal has none of these notes; it has {names}")

    def _names(self, part: Part) -> set[str]:
        return {folded_id(self._entry(part).note_id or ""), part.path}

    def _part_of(self, chosen: Sequence[Part], deeds: Sequence[Deed | Refusal]) -> Deed | Refusal:
        """The deeds of several notes as one, named after what of the proposal they decide."""
        whole = len(chosen) == len(self.parts)
        made: list[Deed] = []
        for deed in deeds:
            if isinstance(deed, Refusal):
                return deed
            made.append(deed)
        item = self.asked.item.item
        if not whole:
            ids = sorted(part.item for part in chosen)
            item = ids[0] if len(ids) == 1 else short_id("i_", item, ids)
        first = made[0].event
        marks = dict.fromkeys(d.event.fingerprint for d in made if d.event.fingerprint)
        joined = replace(
            first,
            item=item,
            op=self.asked.item.op.value,
            items=tuple(part.item for part in chosen if part.item != item),
            notes=tuple(change for deed in made for change in deed.event.notes),
            about=tuple(dict.fromkeys(name for deed in made for name in deed.event.about)),
            fingerprint=" ".join(marks) or None,
        )
        return Deed(
            event=joined,
            notes=tuple(dict.fromkeys(name for deed in made for name in deed.notes)),
            notices=tuple(notice for deed in made for notice in deed.notices),
        )


_WHOLE = frozenset({Op.MERGE, Op.SPLIT})
"""Operations whose notes only make sense together."""


def _op(item: Item, part: Part, entry: Entry) -> Op:
    if item.op in _WHOLE:
        return item.op
    if item.op is Op.OUTSIDE_CHANGE:
        return Op.REVIEW
    if part.address is None:
        return Op.ARCHIVE
    if part.target is not None or part.base is not None:
        return Op.UPDATE
    return Op.SUPERSEDE if entry.supersedes else Op.ADD


def _named(deed: Deed | Refusal) -> Deed | Refusal:
    """Approving what a proposal archives is recorded as an approval."""
    if isinstance(deed, Refusal):
        return deed
    return replace(deed, event=replace(deed.event, action=Action.APPROVE))
