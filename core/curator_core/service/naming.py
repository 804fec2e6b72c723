"""From what a person typed to one open item (CONTRACT 25)."""

from __future__ import annotations

from curator_core.model.problem import Refusal
from curator_core.model.proposal import Item
from curator_core.rules.items import Queue


def resolve(queue: Queue, text: str) -> Item | Refusal:
    """An item id (exact wins), a note id with one open item, or a unique prefix of either."""
    exact = queue.find(text)
    if exact is not None:
        return exact
    wanted = text.casefold()
    by_note = [item for item in queue.items if _names(item, wanted)]
    if by_note:
        return _only(by_note, text)
    return _only([item for item in queue.items if _starts(item, wanted)], text)


def _names(item: Item, wanted: str) -> bool:
    return any(note.casefold() == wanted for note in item.notes)


def _starts(item: Item, wanted: str) -> bool:
    names = (item.item, *item.notes)
    return bool(wanted) and any(name.casefold().startswith(wanted) for name in names)


def _only(found: list[Item], text: str) -> Item | Refusal:
    if len(found) == 1:
        return found[0]
    if not found:
        return Refusal(
            "unknown-item", f"no open item is called {text}", "see `curator queue` for what is open"
        )
    ids = tuple(item.item for item in found)
    names = ", ".join(f"{item.item} ({', '.join(item.notes or item.paths)})" for item in found)
    return Refusal("ambiguous-item", f"{text} could be {names}", "give the whole item id", ids=ids)
