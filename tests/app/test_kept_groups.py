"""Groups of near copies that an earlier process kept are those that would be made now (C47)."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from curator_core.rules import clusters, gists
from curator_core.service import finding, grouping, opening
from curator_core.service.opening import opened
from curator_core.store.cache import Cache
from tests.app.forgotten import forgets
from tests.homes import caller, make_home, note, put

TEXT = "Sarah Okafor owns the payments repository and reviews every release before it is tagged."
TOKEN = "ghp_" + "aB3dE5gH7jK9mN1pQ3sT5vW7yZ9bC2eF4hJ6"
OTHER = "The mail server keeps a copy of every invoice that the accounting team sends to vendors."
BODIES = (TEXT, f"{TEXT} Always.", TEXT.upper(), f"{TEXT} It costs 5.", OTHER, "*", "x")
COPIES = {"a.md": note("a", TEXT), "b.md": note("b", f"{TEXT} Always.")}

places = st.sampled_from(("a", "b", "c", "d"))
change = st.tuples(places, st.none() | st.sampled_from(BODIES), st.booleans())


def looked(home: Path) -> dict[str, str]:
    """Each row's group as a fresh process tells it, by note ids, held against what the texts give
    without anything kept."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(opening, "_last", None)
        with opened(caller(home)) as one:
            items = [item for item in finding.queue(one).items if item.op in grouping.CLAIMED]
            ids = {item.item: item.notes[0] for item in items}
            files = {item.item: one.snapshot.file(item.file).note for item in items}
            texts = {
                name: gists.gist(f"{found.value or ''}\n{found.body}")
                for name, found in files.items()
                if found is not None
            }
            apart = {item.item: f"{item.memory_key or ''}\0{item.scope}" for item in items}
            told = {item.item: item.cluster for item in items if item.cluster is not None}
            assert told == clusters.clusters(texts, apart)
            return {ids[name]: ids[first] for name, first in told.items()}


def kept(home: Path) -> Cache:
    """What the Home's cache holds."""
    return Cache(home / ".git/curator", "facts")


def blobs(home: Path) -> set[str]:
    """The blobs whose gist is kept."""
    return set(kept(home).facts(grouping.GISTS))


@settings(max_examples=12, deadline=None)
@given(st.lists(change, max_size=5))
def test_with_and_without_what_was_kept(steps: list[tuple[str, str | None, bool]]) -> None:
    with TemporaryDirectory() as folder:
        home = make_home(Path(folder) / "home", {}, COPIES)
        assert looked(home) == looked(home) == {"a": "a", "b": "a"}
        for name, body, is_slotted in steps:
            path = home / f"memory/candidates/{name}.md"
            if body is None:
                path.unlink(missing_ok=True)
            else:
                fields = {"memory_key": "pay", "value": "yes"} if is_slotted else {}
                path.write_text(note(name, body, **fields), "utf-8")
            assert looked(home) == looked(home)


@pytest.fixture
def home(tmp_path: Path) -> Path:
    return make_home(tmp_path / "home", {}, COPIES)


def test_the_groups_of_an_unchanged_queue_are_taken_over(home: Path) -> None:
    assert looked(home) == {"a": "a", "b": "a"}
    fact: dict[str, Any] = kept(home).fact(grouping.GROUPS) or {}
    kept(home).keep({grouping.GROUPS: {**fact, "groups": {}}})
    with pytest.raises(AssertionError):
        looked(home)


def test_a_changed_queue_needs_only_its_new_notes(home: Path) -> None:
    looked(home)
    first = kept(home).facts(grouping.GISTS)
    assert len(first) == 2
    other = gists.encoded(gists.gist(OTHER))
    forged = {f"{grouping.GISTS}:{blob}": [row[0], *other] for blob, row in first.items()}
    kept(home).keep(forged)
    put(home, "memory/candidates/c.md", note("c", TEXT))
    with pytest.raises(AssertionError):
        looked(home)
    assert len(blobs(home)) == 3


def test_what_waits_no_more_is_dropped(home: Path) -> None:
    looked(home)
    before = blobs(home)
    put(home, "memory/candidates/c.md", note("c", OTHER))
    (home / "memory/candidates/b.md").unlink()
    assert looked(home) == {}
    assert len(blobs(home)) == 2
    assert len(blobs(home) & before) == 1


@pytest.mark.parametrize(
    "damage",
    [
        {"mark": None},
        {"mark": "", "groups": {}},
        {"groups": {"i": 1}},
        {"groups": []},
        {"rows": ["x"]},
        {"rows": ["", "a", "b", "c"]},
    ],
)
def test_what_is_damaged_or_of_another_form_is_made_anew(
    home: Path, damage: Mapping[str, object]
) -> None:
    looked(home)
    fact: dict[str, Any] = kept(home).fact(grouping.GROUPS) or {}
    rows = {f"{grouping.GISTS}:{blob}": damage.get("rows", ["x"]) for blob in blobs(home)}
    facts = {**fact, "mark": "another"} if "rows" in damage else {**fact, **damage}
    kept(home).keep({grouping.GROUPS: facts, **rows})
    assert looked(home) == {"a": "a", "b": "a"}
    assert looked(home) == {"a": "a", "b": "a"}


def test_of_a_secret_nothing_is_kept(home: Path) -> None:
    for name in ("c", "d"):
        put(home, f"memory/candidates/{name}.md", note(name, f"{OTHER} The key is {TOKEN}"))
    found = looked(home)
    assert found["a"] == found["b"] != found["c"] == found["d"]
    assert len(blobs(home)) == 2
    assert looked(home) == found


def test_of_what_is_forgotten_nothing_is_left(home: Path) -> None:
    looked(home)
    before = blobs(home)
    forgets(home, "b")
    assert len(blobs(home) & before) == 1
