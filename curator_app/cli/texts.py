"""Model values as lines of plain text; everything foreign goes through the escaping function."""

from __future__ import annotations

import difflib
from collections.abc import Sequence

from curator_app.cli import flags as flag_words
from curator_core.model.answer import Answer, TrailRow
from curator_core.model.event import Event
from curator_core.model.plan import AnswerChange, Receipt
from curator_core.model.problem import Problem, Refusal
from curator_core.model.proposal import Item, JobRun
from curator_core.model.view import (
    FileDelta,
    HistoryRow,
    ItemView,
    Preview,
    QueueView,
    Staged,
    StatusView,
)
from curator_core.rules.visible import bare_lines, path_text, visible
from curator_core.service import unpurged
from curator_core.service.bulk import RuleHits
from curator_core.service.secrecy import masked

Lines = list[str]


def status(view: StatusView) -> Lines:
    """`curator status` for people."""
    lanes = ", ".join(f"{count} {lane.value}" for lane, count in view.by_lane.items() if count)
    lines = [
        f"{view.waiting} waiting ({lanes or 'none'}), {view.staged} staged, {view.stale} stale",
        f"{view.notes:d} notes, {view.unreadable} unreadable",
    ]
    if view.oldest_days is not None:
        lines.append(f"the oldest waits {view.oldest_days} days")
    if view.recovery == "pending":
        lines.append("recovery pending: an apply was interrupted; `curator apply` finishes it")
    if view.unpurged:
        lines.append(unpurged.TOLD)
    lines += [job_line(job) for job in view.jobs if job.overdue or job.repeats is not None]
    lines.append("next: `curator queue`" if view.waiting else "nothing waits")
    return lines


def job_line(job: JobRun) -> str:
    """What is to be said of a job that brought nothing new, or is silent."""
    name = visible(job.job)
    if job.overdue:
        return f"job {name} is overdue: it ran last at {visible(job.last_run)}"
    return f"job {name}: no new input since {visible(job.repeats or '')}"


def problem(one: Problem) -> Lines:
    """One problem with its place and what to do."""
    where = "" if one.path is None else str(path_text(one.path))
    for number in (one.line, one.column):
        where += "" if number is None else f":{number}"
    lines = [f"{where}: {one.severity.value}: {visible(one.message)} [{one.code}]"]
    if one.hint:
        lines.append(f"    {visible(one.hint)}")
    return lines


def queue(found: Sequence[Item], view: QueueView) -> Lines:
    """The queue, one item a line."""
    lines = [item_row(one, view) for one in found]
    lines.append(
        f"{view.waiting} waiting, {len(view.staged)} staged, {view.unreadable} unreadable files"
    )
    return lines


def rules(found: Sequence[RuleHits]) -> Lines:
    """What each standing rule hits."""
    return [f"rule {visible(one.action)} {visible(one.match)}: {one.hits:d} items" for one in found]


def sampled(found: Sequence[Item], chosen: Sequence[str]) -> str:
    """What a spot check asks for."""
    if not chosen:
        return "no spot check is due: few of these may be decided in bulk"
    return (
        f"look at these {len(chosen):d} (`curator show`) before {len(found):d} are decided at "
        "once; give their shown_hash as `expect`"
    )


def item_row(one: Item, view: QueueView) -> str:
    """Item id, lane, operation, age, title, and what is special about it."""
    staged = view.staged.get(one.item)
    marks = [] if staged is None else [f"[{staged.value}]"]
    if one.health.value != "clean":
        marks.append(one.health.value)
    marks += one.flags
    name = visible(one.title or one.subject or one.paths[0])
    rest = f"  {visible(' '.join(marks))}" if marks else ""
    return (
        f"{visible(one.item)}  {one.lane.value:<11} {one.op.value:<9} "
        f"{view.ages.get(one.item, 0):>3d}d  {name}{rest}"
    )


def item(view: ItemView) -> Lines:
    """One item whole."""
    one = view.item
    lines = [
        f"{visible(one.item)}  {one.lane.value}  {one.op.value}  {one.health.value}",
        f"file: {path_text(one.paths[0])}",
    ]
    lines += flag_words.spoken(view.flags)
    if one.risk_why:
        lines.append(f"risk: {one.risk.value}: {visible('; '.join(one.risk_why))}")
    lines += [f"taint: {visible(each.label)}: {visible(each.words)}" for each in one.inherited]
    if view.said_by is not None:
        lines.append(f"{visible(view.said_by)} says")
    if one.filled:
        lines.append(f"filled: {visible(', '.join(one.filled))}")
    lines += ["", *visible(masked(view.proposed_text), lines=True).split("\n")]
    for source in view.sources:
        lines.append(
            f"source: {visible(source.uri)}  {source.state.value}  {visible(source.detail)}"
        )
        lines += [
            f"  {'>' if cited else ' '}{n:>5d} | {visible(t)}" for n, t, cited in source.lines
        ]
    lines.append("")
    if isinstance(view.preview, Refusal):
        lines.append(
            f"approve is not possible: {visible(view.preview.message)} "
            f"[{visible(view.preview.code)}]"
        )
        lines.append(f"  next: {visible(view.preview.hint)}")
    else:
        lines += ["approve would write:", *_files(view.preview)]
    lines.append(f"shown_hash: {visible(view.shown_hash)}")
    return lines


def preview(one: Preview) -> Lines:
    """A plan before it is applied."""
    lines = [
        f"plan {visible(one.plan.decision)} by {visible(one.plan.actor)}; nothing is written yet"
    ]
    lines += _files(one)
    lines += [f"note: {visible(notice)}" for notice in one.plan.notices]
    lines += [
        f"blocked {visible(item)}: {visible(r.message)} [{r.code}]" for item, r in one.refused
    ]
    return lines


def _files(one: Preview) -> Lines:
    lines = [line for delta in one.deltas for line in _delta(delta)]
    lines.append(f"  ledger: {len(one.plan.events)} new event(s)")
    return lines + [_answer_change(change) for change in one.plan.answers]


def _answer_change(one: AnswerChange) -> str:
    when = "now" if one.at is None else visible(one.at)
    same = "  (no change)" if one.before == one.after else ""
    return (
        f"  {visible(one.slot)} in {visible(one.scope)}, {when}: "
        f"{visible(one.before)} -> {visible(one.after)}{same}"
    )


def _delta(delta: FileDelta) -> Lines:
    moved = "" if delta.moved_to is None else f" -> {path_text(delta.moved_to)}"
    lines = [f"  {visible(delta.kind)} {path_text(delta.path)}{moved}"]
    if delta.before is None or delta.after is None:
        return lines
    old, new = bare_lines(delta.before), bare_lines(delta.after)
    matcher = difflib.SequenceMatcher(None, old, new, autojunk=False)
    for tag, i1, i2, j1, j2 in matcher.get_opcodes():
        if tag != "equal":
            lines += [f"    - {visible(line)}" for line in old[i1:i2]]
            lines += [f"    + {visible(line)}" for line in new[j1:j2]]
    return lines


def receipt(one: Receipt) -> Lines:
    """What was done and how to take it back."""
    if one.decision is None:
        done = ", ".join(one.recovered)
        return [f"finished {visible(done)}" if done else "nothing was staged, nothing to recover"]
    if one.already:
        return [f"decided already: {visible(one.decision)}"]
    commit = "" if one.commit is None else f" in commit {visible(one.commit[:10])}"
    notes = ", ".join(visible(note) for note in one.notes)
    lines = [f"applied {visible(one.decision)}{commit}: {notes}"]
    lines += [f"note: {visible(said)}" for said in one.notices]
    if one.worktree == "pending":
        lines.append("files follow with the next writing command (`curator apply`)")
    lines += [
        f"conflict: {path_text(path)} was changed meanwhile and kept" for path in one.conflicts
    ]
    if one.hooks_skipped:
        lines.append("this repository has commit hooks; Curator does not run them")
    lines.append(f"take it back: curator undo {visible(one.decision)}")
    if len(one.events) > 1:
        ends = f"{visible(one.events[0])} to {visible(one.events[-1])}"
        lines.append(f"one of {len(one.events):d} alone: curator undo EVENT, {ends}")
    return lines


def refusal(no: Refusal) -> Lines:
    """Why something was not done, and what to do; for a dialogue."""
    lines = [f"not done: {visible(no.message)} [{no.code}]"]
    return [*lines, f"  next: {visible(no.hint)}"] if no.hint else lines


def staged(kept: Sequence[Staged]) -> Lines:
    """Staged decisions in order."""
    if not kept:
        return ["nothing is staged"]
    lines = []
    for one in kept:
        lines.append(
            f"{visible(one.decision)}  {one.action.value:<8} {visible(one.item)}  "
            f"{visible(one.title)}"
        )
        if one.fallen:
            lines.append("    undecided again: Curator set it back, its proposal changed")
        if one.blocked is not None:
            lines.append(f"    blocked: {visible(one.blocked.message)} [{one.blocked.code}]")
    return lines


def history_row(row: HistoryRow) -> str:
    """One event on a line."""
    return event_row(row.event, " (undone)" if row.undone_by else "")


def event_row(event: Event, mark: str = "") -> str:
    """One event on a line; `mark` is a word of ours about it."""
    about = ", ".join(event.about) or event.item
    reason = f" {visible(event.reason_code)}" if event.reason_code else ""
    said = f' "{visible(event.reason)}"' if event.reason else ""
    undone = f" of {event.undone_action.value}" if event.undone_action else ""
    return (
        f"{visible(event.at)}  {visible(event.decision)}  "
        f"{event.action.value}{undone}{reason}{mark}  "
        f"{visible(about)}  {visible(event.actor)}{said}"
    )


def answer(one: Answer, whole: bool) -> Lines:
    """An answer for people: the value first, then why."""
    value = one.answer_value
    said = "; ".join(value) if isinstance(value, tuple) else value
    head = visible(said or f"({one.status.value})")
    found = [f"{head}{'' if one.certain else '  (not certain)'}"]
    found.append(f"  {one.status.value} in {visible(one.scope)} as of {visible(one.as_of)}")
    if one.note_id:
        ids = one.note_id if isinstance(one.note_id, tuple) else (one.note_id,)
        found.append(f"  note: {visible(', '.join(ids))}")
    found += [f"  {visible(who)} says: not the user's own word" for who in one.said_by]
    found += [f"  source: {visible(source)}" for source in one.source]
    if one.edited_since_review:
        found.append("  edited since review: this is the approved text")
    if one.collision:
        found.append(f"  conflict between {visible(', '.join(one.collision))}")
    found += [
        f"  perhaps: {visible(c.answer_value or '')} ({visible(c.note_id)})" for c in one.candidates
    ]
    if one.previous is not None:
        found.append(f"  before: {version_row(one.previous)}")
    if one.nearest:
        found.append(f"  no such slot; nearest: {visible(', '.join(one.nearest))}")
    if whole:
        found.append("  versions, oldest first:")
        found += [f"    {version_row(version)}" for version in one.trail]
    return found


def version_row(one: TrailRow) -> str:
    """One version: interval, value, id, how it came and who approved it."""
    span = f"[{visible(one.valid_from or 'ever')}, {visible(one.valid_to or 'still')})"
    by = f"approved by {visible(one.approved_by)}" if one.approved_by else "not reviewed"
    came = ""
    if one.relation:
        came = f" {visible(one.relation)} of {visible(', '.join(one.supersedes))}"
    value = visible(one.answer_value) if one.answer_value is not None else "(revoked)"
    return f"{span} {value}  {visible(one.note_id)} {visible(one.status)}{came}; {by}"
