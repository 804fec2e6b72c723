"""What a person takes along as a file: numbers as CSV, sheets as text."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Sequence

from curator_app.tui.figures import Figure
from curator_app.tui.paint.foreign import foreign
from curator_app.tui.paint.sheet import Sheet

HEADS = ("section", "name", "number", "share", "detail")
_NUMBER = re.compile(r"[+-]?\d+(\.\d+)?%?")
_FORMULA = ("=", "+", "-", "@")


def numbers(figures: Sequence[Figure]) -> str:
    """Every number with its section, as RFC 4180 has it; hidden characters and secrets as on the
    screen, and no cell that a spreadsheet would take for a formula."""
    out = io.StringIO(newline="")
    writer = csv.writer(out)
    writer.writerow(HEADS)
    section = ""
    for each in figures:
        if each.is_section:
            section = each.label
            continue
        share = "" if each.share is None else f"{each.share:.4f}"
        row = (section, each.label.strip(), each.number, share, each.detail)
        writer.writerow([_cell(text) for text in row])
    return out.getvalue()


def _cell(text: str) -> str:
    """A text with an apostrophe before what begins a formula; numbers stay numbers."""
    shown = foreign(text).plain
    harmless = _NUMBER.fullmatch(shown) or not shown.lstrip().startswith(_FORMULA)
    return shown if harmless else f"'{shown}"


def lines(sheets: Iterable[Sheet]) -> str:
    """What stands on sheets, as text, an empty line between two."""
    pages = ("\n".join(line.text.plain.rstrip() for line in each.lines) for each in sheets)
    return "\n\n".join(page for page in pages if page) + "\n"
