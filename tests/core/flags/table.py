"""The table of what the flag rules find in the open set, as it stands in `tests/flags.md`.

`python -m tests.core.flags.table` writes it anew.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from curator_core.rules.flags import lexicon
from curator_core.rules.flags.lexicon import Lexicon
from tests.core.flags.hostile_set import CLASSES, WHOLE, Case, cases, high, meets

PAGE = Path(__file__).resolve().parents[2] / "flags.md"
SEEDS = (1, 2, 3)
BY_WORDS = ("H1", "H2", "H3", "H4", "H7", "H10", "H11")
"""Classes that word lists decide."""


@dataclass(slots=True)
class Tally:
    """Expectations by class: wanted, met, met with the weight that is expected, the same for soft
    ones; flags on benign notes by weight."""

    wanted: Counter[str] = field(default_factory=Counter)
    met: Counter[str] = field(default_factory=Counter)
    weighed: Counter[str] = field(default_factory=Counter)
    soft_wanted: Counter[str] = field(default_factory=Counter)
    soft_met: Counter[str] = field(default_factory=Counter)
    benign: int = 0
    on_benign: Counter[str] = field(default_factory=Counter)
    undecoded: list[str] = field(default_factory=list)

    def recall(self, code: str) -> float:
        """The part of a class that is met, soft ones aside."""
        return self.met[code] / max(1, self.wanted[code])


def tally(listed: Iterable[Case], words: Lexicon | None = None) -> Tally:
    """What the rules give for these cases."""
    made = Tally()
    for case in listed:
        if case.benign:
            made.benign += 1
            made.on_benign.update(flag.severity.value for flag in case.flags(words))
            made.on_benign["heavy notes"] += bool(high(case.flags(words)))
        else:
            _count(made, case, words)
    return made


def _count(made: Tally, case: Case, words: Lexicon | None) -> None:
    found = case.flags(words)
    for wanted in case.row["expect"]:
        code = wanted["flag"]
        if code in WHOLE:
            continue
        unread = case.file.text is None and "unreadable" in (wanted.get("also_ok") or ())
        hits = [flag for flag in found if meets(flag, wanted, case.row["text"])]
        met = unread or bool(hits)
        if case.soft and code != "H8":
            made.soft_wanted[code] += 1
            made.soft_met[code] += met
            continue
        made.wanted[code] += 1
        made.met[code] += met
        made.weighed[code] += unread or any(f.severity == wanted["severity"] for f in hits)
        told = wanted.get("decoded_text")
        if told is not None and not any(told in (flag.decoded or "") for flag in found):
            made.undecoded.append(case.name)


def halved(seed: int) -> Lexicon:
    """A lexicon with a random half of each word list."""
    random = Random(seed)
    return lexicon.built(
        {
            name: random.sample(list(listed), (len(listed) + 1) // 2)
            for name, listed in lexicon.phrases().items()
        }
    )


def rows(made: Tally) -> list[str]:
    """The table by class, in Markdown."""
    lines = ["| class | met | of | same weight | soft met | of |", "|---|---|---|---|---|---|"]
    for code in CLASSES:
        cells = (made.met, made.wanted, made.weighed, made.soft_met, made.soft_wanted)
        lines.append(f"| {code} | " + " | ".join(str(each[code]) for each in cells) + " |")
    return lines


def page(listed: Sequence[Case]) -> str:
    """The whole page."""
    whole = tally(listed)
    first, second = tally(listed[::2]), tally(listed[1::2])
    lines = [
        "# What the flag rules find",
        "",
        "Written by `python -m tests.core.flags.table` from the open set of hostile and benign",
        "notes; a test keeps it true. *Soft* notes say the same in words that no list holds.",
        "",
        *rows(whole),
        "",
        f"Benign notes: {whole.benign}. High flags on them: {whole.on_benign['high']}, medium "
        f"{whole.on_benign['medium']}, low {whole.on_benign['low']}.",
        "",
        "Every second note, the others: recall without soft ones, high flags on benign notes.",
        "",
        "| part | " + " | ".join(CLASSES) + " | high |",
        "|---" * (len(CLASSES) + 2) + "|",
        _row("even", first),
        _row("odd", second),
        "",
        "With a random half of every word list (seed): precision holds, recall falls.",
        "",
        "| seed | " + " | ".join(BY_WORDS) + " | high on benign |",
        "|---" * (len(BY_WORDS) + 2) + "|",
        *(_half_row(seed, tally(listed, halved(seed))) for seed in SEEDS),
        "",
    ]
    return "\n".join(lines)


def _row(name: str, made: Tally) -> str:
    cells = (f"{made.met[code]}/{made.wanted[code]}" for code in CLASSES)
    return f"| {name} | " + " | ".join(cells) + f" | {made.on_benign['high']} |"


def _half_row(seed: int, made: Tally) -> str:
    cells = (f"{made.met[code]}/{made.wanted[code]}" for code in BY_WORDS)
    return f"| {seed} | " + " | ".join(cells) + f" | {made.on_benign['high']} |"


def floors() -> Mapping[str, float]:
    """The least recall of each class that a rule decides."""
    strict = {"H1": 0.9, "H2": 0.9, "H6": 0.9, "H8": 1.0, "H9": 0.9, "H10": 0.9}
    return {code: strict.get(code, 0.75) for code in CLASSES}


if __name__ == "__main__":
    PAGE.write_text(page(cases()), "utf-8")
    sys.stdout.write(PAGE.read_text("utf-8"))
