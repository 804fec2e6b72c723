"""Foreign text reaches a person only through the escaping function (FAULTS §2).

The rule for `curator_app/tui`:
1. `tui/paint/foreign.py` alone turns foreign text into `Text`. Foreign is every model field that
   may hold text (their names are read from the model), whatever a service returns, and the text of
   an exception. It goes through a function of `foreign.py`, else it may not be an argument of
   `Text`, `Content`, `Segment`, `Text.assemble`, `.append`, `.notify`, `.update` or of a widget
   of textual, nor become a title, tooltip or placeholder.
2. Our own words may be painted as they are: literals, enum words (`x.value`), the key table
   (`action.word`), numbers. Where a name could be either, say it: `{n:d}` is a number, `foreign(x)`
   costs nothing. A function that paints a `str` parameter as it is takes own words only: every
   caller is checked, through all levels.
3. Widgets of textual take `Text`, or a literal without a square bracket; nothing is parsed as
   markup and no widget that renders Markdown or raw logs is used.

The rule for `curator_app/cli`: an f-string holds foreign text only inside `visible(...)` or
`path_text(...)`, and lines for people are printed only through `Invocation.give`; JSON stays ASCII.
A `Refusal` is escaped when it is reported, so its message may be made of anything.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

import pytest

from tests.house.foreign_names import foreign_fields
from tests.house.foreign_text import Program
from tests.house.source_files import APP, CORE, Source, dotted, sources

FIELDS = foreign_fields(sources(CORE / "model"))
TUI, CLI = sources(APP / "tui"), sources(APP / "cli")
UNSAFE_WIDGETS = {"Markdown", "MarkdownViewer", "Log", "RichLog", "Pretty", "Link"}
PARSERS = {"from_markup", "from_ansi", "AnsiDecoder", "render_markup"}
PRINTERS = ("print", "echo", "secho", "stdout.write", "stderr.write", "stdout.buffer.write")


def found(text: str, name: str = "curator_app/tui/screens/x.py") -> list[str]:
    """Return the offences of one made-up file."""
    return Program([Source(name, text, ast.parse(text))], FIELDS).offences()


def parsed_as_markup(source: Source) -> Iterator[str]:
    """Yield imports of what parses text, and bracketed literals given to a widget."""
    widgets = set()
    for node in ast.walk(source.tree):
        if isinstance(node, ast.ImportFrom):
            names = {each.name for each in node.names}
            if names & (UNSAFE_WIDGETS | PARSERS):
                yield f"{source.name}:{node.lineno} {names & (UNSAFE_WIDGETS | PARSERS)}"
            if node.module == "textual.widgets":
                widgets |= names
        elif isinstance(node, ast.Attribute) and node.attr in PARSERS:
            yield f"{source.name}:{node.lineno} {node.attr}"
    for node in ast.walk(source.tree):
        if isinstance(node, ast.Call) and dotted(node.func).rpartition(".")[2] in widgets:
            literals = [each for each in ast.walk(node) if isinstance(each, ast.Constant)]
            if any(isinstance(each.value, str) and "[" in each.value for each in literals):
                yield f"{source.name}:{node.lineno} bracket in a literal"


def test_the_model_has_foreign_fields() -> None:
    print(len(FIELDS), "foreign fields")
    assert {"title", "path", "message", "reason", "actor", "uri", "proposed_text"} <= FIELDS
    assert not {"line", "column", "lane", "severity", "code"} & FIELDS


def test_no_foreign_text_reaches_screen_or_output_unescaped() -> None:
    assert Program([*TUI, *CLI], FIELDS).offences() == []


def test_nothing_is_parsed_as_markup() -> None:
    assert [place for source in TUI for place in parsed_as_markup(source)] == []


def test_lines_are_printed_in_two_places() -> None:
    printing = {
        source.name
        for source in sources(APP)
        for node in ast.walk(source.tree)
        if isinstance(node, ast.Call)
        and (name := dotted(node.func))
        and (name in PRINTERS or name.endswith(tuple(f".{each}" for each in PRINTERS)))
    }
    assert printing <= {"curator_app/cli/invocation.py", "curator_app/cli/errors.py"}


def test_json_stays_ascii() -> None:
    assert [source.name for source in sources(APP) if "ensure_ascii" in source.text] == []


PAINT = "from rich.text import Text\nfrom curator_app.tui.paint.foreign import foreign, path\n"
BAD = [
    "def f(item):\n    return Text(item.title)",
    'def f(item):\n    return Text(f"by {item.actor}")',
    'def f(item):\n    return Text.assemble("a", (item.title, "bold"))',
    'def f(item):\n    said = Text("a")\n    said.append(item.reason)',
    "def f(item):\n    name = item.title or 'x'\n    return Text(name.strip())",
    "def f(items):\n    return [Text(path) for each in items for path in each.paths]",
    'def f(items):\n    return Text(", ".join(each.title for each in items))',
    "def f(one):\n    match one:\n        case Defer(until=until):\n            return Text(until)",
    "def f(note):\n    return Text(note.value)",
    "def f(run):\n    try:\n        run()\n    except OSError as no:\n        return Text(str(no))",
    "def label(word: str):\n    return Text(word)\ndef f(item):\n    return label(item.title)",
    "def inner(word: str):\n    return Text(word)\ndef outer(word: str):\n    return inner(word)\n"
    "def f(item):\n    return outer(word=item.title)",
    "def f(self, item):\n    self.notify(item.title)",
    "def f(self, item):\n    self.border_title = item.title",
    "from textual.widgets import Static\ndef f(item):\n    return Static(item.title)",
    "from curator_core.service import drafts\ndef f(caller):\n    return Text(drafts.load(caller))",
]
GOOD = [
    "def f(item):\n    return foreign(item.title)",
    'def f(item):\n    return Text.assemble("a ", foreign(item.title), (item.lane.value, "b"))',
    'def f(items):\n    return Text(f"{len(items.paths)} files")',
    'def f(flag):\n    return Text(f"line {flag.line}: ").append_text(foreign(flag.text))',
    'def f(rows):\n    return [Text(f"{n:>5d} | ") for n, text in rows.lines]',
    "def f(items):\n    names = []\n    names.append(items.title)\n    return names",
    'def label(word: str):\n    return Text(word)\ndef f(item):\n    return label("title")',
    "def f(action):\n    return Text(action.key)",
]


@pytest.mark.parametrize("code", BAD)
def test_the_check_sees(code: str) -> None:
    assert found(PAINT + code) != []


@pytest.mark.parametrize("code", GOOD)
def test_the_check_lets_through(code: str) -> None:
    assert found(PAINT + code) == []


@pytest.mark.parametrize(
    ("code", "seen"),
    [
        ('return [f"{one.title}"]', True),
        ("return [one.title]", True),
        ('return [f"{visible(one.title)}"]', False),
        ('return [f"{one.lane.value} {one.line}"]', False),
        ('return Refusal("stale", f"{one.title} changed")', False),
    ],
)
def test_the_check_of_plain_text(code: str, seen: bool) -> None:
    text = f"from curator_core.rules.visible import visible\ndef made(one):\n    {code}\n"
    assert bool(found(text, "curator_app/cli/texts.py")) is seen


@pytest.mark.parametrize(
    "code",
    [
        "from textual.widgets import Markdown",
        "Text.from_markup('x')",
        "from textual.widgets import Static\nStatic('[b]x')",
    ],
)
def test_the_check_sees_markup(code: str) -> None:
    assert list(parsed_as_markup(Source("x.py", code, ast.parse(code)))) != []
