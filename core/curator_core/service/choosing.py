"""Decisions from words: command-line options and batch lines (CONTRACT 29)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from curator_core.model.decision import Decision
from curator_core.model.problem import Refusal
from curator_core.store import choices


def from_table(table: Mapping[str, Any]) -> Decision | Refusal:
    """A decision from keys as in CONTRACT 29 with `_`; wrong words are a usage error."""
    try:
        return choices.from_table(table)
    except ValueError as error:
        return Refusal("usage", str(error), "see `curator decide --help`")
