"""What to do next, in keys of the desk where the core says it in commands."""

from __future__ import annotations

from collections.abc import Mapping

_KEYS: Mapping[tuple[str, str], str] = {
    ("no-source", "--confirm"): "e adds a source, or a asks to confirm it",
    ("secret", "--redact"): "z redacts it, r rejects it, or a asks to confirm it",
    ("merge-validity", "--result"): "e writes it",
    ("scope-mismatch", "--scope"): "s says where it lies",
    ("ignored", "--confirm"): "a asks to confirm it, or mend .gitignore",
    ("relation-required", "--relation"): "a asks for the kind of update",
    ("slot-collision", "--valid-to"): "a asks for the kind of update",
    ("conflict", "--pick"): "choose a side for each in the three-way screen (m)",
    ("conflict", "`curator forget "): (
        "read it in the memory (b), Z forgets it there; or reject this (r)"
    ),
}
"""The next step by what is wrong and by the option or command that the hint names for it."""


def hint(code: str, said: str) -> str:
    """A hint as it helps here; as it was said where no key does it."""
    fit = (keys for (wrong, names), keys in _KEYS.items() if wrong == code and names in said)
    return next(fit, said)
