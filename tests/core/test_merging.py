"""Bodies merged by hunk: tables of texts, and what picks make of them."""

from __future__ import annotations

import pytest

from curator_core.model.merge import Hand, Letter, Pick
from curator_core.rules.editing import encode
from curator_core.rules.merging import resolve, three_way
from tests.core.merge_texts import body, merged, note, plain, states
from tests.core.note_reading import readable

CLEAN = {
    "other paragraphs": (
        "一\n\n二\n\n三\n",
        "一改\n\n二\n\n三\n",
        "一\n\n二\n\n三改\n",
        "一改\n\n二\n\n三改\n",
    ),
    "C59: deletes 1, edits 3": ("1\n2\n3\n", "2\n3\n", "1\n2\nthree\n", "2\nthree\n"),
    "the same edit": ("a\nb\n", "a\nB\n", "a\nB\n", "a\nB\n"),
    "the same paragraph added": ("a\n", "a\n\nnew\n", "a\n\nnew\n", "a\n\nnew\n"),
    "added at both ends": ("a\nb\n", "top\na\nb\n", "a\nb\nend\n", "top\na\nb\nend\n"),
    "all taken out by one": ("a\nb\n", "", "a\nb\n", ""),
    "a body where none was": ("", "", "new\n", "new\n"),
}


@pytest.mark.parametrize("name", CLEAN)
def test_changes_that_do_not_touch_are_merged(name: str) -> None:
    *texts, expected = CLEAN[name]
    way, found = merged(*texts)
    assert way.conflicts == ()
    assert body(found) == expected


CONFLICTS = {
    "C59: deletes 2, edits 2": ("1\n2\n3\n", "1\n3\n", "1\ntwo\n3\n"),
    "one paragraph, two wordings": ("部署用 npm。\n", "部署用 pnpm。\n", "部署用 yarn。\n"),
    "neighbouring lines": ("a\nb\n", "A\nb\n", "a\nB\n"),
    "two lines put in at one place": ("a\nb\n", "a\nx\nb\n", "a\ny\nb\n"),
    "all taken out against an edit": ("a\nb\n", "", "a\nB\n"),
    "the same edit and one beside it": ("a\nb\nc\n", "a\nB\nc\n", "a\nB\nC\n"),
}


@pytest.mark.parametrize("name", CONFLICTS)
def test_changes_that_touch_are_a_conflict(name: str) -> None:
    way, found = merged(*CONFLICTS[name])
    assert way.conflicts == ("hunk:1",)
    assert (found.text, found.unresolved) == (None, ("hunk:1",))
    assert way.adds and way.moved


PICKS = {
    Pick.CURRENT: ("intro\nours\nend\n", "=C="),
    Pick.PROPOSED: ("intro\ntheirs\nmore\nend\n", "=PP="),
    Pick.BASE: ("intro\nold\nend\n", "=B="),
    Pick.BOTH: ("intro\nours\ntheirs\nmore\nend\n", "=CPP="),
    Pick.SWAPPED: ("intro\ntheirs\nmore\nours\nend\n", "=PPC="),
    Hand("mine\nby hand"): ("intro\nmine\nby hand\nend\n", "=MM="),
    Hand(""): ("intro\nend\n", "=="),
}


@pytest.mark.parametrize("pick", PICKS, ids=str)
def test_picks_keep_the_line_next_to_the_hunk(pick: Pick | Hand) -> None:
    """C58; both never holds base text, and its order can be swapped (UX 30)."""
    texts = "intro\nold\nend\n", "intro\nours\nend\n", "intro\ntheirs\nmore\nend\n"
    _, found = merged(*texts, picks={"hunk:1": pick})
    expected, letters = PICKS[pick]
    assert found.text is not None and found.text.endswith("---\n" + expected)
    assert body(found) == expected
    assert "".join(line.letter for line in found.origins) == letters


def test_a_pick_overrules_what_was_merged_by_itself() -> None:
    texts = "a\nb\nc\n", "A\nb\nc\n", "a\nb\nC\n"
    way, found = merged(*texts, picks={"hunk:2": Pick.CURRENT})
    assert states(way) == {"hunk:1": "current", "hunk:2": "proposed"}
    assert body(found) == "A\nb\nc\n"
    _, found = merged(*texts, picks={"hunk:1": Pick.BASE})
    assert body(found) == "a\nb\nC\n"


def test_a_pick_for_no_region_is_refused() -> None:
    with pytest.raises(ValueError, match="hunk:9"):
        merged("a\n", "b\n", "c\n", picks={"hunk:9": Pick.CURRENT})


def test_windows_line_ends_stay_and_are_no_difference() -> None:
    base, proposed = note("one\ntwo\nthree\n"), note("one\ntwo\nTHREE\n")
    current = plain("---\r\nid: deploy\r\n---\r\none\r\ntwo\r\nthree\r\n")
    way = three_way(base, current, proposed)
    assert states(way) == {"hunk:1": "proposed"}
    found = resolve(way, current, {})
    assert found.text == "---\r\nid: deploy\r\n---\r\none\r\ntwo\r\nTHREE\r\n"
    found = resolve(way, current, {"hunk:1": Hand("3\n4\n")})
    assert found.text is not None and found.text.endswith("two\r\n3\r\n4\r\n")


def test_mixed_line_ends_of_untouched_lines_stay() -> None:
    base, current = note("one\ntwo\nthree\n"), note("one\r\ntwo\nthree\n")
    found = resolve(three_way(base, current, note("one\ntwo\n3\n")), current, {})
    assert body(found) == "one\r\ntwo\n3\n"


@pytest.mark.parametrize(
    ("current", "proposed", "expected"),
    [
        ("one\ntwo", "one\nTWO\n", "one\nTWO"),
        ("one\ntwo\n", "one\nTWO", "one\nTWO\n"),
        ("one\ntwo", "one\ntwo\nthree\n", "one\ntwo\nthree"),
        ("one\ntwo", "zero\none\ntwo\n", "zero\none\ntwo"),
    ],
)
def test_a_missing_final_line_end_stays_missing(current: str, proposed: str, expected: str) -> None:
    way, found = merged("one\ntwo\n", current, proposed)
    assert way.conflicts == () and body(found) == expected
    assert states(merged("one\ntwo\n", "one\ntwo\n", "one\ntwo")[0]) == {}


def test_both_of_a_last_line_without_end_are_two_lines() -> None:
    _, found = merged("old", "ours", "theirs", picks={"hunk:1": Pick.SWAPPED})
    assert body(found) == "theirs\nours"


def test_a_body_comes_below_a_fence_without_line_end() -> None:
    base = current = plain("---\nid: deploy\n---")
    found = resolve(three_way(base, current, note("new\n")), current, {})
    assert found.text == "---\nid: deploy\n---\nnew"


def test_a_byte_order_mark_stays() -> None:
    current = readable("\ufeff---\nid: deploy\n---\none\n".encode())
    found = resolve(three_way(note("one\n"), current, note("two\n")), current, {})
    assert found.text is not None
    assert encode(current, found.text) == "\ufeff---\nid: deploy\n---\ntwo\n".encode()


def test_texts_without_a_block_are_merged() -> None:
    base, current = plain("# One\n\ntext\n"), plain("# One\n\ntext, ours\n")
    way = three_way(base, current, plain("# Title\n\ntext\n"))
    assert resolve(way, current, {}).text == "# Title\n\ntext, ours\n"
    way = three_way(base, current, plain("---\ntitle: T\n---\n# One\n\ntext\n"))
    assert resolve(way, current, {}).text == "---\ntitle: T\n---\n# One\n\ntext, ours\n"


def test_a_change_of_another_place_survives_a_resolved_conflict() -> None:
    """C55."""
    texts = "a\n\nb\n\nc\n", "A\n\nb\n\nc, ours\n", "AA\n\nb\n\nc\n"
    _, found = merged(*texts, picks={"hunk:1": Pick.PROPOSED})
    assert body(found) == "AA\n\nb\n\nc, ours\n"


def test_an_old_copy_never_replaces_a_newer_text() -> None:
    """C67: a slow proposer writes the whole file it once read, with one change."""
    base = "one\ntwo\nthree\nfour\n"
    way, found = merged(base, "one\ntwo, by hand\nthree\nfour\n", "one\ntwo\nthree\nfour!\n")
    assert way.moved and way.adds and way.conflicts == ()
    assert body(found) == "one\ntwo, by hand\nthree\nfour!\n"


def test_markers_in_a_text_are_text_and_the_result_says_where() -> None:
    """C56: a conflict that was committed is never cut by, and its lines are named."""
    left = "a\n<<<<<<< ours\nx\n||||||| base\ny\n=======\nz\n>>>>>>> theirs\nb\n"
    way, found = merged(left, left, left.replace("b\n", "B\n"))
    assert states(way) == {"hunk:1": "proposed"}
    assert found.markers == (5, 7, 9, 11)
    fenced = f"```\n{left}```\n"
    assert merged(fenced, fenced, fenced + "more\n")[1].markers == ()


def test_nothing_moves_out_of_a_conflict() -> None:
    """Equal first lines of both sides stay in the hunk, beside the whole base (no zdiff3)."""
    way, found = merged("1\n2\n3\n", "one\ntwo\n3\n", "one\nzwei\n3\n")
    (hunk,) = (hunk for hunk in way.hunks if hunk.id == "hunk:1")
    assert hunk.base == ("1\n", "2\n")
    assert (hunk.current, hunk.proposed) == (("one\n", "two\n"), ("one\n", "zwei\n"))
    assert [line.letter for line in found.origins] == [Letter.OPEN, Letter.SAME]
