"""Strict, string-first reading of a frontmatter block over YAML events (DESIGN §3).

Every scalar stays the text it is: no octal, sexagesimal, yes/no, date or float ever changes.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import yaml

from curator_core.model.problem import Problem
from curator_core.store import yaml_advice
from curator_core.store.yaml_findings import UnreadableError
from curator_core.store.yaml_walk import Block, Walk

_PURE: Any = yaml.SafeLoader
_FAST: Any = yaml.cyaml.CParser if yaml.__with_libyaml__ else _PURE  # type: ignore[attr-defined]
_NOTABLE = re.compile(
    r"[^\t\n\r\x20-\x22\x24-\x3b\x3d-\x7a\x7c-\x7e\xa0-\u2027\u202a-\ud7ff"
    r"\ue000-\ufefe\uff00-\ufffd\U00010000-\U0010ffff]"
)
"""`#`, `{`, `<`, U+FEFF and what no block may hold: blocks without them need fewer checks."""

_SIGNS = (" #", "\t#", "{{", "<%")
"""Comments and placeholders."""
_UNENDED = ("while scanning a quoted scalar", "while scanning a simple key")


def has_libyaml() -> bool:
    """Whether the fast C parser is there; the pure one is several times slower."""
    return bool(yaml.__with_libyaml__)


def parse_block(lines: Sequence[str], first: int, pure: bool = False) -> Block | Problem:
    """Read the lines between two fences; `first` is the 0-based file line of the first of them.

    A duplicate key keeps its first value. A key whose value holds a tag, anchor, alias, merge key,
    key that is not text, or too deep nesting is left out. Each is an error with line and column;
    a Problem in place of the Block means that nothing in it can be read. `pure` leaves libyaml
    aside: slower, stricter about tabs, the same values.
    """
    block = "".join(lines)
    notable = _NOTABLE.search(block) is not None
    odd = yaml_advice.odd_character(lines, first) if notable else None
    if odd is not None:
        return odd
    # libyaml counts three columns for U+FEFF.
    loader = _PURE if pure or (notable and "\ufeff" in block) else _FAST
    # The pure reader takes half surrogates.
    strict = loader is _PURE or (notable and any(sign in block for sign in _SIGNS))
    try:
        return Walk(loader(block).get_event, lines, first, strict).read()
    except UnreadableError as stop:
        return stop.problem
    except yaml.MarkedYAMLError as error:
        return _syntax(error, lines, first)
    except (yaml.YAMLError, ValueError, OverflowError) as error:
        return yaml_advice.syntax(str(error), (0, 0), lines, first)


def _syntax(error: yaml.MarkedYAMLError, lines: Sequence[str], first: int) -> Problem:
    """Where something was begun that never ends, or else where the reader stopped."""
    begun = error.context_mark if error.context in _UNENDED else None
    mark = begun or error.problem_mark
    place = (mark.line, mark.column) if mark else (0, 0)
    return yaml_advice.syntax(error.problem or "not understood", place, lines, first)
