"""Of near copies that waited together one stays; what repeats it later is suppressed (C47)."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.homes import curator, make_home, note
from tests.proposal_branches import Change, propose

SAID = "The boat house opens at nine in the morning on weekdays"


@pytest.fixture
def home(tmp_path: Path) -> Path:
    copies = {"a.md": note("copy-a", f"{SAID}."), "b.md": note("copy-b", SAID.upper())}
    return make_home(tmp_path / "home", {}, copies)


def waiting(home: Path) -> list[list[str]]:
    """The notes of the waiting items."""
    return [item["notes"] for item in curator(home, "queue").json["items"]]


def test_rejecting_a_duplicate_spares_what_it_repeats(home: Path) -> None:
    done = curator(home, "decide", "copy-b", "reject", "--reason-code", "duplicate")
    assert done.code == 0, done.err
    assert waiting(home) == [["copy-a"]]
    again = Change(files={"memory/notes/c.md": note("copy-c", f"{SAID}!")}, seconds=1_796_000_000)
    propose(home, again)
    assert waiting(home) == [["copy-a"]]
    (away,) = curator(home, "queue", "--lane", "suppressed").json["items"]
    assert (away["notes"], away["health"]) == (["copy-c"], "rejected-before")


def test_rejecting_the_claim_itself_rejects_every_copy(home: Path) -> None:
    done = curator(home, "decide", "copy-b", "reject", "--reason-code", "wrong")
    assert done.code == 0, done.err
    assert waiting(home) == []
