"""The one table from refusal codes to exit numbers, and how errors are printed (CONTRACT 35)."""

from __future__ import annotations

import json
import sys

from curator_core.model.problem import Refusal
from curator_core.rules.visible import json_safe, path_text, visible
from curator_core.service import secrecy
from curator_core.service.secrecy import masked

DONE, FINDINGS, USAGE, STALE, REFUSED, UNUSABLE = range(6)

EXITS = {
    USAGE: ("usage", "unknown-item", "ambiguous-item", "unknown-decision", "time-form"),
    STALE: (
        "stale",
        "conflict",
        "base-moved",
        "dead",
        "has-dependents",
        "merge-validity",
        "staged-differs",
        "decided-otherwise",
    ),
    UNUSABLE: (
        "not-a-home",
        "inside-repository",
        "bare",
        "unborn",
        "detached",
        "in-progress",
        "index-locked",
        "busy",
        "no-identity",
        "object-format",
        "unsafe-owner",
        "io",
    ),
}
"""Codes by exit number; every other code is a refusal by validation, exit 4."""

_BY_CODE = {code: number for number, codes in EXITS.items() for code in codes}


def exit_code(refusal: Refusal) -> int:
    """The exit number of a refusal."""
    return _BY_CODE.get(refusal.code, REFUSED)


def as_json(refusal: Refusal) -> dict[str, object]:
    """The error document."""
    return {
        "error": {
            "code": refusal.code,
            "message": refusal.message,
            "hint": refusal.hint,
            "path": refusal.path,
            "line": refusal.line,
            "column": refusal.column,
            "field": refusal.field,
            "ids": list(refusal.ids),
        }
    }


def report(refusal: Refusal, as_document: bool) -> int:
    """Print an error to stderr, without any secret, and give its exit number."""
    if as_document:
        told = secrecy.masked_refusal(refusal)
        sys.stderr.write(json.dumps(json_safe(as_json(told))) + "\n")
        return exit_code(refusal)
    where = place(refusal)
    sys.stderr.write(f"curator: {where}{visible(masked(refusal.message))} [{refusal.code}]\n")
    if refusal.hint:
        sys.stderr.write(f"  next: {visible(masked(refusal.hint))}\n")
    return exit_code(refusal)


def place(refusal: Refusal) -> str:
    """`path:line:column: ` as far as known."""
    if refusal.path is None:
        return ""
    parts = [str(path_text(masked(refusal.path)))]
    parts += [str(n) for n in (refusal.line, refusal.column) if n is not None]
    return ":".join(parts) + ": "
