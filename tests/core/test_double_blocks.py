"""One block of fields out of two (C04)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from curator_core.model.files import NoteText
from curator_core.model.note import FieldValue
from curator_core.rules import double_blocks, editing, merging_fields, noise
from curator_core.store import note_text
from tests.core.field_values import bodies, field_sets

CLAIMS = {"reviewed", "reviewed_by", "reviewed_at", "reviewed_hash", "verified_at"}


def read(text: str) -> NoteText:
    found, _ = note_text.read(text.encode())
    assert found is not None, text
    return found


def joined(text: str) -> str:
    first = read(text)
    return double_blocks.joined(first, read(first.body))


@given(field_sets, field_sets, bodies, st.sampled_from(["", "\n", "\r\n\n"]))
def test_one_block_with_the_fields_of_both(
    one: dict[str, FieldValue], other: dict[str, FieldValue], body: str, between: str
) -> None:
    """No field of either is lost but claims of a review; the body stays byte for byte."""
    below = editing.render_new({"note": "below", **other}, body)
    text = editing.render_new({"note": "above", **one}, between + below)
    first = read(text)
    second = read(first.body)
    if second.open_line is None:
        return
    made = read(double_blocks.joined(first, second))
    stays = first if made.fields["note"] == "above" else second
    brings = second if stays is first else first
    assert made.body == second.body
    for name, value in stays.fields.items():
        united = name in merging_fields.SETS and name in brings.fields
        assert united or made.fields[name] == value, name
    for name, value in brings.fields.items():
        if value is not None and name not in CLAIMS:
            assert name in made.fields, name
    assert CLAIMS & made.fields.keys() <= stays.fields.keys()


CASES = {
    "the stub above": ("---\npermalink: a/b\n---\n\n---\nid: n\nkind: semantic\n---\nText.\n", "n"),
    "the stub below": ("---\nid: n\nkind: semantic\n---\n---\npermalink: a/b\n---\nText.\n", "n"),
    "the same key": ("---\nid: stub\n---\n---\nid: n\nkind: semantic\n---\nText.\n", "n"),
    "as many": ("---\nid: first\n---\n---\nid: n\n---\nText.\n", "n"),
    "a version": ("---\nschema_version: 1\nid: n\n---\n---\nid: x\na: b\nc: d\n---\nText.\n", "n"),
}


@pytest.mark.parametrize("name", CASES)
def test_which_block_stays(name: str) -> None:
    text, note_id = CASES[name]
    made = read(joined(text))
    assert (made.fields["id"], made.body) == (note_id, "Text.\n")
    assert ("permalink" in made.fields) is ("permalink" in text)


def test_comments_quotes_and_order_of_the_fuller_block_stay() -> None:
    text = (
        "---\ntags: [b]\n---\n---\n# mine\ntitle: 'It'  # so\nkind: semantic\ntags:\n- a\n---\nT\n"
    )
    assert (
        joined(text) == "---\n# mine\ntitle: 'It'  # so\nkind: semantic\ntags:\n- a\n- b\n---\nT\n"
    )


def test_a_block_never_claims_a_review() -> None:
    text = "---\nreviewed: true\nreviewed_by: me\nown: 1\n---\n---\nid: n\nkind: semantic\n---\nT\n"
    assert set(read(joined(text)).fields) == {"id", "kind", "own"}


@pytest.mark.parametrize(
    ("body", "lines"),
    [
        ("---\nid: x\n---\nText.", (1,)),
        ("\n\n---\nown: x\nmore: y\n---", (3,)),
        ("---\n\nText.\n\n---\n", ()),
        ("Text.\n---\nid: x\n---", ()),
        ("---\nid: x\n", ()),
    ],
)
def test_a_block_at_the_head_of_a_body_is_noise(body: str, lines: tuple[int, ...]) -> None:
    assert noise.lines(body) == lines
