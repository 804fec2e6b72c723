"""Finding notes by text, and the index behind it."""

from __future__ import annotations

from curator_app.cli import documents, errors
from curator_app.cli.invocation import Invocation, Outcome
from curator_app.cli.texts import Lines
from curator_core.model.problem import Refusal
from curator_core.model.trace import Leak, Place
from curator_core.rules.visible import path_text, visible
from curator_core.service import index_checking, indexing, secrecy, upkeep
from curator_core.service.caller import Caller
from curator_core.service.indexing import Difference, IndexView, State
from curator_core.service.searching import Hit, Search
from curator_core.service.upkeep import NoteList, NoteRow

_AROUND = 60
"""Characters of a hit's line that are shown on both sides of the match."""


def notes(call: Invocation) -> Outcome:
    """Existing notes, all or those that hold a text, best first."""
    caller = call.caller()
    if isinstance(caller, Refusal):
        return call.fail(caller)
    text, limit = call.words.search, call.words.limit
    if limit is not None and limit < 1:
        return call.fail(Refusal("usage", "--limit takes a number from 1 on"))
    found = upkeep.notes(caller, Search(text=text, limit=limit) if text else None)
    document = {
        "notes": [documents.note_row(row) for row in found.rows],
        "index": found.index.value,
    }
    return call.give(document, _note_lines(found, bool(text)))


def _note_lines(found: NoteList, searched: bool) -> Lines:
    lines = [line for row in found.rows for line in _note(row)]
    if searched and not found.rows:
        lines.append("no note holds this text")
    if found.more:
        lines.append("there are more; a larger --limit shows them")
    if searched and found.index is State.STALE:
        lines.append("index stale: it could not be written, so the files were read")
    return lines


def _note(row: NoteRow) -> Lines:
    entry = secrecy.masked_entry(row.entry)
    lines = [
        f"{visible(entry.note_id or '-')}  {visible(entry.status or 'unreadable')}  "
        f"{row.holds.value}  {visible(entry.title)}  {path_text(entry.path)}"
    ]
    return lines if row.hit is None else [*lines, f"  {row.hit.line:>5d} | {marked(row.hit)}"]


def marked(hit: Hit | Place | Leak) -> str:
    """A match's line as visible text, the match between « and », far ends cut."""
    before, match, after = hit.text[: hit.start], hit.text[hit.start : hit.end], hit.text[hit.end :]
    left = visible(before if len(before) <= _AROUND else "…" + before[-_AROUND:])
    right = visible(after if len(after) <= _AROUND else after[:_AROUND] + "…")
    return f"{left}«{visible(match)}»{right}"


def index(call: Invocation) -> Outcome:
    """index status, rebuild, verify, use; verify exits 1 when something differs."""
    caller = call.caller()
    if isinstance(caller, Refusal):
        return call.fail(caller)
    view = _index(call, caller)
    if isinstance(view, Refusal):
        return call.fail(view)
    found = call.words.what == "verify" and view.differences
    return call.give(_document(view), _lines(view), errors.FINDINGS if found else errors.DONE)


def _index(call: Invocation, caller: Caller) -> IndexView | Refusal:
    what, recipe = call.words.what, call.words.recipe
    if (recipe is None) == (what == "use"):
        known = ", ".join(indexing.recipes())
        return Refusal("usage", "`index use` and only it takes a recipe", f"one of: {known}")
    match what:
        case "use":
            return indexing.use(caller, recipe)
        case "rebuild":
            return indexing.rebuild(caller)
        case "verify":
            return index_checking.verify(caller)
        case _:
            return indexing.status(caller)


def _document(view: IndexView) -> dict[str, object]:
    return {
        "recipe": view.recipe,
        "generation": view.generation,
        "notes": view.notes,
        "stale": view.state is not State.FRESH,
        "state": view.state.value,
        "differences": [
            {"path": each.path, "note_id": each.note_id, "what": each.what}
            for each in view.differences
        ],
        "recipes": list(view.recipes),
    }


def _lines(view: IndexView) -> Lines:
    lines = [
        f"index {view.state.value}: recipe {visible(view.recipe)}, generation "
        f"{view.generation:d}, {view.notes:d} files"
    ]
    lines += [_difference(each) for each in view.differences]
    if view.state is not State.FRESH:
        lines.append("the next search brings it up to date, `curator index rebuild` does it now")
    return lines


def _difference(one: Difference) -> str:
    where = "index" if one.path is None else path_text(one.path)
    return f"  {where}: {visible(one.what)}"
