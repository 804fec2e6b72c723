"""Sizes and habits of the house: what keeps the code small is counted, not promised."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from statistics import median

import pytest

from tests.house.source_files import APP, CORE, ROOT, Function, Source, dotted, functions, sources

FILE_HARD = 400
FILE_LISTED = 300
FUNCTION_LINES = 50  # none reaches it
MEDIAN_LINES = 8
PARAMETERS = 5

OWN = sources(CORE, APP)
ALL = sources(CORE, APP, ROOT / "tests", ROOT / "screenshots")
BANNED_NAMES = {"utils", "util", "manager", "managers", "base", "helper", "helpers", "common"}
# Called by the terminal kit under fixed names: what they do is said by the kit.
FRAMEWORK = ("on_", "watch_", "validate_", "compute_", "render_", "key_")
FRAMEWORK_NAMES = {"compose", "render", "get_content_width", "get_content_height"}


def own_lines(function: Function) -> int:
    """Count a function's lines from `def` to its end, without its docstring."""
    lines = (function.end_lineno or function.lineno) - function.lineno + 1
    first = function.body[0]
    if ast.get_docstring(function, clean=False) is not None:
        lines -= (first.end_lineno or first.lineno) - first.lineno + 1
    return lines


def parameter_count(function: Function) -> int:
    """Count parameters without self and cls; `*args` and `**kwargs` count one each."""
    args = function.args
    named = [arg.arg for arg in (*args.posonlyargs, *args.args, *args.kwonlyargs)]
    extra = (args.vararg is not None) + (args.kwarg is not None)
    return len([name for name in named if name not in ("self", "cls")]) + extra


def is_command(function: Function) -> bool:
    """Whether the parameters are a command line: they are declared where the command is."""
    names = [dotted(each) for each in function.decorator_list]
    return any(name.endswith((".command", ".callback")) for name in names)


def undocumented(source: Source) -> Iterator[str]:
    """Yield public modules, classes, functions and methods without a docstring."""
    if source.text.strip() and ast.get_docstring(source.tree) is None:
        yield source.name
    yield from _undocumented_in(source.tree, source.name)


def _undocumented_in(scope: ast.Module | ast.ClassDef, name: str) -> Iterator[str]:
    for node in scope.body:
        if not isinstance(node, ast.ClassDef | Function) or node.name.startswith("_"):
            continue
        label = f"{name}:{node.lineno} {node.name}"
        if not _is_framework(scope, node.name) and ast.get_docstring(node) is None:
            yield label
        if isinstance(node, ast.ClassDef):
            yield from _undocumented_in(node, name)


def _is_framework(scope: ast.Module | ast.ClassDef, name: str) -> bool:
    method = isinstance(scope, ast.ClassDef)
    return method and (name in FRAMEWORK_NAMES or name.startswith(FRAMEWORK))


def broad_handlers(source: Source) -> Iterator[str]:
    """Yield handlers that catch everything."""
    for node in ast.walk(source.tree):
        if isinstance(node, ast.ExceptHandler) and _is_broad(node.type):
            yield f"{source.name}:{node.lineno}"


def _is_broad(caught: ast.expr | None) -> bool:
    match caught:
        case None:
            return True
        case ast.Tuple(elts=elements):
            return any(_is_broad(each) for each in elements)
        case _:
            return dotted(caught).rpartition(".")[2] in ("Exception", "BaseException")


def test_files_are_short() -> None:
    lengths = {source.name: source.text.count("\n") for source in ALL}
    long = {name: count for name, count in lengths.items() if count > FILE_LISTED}
    print("longer than", FILE_LISTED, ":", long or "none")
    assert {name: count for name, count in long.items() if count > FILE_HARD} == {}


def test_functions_are_short() -> None:
    long = [
        f"{source.name}:{function.lineno} {function.name} {own_lines(function)}"
        for source in ALL
        for function in functions(source)
        if own_lines(function) >= FUNCTION_LINES
    ]
    assert long == []


def test_median_function_is_short() -> None:
    lengths = [own_lines(function) for source in OWN for function in functions(source)]
    print(f"{len(lengths)} functions, median {median(lengths)} lines, longest {max(lengths)}")
    assert median(lengths) <= MEDIAN_LINES


def test_functions_take_few_parameters() -> None:
    many = [
        f"{source.name}:{function.lineno} {function.name} {parameter_count(function)}"
        for source in OWN
        for function in functions(source)
        if parameter_count(function) > PARAMETERS and not is_command(function)
    ]
    assert many == []


def test_public_names_are_explained() -> None:
    assert [name for source in OWN for name in undocumented(source)] == []


def test_core_catches_nothing_broad_and_the_app_once() -> None:
    assert [place for source in sources(CORE) for place in broad_handlers(source)] == []
    app = [place for source in sources(APP) for place in broad_handlers(source)]
    assert len(app) <= 1, app


def test_modules_are_named_for_what_they_hold() -> None:
    parts = {(source.name, part) for source in OWN for part in source.name[:-3].split("/")}
    assert sorted(name for name, part in parts if part.strip("_") in BANNED_NAMES) == []


def test_no_mocks() -> None:
    mocking = [
        source.name
        for source in ALL
        for node in ast.walk(source.tree)
        if (isinstance(node, ast.ImportFrom) and (node.module or "").startswith("unittest"))
        or (isinstance(node, ast.Import) and any("mock" in each.name for each in node.names))
    ]
    assert mocking == []


@pytest.mark.parametrize(
    "code", ["except:", "except Exception:", "except (ValueError, Exception):"]
)
def test_the_check_sees_broad_handlers(code: str) -> None:
    text = f"try:\n    pass\n{code}\n    pass\n"
    assert list(broad_handlers(Source("x.py", text, ast.parse(text)))) == ["x.py:3"]


def test_the_checks_count_right() -> None:
    text = 'def f(self, a, *b, c, **d):\n    """One\n    two."""\n    return a\n'
    source = Source("x.py", text, ast.parse(text))
    (function,) = functions(source)
    assert (own_lines(function), parameter_count(function)) == (2, 4)
    assert list(undocumented(source)) == ["x.py"]
