"""Picks as steps: each is one undo, kept as text, and never taken for another merge."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from curator_app.tui import picking
from curator_app.tui.paint import hunks, merge
from curator_app.tui.picking import Auto, Picking, Picks, Step, Work
from curator_core.model.files import NoteText
from curator_core.model.merge import Hand, Letter, Pick, Side
from curator_core.model.view import Merged
from curator_core.rules import merging
from curator_core.service import merging as service
from curator_core.store import note_text
from tests.app.tui.three_way import BASE, CURRENT, NOTE, PROPOSED, changed


def text(raw: str) -> NoteText:
    """A note's text as it is read."""
    made = note_text.read(raw.encode())[0]
    assert made is not None
    return made


def merged(base: str | None = BASE, current: str = CURRENT, proposed: str = PROPOSED) -> Merged:
    """The three texts as the app gets them."""
    way = merging.three_way(None if base is None else text(base), text(current), text(proposed))
    return Merged(NOTE, text(current), way)


WORK = Work(merged(), Picking())
IDS = [region.id for region in WORK.regions]
PICKS = st.one_of(st.sampled_from(Pick), st.text(max_size=5).map(Hand), st.none())
STEPS: st.SearchStrategy[Step] = st.one_of(
    st.just(Auto()), st.dictionaries(st.sampled_from(IDS), PICKS, max_size=3).map(Picks)
)


def taken(steps: list[Step]) -> Picking:
    """A picking after some steps."""
    made = Picking()
    for step in steps:
        made = made.take(step)
    return made


@given(st.lists(STEPS, max_size=6), st.integers(0, 7))
def test_kept_text_gives_the_same_picks(steps: list[Step], back: int) -> None:
    made = taken(steps)
    for _ in range(back):
        made = made.undone() or made
    kept = picking.load(picking.dump({NOTE: WORK.with_(made)}))
    found = picking.restored(WORK.merged, kept.get(NOTE))
    assert found is not None
    assert found.picking == made


@given(st.lists(STEPS, max_size=6))
def test_undo_goes_back_step_by_step_beyond_what_merges_by_itself(steps: list[Step]) -> None:
    """Acceptance 32."""
    seen = [taken(steps)]
    while (before := seen[-1].undone()) is not None:
        seen.append(before)
    last = seen[-1]
    assert len(seen) == len(steps) + 2
    assert not last.auto and last.chosen == {}
    assert len(Work(WORK.merged, last).open) == len(IDS)
    for expected in reversed(seen[:-1]):
        again = last.redone()
        assert again is not None and again == expected
        last = again
    assert last.redone() is None


@given(st.lists(STEPS, max_size=6))
def test_what_is_open_says_so_everywhere(steps: list[Step]) -> None:
    """Acceptance 33: every region has a letter, and only open ones have that of open."""
    work = WORK.with_(taken(steps))
    for region in work.regions:
        assert (work.letter(region) is Letter.OPEN) == (region.id in work.open)
    shown = "\n".join(line.text.plain for line in merge.result(work).lines)
    assert shown.count("\n !  ") + shown.startswith(" !  ") == len(work.open)
    for look in (merge.Look(80, columns=False), merge.Look(140, columns=True, wrap=False)):
        drawn = hunks.drawn(work, None, look)
        assert set(IDS) == set(drawn.places)


def test_both_holds_no_base_and_can_be_swapped() -> None:
    """Acceptance 30."""
    [name] = WORK.merged.way.conflicts
    region = WORK.region(name)
    assert region is not None
    for pick, sides in (
        (Pick.BOTH, (Side.CURRENT, Side.PROPOSED)),
        (Pick.SWAPPED, (Side.PROPOSED, Side.CURRENT)),
    ):
        work = WORK.with_(taken([Picks({name: pick})]))
        lines = [o.text for o in work.resolved.origins if o.region == name]
        assert tuple(lines) == (*region.of(sides[0]), *region.of(sides[1]))
        assert picking.words(work) == (f"{name}={pick.value}",)


def test_picks_are_for_one_merge_only() -> None:
    [name] = WORK.merged.way.conflicts
    kept = picking.load(picking.dump({NOTE: WORK.with_(taken([Picks({name: Pick.BASE})]))}))
    other = merged(current=changed(CURRENT, ("behind the VPN", "behind a VPN")))
    assert picking.restored(other, kept[NOTE]) is None
    assert picking.stamp(other.way) != picking.stamp(WORK.merged.way)
    assert picking.stamp(merged().way) == picking.stamp(WORK.merged.way)
    for broken in ("", "{", "[]", '{"a": 1}', '{"a": {"stamp": "x", "steps": [3], "at": 0}}'):
        assert picking.load(broken) == {}


def test_a_typed_text_is_no_word_and_a_hand_edit_is_taken_knowingly() -> None:
    [name] = WORK.merged.way.conflicts
    typed = WORK.with_(taken([Picks({name: Hand("x")})]))
    assert picking.words(typed) is None
    edited = Work(replace(merged(BASE, BASE, PROPOSED), hand_edited=True), Picking())
    assert not edited.open
    words = picking.words(edited)
    assert words is not None and all(word.endswith("=proposed") for word in words)
    assert service.result(edited.merged, {}) == PROPOSED.encode()


def test_without_a_base_the_sides_are_compared_with_each_other() -> None:
    work = Work(merged(None), Picking())
    assert len(work.open) == len(work.regions)
    sheet = hunks.drawn(work, None, merge.Look(80, columns=False)).sheet
    shown = "\n".join(line.text.plain for line in sheet.lines)
    assert "   B | " not in shown
    assert "   C | " in shown and "[-" in shown
