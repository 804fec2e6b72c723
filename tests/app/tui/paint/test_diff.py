"""Line changes: both texts can be read off them, and no input makes them slow."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from curator_app.tui.paint.diff import compare, differing, painted
from curator_app.tui.paint.foreign import foreign_lines
from curator_app.tui.paint.ink import Ink

LINES = st.lists(st.sampled_from(["a\n", "b\n", "c\n", "\n", "中\n", "d\r\n"]), max_size=30)


@given(LINES, LINES)
def test_both_texts_can_be_read_off_the_changes(old: list[str], new: list[str]) -> None:
    before, after = "".join(old), "".join(new)
    changes = compare(before, after)
    ends = ("\r\n" in before) != ("\r\n" in after)
    kept = [change.text.plain for change in changes if change.sign in " -"]
    made = [change.text.plain for change in changes if change.sign in " +"]
    assert kept == [line.plain for line in foreign_lines(before, ends=ends)]
    assert made == [line.plain for line in foreign_lines(after, ends=ends)]


@given(LINES)
def test_equal_texts_have_no_change(lines: list[str]) -> None:
    text = "".join(lines)
    assert {change.sign for change in compare(text, text)} <= {" "}


def test_a_repetitive_text_shows_only_its_edits() -> None:
    """difflib's popular-line rule would show hundreds of lines here."""
    old = ["- item\n", "\n"] * 200
    new = [*old[:100], "- new\n", *old[100:300], "- other\n", *old[300:]]
    changes = compare("".join(old), "".join(new))
    assert [change.text.plain for change in changes if change.sign == "+"] == ["- new", "- other"]


def test_a_text_written_anew_is_one_block() -> None:
    size = 1_100
    old = "".join(f"old {n}\n" for n in range(size))
    new = "".join(f"new {n}\n" for n in range(size))
    changes = compare("head\n" + old + "tail\n", "head\n" + new + "tail\n")
    signs = "".join(change.sign for change in changes)
    assert signs == " " + "-" * size + "+" * size + " "


@given(st.text(max_size=40), st.text(max_size=40))
def test_what_differs_in_a_line_is_all_that_differs(before: str, after: str) -> None:
    """Without the places that stand out both lines are the same; where none do, nothing is."""
    gone, come = differing(before, after)
    if gone or come:
        rest = [
            "".join(c for n, c in enumerate(text) if not any(a <= n < b for a, b in spans))
            for text, spans in ((before, gone), (after, come))
        ]
        assert rest[0] == rest[1]


def test_a_long_paragraph_shows_just_its_changed_clause() -> None:
    """Acceptance 34."""
    before = "".join(f"第{n}条：每周一上午检查备份，并记录结果。" for n in range(160))
    after = before.replace("第80条：每周一上午", "第80条：每逢周五的晚上")
    lines = [line.text.plain for line in painted(compare(before, after))]
    assert len(before) > 3000 and len(lines) == 2
    assert all(len(line) < 300 and "characters the same=]" in line for line in lines)
    assert "每周一上午检查" in lines[0] and "每逢周五的晚上检查" in lines[1]
    [removed, added] = compare(before, after)
    assert removed.text.plain == before and added.text.plain == after
    stressed = [span for span in added.text.spans if span.style == Ink.STRESS]
    assert "".join(after[s.start : s.end] for s in stressed) == "逢周五的晚上"


def test_different_line_ends_are_shown() -> None:
    removed, added = compare("a\r\n", "a\n")
    assert (removed.text.plain, added.text.plain) == ("a<CR>", "a")


def test_unchanged_lines_far_away_are_counted() -> None:
    before = "".join(f"{n}\n" for n in range(20))
    after = before.replace("10\n", "ten\n")
    lines = [line.text.plain for line in painted(compare(before, after))]
    assert lines[0] == "      (8 lines unchanged)"
    assert lines[3:5] == ["   11 - 10", "   11 + ten"]
    assert lines[-1] == "      (7 lines unchanged)"
