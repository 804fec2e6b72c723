"""`init --adopt` black-box: nothing of the user's changes, and what is taken answers."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pexpect
import pytest

from tests.homes import curator, git, put

FOREIGN = """\
---
id: F-{n}
type: project
title: Fact {n}
created_at: 2026-06-01T10:00:00Z
---
Body {n}.
"""


def foreign(number: int, more: str = "") -> str:
    return FOREIGN.format(n=number).replace("---\nBody", f"{more}---\nBody")


def folder(root: Path, count: int = 7) -> Path:
    """A folder of another tool's notes, in no repository."""
    for number in range(count):
        put(root, f"mem/fact-{number}.md", foreign(number))
    put(root, "mem/INDEX.md", "- list\n")
    put(root, "mem/archive/tombstones/dead.md", foreign(90))
    return root


def adopted(root: Path, *words: str) -> dict[str, object]:
    result = curator(None, "init", "--adopt", str(root), *words)
    assert result.code == 0, result.err
    found: dict[str, object] = result.json
    return found


def bytes_of(root: Path) -> dict[str, bytes]:
    return {
        path.relative_to(root).as_posix(): path.read_bytes()
        for path in sorted(root.rglob("*"))
        if path.is_file() and ".git" not in path.relative_to(root).parts
    }


def test_a_plain_folder_becomes_a_home_and_no_note_changes(tmp_path: Path) -> None:
    root = folder(tmp_path / "kit")
    before = bytes_of(root)
    found = adopted(root, "--scope", "global")
    assert set(found) >= {"home", "taken", "skipped", "commits"}
    assert (found["taken"], len(found["commits"])) == (7, 2)  # type: ignore[arg-type]
    assert [row["path"] for row in found["skipped"]] == ["mem/INDEX.md", "mem/archive"]  # type: ignore[attr-defined]
    after = bytes_of(root)
    assert {path: after[path] for path in before} == before
    assert set(after) - set(before) == {"curator.toml", "README.md"}
    listed = git(root, "show", "--name-only", "--format=", "HEAD~1").split()
    assert listed == [f"mem/fact-{n}.md" for n in range(7)]
    assert git(root, "show", "--name-only", "--format=", "HEAD").split() == [
        "README.md",
        "curator.toml",
    ]
    notes = curator(root, "notes").json["notes"]
    assert [row["note_id"] for row in notes] == [f"F-{n}" for n in range(7)]
    answer = curator(root, "current", "F-3").json
    assert (answer["status"], answer["answer_value"]) == ("known", "Body 3.")
    assert answer["trail"][0]["approved_by"] == "adoption"
    assert curator(root, "queue").json["items"] == []


def test_five_examples_are_shown(tmp_path: Path) -> None:
    root = folder(tmp_path / "kit")
    said = curator(None, "init", "--adopt", str(root), as_json=False)
    assert said.code == 0
    assert said.out.count("  mem/fact-") == 5 and "… and 2 more" in said.out
    assert "mem/archive: a folder named archive" in said.out


def test_committed_notes_make_no_commit_of_their_own(tmp_path: Path) -> None:
    root = folder(tmp_path / "kit")
    git(root, "init", "-q", "-b", "trunk")
    git(root, "add", ".")
    git(root, "commit", "-qm", "theirs")
    head = git(root, "rev-parse", "HEAD").strip()
    found = adopted(root, "--scope", "global")
    assert len(found["commits"]) == 1  # type: ignore[arg-type]
    assert f'baseline = "{head}"' in (root / "curator.toml").read_text()
    assert 'branch = "trunk"' in (root / "curator.toml").read_text()
    assert git(root, "status", "--porcelain") == ""


def test_other_work_stays_as_it_is_and_no_hook_runs(tmp_path: Path) -> None:
    root = folder(tmp_path / "code")
    put(root, "src/a.py", "a = 1\n")
    put(root, "README.md", "mine\n")
    git(root, "init", "-q", "-b", "main")
    git(root, "add", "src", "README.md", "mem/fact-0.md")
    git(root, "commit", "-qm", "code")
    put(root, "src/a.py", "a = 2\n")
    git(root, "add", "src/a.py")
    put(root, "src/a.py", "a = 3\n")
    put(root, "mem/fact-0.md", foreign(0, "extra: dirty\n"))
    put(root, "src/new.py", "untracked\n")
    put(root, "mem/fact-1.md", foreign(1, "extra: staged\n"))
    git(root, "add", "mem/fact-1.md")
    put(root, "mem/fact-1.md", foreign(1, "extra: later\n"))
    for hook in ("pre-commit", "post-commit", "reference-transaction", "post-index-change"):
        script = put(root, f".git/hooks/{hook}", "#!/bin/sh\ntouch hook-ran\nexit 1\n")
        script.chmod(0o755)
    put(root, ".gitattributes", "*.md filter=shout\n")
    git(root, "config", "filter.other.clean", "touch filter-ran")
    adopted(root, "--notes", "mem", "--scope", "global")
    assert not (root / "hook-ran").exists() and not (root / "filter-ran").exists()
    status = git(root, "-c", "core.hooksPath=/dev/null", "status", "--porcelain").splitlines()
    assert "MM src/a.py" in status and "?? src/new.py" in status
    assert git(root, "show", ":src/a.py") == "a = 2\n"
    assert (root / "README.md").read_text() == "mine\n"
    assert git(root, "show", ":mem/fact-1.md") == foreign(1, "extra: staged\n")


def test_a_note_that_a_filter_changes_is_not_committed(tmp_path: Path) -> None:
    root = folder(tmp_path / "kit", 2)
    put(root, ".gitattributes", "fact-1.md filter=crypt\n")
    found = adopted(root, "--scope", "global") if (git_init(root)) else {}
    reasons = {row["path"]: row["reason"] for row in found["skipped"]}  # type: ignore[attr-defined]
    assert "git filter" in reasons["mem/fact-1.md"]
    assert "mem/fact-1.md" not in git(root, "ls-tree", "-r", "--name-only", "HEAD")


def git_init(root: Path) -> bool:
    git(root, "init", "-q", "-b", "main")
    return True


def test_inside_a_larger_repository_the_top_is_named(tmp_path: Path) -> None:
    root = folder(tmp_path / "code")
    git(root, "init", "-q")
    result = curator(None, "init", "--adopt", str(root / "mem"))
    assert (result.code, result.error["code"]) == (5, "inside-repository")
    assert result.error["hint"].endswith(f"init --adopt {root} --notes mem")
    assert not (root / "mem/curator.toml").exists()


def test_a_home_is_not_adopted_twice(tmp_path: Path) -> None:
    root = folder(tmp_path / "kit")
    adopted(root)
    again = curator(None, "init", "--adopt", str(root))
    assert (again.code, again.error["code"]) == (4, "not-empty")


@pytest.mark.parametrize(
    "words",
    [
        ("--notes", "nowhere"),
        ("--notes", "../out"),
        ("--notes", ".git"),
        ("--scope", "nonsense"),
        ("--scope", "nowhere=global"),
        ("--scope", "global", "project:x"),
        ("--archived", "nowhere"),
    ],
)
def test_wrong_words_write_nothing(tmp_path: Path, words: tuple[str, ...]) -> None:
    root = folder(tmp_path / "kit")
    before = bytes_of(root)
    result = curator(None, "init", "--adopt", str(root), *words)
    assert (result.code, result.error["code"]) == (2, "usage")
    assert bytes_of(root) == before and not (root / ".git").exists()


def test_adopt_options_need_adopt(tmp_path: Path) -> None:
    result = curator(None, "init", str(tmp_path / "new"), "--untrusted")
    assert (result.code, result.error["code"]) == (2, "usage")


def test_without_a_scope_notes_wait_for_one(tmp_path: Path) -> None:
    root = folder(tmp_path / "kit")
    adopted(root)
    assert {row["scope"] for row in curator(root, "notes").json["notes"]} == {"review_required"}
    rows = [p for p in curator(root, "check").json["problems"] if p["code"] == "scope-required"]
    assert [(row["path"], row["severity"]) for row in rows] == [("mem", "info")]


def test_on_a_terminal_the_scope_is_asked(tmp_path: Path) -> None:
    for typed, scope in (("", "global"), ("nonsense\nproject:kit", "project:kit")):
        root = folder(tmp_path / f"kit-{scope[:2]}")
        words = ["-m", "curator_app", "init", "--adopt", str(root)]
        child = pexpect.spawn(sys.executable, words, encoding="utf-8", timeout=60)
        child.expect(r"mem/archive: a folder named archive")
        for line in typed.split("\n"):
            child.expect(r"\[global\]: ")
            child.sendline(line)
        child.expect(pexpect.EOF)
        child.close()
        assert child.exitstatus == 0
        assert f'scope = "{scope}"' in (root / "curator.toml").read_text()
        assert curator(root, "queue").json["items"] == []


def test_scopes_by_folder(tmp_path: Path) -> None:
    root = folder(tmp_path / "kit", 1)
    put(root, "mem/alpha/a.md", foreign(50))
    put(root, "mem/beta/own.md", foreign(51, "scope: user:me\n"))
    adopted(root, "--notes", "mem", "--scope", "global", "mem/alpha=project:alpha")
    scopes = {row["note_id"]: row["scope"] for row in curator(root, "notes").json["notes"]}
    assert scopes == {"F-0": "global", "F-50": "project:alpha", "F-51": "user:me"}


def test_untrusted_notes_all_wait(tmp_path: Path) -> None:
    root = folder(tmp_path / "kit")
    adopted(root, "--scope", "global", "--untrusted")
    assert "baseline" not in (root / "curator.toml").read_text()
    items = curator(root, "queue").json["items"]
    assert [(item["lane"], item["op"]) for item in items] == [("re-review", "review")] * 7
    assert curator(root, "current", "F-1").json["status"] == "none"


def test_what_claims_to_be_a_candidate_or_reviewed_is_judged_by_its_status(tmp_path: Path) -> None:
    root = tmp_path / "kit"
    put(root, "mem/a.md", foreign(1, "status: candidate\n"))
    put(root, "mem/b.md", foreign(2, "status: superseded\nreviewed: false\n"))
    put(root, "mem/c.md", foreign(3, "status: wip\n"))
    adopted(root, "--scope", "global")
    items = {item["paths"][0]: item for item in curator(root, "queue").json["items"]}
    assert (items["mem/a.md"]["lane"], items["mem/a.md"]["op"]) == ("candidate", "add")
    assert items["mem/b.md"]["flags"] == ["superseded-without-successor"]
    assert "mem/c.md" not in items
    assert curator(root, "current", "F-1").json["status"] == "none"
    assert curator(root, "current", "F-3").json["status"] == "known"


def test_ignored_notes_are_read_marked_and_not_committed(tmp_path: Path) -> None:
    root = folder(tmp_path / "kit", 3)
    put(root, ".gitignore", "fact-1.md\n")
    git_init(root)
    found = adopted(root, "--scope", "global")
    assert (found["taken"], found["ignored"]) == (3, ["mem/fact-1.md"])
    assert "mem/fact-1.md" not in git(root, "ls-tree", "-r", "--name-only", "HEAD")
    (item,) = curator(root, "queue").json["items"]
    assert item["paths"] == ["mem/fact-1.md"] and "ignored" in item["flags"]
    set_headless(root)
    refused = curator(root, "decide", item["item"], "approve")
    assert (refused.code, refused.error["code"]) == (4, "ignored")
    assert curator(root, "decide", item["item"], "approve", "--confirm", "ignored").code == 0
    assert curator(root, "current", "F-1").json["status"] == "known"


def set_headless(root: Path) -> None:
    """Let this Home decide without a terminal, as a person who edits and approves the file."""
    text = (root / "curator.toml").read_text()
    (root / "curator.toml").write_text(text.replace('"low-risk"', '"all"'))
    git(root, "commit", "-qam", "headless")
    kept = root / ".git/curator/config-in-effect.toml"
    kept.unlink(missing_ok=True)


def test_links_and_other_repositories_are_not_taken(tmp_path: Path) -> None:
    root = folder(tmp_path / "kit", 1)
    put(tmp_path, "outside.md", foreign(60))
    (root / "mem/link.md").symlink_to(tmp_path / "outside.md")
    put(root, "mem/other/note.md", foreign(61))
    git(root / "mem/other", "init", "-q")
    found = adopted(root, "--scope", "global")
    reasons = {row["path"]: row["reason"] for row in found["skipped"]}  # type: ignore[attr-defined]
    assert found["taken"] == 1 and "links" in reasons["mem/link.md"]
    assert git(root, "ls-tree", "-r", "--name-only", "HEAD").split() == [
        "README.md",
        "curator.toml",
        "mem/fact-0.md",
    ]


def test_a_linked_worktree_is_adopted_in_its_own_place(tmp_path: Path) -> None:
    main = tmp_path / "main"
    put(main, "a.txt", "a\n")
    git_init(main)
    git(main, "add", ".")
    git(main, "commit", "-qm", "a")
    linked = tmp_path / "linked"
    git(main, "worktree", "add", "-q", "-b", "memory", str(linked))
    folder(linked)
    adopted(linked, "--scope", "global")
    assert 'branch = "memory"' in (linked / "curator.toml").read_text()
    assert not (main / "curator.toml").exists()
    assert curator(linked, "current", "F-2").json["status"] == "known"


def test_submodules_sha256_and_bare_are_refused_by_name(tmp_path: Path) -> None:
    new = tmp_path / "sha256"
    folder(new)
    git(new, "init", "-q", "--object-format=sha256")
    assert curator(None, "init", "--adopt", str(new)).error["code"] == "object-format"
    outer, inner = tmp_path / "outer", tmp_path / "inner"
    folder(inner)
    for repo in (outer, inner):
        repo.mkdir(exist_ok=True)
        git_init(repo)
    git(inner, "add", ".")
    git(inner, "commit", "-qm", "x")
    git(outer, "-c", "protocol.file.allow=always", "submodule", "--quiet", "add", str(inner), "sub")
    result = curator(None, "init", "--adopt", str(outer / "sub"))
    assert (result.code, result.error["code"]) == (5, "object-format")
    bare = tmp_path / "bare.git"
    bare.mkdir()
    git(bare, "init", "-q", "--bare")
    assert curator(None, "init", "--adopt", str(bare)).code == 5


@pytest.mark.parametrize("state", ["detached", "merge"])
def test_not_in_the_middle_of_something(tmp_path: Path, state: str) -> None:
    root = folder(tmp_path / "kit")
    git_init(root)
    git(root, "add", ".")
    git(root, "commit", "-qm", "x")
    if state == "detached":
        git(root, "checkout", "-q", "--detach")
    else:
        (root / ".git/MERGE_HEAD").write_text(git(root, "rev-parse", "HEAD"))
    result = curator(None, "init", "--adopt", str(root))
    expected = "detached" if state == "detached" else "in-progress"
    assert (result.code, result.error["code"]) == (5, expected)
    assert not (root / "curator.toml").exists()


def test_a_failed_adoption_leaves_nothing(tmp_path: Path) -> None:
    root = folder(tmp_path / "kit")
    git_init(root)
    put(root, ".git/index.lock", "")
    result = curator(None, "init", "--adopt", str(root))
    assert (result.code, result.error["code"]) == (5, "index-locked")
    assert not (root / "curator.toml").exists()
    done = subprocess.run(["git", "rev-parse", "--verify", "-q", "HEAD"], cwd=root, check=False)
    assert done.returncode != 0


def test_a_copy_of_an_archived_note_is_nobodys_word(tmp_path: Path) -> None:
    """The baseline vouches for a dead note as dead: an agent cannot bring it back by copying."""
    root = folder(tmp_path / "kit")
    adopted(root, "--notes", "mem", "--archived", "mem/archive", "--scope", "global")
    assert curator(root, "current", "F-90").json["status"] == "none"
    put(root, "mem/back.md", (root / "mem/archive/tombstones/dead.md").read_bytes())
    (root / "mem/archive/tombstones/dead.md").unlink()
    assert curator(root, "current", "F-90").json["status"] == "none"
    (item,) = curator(root, "queue").json["items"]
    assert item["paths"] == ["mem/back.md"]


def test_a_moved_note_is_followed(tmp_path: Path) -> None:
    root = folder(tmp_path / "kit")
    adopted(root, "--notes", "mem", "--scope", "global")
    (root / "mem/sub").mkdir()
    (root / "mem/fact-2.md").rename(root / "mem/sub/moved.md")
    assert curator(root, "current", "F-2").json["status"] == "known"
    rows = {row["note_id"]: row["path"] for row in curator(root, "notes").json["notes"]}
    assert rows["F-2"] == "mem/sub/moved.md"
    assert curator(root, "queue").json["items"] == []


def test_a_note_moved_out_of_the_layout_is_a_finding(tmp_path: Path) -> None:
    root = folder(tmp_path / "kit")
    adopted(root, "--notes", "mem", "--scope", "global")
    (root / "elsewhere").mkdir()
    (root / "mem/fact-2.md").rename(root / "elsewhere/fact-2.md")
    (root / "mem/fact-3.md").unlink()
    rows = [row for row in curator(root, "check").json["problems"] if row["severity"] != "info"]
    assert [(row["code"], row["path"]) for row in rows] == [("left-layout", "elsewhere/fact-2.md")]
    assert "mem/fact-2.md" in rows[0]["message"]
    assert curator(root, "current", "F-2").json["status"] == "none"


def test_an_approved_candidate_never_lands_where_it_would_be_left_out(tmp_path: Path) -> None:
    root = folder(tmp_path / "kit")
    adopted(root, "--notes", "mem", "--scope", "global")
    set_headless(root)
    put(root, "memory/candidates/archive/x.md", "Plain text of an agent.\n")
    (item,) = curator(root, "queue").json["items"]
    refused = curator(root, "decide", item["item"], "approve", "--confirm", "no-source")
    assert (refused.code, refused.error["code"]) == (4, "path-taken")
