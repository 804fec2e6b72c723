"""Which screens are shown: from the queue of the sample Home, the keys that lead to each."""

from __future__ import annotations

from collections.abc import Mapping

Keys = tuple[str, ...]


def found(words: str) -> Keys:
    """Put the cursor on the first row that holds these words."""
    return ("slash", *("space" if char == " " else char for char in words), "enter")


STAGED: Keys = (*found("Health check"), "a", *found("Standing permission"), "r", "5", "enter")
"""One approval and one rejection, staged."""

SHOTS: Mapping[str, Keys] = {
    "queue": (),
    "detail": (*found("Health check"), "enter"),
    "preview": (*STAGED, "w"),
    "help": ("question_mark",),
}
"""Keys by the name of the picture."""
