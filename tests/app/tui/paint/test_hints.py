"""What the desk says where the core names a command."""

from __future__ import annotations

import pytest

from curator_app.tui.paint.hints import hint


@pytest.mark.parametrize(
    ("code", "said", "keys"),
    [
        ("conflict", "choose a side for each, or with --pick REGION=SIDE", "three-way screen (m)"),
        ("conflict", "look at it, then `curator forget NOTE`", "Z forgets it there"),
        ("secret", "approve without it (--redact), or reject it", "z redacts it"),
    ],
)
def test_a_step_is_said_in_keys_for_what_the_hint_names(code: str, said: str, keys: str) -> None:
    assert keys in hint(code, said)


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("conflict", "see `curator rescue list`"),
        ("conflict", "decide that edit first"),
        ("secret", "take it out of the text, or look again and add --confirm secret"),
    ],
)
def test_a_step_that_no_key_does_stays_as_it_was_said(code: str, said: str) -> None:
    assert hint(code, said) == said
