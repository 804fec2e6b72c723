"""Commands about memory as a whole: the views for agents."""

from __future__ import annotations

from curator_app.cli.invocation import Invocation, Outcome
from curator_core.model.problem import Refusal
from curator_core.rules.visible import path_text, visible
from curator_core.service import views as making
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


def _lines(made: Refreshed) -> list[str]:
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
