"""What was known when: the late fact of the sample, the ledger, pulls and rebases (CONTRACT 16)."""

from __future__ import annotations

from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from curator_app.sample_path import sample_home
from curator_core.service import demo
from tests.app.timeline import FEB, JAN, JUN, MAR, SLOT, Timeline
from tests.app.two_clones import make_clones, pull
from tests.homes import CONFIG, NOW, curator, git, note, reviewed

SAMPLE_DAY = datetime.fromisoformat("2026-11-29T09:00:00+01:00")
DEPLOY = ("deploy.production", "2026-09-10", "--scope", "project:shiftboard")
CHANGES = ("--relation", "state_change")


@pytest.fixture(scope="module")
def sample(tmp_path_factory: pytest.TempPathFactory) -> Path:
    home = demo.build(tmp_path_factory.mktemp("sample") / "home", SAMPLE_DAY, sample_home())
    assert isinstance(home, Path)
    return home


def ask(home: Path, *words: str) -> Any:
    """One question on the sample's last morning."""
    done = curator(home, *words, now=SAMPLE_DAY)
    assert done.code == 0, done.err
    return done.json


def test_the_late_fact_of_the_sample(sample: Path) -> None:
    """Why the agent said `npm run deploy` on 10 September: nobody had told the memory yet."""
    today = ask(sample, "at", *DEPLOY)
    assert (today["answer_value"], today["note_id"]) == ("npm run deploy:prod", "sb-deploy-prod")
    then = ask(sample, "at", *DEPLOY, "--known-at", "2026-09-10")
    assert (then["answer_value"], then["note_id"]) == ("npm run deploy", "sb-deploy-npm")
    assert then["known_by"] == "commit"
    assert [row["note_id"] for row in then["trail"]] == ["sb-deploy-npm"]
    learnt = {
        "2026-10-12T19:29:59+02:00": "npm run deploy",
        "2026-10-12T19:30:00+02:00": "npm run deploy:prod",
    }
    for known, value in learnt.items():
        assert ask(sample, "at", *DEPLOY, "--known-at", known)["answer_value"] == value


def test_before_the_first_commit_nothing_was_known(sample: Path) -> None:
    answer = ask(sample, "at", *DEPLOY, "--known-at", "2026-03-01")
    assert (answer["status"], answer["trail"]) == ("none", [])


def test_the_wrong_supersede_of_the_sample_is_in_the_trail(sample: Path) -> None:
    """Cause 3: the preview's note closed production's, though it is another slot."""
    chain = ask(sample, "explain", "sb-deploy-prod")
    preview = next(row for row in chain["trail"] if row["note_id"] == "sb-deploy-preview")
    assert preview["supersedes"] == ["sb-deploy-prod"]
    current = ask(sample, "current", *DEPLOY[:1], *DEPLOY[2:])
    assert current["status"] == "none"


def test_the_ledger_tells_each_step(tmp_path: Path) -> None:
    line = Timeline(tmp_path / "home", note_a={"valid_from": JAN})
    line.propose("note-b", valid_from=MAR, supersedes=["note-a"])
    line.propose("note-c", supersedes=["note-b"])
    steps = []
    for day, words in enumerate(
        (
            ("decide", "note-b", "approve", *CHANGES),
            ("decide", "note-c", "approve", "--relation", "correction"),
            ("undo",),
            ("decide", "note-b", "archive"),
        ),
        1,
    ):
        line.now = NOW + timedelta(days=day)
        line.run(*words)
        steps.append(line.now.isoformat())
    line.now = NOW + timedelta(days=30)
    known = {
        NOW.isoformat(): ["run note-a", "run note-a"],
        steps[0]: ["run note-a", "run note-b"],
        steps[1]: ["run note-a", "run note-c"],
        steps[2]: ["run note-a", "run note-b"],
        steps[3]: ["run note-a", "none"],
    }
    for moment, values in known.items():
        found = [line.run("at", SLOT, time, "--known-at", moment) for time in (FEB, JUN)]
        assert [a["answer_value"] or a["status"] for a in found] == values, moment
    first = line.run("explain", SLOT, "--known-at", NOW.isoformat())
    assert first["known_by"] == "commit"
    last = line.run("explain", SLOT, "--known-at", steps[1])
    assert (last["known_by"], last["trail"][-1]["note_id"]) == ("ledger", "note-c")
    assert [row["note_id"] for row in first["trail"]] == ["note-a"]


def test_a_squash_or_a_pull_does_not_change_the_past(tmp_path: Path) -> None:
    homes = make_clones(
        tmp_path,
        {"a.md": reviewed("note-a", memory_key=SLOT, value="one", valid_from=JAN)},
        {
            "b.md": note(
                "note-b", memory_key=SLOT, value="two", valid_from=MAR, supersedes=["note-a"]
            )
        },
        CONFIG,
    )
    left, right = homes["left"], homes["right"]
    approved = NOW + timedelta(days=1)
    done = curator(left, "decide", "note-b", "approve", *CHANGES, now=approved)
    assert done.code == 0, done.err
    pull(right)
    later = NOW + timedelta(days=9)
    for home in (left, right):
        for known, value in ((NOW, "one"), (approved, "two")):
            words = ("at", SLOT, JUN, "--known-at", known.isoformat())
            assert curator(home, *words, now=later).json["answer_value"] == value
    base = git(left, "rev-list", "--max-parents=0", "HEAD").strip()
    tree = git(left, "rev-parse", "HEAD^{tree}").strip()
    squashed = git(left, "commit-tree", tree, "-p", base, "-m", "squashed").strip()
    git(left, "reset", "-q", "--soft", squashed)
    for known, value in ((NOW, "one"), (approved, "two")):
        words = ("at", SLOT, JUN, "--known-at", known.isoformat())
        assert curator(left, *words, now=later).json["answer_value"] == value


def test_an_unreviewed_or_rejected_note_was_never_known(tmp_path: Path) -> None:
    line = Timeline(tmp_path / "home", note_a={"valid_from": JAN})
    line.propose("note-b", memory_key="other")
    git(line.home, "add", "-A")
    git(line.home, "commit", "-q", "-m", "propose")
    line.decide("note-b", "reject")
    for known in ("2026-11-28", "2100-01-01"):
        answer = line.run("at", "other", JUN, "--known-at", known)
        assert (answer["status"], answer["trail"]) == ("none", [])
