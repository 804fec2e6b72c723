"""Conflict markers in a text: which lines are some (C56)."""

from __future__ import annotations

import pytest

from curator_core.rules.merging import markers

SIMPLE = "<<<<<<< HEAD\na\n=======\nb\n>>>>>>> branch\n"
NESTED = (
    "a\n<<<<<<< ours\nx\n||||||| base\n<<<<<<<<< Temporary 1\np\n|||||||||\nq\n=========\nr\n"
    ">>>>>>>>> Temporary 2\n=======\nz\n>>>>>>> theirs\nb\n"
)
CASES = {
    "none": ("text\n", ()),
    "simple": (SIMPLE, (1, 3, 5)),
    "with a base": ("<<<<<<< a\n1\n||||||| b\n2\n=======\n3\n>>>>>>> c\n", (1, 3, 5, 7)),
    "nested, with bases": (NESTED, (2, 4, 5, 7, 9, 11, 12, 14)),
    "bare ones": ("<<<<<<<\n=======\n>>>>>>>\n", (1, 2, 3)),
    "Windows line ends": (SIMPLE.replace("\n", "\r\n"), (1, 3, 5)),
    "old Mac line ends": (SIMPLE.replace("\n", "\r"), (1, 3, 5)),
    "no final line end": ("<<<<<<< a", (1,)),
    "an end that was left": ("text\n\n>>>>>>> branch\n", (3,)),
    "begun twice, ended once": ("<<<<<<< a\n<<<<<<< b\n>>>>>>> b\n=======\n", (1, 2, 3, 4)),
    "a heading": ("Title\n=======\n\ntext\n", ()),
    "a heading after a conflict": (SIMPLE + "Title\n=======\n", (1, 3, 5)),
    "an empty table row": ("| a |\n|||||||\n", ()),
    "a deep quotation": (">>>>>> six\n>>>>>>> seven\n>>>>>> six\n", ()),
    "a quotation in a conflict": ("<<<<<<< a\n> q\n=======\n> r\n>>>>>>> b\n", (1, 3, 5)),
    "indented": ("    <<<<<<< a\n    >>>>>>> b\n", ()),
    "too short": ("<<<<<< a\n>>>>>> b\n", ()),
    "a word": ("<<<<<<<a\n>>>>>>>b\n", ()),
    "in code": (f"```\n{SIMPLE}```\n", ()),
    "in code with a longer fence": (f"~~~~ text\n```\n~~~\n{SIMPLE}~~~~~\n", ()),
    "behind code": (f"```\ncode\n```\n{SIMPLE}", (4, 6, 8)),
    "code that never ends": (f"```\n{SIMPLE}", ()),
    "a fence with more words does not end code": (f"```\n``` x\n{SIMPLE}```\n", ()),
    "no fence: a backtick follows": (f"``` `a`\n{SIMPLE}", (2, 4, 6)),
    "no fence: indented too far": (f"    ```\n{SIMPLE}", (2, 4, 6)),
    "code inside a conflict": ("<<<<<<< a\n```\n=======\n~~~\n>>>>>>> b\n", (1, 3, 5)),
    "in the block": ("---\n<<<<<<< a\nx: 1\n=======\nx: 2\n>>>>>>> b\n---\n", (2, 4, 6)),
    "a fence in a value is none": (f"---\nx: |\n  a\n```\n---\n{SIMPLE}", (6, 8, 10)),
    "behind a mark and a block": (f"\ufeff---\nx: |\n```\n---\n{SIMPLE}", (5, 7, 9)),
}


@pytest.mark.parametrize("name", CASES)
def test_lines_of_markers(name: str) -> None:
    text, expected = CASES[name]
    assert markers(text) == expected
