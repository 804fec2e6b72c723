"""Staged decisions and the decisions of the ledger as rows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rich.text import Text

from curator_app.tui.paint.cells import row
from curator_app.tui.paint.foreign import foreign, listed, refusal
from curator_app.tui.paint.ink import Ink
from curator_app.tui.paint.sheet import Sheet, SheetLine, entry, gap, sheet
from curator_app.tui.paint.wording import count, when
from curator_core.model.decision import Approve, Defer, Reject
from curator_core.model.event import Action, Event
from curator_core.model.plan import Receipt
from curator_core.model.view import BatchReceipt, HistoryRow, Staged


@dataclass(frozen=True, slots=True)
class Decided:
    """The events of one decision, newest decision first in a list; a batch is one."""

    decision: str
    rows: tuple[HistoryRow, ...]

    @property
    def events(self) -> tuple[Event, ...]:
        """The decision's events."""
        return tuple(each.event for each in self.rows)

    @property
    def undone(self) -> bool:
        """Whether every one of its events was taken back."""
        return all(each.undone_by is not None for each in self.rows)

    @property
    def is_undo(self) -> bool:
        """Whether it takes another decision back."""
        return all(event.action is Action.UNDO for event in self.events)


def grouped(rows: Sequence[HistoryRow]) -> tuple[Decided, ...]:
    """Ledger rows by decision, in the order in which the decisions first appear."""
    found: dict[str, list[HistoryRow]] = {}
    for each in rows:
        found.setdefault(each.event.decision, []).append(each)
    return tuple(Decided(decision, tuple(events)) for decision, events in found.items())


def staged_row(staged: Staged, width: int) -> Text:
    """One staged decision: what, of what, how, and whether it still stands."""
    state_width = 14
    detail_width = 26 if width >= 100 else 16
    name_width = max(10, width - 2 - 8 - detail_width - state_width - 3)
    cells = (
        (Text(staged.action.value, Ink.STRONG), 8),
        (foreign(staged.title or staged.item), name_width),
        (_detail(staged), detail_width),
        (_standing(staged), state_width),
    )
    return row(cells)


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


def _standing(staged: Staged) -> Text:
    if staged.fallen:
        return Text("CHANGED", Ink.BAD)
    if staged.blocked is not None:
        return Text("BLOCKED ", Ink.BAD).append_text(foreign(staged.blocked.code))
    return Text("fresh", Ink.OK)


def staged_lines(staged: Sequence[Staged]) -> Iterator[SheetLine]:
    """Why some staged decisions cannot be written now."""
    for each in staged:
        name = foreign(each.title or each.item)
        if each.fallen:
            said = Text(": changed on disk since, undecided again")
            yield entry("CHANGED", name.append_text(said), ink=Ink.BAD)
        elif each.blocked is not None:
            yield entry(
                "BLOCKED", name.append("  ").append_text(refusal(each.blocked)), ink=Ink.BAD
            )


def history_row(decided: Decided, width: int) -> Text:
    """One decision: its mark, when (UTC), what, by whom, commit where it is known."""
    first = decided.rows[0]
    who = foreign(first.event.actor.removeprefix("human:"))
    who_width = 24 if width >= 90 else 16 if width >= 72 else 8
    commit_width = 7 if first.commit is not None else 0
    what_width = max(10, width - 2 - 2 - 16 - who_width - commit_width - 4)
    cells = (
        (_mark(decided), 2),
        (foreign(when(first.event.at), Ink.DIM), 16),
        (_what(decided), what_width),
        (who, who_width),
        (foreign((first.commit or "")[:7], Ink.DIM), commit_width),
    )
    return row(cells)


def _mark(decided: Decided) -> Text:
    if decided.undone:
        return Text("-", Ink.WARN)
    if any(each.undone_by is not None for each in decided.rows):
        return Text("~", Ink.WARN)
    return Text("U", Ink.KEY) if decided.is_undo else Text(" ")


def _what(decided: Decided) -> Text:
    if len(decided.rows) == 1:
        return _deed(decided.events[0])
    if decided.is_undo:
        return Text("undo of ").append_text(_taken_back(decided.events))
    counts = Counter(event.action for event in decided.events)
    parts = [f"{counts[action]:d} {action.value}" for action in Action if action in counts]
    return Text("batch: " + ", ".join(parts))


def _deed(event: Event) -> Text:
    said = Text(event.action.value)
    if event.undone_action is not None:
        said.append(" of ").append_text(_verb(event.undone_action))
    return said.append("  ").append_text(_about(event))


LEGEND = Text(" - undone   ~ partly undone   U is an undo", Ink.DIM)
"""What the marks of the history mean."""


NOTHING = (Text("nothing is staged; esc goes back"),)
"""Instead of rows in an empty preview."""

NO_HISTORY = (Text("no decision yet"),)
"""Instead of rows in an empty history."""


def tally(all_decided: Sequence[Decided]) -> Text:
    """How many decisions there are, and how many were taken back."""
    undone = sum(decided.undone for decided in all_decided)
    return Text(f"{count(len(all_decided), 'decision')}, {undone} undone", Ink.DIM)


def history_sheet(decided: Decided) -> Sheet:
    """The events of one decision in full."""
    lines = [entry("decision", foreign(decided.decision))]
    if decided.undone:
        by = dict.fromkeys(each.undone_by for each in decided.rows if each.undone_by)
        lines.append(entry("undone", Text("by ").append_text(listed(by)), ink=Ink.WARN))
    for event in decided.events:
        lines += [gap(), SheetLine(_deed(event)), *_event(event)]
    return sheet(lines)


def _event(event: Event) -> Iterator[SheetLine]:
    yield entry("at", foreign(event.at))
    yield entry("by", _actor(event))
    if event.reason_code:
        yield entry("reason", foreign(event.reason_code))
    if event.reason:
        yield entry("note", foreign(event.reason))
    if event.until:
        yield entry("until", foreign(event.until))
    for change in event.notes:
        before, after = (
            foreign(side or "(none)") for side in (change.path_before, change.path_after)
        )
        yield entry("file", before.append(" -> ").append_text(after))


def applied(receipt: BatchReceipt) -> Text:
    """What an apply did, in one line."""
    done = receipt.receipt
    if done.commit is None and not done.events:
        said = Text("nothing to write")
    else:
        said = Text.assemble(
            ("written: ", Ink.OK), count(len(done.events), "decision"), _commit(done)
        )
        said.append(". u previews its undo")
    if receipt.refused:
        said.append(f". {count(len(receipt.refused), 'decision')} refused", Ink.BAD)
    return said.append_text(_rest(done))


def undone(receipt: Receipt, events: Sequence[Event]) -> Text:
    """What an undo took back, and where that leaves things, in one line."""
    said = Text.assemble(("undone: ", Ink.OK), _taken_back(events))
    return said.append_text(_commit(receipt)).append_text(_rest(receipt))


def undoing(events: Sequence[Event]) -> Text:
    """What the undo in a preview would take back."""
    return Text("takes back ").append_text(_taken_back(events))


def _taken_back(events: Sequence[Event]) -> Text:
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


def _actor(event: Event) -> Text:
    through = Text("  through ", Ink.DIM).append_text(foreign(event.entrance))
    return foreign(event.actor).append_text(through)
