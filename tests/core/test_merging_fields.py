"""Frontmatter merged per key: neighbours, sets, kept fields, spelling."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from curator_core.model.files import NoteText
from curator_core.model.merge import Hand, Letter, Pick, Picked, RegionState, Resolved, ThreeWay
from curator_core.rules.editing import encode
from curator_core.rules.merging import KEPT, offered, resolve, three_way
from curator_core.rules.merging_fields import SETS
from tests.core.merge_texts import note, plain, states
from tests.core.note_reading import readable

Picks = Mapping[str, Picked]


def fields(
    base: str | None, current: str, proposed: str, picks: Picks | None = None
) -> tuple[ThreeWay, Resolved]:
    """Merge three blocks; fields are parted by `; `."""
    before = None if base is None else block(base)
    now = block(current)
    way = three_way(before, now, block(proposed))
    return way, resolve(way, now, picks or {})


def block(text: str) -> NoteText:
    return note("", *text.split("; ")) if text else note("")


def shown(found: Resolved) -> str:
    assert found.text is not None
    *lines, empty = found.text.split("\n")
    assert empty == "" and lines[:2] == ["---", "id: deploy"] and lines[-1] == "---"
    return "; ".join(lines[2:-1])


def test_neighbouring_keys_are_no_conflict() -> None:
    base = "valid_to: null; confidence: 0.8"
    way, found = fields(
        base, "valid_to: 2026-08-20; confidence: 0.8", "valid_to: null; confidence: 0.9"
    )
    assert states(way) == {"field:valid_to": "current", "field:confidence": "proposed"}
    assert shown(found) == "valid_to: 2026-08-20; confidence: 0.9"
    letters = {field.key: field.letter for field in found.fields}
    assert letters == {"valid_to": Letter.CURRENT, "confidence": Letter.PROPOSED}


UNITED = [
    ("[a]", "[a, b]", "[a, c]", "[a, b, c]"),
    ("[a, b]", "[b, x]", "[a]", "[x]"),
    ("[a, b, c]", "[c, a]", "[a, b, c, d]", "[c, a, d]"),
    ("[a]", "[b, a]", "[a, b, c]", "[a, b, c]"),
    ("a", "[a, b]", "[a, c]", "[a, b, c]"),
    ("[a, b]", "[]", "[a, b, c]", "[c]"),
]


@pytest.mark.parametrize("key", sorted(SETS))
@pytest.mark.parametrize(("base", "current", "proposed", "expected"), UNITED)
def test_lists_that_are_sets_are_united(
    key: str, base: str, current: str, proposed: str, expected: str
) -> None:
    way, found = fields(f"{key}: {base}", f"{key}: {current}", f"{key}: {proposed}")
    assert way.conflicts == () and way.adds
    assert shown(found) == f"{key}: {expected}"


def test_a_set_that_only_one_side_has() -> None:
    way, found = fields("tags: [a]", "", "tags: [a, b]")
    assert states(way) == {"field:tags": "merged"} and shown(found) == "tags: [b]"


def test_items_added_on_both_sides_are_there_already() -> None:
    way, found = fields("tags: [a]", "tags: [a, b, c]", "tags: [c, a, b]")
    assert states(way) == {"field:tags": "agreed"} and not way.adds
    assert shown(found) == "tags: [a, b, c]"
    way, _ = fields("tags: [a]", "tags: [a, b, c]", "tags: [a, c]")
    assert states(way) == {"field:tags": "current"} and not way.adds


CONFLICTS = [
    ("value: a", "value: b", "value: c"),
    ("value: a", "", "value: c"),
    ("value: a", "value: b", ""),
    ("", "value: b", "value: c"),
    ("inputs: [a]", "inputs: [a, b]", "inputs: [a, c]"),
    ("tags: [a]", "tags: {x: y}", "tags: [a, b]"),
]


@pytest.mark.parametrize(("base", "current", "proposed"), CONFLICTS)
def test_two_values_are_a_conflict(base: str, current: str, proposed: str) -> None:
    way, found = fields(base, current, proposed)
    assert len(way.conflicts) == 1 and found.text is None
    assert [field.letter for field in found.fields if field.letter is Letter.OPEN]
    picked = {Pick.CURRENT: current, Pick.PROPOSED: proposed, Pick.BASE: base}
    for pick, expected in picked.items():
        assert shown(fields(base, current, proposed, {way.conflicts[0]: pick})[1]) == expected


@pytest.mark.parametrize(("one", "other"), [("valid_to: null", ""), ("tags: []", "")])
def test_null_and_an_empty_list_say_no_more_than_nothing(one: str, other: str) -> None:
    assert states(fields(one, one, other)[0]) == {}
    assert states(fields(other, other, one)[0]) == {}
    way, found = fields(one, "valid_to: 2026-09-01; tags: [a]", other)
    assert way.conflicts == () and shown(found) == "valid_to: 2026-09-01; tags: [a]"


def test_null_is_something_in_a_field_of_another_tool() -> None:
    assert states(fields("x: null", "x: null", "")[0]) == {"field:x": "proposed"}
    assert states(fields("x: null", "x: 1", "")[0]) == {"field:x": "conflict"}


def test_fields_that_only_decisions_write_are_currents() -> None:
    written = "schema_version status reviewed reviewed_by reviewed_at reviewed_hash verified_at"
    assert {"id", *written.split()} == KEPT
    theirs = "; ".join(f"{key}: other" for key in written.split())
    way, found = fields("", "status: active", f"{theirs}; title: T")
    assert states(way) == {"field:title": "proposed"}
    assert shown(found) == "title: T; status: active"


def test_spelling_of_current_stays() -> None:
    current = "title: 'Deploy'  # by hand; # a remark; confidence: 0.8; owner: ops"
    proposed = 'owner: "ops"; confidence: 0.8; title: "Deploy it"'
    way, found = fields("title: Deploy; confidence: 0.8; owner: ops", current, proposed)
    assert states(way) == {"field:title": "proposed"}
    assert shown(found) == current.replace("Deploy", "Deploy it")


def test_numbers_and_words_without_quotes_are_written_so() -> None:
    proposed = "port: 3000; pin: true; confidence: 0.80; ratio: 1.5; code: '12'; zip: 0012"
    way, found = fields("", "", proposed)
    assert way.conflicts == ()
    expected = {"port: 3000", "pin: true", "confidence: 0.8", "ratio: 1.5", 'code: "12"'}
    assert expected | {'zip: "0012"'} == set(shown(found).split("; "))


def test_a_typed_value() -> None:
    def by_hand(text: str, key: str = "value") -> str:
        base, current, proposed = ("[a]", "[b]", "[c]") if key == "inputs" else ("3", "4", "5")
        texts = f"{key}: {base}", f"{key}: {current}", f"{key}: {proposed}"
        return shown(fields(*texts, picks={f"field:{key}": Hand(text)})[1])

    assert by_hand(" 6: six \n") == 'value: "6: six"'
    assert by_hand("") == "value: null"
    assert by_hand("x\n\n y, z \n", "inputs") == 'inputs: [x, "y, z"]'
    way, found = fields("x: 1", "x: {a: b}", "x: 2", {"field:x": Hand("3")})
    assert found.unresolved == way.conflicts == ("field:x",)


def test_both_is_for_lists_only() -> None:
    way, found = fields(None, "tags: [a, b]; value: x", "tags: [c, b]; value: y")
    offers = {region.id: offered(way, region) for region in way.fields if region.key != "id"}
    assert offers["field:value"] == (Pick.CURRENT, Pick.PROPOSED)
    assert offers["field:tags"] == (Pick.CURRENT, Pick.PROPOSED, Pick.BOTH, Pick.SWAPPED)
    picks: Picks = {"field:tags": Pick.SWAPPED, "field:value": Pick.BOTH}
    found = resolve(way, block("tags: [a, b]; value: x"), picks)
    assert found.unresolved == ("field:value",)
    found = resolve(way, block("tags: [a, b]; value: x"), {**picks, "field:value": Pick.CURRENT})
    assert shown(found) == "tags: [c, b, a]; value: x"


def test_a_value_that_cannot_be_read_stays_as_it_is() -> None:
    current = plain("---\nid: deploy\nx: !tag a\ntitle: One\n---\n")
    way = three_way(note("", "title: One"), current, note("", "title: Two", "x: b"))
    assert states(way) == {"field:title": "proposed"}
    assert resolve(way, current, {}).text == "---\nid: deploy\nx: !tag a\ntitle: Two\n---\n"


def test_a_result_reads_back_in_every_form() -> None:
    current = readable("\ufeff---\r\nid: deploy\r\ntags:\r\n  - a\r\n---\r\n文\r\n".encode())
    base, proposed = note("文\n", "tags: [a]"), note("文\n", "tags: [a, b]", "title: 'a: b'")
    found = resolve(three_way(base, current, proposed), current, {})
    assert found.text is not None
    after = readable(encode(current, found.text))
    assert after.fields == {"id": "deploy", "tags": ("a", "b"), "title": "a: b"}
    assert "\n" not in after.raw.replace("\r\n", "")
    assert RegionState.MERGED not in {r.state for r in three_way(base, current, proposed).fields}
