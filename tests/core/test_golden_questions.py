"""The first hit is right for the golden questions of the sample Home."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

from curator_app.sample_path import sample_home
from curator_core.rules import standings
from curator_core.rules.standings import Holds
from curator_core.service import demo, searching, shelf
from curator_core.service.opening import opened
from tests.core.sample_home import NOW
from tests.homes import caller

QUESTIONS = sample_home() / "main/golden/questions.yaml"
LIVE = (Holds.NOW, Holds.MAYBE, Holds.EXCEPTED)


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    target = tmp_path_factory.mktemp("golden") / "home"
    assert demo.build(target, NOW, sample_home()) == target
    return target


def golden() -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = yaml.safe_load(QUESTIONS.read_text("utf-8"))
    return found


def test_the_first_note_that_holds_is_the_right_one(home: Path) -> None:
    wrong = []
    with opened(caller(home, NOW)) as one:
        holds = standings.standings(shelf.memory(one, NOW))
        for asked in golden():
            hits = searching.likely(one, asked["question"], 8).hits
            live = [h.entry.note_id for h in hits if holds.get(h.entry.path) in LIVE]
            if live[:1] != asked["expect"] or set(live) & set(asked.get("forbid", ())):
                wrong.append((asked["question"], live))
    assert wrong == []
    assert len(golden()) == 13
