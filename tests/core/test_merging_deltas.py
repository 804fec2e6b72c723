"""What a proposal changes, and whether that may be done in place."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given

from curator_core.model.note import Kind, Modality, Note, Origin, Privacy, Status
from curator_core.rules.hashing import CONTENT_FIELDS
from curator_core.rules.merging import KEPT, PROVENANCE, delta, in_place, resolve, three_way
from tests.core.merge_texts import Texts, note, three_notes

BASE = Note(
    schema_version=1,
    id="deploy",
    kind=Kind.SEMANTIC,
    subject="agent-lab",
    scope="project:agent-lab",
    status=Status.ACTIVE,
    recorded_at="2026-08-01T00:00:00Z",
    origin=Origin.AGENT,
    body="# Deploy\n\nnpm run deploy\n\nDetails.\n",
    title="Deploy",
    memory_key="deploy command",
    value="npm run deploy",
)


def test_what_changes() -> None:
    base = note("one\ntwo\n\nthree\n", "value: a", "tags: [x, y]", "status: active", "pin: true")
    proposed = note(
        *("one\r\n2\r\n\r\nthree", "value: b", "tags: [z, y]", "status: candidate"),
        *("title: T", "inputs: [p]", "extra: {k: v}"),
    )
    found = delta(base, proposed)
    assert found.keys == (
        ("extra", '{"k":"v"}'),
        ("inputs", '["p"]'),
        ("pin", ""),
        ("tags", "+z\n-x"),
        ("title", "T"),
        ("value", "b"),
    )
    assert (found.removed, found.added) == (("two",), ("2",))


def test_a_second_try_changes_the_same() -> None:
    """Other run, other date, other confidence: provenance can be left out."""
    base = note("text\n", "value: a", "confidence: 0.5")
    first = note("text\n", "value: b", "confidence: 0.6", "job: nightly", "session: s1")
    second = note("text\n", "value: b", "confidence: 0.7", "job: nightly", "session: s2")
    assert delta(base, first) != delta(base, second)
    assert delta(base, first, KEPT | PROVENANCE) == delta(base, second, KEPT | PROVENANCE)


@given(three_notes())
def test_a_rebased_proposal_changes_the_same(texts: Texts) -> None:
    """Another change, elsewhere in the note, does not count."""
    base, proposed = texts[0], texts[2]
    before, after = ("intro", "", *base.lines), ("intro", "", *proposed.lines)
    moved = replace(base, lines=before, body_start=base.body_start + 2)
    rebased = replace(proposed, lines=after, body_start=proposed.body_start + 2)
    assert delta(moved, rebased) == delta(base, proposed)


@given(three_notes())
def test_nothing_left_to_add_is_no_change(texts: Texts) -> None:
    base, current, proposed = texts
    assert delta(base, base) == delta(current, current)
    if not three_way(base, base, proposed).adds:
        found = delta(base, proposed)
        assert (found.keys, found.removed, found.added) == ((), (), ())
        assert resolve(three_way(base, base, proposed), base, {}).text == base.raw


FREE = {
    "title": replace(BASE, title="Deploying"),
    "description": replace(BASE, description="How to deploy"),
    "tags": replace(BASE, tags=("a",)),
    "sources": replace(BASE, sources=("manual:me@2026-08-02",)),
    "confidence": replace(BASE, confidence=0.9),
    "body": replace(BASE, body="# Deploy\n\nnpm run deploy, then wait\n"),
    "review": replace(BASE, reviewed=True, reviewed_hash="v1:0", verified_at="2026-09-01"),
}


@pytest.mark.parametrize("name", FREE)
def test_details_may_change_in_place(name: str) -> None:
    assert in_place(BASE, FREE[name]) == ()


NEW_VERSION = {
    "value": replace(BASE, value="pnpm deploy"),
    "memory_key": replace(BASE, memory_key="release command"),
    "scope": replace(BASE, scope="global"),
    "subject": replace(BASE, subject="home"),
    "kind": replace(BASE, kind=Kind.PROCEDURAL),
    "modality": replace(BASE, modality=Modality.HYPOTHETICAL),
    "valid_from": replace(BASE, valid_from="2026-08-01"),
    "valid_to": replace(BASE, valid_to="2026-09"),
    "expires_at": replace(BASE, expires_at="2026-09-01"),
    "exception_to": replace(BASE, exception_to="other"),
    "pin": replace(BASE, pin=True),
    "privacy": replace(BASE, privacy=Privacy.RESTRICTED),
}


@pytest.mark.parametrize("name", CONTENT_FIELDS)
def test_what_answers_is_a_new_version(name: str) -> None:
    assert in_place(BASE, NEW_VERSION[name]) == (name,)


def test_without_a_value_the_first_paragraph_answers() -> None:
    free = replace(BASE, value=None)
    assert in_place(BASE, free) == ("value",)
    wrapped = replace(free, body="# Deploy\n\nnpm run\ndeploy\n\nOther details.\n")
    assert in_place(free, wrapped) == ()
    assert in_place(free, replace(free, body="# Deploy\n\npnpm deploy\n")) == ("answer",)
    titled = replace(free, body="# Deploy\n")
    assert in_place(titled, replace(titled, title="Deploying")) == ("answer",)
