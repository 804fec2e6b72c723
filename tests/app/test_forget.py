"""Forgetting by the command line: what goes, what is left, what the receipt says (CONTRACT 38,
ACCEPT deletion, C25, C26)."""

from __future__ import annotations

import secrets
import shutil
from pathlib import Path

import pytest

from curator_core.service import drafts
from curator_core.store import rescue
from curator_core.store.repository import open_repository
from tests.app.forgotten import LATER, forgets, slotted
from tests.app.leftovers import in_head, scan
from tests.homes import NOW, caller, curator, git, make_home, note, put, reviewed
from tests.proposal_branches import Change, propose

PLACES = (
    *("worktree", "index", "views", "ledger", "recall_log", "staged", "proposals"),
    *("git_history", "remotes", "backups"),
)


@pytest.fixture
def crowded(template: tuple[Path, str], tmp_path: Path) -> tuple[Path, str]:
    """A copy of the crowded Home, and its token."""
    return Path(shutil.copytree(template[0], tmp_path / "home", symlinks=True)), template[1]


@pytest.fixture(scope="module")
def template(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """A Home in which a token stands in every place that a forget has to know."""
    tmp_path = tmp_path_factory.mktemp("crowded")
    token = f"tok{secrets.token_hex(6)}"
    home = make_home(
        tmp_path / "home",
        {
            "deploy.md": slotted("m_deploy", f"run {token}", sources=["sources/j.md#L2-L2"]),
            "sum.md": reviewed(
                "m_sum", "Deploys.", generated=True, recipe="r", inputs=["m_deploy"]
            ),
            "sib.md": reviewed("m_sib", "The office has a garden."),
        },
        {"again.md": note("m_deploy", f"It is run {token} --fast.", memory_key="deploy")},
    )
    put(home, "sources/j.md", f"one\nuse {token} to deploy\nthree\n")
    put(home, "golden/q.yaml", "- question: how\n  expect: [m_deploy]\n")
    git(home, "add", "sources", "golden")
    git(home, "commit", "-qm", "evidence")
    base = (home / "memory/notes/deploy.md").read_text("utf-8")
    update = base.replace("Title of", "A title of")
    propose(home, Change(files={"memory/notes/deploy.md": update}))
    curator(home, "decide", "m_deploy", "pin", "--reason", f"because {token} matters")
    curator(home, "views")
    curator(home, "notes", "--search", token)
    curator(home, "decide", "m_deploy", "archive", "--stage", "--reason", token)
    curator(home, "decide", "m_sib", "archive", "--stage")
    drafts.save(caller(home), "note:elsewhere", f"remember {token}")
    drafts.save(caller(home), "note:other", "about gardens")
    with open_repository(home) as repo:
        rescue.rescue(repo, "memory/notes/x.md", f"{token}".encode(), "test", "")
        rescue.rescue(repo, "memory/notes/y.md", b"a garden", "test", "")
    edited = (home / "memory/notes/deploy.md").read_text("utf-8") + f"never committed {token}-x\n"
    put(home, "memory/notes/deploy.md", edited)
    return home, token


def test_a_token_is_left_only_where_the_receipt_says(crowded: tuple[Path, str]) -> None:
    """deletion.absent_after_reindex_and_restart, C25, C26; the sibling is the control."""
    home, token = crowded
    receipt = forgets(home, "m_deploy")
    assert tuple(receipt["places"]) == PLACES
    expected = dict.fromkeys(PLACES, "done") | dict.fromkeys(
        ("proposals", "git_history"), "not done"
    )
    assert receipt["places"] == expected | dict.fromkeys(("remotes", "backups"), "cannot be known")
    layers = ("recall_disabled", "primary_record_deleted", "derived_indexes_deleted")
    assert all(receipt[layer] is True for layer in layers)
    assert (receipt["git_history_rewritten"], receipt["memory_key"]) == (False, "deploy")
    assert receipt["backup_expiry"] == "2027-02-27"
    found = scan(home, token)
    assert found.files == {"sources/j.md"}
    event = curator(home, "history", "--action", "forget").json["events"][0]
    stays = set(git(home, "rev-parse", "HEAD:sources/j.md").split())
    assert found.objects <= {*event["forgotten"]["blobs"], *stays} | _on_branch(home)
    assert not found.objects & (in_head(home) - stays)
    told = "\n".join(receipt["remaining_risks"])
    for words in (
        "git history",
        "proposals/nightly:",
        "golden/q.yaml:2",
        "sources/j.md:2",
        "backups",
    ):
        assert words in told
    assert curator(home, "rescue", "list").json["rescued"][0]["path"] == "memory/notes/y.md"
    assert drafts.load(caller(home), "note:other") == "about gardens"
    assert [row["item"] for row in curator(home, "staged").json["decisions"]] != []


def _on_branch(home: Path) -> set[str]:
    return set(git(home, "rev-parse", "proposals/nightly:memory/notes/deploy.md").split())


def test_it_is_absent_by_every_way_to_ask(crowded: tuple[Path, str]) -> None:
    home, token = crowded
    forgets(home, "m_deploy")
    curator(home, "index", "rebuild")
    curator(home, "views")
    for words in (
        ("current", "deploy"),
        ("at", "deploy", "2026-11-20"),
        ("at", "deploy", "2026-11-20", "--known-at", NOW.isoformat()),
        ("explain", "deploy", "--known-at", NOW.isoformat()),
        ("trace", "m_deploy"),
        ("notes", "--search", token),
        ("history",),
        ("queue", "--lane", "suppressed"),
        ("staged",),
    ):
        asked = curator(home, *words, now=LATER)
        assert (asked.code, token in asked.out) == (0, False), words
    (hit,) = curator(home, "notes", "--search", "garden").json["notes"]
    assert hit["note_id"] == "m_sib"
    assert "m_sib" in (home / ".curator/views/INDEX.md").read_text("utf-8")


def test_what_was_made_of_it_is_looked_at_again_until_a_person_did(
    crowded: tuple[Path, str],
) -> None:
    home, _ = crowded
    assert {row["note_id"] for row in forgets(home, "m_deploy")["derived"]} == {"m_sum"}
    (item,) = curator(home, "queue", "--filter", "flag:derived-from-forgotten").json["items"]
    assert (item["lane"], item["notes"]) == ("re-review", ["m_sum"])
    assert curator(home, "decide", "m_sum", "confirm", now=LATER).code == 0
    assert curator(home, "queue", "--filter", "flag:derived-from-forgotten").json["items"] == []


def test_a_dry_run_shows_the_cascade_and_writes_nothing(crowded: tuple[Path, str]) -> None:
    home, _ = crowded
    before = git(home, "rev-parse", "HEAD"), git(home, "status", "--porcelain")
    shown = curator(home, "forget", "m_deploy").json
    cascade = shown["cascade"]
    assert {row["path"]: row["because"] for row in cascade["notes"]} == {
        "memory/notes/deploy.md": "asked for",
        "memory/candidates/again.md": "another text of the same note",
    }
    assert (cascade["staged"], cascade["typed"], cascade["rescued"]) == (1, 1, 1)
    assert (len(cascade["ledger"]), len(cascade["golden"])) == (1, 1)
    assert shown["executed"] is False
    assert set(shown["places"].values()) == {"not done", "cannot be known"}
    assert (git(home, "rev-parse", "HEAD"), git(home, "status", "--porcelain")) == before
    stale = curator(home, "forget", "m_deploy", "--execute", "--expect", "s_other")
    assert (stale.code, stale.error["code"]) == (3, "stale")
    done = forgets(home, "m_deploy", "--expect", shown["shown_hash"])
    again = curator(home, "forget", "--receipt", done["decision"], now=LATER).json
    assert (again["places"], again["commit"]) == (done["places"], done["commit"])


def test_a_forget_cannot_be_undone_nor_what_it_took_away(crowded: tuple[Path, str]) -> None:
    home, _ = crowded
    pinned = curator(home, "history").json["events"][0]["decision"]
    done = forgets(home, "m_deploy")
    for words in ((), (done["decision"],), (pinned,)):
        refused = curator(home, "undo", *words, now=LATER)
        assert (refused.code, refused.error["code"]) == (4, "invalid")
        assert "was forgotten" in refused.error["message"]
        assert refused.error["hint"]
    assert not (home / "memory/notes/deploy.md").exists()
    assert curator(home, "undo", "--where", "actor=human:*").error["code"] == "no-change"


def test_the_history_says_that_it_was_forgotten_and_audit_has_no_complaint(tmp_path: Path) -> None:
    home = make_home(
        tmp_path / "home", {"s.md": reviewed("m_s")}, {"a.md": note("m_a", "hazelnuts")}
    )
    curator(home, "decide", "m_a", "approve", "--reason", "hazelnuts it is")
    assert curator(home, "audit").code == 0
    forgets(home, "m_a", "--reason", "asked by mail")
    rows = curator(home, "history", "--note", "m_a").json["events"]
    assert [(row["action"], row["reason"]) for row in rows] == [
        ("forget", "asked by mail"),
        ("approve", "forgotten"),
    ]
    (decision,) = {row["decision"] for row in rows if row["action"] == "forget"}
    shown = curator(home, "forget", "--receipt", decision, as_json=False).out
    assert "git history: not done" in shown
    assert "hazelnuts" not in shown
    assert curator(home, "audit").json == curator(home, "audit", now=LATER).json
    assert curator(home, "audit").code == 0, curator(home, "audit").out
    assert curator(home, "index", "verify").code == 0
