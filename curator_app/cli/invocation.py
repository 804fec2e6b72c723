"""One call of the command line: its words, its output form, its circumstances."""

from __future__ import annotations

import argparse
import json
import sys
from dataclasses import dataclass
from pathlib import Path

from curator_app import entrance
from curator_app.cli import errors
from curator_core.model.problem import Refusal
from curator_core.rules.visible import json_safe
from curator_core.service.caller import Caller
from curator_core.service.secrecy import masked, masked_all

Outcome = int
"""An exit number."""


OPEN = frozenset({"show", "rescue", "current", "at", "explain", "queue", "notes", "schema"})
"""Commands that give a note's own text, or a list of rows that are masked one by one."""
SHOWN = "show"
"""Gives programs the text as it lies there, and people dots for a secret, as the desk does."""


@dataclass(frozen=True, slots=True)
class Invocation:
    """The parsed call."""

    words: argparse.Namespace

    @property
    def as_json(self) -> bool:
        """Whether one JSON document is wanted."""
        return bool(getattr(self.words, "json", False))

    def home(self) -> Path | Refusal:
        """The Home that this call is about."""
        given = getattr(self.words, "home", None)
        found = entrance.find_home(None if given is None else Path(given))
        if found is None:
            return Refusal(
                "not-a-home",
                "there is no curator.toml here or in any folder above",
                "name a Home with -C, make one with `curator init DIR`, or try `curator demo`",
            )
        return found

    def caller(self) -> Caller | Refusal:
        """This call's circumstances, or why there are none."""
        home = self.home()
        if isinstance(home, Refusal):
            return home
        return entrance.caller(home, "cli", getattr(self.words, "reviewer", None))

    def anywhere(self) -> Caller:
        """Circumstances for what needs no Home."""
        return entrance.caller(Path.cwd(), "cli")

    def fail(self, refusal: Refusal) -> Outcome:
        """Report a refusal."""
        return errors.report(refusal, self.as_json)

    def ask(self, lines: list[str], question: str) -> str | None:
        """Show lines and a question on standard error, and read one line; None at the end of
        input. Both must be visible text already."""
        sys.stderr.write("".join(f"{line}\n" for line in lines))
        sys.stderr.write(question)
        sys.stderr.flush()
        answer = sys.stdin.readline()
        return answer.strip() if answer else None

    def give(self, document: object, lines: list[str], outcome: Outcome = errors.DONE) -> Outcome:
        """Print the document, or its lines, which must be visible text already."""
        closed = self.words.command not in OPEN
        if self.as_json:
            told = masked_all(document) if closed else document
            sys.stdout.write(json.dumps(json_safe(told)) + "\n")
        else:
            dots = closed or self.words.command == SHOWN
            told_lines = [masked(line) for line in lines] if dots else lines
            sys.stdout.write("".join(f"{line}\n" for line in told_lines))
        return outcome
