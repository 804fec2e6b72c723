"""All that came from one source, session, note, job or proposer, and its rollback."""

from __future__ import annotations

from curator_app.cli import documents, texts
from curator_app.cli.invocation import Invocation, Outcome
from curator_app.cli.texts import Lines
from curator_core.model.lineage import Descendant, Lineage, RolledBack
from curator_core.model.problem import Refusal
from curator_core.rules.visible import path_text, visible
from curator_core.service import lineage as service
from curator_core.service import rolling_back


def run(call: Invocation) -> Outcome:
    """Show the lineage, or the plan that takes it back; written only with `--execute`."""
    caller = call.caller()
    if isinstance(caller, Refusal):
        return call.fail(caller)
    words = call.words
    if words.execute and not words.rollback:
        return call.fail(Refusal("usage", "--execute goes with --rollback", "leave it out"))
    if not words.rollback:
        found = service.of(caller, words.asked)
        if isinstance(found, Refusal):
            return call.fail(found)
        return call.give(_document(found), _lines(found))
    execute = words.execute and not words.dry_run
    made = rolling_back.roll_back(caller, words.asked, execute, words.partial)
    if isinstance(made, Refusal):
        return call.fail(made)
    return call.give(_rollback(made), _rollback_lines(made))


def _document(found: Lineage) -> dict[str, object]:
    notes = [
        {
            "note_id": note.name,
            "path": note.path,
            "standing": note.standing.value,
            "title": note.title,
            "taint": list(note.taint),
            "known_as": [kind.value for kind in note.kinds],
            "made_of": list(note.made_of),
            "item": note.item,
            "decision": note.decision,
            "taken_back": note.taken_back,
        }
        for note in found.notes
    ]
    kinds = [kind.value for kind in found.kinds]
    return {"asked": found.asked, "kinds": kinds, "notes": notes}


def _lines(found: Lineage) -> Lines:
    kinds = ", ".join(kind.value for kind in found.kinds)
    head = f"{len(found.notes)} from {visible(found.asked)} ({kinds})"
    return [head, *(_line(note) for note in found.notes)]


def _line(note: Descendant) -> str:
    path = "" if note.path is None else f"  {path_text(note.path)}"
    tainted = ", ".join(visible(label) for label in note.taint)
    made = ", ".join(visible(name) for name in note.made_of)
    return (
        f"{note.standing.value:10}  {visible(note.name)}{path}"
        + (f"  tainted: {tainted}" if tainted else "")
        + (f"  made of {made}" if made else "")
        + ("  a decision was taken back" if note.taken_back and not note.decision else "")
    )


def _rollback(made: RolledBack) -> dict[str, object]:
    document = _document(made.lineage) | {"refused": documents.refused(made.refused)}
    if made.receipt is not None:
        return documents.receipt(made.receipt) | document
    return documents.preview(made.preview) | document


def _rollback_lines(made: RolledBack) -> Lines:
    lines = _lines(made.lineage)
    if made.receipt is not None:
        lines += texts.receipt(made.receipt)
    else:
        lines += [*texts.preview(made.preview), "nothing is written without --execute"]
    return lines
