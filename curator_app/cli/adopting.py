"""`curator init --adopt`: show what is taken, ask for the scope, make the Home."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from curator_app.cli.invocation import Invocation, Outcome
from curator_app.cli.texts import Lines
from curator_core.model.problem import Refusal
from curator_core.rules.visible import path_text, visible
from curator_core.service import adopting, wishing
from curator_core.service.adopting import EXAMPLES, Survey
from curator_core.service.wishing import Wish, Words

SUGGESTED = "global"


def adopt(call: Invocation) -> Outcome:
    """Make a Home of a folder that holds notes already."""
    target = Path(call.words.dir)
    wish = wishing.wish(target, _words(call))
    if isinstance(wish, Refusal):
        return call.fail(wish)
    seen = adopting.survey(target, wish)
    if isinstance(seen, Refusal):
        return call.fail(seen)
    shown = survey_lines(seen)
    if _may_ask() and seen.unscoped:
        scope = _asked_scope(call, shown)
        if scope is None:
            return call.fail(Refusal("usage", "no scope was given, nothing was written"))
        wish = replace(wish, scope=scope)
        shown = []
    return _made(call, target, wish, shown)


def _words(call: Invocation) -> Words:
    words = call.words
    return Words(
        notes=tuple(words.notes),
        left_out=tuple(words.left_out),
        archived=tuple(words.archived),
        scopes=tuple(words.scope),
        untrusted=words.untrusted,
    )


def _made(call: Invocation, target: Path, wish: Wish, shown: Lines) -> Outcome:
    made = adopting.adopt(call.anywhere(), target, wish)
    if isinstance(made, Refusal):
        return call.fail(made)
    seen = made.survey
    document = {
        "home": str(seen.home),
        "taken": len(seen.taken) + len(seen.ignored),
        "examples": list(seen.examples),
        "skipped": [{"path": row.path, "reason": row.reason} for row in seen.skipped],
        "ignored": list(seen.ignored),
        "secrets": list(made.secrets),
        "commits": list(made.commits),
    }
    return call.give(document, [*shown, *_secrets(made.secrets), *_next(seen, made.commits)])


def _secrets(paths: Sequence[str]) -> Lines:
    """What got into git with the notes, and what to do about it."""
    if not paths:
        return []
    names = ", ".join(path_text(path) for path in paths[:EXAMPLES])
    more = f" and {len(paths) - EXAMPLES} more" if len(paths) > EXAMPLES else ""
    return [
        f"what looks like a secret is in git now, in {len(paths)} of these notes: {names}{more}",
        "  before you push this Home: take it out of the files and rewrite history, or begin again "
        "without them (--not)",
    ]


def survey_lines(seen: Survey) -> Lines:
    """What is taken, with examples, and what is not, with the reason."""
    total = len(seen.taken) + len(seen.ignored)
    folders = ", ".join(path_text(folder) for folder in seen.config.notes)
    lines = [f"{total} notes in {folders}"]
    lines += [f"  {path_text(path)}" for path in seen.examples]
    if total > len(seen.examples):
        lines.append(f"  … and {total - len(seen.examples)} more")
    if seen.archived:
        lines.append(f"of these {seen.archived:d} are archived by their folder")
    if seen.ignored:
        lines.append(f"of these {len(seen.ignored)} are ignored by git: {adopting.IGNORED}")
    return lines + _skipped_lines(seen)


def _skipped_lines(seen: Survey) -> Lines:
    """What is not taken, by reason, with some names."""
    by_reason: dict[str, list[str]] = {}
    for row in seen.skipped:
        by_reason.setdefault(row.reason, []).append(row.path)
    lines = ["not taken:"] if by_reason else []
    for reason, paths in by_reason.items():
        names = ", ".join(path_text(path) for path in paths[:EXAMPLES])
        more = f" and {len(paths) - EXAMPLES} more" if len(paths) > EXAMPLES else ""
        lines.append(f"  {names}{more}: {visible(reason)}")
    return lines


def _next(seen: Survey, commits: tuple[str, ...]) -> Lines:
    where = path_text(str(seen.home))
    lines = [f"made the Home {where} ({len(commits)} commits); no note was changed"]
    if seen.unscoped and seen.config.default_scope == "review_required":
        lines.append(
            "the notes have no scope yet and stay out of recall: `curator queue` asks for it, "
            "one row for each folder"
        )
    lines.append("agents propose by writing Markdown files into memory/candidates/")
    lines.append(f"next: curator -C {where}")
    return lines


def _may_ask() -> bool:
    return sys.stdin is not None and sys.stdin.isatty() and sys.stderr.isatty()


def _asked_scope(call: Invocation, shown: Lines) -> str | None:
    """The scope a person typed, the suggested one for an empty line; None at the end of input."""
    question = "Scope of notes that state none (global, project:NAME, user:NAME) [global]: "
    while True:
        answer = call.ask(shown, question)
        if answer is None or wishing.is_scope(answer or SUGGESTED):
            return None if answer is None else answer or SUGGESTED
        shown = [f"{visible(answer)} is no scope"]
