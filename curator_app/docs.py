"""The generated parts of the README: the key table and the command table.

`python -m curator_app.docs [README]` writes them; a test fails when they are out of date.
"""

from __future__ import annotations

import argparse
import re
import sys
from pathlib import Path

from curator_app.cli import parser
from curator_app.tui import actions


def command_table() -> str:
    """Every command with its arguments and what it is for."""
    lines = ["| command | what it does |", "|---|---|"]
    for name, help_text, command in _commands():
        usage = " ".join(command.format_usage().split()[1:])
        words = re.sub(r"\[-h\] |\[-C HOME\] |\[--json\] ?", "", usage)
        words = words.removeprefix("curator ").removeprefix(name).strip()
        shown = f"`{name} {words}`" if words else f"`{name}`"
        lines.append(f"| {shown.replace('|', '&#124;')} | {help_text} |")
    return "\n".join(lines) + "\n"


def _commands() -> list[tuple[str, str, argparse.ArgumentParser]]:
    built = parser.build()
    subparsers = next(
        action for action in built._actions if isinstance(action, argparse._SubParsersAction)
    )
    helps = {each.dest: each.help or "" for each in subparsers._choices_actions}
    return [(name, helps.get(name, ""), made) for name, made in subparsers.choices.items()]


def rendered(text: str) -> str:
    """A README with its generated parts up to date."""
    for name, table in (("keys", actions.key_table_markdown()), ("commands", command_table())):
        head, begin, rest = text.partition(f"<!-- {name}: ")
        comment, end, rest = rest.partition("-->\n")
        _, close, tail = rest.partition(f"<!-- /{name} -->")
        text = head + begin + comment + end + table + close + tail
    return text


def main() -> None:
    """Rewrite the README's generated parts in place."""
    path = Path(sys.argv[1] if len(sys.argv) > 1 else "README.md")
    path.write_text(rendered(path.read_text("utf-8")), "utf-8")


if __name__ == "__main__":
    main()
