"""Which functions of the services reach which others, read from the code."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

Name = tuple[str, str]
"""A function: its module's last name and its own."""


def calls(root: Path) -> dict[Name, frozenset[Name]]:
    """For every function of a service the functions that its body names, lambdas included."""
    found: dict[Name, frozenset[Name]] = {}
    for file in sorted((root / "core/curator_core/service").glob("*.py")):
        tree = ast.parse(file.read_text("utf-8"))
        known = dict(_imported(tree))
        own = {node.name for node in tree.body if isinstance(node, ast.FunctionDef | ast.ClassDef)}
        for node in tree.body:
            if isinstance(node, ast.FunctionDef | ast.ClassDef):
                found[file.stem, node.name] = frozenset(_named(node, file.stem, known, own))
        found |= {(file.stem, alias): frozenset([name]) for alias, name in known.items() if name[1]}
    return found


def _imported(tree: ast.Module) -> Iterator[tuple[str, Name]]:
    """Local names of modules (their function part empty) and of functions from modules."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module:
            parts = node.module.split(".")
            whole = len(parts) == 2 and parts[0] == "curator_core"
            for alias in node.names:
                name = (alias.name, "") if whole else (parts[-1], alias.name)
                yield alias.asname or alias.name, name


def _named(node: ast.AST, module: str, known: dict[str, Name], own: set[str]) -> Iterator[Name]:
    for part in ast.walk(node):
        if isinstance(part, ast.Attribute) and isinstance(part.value, ast.Name):
            target = known.get(part.value.id)
            if target is not None and not target[1]:
                yield target[0], part.attr
        elif isinstance(part, ast.Name) and isinstance(part.ctx, ast.Load):
            if part.id in own:
                yield module, part.id
            elif part.id in known and known[part.id][1]:
                yield known[part.id]


def reaching(graph: dict[Name, frozenset[Name]], ends: frozenset[Name]) -> frozenset[Name]:
    """All functions from which one of these is reached, themselves included."""
    found = set(ends)
    grown = True
    while grown:
        more = {name for name, named in graph.items() if name not in found and named & found}
        found |= more
        grown = bool(more)
    return frozenset(found)
