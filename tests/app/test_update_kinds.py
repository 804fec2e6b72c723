"""An update that answers otherwise has kinds like any replacement; one in place has none."""

from __future__ import annotations

from pathlib import Path

import pytest

from curator_core.model.decision import Approve
from curator_core.model.inquiry import Alternatives
from curator_core.model.note import Relation
from curator_core.model.problem import Refusal
from curator_core.model.view import Preview
from curator_core.service.alternatives import alternatives
from tests.homes import caller, curator, make_home, reviewed
from tests.proposal_branches import Change, propose

PORT = reviewed("port", "Port.", memory_key="port", value='"3000"', valid_from="2026-01-01")
HOST = reviewed("host", "Host.\n\nMore.")


@pytest.fixture
def home(tmp_path: Path) -> Path:
    return make_home(tmp_path / "home", {"port.md": PORT, "host.md": HOST})


def only_item(home: Path) -> str:
    """The one waiting item."""
    (item,) = curator(home, "queue").json["items"]
    return str(item["item"])


def test_a_new_value_replaces_its_own_note(home: Path) -> None:
    propose(home, Change(files={"memory/notes/port.md": PORT.replace('"3000"', '"4321"')}))
    found = alternatives(caller(home), Approve(item=only_item(home)))
    assert isinstance(found, Alternatives)
    assert [(row.note_id, row.answer_value) for row in found.replaced] == [("port", "3000")]
    assert found.proposed.answer_value == "4321"
    assert not found.named
    outcomes = {each.relation: each.outcome for each in found.choices}
    assert isinstance(outcomes[Relation.CORRECTION], Preview)
    beside = outcomes[None]
    assert isinstance(beside, Refusal) and "takes its note's place" in beside.message


def test_what_is_written_in_place_replaces_nothing(home: Path) -> None:
    propose(home, Change(files={"memory/notes/host.md": HOST.replace("More", "Much more")}))
    found = alternatives(caller(home), Approve(item=only_item(home)))
    assert isinstance(found, Refusal) and found.code == "no-change"


def test_only_the_notes_that_are_meant_count(home: Path) -> None:
    files = {
        "memory/notes/host.md": HOST.replace("More", "Much more"),
        "memory/notes/port.md": PORT.replace('"3000"', '"4321"'),
    }
    propose(home, Change(files=files))
    item = only_item(home)
    assert isinstance(alternatives(caller(home), Approve(item=item)), Alternatives)
    left = alternatives(caller(home), Approve(item=item, only=("host",)))
    assert isinstance(left, Refusal) and left.code == "no-change"


def test_a_conflict_says_so(home: Path) -> None:
    propose(home, Change(files={"memory/notes/port.md": PORT.replace("Port.", "The port.")}))
    (home / "memory/notes/port.md").write_text(PORT.replace("Port.", "A port."), "utf-8")
    item = next(i for i in curator(home, "queue").json["items"] if i["op"] == "update")["item"]
    found = alternatives(caller(home), Approve(item=str(item)))
    assert isinstance(found, Refusal) and found.code == "conflict"
