"""What comparing two texts for the screen costs, beside a plain unified_diff of 1,000 lines."""

from __future__ import annotations

import random
from difflib import unified_diff

import pytest

from curator_app.tui.paint.beside import beside
from curator_app.tui.paint.diff import compare, painted
from curator_core.model.merge import Hunk, RegionState
from curator_core.rules.words import pieces
from tests.benchmarks.paired import Report, Row, alternated

pytestmark = [pytest.mark.benchmark, pytest.mark.timeout(600)]

YARDSTICK = "unified_diff of 1k lines, 5 % edits"
BAR = "<= 20x"
CLAUSE = "，改到每个月的最后一个周五，"


def _usual() -> object:
    draw = random.Random(2)
    lines = [f"line {n}: 内容 of the note" for n in range(1000)]
    edited = [f"{line}, edited" if draw.random() < 0.05 else line for line in lines]
    return list(unified_diff(lines, edited))


def _paragraph() -> tuple[str, str]:
    """3,000 characters of Chinese out of sixty, in clauses; one of them is another."""
    draw = random.Random(3)
    signs = [chr(0x4E00 + n * 31) for n in range(60)]
    clauses = ["".join(draw.choices(signs, k=draw.randrange(6, 18))) for _ in range(260)]
    ends = draw.choices("，，，。；", k=len(clauses))
    text = "".join(clause + end for clause, end in zip(clauses, ends, strict=True))[:3000]
    at = text.index("，", 1500)
    return text, text[:at] + CLAUSE + text[text.index("，", at + 1) + 1 :]


def _texts() -> dict[str, tuple[str, str]]:
    draw = random.Random(1)
    repeated = ["- [ ] todo", "", "- [x] done", "---"] * 500
    edited = [f"{line} more" if draw.random() < 0.01 else line for line in repeated]
    long = [chr(0x4E00 + draw.randrange(600)) for _ in range(16_000)]
    other = [chr(0x4E00 + draw.randrange(600)) if draw.random() < 0.1 else c for c in long]
    old = [f"old line {n} with some words to compare" for n in range(300)]
    new = [f"new text {n} that has other words than before" for n in range(300)]
    return {
        "300 lines written anew": ("\n".join(old), "\n".join(new)),
        "2k lines out of four, few edits": ("\n".join(repeated), "\n".join(edited)),
        "a line of 16k characters, every tenth other": ("".join(long), "".join(other)),
    }


def test_a_paragraph_and_hard_texts_against_a_usual_diff(report: Report) -> None:
    """Acceptance 34 and SPEED §B: words found, three panes, lines painted."""
    before, after = _paragraph()
    clause = Hunk(
        id="hunk:1",
        base=(before,),
        current=(before,),
        proposed=(after,),
        state=RegionState.PROPOSED,
    )
    panes = beside.__wrapped__
    found = alternated(lambda: pieces(before, after), _usual)
    report.add(Row(f"words of a 3k paragraph, one clause | {YARDSTICK}", *found, BAR))
    found = alternated(lambda: panes(clause, no_base=False, short=True), _usual)
    report.add(Row(f"its three panes, painted | {YARDSTICK}", *found, BAR))
    changed = sum(len(p.text) for p in pieces(before, after) if p.sign.value == "+")
    report.notes.append(f"of {len(after)} characters {changed} are shown as new")
    for name, (old, new) in _texts().items():
        found = alternated(lambda a=old, b=new: pieces(a, b), _usual)  # type: ignore[misc]
        report.add(Row(f"words of {name} | {YARDSTICK}", *found, BAR))
        found = alternated(lambda a=old, b=new: list(painted(compare(a, b))), _usual)  # type: ignore[misc]
        report.add(Row(f"lines of {name}, painted | {YARDSTICK}", *found))
