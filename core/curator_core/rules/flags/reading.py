"""A proposed text as the flag rules read it, and what a rule raises."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import IntEnum

from curator_core.model.files import NoteFile, NoteText, Place
from curator_core.model.flag import Grade
from curator_core.model.note import Modality, Note, Origin
from curator_core.rules.flags.undressed import Layers, undressed
from curator_core.rules.folded_copy import Copy, lettered

TEXTUAL = frozenset(
    {
        *("title", "description", "value", "subject", "memory_key", "tags", "signals"),
        *("applies_when", "recipe"),
    }
)
"""Fields that hold a proposer's own words."""
NAMED = frozenset({"id", "scope", "sources", "supersedes"})
"""Fields that hold names."""


class Trust(IntEnum):
    """Whose words a text says it holds: it decides how much an order in it weighs.

    OUTSIDE: external or tainted, in quarantine, or quoted. AGENT: by an agent, a job, an import.
    PERSON: by the user. It is the note's own claim, so what overrides other orders weighs anyway.
    """

    OUTSIDE = 0
    AGENT = 1
    PERSON = 2


@dataclass(frozen=True, slots=True)
class Raised:
    """What a rule saw: `[start, end)` of the raw text; `start` None where it has no such place.

    `text` replaces the marked text where that must not be repeated or is none.
    """

    code: str
    grade: Grade
    rule: str
    start: int | None = None
    end: int | None = None
    text: str | None = None
    decoded: str | None = None
    ids: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Segment:
    """A part of the raw text, `[start, end)`; `field` names the header field, None in the body."""

    start: int
    end: int
    field: str | None


@dataclass(frozen=True, slots=True)
class Reading:
    """A text with its folded copy, its parts and whose words it is.

    `words` is the copy in plain words, in which orders are looked for.
    """

    raw: str
    copy: Copy
    words: Layers
    segments: tuple[Segment, ...]
    note: Note | None
    trust: Trust

    def of_field(self, name: str) -> Segment | None:
        """Where a header field stands."""
        return next((each for each in self.segments if each.field == name), None)

    @property
    def body(self) -> Segment:
        """Where the body stands; the whole text where there is no header."""
        return self.segments[-1]

    def own_words(self) -> Iterator[Segment]:
        """The parts that hold a proposer's own words."""
        for each in self.segments:
            if each.field is None or each.field in TEXTUAL or self.is_extra(each.field):
                yield each

    def is_extra(self, name: str) -> bool:
        """Whether a header field is one that the schema does not know."""
        return self.note is not None and name in self.note.extra


def read(file: NoteFile, tainted: bool = False, pretends: bool = False) -> Reading:
    """A file ready for the rules; bytes that are no text are read as far as they go.

    What is `tainted` counts as from outside. What `pretends` to be reviewed is not believed to be a
    person's words either.
    """
    raw = file.data.decode("utf-8", "surrogateescape") if file.text is None else file.text.raw
    segments = (Segment(0, len(raw), None),) if file.text is None else _segments(file.text)
    trust = Trust.OUTSIDE if tainted else trust_of(file)
    trust = min(trust, Trust.AGENT) if pretends else trust
    copy = lettered(raw)
    return Reading(raw, copy, undressed(copy), segments, file.note, trust)


def trust_of(file: NoteFile) -> Trust:
    """Whose words a note says it holds."""
    entry = file.entry
    quoted = entry.modality == Modality.QUOTED
    if entry.place is Place.QUARANTINE or entry.taint or entry.origin == Origin.EXTERNAL or quoted:
        return Trust.OUTSIDE
    if file.text is None or entry.origin is None:
        return Trust.OUTSIDE if entry.place is not Place.NOTES else Trust.AGENT
    return Trust.PERSON if entry.origin == Origin.USER else Trust.AGENT


def _segments(text: NoteText) -> tuple[Segment, ...]:
    starts = [0]
    for line in text.lines:
        starts.append(starts[-1] + len(line))
    fields = [Segment(starts[s.start], starts[s.end], s.key) for s in text.spans]
    return (*fields, Segment(starts[text.body_start], starts[-1], None))


_SENTENCE_END = re.compile(
    r"[.!?]+(?=[\s\"')\]]|$)|[\u3002\uff61\u061f\u061b]|[!?;](?=[^\x00-\x7f])|\n[^\S\n]*\n|"
    r"\n(?=\s*(?:[-*+>#|]|\d+[.)])\s)"
)


def sentences(text: str) -> Sequence[int]:
    """The ends of the sentences of a folded text, the text's own end last."""
    return [*(match.end() for match in _SENTENCE_END.finditer(text)), len(text)]
