"""Flags as JSON and as words."""

from __future__ import annotations

from collections.abc import Iterable

from curator_core.model.flag import Flag
from curator_core.rules.visible import visible

Lines = list[str]


def document(flag: Flag) -> dict[str, object]:
    """A flag for scripts; `line` and `column` are 1-based, the end is behind the mark."""
    return {
        "code": flag.code,
        "severity": flag.severity.value,
        "line": flag.line,
        "column": flag.column,
        "text": flag.text,
        "rule": flag.rule,
        "why": flag.why,
        "decoded": flag.decoded,
        "end_line": flag.end_line,
        "end_column": flag.end_column,
        "ids": list(flag.ids),
        "path": flag.path,
    }


def spoken(flags: Iterable[Flag]) -> Lines:
    """Each flag on one line, with its place, code and weight."""
    lines: Lines = []
    for flag in flags:
        at = "" if flag.line is None else f"line {flag.line:d}: "
        lines.append(f"flag: {at}{visible(flag.said)} [{visible(flag.code)} {flag.severity.value}]")
    return lines
