"""Real Homes of other people adopted as they are (shared data)."""

from __future__ import annotations

import json
import shutil
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from tests.app.test_adopt import adopted, set_headless
from tests.homes import curator, fingerprint, git, put
from tests.shared_data import shared_data

pytestmark = pytest.mark.slow

MEMORY = "context/memory"
LOST, TOMBSTONE = "P-7CWH42PT", "P-497V47QC"
EDGES = {
    "P-2B64YN7R": "P-3HD39BL2",
    "P-MLNREYVT": "P-3HD39BL2",
    "P-3HD39BL2": "P-C72TUV9Z",
    "P-752LM39L": "P-C72TUV9Z",
    "P-WDaaVEFF": "P-C72TUV9Z",
    "P-C72TUV9Z": "P-MB6NX5EP",
}


def copied(name: str, target: Path) -> Path:
    shutil.copytree(shared_data(name), target)
    for path in target.rglob("*"):
        path.chmod(0o755 if path.is_dir() else 0o644)
    return target


def problems(root: Path) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = curator(root, "check").json["problems"]
    return found


@pytest.fixture(scope="module")
def kit(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """core-memory-kit adopted with its archive; shared by tests that undo what they do."""
    root = copied("core-memory-kit", tmp_path_factory.mktemp("kit") / "core-memory-kit")
    words = ("--notes", MEMORY, "--archived", f"{MEMORY}/archive", "--scope", "global")
    found = adopted(root, *words)
    assert found["taken"] == 2_272 + 43 + 6 + 1
    set_headless(root)
    return root


def test_by_default_its_dead_folders_and_indexes_are_left_out(tmp_path: Path) -> None:
    root = copied("core-memory-kit", tmp_path / "kit")
    before = fingerprint(root, "context", "fixtures")
    found = adopted(root, "--notes", MEMORY, "--scope", "global")
    assert found["taken"] == 2_272
    assert [row["path"] for row in found["skipped"]] == [  # type: ignore[attr-defined]
        f"{MEMORY}/INDEX.md",
        f"{MEMORY}/MAP.md",
        f"{MEMORY}/archive",
    ]
    assert fingerprint(root, "context", "fixtures") == before
    rows = curator(root, "notes").json["notes"]
    assert Counter(row["status"] for row in rows) == {"active": 2_272}
    assert curator(root, "current", TOMBSTONE).json["status"] == "none"
    assert curator(root, "queue").json["items"] == []


def test_its_dead_stay_dead_and_every_live_note_is_found(kit: Path) -> None:
    rows = {row["note_id"]: row for row in curator(kit, "notes").json["notes"]}
    assert Counter(row["status"] for row in rows.values()) == {"active": 2_272, "archived": 50}
    assert Counter(row["holds"] for row in rows.values())["archived"] == 50
    for name in (TOMBSTONE, "P-BCEHTFEP"):
        assert curator(kit, "current", name).json["status"] == "none"
    for name in (LOST, "P-URJaV36K", "P-X7ESVWDL", "P-YaPDDL5J", "P-MB6NX5EP"):
        answer = curator(kit, "current", name).json
        assert (answer["status"], answer["note_id"]) == ("known", name)
        assert answer["trail"][0]["approved_by"] == "adoption"


def test_its_six_reverse_edges_are_read_and_never_written(kit: Path) -> None:
    trail = {row["note_id"] for row in curator(kit, "explain", "P-2B64YN7R").json["trail"]}
    assert trail == {"P-2B64YN7R", "P-3HD39BL2", "P-C72TUV9Z", "P-MB6NX5EP"}
    for old in EDGES:
        answer = curator(kit, "current", old).json
        assert (answer["status"], answer["note_id"]) == ("known", "P-MB6NX5EP")
    assert curator(kit, "queue").json["items"] == []


def test_what_is_foreign_is_said_once_for_each_folder(kit: Path) -> None:
    found = problems(kit)
    assert Counter((row["code"], row["severity"]) for row in found) == {("foreign", "info"): 4}
    said = {row["path"]: row["message"] for row in found}
    assert said[MEMORY].startswith("2272 notes ")
    assert "6 superseded_by read as supersedes" in said[f"{MEMORY}/archive/superseded"]
    assert curator(kit, "check").code == 0


def test_archive_supersede_and_a_batch_all_undone(kit: Path, tmp_path: Path) -> None:
    before = fingerprint(kit, "context", "memory")
    done = [curator(kit, "decide", "P-aG3GHZBE", "archive")]
    assert curator(kit, "current", "P-aG3GHZBE").json["status"] == "none"
    put(kit, "memory/candidates/lost.md", _superseding(kit))
    (item,) = curator(kit, "queue").json["items"]
    words = ("--relation", "state_change", "--valid-from", "2026-07-15T14:08:55Z")
    shown = curator(kit, "show", item["item"]).json["shown_hash"]
    done.append(curator(kit, "decide", item["item"], "approve", *words, "--expect", shown))
    assert done[-1].code == 0, done[-1].err
    answer = curator(kit, "current", LOST).json
    assert answer["note_id"] == "kit-update-2026-07"
    batch = tmp_path / "batch.jsonl"
    batch.write_text("".join(f"{json.dumps(row)}\n" for row in _fifty(kit)))
    done.append(curator(kit, "decide", "--batch", str(batch)))
    assert done[-1].code == 0, done[-1].err
    assert len(done[-1].json["notes"]) == 50
    assert fingerprint(kit, "context", "memory") != before
    for result in reversed(done):
        assert curator(kit, "undo", result.json["decision"]).code == 0
    (kit / "memory/candidates/lost.md").unlink()
    assert fingerprint(kit, "context", "memory") == before
    assert curator(kit, "queue").json["items"] == []
    assert git(kit, "diff", "--name-only", "HEAD", "--", "context") == ""


def _superseding(kit: Path) -> str:
    """The workflow that was written 17 s after its tombstone, as a candidate that says so."""
    old = next(kit.joinpath(MEMORY).glob("project_kit-update-workflow-*.md")).read_text()
    body = old.split("---\n", 2)[2]
    head = "id: kit-update-2026-07\ntitle: Kit update\nsources: [manual:test@2026-07-15]\n"
    return f"---\n{head}supersedes: [{LOST}]\n---\n{body}"


def _fifty(kit: Path) -> list[dict[str, str]]:
    rows = [row for row in curator(kit, "notes").json["notes"] if row["holds"] == "now"]
    verbs = ("archive", "confirm", "pin")
    free = [row["note_id"] for row in rows if row["path"].startswith(MEMORY)]
    return [{"item": name, "action": verbs[n % 3]} for n, name in enumerate(free[:50])]


def test_the_lost_supersede_can_be_told_by_hand(kit: Path) -> None:
    """A hand edit that adds the edge is an item; the dead note's chain ends in the live one."""
    path = next(kit.joinpath(MEMORY).glob("project_kit-update-workflow-*.md"))
    before = path.read_bytes()
    path.write_bytes(
        before.replace(b"\ntype:", b"\nsupersedes: [" + TOMBSTONE.encode() + b"]\ntype:", 1)
    )
    (item,) = curator(kit, "queue").json["items"]
    shown = curator(kit, "show", item["item"]).json["shown_hash"]
    done = curator(kit, "decide", item["item"], "approve", "--expect", shown)
    assert done.code == 0, done.err
    assert curator(kit, "current", TOMBSTONE).json["note_id"] == LOST
    assert curator(kit, "undo", done.json["decision"]).code == 0
    (item,) = curator(kit, "queue").json["items"]
    assert curator(kit, "decide", item["item"], "reject").code == 0
    assert path.read_bytes() == before


def test_views_of_the_kit_hide_the_dead(kit: Path) -> None:
    made = curator(kit, "views").json
    index = (kit / ".curator/views/INDEX.md").read_text()
    rows = curator(kit, "notes").json["notes"]
    for row in rows:
        assert (f"[{row['path']}]" in index) is (row["holds"] == "now"), row
    memory = made["memory"]
    assert memory["total"] == sum(row["holds"] == "now" for row in rows)
    assert len(memory["loaded"]) + len(memory["left"]) == memory["total"]
    assert {row["reason"] for row in memory["left"]} == {"budget"}
    assert memory["tokens"] <= memory["limit"]
    text = (kit / ".curator/views/MEMORY.md").read_text()
    assert f"Loaded {len(memory['loaded'])} of {memory['total']} notes" in text


@pytest.mark.parametrize(
    ("name", "words", "taken"),
    [
        ("hugodocs", (), 897),
        ("eips", (), 949),
        ("ctx-context", (), 84),
        ("madr-decisions", (), 20),
        ("govuk-aws-adr", (), 38),
        ("actorforth-memory", ("--notes", ".claude/memory/MEMORY.md"), 1),
    ],
)
def test_others_are_adopted_without_an_error(
    tmp_path: Path, name: str, words: tuple[str, ...], taken: int
) -> None:
    root = copied(name, tmp_path / name)
    before = {path: path.read_bytes() for path in root.rglob("*") if path.is_file()}
    found = adopted(root, *words, "--scope", "global")
    assert found["taken"] == taken
    assert {path: path.read_bytes() for path in before} == before
    rows = curator(root, "notes").json["notes"]
    assert len(rows) == taken and {row["status"] for row in rows} == {"active"}
    assert {row["holds"] for row in rows} == {"now"}
    said = problems(root)
    assert [row for row in said if row["severity"] == "error"] == []
    assert {row["code"] for row in said} <= {"foreign", "secret"}
    folders = [row["path"] for row in said if row["code"] == "foreign"]
    assert len(folders) == len(set(folders))
    assert curator(root, "status").json["unreadable"] == 0
    assert curator(root, "queue").json["items"] == []
    assert curator(root, "views").code == 0


TWINS = ("P-X7ESVWDL", "P-URJaV36K")


def test_the_known_duplicate_pair_is_merged_and_parted_again(kit: Path, tmp_path: Path) -> None:
    """Both say the same in other words, so that a person writes what stands; their keys stay."""
    before = fingerprint(kit, "context", "memory")
    paths = {row["note_id"]: row["path"] for row in curator(kit, "notes").json["notes"]}
    bare = ("decide", TWINS[0], "merge", "--target", TWINS[1])
    assert curator(kit, *bare).error["code"] == "merge-validity"
    text = (kit / paths[TWINS[0]]).read_text("utf-8")
    merged = text.replace(f"id: {TWINS[0]}", "id: P-MERGED-1")
    words = (*bare, "--result", str(put(tmp_path, "merged.md", merged)))
    assert curator(kit, *words).error["code"] == "no-source"
    done = curator(kit, *words, "--confirm", "no-source")
    assert done.code == 0, done.err
    for name in (*TWINS, "P-MERGED-1"):
        answer = curator(kit, "current", name).json
        assert (answer["status"], answer["note_id"]) == ("known", "P-MERGED-1")
    rows = {row["note_id"]: row["holds"] for row in curator(kit, "notes").json["notes"]}
    assert [rows[name] for name in TWINS] != ["now", "now"]
    assert rows["P-MERGED-1"] == "now"
    for name in TWINS:
        old, new = curator_text(kit, "HEAD~1", paths[name]), (kit / paths[name]).read_text("utf-8")
        added = {line.split(":")[0] for line in new.splitlines()} - {
            line.split(":")[0] for line in old.splitlines()
        }
        assert added <= {"status", "valid_from", "valid_to"}
    assert curator(kit, "undo", done.json["decision"]).code == 0
    assert fingerprint(kit, "context", "memory") == before
    assert curator(kit, "queue").json["items"] == []


def curator_text(root: Path, commit: str, path: str) -> str:
    """A file as a commit holds it."""
    return git(root, "show", f"{commit}:{path}")


def test_why_a_tombstone_is_superseded_by_a_hand_edit_only(kit: Path) -> None:
    """A candidate that names it is dead: nothing of it holds. It cannot be restored either, since
    its folder says that it is archived. The edge on the live note is what says it (above)."""
    before = fingerprint(kit, "context", "memory")
    head = f"id: kit-again\ntitle: Kit\nsources: [manual:a@b]\nsupersedes: [{TOMBSTONE}]\n"
    put(kit, "memory/candidates/again.md", f"---\n{head}---\nA.\n")
    (item,) = curator(kit, "queue").json["items"]
    assert (item["op"], item["health"]) == ("supersede", "dead")
    refused = curator(kit, "decide", "kit-again", "approve", "--relation", "correction").error
    assert (refused["code"], "archived" in refused["message"]) == ("dead", True)
    refused = curator(kit, "decide", TOMBSTONE, "restore").error
    assert (refused["code"], "folder" in refused["message"]) == ("invalid", True)
    (kit / "memory/candidates/again.md").unlink()
    assert fingerprint(kit, "context", "memory") == before
