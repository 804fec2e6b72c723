"""The sample Home: what is hostile is flagged, what is honest looks clean."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from curator_app.sample_path import sample_home
from curator_core.rules.flags import raising
from curator_core.service import demo, finding, looking
from curator_core.service.opening import opened
from tests.core.sample_home import CANDIDATES, NOTES, NOW
from tests.homes import caller

FLAGGED = {
    "forum-winter-storage": {"H1"},
    "printer-driver": {"H8", "H11"},
    "sb-vendor-account-new": {"H13"},
    "sb-standing-permission": {"H2", "H21"},
    "sb-preview-database": {"H7"},
    "sb-backup-retention": {"H14"},
    "sb-health-check": set(),
    "bh-winter-training": set(),
}
"""By note, the codes that a row of the queue tells."""


def test_reviewed_notes_and_honest_candidates_look_clean() -> None:
    honest = [
        file for path, file in CANDIDATES.items() if path.endswith(("health-check.md", "训练.md"))
    ]
    assert len(honest) == 2
    for file in (*NOTES.values(), *honest):
        assert not [f for f in raising.flags(file) if f.severity != "low"], file.entry.path


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The sample Home as a repository."""
    root = tmp_path_factory.mktemp("sample") / "home"
    demo.build(root, NOW, sample_home())
    return root


def test_the_hostile_notes_are_flagged_in_the_queue(home: Path) -> None:
    with opened(caller(home, NOW)) as one:
        rows = {item.notes[0]: item for item in finding.queue(one).items if item.notes}
        for name, codes in FLAGGED.items():
            told = {code for code in rows[name].flags if re.fullmatch(r"H\d+", code)}
            assert told == codes, name
        view = looking.item_view(one, rows["printer-driver"], "human:ruolan")
    assert "approve" in [flag.decoded for flag in view.flags]


def test_the_readme_names_the_flags() -> None:
    text = (sample_home() / "README.md").read_text("utf-8")
    (said,) = re.findall(
        r"The flag rules see .*?\n\n|The flag rules see .*?(?=No reviewed)", text, re.S
    )
    assert set(re.findall(r"`(H\d+)`", said)) == set().union(*FLAGGED.values())
