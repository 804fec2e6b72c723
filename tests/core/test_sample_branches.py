"""The sample's proposal branches: what they hold, how they are built, what the queue says."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from datetime import datetime, timedelta
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

from curator_app.sample_path import sample_home
from curator_core.model.files import Place
from curator_core.model.home import Config
from curator_core.model.proposal import Health, Item, Lane, Op
from curator_core.rules import layout, protected
from curator_core.service import demo, finding
from curator_core.service.opening import opened
from curator_core.store import git_proposals, note_files, sample
from curator_core.store.repository import open_repository
from curator_core.store.sample import SampleBranch, SampleCommit
from tests.core.sample_home import CANDIDATES, NOTES, NOW, citations, typed
from tests.homes import caller, git

CONFIG = Config(timezone="Europe/Berlin", default_scope="user:ruolan")
ROW = re.compile(r"\| (\S+) \| (\S+) \| (\S+) \| `(\S+)/(\d\d)` \| (.+) \|")
NOTHING_LEFT = frozenset({"agent-shiftboard/12"})
"""Proposals that are so already, of which the queue says nothing."""


class Row(NamedTuple):
    """One line of the README's table: `name` is `<branch>/<nn>`."""

    op: Op
    health: Health
    lane: Lane
    name: str
    about: str


def rows() -> tuple[Row, ...]:
    """The README's table of proposals."""
    text = (sample_home() / "README.md").read_text(encoding="utf-8")
    found = (ROW.fullmatch(line) for line in text.splitlines())
    return tuple(
        Row(Op(m[1]), Health(m[2]), Lane(m[3]), f"{m[4]}/{m[5]}", m[6]) for m in found if m
    )


ROWS = rows()
BY_NAME = {row.name: row for row in ROWS}


@cache
def told() -> Mapping[str, SampleBranch]:
    """The branches of the reference day by their names below proposals/."""
    branches = sample.read(sample_home(), NOW).branches
    return {branch.name.removeprefix("proposals/"): branch for branch in branches}


def commits() -> Iterator[tuple[str, SampleCommit]]:
    """Every commit of every branch as `<branch>/<nn>`."""
    for name, branch in told().items():
        for number, commit in enumerate(branch.commits, 1):
            yield f"{name}/{number:02}", commit


def trailers(commit: SampleCommit) -> dict[str, str]:
    """The Curator trailers of a commit's message, names without the prefix."""
    return dict(re.findall(r"^Curator-(\w+): (.+)$", commit.message, re.MULTILINE))


def test_every_commit_has_one_row_and_every_row_a_commit() -> None:
    assert len(ROWS) == len(BY_NAME) == 40
    assert BY_NAME.keys() == dict(commits()).keys()
    assert {name: len(branch.commits) for name, branch in told().items()} == {
        "agent-shiftboard": 16,
        "mail-import": 6,
        "nightly-2026-11-29": 18,
    }


def test_every_operation_and_every_health_that_makes_sense() -> None:
    wanted = {
        Op.ADD: "clean duplicate rejected-before invalid",
        Op.UPDATE: "clean rebased conflict applied dead rejected-before invalid",
        Op.SUPERSEDE: "clean rebased conflict dead duplicate rejected-before invalid",
        Op.MERGE: "clean conflict dead invalid",
        Op.SPLIT: "clean conflict dead invalid",
        Op.ARCHIVE: "clean rebased applied rejected-before invalid",
        Op.FORGET: "clean conflict applied",
    }
    pairs = {(op, Health(word)) for op, words in wanted.items() for word in words.split()}
    assert {(row.op, row.health) for row in ROWS} == pairs
    conflicts = [name for row in ROWS for name in re.findall(r"\*\*(.+?)\*\*", row.about)]
    assert sorted(conflicts) == [
        "concurrent hand edit",
        "corrected value coming back",
        "late fact",
        "slot collision",
    ]


def test_a_trailer_says_the_operation_of_the_row_or_what_it_was_when_proposed() -> None:
    other = {}
    for name, commit in commits():
        said = trailers(commit)
        assert said["Reason"], name
        assert said["Proposer"], name
        assert 0 < float(said["Confidence"]) <= 1, name
        if said["Op"] != BY_NAME[name].op:
            other[name] = said["Op"]
    assert other == {"agent-shiftboard/10": "supersede"}


def test_who_proposes_is_a_job_an_agent_and_an_import() -> None:
    who = {name.partition("/")[0]: trailers(c) for name, c in commits()}
    assert {name: (t["Proposer"], t.get("Job"), t.get("Session")) for name, t in who.items()} == {
        "agent-shiftboard": ("agent:shiftboard-coder", None, "s-tidy-up"),
        "mail-import": ("job:mail-import", "mail-import", None),
        "nightly-2026-11-29": ("job:nightly", "nightly", None),
    }
    detectors = [trailers(c).get("Detector") for n, c in commits() if n.startswith("nightly")]
    assert len([each for each in detectors if each]) == 17


def test_what_is_proposed_lies_in_the_layout_but_for_the_protected_paths() -> None:
    strange = {
        path
        for _, commit in commits()
        for path in commit.files
        if layout.place_of(path, CONFIG) is None
    }
    assert strange == {"CLAUDE.md", "sources/mail/2026-04-16-pagerlark.txt"}
    assert all(protected.is_protected(path, CONFIG) for path in strange)


def test_new_notes_have_ids_of_their_own_and_cite_lines_that_exist() -> None:
    living = {typed(f).id for f in (*NOTES.values(), *CANDIDATES.values()) if f.note is not None}
    seen: set[str] = set()
    for name, commit in commits():
        for path, data in commit.files.items():
            if data is None or not path.startswith("memory/candidates/"):
                continue
            at = note_files.where(path, data, Place.CANDIDATES, CONFIG)
            note = note_files.parse(data, at, CONFIG).note
            if note is None:
                assert BY_NAME[name].health is Health.INVALID, name
                continue
            assert note.id not in seen
            assert note.id not in living or BY_NAME[name].op is Op.UPDATE
            seen.add(note.id)
            assert datetime.fromisoformat(note.recorded_at) <= commit.at, name
            assert all("".join(one.lines).strip() for one in citations(note)), name
    assert len(seen) == 25


def test_what_comes_by_mail_is_tainted() -> None:
    for _, commit in commits():
        if trailers(commit)["Proposer"] == "job:mail-import":
            notes = [d for p, d in commit.files.items() if p.startswith("memory/") and d]
            assert all(b"taint: [external, mail]" in data for data in notes)


@pytest.mark.parametrize("days", [0, 1, 93, -400])
def test_the_newest_branch_is_of_last_night(days: int) -> None:
    clock = NOW + timedelta(days=days)
    read = sample.read(sample_home(), clock)
    by_name = {branch.name: branch for branch in read.branches}
    nightly = by_name[f"proposals/nightly-{clock.date().isoformat()}"]
    assert {commit.at.date() for commit in nightly.commits} == {clock.date()}
    dates = [commit.at for branch in read.branches for commit in branch.commits]
    assert max(dates) == nightly.commits[-1].at < clock
    for branch in read.branches:
        own = [commit.at for commit in branch.commits]
        assert own == sorted(own)
        assert read.commits[branch.base - 1].at < own[0]


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    built = demo.build(tmp_path_factory.mktemp("branches") / "home", NOW, sample_home())
    assert isinstance(built, Path)
    return built


def test_git_holds_the_branches_and_nothing_is_checked_out(home: Path) -> None:
    refs = git(home, "for-each-ref", "--format=%(refname:short)").split()
    assert refs == ["main", *(f"proposals/{name}" for name in sorted(told()))]
    assert git(home, "symbolic-ref", "--short", "HEAD").strip() == "main"
    assert git(home, "fsck", "--strict", "--no-dangling", "--no-progress") == ""
    past = [line.split(" ", 1) for line in git(home, "log", "--format=%H %s", "main").splitlines()]
    for name, branch in told().items():
        base = git(home, "merge-base", "main", f"proposals/{name}").strip()
        wanted = sample.read(sample_home(), NOW).commits[branch.base - 1].message
        assert dict(past)[base] == wanted
        count = git(home, "rev-list", "--count", f"main..proposals/{name}")
        assert int(count) == len(branch.commits)


def test_each_commit_is_one_proposal_that_says_who_and_why(home: Path) -> None:
    with open_repository(home) as repo:
        head = repo.head().commit
        found = git_proposals.proposals(repo, ("proposals/**",), head)
    assert found.problems == ()
    by_message = {commit.message: commit for _, commit in commits()}
    assert len(found.proposals) == len(by_message) == len(ROWS)
    for proposal in found.proposals:
        commit = by_message[proposal.message.rstrip("\n") + "\n"]
        assert proposal.at == commit.at.isoformat()
        assert proposal.author == commit.author.mail
        assert [(file.path, file.after is None) for file in proposal.files] == sorted(
            (path, data is None) for path, data in commit.files.items()
        )
        lower = {name.lower(): value for name, value in trailers(commit).items()}
        assert dict(proposal.trailers) == lower


def test_an_update_starts_from_the_note_as_it_stood(home: Path) -> None:
    """Every file under notes that a branch changes or takes away was there at the branch's base."""
    with open_repository(home) as repo:
        found = git_proposals.proposals(repo, ("proposals/**",), repo.head().commit)
    changed = [f for p in found.proposals for f in p.files if f.path.startswith("memory/notes/")]
    assert len(changed) == 20
    assert all(file.before is not None for file in changed)


@pytest.fixture(scope="module")
def items(home: Path) -> Mapping[str, Item]:
    """What the queue holds of each commit, applied ones too, by `<branch>/<nn>`."""
    with opened(caller(home, NOW)) as one:
        queue = finding.queue(one)
    by_commit = {item.commit: item for item in (*queue.items, *queue.applied)}
    names = {}
    for branch in told():
        words = ("rev-list", "--reverse", f"main..proposals/{branch}")
        for number, commit in enumerate(git(home, *words).split(), 1):
            names[commit] = f"{branch}/{number:02}"
    return {names[commit]: item for commit, item in by_commit.items() if commit is not None}


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.name)
def test_the_queue_says_what_the_readme_says(row: Row, items: Mapping[str, Item]) -> None:
    if row.name in NOTHING_LEFT:
        assert row.name not in items
        return
    item = items[row.name]
    assert (item.op, item.health, item.lane) == (row.op, row.health, row.lane)


def test_a_collision_and_a_corrected_value_are_named(items: Mapping[str, Item]) -> None:
    assert "slot-collision" in items["agent-shiftboard/05"].flags
    assert "corrected-value" in items["agent-shiftboard/09"].flags
