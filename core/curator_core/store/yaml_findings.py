"""What a strict reader finds wrong in a block: errors, warnings, and the end of reading."""

from __future__ import annotations

from typing import Any, NoReturn

from curator_core.model.problem import Problem, Severity

_WRITE_OUT = "write the value out where it is used"


class UnreadableError(Exception):
    """The block as a whole gives no fields that could be trusted."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem.message)
        self.problem = problem


class Findings:
    """The problems of one block; `event` is always the YAML event that a problem stands at.

    `key` is the top-level key being read. `whole` turns False when its value has to be left out.
    """

    def __init__(self, first: int) -> None:
        self.problems: list[Problem] = []
        self.key: str | None = None
        self.whole = True
        self._first = first

    def place(self, event: Any) -> tuple[int, int]:
        """1-based line and column in the file."""
        mark = event.start_mark
        return self._first + mark.line + 1, mark.column + 1

    def marks(self, event: Any) -> None:
        """A tag or an anchor: an error, the value is left out."""
        if event.tag is not None:
            tag = event.tag.replace("tag:yaml.org,2002:", "!!")
            self.leave_out(event, "tag", f"the tag `{tag}` asks for a type", "take it away")
        if event.anchor is not None:
            message = f"an anchor (`&{event.anchor}`) makes a value to be copied elsewhere"
            self.leave_out(event, "anchor", message)

    def alias(self, event: Any) -> None:
        """An alias: an error, the value is left out; told once for a top-level key."""
        if any(told.code == "alias" and told.field == self.key for told in self.problems[-1:]):
            return
        message = f"an alias (`*{event.anchor}`) copies a value from elsewhere"
        self.leave_out(event, "alias", message)

    def no_text_key(self, event: Any) -> None:
        """A key that is a merge key, a collection, or read as something else than text."""
        key = getattr(event, "value", None)
        if key == "<<":
            self.leave_out(event, "merge-key", "a merge key (`<<`) brings in fields unseen")
        elif key is None:
            self.leave_out(event, "key-not-text", "a list or mapping stands as a key")
        else:
            message = f"the key `{key}` is read as something else than text"
            self.leave_out(event, "key-not-text", message, f'write "{key}" in quotes')

    def duplicate(self, event: Any, line: int, key: str | None) -> None:
        """A key that stood on block line `line` already; `key` is the top-level key around it."""
        self.key = key
        first, second = self._first + line + 1, self._first + event.start_mark.line + 1
        message = f"`{event.value}` stands twice, on lines {first} and {second}; the first is used"
        self._report(event, Severity.ERROR, "duplicate-key", message, "keep one of them")

    def cut(self, event: Any) -> None:
        """A plain value that a comment sign ends."""
        message = "the value ends at ` #`: the rest of the line is a comment"
        self.warn(event, "value-cut", message, "write the whole value in quotes")

    def link(self, event: Any, link: str) -> None:
        """`[[name]]` without quotes."""
        message = f"{link} is a list in a list, read as a link"
        self.warn(event, "wikilink", message, f'write "{link}" in quotes')

    def placeholder(self, event: Any) -> None:
        """A quoted value that is nothing but a template's placeholder."""
        message = "the value is a template's placeholder"
        self.warn(event, "template-value", message, "fill it in, or move the template away")

    def leave_out(self, event: Any, code: str, message: str, hint: str = _WRITE_OUT) -> None:
        """An error for which the top-level key's value cannot be used."""
        self.whole = False
        self._report(event, Severity.ERROR, code, message, hint)

    def warn(self, event: Any, code: str, message: str, hint: str) -> None:
        """Something that is read but probably not meant."""
        self._report(event, Severity.WARNING, code, message, hint)

    def stop_at_template(self, event: Any) -> NoReturn:
        """An unquoted placeholder: the file is a template, not a note."""
        message = "a template's placeholder stands in the block: this is no note yet"
        self.stop(event, "template", message, "move templates out of the notes, or fill it in")

    def stop(self, event: Any, code: str, message: str, hint: str) -> NoReturn:
        """Give the whole block up with the code `unreadable-<code>`."""
        raise UnreadableError(
            self._problem(event, Severity.ERROR, f"unreadable-{code}", message, hint)
        )

    def _report(self, event: Any, severity: Severity, code: str, message: str, hint: str) -> None:
        self.problems.append(self._problem(event, severity, code, message, hint))

    def _problem(
        self, event: Any, severity: Severity, code: str, message: str, hint: str
    ) -> Problem:
        line, column = self.place(event)
        return Problem(code, severity, message, hint, None, line, column, self.key)
