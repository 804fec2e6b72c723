"""Commands about memory as a whole: the views for agents, a note written by hand."""

from __future__ import annotations

import sys
from pathlib import Path

from curator_app.cli.invocation import Invocation, Outcome
from curator_app.cli.texts import Lines
from curator_core.model.problem import Refusal
from curator_core.rules.visible import path_text, visible
from curator_core.service import composing
from curator_core.service import views as making
from curator_core.service.composing import Composition
from curator_core.service.views import Refreshed


def views(call: Invocation) -> Outcome:
    """Make MEMORY.md, INDEX.md and current/<scope>.md now."""
    caller = call.caller()
    if isinstance(caller, Refusal):
        return call.fail(caller)
    made = making.refresh(caller)
    return call.give(_document(made), _lines(made))


def _document(made: Refreshed) -> dict[str, object]:
    loading = made.loading
    return {
        "written": list(made.written),
        "generation": made.generation,
        "valid_until": made.valid_until,
        "changed": list(made.changed),
        "aside": [{"path": a.path, "why": a.why, "rescued": a.name} for a in made.aside],
        "memory": {
            "loaded": list(loading.loaded),
            "total": loading.total,
            "tokens": loading.tokens,
            "limit": loading.limit,
            "left": [{"note": each.name, "reason": each.reason} for each in loading.left],
        },
    }


def _lines(made: Refreshed) -> Lines:
    loading = made.loading
    until = "no date ahead changes them" if made.valid_until is None else visible(made.valid_until)
    lines = [
        f"{len(made.written)} views, {len(made.changed)} of them new; generation {made.generation}",
        f"right until: {until}",
        f"MEMORY.md loaded {len(loading.loaded)} of {loading.total} notes, "
        f"{loading.tokens} of {loading.limit} tokens",
    ]
    for aside in made.aside:
        kept = "" if aside.name is None else f"; curator rescue show {visible(aside.name)}"
        lines.append(f"{path_text(aside.path)}: {visible(aside.why)}{kept}")
    return lines


FIELDS = (
    *("id", "kind", "title", "subject", "memory_key", "value", "scope"),
    *("valid_from", "valid_to", "expires_at"),
)


def new(call: Invocation) -> Outcome:
    """Write a note by hand; it waits in the queue like any other."""
    caller = call.caller()
    if isinstance(caller, Refusal):
        return call.fail(caller)
    text = _text(call)
    if isinstance(text, Refusal):
        return call.fail(text)
    fields: dict[str, object] = {name: getattr(call.words, name) for name in FIELDS}
    fields["sources"] = tuple(call.words.source)
    made = composing.compose(caller, Composition(text=text, fields=fields))
    if isinstance(made, Refusal):
        return call.fail(made)
    document = {
        "item": made.item.item,
        "lane": made.item.lane.value,
        "note_id": made.note_id,
        "path": made.path,
    }
    name = visible(made.item.item)
    lines = [f"wrote {path_text(made.path)}", f"next: curator decide {name} approve"]
    return call.give(document, lines)


def _text(call: Invocation) -> bytes | Refusal:
    """The body that was given, a file, or standard input where nothing else says what."""
    words = call.words
    if words.body is not None and words.result is not None:
        return Refusal("usage", "--body and --result exclude each other")
    if words.body is not None:
        body: str = words.body.rstrip()
        return body.encode("utf-8", "surrogateescape") + b"\n"
    try:
        if words.result is not None and words.result != "-":
            return Path(words.result).read_bytes()
        if words.result is None and (words.value is not None or sys.stdin.isatty()):
            return b""
        return sys.stdin.buffer.read()
    except OSError as error:
        return Refusal("usage", f"the note cannot be read: {error.strerror}", path=words.result)
