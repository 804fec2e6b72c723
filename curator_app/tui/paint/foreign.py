"""The one place where foreign text becomes Text: every hidden code point is a marked token."""

from __future__ import annotations

import re
from collections.abc import Iterable

from rich.text import Text

from curator_app.tui.paint.ink import Ink
from curator_core.model.problem import Refusal
from curator_core.rules import visible

_LINE = re.compile(r"[^\r\n]*(?:\r\n|\n|\r)|[^\r\n]+")


def foreign(text: str, ink: Ink | None = None) -> Text:
    """One line of foreign text; line breaks and every other hidden character become tokens."""
    painted = Text()
    for run in visible.runs(text):
        painted.append(run.text, Ink.TOKEN if run.hidden else ink)
    return painted


def split_lines(text: str) -> list[str]:
    """Lines as the reader numbers them, with their ends: cut at LF, CRLF and a lone CR."""
    return _LINE.findall(text)


def foreign_lines(text: str, ink: Ink | None = None, *, ends: bool = False) -> list[Text]:
    """Foreign text by lines; a lone CR is shown, with `ends` the CR of a CRLF too."""
    return [foreign(_without_end(line, ends), ink) for line in split_lines(text)]


def path(name: str, ink: Ink | None = None) -> Text:
    """A file's path; bytes that are not UTF-8 appear as `\\xNN`."""
    return Text(visible.path_text(name), ink or "")


def listed(names: Iterable[str], ink: Ink | None = None) -> Text:
    """Foreign names in one line, separated by commas."""
    return Text(", ").join([foreign(name, ink) for name in names])


def refusal(no: Refusal) -> Text:
    """A refusal in one line: its code, what is wrong, where, and what to do next."""
    said = Text.assemble((no.code, Ink.BAD), ": ").append_text(foreign(no.message))
    if no.path is not None:
        said.append("  ").append_text(path(no.path))
        if no.line is not None:
            said.append(f":{no.line}")
    if no.ids:
        said.append("  ").append_text(listed(no.ids))
    if no.hint:
        said.append("  hint: ", Ink.DIM).append_text(foreign(no.hint))
    return said


def against(no: Refusal) -> Text:
    """What speaks against a decision that may still be confirmed."""
    said = Text.assemble(" ", (no.code, Ink.WARN), ": ").append_text(foreign(no.message))
    if no.ids:
        said.append("  ").append_text(listed(no.ids))
    return said


def clean(text: str) -> str:
    """A typed text as one line of str without hidden characters; cleaning twice changes nothing."""
    return "".join("<" if run.codepoint == ord("<") else run.text for run in visible.runs(text))


def editable(text: str) -> str:
    """Foreign lines as a str without hidden characters, from which `edited` gives the text back."""
    return visible.visible(text, lines=True)


def edited(shown: str) -> str:
    """The text that a person means by what stands in an editor: tokens are their characters."""
    return visible.read_back(shown)


def clean_lines(text: str) -> str:
    """What is typed or pasted into an editor: its lines stay, hidden characters become tokens."""
    return "\n".join(clean(line) for line in text.replace("\r\n", "\n").split("\n"))


def _without_end(line: str, ends: bool) -> str:
    if line.endswith("\r\n") and not ends:
        return line[:-2]
    return line.removesuffix("\n")
