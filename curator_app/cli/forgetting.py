"""`curator forget`: the cascade, the deed, the receipt (CONTRACT 38)."""

from __future__ import annotations

from dataclasses import asdict, replace

from curator_app.cli import errors
from curator_app.cli.invocation import Invocation, Outcome
from curator_core.model.forgetting import DeletionReceipt, Derived, Wish
from curator_core.model.problem import Refusal
from curator_core.rules.visible import path_text, visible
from curator_core.service import forgetting
from curator_core.service.caller import Caller
from curator_core.service.forgetting import Foreseen


def forget(call: Invocation) -> Outcome:
    """Show what a forget would do; with --execute do it; with --receipt show what one did."""
    caller = call.caller()
    if isinstance(caller, Refusal):
        return call.fail(caller)
    if call.words.receipt is not None:
        return _told(call, forgetting.receipt(caller, call.words.receipt))
    wish = _wish(call)
    if isinstance(wish, Refusal):
        return call.fail(wish)
    if call.words.execute:
        return _told(call, forgetting.forget(caller, wish, call.words.expect))
    return _foreseen(call, caller, wish)


def _wish(call: Invocation) -> Wish | Refusal:
    words = call.words
    if (words.what is None) is (words.scope is None):
        hint = "curator forget NOTE, curator forget SOURCE#Lx-Ly, or curator forget --scope S"
        return Refusal("usage", "forget needs one of NOTE, SOURCE#Lx-Ly and --scope", hint)
    return Wish(words.what, words.scope, words.reason, tuple(words.confirm))


def _told(call: Invocation, receipt: DeletionReceipt | Refusal) -> Outcome:
    if isinstance(receipt, Refusal):
        return call.fail(receipt)
    return call.give(document(receipt), lines(receipt))


def _foreseen(call: Invocation, caller: Caller, wish: Wish) -> Outcome:
    found = forgetting.preview(caller, wish)
    if isinstance(found, Refusal):
        return call.fail(found)
    told = replace(found.receipt, risks=())
    shown = [*(visible(notice) for notice in found.preview.plan.notices), *lines(told)]
    expect = visible(told.shown_hash or "")
    shown.append(f"nothing was written; the same with --execute --expect {expect} does it")
    return call.give({**document(found.receipt), "cascade": cascade(found)}, shown, errors.DONE)


def cascade(found: Foreseen) -> dict[str, object]:
    """What a forget reaches, as JSON values."""
    known = found.cascade
    return {
        "notes": [
            {"note_id": d.note_id, "path": d.path, "because": d.because.value} for d in known.doomed
        ],
        "lines": None if known.cut is None else known.cut.uri,
        "changed": [delta.path for delta in found.preview.deltas if delta.kind == "modify"],
        "ledger": [file.path for file in known.ledger],
        "golden": [asdict(spot) for spot in known.golden],
        "echoes": [asdict(spot) for spot in known.echoes],
        "branches": [asdict(spot) for spot in known.branches],
        "staged": len(known.scraps.staged_files),
        "typed": len(known.scraps.typed_files),
        "rescued": len(known.scraps.rescued_files),
        "notices": list(found.preview.plan.notices),
    }


def document(receipt: DeletionReceipt) -> dict[str, object]:
    """The receipt with the keys of CONTRACT 38 first."""
    return {
        "memory_key": receipt.memory_key,
        "recall_disabled": receipt.recall_disabled,
        "primary_record_deleted": receipt.primary_record_deleted,
        "derived_indexes_deleted": receipt.derived_indexes_deleted,
        "git_history_rewritten": receipt.git_history_rewritten,
        "backup_expiry": receipt.backup_expiry,
        "remaining_risks": list(receipt.risks),
        "places": {name: place.value for name, place in asdict(receipt.places).items()},
        "derived": [_derived(each) for each in receipt.derived],
        "executed": receipt.executed,
        "notes": list(receipt.notes),
        "decision": receipt.decision,
        "commit": receipt.commit,
        "shown_hash": receipt.shown_hash,
        "steps": list(receipt.steps),
    }


def _derived(each: Derived) -> dict[str, object]:
    return {"note_id": each.note_id, "path": each.path, "trace": each.trace.value}


def lines(receipt: DeletionReceipt) -> list[str]:
    """The receipt for people: three layers, places, what is left, what to run."""
    did = "forgot" if receipt.executed else "would forget"
    shown = [f"{did} {visible(', '.join(receipt.notes))}"]
    if receipt.executed:
        for done, words in (
            (receipt.recall_disabled, "recall off"),
            (receipt.primary_record_deleted, "text gone from files and ledger"),
            (receipt.derived_indexes_deleted, "index, views and caches gone"),
        ):
            shown.append(f"  {'yes' if done else 'NO '}  {words}")
        for name, place in asdict(receipt.places).items():
            shown.append(f"  {name.replace('_', ' ')}: {place.value}")
    shown += [f"  {path_text(d.path)}: {d.trace.value}" for d in receipt.derived]
    shown += [f"  left: {visible(risk)}" for risk in receipt.risks]
    if receipt.steps:
        shown.append("  git history is not rewritten; these steps would, none was run:")
        shown += [f"    {visible(step)}" for step in receipt.steps]
    if receipt.decision is not None:
        shown.append(
            f"  decision {visible(receipt.decision)}, commit {visible(str(receipt.commit))}"
        )
    return shown
