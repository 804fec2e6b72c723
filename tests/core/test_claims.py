"""What counts as the same claim, and what an update claims."""

from __future__ import annotations

from dataclasses import replace

import pytest

from curator_core.model.files import NoteFile
from curator_core.model.home import Config
from curator_core.model.note import Modality, Note, Relation
from curator_core.rules import layout
from curator_core.rules.claims import claim_of, claim_of_change
from curator_core.rules.proposed_claims import claim_of_part
from curator_core.store import note_files
from tests.core.proposing import NOTE
from tests.homes import note as note_text

SLOTTED = replace(NOTE, memory_key="db.port", value="5432", body="Seen in the config.\n")


@pytest.mark.parametrize(
    "other",
    [
        replace(NOTE, id="other", title="Another title"),
        replace(NOTE, body="the  DATABASE listens on port **5432**"),
        replace(NOTE, body="# Port\n\nThe database listens on port 5432."),
        replace(NOTE, scope="Global ", confidence=0.3, tags=("x",), session="s2"),
        replace(NOTE, valid_from="2026-01-01", sources=("ticket:1",), taint=("external",)),
        replace(NOTE, modality=Modality.INFERRED, subject="other"),
    ],
)
def test_the_same_claim(other: Note) -> None:
    assert claim_of(other) == claim_of(NOTE)


@pytest.mark.parametrize(
    "other",
    [
        replace(NOTE, body="The database listens on port 5433."),
        replace(NOTE, body="The database never listens on port 5432."),
        replace(NOTE, scope="project:alpha"),
        replace(NOTE, memory_key="db.port"),
        replace(NOTE, value="5432"),
        replace(NOTE, modality=Modality.NEGATED),
        replace(NOTE, modality=Modality.QUOTED),
        replace(NOTE, relation=Relation.REVOCATION, supersedes=("x",)),
    ],
)
def test_another_claim(other: Note) -> None:
    assert claim_of(other) != claim_of(NOTE)


def test_a_slot_claims_its_value_whatever_the_text() -> None:
    again = replace(SLOTTED, memory_key="DB.Port", body="Told by Sarah.", title="x")
    attack = replace(SLOTTED, memory_key="db.\u0440ort", value="\uff15\u200b432")
    assert claim_of(again) == claim_of(attack) == claim_of(SLOTTED)
    assert claim_of(replace(SLOTTED, value="5433")) != claim_of(SLOTTED)
    assert claim_of(replace(SLOTTED, memory_key="db.host")) != claim_of(SLOTTED)


def test_empty_texts_are_never_the_same_claim() -> None:
    bare = replace(NOTE, body="\n***\n")
    assert claim_of(bare) != claim_of(replace(bare, id="other"))
    assert claim_of(replace(bare, title="A")) == claim_of(replace(bare, id="o", title="a"))


def test_a_secret_is_not_in_the_claim() -> None:
    one = replace(NOTE, body="The password is hunter22x!")
    assert claim_of(one) == claim_of(replace(one, body="The password is correct99horse!"))
    assert claim_of(one, may_hold_secret=False) != claim_of(one)


def parsed(data: bytes) -> NoteFile:
    path = "memory/notes/a.md"
    place = layout.place_of(path, Config())
    assert place is not None
    return note_files.parse(data, note_files.where(path, data, place, Config()), Config())


def test_an_entry_holds_its_claim() -> None:
    def entry_claim(text: str) -> str | None:
        return parsed(text.encode()).entry.claim

    one = entry_claim(note_text("note-a", "Port 80."))
    assert one == entry_claim(note_text("note-b", "port 80", tags=["x"]))
    assert one != entry_claim(note_text("note-a", "Port 81."))
    secret = entry_claim(note_text("note-a", "The password is hunter22x!"))
    assert secret == entry_claim(note_text("note-a", "The password is correct99horse!"))
    assert parsed(b"\xff\xfe").entry.claim is None


def test_an_update_claims_what_it_changes() -> None:
    one = claim_of_change("n1", (("value", "2"), ("title", "T")), ("old",), ("new line", ""))
    same = claim_of_change("N1", (("title", "t"), ("value", "2")), ("Old",), ("", "new  line\n"))
    assert one == same
    others = {
        claim_of_change("n2", (("value", "2"), ("title", "T")), ("old",), ("new line",)),
        claim_of_change("n1", (("value", "3"), ("title", "T")), ("old",), ("new line",)),
        claim_of_change("n1", (("value", "2"), ("title", "T")), ("new line",), ("old",)),
        claim_of_change("n1", (("value", "2"), ("title", "T")), (), ("old", "new line")),
        claim_of_change("n1", (), (), ()),
    }
    assert len(others | {one}) == 6


def test_a_rebased_update_has_the_same_claim() -> None:
    lines = [f"Line {number}.\n" for number in range(9)]
    moved = ["New start.\n", *lines]

    def proposed(base: list[str], **fields: object) -> str | None:
        made = [line.replace("Line 7", "Line seven") for line in base]
        return claim_of_part(
            parsed(note_text("n1", "".join(made), **fields).encode()),
            parsed(note_text("n1", "".join(base)).encode()),
            "n1",
        )

    assert proposed(lines) == proposed(moved) == proposed(lines, job="nightly-2", confidence=0.4)
    assert proposed(lines) == proposed(lines, sources=["ticket:9"])
    assert proposed(lines) != proposed(lines, tags=["new"])
    plain = parsed(note_text("n1", "x").encode())
    sources = {
        claim_of_part(parsed(note_text("n1", "x", sources=[uri]).encode()), plain, "n1")
        for uri in ("ticket:1", "ticket:2")
    }
    assert len(sources) == 2
