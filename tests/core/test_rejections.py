"""Rejection memory: which proposals stay away, and what brings them back (C28, C29)."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from curator_core.model.event import Action, ProposalRef
from curator_core.model.proposal import Health, Lane, Op
from curator_core.rules import event_lines, event_rows
from curator_core.rules.claims import claim_of, claim_of_change, claim_of_operation
from curator_core.rules.proposed_claims import claim_of_item, claim_of_part
from curator_core.rules.rejections import (
    NEWER_EVIDENCE,
    Evidence,
    Match,
    Rejections,
    marked,
    remembered,
    source_date,
)
from tests.core.disguises import CLAIMS, disguises
from tests.core.proposing import NOTE, event, item

NOTHING = Evidence()


def matched(memory: Rejections, claim: str | None, evidence: Evidence = NOTHING) -> Match | None:
    return memory.match(item("again", claim), evidence, UTC)


def rejected(claim: str) -> Rejections:
    return remembered((event(1, Action.REJECT, "first", claim),), {})


def test_rejected_again_in_other_clothes() -> None:
    """C28: the nightly job proposes the same with other spacing."""
    for claim in CLAIMS:
        memory = rejected(claim_of(replace(NOTE, body=claim)))
        for dress in disguises().values():
            found = matched(memory, claim_of(replace(NOTE, id="m_2", body=dress(claim))))
            assert found is not None
            assert found.evidence is None
        assert matched(memory, claim_of(replace(NOTE, body=f"{claim} 7"))) is None
    paraphrase = replace(NOTE, body="5432 is where Postgres can be reached.")
    assert matched(rejected(claim_of(NOTE)), claim_of(paraphrase)) is None


def test_a_merge_of_notes_whose_link_was_rejected_is_shown() -> None:
    """C29: one rejection does not mute another claim about the same notes."""
    ids = ("A", "B", "C")
    links = [claim_of_change(name, (("tags", "+linked"),), (), ()) for name in ids]
    link = claim_of_item(Op.UPDATE, ids, links)
    merge = claim_of_item(Op.MERGE, ids, [claim_of(NOTE)])
    archive = claim_of_item(Op.ARCHIVE, ids, [claim_of_part(None, None, name) for name in ids])
    assert link is not None
    memory = rejected(link)
    assert matched(memory, merge) is None
    assert matched(memory, archive) is None
    assert matched(memory, claim_of_item(Op.UPDATE, reversed(ids), links[::-1])) is not None
    assert matched(memory, links[0]) is not None
    assert claim_of_operation("merge", ids, ("x",)) == claim_of_operation("merge", "cba", ("x",))


def test_a_proposal_is_muted_only_when_all_of_it_was_rejected() -> None:
    memory = rejected("f1:a")
    assert matched(memory, "f1:a f1:b") is None
    both = remembered(
        (event(1, Action.REJECT, "x", "f1:a"), event(2, Action.REJECT, "y", "f1:b")), {}
    )
    found = matched(both, "f1:a f1:b")
    assert found is not None
    assert found.event.item == "y"
    assert matched(memory, None) is None
    assert claim_of_item(Op.ADD, (), ["f1:a", None]) is None


def test_undone_restored_and_approved_claims_are_free() -> None:
    reject = event(1, Action.REJECT, "first", "f1:a")
    assert matched(remembered((reject,), {"e_0001": "e_0002"}), "f1:a") is None
    restore = event(2, Action.RESTORE, "first")
    assert matched(remembered((reject, restore), {}), "f1:a") is None
    assert matched(remembered((reject, restore), {"e_0002": "e_0003"}), "f1:a") is not None
    again = event(3, Action.REJECT, "first", "f1:a")
    assert matched(remembered((reject, restore, again), {}), "f1:a") is not None
    approve = event(2, Action.APPROVE, "other", "f1:a")
    assert matched(remembered((reject, approve), {}), "f1:a") is None
    other = event(2, Action.APPROVE, "other", "f1:b")
    assert matched(remembered((reject, other), {}), "f1:a") is not None


def test_an_item_that_was_put_back_stays_while_others_are_muted() -> None:
    reject = event(1, Action.REJECT, "first", "f1:a")
    memory = remembered((reject, event(2, Action.RESTORE, "again")), {})
    assert matched(memory, "f1:a") is None
    assert memory.match(item("third", "f1:a"), NOTHING, UTC) is not None
    later = remembered((*memory.events, event(3, Action.REJECT, "third", "f1:a")), {}, memory)
    assert matched(later, "f1:a") is not None


NEW = ("manual:ana@2026-11-29",)


@pytest.mark.parametrize(
    ("valid_from", "sources", "back"),
    [
        ("2026-11-29", NEW, True),
        ("2026-11-28T09:00:00Z", ("conversation:2026-11-28T08:30:00Z-standup",), True),
        ("2026-12", ("sources/journal/2026-11-29.md@0123abc#L3",), True),
        ("2026-11-29", ("https://example.org/2026/11/30/ports",), True),
        ("2026-11-28", NEW, False),
        ("2026-11", NEW, False),
        (None, NEW, False),
        ("soon", NEW, False),
        ("2026-11-29", (), False),
        ("2026-11-29", ("manual:ana@2026-11-20",), False),
        ("2026-11-29", ("manual:ana@2026-11-28",), False),
        ("2026-11-29", ("ticket:77",), False),
        ("2026-11-29", ("docs/ports.md@0123abc#L1",), False),
        ("2026-11-29", ("manual:ana@2027-01-01",), False),
    ],
)
def test_newer_evidence(valid_from: str | None, sources: tuple[str, ...], back: bool) -> None:
    now = datetime(2026, 11, 30, 8, tzinfo=UTC)
    evidence = Evidence(valid_from=valid_from, sources=sources, now=now)
    found = matched(rejected("f1:a"), "f1:a", evidence)
    assert found is not None
    assert (found.evidence is not None) is back


def test_a_source_that_was_rejected_is_not_new_again() -> None:
    proposal = ProposalRef(sources=NEW)
    first = event(1, Action.REJECT, "first", "f1:a", proposal=proposal)
    evidence = Evidence(valid_from="2026-12-01", sources=NEW)
    found = matched(remembered((first,), {}), "f1:a", evidence)
    assert found is not None
    assert found.evidence is None


def test_a_caller_may_know_when_lines_were_changed() -> None:
    uri = "docs/ports.md@0123abc#L1"
    evidence = Evidence(valid_from="2026-11-29", sources=(uri,), dated={uri: "2026-11-29"})
    found = matched(rejected("f1:a"), "f1:a", evidence)
    assert found == Match(event(1, Action.REJECT, "first", "f1:a"), uri)


def test_the_newest_rejection_counts() -> None:
    first = event(1, Action.REJECT, "first", "f1:a")
    later = event(2, Action.REJECT, "second", "f1:a", at="2026-11-30T08:00:00Z")
    evidence = Evidence(valid_from="2026-12-01", sources=NEW)
    found = matched(remembered((first, later), {}), "f1:a", evidence)
    assert found == Match(later, None)


@pytest.mark.parametrize(
    ("uri", "date"),
    [
        ("manual:ana@2026-12-01", "2026-12-01"),
        ("conversation:20261201-call", "2026-12-01"),
        ("sources/2025-01-01/2026-12-01.md", "2026-12-01"),
        ("conversation:2026-12-01T10:30Z", "2026-12-01T10:30:00Z"),
        ("conversation:2026-12-01T1030+0200-x", "2026-12-01T10:30:00+0200"),
        ("ticket:2026-13-40", None),
        ("ticket:123456789012", None),
        ("a.md@20261201abcdef", "2026-12-01"),
        ("nothing", None),
    ],
)
def test_dates_in_sources(uri: str, date: str | None) -> None:
    assert source_date(uri) == date


def test_how_an_item_is_marked() -> None:
    memory = rejected("f1:a")
    found = matched(memory, "f1:a")
    muted = marked(item("again", "f1:a"), found)
    assert (muted.lane, muted.health) == (Lane.SUPPRESSED, Health.REJECTED_BEFORE)
    assert muted.twin_of == "first"
    back = marked(
        item("again", "f1:a"),
        matched(memory, "f1:a", Evidence(valid_from="2026-11-29", sources=NEW)),
    )
    assert back.lane is Lane.CANDIDATE
    assert back.flags == (NEWER_EVIDENCE,)
    assert marked(item("again", "f1:a"), None) == item("again", "f1:a")


actions = st.sampled_from((Action.REJECT, Action.RESTORE, Action.APPROVE, Action.DEFER))
claims = st.sampled_from((None, "f1:a", "f1:b", "f1:a f1:b"))
ledgers = st.lists(st.tuples(actions, st.sampled_from(("x", "y", "again")), claims), max_size=9)


@given(ledgers, st.integers(0, 9), st.sets(st.integers(0, 8)))
def test_going_on_gives_what_starting_anew_gives(
    rows: list[tuple[Action, str, str | None]], cut: int, undone: set[int]
) -> None:
    events = tuple(event(n, action, name, c) for n, (action, name, c) in enumerate(rows))
    void = {f"e_{number:04}" for number in undone}
    whole = remembered(events, void)
    assert remembered(events, void, remembered(events[:cut], void)) == whole
    assert remembered(events, void, remembered(events[cut:], void)) == whole


@given(ledgers)
def test_a_rejection_holds_until_a_later_word(rows: list[tuple[Action, str, str | None]]) -> None:
    """Whatever happens before: after a rejection the claim is muted for everybody."""
    events = tuple(event(n, action, name, c) for n, (action, name, c) in enumerate(rows))
    last = event(len(rows), Action.REJECT, "last", "f1:a")
    assert matched(remembered((*events, last), {}), "f1:a") == Match(last)


def test_the_ledger_keeps_the_claim() -> None:
    made = event(1, Action.REJECT, "first", "f1:a")
    lines = event_lines.dump((made, replace(made, fingerprint=None)))
    assert lines.count(b"fingerprint") == 1
    read, bad = event_lines.load(lines)
    assert bad == []
    assert [each.fingerprint for each in read] == ["f1:a", None]
    assert event_rows.decode(event_rows.encode(made)) == made
    forged = lines.replace(b'"f1:a"', b"7")
    assert event_lines.load(forged)[1] == [1]


def test_rejecting_a_copy_leaves_the_one_that_waited_beside_it() -> None:
    """C47: a duplicate says that one is enough, not that it is wrong."""
    claim = claim_of(NOTE)
    assert claim is not None
    copy = event(1, Action.REJECT, "copy", claim, reason_code="duplicate")
    copy = replace(copy, proposal=ProposalRef(refs=("proposals/nightly",)))
    memory = remembered((copy,), {})
    kept = replace(item("kept", claim), since="2026-11-28T07:59:59Z")
    later = replace(kept, item="later", since="2026-11-29T02:00:00Z")
    rebased = replace(later, item="kept", refs=("origin/proposals/nightly", "proposals/nightly"))
    assert memory.match(kept, NOTHING, UTC) is None
    assert memory.match(replace(kept, since=""), NOTHING, UTC) is None, "nobody knows since when"
    assert memory.match(rebased, NOTHING, UTC) is None, "its commits are dated anew"
    assert memory.match(later, NOTHING, UTC) is not None
    wrong = event(2, Action.REJECT, "other", claim, reason_code="wrong")
    assert remembered((copy, wrong), {}).match(kept, NOTHING, UTC) is not None
