"""Laws of the three-way merge over any three texts."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given, settings
from hypothesis import strategies as st

from curator_core.model.files import NoteText
from curator_core.model.merge import Letter, Pick, RegionState, Side, ThreeWay
from curator_core.model.note import FieldValue
from curator_core.rules.editing import encode
from curator_core.rules.merging import KEPT, offered, resolve, three_way
from curator_core.rules.merging_fields import same
from curator_core.rules.merging_lines import without_end
from curator_core.rules.rendering import as_read
from tests.core.merge_texts import Texts, bare, lines, notes, three_notes
from tests.core.note_reading import readable

SWAPPED = {RegionState.CURRENT: RegionState.PROPOSED, RegionState.PROPOSED: RegionState.CURRENT}


def reread(current: NoteText, text: str | None) -> NoteText:
    assert text is not None
    return readable(encode(current, text))


def alike(one: NoteText, other: NoteText) -> bool:
    """Whether two texts say the same, but for what only decisions write."""
    keys = (one.fields.keys() | other.fields.keys()) - KEPT
    if not all(same(key, held(one, key), held(other, key)) for key in keys):
        return False
    return bare(lines(one)) == bare(lines(other))


def held(text: NoteText, key: str) -> tuple[bool, FieldValue]:
    return key in text.fields, text.fields.get(key)


@given(three_notes())
def test_a_proposal_that_changes_nothing_leaves_current_as_it_is(texts: Texts) -> None:
    base, current, _ = texts
    way = three_way(base, current, base)
    assert way.conflicts == () and not way.adds
    assert resolve(way, current, {}).text == current.raw


@given(three_notes())
def test_a_proposal_on_unchanged_text_is_taken_whole(texts: Texts) -> None:
    base, _, proposed = texts
    way = three_way(base, base, proposed)
    assert way.conflicts == () and not way.moved
    assert alike(reread(base, resolve(way, base, {}).text), proposed)


@given(three_notes())
def test_the_same_change_on_both_sides_is_there_already(texts: Texts) -> None:
    base, current, _ = texts
    way = three_way(base, current, current)
    assert way.conflicts == () and not way.adds
    assert resolve(way, current, {}).text == current.raw


@given(three_notes())
def test_sides_that_change_places_change_states(texts: Texts) -> None:
    base, current, proposed = texts
    way, back = three_way(base, current, proposed), three_way(base, proposed, current)
    mirrored = {r.id: SWAPPED.get(r.state, r.state) for r in back.regions}
    assert {r.id: r.state for r in way.regions} == mirrored
    for hunk, other in zip(way.hunks, back.hunks, strict=True):
        assert (hunk.base, hunk.current, hunk.proposed) == (
            other.base,
            other.proposed,
            other.current,
        )


@given(three_notes(), st.booleans())
def test_hunks_hold_all_three_bodies_byte_for_byte(texts: Texts, based: bool) -> None:
    base, current, proposed = texts
    way = three_way(base if based else None, current, proposed)
    found = {side: "".join(line for h in way.hunks for line in h.of(side)) for side in Side}
    assert found[Side.CURRENT] == current.body and found[Side.PROPOSED] == proposed.body
    assert found[Side.BASE] == (base.body if based else "")
    states = [hunk.state is RegionState.SAME for hunk in way.hunks]
    assert (True, True) not in set(pairwise(states))


@given(three_notes(), st.booleans())
def test_current_is_one_pick_away(texts: Texts, based: bool) -> None:
    base, current, proposed = texts
    way = three_way(base if based else None, current, proposed)
    picks = {region.id: Pick.CURRENT for region in way.regions}
    assert resolve(way, current, picks).text == current.raw
    picks = {region.id: Pick.PROPOSED for region in way.regions}
    assert alike(reread(current, resolve(way, current, picks).text), proposed)


def _any_picks(data: st.DataObject, way: ThreeWay) -> dict[str, Pick]:
    must = set(way.conflicts)
    chosen = [r for r in way.regions if r.id in must or data.draw(st.booleans())]
    return {r.id: data.draw(st.sampled_from(offered(way, r))) for r in chosen}


@settings(max_examples=200)
@given(three_notes(), st.booleans(), st.data())
def test_picks_for_all_conflicts_give_a_text_of_known_lines(
    texts: Texts, based: bool, data: st.DataObject
) -> None:
    base, current, proposed = texts
    way = three_way(base if based else None, current, proposed)
    found = resolve(way, current, _any_picks(data, way))
    assert found.unresolved == () and found.markers == ()
    after = reread(current, found.text)
    known = {line for text in texts for line in bare(lines(text))}
    assert set(bare(lines(after))) <= known
    assert "".join(line.text for line in found.origins) == after.body
    for field in found.fields:
        meant = field.present, as_read(field.value)
        assert same(field.key, held(after, field.key), meant)
    kept = KEPT & (current.fields.keys() | after.fields.keys())
    assert all(current.fields.get(key) == after.fields.get(key) for key in kept)


@given(three_notes())
def test_each_conflict_without_a_pick_is_named(texts: Texts) -> None:
    way = three_way(*texts)
    found = resolve(way, texts[1], {})
    assert found.unresolved == way.conflicts
    assert (found.text is None) == bool(way.conflicts)
    open_lines = [line.region for line in found.origins if line.letter is Letter.OPEN]
    assert open_lines == [i for i in way.conflicts if i.startswith("hunk:")]


@given(notes(), notes())
def test_without_a_base_every_difference_is_a_conflict(
    current: NoteText, proposed: NoteText
) -> None:
    way = three_way(None, current, proposed)
    assert {region.state for region in way.regions} <= {RegionState.SAME, RegionState.CONFLICT}
    assert way.no_base and bool(way.conflicts) != alike(current, proposed)
    assert all(Pick.BASE not in offered(way, region) for region in way.regions)


@given(three_notes())
def test_form_is_currents(texts: Texts) -> None:
    """Line ends, the last one, and lines that nobody changed."""
    base, current, proposed = texts
    way = three_way(base, current, proposed)
    found = resolve(way, current, dict.fromkeys(way.conflicts, Pick.PROPOSED))
    assert found.text is not None
    if current.newline == "\r\n" and len(current.lines) > 1:
        assert "\n" not in found.text.replace("\r\n", "")
    if current.newline == "\n":
        assert "\r" not in found.text
    last = found.origins[-1].text if found.origins else ""
    if current.body and without_end(last):
        assert last.endswith("\n") == current.raw.endswith("\n")
