"""One strict walk over the YAML events of a block: text-first values, key spans, findings."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from yaml.events import (
    AliasEvent,
    CollectionEndEvent,
    CollectionStartEvent,
    MappingEndEvent,
    MappingStartEvent,
    ScalarEvent,
    SequenceEndEvent,
    SequenceStartEvent,
    StreamEndEvent,
)

from curator_core.model.files import KeySpan
from curator_core.model.note import FieldValue
from curator_core.model.problem import Problem
from curator_core.rules.rendering import resolves
from curator_core.store import yaml_advice
from curator_core.store.yaml_findings import Findings, UnreadableError

DEPTH_LIMIT = 20
"""Deepest nesting of lists and mappings that is read, the block itself counted."""

DEPTH_STOP = 200
"""Nesting at which the whole block is given up, so that reading takes bounded time."""

_NULLS = frozenset(("", "~", "null", "Null", "NULL"))
_LONG = ("|", ">")
_SURROGATE = re.compile(r"[\ud800-\udfff]")
_CUT = re.compile(r"[ \t]+#[^\s#]")
_KEPT_BLANKS = re.compile(r"[|>][0-9]?\+")
_ONE_DOCUMENT = "keep one set of fields between the two fences"


@dataclass(frozen=True, slots=True)
class Block:
    """What a block says; spans are in file lines, problems leave the other fields readable."""

    fields: dict[str, FieldValue]
    spans: tuple[KeySpan, ...]
    problems: tuple[Problem, ...]


# Notes of one Home have the same keys on the same lines.
_span = lru_cache(maxsize=8192)(KeySpan)


@lru_cache(maxsize=4096)
def _is_text(key: str) -> bool:
    return not resolves(key)


class Walk:
    """One pass over the events of one block; `following` gives the next event.

    Unless `strict`, the block holds no comment, placeholder or half surrogate: a scalar in it is
    its own value if it is neither marked nor null.
    """

    def __init__(
        self, following: Callable[[], Any], lines: Sequence[str], first: int, strict: bool
    ) -> None:
        block = "".join(lines)
        self._next, self._block, self._lines, self._first = following, block, lines, first
        self._comments = strict and (" #" in block or "\t#" in block)
        self._templates = strict and ("{{" in block or "<%" in block)
        self._bare = not strict
        self._found = Findings(first)
        self._tail: Any = None

    def read(self) -> Block:
        """All fields of the block; raises what `parse_block` turns into a Problem."""
        self._next()
        start = self._next()
        if type(start) is StreamEndEvent:
            return Block({}, (), ())
        found = self._found
        if start.explicit:
            found.stop(start, "yaml", "a document marker stands inside the block", _ONE_DOCUMENT)
        root = self._next()
        if type(root) is not MappingStartEvent or root.flow_style or root.tag or root.anchor:
            raise UnreadableError(yaml_advice.root(_kind(root), found.place(root), self._lines))
        fields, spans = self._top_level()
        self._next()
        event = self._next()
        if type(event) is not StreamEndEvent:
            found.stop(event, "yaml", "a second document starts inside the block", _ONE_DOCUMENT)
        return Block(fields, tuple(spans), tuple(found.problems))

    def _top_level(self) -> tuple[dict[str, FieldValue], list[KeySpan]]:
        bare, following, found, first = self._bare, self._next, self._found, self._first
        fields: dict[str, FieldValue] = {}
        seen: dict[str, int] = {}
        spans: list[KeySpan] = []
        value: FieldValue
        while type(head := following()) is not MappingEndEvent:
            kind: type = type(head)
            if kind is ScalarEvent and head.tag is head.anchor is None and _is_text(head.value):
                key = head.value
            else:
                found.key = None
                key = self._key(head, 1)
            event = following()
            kind = type(event)
            if (
                bare
                and kind is ScalarEvent
                and event.value not in _NULLS
                and event.style not in _LONG
                and event.tag is event.anchor is None
            ):
                value, end = event.value, event.end_mark.line + 1
            else:
                found.key, self._tail = key, head
                value, end = self._value(event, 1), self._end()
            whole, found.whole = found.whole, True
            if key is None:
                continue
            spans.append(_span(key, first + head.start_mark.line, first + end))
            if key in seen:
                found.duplicate(head, seen[key], key)
                continue
            seen[key] = head.start_mark.line
            if whole:
                fields[key] = value
        return fields, spans

    def _key(self, event: Any, depth: int) -> str | None:
        """The key as text; None for one that is not text, which is reported."""
        if type(event) is not ScalarEvent:
            self._found.no_text_key(event)
            self._value(event, depth)
            return None
        if event.tag is not None or event.anchor is not None:
            self._found.marks(event)
        key: str = event.value
        if event.implicit[0] and not _is_text(key):
            self._found.no_text_key(event)
            return None
        return key

    def _value(self, event: Any, depth: int) -> FieldValue:
        kind = type(event)
        if kind is ScalarEvent:
            if self._bare and event.value not in _NULLS and event.tag is event.anchor is None:
                self._tail = event
                return event.value
            return self._scalar(event)
        if kind is AliasEvent:
            self._tail = event
            self._found.alias(event)
            return None
        if depth >= DEPTH_LIMIT:
            self._skip(event)
            return None
        if event.tag is not None or event.anchor is not None:
            self._found.marks(event)
        if kind is SequenceStartEvent:
            return self._sequence(event, depth + 1)
        return self._mapping(event, depth + 1)

    def _scalar(self, event: Any) -> str | None:
        text: str = event.value
        if event.tag is not None or event.anchor is not None:
            self._found.marks(event)
        elif event.implicit[0]:
            if self._comments:
                self._warn_of_cut(event)
            if text in _NULLS:
                self._null(event)
                return None
        self._tail = event
        if self._templates:
            self._check_template(event)
        if event.style == '"' and _SURROGATE.search(text):
            self._found.leave_out(event, "surrogate", "half of a surrogate pair is no text")
        return text

    def _null(self, event: Any) -> None:
        """An empty value stands on its key's or dash's line; a missing one stands nowhere."""
        end = event.end_mark.index
        if event.value or self._block[end - 1 : end] in ("-", ":"):
            self._tail = event

    def _sequence(self, start: Any, depth: int) -> FieldValue:
        items = []
        while type(event := self._next()) is not SequenceEndEvent:
            items.append(self._value(event, depth))
        if not start.flow_style:
            return tuple(items)
        self._tail = event
        if len(items) == 1 and isinstance(items[0], tuple) and len(items[0]) == 1:
            return self._link(start, items[0][0]) or tuple(items)
        return tuple(items)

    def _link(self, start: Any, name: FieldValue) -> str | None:
        """`[[name]]` if that is how the list in a list stands in the text, else None."""
        link = f"[[{name}]]"
        if self._block[start.start_mark.index : self._tail.end_mark.index] != link:
            return None
        self._found.link(start, link)
        return link

    def _mapping(self, start: Any, depth: int) -> dict[str, FieldValue]:
        fields: dict[str, FieldValue] = {}
        lines: dict[str, int] = {}
        while type(event := self._next()) is not MappingEndEvent:
            if type(event) is MappingStartEvent and self._braces(start):
                self._found.stop_at_template(start)
            self._tail = event
            key = self._key(event, depth)
            value = self._value(self._next(), depth)
            if key in fields:
                self._found.duplicate(event, lines[key], self._found.key)
            elif key is not None:
                fields[key], lines[key] = value, event.start_mark.line
        if start.flow_style:
            self._tail = event
        return fields

    def _skip(self, event: Any) -> None:
        """Pass over a node that lies too deep, without a stack that its depth could exhaust."""
        message = f"lists and mappings are nested deeper than {DEPTH_LIMIT}"
        hint = "flatten the value or move it into the body"
        self._found.leave_out(event, "too-deep", message, hint)
        depth = 0
        while True:
            depth += isinstance(event, CollectionStartEvent)
            depth -= isinstance(event, CollectionEndEvent)
            if depth + DEPTH_LIMIT > DEPTH_STOP:
                self._found.stop(event, "yaml", message, hint)
            if event.start_mark.index < event.end_mark.index:  # no end by indentation alone
                self._tail = event
            if depth == 0:
                return
            event = self._next()

    def _end(self) -> int:
        """The block line after the last content line of the value read last."""
        mark = self._tail.end_mark
        if type(self._tail) is ScalarEvent and self._tail.style in _LONG:
            return self._end_of_text(mark.line + (mark.column > 0))
        end: int = mark.line + 1
        return end

    def _end_of_text(self, end: int) -> int:
        """A block scalar ends before its trailing blank lines unless it keeps them (`+`)."""
        mark = self._tail.start_mark
        if _KEPT_BLANKS.search(self._lines[mark.line], mark.column):
            return end
        filled = (line for line in self._lines[mark.line + 1 : end] if line.strip())
        indent = next((len(line) - len(line.lstrip(" ")) for line in filled), len(self._block))
        while end > mark.line + 1:
            line = self._lines[end - 1].rstrip("\r\n")
            if line.strip(" ") or len(line) > indent:
                break
            end -= 1
        return end

    def _braces(self, mapping: Any) -> bool:
        return mapping.flow_style and self._block.startswith("{{", mapping.start_mark.index)

    def _check_template(self, event: Any) -> None:
        text = event.value.strip()
        if text.startswith(("<%", "{{")) and text.endswith(("%>", "}}")):
            if event.implicit[0]:
                self._found.stop_at_template(event)
            self._found.placeholder(event)

    def _warn_of_cut(self, event: Any) -> None:
        mark = event.end_mark
        for line in self._lines[mark.line : mark.line + 1]:
            if _CUT.match(line, mark.column):
                self._found.cut(event)


def _kind(root: Any) -> str:
    match root:
        case SequenceStartEvent():
            return "list"
        case ScalarEvent():
            return "scalar"
        case MappingStartEvent(flow_style=True):
            return "braces"
        case _:
            return "marked"
