"""Staged decisions and the decisions of the ledger as rows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from rich.text import Text

from curator_app.tui.paint.cells import row
from curator_app.tui.paint.foreign import foreign, listed, refusal
from curator_app.tui.paint.ink import Ink
from curator_app.tui.paint.sheet import SheetLine, entry
from curator_app.tui.paint.wording import count
from curator_core.model.decision import Approve, Defer, Reject
from curator_core.model.event import Action, Event
from curator_core.model.plan import Plan, Receipt
from curator_core.model.view import BatchReceipt, NoteOutcome, Staged


def urgency(staged: Staged) -> tuple[int, int]:
    """Sorts what cannot be written to the top, then what changed, then by staging."""
    fallen, blocked = staged.fallen, staged.blocked is not None
    return (1 if fallen else 0 if blocked else 2), staged.order


def staged_row(
    staged: Staged, note: str | None, outcomes: Sequence[NoteOutcome], width: int
) -> Text:
    """One staged decision: what, of which note, what becomes of it, how, whether it stands."""
    broad = width >= 100
    status_width = 24 if broad else 22
    detail_width = 30 if broad else 15 if width >= 78 else 0
    state_width = 20 if broad else 8
    used = 2 + 7 + status_width + detail_width + state_width + 3 + bool(detail_width)
    name_width = max(6, width - used)
    cells = [
        (Text(staged.action.value, Ink.STRONG), 7),
        (_named(staged, note), name_width),
        (_becomes(staged, outcomes), status_width),
        (_detail(staged), detail_width),
        (_standing(staged, broad), state_width),
    ]
    return row([cell for cell in cells if cell[1]])


def _named(staged: Staged, note: str | None) -> Text:
    if note is None:
        return foreign(staged.title or staged.item, Ink.STRONG)
    return foreign(note, Ink.STRONG).append("  ").append_text(foreign(staged.title, Ink.DIM))


def _becomes(staged: Staged, outcomes: Sequence[NoteOutcome]) -> Text:
    if staged.blocked is not None or not outcomes:
        return Text("not written", Ink.BAD if staged.blocked is not None else Ink.DIM)
    first = outcomes[0]
    before, after = first.before or "proposed", first.after or _gone(staged.action)
    said = foreign(f"stays {after}" if before == after else f"{before} -> {after}")
    others = len(outcomes) - 1
    return said.append(f" +{others}", Ink.DIM) if others else said


def _gone(action: Action) -> str:
    return "rejected" if action is Action.REJECT else "no note"


def _detail(staged: Staged) -> Text:
    said = Text()
    match staged.choice:
        case Reject(reason_code=code):
            said = Text(code.value)
        case Defer(until=until):
            said = Text("until ").append_text(foreign(until or "a week on"))
        case Approve(confirm=codes) if codes:
            said = Text("confirmed ").append_text(listed(codes))
        case Approve(picks=picks) if picks:
            said = Text(count(len(picks), "pick"))
    only = staged.choice.only if isinstance(staged.choice, Approve | Reject) else ()
    if only:
        said.append(", " if said.plain else "").append("only ").append_text(listed(only))
    if staged.choice.reason:
        said.append(": " if said.plain else "").append_text(foreign(staged.choice.reason, Ink.DIM))
    return said


def _standing(staged: Staged, broad: bool) -> Text:
    if staged.fallen:
        return Text("CHANGED", Ink.BAD)
    if staged.blocked is not None:
        why = foreign(f" {staged.blocked.code}") if broad else Text()
        return Text("BLOCKED", Ink.BAD).append_text(why)
    return Text("fresh", Ink.OK)


def staged_lines(staged: Sequence[Staged]) -> Iterator[SheetLine]:
    """Why some staged decisions cannot be written now."""
    for each in staged:
        name = foreign(each.title or each.item)
        if each.fallen:
            said = Text(": changed on disk since, undecided again; open it, decide again")
            yield entry("CHANGED", name.append_text(said), ink=Ink.BAD)
        elif each.blocked is not None:
            said = Text("  ").append_text(refusal(each.blocked))
            yield entry("BLOCKED", name.append_text(said), ink=Ink.BAD)
    if any(each.blocked is not None and not each.fallen for each in staged):
        said = Text("e changes the decision, backspace drops it, Y writes all the others")
        yield entry("next", said, ink=Ink.KEY)


NOTHING = (Text("nothing is staged; esc goes back"),)
"""Instead of rows in an empty preview."""


def deed(event: Event) -> Text:
    """One event in a few words: its verb and the notes it is about."""
    said = Text(event.action.value)
    if event.undone_action is not None:
        said.append(" of ").append_text(_verb(event.undone_action))
    return said.append("  ").append_text(_about(event))


def applied(receipt: BatchReceipt) -> Text:
    """What an apply did, in one line."""
    done = receipt.receipt
    if done.commit is None and not done.events:
        said = Text("nothing to write")
    else:
        said = Text.assemble(("written: ", Ink.OK), count(len(done.events), "decision"))
    if receipt.refused:
        said.append(f", {len(receipt.refused)} left out (w says why)", Ink.BAD)
    if done.events:
        said.append_text(_commit(done)).append(". u: undo")
    return said.append_text(_rest(done))


def undone(receipt: Receipt, plan: Plan) -> Text:
    """What an undo took back, what is current now, and where that leaves things, in one line."""
    word = "done again: " if does_again(plan.events) else "undone: "
    said = Text.assemble((word, Ink.OK))
    said.append_text(taken_back(plan.events)).append_text(_current(plan))
    return said.append_text(_commit(receipt)).append_text(_rest(receipt))


def rolled_back(receipt: Receipt, counted: Text) -> Text:
    """What was taken back of a lineage, in one line."""
    said = Text.assemble(("taken back: ", Ink.OK), counted).append(". u: undo")
    return said.append_text(_commit(receipt)).append_text(_rest(receipt))


def _current(plan: Plan) -> Text:
    """What the slots answer now that an undo changed."""
    news = [row for row in plan.answers if row.at is None and row.before != row.after]
    if not news:
        return Text(". today's answers stay", Ink.DIM)
    first = Text(". now ").append_text(foreign(f"{news[0].slot} = {news[0].after}", Ink.STRONG))
    rest = len(news) - 1
    return first.append(f" and {count(rest, 'other answer')}", Ink.DIM) if rest else first


def undoing(events: Sequence[Event]) -> Text:
    """What the undo in a preview would take back; of an undo what it does again."""
    return Text("does again " if does_again(events) else "takes back ").append_text(
        taken_back(events)
    )


def does_again(events: Sequence[Event]) -> bool:
    """Whether undos are taken back, and nothing else."""
    return bool(events) and all(event.undone_action is Action.UNDO for event in events)


def taken_back(events: Sequence[Event]) -> Text:
    """What undo events took back, counted by verb."""
    if len(events) == 1 and does_again(events):
        return _about(events[0])
    if len(events) == 1:
        return _verb(events[0].undone_action).append(" ").append_text(_about(events[0]))
    counts = Counter(event.undone_action for event in events)
    verbs = [verb for verb in (*Action, None) if verb in counts]
    parts = [Text(f"{counts[verb]:d} ").append_text(_verb(verb)) for verb in verbs]
    return Text(", ").join(parts)


def _verb(action: Action | None) -> Text:
    return Text("decision" if action is None else action.value)


def _about(event: Event) -> Text:
    return listed(event.about) if event.about else foreign(event.subject or event.item)


def _commit(receipt: Receipt) -> Text:
    if receipt.commit is None:
        return Text()
    return Text(", commit ").append_text(foreign(receipt.commit[:7]))


def _rest(receipt: Receipt) -> Text:
    said = Text()
    if receipt.recovered:
        said.append(f". recovered first: {count(len(receipt.recovered), 'decision')}", Ink.WARN)
    if receipt.conflicts:
        said.append(". changed meanwhile, left as they are: ", Ink.WARN)
        said.append_text(listed(receipt.conflicts))
    if receipt.worktree == "pending":
        said.append(". files follow with the next write", Ink.WARN)
    if receipt.hooks_skipped:
        said.append(". this Home's commit hooks do not run here", Ink.WARN)
    return said
