"""Commands in a text: what runs, installs or deploys something (H5)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from curator_core.model.flag import Grade
from curator_core.rules.flags.frames import Grades
from curator_core.rules.flags.reading import Raised, Reading

_HIGH, _MEDIUM, _LOW = Grade.HIGH, Grade.MEDIUM, Grade.LOW


@dataclass(frozen=True, slots=True)
class Command:
    """A shape of commands with the words of which one must occur, and its weight by trust."""

    rule: str
    hints: tuple[str, ...]
    regex: re.Pattern[str]
    grades: Grades


def _command(rule: str, hints: str, regex: str, grades: Grades) -> Command:
    return Command(rule, tuple(hints.split()), re.compile(regex), grades)


_RUNS = (_HIGH, _HIGH, _LOW)
_ACTS = (_HIGH, _MEDIUM, _LOW)
_BRINGS = (_MEDIUM, _LOW, None)
_ROLLS_OUT = (_MEDIUM, _LOW, None)

COMMANDS = (
    _command(
        "pipe-to-shell",
        "curl wget fetch iwr invoke-webrequest irm iex invoke-expression downloadstring",
        r"\b(?:curl|wget|fetch|iwr|irm|invoke-webrequest)\s[^\n|]{0,300}\|\s*(?:sudo\s+)?"
        r"(?:(?:ba|z|da|k|fi)?sh|python3?|perl|ruby|node|iex|php)\b|"
        r"\b(?:iex|invoke-expression)\s*[($][^\n`]{1,200}|\.downloadstring\([^\n`]{1,200}|"
        r"(?:ba|z)?sh\s+(?:-c\s+[\"'$]*\(?|<\()\s*(?:curl|wget)[^\n]{0,200}",
        _RUNS,
    ),
    _command(
        "runs-code",
        "python node perl ruby eval iex powershell php",
        r"\b(?:python[0-9.]*|node|perl|ruby|php)\s+-(?:c|e|r|m\s+base64)\b[^\n]{0,300}|"
        r"\beval\s+[\"'`$(][^\n]{0,200}|\|\s*iex\b|\bpowershell(?:\.exe)?\s+-(?:e|enc|c|nop|w)\w*[^\n]{0,200}",
        _ACTS,
    ),
    _command(
        "destroys",
        "rm git dd mkfs drop shred find chmod :()",
        r":\(\)\s*\{[^\n]{1,40}|"
        r"\brm\s+(?:-\w+\s+)*-(?:\w*r\w*f|\w*f\w*r)\w*\s[^\n`]{1,120}|\brm\s+-r\s+-f\s[^\n`]{1,120}|"
        r"\bgit\s+(?:push\s[^\n`]{0,80}(?:--force\b|\s-f\b|\+\w)[^\n`]{0,60}|reset\s+--hard[^\n`]{0,60}|"
        r"clean\s+-\w*f\w*|filter-branch[^\n`]{0,60}|config\s+--global[^\n`]{1,100})|"
        r"\bdd\s+if=[^\n`]{1,100}|\bmkfs(?:\.\w+)?\s|\bdrop\s+(?:table|database)\s|\bshred\s+-|"
        r"\bchmod\s+(?:-r\s+)?(?:\+x|[0-7]?777|u\+s)[^\n`]{0,80}|\bfind\s[^\n`]{1,80}-(?:delete|exec)\b",
        _ACTS,
    ),
    _command(
        "reaches-out",
        "nc ncat /dev/tcp scp ssh base64 crontab authorized_keys telnet socat sudo curl wget rsync",
        r"\bn(?:c|cat)\s+(?:-\w+\s+)*[\w.-]+\s+\d+[^\n`]{0,60}|/dev/tcp/\S+|\bsocat\s[^\n`]{1,120}|"
        r"\bbase64\s+(?:-d|-D|--decode)\b|\bcrontab\s+-[^\n`]{0,60}|>>?\s*~?/?\S*authorized_keys|"
        r"\b(?:scp|rsync)\s[^\n`]{0,120}\S+@?[\w.-]+:\S*|\bssh\s+(?:-\w+\s+\S+\s+)*[\w-]+@[\w.-]+[^\n`]{0,80}|"
        r"\bcurl\s+[^\n`]{0,200}(?:-d\b|--data\S*|-f\b|--form|-t\b|--upload-file|-x\s+p(?:ost|ut))[^\n`]{0,120}|"
        r"\bwget\s+[^\n`]{0,120}--post\S*[^\n`]{0,120}",
        _RUNS,
    ),
    _command(
        "gets-file",
        "curl wget",
        r"\b(?:curl|wget)\s+(?:-\S+\s+)*[\"']?https?://[^\s`\"']+",
        (_MEDIUM, _LOW, None),
    ),
    _command(
        "as-root", "sudo doas", r"\b(?:sudo|doas)\s+[a-z/][^\n`]{1,100}", (_MEDIUM, _LOW, None)
    ),
    _command(
        "installs-global",
        "npm pnpm yarn bun pip gem npx uvx pipx",
        r"\b(?:npm|pnpm|yarn|bun)\s+(?:global\s+)?(?:i|install|add)\s+(?:\S+\s+){0,6}?(?:-g|--global)\b[^\n`]{0,80}|"
        r"\bnpm\s+(?:i|install)\s+(?:git\+|https?:)\S+|\bpip3?\s+install\s+[^\n`]{0,80}"
        r"(?:git\+|https?://|--(?:extra-)?index[_-]url|--trusted-host|-i\s+http)[^\n`]{0,80}|"
        r"\b(?:npx|uvx|bunx)\s+(?:-y\s+|--yes\s+)?[@a-z][^\s`]+|\b(?:pnpm|yarn)\s+dlx\s+\S+",
        _ACTS,
    ),
    _command(
        "installs",
        "npm pnpm yarn bun pip uv pipx gem cargo go brew apt docker conda composer dnf yum apk "
        "winget",
        r"\b(?:npm|pnpm|yarn|bun)\s+(?:i|install|add)\s+(?!-{1,2}(?:frozen|prod|ci))@?[a-z][^\n`]{0,80}|"
        r"\b(?:pip3?|pipx|uv\s+pip|gem|cargo|brew|conda|composer|winget)\s+(?:install|require)\s+[^\n`]{1,80}|"
        r"\buv\s+(?:add|tool\s+install)\s+\S+|\bgo\s+(?:get|install)\s+\S+|"
        r"\b(?:apt|apt-get|dnf|yum|apk)\s+(?:-\w+\s+)*(?:install|add)\s+[^\n`]{1,80}|"
        r"\bdocker\s+(?:run|pull|load)\s+[^\n`]{1,100}",
        _BRINGS,
    ),
    _command(
        "deploys",
        "make npm pnpm yarn bun just task rake mvn gradle kubectl terraform helm ansible "
        "systemctl git skip_ --no-verify --skip",
        r"\b(?:make|npm|pnpm|yarn|bun|just|task|rake|mvn|gradle)\s+(?:run\s+|exec\s+)?[\w:-]*"
        r"(?:deploy|release|publish)[\w:-]*[^\n`]{0,60}|\bkubectl\s+(?:apply|delete|exec|patch|scale)\b[^\n`]{0,80}|"
        r"\bterraform\s+(?:apply|destroy)\b|\bhelm\s+(?:install|upgrade|uninstall)\b[^\n`]{0,60}|"
        r"\bansible-playbook\s\S+|\bsystemctl\s+(?:stop|disable|mask|enable|restart)\s[^\n`]{1,60}|"
        r"\bgit\s+push\s[^\n`]{1,60}|skip_\w{1,40}=(?:1|true|yes)\b|--no-verify\b|--skip-(?:checks|tests)\b",
        _ROLLS_OUT,
    ),
)
"""Shapes of commands, the heaviest first."""


_MOST = 40
"""Commands of one shape that are looked at on one line."""
_ANCHOR = re.compile(
    rf"(?<!\w)(?:{'|'.join(sorted({re.escape(h) for each in COMMANDS for h in each.hints}))})"
)


def commands(reading: Reading) -> Iterator[Raised]:
    """Every command in a proposer's own words, once for its heaviest shape."""
    text = reading.copy.text
    end = -1
    for anchor in _ANCHOR.finditer(text):
        if anchor.start() >= end:
            start = text.rfind("\n", 0, anchor.start()) + 1
            end = text.find("\n", anchor.end())
            end = len(text) if end < 0 else end
            yield from _of_line(reading, start, end)


def _of_line(reading: Reading, first: int, last: int) -> Iterator[Raised]:
    text = reading.copy.text
    line = text[first:last]
    taken: list[tuple[int, int]] = []
    for each in COMMANDS:
        grade = each.grades[reading.trust]
        if grade is None or not any(hint in line for hint in each.hints):
            continue
        for match in islice(each.regex.finditer(text, first, last), _MOST):
            if any(match.start() < end and start < match.end() for start, end in taken):
                continue
            taken.append(match.span())
            size = len(match[0].rstrip(" .;,"))
            start, end = reading.copy.span(match.start(), match.start() + size)
            if any(part.start <= start < part.end for part in reading.own_words()):
                yield Raised("H5", _weighed(grade, match[0]), each.rule, start, end)


_ELIDED = re.compile(r"\.\.\.|\u2026")
_HERE = re.compile(r"//(?:localhost|127\.0\.0\.1|\[::1\]|0\.0\.0\.0)[:/]")


def _weighed(grade: Grade, command: str) -> Grade:
    """A shape that is told about, with its address left out, runs nothing; what stays on this
    machine reaches nobody."""
    if _ELIDED.search(command):
        return _LOW
    return _MEDIUM if grade is _HIGH and _HERE.search(command) and "|" not in command else grade
