"""All that came from somewhere taken back as one plan: undone and rejected, rejected, archived;
what was made of it is asked for again."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta

from curator_core.model.decision import Archive, Reject
from curator_core.model.event import Action, Event, NoteChange
from curator_core.model.files import Place
from curator_core.model.home import Snapshot
from curator_core.model.plan import Plan
from curator_core.model.problem import Refusal
from curator_core.rules import layout, rows, undoing
from curator_core.rules.planning import batch, keeping
from curator_core.rules.planning.batch import Chosen
from curator_core.rules.planning.draft import Draft
from curator_core.rules.planning.effects import Asked, Case, Context, Deed, event
from curator_core.rules.slots import folded_id

Refused = tuple[tuple[str, Refusal], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Wish:
    """What to take back. `undo` are events in ledger order, with texts; `reject` what waits;
    `archive` memory that cannot be undone alone; `review` memory that was made of these. `names`
    are the folded names of what came by itself, `why` the reason that the ledger keeps."""

    undo: tuple[Event, ...]
    reject: tuple[Chosen, ...]
    archive: tuple[Chosen, ...]
    review: tuple[Chosen, ...]
    names: frozenset[str]
    why: str

    @property
    def about(self) -> Mapping[str, tuple[str, ...]]:
        """The notes that each part is about, by its event or item."""
        items = (chosen.item for chosen in (*self.reject, *self.archive, *self.review))
        events = {event.event_id: event.about for event in self.undo}
        return events | {item.item: item.notes or item.paths for item in items}


def plan(wish: Wish, snapshot: Snapshot, context: Context) -> tuple[Plan | None, Refused]:
    """One plan for all of it, and a refusal for each part that is left as it is; None when there is
    nothing left to do."""
    draft = Draft(snapshot, context, context.history)
    deeds: list[Deed] = []
    refused: list[tuple[str, Refusal]] = []
    for name, make in _steps(wish, draft):
        mark = draft.mark()
        made = make()
        if isinstance(made, Refusal):
            draft.back_to(mark)
            refused.append((name, made))
        else:
            deeds += made
    return (batch.assemble(deeds, draft) if deeds else None), tuple(refused)


_Made = list[Deed] | Refusal


def _steps(wish: Wish, draft: Draft) -> Iterator[tuple[str, Callable[[], _Made]]]:
    for each in reversed(wish.undo):
        yield each.event_id, lambda each=each: _undone(each, wish, draft)  # type: ignore[misc]
    for chosen in (*wish.reject, *wish.archive):
        yield chosen.item.item, lambda one=chosen: _decided(one, draft)  # type: ignore[misc]
    for chosen in wish.review:
        yield chosen.item.item, lambda one=chosen: _asked_again(one, wish, draft)  # type: ignore[misc]


def _undone(taken: Event, wish: Wish, draft: Draft) -> _Made:
    """The event taken back, and what it brings back rejected at once."""
    back = undoing.inverse(taken, draft)
    if isinstance(back, Refusal):
        return back
    return [back, *_rejected_again(taken, wish, draft)]


def _rejected_again(taken: Event, wish: Wish, draft: Draft) -> Iterator[Deed]:
    returned = [change for change in taken.notes if _came_from(change, wish.names, draft)]
    for change in returned:
        yield _rejection(taken, change, wish, draft)
    if not returned and taken.proposal.commit is not None:
        yield _rejection(taken, None, wish, draft)


def _came_from(change: NoteChange, names: frozenset[str], draft: Draft) -> bool:
    """Whether an undo puts a waiting file of the lineage back."""
    if change.path_before is None or change.path_before == change.path_after:
        return False
    place = layout.place_of(change.path_before, draft.snapshot.config)
    return place is not Place.NOTES and folded_id(change.id or change.path_before) in names


def _rejection(taken: Event, change: NoteChange | None, wish: Wish, draft: Draft) -> Deed:
    path = "" if change is None else change.path_before or ""
    blob = "" if change is None else change.blob_before or ""
    item = replace(rows.gone_item(taken, path, blob), notes=taken.about)
    claim = taken.fingerprint
    gone: tuple[NoteChange, ...] = ()
    if change is not None:
        file = draft.context.results.get(draft.context.past.get(blob, b""))
        claim = claim or (None if file is None else file.entry.claim)
        gone = (draft.set_bytes(path, None, None),)
    asked = Asked(Reject(item=item.item, reason=wish.why), item, draft.context)
    made = event(asked, Action.REJECT, gone, reason_code="unsafe", fingerprint=claim)
    return Deed(event=replace(made, proposal=taken.proposal, items=taken.items), notes=taken.about)


def _decided(chosen: Chosen, draft: Draft) -> _Made:
    made = batch.deed_of(chosen, draft.snapshot, draft)
    return made if isinstance(made, Refusal) else [made]


def _asked_again(chosen: Chosen, wish: Wish, draft: Draft) -> _Made:
    """A note that stays in use and is due for a review at once."""
    path = chosen.item.paths[0]
    choice = Archive(item=chosen.item.item, reason=wish.why)
    entry = draft.snapshot.entries[path]
    case = Case(choice, chosen.item, draft.context, entry, draft.snapshot)
    note = keeping.memory(case, draft)
    if isinstance(note, Refusal):
        return note
    due = date.fromisoformat(draft.context.today) - timedelta(days=1)
    at = draft.path_of(note.id) or path
    change = draft.write(at, at, {"review_by": due.isoformat()})
    said = f"{note.id} stays in use and is due for a review: it was made of what is taken back"
    made = event(case, Action.EDIT, (change,))
    return [Deed(event=made, notes=(note.id,), notices=(said,))]


def still_free(
    wanted: Sequence[Event], later: Callable[[str], Sequence[Event]]
) -> tuple[Event, ...]:
    """Those of these events that can be taken back together: nothing else builds on them."""
    kept: Mapping[str, Event] = {each.event_id: each for each in wanted}
    builds = {name: {each.event_id for each in later(name)} for name in kept}
    while True:
        free = {name: each for name, each in kept.items() if builds[name] <= kept.keys()}
        if len(free) == len(kept):
            return tuple(free.values())
        kept = free
