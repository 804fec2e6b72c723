"""The project's own Python files, as text and as trees."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
CORE = ROOT / "core" / "curator_core"
APP = ROOT / "curator_app"
Function = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(frozen=True, slots=True)
class Source:
    """One Python file; `name` is its path from the project's top."""

    name: str
    text: str
    tree: ast.Module


@cache
def sources(*folders: Path) -> tuple[Source, ...]:
    """Return every Python file under the folders, in path order."""
    paths = sorted(path for folder in folders for path in folder.rglob("*.py"))
    return tuple(_source(path) for path in paths if "__pycache__" not in path.parts)


def _source(path: Path) -> Source:
    text = path.read_text("utf-8")
    return Source(path.relative_to(ROOT).as_posix(), text, ast.parse(text, filename=str(path)))


def functions(source: Source) -> Iterator[Function]:
    """Yield every function and method of a file, nested ones too."""
    for node in ast.walk(source.tree):
        if isinstance(node, Function):
            yield node


def dotted(node: ast.expr) -> str:
    """Return `a.b.c` for a name or attribute; "" for any other expression's root."""
    match node:
        case ast.Name(id=name):
            return name
        case ast.Attribute(value=value, attr=attr):
            return f"{dotted(value)}.{attr}"
        case ast.Call(func=func):
            return dotted(func)
        case _:
            return ""
