"""What must have been seen before tainted or dangerous text may become memory (FAULTS 2.7).

Tainted items, and those with a high flag, are approved only after their whole text was on the
screen and each high flag was acknowledged. Every decision that is staged passes `bars`, whatever
key, list, palette or dialog it came from.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rich.text import Text

from curator_app.tui.paint.alarms import untold
from curator_app.tui.paint.foreign import foreign, listed
from curator_app.tui.paint.wording import count
from curator_core.model.decision import Approve, Decision, Merge, Split
from curator_core.model.flag import Flag, Grade
from curator_core.model.proposal import Item, Lane
from curator_core.model.view import ItemView

if TYPE_CHECKING:
    from curator_app.tui.session import Session


@dataclass(frozen=True, slots=True)
class Alarm:
    """All high flags of one code on one line (None: of the whole text), acknowledged together."""

    code: str
    line: int | None
    flags: tuple[Flag, ...]

    @property
    def key(self) -> tuple[str, int | None]:
        """What tells the alarms of one item apart."""
        return self.code, self.line


@dataclass(frozen=True, slots=True)
class _Met:
    """An item as it was painted last."""

    shown_hash: str
    item_hash: str
    alarms: tuple[Alarm, ...]


def alarms(view: ItemView) -> tuple[Alarm, ...]:
    """The high flags of an item in the order of its text."""
    found: dict[tuple[str, int | None], list[Flag]] = {}
    for flag in untold(view):
        if flag.severity is Grade.HIGH:
            found.setdefault((flag.code, flag.line), []).append(flag)
    made = [Alarm(code, line, tuple(flags)) for (code, line), flags in found.items()]
    return tuple(sorted(made, key=lambda alarm: alarm.line or 0))


def tainted(item: Item) -> bool:
    """Whether an item's text came from outside."""
    return item.lane is Lane.QUARANTINED or bool(item.taint)


class Gate:
    """What was read and acknowledged in this run of the app, by shown hash."""

    def __init__(self) -> None:
        self._met: dict[str, _Met] = {}
        self._read: set[str] = set()
        self._whole: set[tuple[str, str]] = set()
        self._seen: dict[str, set[tuple[str, int | None]]] = {}

    def meet(self, view: ItemView) -> None:
        """An item is painted."""
        item = view.item
        self._met[item.item] = _Met(view.shown_hash, item.item_hash, alarms(view))

    def was_read(self, view: ItemView) -> None:
        """The item's whole text has been on the screen."""
        self._read.add(view.shown_hash)

    def saw(self, item: Item) -> None:
        """An item's text was read to its end as part of what is made of it."""
        self._whole.add((item.item, item.item_hash))

    def open_alarms(self, view: ItemView) -> tuple[Alarm, ...]:
        """The high flags that nobody acknowledged yet."""
        seen = self._seen.get(view.shown_hash, set())
        return tuple(alarm for alarm in alarms(view) if alarm.key not in seen)

    def acknowledge(self, view: ItemView, alarm: Alarm) -> None:
        """A person looked at a high flag."""
        self._seen.setdefault(view.shown_hash, set()).add(alarm.key)

    def acknowledged(self, view: ItemView) -> Collection[tuple[str, int | None]]:
        """The keys of the high flags that somebody looked at."""
        return frozenset(self._seen.get(view.shown_hash, ()))

    def missing(self, view: ItemView) -> Text | None:
        """What must still be seen before approving the shown item; None when nothing."""
        left = self.open_alarms(view)
        unread = view.shown_hash not in self._read
        if not left and not (unread and (tainted(view.item) or alarms(view))):
            return None
        word = "tainted" if tainted(view.item) else "flagged"
        parts = []
        if left:
            codes = listed(dict.fromkeys(alarm.code for alarm in left))
            said = f"{count(len(left), 'high flag')} (!): "
            parts.append(Text(said).append_text(codes))
        if unread:
            parts.append(Text("read it to the end (enter, G)"))
        return Text(f"{word}: ").append_text(Text("; ").join(parts))

    def cleared(self, item: Item, expect: str | None) -> bool:
        """Whether an item was seen whole as it is now; `expect` is what a decision is bound to."""
        met, read = self._met.get(item.item), (item.item, item.item_hash) in self._whole
        if met is None or met.item_hash != item.item_hash:
            return read or not tainted(item)
        seen = self._seen.get(met.shown_hash, set())
        if any(alarm.key not in seen for alarm in met.alarms):
            return False
        known = expect is None or expect == met.shown_hash
        read = read or (known and met.shown_hash in self._read)
        return read or not (tainted(item) or met.alarms)


def bars(session: Session, decision: Decision) -> Text | None:
    """Why a decision must not be staged: something that it makes memory was not seen whole."""
    if not isinstance(decision, Approve | Merge | Split) or _again(session, decision):
        return None
    for item in _about(session, decision):
        own = item.item == decision.item
        if not session.gate.cleared(item, decision.expect if own else None):
            name = foreign(item.title or item.item)
            return name.append(": open it, read it to its end (G), look at its high flags (!)")
    return None


def was_read(session: Session, decision: Decision) -> None:
    """What a decision makes was read to its end, and so were the texts that it is made of."""
    for item in _about(session, decision):
        session.gate.saw(item)


def _again(session: Session, decision: Decision) -> bool:
    """Whether such a decision about the item is staged already: only its note is changed."""
    staged = session.details.get(decision.item)
    return staged is not None and not staged.fallen and type(staged.choice) is type(decision)


def _about(session: Session, decision: Decision) -> Iterator[Item]:
    """The waiting items whose text a decision makes memory."""
    own = session.item(decision.item)
    if own is not None:
        yield own
    if isinstance(decision, Merge):
        wanted = {name.casefold() for name in decision.targets}
        for item in session.waiting:
            if item is not own and wanted.intersection(name.casefold() for name in item.notes):
                yield item
