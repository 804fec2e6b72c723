"""The slots near to a free note, and the decision that puts it into one."""

from __future__ import annotations

from curator_app.cli import deciding
from curator_app.cli.invocation import Invocation, Outcome
from curator_app.cli.texts import Lines
from curator_core.model.problem import Refusal
from curator_core.model.suggestion import Suggestion, Suggestions
from curator_core.rules.visible import visible
from curator_core.service import suggesting


def suggest(call: Invocation) -> Outcome:
    """Up to three slots, the nearest first; `--pick` decides for one of them."""
    caller = call.caller()
    if isinstance(caller, Refusal):
        return call.fail(caller)
    found = suggesting.suggest(caller, call.words.note)
    if isinstance(found, Refusal):
        return call.fail(found)
    picked: int | None = call.words.pick
    if picked is None:
        return call.give(_document(found), _lines(found))
    if not 1 <= picked <= len(found.slots):
        message = f"there is no slot {picked:d}: {len(found.slots):d} are suggested"
        return call.fail(Refusal("usage", message, "see `curator suggest NOTE`"))
    return deciding.carry_out(call, caller, found.slots[picked - 1].decision)


def _document(found: Suggestions) -> dict[str, object]:
    rows = [
        {
            "memory_key": each.near.key,
            "score": round(each.near.score, 3),
            "shared": list(each.near.shared),
            "notes": list(each.notes),
            "held_by": list(each.held),
        }
        for each in found.slots
    ]
    return {"item": found.item, "note_id": found.note_id, "suggestions": rows}


def _lines(found: Suggestions) -> Lines:
    if not found.slots:
        return ["no slot is near: nothing that is said here is said in one"]
    return [_line(number, each) for number, each in enumerate(found.slots, 1)]


def _line(number: int, each: Suggestion) -> str:
    shared = ", ".join(visible(term) for term in each.near.shared[:5])
    line = f"{number:d} {visible(each.near.key)}  ({shared})"
    if not each.held:
        return line
    holders = ", ".join(visible(name) for name in each.held)
    return f"{line}  held by {holders}"
