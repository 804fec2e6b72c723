"""One item, one plan, in numbered sentences: no columns, no signs that a voice leaves out."""

from __future__ import annotations

import difflib
from collections.abc import Iterator

from curator_app.cli import texts
from curator_app.cli.texts import Lines
from curator_core.model.plan import AnswerChange
from curator_core.model.problem import Refusal
from curator_core.model.view import FileDelta, ItemView, Preview
from curator_core.rules.visible import bare_lines, path_text, visible

MOST_LINES = 400
"""Lines of a text that are read out; what is beyond is counted, and shown by `curator show`."""


def item(view: ItemView) -> Lines:
    """Everything that a person must know before deciding, one numbered fact each."""
    facts = [*_about(view), *_warnings(view), *_sources(view)]
    numbered = [f"{number}. {fact}" for number, fact in enumerate(facts, 1)]
    return [*numbered, *_text(view), *_outcome(view)]


def _about(view: ItemView) -> Iterator[str]:
    one = view.item
    yield f"Title: {visible(_ended(one.title or 'none'))}"
    yield (
        f"It proposes: {visible(one.op.value)}. Lane: {visible(one.lane.value)}. "
        f"Health: {visible(one.health.value)}. Risk: {visible(one.risk.value)}. "
        f"It waits {view.age_days:d} days."
    )
    slot = f"Slot: {visible(one.memory_key)}." if one.memory_key else "No slot."
    value = view.note.value if view.note is not None else None
    yield (
        f"Subject: {visible(one.subject or 'none')}. Scope: {visible(one.scope or 'none')}. "
        f"Kind: {visible(one.kind or 'unknown')}. {slot}"
        + (f" Value: {visible(value)}." if value else "")
    )
    yield f"From: {visible(one.proposer)}."
    for name, text in (("Job", one.job), ("Session", one.session), ("Detector", one.detector)):
        if text:
            yield f"{visible(name)}: {visible(text)}."
    if one.reason:
        yield f"Its reason: {visible(_ended(one.reason))}"
    if one.confidence is not None:
        yield f"The proposer's own confidence: {one.confidence:g}."
    yield f"File: {path_text(one.paths[0])}."
    if one.filled:
        yield f"Filled in by Curator: {visible(', '.join(one.filled))}."
    if view.repair is not None:
        yield f"The repair: {visible(view.repair)}."


def _warnings(view: ItemView) -> Iterator[str]:
    if view.item.taint:
        yield f"Warning: tainted by {visible(', '.join(view.item.taint))}."
    for each in view.item.inherited:
        yield f"Taint {visible(each.label)}: {visible(_ended(each.words))}"
    for flag in view.flags:
        where = "" if flag.line is None else f" in line {flag.line:d}"
        weight = f"{visible(flag.code)}, {flag.severity.value}"
        yield f"Flag {weight}{where}: {visible(_ended(flag.said))}"
    if view.item.risk_why:
        why = "; ".join(view.item.risk_why)
        yield f"Why {visible(view.item.risk.value)} risk: {visible(_ended(why))}"
    if view.item.rule is not None:
        yield f"Hit by the standing rule: {visible(view.item.rule)}."


def _sources(view: ItemView) -> Iterator[str]:
    if not view.sources:
        yield "No source is cited."
    for source in view.sources:
        yield f"Source: {visible(source.uri)}, {visible(source.state.value)}."
        for number, text, cited in source.lines:
            if cited:
                yield f"That source, line {number:d}: {visible(_ended(text))}"


def _text(view: ItemView) -> Lines:
    if view.current_text is not None:
        lines = ["What changes against the text that holds now:"]
        return [*lines, *_changed(view.current_text, view.proposed_text)]
    return ["The proposed text:", *_read_out(view.proposed_text)]


def _read_out(text: str) -> Lines:
    lines = bare_lines(text)
    found = [f"Line {n:d}: {visible(line)}" for n, line in enumerate(lines[:MOST_LINES], 1)]
    if len(lines) > MOST_LINES:
        found.append(f"and {len(lines) - MOST_LINES:d} more lines; `curator show` has them all")
    return found


def _changed(before: str, after: str) -> Lines:
    old, new = bare_lines(before), bare_lines(after)
    matcher = difflib.SequenceMatcher(None, old, new, autojunk=False)
    lines: Lines = []
    for tag, i1, i2, j1, j2 in matcher.get_opcodes():
        if tag != "equal":
            lines += [f"Out, line {i1 + n:d}: {visible(t)}" for n, t in enumerate(old[i1:i2], 1)]
            lines += [f"In, line {j1 + n:d}: {visible(t)}" for n, t in enumerate(new[j1:j2], 1)]
    return lines[:MOST_LINES] or ["No line of the text changes."]


def _outcome(view: ItemView) -> Lines:
    if isinstance(view.preview, Refusal):
        return ["Approving it as it is:", *texts.refusal(view.preview)]
    return ["Approving it:", *plan(view.preview)]


def plan(preview: Preview) -> Lines:
    """What will be written, as sentences."""
    lines = [line for delta in preview.deltas for line in _delta(delta)]
    lines += [f"Note: {visible(_ended(notice))}" for notice in preview.plan.notices]
    lines += [_answer(change) for change in preview.plan.answers]
    events = len(preview.plan.events)
    return [*lines, f"The ledger gets {events:d} new event{'' if events == 1 else 's'}."]


def _delta(delta: FileDelta) -> Lines:
    name = path_text(delta.path)
    match delta.kind:
        case "add":
            return [f"New file {name}."]
        case "remove":
            return [f"The file {name} goes; its text stays in the ledger."]
        case _:
            moved = delta.moved_to
            verb = "changes." if moved is None else f"moves to {path_text(moved)}."
            return [f"The file {name} {verb}", *_changed(delta.before or "", delta.after or "")]


def _answer(one: AnswerChange) -> str:
    when = "now" if one.at is None else f"at {visible(one.at)}"
    slot = f"{visible(one.slot)} in {visible(one.scope)}"
    if one.before == one.after:
        return f"The answer for {slot} {when} stays: {visible(_ended(one.before))}"
    change = f"was: {visible(_ended(one.before))} It becomes: {visible(_ended(one.after))}"
    return f"The answer for {slot} {when} {change}"


def _ended(text: str) -> str:
    """A text with a full stop where it has no end of its own."""
    return text if text.endswith((".", "!", "?", "。", "！", "？")) else text + "."
