"""How a note is being cut: which line goes where, what each part states, as text that is kept."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import Any

from curator_core.model.cutting import Head, Original
from curator_core.model.note import Relation
from curator_core.service import splitting

_STARTED = (Relation.STATE_CHANGE, Relation.REVOCATION, Relation.SCOPE_CHANGE)


@dataclass(frozen=True, slots=True)
class Cutting:
    """The part of each line, from 1 (0: of none); heads and whole texts that were typed, by part;
    the lines that may be in no part."""

    owners: tuple[int, ...]
    heads: Mapping[int, Head] = field(default_factory=dict)
    typed: Mapping[int, str] = field(default_factory=dict)
    given_up: tuple[str, ...] = ()

    @property
    def parts(self) -> tuple[int, ...]:
        """The parts there are, in order."""
        return tuple(sorted({owner for owner in self.owners if owner} | self.typed.keys()))

    def put(self, line: int, part: int) -> Cutting:
        """One line into a part, or (0) into none."""
        owners = [*self.owners]
        owners[line] = part
        return replace(self, owners=tuple(owners))

    def cut(self, line: int) -> Cutting | None:
        """A new part from a line on to the end of the part it stands in; None when there is no
        number left."""
        new = next((n for n in range(1, splitting.MOST + 1) if n not in self.parts), None)
        if new is None:
            return None
        owners, own = [*self.owners], self.owners[line]
        for at in range(line, len(owners)):
            if owners[at] != own:
                break
            owners[at] = new
        return replace(self, owners=tuple(owners))

    def lines(self, of: Original, part: int) -> tuple[str, ...]:
        """The original's lines in a part."""
        pairs = zip(of.lines, self.owners, strict=True)
        return tuple(line for line, owner in pairs if owner == part)


def begun(of: Original) -> Cutting:
    """By headings, or everything in one part."""
    fits = max(of.sections, default=1) <= splitting.MOST
    return Cutting(of.sections if fits else (1,) * len(of.sections))


def empty(of: Original, made: Cutting) -> tuple[int, ...]:
    """Parts that have no text."""
    return tuple(
        part
        for part in made.parts
        if part not in made.typed and not "".join(made.lines(of, part)).strip()
    )


def without_start(of: Original, made: Cutting) -> tuple[int, ...]:
    """Parts that replace another one from a time on that nobody said."""
    heads = ((part, head(of, made, part)) for part in made.parts if part not in made.typed)
    return tuple(
        part
        for part, stated in heads
        if stated.supersedes and stated.relation in _STARTED and stated.valid_from is None
    )


def head(of: Original, made: Cutting, part: int) -> Head:
    """What a part states: as typed, else by itself."""
    known = made.heads.get(part)
    return splitting.head_of(of, part, made.lines(of, part)) if known is None else known


def text(of: Original, made: Cutting, part: int) -> str:
    """A part's whole text."""
    typed = made.typed.get(part)
    if typed is not None:
        return typed
    return splitting.part(of, part, head(of, made, part), made.lines(of, part))


def left_out(of: Original, made: Cutting) -> tuple[str, ...]:
    """The lines that no part has."""
    return splitting.left_out(of, [text(of, made, part) for part in made.parts])


def as_text(shown: Head) -> str:
    """A head as lines to change."""
    rows = {
        "title": shown.title,
        "memory_key": shown.memory_key,
        "value": shown.value,
        "scope": shown.scope,
        "valid_from": shown.valid_from,
        "valid_to": shown.valid_to,
        "supersedes": ", ".join(shown.supersedes),
        "relation": None if shown.relation is None else shown.relation.value,
    }
    return "\n".join(f"{name}: {value or ''}".rstrip() for name, value in rows.items())


def from_text(typed: str, ids: Sequence[str]) -> Head | str:
    """A head from lines like `title: …`, or what is wrong with them. Another part may be named by
    its number."""
    found: dict[str, str] = {}
    for line in typed.splitlines():
        name, colon, value = line.partition(":")
        name = name.strip()
        if not line.strip():
            continue
        if not colon or name not in Head.__dataclass_fields__:
            return f"no field: {line.strip()}"
        found[name] = value.strip()
    relation = found.get("relation")
    if relation and relation not in set(Relation):
        return f"relation is one of {', '.join(Relation)}"
    names = [_named(name.strip(), ids) for name in found.get("supersedes", "").split(",")]
    return Head(
        title=found.get("title", ""),
        memory_key=found.get("memory_key") or None,
        value=found.get("value") or None,
        scope=found.get("scope") or None,
        valid_from=found.get("valid_from") or None,
        valid_to=found.get("valid_to") or None,
        supersedes=tuple(name for name in names if name),
        relation=Relation(relation) if relation else None,
    )


def _named(name: str, ids: Sequence[str]) -> str:
    digits = name.removeprefix("part").strip()
    if digits.isascii() and digits.isdecimal() and 0 < int(digits) <= len(ids):
        return ids[int(digits) - 1]
    return name


def dump(made: Cutting) -> str:
    """A cutting as text."""
    return json.dumps(asdict(made))


def load(kept: str, of: Original) -> Cutting | None:
    """What `dump` kept; None when it cannot be read, or is of another text."""
    try:
        table: dict[str, Any] = json.loads(kept)
        owners = tuple(int(each) for each in table["owners"])
        heads = {int(n): _head(each) for n, each in table["heads"].items()}
        typed = {int(n): str(each) for n, each in table["typed"].items()}
        given_up = tuple(str(each) for each in table["given_up"])
    except (ValueError, KeyError, TypeError, AttributeError):
        return None
    fits = len(owners) == len(of.lines) and set(owners) <= set(range(splitting.MOST + 1))
    return Cutting(owners, heads, typed, given_up) if fits else None


def _head(table: Mapping[str, Any]) -> Head:
    relation = table["relation"]
    return Head(
        **{
            **table,
            "supersedes": tuple(table["supersedes"]),
            "relation": None if relation is None else Relation(relation),
        }
    )
