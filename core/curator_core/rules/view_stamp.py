"""The last line of a view: how it was made, until when it is right, and that nobody edited it."""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass

NEVER = "never"

_LINE = re.compile(
    rb"<!-- curator-view recipe=(?P<recipe>[a-z]+/\d+) inputs=(?P<inputs>[0-9a-f]+)"
    rb" generation=(?P<generation>\d+) valid_until=(?P<until>\S+) body=(?P<body>[0-9a-f]+) -->\n?"
)


@dataclass(frozen=True, slots=True)
class Stamp:
    """What a stamp says. `valid_until` is an instant in UTC as text, None for never."""

    recipe: str
    inputs: str
    generation: int
    valid_until: str | None


@dataclass(frozen=True, slots=True)
class Stamped:
    """A file that ends with a stamp; `intact` when nothing before the stamp was changed since."""

    stamp: Stamp
    intact: bool


def stamped(body: str, stamp: Stamp) -> bytes:
    """The bytes of a view: the body, which ends with a line end, and the stamp."""
    data = body.encode("utf-8", "replace")
    line = (
        f"<!-- curator-view recipe={stamp.recipe} inputs={stamp.inputs} "
        f"generation={stamp.generation} valid_until={stamp.valid_until or NEVER} "
        f"body={_digest(data)} -->\n"
    )
    return data + line.encode("ascii")


def read(data: bytes) -> Stamped | None:
    """The stamp that a file ends with, None for a file without one."""
    start = data.rstrip(b"\n").rfind(b"\n") + 1
    found = _LINE.fullmatch(data[start:])
    if found is None:
        return None
    until = found["until"].decode("ascii", "replace")
    stamp = Stamp(
        found["recipe"].decode("ascii"),
        found["inputs"].decode("ascii"),
        int(found["generation"]),
        None if until == NEVER else until,
    )
    return Stamped(stamp, _digest(data[:start]) == found["body"].decode("ascii"))


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()[:32]
