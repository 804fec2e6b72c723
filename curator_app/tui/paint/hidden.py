"""What a reviewer cannot see in a text: hidden characters, what they spell, far-off text."""

from __future__ import annotations

from collections.abc import Iterator

from rich.text import Text

from curator_app.tui.paint.foreign import foreign
from curator_app.tui.paint.ink import Ink
from curator_app.tui.paint.sheet import SheetLine, entry
from curator_app.tui.paint.wording import count
from curator_core.model.view import ItemView
from curator_core.rules import concealed, encoded, visible

LISTED_MAX = 200
"""How many hidden characters are listed one by one."""
LOOKED = 100_000
"""Characters of a text in which encoded runs are looked for: longer ones would hold up keys."""


def lines(view: ItemView, *, codes: bool) -> Iterator[SheetLine]:
    """The count of hidden characters, with `codes` each of them; what they spell; long blanks."""
    found = _texts(view)
    total = sum(len(characters) for _, characters in found)
    if total:
        key = "h hides the list" if codes else "h lists them"
        said = Text.assemble((count(total, "hidden character"), Ink.BAD), f"  ({key})")
        yield entry("hidden", said, ink=Ink.BAD)
    if codes:
        yield from _listed(found)
    yield from _spelled(view.proposed_text)
    yield from _encoded(view.proposed_text)
    for stretch in concealed.stretches(view.proposed_text):
        said = _stretch(stretch)
        yield entry("look", said, ink=Ink.WARN)


_Found = list[tuple[Text, list[visible.Hidden]]]


def _texts(view: ItemView) -> _Found:
    """Hidden characters by the text they stand in; of fields what the file spells otherwise."""
    found = [(Text("text"), _unexpected(view.proposed_text))]
    for row in view.fields:
        if row.proposed and row.proposed not in view.proposed_text:
            found.append((Text.assemble("field ", foreign(row.name)), _unexpected(row.proposed)))
    for name in view.item.paths:
        found.append((Text("file name"), _unexpected(name)))
    return [(where, characters) for where, characters in found if characters]


def _unexpected(text: str) -> list[visible.Hidden]:
    if text.isascii() and text.isprintable():
        return []
    return [each for each in visible.hidden(text) if not each.expected]


def _listed(found: _Found) -> Iterator[SheetLine]:
    left = LISTED_MAX
    for where, characters in found:
        for each in characters[:left]:
            place = f" line {each.line}, column {each.column}: U+{each.codepoint:04X} {each.name}"
            yield entry("", Text.assemble(where, foreign(place)))
        left -= min(left, len(characters))
    rest = sum(len(characters) for _, characters in found) - LISTED_MAX
    if rest > 0:
        yield entry("", Text(f"and {rest} more", Ink.DIM))


def _spelled(text: str) -> Iterator[SheetLine]:
    for each in concealed.decoded(text):
        if not each.flag:
            said = Text.assemble(f"by {each.channel.value}: ", foreign(each.text, Ink.BAD))
            yield entry("spells", said, ink=Ink.BAD)


def _encoded(text: str) -> Iterator[SheetLine]:
    """What runs of base64, hex, percent codes, entities and rot13 say."""
    for each in encoded.encoded(text[:LOOKED]):
        how = " in ".join(way.value for way in (*reversed(each.inner), each.encoding))
        place = f"by {how}, line {each.line}, column {each.column}: "
        yield entry("spells", Text.assemble(place, foreign(each.text, Ink.BAD)), ink=Ink.WARN)
    if len(text) > LOOKED:
        said = Text(f"encoded text is looked for in the first {LOOKED:d} characters only", Ink.WARN)
        yield entry("look", said, ink=Ink.WARN)


def _stretch(stretch: concealed.Stretched) -> Text:
    match stretch.kind:
        case concealed.Stretch.BLANKS:
            what = f"{stretch.length} blanks in a row"
        case concealed.Stretch.LINE:
            what = f"one line of {stretch.length} characters"
    return Text(f"{what}, line {stretch.line}, column {stretch.column}", Ink.WARN)
