"""What a reviewer must confirm by name before approve goes on (CONTRACT 21)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from curator_core.model.decision import Edit
from curator_core.model.note import Authority, Kind, Note, Origin, Relation
from curator_core.model.problem import Refusal
from curator_core.rules import attribution, chains, noise, shrinking
from curator_core.rules.closings import Approval, Closing
from curator_core.rules.fingerprints import fingerprint
from curator_core.rules.markers import markers
from curator_core.rules.planning import twins
from curator_core.rules.planning.draft import Draft
from curator_core.rules.planning.effects import Case
from curator_core.rules.slots import folded_id, folded_scope
from curator_core.rules.trails import answer_text

_USERS_OWN = frozenset({Authority.USER_EXPLICIT, Authority.USER_CURATED})
_BINDING = frozenset({Kind.PREFERENCE, Kind.PROCEDURAL})
_MOST_TARGETS = 3

TEXTS = {
    "no-source": "no source says why to believe this",
    "modality": "a hypothetical, conditional or quoted note never answers its slot",
    "secret": "the note holds what looks like a secret; approving puts it into git for ever",
    "attribution": "outside or quoted text would become a preference, procedure or user's word",
    "ignored": "git ignores this path",
    "branch": "this is not the Home's own branch",
    "slot-differs": "it supersedes a note of another slot; did you mean to add it beside?",
    "scope-mismatch": "it supersedes a note of another scope",
    "external-over-human": "outside text would replace what a person said",
    "mass-supersede": "it retires more than three notes",
    "corrected-value": "this value was corrected before; it would come back",
    "twin-title": "a living note has the same title or file name",
    "noise": "the text holds raw output: scores, prompts, fields, or a heading without text",
    "shrinks": "the note loses more than half of its text, or a placeholder stands for the rest",
}
"""Every code that can be asked for here, and why."""


def needed(
    case: Case, note: Note, approval: Approval, closing: Closing, draft: Draft
) -> Iterator[str]:
    """The codes that this approval needs, confirmed or not."""
    codes = _codes(case)
    if "no-source" in codes or _sources_gone(case, note):
        yield "no-source"
    if note.memory_key and note.modality in chains.SILENT:
        yield "modality"
    if "secret" in codes:
        yield "secret"
    if binds(note):
        yield "attribution"
    if case.entry.path in case.context.ignored:
        yield "ignored"
    head, branch = case.snapshot.head.branch, case.snapshot.config.branch
    if head is not None and head != branch:
        yield "branch"
    if twins.twin(case, note, (approval, closing), draft) is not None:
        yield twins.CODE
    if noise.lines(note.body):
        yield "noise"
    if _shrinks(note, draft):
        yield "shrinks"
    yield from _about_targets(note, approval, closing, draft)
    if _comes_back(note, approval, draft):
        yield "corrected-value"


def _sources_gone(case: Case, note: Note) -> bool:
    """Whether nothing that the note cites is there any more (C34)."""
    needs = note.origin is not Origin.USER and bool(note.sources)
    return needs and case.context.gone.issuperset(note.sources)


def binds(note: Note) -> bool:
    """Whether outside words tell the agent what to do, speak for the user, or are always loaded."""
    bold = note.kind in _BINDING or note.authority in _USERS_OWN or note.pin
    return bold and attribution.outside(note)


def _codes(case: Case) -> frozenset[str]:
    """What is wrong with the text that shall stand: the reviewer's own where there is one."""
    own = case.context.results.get(case.choice.result) if isinstance(case.choice, Edit) else None
    return frozenset((case.entry if own is None else own.entry).problem_codes)


def _shrinks(note: Note, draft: Draft) -> bool:
    """Against the approved text of the same note; a new one may still hold a placeholder."""
    known = draft.history.get(note.id)
    before = known.note.body if known is not None and known.reviewed else ""
    return before != note.body and shrinking.shrinks(before, note.body)


def _about_targets(note: Note, approval: Approval, closing: Closing, draft: Draft) -> Iterator[str]:
    targets = [draft.history.get(target) for target in approval.targets]
    old = [version.note for version in targets if version is not None]
    slots = draft.history.slots
    keyed = [other for other in old if other.memory_key is not None]
    if note.memory_key is not None and any(
        slots.resolve(other.memory_key or "") != slots.resolve(note.memory_key) for other in keyed
    ):
        yield "slot-differs"
    if approval.relation is not Relation.SCOPE_CHANGE and any(
        folded_scope(other.scope) != folded_scope(note.scope) for other in old
    ):
        yield "scope-mismatch"
    if attribution.outside(note) and any(other.origin is Origin.USER for other in old):
        yield "external-over-human"
    if len(closing.writes) > _MOST_TARGETS and len(approval.targets) > _MOST_TARGETS:
        yield "mass-supersede"


def _comes_back(note: Note, approval: Approval, draft: Draft) -> bool:
    """Whether a value that a correction took out of this slot would be memory again (DESIGN §4)."""
    slot = draft.history.slots.of(note)
    if slot is None:
        return False
    mine = fingerprint(answer_text(note) or "")
    targets = {folded_id(target) for target in approval.targets}
    for version in draft.history.by_slot.get(slot, ()):
        corrected = version.reviewed and any(
            newer.note.relation is Relation.CORRECTION
            for newer in chains.successors(draft.history, version)
        )
        own = folded_id(version.note.id) in targets | {folded_id(note.id)}
        if corrected and not own and fingerprint(answer_text(version.note) or "") == mine:
            return True
    return False


def missing(
    case: Case, note: Note, approval: Approval, closing: Closing, draft: Draft
) -> Refusal | None:
    """The first code that was not confirmed, as a refusal; conflict markers cannot be confirmed."""
    refused = unresolved(case, note)
    if refused is not None:
        return refused
    for code in needed(case, note, approval, closing, draft):
        if code in case.choice.confirm:
            continue
        if code == "no-source" and _sources_gone(case, note):
            return replace(refusal(code, case), message="the sources that it cites are gone")
        twin = twins.twin(case, note, (approval, closing), draft) if code == twins.CODE else None
        return refusal(code, case) if twin is None else twins.refusal(case, twin)
    return None


def unresolved(case: Case, note: Note) -> Refusal | None:
    """Why a text with conflict markers outside of code fences becomes memory by no way (C56)."""
    lines = markers(note.body)
    if not lines:
        return None
    return Refusal(
        "conflict",
        f"conflict markers stand in the text (its lines {', '.join(map(str, lines))})",
        "choose a side and take the markers out: edit",
        case.entry.path,
        lines[0] + _above(case, note),
        ids=case.item.notes,
    )


def _above(case: Case, note: Note) -> int:
    """The lines of the proposed file above the body; 0 where the text is the reviewer's own."""
    if case.snapshot.entry(case.entry.path) is None:
        return 0
    file = case.snapshot.file(case.entry.path)
    same = file.text is not None and file.note is not None and file.note.body == note.body
    return file.text.body_start if same and file.text is not None else 0


def branch_only(case: Case) -> Refusal | None:
    """Decisions that write no note's content still need the Home's branch (CONTRACT 5)."""
    head, branch = case.snapshot.head.branch, case.snapshot.config.branch
    if head is None or head == branch or "branch" in case.choice.confirm:
        return None
    return refusal("branch", case)


def refusal(code: str, case: Case) -> Refusal:
    """A refusal that names the code to confirm."""
    hint = f"look again, then decide with --confirm {code}"
    if code == "secret":
        hint = "approve without it (--redact), reject it, or decide with --confirm secret"
    return Refusal(
        code,
        TEXTS[code],
        hint,
        case.entry.path,
        ids=case.item.notes,
    )
