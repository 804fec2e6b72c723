"""The one place where foreign text becomes Text: every hidden code point is a marked token, every
character of a secret a dot."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rich.text import Text

from curator_app.tui.paint.hints import hint
from curator_app.tui.paint.ink import Ink
from curator_core.model.home import ON_BRANCH
from curator_core.model.problem import Refusal
from curator_core.rules import visible
from curator_core.service.secrecy import masked


def foreign(text: str, ink: Ink | None = None) -> Text:
    """One line of foreign text; line breaks and every other hidden character become tokens."""
    painted = Text()
    for run in visible.runs(masked(text)):
        painted.append(run.text, Ink.TOKEN if run.hidden else ink)
    return painted


def stressed(text: str, spans: Sequence[tuple[int, int]], ink: Ink | None = None) -> Text:
    """One line of foreign text; what lies in the spans, half-open and in order, stands out."""
    painted = Text()
    waiting = [*spans]
    for run in visible.runs(masked(text)):
        token = run.codepoint is not None
        end = run.start + (1 if token else len(run.text))
        at = len(painted)
        painted.append(run.text, Ink.TOKEN if run.hidden else ink)
        while waiting and waiting[0][0] < end:
            low, high = max(waiting[0][0], run.start), min(waiting[0][1], end)
            if low < high:
                last = len(painted) if token else at + high - run.start
                painted.stylize(Ink.STRESS, at + low - run.start, last)
            if waiting[0][1] > end:
                break
            waiting.pop(0)
    return painted


def foreign_lines(text: str, ink: Ink | None = None, *, ends: bool = False) -> list[Text]:
    """Foreign text by lines; a lone CR is shown, with `ends` the CR of a CRLF too."""
    return [foreign(without_end(line, ends), ink) for line in visible.split_lines(masked(text))]


def path(name: str, ink: Ink | None = None) -> Text:
    """A file's path; bytes that are not UTF-8 appear as `\\xNN`. Of a note on a proposal branch the
    path and its commit."""
    if name.startswith(ON_BRANCH):
        commit, _, name = name.removeprefix(ON_BRANCH).partition("/")
        return path(name, ink).append(" in commit ").append_text(foreign(commit[:7]))
    return Text(visible.path_text(masked(name)), ink or "")


def listed(names: Iterable[str], ink: Ink | None = None) -> Text:
    """Foreign names in one line, separated by commas."""
    return Text(", ").join([foreign(name, ink) for name in names])


def refusal(no: Refusal) -> Text:
    """A refusal in one line: its code, what is wrong, what to do next, and where: what a narrow
    line cuts off is known from the screen around it."""
    said = Text.assemble((no.code, Ink.BAD), ": ").append_text(foreign(no.message))
    if no.hint:
        said.append("  hint: ", Ink.DIM).append_text(foreign(hint(no.code, no.hint)))
    if no.path is not None:
        said.append("  ").append_text(path(no.path))
        if no.line is not None:
            said.append(f":{no.line}")
    if no.ids:
        said.append("  ").append_text(listed(no.ids))
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


def without_end(line: str, ends: bool) -> str:
    """A line without its end; with `ends` the CR of a CRLF stays."""
    if line.endswith("\r\n") and not ends:
        return line[:-2]
    return line.removesuffix("\n")
