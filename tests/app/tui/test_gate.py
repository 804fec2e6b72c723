"""Tainted and flagged text becomes memory only after it was seen whole, by whatever key."""

from __future__ import annotations

from pathlib import Path

from curator_app.tui import gate
from curator_app.tui.messages import DecisionStaged
from curator_core.model.decision import Merge
from curator_core.model.view import Staged
from tests.app.tui.desk import NARROW, Driven, driven
from tests.homes import make_home, note, put

LONG = "\n".join(f"Line {number}." for number in range(60))


def approved(one: Driven) -> list[str]:
    """The items whose approval was staged."""
    staged = [m for m in one.of(DecisionStaged) if isinstance(m, DecisionStaged)]
    return [m.item for m in staged if isinstance(m.outcome, Staged)]


def outside_home(root: Path) -> Path:
    """One long tainted candidate, and a plain one after it."""
    home = make_home(root, {}, {"z.md": note("m_z", "Plain.", memory_key="z.z")})
    text = note("m_q", LONG, origin="external", taint=["mail"], memory_key="q.q")
    put(home, "memory/quarantine/q.md", text)
    return home


async def test_each_high_flag_is_shown_and_marked_by_a_key_of_its_own(tmp_path: Path) -> None:
    body = f"pay \u202eto{LONG}\u202c\n\nand \u200bhere"
    home = make_home(tmp_path / "home", {}, {"x.md": note("m_x", body)})
    async with driven(home) as one:
        await one.press("enter", "a")
        assert "flagged: 2 high flags (!): H8; read it to the end" in one.said
        await one.press("G", "a")
        assert "approve: flagged: 2 high flags" in one.said and approved(one) == []
        await one.press("g", "exclamation_mark")
        assert "H8 line" in one.said and "more: !" in one.said
        assert "pay <U+202E>to" in one.text and "[x] H8" in one.text
        while "that was the last one" not in one.said:
            await one.press("exclamation_mark")
        assert "Line 59.<U+202C>" in one.text
        await one.press("exclamation_mark")
        assert "every high flag was looked at" in one.said
        await one.press("a")
        assert len(approved(one)) == 1


async def test_no_other_key_goes_around_the_gate(tmp_path: Path) -> None:
    """The list, the palette, edit, a merge of marked notes, a decision about marks."""
    async with driven(outside_home(tmp_path / "home"), NARROW) as one:
        item = one.queue.current()
        for keys in (["a"], ["e"], [":", *"becomes", "enter"]):
            await one.press(*keys)
            assert "read it to the end" in one.said, keys
        await one.press("asterisk", "semicolon", "a")
        await one.press("escape", "escape")
        assert item not in one.app.session.actions
        plain = next(each for each in one.app.session.waiting if each.item != item)
        barred = gate.bars(one.app.session, Merge(item=plain.item, targets=("m_z", "m_q")))
        assert barred is not None and "Title of m_q: open it" in barred.plain


async def test_what_was_read_counts_until_the_text_changes(tmp_path: Path) -> None:
    home = outside_home(tmp_path / "home")
    async with driven(home) as one:
        await one.press("enter", "G", "X", "X", "g", "a")
        assert len(approved(one)) == 1
        await one.press("u", "escape", "g")
        changed = note("m_q", LONG + "\nMore.", origin="external", taint=["mail"])
        put(home, "memory/quarantine/q.md", changed)
        await one.press("R", "g", "a")
        assert "read it to the end" in one.said
        assert len(approved(one)) == 1
