"""`service.demo` builds the sample Home into a real repository; git itself is the judge."""

from __future__ import annotations

import json
import os
import re
import subprocess
import tomllib
from collections.abc import Iterator
from datetime import datetime, timedelta
from itertools import pairwise
from pathlib import Path

import pytest

from curator_app.sample_path import sample_home
from curator_core.model.problem import Refusal, StoreError
from curator_core.service import demo
from curator_core.store import sample

NOW = datetime.fromisoformat("2026-11-29T09:00:00+01:00")


def git(home: Path, *arguments: str) -> str:
    """What git answers about a Home; the tester's own configuration is left out."""
    environment = {
        "PATH": os.environ["PATH"],
        "GIT_CONFIG_GLOBAL": os.devnull,
        "GIT_CONFIG_SYSTEM": os.devnull,
    }
    command = ["git", "-c", "core.quotePath=false", *arguments]
    done = subprocess.run(command, cwd=home, env=environment, capture_output=True, check=True)
    return done.stdout.decode("utf-8", "surrogateescape")


def built(target: Path, now: datetime = NOW) -> Path:
    """A demo that must not be refused."""
    home = demo.build(target, now, sample_home())
    assert isinstance(home, Path)
    return home


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One built Home for the tests that only read."""
    return built(tmp_path_factory.mktemp("demo") / "home")


def tree(home: Path) -> dict[str, bytes]:
    """Every file outside git's own folder."""
    paths = (p for p in sorted(home.rglob("*")) if p.is_file() and ".git" not in p.parts)
    return {p.relative_to(home).as_posix(): p.read_bytes() for p in paths}


def test_git_finds_nothing_wrong(home: Path) -> None:
    assert git(home, "fsck", "--strict", "--no-dangling") == ""
    assert git(home, "symbolic-ref", "HEAD").strip() == "refs/heads/main"
    assert git(home, "rev-list", "--count", "HEAD").strip() == "17"
    assert len(git(home, "log", "--merges", "--oneline")) == 0


def test_only_untracked_candidates_and_one_hand_edit_are_not_committed(home: Path) -> None:
    told = sample.read(sample_home(), NOW)
    lines = git(home, "status", "--porcelain", "--untracked-files=all", "-z").split("\0")
    expected = [f"?? {path}" for path in told.untracked] + [f" M {path}" for path in told.edited]
    assert sorted(line for line in lines if line) == sorted(expected)
    assert not (home / ".curator").exists()
    assert not any((home / ".git/curator" / name).exists() for name in ("staged", "intent.json"))


def test_the_worktree_is_the_sample(home: Path) -> None:
    files = sample_home() / "main"
    unmarked = {
        path: re.sub(rb"(?<=@)[0-9a-f]{12}(?=[#\"])", b"{sources}", data)
        for path, data in tree(home).items()
    }
    paths = [p for p in files.rglob("*") if p.is_file()]
    expected = {p.relative_to(files).as_posix(): p.read_bytes() for p in paths}
    made = {path for path in unmarked.keys() - expected.keys() if not path.startswith("ledger/")}
    assert made == {f"memory/notes/shiftboard/{name}.md" for name in ("fax", "log-level")}
    unequal = {path for path, data in expected.items() if data != unmarked[path]}
    assert unequal == {"curator.toml"}


def cited(home: Path) -> Iterator[tuple[str, str]]:
    """(commit, path) of every citation in the memory that names a commit."""
    for path, data in tree(home).items():
        if path.startswith("memory/"):
            text = data.decode("utf-8", "replace")
            for match in re.finditer(r"(sources/[^\s\"'@#]+)@([0-9a-f]{7,40})#L", text):
                yield match[2], match[1]


def test_every_citation_resolves_at_its_commit(home: Path) -> None:
    found = list(cited(home))
    assert len(found) == 37
    for commit, path in found:
        assert git(home, "cat-file", "-t", f"{commit}:{path}").strip() == "blob"
        shown = git(home, "show", f"{commit}:{path}")
        assert shown == (home / path).read_text(encoding="utf-8")
    assert not any(b"@{" in data for data in tree(home).values())


def test_the_baseline_vouches_for_every_note_but_what_was_decided_since(home: Path) -> None:
    table = tomllib.loads((home / "curator.toml").read_text(encoding="utf-8"))
    baseline = table["adopt"]["baseline"]
    opened = git(home, "log", "--format=%H", "--", "curator.toml").strip()
    assert git(home, "rev-parse", f"{opened}~1").strip() == baseline
    assert len(git(home, "ls-tree", "-r", "-z", baseline, "--", "memory/notes").split("\0")) == 31
    since = git(home, "diff", "--name-status", baseline, "HEAD", "--", "memory/notes").split()
    folder = "memory/notes/shiftboard"
    assert since == ["M", f"{folder}/fax.md", "A", f"{folder}/log-level.md"]
    with pytest.raises(subprocess.CalledProcessError):
        git(home, "cat-file", "-e", f"{baseline}:curator.toml")


def test_the_ledger_has_a_past_with_an_undo(home: Path) -> None:
    files = sorted((home / "ledger").rglob("*.jsonl"))
    events = [json.loads(line) for file in files for line in file.read_text().splitlines()]
    told = [(e["action"], e["reason_code"], e["at"][:10], *e["about"][:1]) for e in events]
    assert sorted(told[:5]) == [
        ("approve", None, "2026-11-19", "sb-log-level"),
        ("archive", None, "2026-11-19", "sb-fax"),
        ("reject", "other", "2026-11-19", "pref-commit-messages"),
        ("reject", "private", "2026-11-19", "sb-vendor-contact"),
        ("reject", "wrong", "2026-11-19", "pref-commit-emoji"),
    ]
    evening = "sb-deploy-window-evening"
    assert told[5:] == [
        ("approve", None, "2026-11-19", evening),
        ("undo", None, "2026-11-20", evening),
        ("reject", "unsupported", "2026-11-20", evening),
    ]
    assert {event["actor"] for event in events} == {"human:ruolan@vossberg.example"}
    assert all(event["at"] > before["at"] for before, event in pairwise(events[4:]))


def test_the_past_shows_each_fact_when_it_was_learnt(home: Path) -> None:
    path = "memory/notes/shiftboard/deploy-npm.md"
    states = []
    for commit in git(home, "log", "--reverse", "--format=%H", "--", path).split():
        text = git(home, "show", f"{commit}:{path}")
        states.append((git(home, "show", "-s", "--format=%cI", commit).strip(), "active" in text))
    assert states == [("2026-03-15T20:40:00+01:00", True), ("2026-10-12T19:30:00+02:00", False)]


def test_authors_and_identity(home: Path) -> None:
    authors = git(home, "log", "--format=%an <%ae>|%cn <%ce>|%aI|%cI").splitlines()
    pairs = [line.split("|") for line in authors]
    assert all(author == committer and at == by for author, committer, at, by in pairs)
    assert [pair[0] for pair in pairs].count("Night agent <night@vossberg.example>") == 4
    assert git(home, "config", "--local", "user.name").strip() == "Ruolan Vossberg"
    assert git(home, "config", "--local", "user.email").strip() == "ruolan@vossberg.example"


def test_the_same_day_gives_the_same_commits_and_another_day_others(
    home: Path, tmp_path: Path
) -> None:
    evening = built(tmp_path / "evening", NOW + timedelta(hours=12))
    heads = [git(folder, "rev-parse", "HEAD") for folder in (home, evening)]
    assert heads[0] == heads[1]
    assert tree(home) == tree(evening)
    later = built(tmp_path / "later", NOW + timedelta(days=93))
    assert git(later, "rev-parse", "HEAD") not in heads
    assert git(later, "show", "-s", "--format=%cI").strip() == "2027-03-02T03:15:00+01:00"
    note = (later / "memory/candidates/shiftboard/health-check.md").read_text(encoding="utf-8")
    assert "valid_from: 2027-03-01\n" in note
    assert (later / "sources/sessions/2027-03-01-shiftboard.md").is_file()
    assert git(later, "fsck", "--strict") == ""


def test_an_empty_folder_is_taken_and_parents_are_made(tmp_path: Path) -> None:
    empty = tmp_path / "empty"
    empty.mkdir()
    assert built(empty) == empty
    deep = tmp_path / "a" / "b" / "名字"
    assert built(deep) == deep
    assert (deep / "curator.toml").is_file()


@pytest.mark.parametrize("name", ["file.txt", ".hidden", "folder/"])
def test_a_folder_with_anything_in_it_is_left_alone(tmp_path: Path, name: str) -> None:
    target = tmp_path / "full"
    (target / "x").mkdir(parents=True) if name.endswith("/") else target.mkdir()
    if not name.endswith("/"):
        (target / name).write_bytes(b"mine")
    before = sorted(target.rglob("*"))
    refusal = demo.build(target, NOW, sample_home())
    assert isinstance(refusal, Refusal)
    assert refusal.code == "not-empty"
    assert sorted(target.rglob("*")) == before


def test_a_file_in_the_way_is_left_alone(tmp_path: Path) -> None:
    target = tmp_path / "taken"
    target.write_bytes(b"mine")
    refusal = demo.build(target, NOW, sample_home())
    assert isinstance(refusal, Refusal)
    assert refusal.code == "not-empty"
    assert target.read_bytes() == b"mine"


@pytest.mark.parametrize("year", [1, 1979, 2100, 9999])
def test_a_year_beyond_the_calendar_is_refused(tmp_path: Path, year: int) -> None:
    refusal = demo.build(tmp_path / "home", NOW.replace(year=year), sample_home())
    assert isinstance(refusal, Refusal)
    assert refusal.code == "time-form"
    assert not (tmp_path / "home").exists()


@pytest.mark.slow
@pytest.mark.parametrize("year", [1980, 2099])
def test_the_first_and_last_year_build(tmp_path: Path, year: int) -> None:
    home = built(tmp_path / "home", NOW.replace(year=year))
    assert git(home, "fsck", "--strict") == ""
    assert git(home, "show", "-s", "--format=%cs").strip() == f"{year}-11-29"


def test_a_missing_sample_writes_nothing(tmp_path: Path) -> None:
    with pytest.raises(StoreError):
        demo.build(tmp_path / "home", NOW, tmp_path / "nowhere")
    assert not (tmp_path / "home").exists()


def test_a_target_below_a_file_is_an_io_error(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"mine")
    with pytest.raises(StoreError) as caught:
        demo.build(tmp_path / "file" / "home", NOW, sample_home())
    assert caught.value.refusal.code == "io"
    assert (tmp_path / "file").read_bytes() == b"mine"


def test_a_repository_around_the_target_is_not_touched(tmp_path: Path) -> None:
    git(tmp_path, "init", "--quiet", "--initial-branch=outer")
    home = built(tmp_path / "home")
    assert git(home, "rev-parse", "--show-toplevel").strip() == str(home.resolve())
    assert git(tmp_path, "symbolic-ref", "HEAD").strip() == "refs/heads/outer"
    assert git(tmp_path, "status", "--porcelain").strip() == "?? home/"
