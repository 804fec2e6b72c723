"""Claims, and the same claims in other clothes: what a fingerprint must see through."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Mapping

from tests.shared_data import shared_data

CLAIMS = (
    "Deploy with `npm run deploy` from main",
    "The database listens on port 5432",
    "Sarah Okafor owns the payments repository",
    "Never push to production on Fridays",
    "生产环境的部署命令是 npm run deploy",
    "用户对花生过敏",
    "Café opens at 10:30, budget 1.5 M€",
    "retries <= 3 && timeout = 30s",
)


def pairs() -> list[tuple[str, str]]:
    """Unicode's pairs of characters that look alike on purpose; skips without the data."""
    text = shared_data("hostile/confusables/intentional.txt").read_text("utf-8")
    rows = [line.split("#")[0].split(";") for line in text.splitlines() if ";" in line]
    named = [row for row in rows if len(row) == 2 and row[0].strip()]
    return [(chr(int(one, 16)), chr(int(other, 16))) for one, other in named]


def disguises() -> Mapping[str, Callable[[str], str]]:
    """Eighteen ways to write a claim otherwise, by name."""
    alike = {ord(one): other for one, other in reversed(pairs())}
    return {
        "look-alikes": lambda text: text.translate(alike),
        "full width": lambda text: _mapped(text, 0x21, 0x7E, 0xFEE0),
        "zero width": lambda text: "\u200b".join(text),
        "joiners": lambda text: "\u2060".join(text) + "\ufeff",
        "tags": lambda text: text + "".join(chr(0xE0000 + ord(char)) for char in "hidden"),
        "bidi": lambda text: f"\u202a{text[:5]}\u202c\u2066{text[5:]}\u2069\u200f",
        "soft hyphens": lambda text: "\u00ad".join(text),
        "hard blanks": lambda text: text.replace(" ", "\u00a0"),
        "many blanks": lambda text: "  " + text.replace(" ", " \t\u3000\n ") + "\n",
        "quotes": lambda text: f"\u201c{text}\u201d",
        "Markdown marks": lambda text: f"- **{text.replace(' ', '** **')}**",
        "decomposed": lambda text: unicodedata.normalize("NFD", text),
        "mathematical": _mathematical,
        "CJK spacing": _cjk_spaced,
        "capitals": str.upper,
        "full stop": lambda text: text + ("\u3002" if text[0] > "\u2e80" else "."),
        "selectors": lambda text: "\ufe0f".join(text) + "\U000e0101",
        "fillers": lambda text: "\u034f\u180e\u115f\u3164".join(text),
    }


def _mapped(text: str, first: int, last: int, by: int) -> str:
    return "".join(chr(ord(c) + by) if first <= ord(c) <= last else c for c in text)


def _mathematical(text: str) -> str:
    small = _mapped(text, 0x61, 0x7A, 0x1D5EE - 0x61)
    return _mapped(_mapped(small, 0x41, 0x5A, 0x1D5D4 - 0x41), 0x30, 0x39, 0x1D7EC - 0x30)


def _cjk_spaced(text: str) -> str:
    """A blank on each side of every CJK character, and none where one was beside one."""
    spread = "".join(f" {char} " if char > "\u2e80" and char.isalpha() else char for char in text)
    return spread if any(char > "\u2e80" for char in text) else text.replace(" ", "\u2003")
