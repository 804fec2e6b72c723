"""Raw output saved as memory (C31)."""

from __future__ import annotations

import pytest

from curator_core.rules import noise


@pytest.mark.parametrize(
    ("body", "lines"),
    [
        ("Deploy with make.\nconfidence: 0.82\n", (2,)),
        ("- **score**: 7\n", (1,)),
        ("置信度：0.9\n", (1,)),
        ('  "confidence": 0.4,\n', (1,)),
        ("evidence: line 3 of the log\n\n## \n", (1, 3)),
        ("Evidence: the log\n$ npm run deploy\n", (1, 2)),
        ("Human: how do I deploy?\nAssistant: with make\n$ make\n", (1, 2, 3)),
        ("evidence: x\n# Half a head\n\n", (1, 2)),
        ("observation: it failed\n~~~\nconfidence: 1\n~~~\n#\n", (1, 5)),
    ],
)
def test_raw_output_is_named_by_line(body: str, lines: tuple[int, ...]) -> None:
    assert noise.lines(body) == lines


@pytest.mark.parametrize(
    "body",
    [
        "",
        "Deploy with make.\n",
        "# Deploy\n\nWith make.\n",
        "# Only a title\n",
        "Evidence: see the ticket.\n",
        "Confidence: high, says Ines.\n",
        "We need more confidence: 3 people asked.\n",
        "```\n$ make\nconfidence: 0.3\n```\n",
        "```sh\n$ make\n```\n\nevidence: none\n",
        "User: Ines. She prefers short mails.\n",
        "C# is used there.\n",
        "得分最高的是红队。\n",
    ],
)
def test_plain_notes_are_none(body: str) -> None:
    assert noise.lines(body) == ()
