"""The sides of a merge beside each other: rows that belong together, at length what changed."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from curator_app.tui.paint.beside import beside, hunks
from curator_core.model.merge import Hunk, RegionState, Side
from tests.core.merge_texts import merged

SENTENCES = [f"第{n}条规定：每周一上午检查备份，并把结果记在日志里。" for n in range(130)]
LINES = st.lists(st.sampled_from(["port 80", "port 81", "中文一", "中文二", ""]), max_size=6)


def hunk(base: str, current: str, proposed: str) -> Hunk:
    """A hunk of three texts."""
    texts = [tuple(text.splitlines(keepends=True)) for text in (base, current, proposed)]
    return Hunk(
        id="hunk:1",
        base=texts[0],
        current=texts[1],
        proposed=texts[2],
        state=RegionState.CONFLICT,
    )


def side(of: Hunk, name: Side, *, short: bool = True, no_base: bool = False) -> list[str]:
    """All cells of one side that it has."""
    rows = beside(of, no_base=no_base, short=short).rows
    return [cell.plain for row in rows if (cell := row.cells[name]) is not None]


def test_a_3000_character_paragraph_shows_just_its_changed_clauses() -> None:
    """Acceptance 34: on every side, and what belongs together is in one row."""
    text = "".join(SENTENCES)
    assert len(text) > 3000
    current = text.replace("第64条规定：每周一上午", "第64条规定：每逢周五的晚上")
    proposed = text.replace("第100条规定：每周一上午检查", "第100条规定：每个月初检查")
    of = hunk(text, current, proposed)
    found = beside(of, no_base=False, short=True)
    assert len(found.rows) == 9 and not found.by_lines
    for name in Side:
        cells = side(of, name)
        assert len(cells) == 9 and sum(map(len, cells)) < 300
        assert [cell.startswith("[=") for cell in cells] == [n in (0, 4, 8) for n in range(9)]
    assert "[-周一上午-]{+逢周五的晚上+}检查" in side(of, Side.CURRENT)[2]
    assert "[-周一上午-]{+个月初+}检查" in side(of, Side.PROPOSED)[6]
    assert "[-" not in side(of, Side.PROPOSED)[2] + side(of, Side.CURRENT)[6]
    whole = beside(of, no_base=False, short=False)
    assert len(whole.rows) == 130 and all(row.more for row in whole.rows[1:])


def test_new_lines_of_one_side_have_rows_of_their_own() -> None:
    of = hunk("a b c d\nx y z\n", "a b c D\nnew\nx y z\n", "a b c d\nx y Z\n")
    rows = beside(of, no_base=False, short=True).rows
    said = [tuple(cell.plain if cell else None for cell in row.cells.values()) for row in rows]
    assert said == [
        ("a b c [-d-]", "a b c [-d-]{+D+}", "a b c d"),
        (None, "{+new+}", None),
        ("x y [-z-]", "x y z", "x y [-z-]{+Z+}"),
    ]


def test_a_very_long_text_is_compared_by_lines_and_says_so() -> None:
    text = "word " * 30_000 + "\n"
    other = text.replace("word", "Word", 1)
    assert beside(hunk(text, other, text), no_base=False, short=True).by_lines
    assert not beside(hunk("a\n" + text, "b\n" + text, "c\n"), no_base=False, short=True).by_lines


def test_no_part_of_a_secret_is_shown_however_the_texts_are_cut() -> None:
    """What is a secret is seen in the whole text, not in the hunk or word that differs."""
    key = [f"MIIB{n}" + "q8" * 28 for n in range(4)]
    lines = ["-----BEGIN RSA PRIVATE KEY-----", *key, "-----END RSA PRIVATE KEY-----", "Text."]
    text = "".join(f"{line}\n" for line in lines)
    way, _ = merged(text, text, text.replace("MIIB2q8", "MIIB2zz"))
    shown = [
        cell.plain
        for part in hunks(way)
        if part.state is not RegionState.SAME
        for row in beside(part, no_base=False, short=False).rows
        for cell in row.cells.values()
        if cell is not None
    ]
    assert shown and not any("q8q8" in cell for cell in shown)
    assert not any("q8q8" in line for part in hunks(way) for line in part.current)


@given(LINES, LINES, LINES)
def test_no_line_of_any_side_is_left_out(
    base: list[str], ours: list[str], theirs: list[str]
) -> None:
    of = hunk(*("".join(f"{line}\n" for line in text) for text in (base, ours, theirs)))
    assert len(side(of, Side.BASE)) == len(base)
    assert len(side(of, Side.CURRENT)) == len(ours)
    assert len(side(of, Side.PROPOSED, no_base=True)) == len(theirs)
