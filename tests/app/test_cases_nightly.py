"""Cases of CASES.md about what jobs propose again and again: C29, C35, C43, C47."""

from __future__ import annotations

import json
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from tests.app.tui.desk import WIDE, driven
from tests.core.disguises import CLAIMS
from tests.homes import NOW, curator, fingerprint, git, make_home, note, put, reviewed
from tests.proposal_branches import NIGHT, Change, propose, repropose

DAY = 86_400
HABITS = {f"memory/candidates/n{n}.md": note(f"habit-{n}", CLAIMS[n]) for n in range(4)}


def night(home: Path, number: int, files: dict[str, str], job: str = "nightly") -> None:
    """One run of a job: a branch of its own, a commit for each note."""
    changes = [
        Change(
            files={path: text},
            message=f"Run {number}",
            trailers={"Curator-Job": job},
            seconds=NIGHT + DAY * (number - 3),
        )
        for path, text in files.items()
    ]
    propose(home, *changes, ref=f"refs/heads/proposals/{job.split(chr(27))[0]}-{number}")


def rows(home: Path, *words: str) -> dict[str, dict[str, Any]]:
    """The items of a lane (default: what waits) by note id."""
    found = curator(home, "queue", *words).json["items"]
    return {row["notes"][0]: row for row in found}


def jobs(home: Path, **more: Any) -> dict[str, dict[str, Any]]:
    """What `status` says of each job."""
    return {job["job"]: job for job in curator(home, "status", **more).json["jobs"]}


def test_c35_the_same_again_is_no_fresh_work(tmp_path: Path) -> None:
    home = make_home(tmp_path / "home", {"other.md": reviewed("other")})
    night(home, 1, HABITS)
    assert jobs(home)["nightly"]["outcome"] == "new"
    assert len(rows(home)) == 4
    first = jobs(home)["nightly"]["last_run"]
    assert curator(home, "decide", "habit-0", "reject").code == 0
    assert curator(home, "decide", "habit-1", "approve").code == 0
    before = rows(home)
    night(home, 2, HABITS)
    told = jobs(home)["nightly"]
    assert (told["outcome"], told["proposals"], told["overdue"]) == ("no new input", 4, False)
    assert told["last_run"] > first
    assert {name: row["item"] for name, row in rows(home).items()} == {
        name: row["item"] for name, row in before.items()
    }, "what was decided stays decided, the rest is one row each"
    assert rows(home)["habit-2"]["refs"] == ["proposals/nightly-1", "proposals/nightly-2"]
    said = curator(home, "status", as_json=False).out
    assert f"job nightly: no new input since {first}" in said


async def test_c35_the_desk_says_so_in_its_header(tmp_path: Path) -> None:
    home = make_home(tmp_path / "home", {"other.md": reviewed("other")})
    for number in (1, 2):
        night(home, number, HABITS)
        night(home, number, HABITS, job="other\x1b[2J")
    async with driven(home, WIDE) as one:
        assert "job nightly: no new input since 2026-11-27T02:10 and 1 job more" in one.text
    night(home, 3, {**HABITS, "memory/candidates/new.md": note("new-habit")})
    assert jobs(home)["nightly"]["outcome"] == "new"
    async with driven(home, WIDE) as one:
        assert "job nightly" not in one.text
        assert "job other<ESC>[2J: no new input" in one.text


def test_c35_a_job_that_is_silent_is_overdue(tmp_path: Path) -> None:
    home = make_home(tmp_path / "home")
    night(home, 1, HABITS)
    assert jobs(home, now=NOW + timedelta(days=90))["nightly"]["overdue"] is False, "one run"
    night(home, 2, {"memory/candidates/new.md": note("new-habit")})
    for days, overdue in ((0, False), (1, True)):
        assert jobs(home, now=NOW + timedelta(days=days))["nightly"]["overdue"] is overdue
    assert (
        "job nightly is overdue: it ran last at"
        in curator(home, "status", now=NOW + timedelta(days=1), as_json=False).out
    )


@pytest.mark.parametrize("branch", [True, False])
def test_c47_rejecting_the_copies_keeps_one(tmp_path: Path, branch: bool) -> None:
    """40 records in other words and spacing; the one that stays is muted neither by the rejection
    of its copies nor by a rebase that dates it anew; what a later night repeats is."""
    home = make_home(tmp_path / "home", {"other.md": reviewed("other", "The office is red.")})
    texts = {}
    for number in range(40):
        forms = (CLAIMS[2], CLAIMS[2].upper(), f"{CLAIMS[2]}.", CLAIMS[2].replace(" ", "  "))
        text = forms[number % 4] + "\n" * (number // 4)
        texts[f"memory/candidates/c{number}.md"] = note(f"copy-{number:02}", text)
    changes = [Change(files={path: text}) for path, text in texts.items()]
    if branch:
        propose(home, *changes)
    else:
        for path, text in texts.items():
            put(home, path, text)
    assert len(rows(home)) == 40
    kept, *others = sorted(rows(home))
    wishes = [{"item": n, "action": "reject", "reason_code": "duplicate"} for n in others]
    batch = put(tmp_path, "batch.jsonl", "".join(f"{json.dumps(wish)}\n" for wish in wishes))
    assert curator(home, "decide", "--batch", str(batch)).code == 0
    assert set(rows(home)) == {kept}
    assert len(rows(home, "--lane", "suppressed")) == (39 if branch else 0)
    if branch:
        repropose(home, *(Change(files=c.files, seconds=NIGHT + 9 * DAY) for c in changes))
        assert set(rows(home)) == {kept}
    again = note("again", f"  {CLAIMS[2]}", recorded_at="2026-12-02T08:00:00Z")
    propose(
        home,
        Change(files={"memory/candidates/again.md": again}, seconds=NIGHT + 9 * DAY),
        ref="refs/heads/proposals/other-night",
    )
    assert set(rows(home)) == {kept}
    assert rows(home, "--lane", "suppressed")["again"]["health"] == "rejected-before"
    assert curator(home, "decide", kept, "approve").code == 0
    curator(home, "undo")
    curator(home, "undo")
    assert len(rows(home)) == 41


def test_c29_a_rejected_link_mutes_no_merge_of_the_same_notes(tmp_path: Path) -> None:
    names = ("note-a", "note-b", "note-c")
    home = make_home(tmp_path / "home", {f"{n}.md": reviewed(n, "Cats purr.") for n in names})
    paths = {name: f"memory/notes/{name}.md" for name in names}
    linked = {
        path: (home / path).read_text().replace("sources:", "tags: [linked]\nsources:")
        for path in paths.values()
    }
    propose(home, Change(files=linked), ref="refs/heads/proposals/links")
    (link,) = curator(home, "queue").json["items"]
    assert curator(home, "decide", link["item"], "reject").code == 0
    one = note("both", "Cats purr.", supersedes=list(names), relation="restatement")
    gone = dict.fromkeys(paths.values())
    merge = Change(files={**gone, "memory/notes/both.md": one}, trailers={"Curator-Op": "merge"})
    propose(home, merge, ref="refs/heads/proposals/merges")
    (shown,) = curator(home, "queue").json["items"]
    assert (shown["op"], shown["health"]) == ("merge", "clean")
    again = Change(files={path: f"{text}" for path, text in linked.items()}, message="Again")
    propose(home, again, ref="refs/heads/proposals/links-2")
    assert [item["op"] for item in curator(home, "queue").json["items"]] == ["merge"]


def test_c43_the_place_is_named_and_the_folder_of_the_caller_decides_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A project-A candidate is approved while the caller stands in project B."""
    fact = {"scope": "project:alpha", "memory_key": "web.port"}
    host = {"memory_key": "web.host", "value": "one"}
    old = reviewed("old-host", scope="project:beta", **host)
    home = make_home(
        tmp_path / "alpha", {"old.md": old}, {"a.md": note("port-a", value="4000", **fact)}
    )
    other = make_home(tmp_path / "beta", {"b.md": reviewed("note-b", scope="project:beta")})
    monkeypatch.chdir(other / "memory")
    monkeypatch.delenv("CURATOR_HOME", raising=False)
    before = fingerprint(other, "memory", "ledger"), git(other, "rev-parse", "HEAD")
    assert curator(None, "decide", "port-a", "approve").error["code"] == "unknown-item"
    shown = curator(home, "decide", "port-a", "approve", "--dry-run", as_json=False).out
    assert "web.port in project:alpha, now: (none) -> 4000" in shown
    assert "memory/candidates/a.md -> memory/notes/a.md" in shown
    assert curator(home, "decide", "port-a", "approve").code == 0
    inside = curator(home, "current", "web.port", "--scope", "project:alpha").json
    assert (inside["answer_value"], inside["scope"]) == ("4000", "project:alpha")
    assert (fingerprint(other, "memory", "ledger"), git(other, "rev-parse", "HEAD")) == before
    change = {"supersedes": ["old-host"], "relation": "state_change", "valid_from": "2026-03-01"}
    new = note("new-host", scope="project:alpha", **host | change)
    put(home, "memory/candidates/c.md", new)
    refused = curator(home, "decide", "new-host", "approve")
    assert (refused.code, refused.error["code"]) == (4, "scope-mismatch")
