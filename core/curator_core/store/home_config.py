"""`curator.toml` (CONTRACT 2): keys are optional, unknown ones warn, bad values leave defaults."""

from __future__ import annotations

import re
import tomllib
import zoneinfo
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from curator_core.model.home import Cardinality, Config, Headless, SlotRule, StandingRule
from curator_core.model.problem import Problem, Severity
from curator_core.rules import house_rules
from curator_core.rules.layout import TOP, LaidOut
from curator_core.rules.schema import SCOPE_PATTERN

CONFIG_PATH = "curator.toml"

Reader = Callable[[Any], Any]


class _BadError(Exception):
    """A value of the wrong shape; the text says what is wanted."""


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise _BadError("must be text")
    return value


def _truth(value: object) -> bool:
    if not isinstance(value, bool):
        raise _BadError("must be true or false")
    return value


def _whole(value: object) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or value < 0:
        raise _BadError("must be a whole number, zero or more")
    return value


def _texts(value: object) -> tuple[str, ...]:
    if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
        raise _BadError("must be a list of texts")
    return tuple(value)


def _folders(value: object) -> tuple[str, ...]:
    folders = tuple(folder.strip("/") for folder in _texts(value))
    for folder in folders:
        parts = folder.split("/")
        if not folder or ".." in parts or "." in parts or parts[0] in (".git", ".curator"):
            raise _BadError("must be folders below the Home, without . and ..")
    return folders


def _entries(value: object) -> tuple[str, ...]:
    """Folders, single files, or `.` for the Home's top."""
    return tuple(text if text == TOP else _folders([text])[0] for text in _texts(value))


def _zone(value: object) -> str:
    name = _text(value)
    try:
        zoneinfo.ZoneInfo(name)
    except (zoneinfo.ZoneInfoNotFoundError, ValueError, OSError) as error:
        raise _BadError("must be a time zone like Europe/Berlin") from error
    return name


def _headless(value: object) -> Headless:
    if value not in set(Headless):
        raise _BadError("must be all, low-risk or none")
    return Headless(str(value))


def _days(value: object) -> dict[str, int]:
    if not isinstance(value, dict):
        raise _BadError("must be a table of kind to days")
    days = {}
    for kind, text in value.items():
        number = _text(text).removesuffix("d")
        if not number.isdigit():
            raise _BadError('must be days like "90d"')
        days[str(kind)] = int(number)
    return days


def _scopes(value: object) -> tuple[tuple[str, str], ...]:
    if not isinstance(value, dict):
        raise _BadError("must be a table of folder to scope")
    found = []
    for folder, scope in value.items():
        if re.fullmatch(SCOPE_PATTERN, _text(scope)) is None:
            raise _BadError("must give scopes like global or project:name")
        found.append((*_entries([folder]), scope))
    return tuple(found)


def _slots(value: object) -> tuple[SlotRule, ...]:
    return tuple(_slot(table) for table in _tables(value))


def _slot(table: Mapping[str, object]) -> SlotRule:
    cardinality = table.get("cardinality", "single")
    if cardinality not in set(Cardinality):
        raise _BadError("cardinality must be single or set")
    return SlotRule(
        match=_text(table.get("match", "*")),
        cardinality=Cardinality(str(cardinality)),
        aliases=_texts(table.get("aliases", [])),
        use=_text(table.get("use", "confirm")),
    )


def _rules(value: object) -> tuple[StandingRule, ...]:
    rules = []
    for table in _tables(value):
        action = _text(table.get("action", "mark"))
        if action not in ("suppress", "mark", "bulk"):
            raise _BadError("action must be suppress, mark or bulk")
        rules.append(StandingRule(_text(table.get("match", "")), action))
    return tuple(rules)


def _tables(value: object) -> list[dict[str, object]]:
    if not isinstance(value, list) or not all(isinstance(item, dict) for item in value):
        raise _BadError("must be a list of tables")
    return value


KEYS: dict[tuple[str, ...], tuple[str, Reader]] = {
    ("home", "name"): ("name", _text),
    ("home", "timezone"): ("timezone", _zone),
    ("home", "branch"): ("branch", _text),
    ("home", "sign"): ("sign", _truth),
    ("defaults", "scope"): ("default_scope", _text),
    ("defaults", "subject"): ("default_subject", _text),
    ("scopes", "default"): ("scopes", _texts),
    ("slots",): ("slots", _slots),
    ("layout", "notes"): ("notes", _entries),
    ("layout", "candidates"): ("candidates", _folders),
    ("layout", "quarantine"): ("quarantine", _folders),
    ("layout", "archived"): ("archived", _folders),
    ("layout", "skip"): ("skipped", _texts),
    ("proposals", "refs"): ("proposal_refs", _texts),
    ("protect", "paths"): ("protect", _texts),
    ("views", "memory"): ("view_memory", _text),
    ("views", "index"): ("view_index", _text),
    ("budget", "tokens"): ("budget_tokens", _whole),
    ("review", "four_eyes"): ("four_eyes", _truth),
    ("review", "headless"): ("headless", _headless),
    ("review", "cycle"): ("cycle_days", _days),
    ("risk", "high"): ("high_risk", _texts),
    ("rules",): ("rules", _rules),
    ("retention", "backups_days"): ("backups_days", _whole),
    ("adopt", "baseline"): ("baseline", _text),
    ("adopt", "scopes"): ("folder_scopes", _scopes),
}
"""Every key of `curator.toml`, the Config field it sets and how it is read."""


def parse(data: bytes) -> tuple[Config, tuple[Problem, ...]]:
    """A configuration and what is wrong with it; text that is no TOML gives the defaults."""
    try:
        table = tomllib.loads(data.decode("utf-8"))
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        return Config(), (_problem("config-syntax", Severity.ERROR, "not UTF-8 text", line),)
    except tomllib.TOMLDecodeError as error:
        line, column = _position(str(error))
        return Config(), (_problem("config-syntax", Severity.ERROR, str(error), line, column),)
    config: Config = LaidOut()
    problems = []
    for path, value in _leaves(table):
        known = KEYS.get(path)
        if known is None:
            problems.append(_unknown(path, data))
            continue
        try:
            config = replace(config, **{known[0]: known[1](value)})
        except _BadError as bad:
            message = f"{'.'.join(path)} {bad}; the default holds"
            problems.append(_problem("config-value", Severity.ERROR, message, _line(path, data)))
    return config, (*problems, *_unreadable_rules(config, data))


def _unreadable_rules(config: Config, data: bytes) -> Iterator[Problem]:
    """Standing rules whose filter says nothing; the others hold."""
    heads = _lines(data, "[[rules]]")
    for number, wrong in house_rules.wrong(config.rules):
        line = heads[number] if number < len(heads) else 1
        message = f"rule {number + 1} has no effect: {wrong.message}"
        hint = wrong.hint or "match is a filter as in `curator queue --filter`"
        yield Problem("config-value", Severity.ERROR, message, hint, CONFIG_PATH, line, 1)


def _lines(data: bytes, head: str) -> list[int]:
    texts = enumerate(data.decode("utf-8").splitlines(), 1)
    return [number for number, text in texts if text.replace(" ", "").startswith(head)]


def _leaves(table: Mapping[str, Any]) -> list[tuple[tuple[str, ...], Any]]:
    leaves: list[tuple[tuple[str, ...], Any]] = []
    for section, value in table.items():
        if (section,) in KEYS or not isinstance(value, dict):
            leaves.append(((section,), value))
        else:
            leaves.extend(((section, key), inner) for key, inner in value.items())
    return leaves


def _unknown(path: tuple[str, ...], data: bytes) -> Problem:
    message = f"unknown key {'.'.join(path)}"
    return _problem("config-unknown-key", Severity.WARNING, message, _line(path, data))


def _line(path: tuple[str, ...], data: bytes) -> int:
    for number, line in enumerate(data.decode("utf-8").splitlines(), 1):
        text = line.strip().lstrip("[").strip()
        if text.startswith(path[-1]):
            return number
    return 1


def _position(message: str) -> tuple[int, int]:
    numbers = [int(word.strip("),")) for word in message.split() if word.strip("),").isdigit()]
    return (numbers[-2], numbers[-1]) if len(numbers) >= 2 else (1, 1)


def _problem(code: str, severity: Severity, message: str, line: int, column: int = 1) -> Problem:
    hint = "mend curator.toml; until then the defaults hold for what cannot be read"
    return Problem(code, severity, message, hint, CONFIG_PATH, line, column)
