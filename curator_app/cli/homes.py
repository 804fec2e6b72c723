"""Commands that make or open a Home."""

from __future__ import annotations

import sys
from pathlib import Path

from curator_app import entrance
from curator_app.cli import adopting
from curator_app.cli.invocation import Invocation, Outcome
from curator_core.model.problem import Refusal
from curator_core.rules.visible import path_text
from curator_core.service import demo as sample
from curator_core.service import founding

DEMO_FOLDER = "curator-demo"


def demo(call: Invocation) -> Outcome:
    """Build the sample Home and, on a terminal, open the desk on it."""
    from curator_app.sample_path import sample_home

    target = Path(call.words.dir or DEMO_FOLDER)
    built = sample.build(target, entrance.clock(), sample_home())
    if isinstance(built, Refusal):
        return call.fail(built)
    lines = [f"built the sample Home in {path_text(str(built))}"]
    if call.words.no_ui or _missing_terminal() is not None:
        lines.append(f"next: curator -C {path_text(str(built))}")
        return call.give({"home": str(built)}, lines)
    return _open(built, call)


def init(call: Invocation) -> Outcome:
    """Make a new Home, or adopt notes that are there."""
    words = call.words
    if words.adopt:
        return adopting.adopt(call)
    if words.notes or words.left_out or words.archived or words.scope or words.untrusted:
        hint = "curator init --adopt DIR …"
        return call.fail(Refusal("usage", "these options need --adopt", hint))
    made = founding.init(call.anywhere(), Path(call.words.dir))
    if isinstance(made, Refusal):
        return call.fail(made)
    where = path_text(str(made.home))
    document = {"home": str(made.home), "taken": 0, "skipped": [], "commits": list(made.commits)}
    return call.give(document, [f"made the Home {where}", f"next: curator -C {where}"])


def desk(call: Invocation) -> Outcome:
    """Open the desk; it needs a terminal."""
    home = call.home()
    if isinstance(home, Refusal):
        return call.fail(home)
    missing = _missing_terminal()
    return call.fail(missing) if missing is not None else _open(home, call)


def _missing_terminal() -> Refusal | None:
    """Why no desk can be drawn here; None where it can."""
    if not sys.stdin.isatty() or not sys.stdout.isatty():
        return Refusal(
            "usage",
            "the desk needs a terminal",
            "without one use `curator queue`, `show`, `decide` and `apply`",
        )
    if entrance.is_dumb():
        return Refusal(
            "usage",
            "TERM=dumb: this terminal cannot place text, so the desk cannot be drawn",
            "use `curator review --plain`, or set TERM to what the terminal is",
        )
    return None


def _open(home: Path, call: Invocation) -> Outcome:
    from curator_core.service import review

    review.probe(entrance.caller(home, "tui"))
    from curator_app.tui.app import run_app

    return run_app(home, entrance.clock, mouse=not call.words.no_mouse)
