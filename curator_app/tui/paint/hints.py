"""What to do next, in keys of the desk where the core says it in commands."""

from __future__ import annotations

from collections.abc import Mapping

_KEYS: Mapping[str, str] = {
    "no-source": "e adds a source, or a asks to confirm it",
    "secret": "z redacts it, r rejects it, or a asks to confirm it",
    "merge-validity": "e writes it",
    "scope-mismatch": "s says where it lies",
    "ignored": "a asks to confirm it, or mend .gitignore",
    "relation-required": "a asks for the kind of update",
    "slot-collision": "a asks for the kind of update",
    "conflict": "read it in the memory (b), Z forgets it there; or reject this (r)",
}
"""The next step by what is wrong, only where the hint names a command or one of its options."""


def hint(code: str, said: str) -> str:
    """A hint as it helps here; as it was said where no key does it."""
    if "--" not in said and "`curator " not in said:
        return said
    return _KEYS.get(code, said)
