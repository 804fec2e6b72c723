"""Which names stand for text from outside, read from the model and from a file's imports."""

from __future__ import annotations

import ast
from collections.abc import Sequence

from tests.house.source_files import Source

TEXTS = {"str", "bytes", "FieldValue", "object"}
# Names of str fields in the model that hold a word of our own.
OWN_WORDS = {"code", "worktree", "sign"}


def foreign_fields(model: Sequence[Source]) -> set[str]:
    """Return the names of all model fields that may hold text from outside."""
    found = set()
    for source in model:
        for node in ast.walk(source.tree):
            match node:
                case ast.AnnAssign(target=ast.Name(id=name), annotation=said) if held(said) & TEXTS:
                    found.add(name)
    return found - OWN_WORDS


def held(annotation: ast.expr) -> set[str]:
    """Return the names of an annotation; of a mapping those of its values."""
    match annotation:
        case ast.Subscript(value=ast.Name(id="Mapping"), slice=ast.Tuple(elts=[_, values])):
            return held(values)
        case _:
            return {node.id for node in ast.walk(annotation) if isinstance(node, ast.Name)}


def module_of(source: Source) -> str:
    """Return the dotted name under which a file is imported."""
    return source.name.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def imports(tree: ast.Module) -> dict[str, str]:
    """Return the full name behind every imported name of a file."""
    found = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module:
            for each in node.names:
                found[each.asname or each.name] = f"{node.module}.{each.name}"
        elif isinstance(node, ast.Import):
            for each in node.names:
                found[each.asname or each.name.partition(".")[0]] = each.asname or each.name
    return found
