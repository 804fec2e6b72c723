"""From words to an exit number; the one place where an entrance meets every error."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Mapping

from curator_app import entrance
from curator_app.cli import errors, parser
from curator_app.cli.invocation import Invocation, Outcome
from curator_core.model.problem import Refusal, StoreError


def run(words: list[str]) -> Outcome:
    """Carry out one call; output is UTF-8 whatever the locale."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")
    entrance.drop_git_variables()
    try:
        call = Invocation(parser.build().parse_args(parser.joined(words)))
    except parser.UsageError as error:
        return errors.report(error.refusal, "--json" in words)
    except SystemExit as leaving:
        return int(leaving.code or 0)
    problem = entrance.clock_problem()
    if problem is not None:
        return call.fail(problem)
    return _carry_out(call)


def _carry_out(call: Invocation) -> Outcome:
    try:
        outcome = _command(call)(call)
        sys.stdout.flush()
        _follow(call, outcome)
        return outcome
    except StoreError as error:
        return call.fail(error.refusal)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return errors.DONE
    except KeyboardInterrupt:
        return call.fail(
            Refusal("io", "interrupted", "run the command again; an apply is whole or not at all")
        )


WRITING = ("decide", "apply", "undo", "review", "lineage", "forget")
READING = (
    *("status", "check", "audit", "notes", "queue", "show"),
    *("current", "at", "explain", "history", "trace"),
)


def _follow(call: Invocation, outcome: Outcome) -> None:
    """After the answer is out, the views for agents follow a decision or a date that passed."""
    words = call.words
    only_shown = getattr(words, "dry_run", False) or getattr(words, "stage", False)
    only_shown = only_shown or (words.command in ("forget", "lineage") and not words.execute)
    done = outcome in (errors.DONE, errors.FINDINGS)
    wrote = words.command in WRITING and not only_shown and done
    if not wrote and words.command not in READING:
        return
    from curator_core.service import searching, views

    caller = call.caller()
    if not isinstance(caller, Refusal):
        views.follow(caller, wrote)
        if wrote:
            searching.follow(caller)


def _command(call: Invocation) -> Callable[[Invocation], Outcome]:
    if call.words.version:
        return _version
    return _commands()[call.words.command or "desk"]


def _commands() -> Mapping[str, Callable[[Invocation], Outcome]]:
    from curator_app.cli import (
        asking,
        auditing,
        deciding,
        figures,
        finding,
        forgetting,
        homes,
        lineage,
        looking,
        memory,
        past,
        plain,
        suggesting,
        tracing,
    )

    return {
        "desk": homes.desk,
        "demo": homes.demo,
        "init": homes.init,
        "status": looking.status,
        "doctor": looking.doctor,
        "check": looking.check,
        "audit": auditing.audit,
        "notes": finding.notes,
        "index": finding.index,
        "trace": tracing.trace,
        "schema": looking.schema,
        "views": memory.views,
        "new": memory.new,
        "stats": figures.stats,
        "queue": looking.queue,
        "show": looking.show,
        "suggest": suggesting.suggest,
        "decide": deciding.decide,
        "review": plain.start,
        "staged": deciding.staged,
        "apply": deciding.apply,
        "undo": deciding.undo,
        "current": asking.ask,
        "at": asking.ask,
        "explain": asking.ask,
        "history": past.history,
        "lineage": lineage.run,
        "forget": forgetting.forget,
        "rescue": past.rescue,
    }


def _version(call: Invocation) -> Outcome:
    from importlib.metadata import version

    number = version("curator")
    return call.give({"version": number}, [f"curator {number}"])
