"""Which screens are shown: from the queue of the sample Home, the keys that lead to each."""

from __future__ import annotations

from collections.abc import Mapping

Keys = tuple[str, ...]


def typed(words: str) -> Keys:
    """Type these words."""
    return tuple("space" if char == " " else char for char in words)


def found(words: str) -> Keys:
    """Put the cursor on the first row that holds these words."""
    return ("slash", *typed(words), "enter")


STAGED: Keys = (*found("Health check"), "a", *found("Standing permission"), "r", "5")
"""One approval and one rejection, staged."""

SHOTS: Mapping[str, Keys] = {
    "queue": (),
    "filter": ("f", *typed("origin:external -flag:H13"), "enter"),
    "marks": ("2", "space", "space", "v", "j", "j", "v", "semicolon"),
    "detail": (*found("Health check"), "enter"),
    "quarantine": (*found("Winter storage"), "Q"),
    "kind": (*found("Router at home"), "a"),
    "lineage": (*found("Winter storage"), "l", "1"),
    "three-way": (*found("Tone of mails"), "n", "m"),
    "split": (*found("Standing permission"), "s", "j", "j", "c"),
    "merge": (*found("Health check"), "space", "space", "M"),
    "chain": (*found("Router at home"), "t"),
    "investigate": ("i", "i", *typed("npm run deploy"), "enter"),
    "memory": ("b",),
    "reject": (*found("Standing permission"), "r"),
    "preview": (*STAGED, "w"),
    "history": (*STAGED, "w", "y", "o"),
    "stats": (*STAGED, "w", "y", "number_sign"),
    "forget": ("b", *found("Owner"), "Z"),
    "help": ("question_mark",),
}
"""Keys by the name of the picture."""
