"""The exact bytes of a file, escaped: every hidden code point, every line end."""

from __future__ import annotations

from collections.abc import Iterator

from rich.text import Text

from curator_app.tui.paint.foreign import foreign, foreign_lines, path
from curator_app.tui.paint.ink import Ink
from curator_app.tui.paint.sheet import Sheet, SheetLine, entry, head, sheet
from curator_app.tui.paint.wording import count
from curator_core.model.view import ItemView

_BYTES = "<U+DCxx> is a byte xx that is not UTF-8"


def raw(view: ItemView) -> Sheet:
    """The file of an item as it lies there; nothing is wrapped away, stripped or rendered."""
    return sheet(_lines(view))


def _lines(view: ItemView) -> Iterator[SheetLine]:
    text = view.proposed_text
    yield head("RAW", Text("the exact file, escaped; X goes back to the text", Ink.DIM))
    yield entry("file", path(view.item.paths[0]))
    yield entry("size", foreign(_size(text), Ink.DIM))
    if any("\udc80" <= char <= "\udcff" for char in text):
        yield entry("bytes", Text(_BYTES, Ink.WARN), ink=Ink.WARN)
    for number, line in enumerate(foreign_lines(text, ends=True), 1):
        yield SheetLine(Text.assemble((f" {number:>4d} | ", Ink.DIM), line), 8)
    if text and not text.endswith("\n"):
        yield SheetLine(Text("      | (no line end at the end of the file)", Ink.DIM), 8)


def _size(text: str) -> str:
    """Bytes, lines and how they end."""
    data = text.encode("utf-8", "surrogateescape")
    crlf = data.count(b"\r\n")
    ends = {"LF": data.count(b"\n") - crlf, "CRLF": crlf, "CR": data.count(b"\r") - crlf}
    told = ", ".join(f"{number} {name}" for name, number in ends.items() if number)
    return f"{count(len(data), 'byte')}, line ends: {told or 'none'}"
