"""A key's old lines with a new value in them: quotes, comment, list form and indent are kept."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from curator_core.model.note import FieldValue
from curator_core.rules.rendering import as_read, inline, key_text, under

Items = tuple[FieldValue, ...]

_QUOTED = r'"(?:\\.|[^"\\])*"' + r"|'(?:''|[^'])*'"
_KEY = re.compile(rf"[ \t]*(?:(?:{_QUOTED})[ \t]*|[^\s'\"?&!].*?|\?\S.*?):(?=[ \t]|$)")
_QUOTED_VALUE = re.compile(_QUOTED)
_COMMENT = re.compile(r"[ \t]+#")
_FLOW_TOKEN = re.compile(rf"{_QUOTED}|[ \t]+#|[^\s'\"]+|.")
_FLOW_ITEM = re.compile(rf"(?:{_QUOTED}|[^,\[\]{{}}'\"]+)+")
_SPREAD_ITEM = re.compile(rf"([ \t]*)({_QUOTED}|[^\s,\[\]{{}}'\"#][^,\[\]{{}}'\"#]*?)(,?)[ \t]*")
_SUBKEY = re.compile(r"[ \t]*[^\s#-]")
_DASH = re.compile(r"([ \t]*-)([ \t]+|$)")


@dataclass(frozen=True, slots=True)
class _Old:
    """One key as it stands.

    `value` is the text on the key's own line, only its first character if it goes on below. `tail`
    is what follows there: a comment with the blanks before it, or the rest of what goes on below.
    `below` are all further lines.
    """

    head: str
    blanks: str
    value: str
    tail: str
    below: tuple[str, ...]
    newline: str

    @property
    def quote(self) -> str:
        return _quote(self.value)

    @property
    def goes_on(self) -> bool:
        return bool(self.value and self.below)

    @property
    def comment(self) -> str:
        return self.tail if "#" in self.tail and not self.goes_on else ""


def line_end(line: str) -> str:
    """The line end of a line, "" for a last line without one."""
    return line[len(line.rstrip("\r\n")) :]


def indent(line: str) -> str:
    """The blanks that a line begins with."""
    return line[: len(line) - len(line.lstrip(" "))]


def restyle(key: str, lines: Sequence[str], old: FieldValue, new: FieldValue) -> list[str]:
    """The lines of `key` with the value `new`; `old` is the value that `lines` were read as."""
    before = _parts(key, lines)
    if isinstance(new, (tuple, list)):
        return _with_list(before, old if isinstance(old, tuple) else None, tuple(new))
    if isinstance(new, Mapping) and new and not before.value.startswith("{"):
        return _with_mapping(before, old if isinstance(old, Mapping) else {}, new)
    return [_line(before, inline(new, before.quote))]


def _parts(key: str, lines: Sequence[str]) -> _Old:
    newline = line_end(lines[0])
    first = lines[0].rstrip("\r\n")
    found = _KEY.match(first)
    if found is None:
        return _Old(f"{indent(first)}{key_text(key)}:", " ", "", "", (), newline)
    head, rest, below = found.group(), first[found.end() :], tuple(lines[1:])
    start = len(rest) - len(rest.lstrip(" \t"))
    if rest[start:][:1] in ("", "#"):
        return _Old(head, " ", "", rest, below, newline)
    if below:
        return _Old(head, rest[:start], rest[start], rest[start + 1 :], below, newline)
    end = _value_end(rest, start)
    tail = f" {rest[end:]}" if rest[end:].startswith("#") else rest[end:]
    return _Old(head, rest[:start], rest[start:end], tail, (), newline)


def _value_end(rest: str, start: int) -> int:
    """Where a value on one line ends and blanks or a comment begin."""
    quoted = _QUOTED_VALUE.match(rest, start)
    if quoted is not None:
        return quoted.end()
    end = len(rest.rstrip(" \t"))
    if rest[start] in "[{":
        tokens = _FLOW_TOKEN.finditer(rest, start)
        return next((t.start() for t in tokens if _COMMENT.fullmatch(t.group())), end)
    comment = _COMMENT.search(rest, start)
    return comment.start() if comment else end


def _line(old: _Old, text: str) -> str:
    tail = old.tail if old.value else old.comment
    return f"{old.head}{old.blanks}{text}{'' if old.goes_on else tail}{old.newline}"


def _fresh(old: _Old, new: FieldValue) -> list[str]:
    base = indent(old.head)
    filled = (line for line in old.below if line.strip() and not line.lstrip().startswith("#"))
    dent = indent(next(filled, ""))
    if len(dent) <= len(base):
        dent = base + "  "
    lines = under(old.head, new, old.comment, dent)
    return [line + old.newline for line in lines]


def _with_list(old: _Old, items: Items | None, new: Items) -> list[str]:
    if old.value == "[" and new:
        return _spread(old, items or (), new) or [_line(old, inline(new))]
    if old.value.startswith("["):
        return [_line(old, _flow(old.value, items or (), new))]
    if not new:
        return [_line(old, "[]")]
    groups = [] if old.value else _groups(old.below, _DASH)
    if items is None or len(groups) != len(items) or not groups:
        return _fresh(old, new)
    return [old.head + old.tail + old.newline, *_reused(groups, items, new)]


def _with_mapping(
    old: _Old, fields: Mapping[str, FieldValue], new: Mapping[str, FieldValue]
) -> list[str]:
    """A mapping on lines of its own; keys that keep their value keep their lines."""
    groups = [] if old.value else _groups(old.below, _SUBKEY)
    if not groups or len(groups) != len(fields):
        return _fresh(old, new)
    lines = [old.head + old.tail + old.newline]
    known = dict(zip(fields, groups, strict=True))
    dent = indent(next(line for line in groups[0] if _SUBKEY.match(line)))
    for key, value in new.items():
        if key in known and fields[key] == as_read(value):
            lines += known[key]
        else:
            lines.append(f"{dent}{key_text(key)}: {inline(value)}{old.newline}")
    return lines


def _spread(old: _Old, items: Items, new: Items) -> list[str]:
    """A list in brackets with one item on each line; no lines if it is written another way."""
    *body, last = old.below
    found = [_SPREAD_ITEM.fullmatch(line.rstrip("\r\n")) for line in body]
    matches = [match for match in found if match]
    spelled = [match[2] for match in matches]
    whole = len(items) == len(matches) == len(body) > 0 and last.strip() == "]"
    if old.tail.strip() or not whole or not all(map(_spells, spelled, items)):
        return []
    texts = [_spelling(item, spelled, items) for item in new]
    ends = [","] * (len(texts) - 1) + [matches[-1][3]]
    dent = matches[0][1]
    lines = [f"{dent}{text}{end}{old.newline}" for text, end in zip(texts, ends, strict=True)]
    return [f"{old.head}{old.blanks}[{old.tail}{old.newline}", *lines, last]


def _flow(text: str, items: Items, new: Items) -> str:
    """A list in brackets; items that stay keep their own spelling."""
    inside = text[1:-1]
    spelled = [part.strip() for part in _FLOW_ITEM.findall(inside) if part.strip()]
    if len(spelled) != len(items) or not all(map(_spells, spelled, items)):
        spelled, items = [], ()
    texts = [_spelling(item, spelled, items) for item in new]
    alone = len(texts) == 1 and texts[0].startswith("[")
    pad = " " if texts and (inside.startswith(" ") or alone) else ""
    return f"[{pad}{', '.join(texts)}{pad}]"


def _spelling(item: FieldValue, spelled: list[str], items: Items) -> str:
    """An item of brackets: as it was spelled, else quoted like the first one."""
    place = _index(items, as_read(item), 0)
    quote = _quote(spelled[0]) if spelled else ""
    return inline(item, quote, flow=True) if place is None else spelled[place]


def _spells(text: str, item: FieldValue) -> bool:
    """Whether a text is the whole spelling of a plain or quoted item."""
    return text == item or _QUOTED_VALUE.fullmatch(text) is not None


def _groups(below: Sequence[str], starts: re.Pattern[str]) -> list[list[str]]:
    """The lines of each item of a block value, with comments above it; none for other values.

    An item begins where `starts` matches at the first item's indent.
    """
    groups: list[list[str]] = []
    pending: list[str] = []
    dent: str | None = None
    for line in below:
        if starts.match(line.rstrip("\r\n")) and dent in (None, indent(line)):
            dent = indent(line)
            groups.append([*pending, line])
            pending = []
        elif not groups or not line.strip() or line.lstrip().startswith("#"):
            pending.append(line)
        else:
            groups[-1] += [*pending, line]
            pending = []
    return [] if pending else groups


def _reused(groups: list[list[str]], items: Items, new: Items) -> list[str]:
    """Items that stay keep their lines; new ones look like the first old one."""
    model = next(line for line in groups[0] if _DASH.match(line.rstrip("\r\n")))
    found = _DASH.match(model.rstrip("\r\n"))
    assert found is not None, "BUG: a group holds its dash"
    dash = found.group(1) + (found.group(2) or " ")
    quote = _quote(model[found.end() :])
    lines: list[str] = []
    for item, place in zip(new, _matches(items, _as_items(new)), strict=True):
        if place is None:
            lines.append(f"{dash}{inline(item, quote)}{line_end(model)}")
        else:
            lines += groups[place]
    return lines


def _as_items(new: Items) -> Items:
    """The items as they are read back."""
    return tuple(as_read(item) for item in new)


def _matches(items: Items, new: Items) -> list[int | None]:
    """For each new item the old one that stays in its place: both ends first, then in order."""
    short = min(len(items), len(new))
    head = next((n for n in range(short) if items[n] != new[n]), short)
    rest = short - head
    tail = next((n for n in range(rest) if items[-1 - n] != new[-1 - n]), rest)
    places: list[int | None] = list(range(head))
    start, stop = head, len(items) - tail
    for item in new[head : len(new) - tail]:
        place = _index(items[:stop], item, start)
        places.append(place)
        start = start if place is None else place + 1
    return places + list(range(stop, len(items)))


def _index(items: Items, item: FieldValue, start: int) -> int | None:
    return next((place for place in range(start, len(items)) if items[place] == item), None)


def _quote(text: str) -> str:
    return text[:1] if text[:1] in ("'", '"') else ""
