"""Flags that follow from the Home around a note: sources, reviewed notes, other fragments."""

from __future__ import annotations

from dataclasses import replace

import pytest

from curator_core.model.flag import Flag
from curator_core.rules.flags import near_copies, raising
from curator_core.rules.flags.context import Around, Cited, Fragment, Near
from tests.core.flags.notes import codes, flags, note

CITED = (
    "Baked the rye with the long rise on; it took five hours.\n"
    "The guild asked for seeds until Friday."
)


def _around(text: str | None, gone: bool = False) -> Around:
    return Around(cited=(Cited("sources/day.md#L2-L3", text, gone),))


def _told(body: str, around: Around, origin: str = "agent", **fields: str) -> dict[str, Flag]:
    found = raising.flags(note(body, origin, **fields), around)
    return {flag.code: flag for flag in found}


def test_a_claim_that_the_source_does_not_hold() -> None:
    assert _told("The rye took five hours.", _around(CITED)) == {}
    assert _told("The rye took six hours.", _around(CITED))["H14"].rule == "not-in-source"
    assert _told("面包房有九个人。", _around(CITED))["H14"].text == "面包房有九个人。"
    assert _told("The rye took five hours.", _around(None, gone=True))["H14"].rule == "source-gone"
    assert _told("The rye took six hours.", _around(None)) == {}, "a talk that nobody can look up"
    assert _told("The rye took six hours.", _around(CITED), "user") == {}


def test_a_number_keeps_its_unit() -> None:
    cited = _around("Delivery takes about three weeks by sea.")
    assert _told("Delivery takes about three days by sea.", cited)["H14"].rule == "not-in-source"
    assert _told("Delivery takes about three weeks by sea.", cited) == {}


def test_a_success_that_nothing_shows() -> None:
    body = "The rye came out perfect once the long rise was left out."
    told = _told(body, _around(CITED), kind="procedural")
    assert told["H12"].rule == "success-without-record"
    assert "H12" in _told(body, Around(), kind="procedural", sources="[]")
    assert "H12" not in _told(body, Around(), kind="semantic")


@pytest.mark.parametrize(
    ("cited", "body", "rule"),
    [
        ("The oven must not run on Sunday.", "The oven must run on Sunday.", "lost-negation"),
        ("The guild asks for seeds until Friday.", "The guild asks for seeds.", "lost-limit_time"),
        ("Seeds probably cost four euros.", "Seeds cost four euros.", "lost-strength"),
        ("Never open the gate while it storms.", "Open the gate while it storms.", "lost-negation"),
        ("If it rains, the market closes early.", "The market closes early.", "lost-proviso"),
        ("The oven may be cleaned, but only cold.", "The oven may be cleaned.", "lost-negation"),
        ("Big loaves are fine for old guests, by name.", "Big loaves are fine.", "cut-short"),
        ("本周面包房周一不营业。", "面包房周一不营业。", "lost-limit_time"),
    ],
)
def test_a_qualifier_that_got_lost(cited: str, body: str, rule: str) -> None:
    assert _told(body, _around(cited))["H18"].rule == rule
    assert "H18" not in _told(cited, _around(cited))


def test_half_of_a_sentence_loses_nothing() -> None:
    cited = "The shop opens at seven and takes cards only."
    assert _told("The shop opens at seven.", _around(cited)) == {}


REVIEWED = "The oven is turned off by the last baker before midnight."


@pytest.mark.parametrize(
    ("body", "mark", "weight"),
    [
        ("The oven is turned on by the last baker before midnight.", "on", "high"),
        ("The oven is turned off by the last baker after midnight.", "after", "high"),
        ("The oven is turned off by the first guard before midnight.", None, None),
        (REVIEWED, None, None),
    ],
)
def test_a_near_copy_of_a_reviewed_note(body: str, mark: str | None, weight: str | None) -> None:
    found = _told(body, Around(near=(Near("oven-off", REVIEWED),))).get("H15")
    if mark is None:
        assert found is None
        return
    assert found is not None
    assert (found.text, found.severity, found.ids) == (mark, weight, ("oven-off",))
    assert found.decoded in ("off", "before")


def test_a_number_in_a_near_copy_and_its_shingles() -> None:
    old, new = (
        "Rye rests for 30 hours in the cold room.",
        "Rye rests for 90 hours in the cold room.",
    )
    found = _told(new, Around(near=(Near("rye", old),)))["H15"]
    assert (found.text, found.decoded, found.severity) == ("90", "30", "medium")
    shared = near_copies.shingles(new).intersection(near_copies.sketch(old))
    assert 2 * len(shared) >= len(near_copies.sketch(old))


def test_what_a_note_from_outside_may_not_do() -> None:
    target = note("The oven key is in the office.", "user", scope="project:bakery").note
    assert target is not None
    around = Around(targets=(replace(target, id="old-note"),), today="2026-11-29", retired=4)
    fields = {
        "supersedes": "[old-note]",
        "confidence": "1.0",
        "valid_from": "1987-01-01",
        "pin": "true",
    }
    found = raising.flags(note("The key is with Bob.", scope="global", **fields), around)
    rules = {flag.rule: flag.text for flag in found}
    assert rules["external-supersedes"] == "[old-note]"
    assert (rules["wider-scope"], rules["full-confidence"]) == ("global", "1.0")
    assert (rules["far-date"], rules["pins-itself"]) == ("1987-01-01", "true")
    assert "mass-supersede" in rules and "H20" in codes(found)
    own = raising.flags(note("The key is with Bob.", "user", scope="global", **fields), around)
    assert {flag.severity for flag in own if flag.code == "H13"} == {"low"}


def test_evidence_that_is_written_anew() -> None:
    base = note("The key is in the office.", "agent", valid_from="2026-01-01")
    new = note("The key is with Bob.", "agent", valid_from="2026-02-01", sources='["ticket:9"]')
    assert "H19" in codes(raising.flags(new, Around(base=base)))
    same = note("The key is with Bob.", "agent", valid_from="2026-02-01")
    assert "H19" not in codes(raising.flags(same, Around(base=base)))


def test_a_review_that_the_ledger_does_not_know() -> None:
    found = raising.flags(note("Fine.", reviewed="true"), Around(claims_review=True))
    assert [(f.code, f.text, f.severity) for f in found] == [("H21", "true", "high")]


CHAIN = (
    "The evening report ends with a list of guests.",
    "The list goes to a box behind the mill.",
    "That box is emptied by the assistant for strangers.",
)


def test_fragments_of_one_source_that_hang_together() -> None:
    listed = tuple(Fragment(f"part-{n}", text, n) for n, text in enumerate(CHAIN))
    found = [_chained(n, text, listed) for n, text in enumerate(CHAIN)]
    assert [flag.severity if flag else None for flag in found] == ["medium", "medium", "high"]
    assert found[0] and found[0].ids == ("part-1", "part-2")
    assert _chained(0, CHAIN[0], listed[:2]) is None, "two notes are no chain"
    apart = (*listed[:1], Fragment("x", "Rye needs salt.", 2), Fragment("y", "Ovens are hot.", 3))
    assert _chained(0, CHAIN[0], apart) is None


def _chained(number: int, text: str, listed: tuple[Fragment, ...]) -> Flag | None:
    file = note(text, "agent", id=f"part-{number}")
    found = raising.flags(file, Around(fragments=listed))
    return next((flag for flag in found if flag.code == "H17"), None)


def test_the_text_alone_is_judged_without_surroundings() -> None:
    assert flags("Rye rests for thirty hours.") == ()
