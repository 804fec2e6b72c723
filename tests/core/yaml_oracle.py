"""What PyYAML's own composer says about a block: the yardstick for the strict reader."""

from __future__ import annotations

from typing import Any

import yaml

NULLS = ("", "~", "null", "Null", "NULL")


class MarkedError(Exception):
    """The block holds what the strict reader leaves out or takes in another way."""


def fields(block: str) -> dict[str, Any]:
    """Read a block scalar by scalar as text; MarkedError where the strict reader may differ."""
    node = yaml.compose(block, yaml.CBaseLoader)
    if node is None:
        return {}
    value = _value(node, set())
    if not isinstance(value, dict):
        raise MarkedError("no mapping")
    return value


def _value(node: yaml.Node, seen: set[int]) -> Any:
    if id(node) in seen:
        raise MarkedError("alias")
    seen.add(id(node))
    match node:
        case yaml.ScalarNode():
            plain = node.style in (None, "")
            return None if plain and node.value in NULLS else node.value
        case yaml.SequenceNode():
            return tuple(_value(item, seen) for item in node.value)
        case yaml.MappingNode():
            pairs = [(_value(key, seen), _value(value, seen)) for key, value in node.value]
            if len({str(key) for key, _ in pairs}) != len(pairs):
                raise MarkedError("duplicate key")
            if not all(isinstance(key, str) for key, _ in pairs):
                raise MarkedError("key that is no text")
            return dict(pairs)
    raise AssertionError(f"unknown node {node!r}")
