"""approve, reject, defer, restore, stage, apply, undo by the command line (CONTRACT §D, §E)."""

from __future__ import annotations

import json
from datetime import timedelta
from pathlib import Path

import pytest

from tests.homes import CONFIG, NOW, curator, fingerprint, git, make_home, note, put, reviewed


@pytest.fixture
def home(tmp_path: Path) -> Path:
    return make_home(
        tmp_path / "home",
        {"old.md": reviewed("old-note")},
        {
            "a.md": note("note-a"),
            "deep/b.md": note("note-b", "Another fact."),
            "c.md": note("note-c", "A third fact."),
        },
    )


def test_the_receipt_names_the_generation_that_searches_start_from(home: Path) -> None:
    """CONTRACT 31: null while no index exists, a number from then on."""
    first = curator(home, "decide", "note-b", "approve").json
    assert first["generation"] is None
    made = curator(home, "index", "rebuild").json["generation"]
    waiting = curator(home, "queue").json["items"]
    item = next(each["item"] for each in waiting if each["notes"] == ["note-a"])
    receipt = curator(home, "decide", item, "approve").json
    again = curator(home, "decide", item, "approve").json
    assert receipt["generation"] == made
    assert again["already"] is True
    assert again["generation"] >= made


def test_approve_moves_the_note_and_records_the_review(home: Path) -> None:
    receipt = curator(home, "decide", "note-b", "approve").json
    written = (home / "memory/notes/deep/b.md").read_text()
    assert "status: active\n" in written
    assert "reviewed: true\n" in written
    assert "reviewed_by: human:person@curator.example\n" in written
    assert not (home / "memory/candidates/deep").exists()
    assert receipt["notes"] == ["note-b"]
    assert receipt["worktree"] == "done"
    assert receipt["generation"] is None
    assert git(home, "rev-parse", "HEAD").strip() == receipt["commit"]
    assert f"Curator-Decision: {receipt['decision']}" in git(home, "log", "-1", "--format=%B")
    assert "note-b" not in {n for i in curator(home, "queue").json["items"] for n in i["notes"]}


def test_only_the_lines_that_must_change_are_changed(home: Path) -> None:
    before = (home / "memory/candidates/a.md").read_text().splitlines()
    curator(home, "decide", "note-a", "approve")
    after = (home / "memory/notes/a.md").read_text().splitlines()
    kept = [line for line in after if line in before]
    assert kept == [line for line in before if line != "status: candidate"]


def test_ledger_file_holds_old_and_new_text(home: Path) -> None:
    text = (home / "memory/candidates/a.md").read_text()
    receipt = curator(home, "decide", "note-a", "approve").json
    (file,) = (home / "ledger/2026-11").iterdir()
    assert file.name == f"20261129T080000Z-{receipt['decision']}.jsonl"
    event = json.loads(file.read_text())
    assert event["event_id"] == receipt["events"][0]
    assert event["old_value"] == text
    assert event["new_value"] == (home / "memory/notes/a.md").read_text()
    assert event["action"] == "approve"
    assert event["actor"] == "human:person@curator.example"
    assert event["notes"][0]["reviewed_hash_after"].startswith("v1:")
    assert event["tty"] is False


def test_reject_takes_the_file_and_keeps_the_text(home: Path) -> None:
    text = (home / "memory/candidates/a.md").read_text()
    item = curator(home, "show", "note-a").json["item"]
    words = ("decide", "note-a", "reject", "--reason-code", "unsupported", "--reason", "no 证据")
    curator(home, *words)
    assert not (home / "memory/candidates/a.md").exists()
    (event,) = curator(home, "history").json["events"]
    assert (event["reason_code"], event["reason"]) == ("unsupported", "no 证据")
    again = curator(home, "decide", item, "reject").json
    assert again["already"] is True
    assert again["decision"] == event["decision"]
    other = curator(home, "decide", item, "approve")
    assert (other.code, other.error["code"]) == (3, "decided-otherwise")
    put(home, "memory/candidates/a.md", text)
    assert item not in {i["item"] for i in curator(home, "queue").json["items"]}
    (back,) = curator(home, "queue", "--lane", "suppressed").json["items"]
    assert (back["item"], back["health"]) == (item, "rejected-before")
    curator(home, "decide", item, "restore")
    assert item in {i["item"] for i in curator(home, "queue").json["items"]}


def test_defer_is_an_event_alone_and_comes_back(home: Path) -> None:
    before = fingerprint(home)
    curator(home, "decide", "note-a", "defer")
    assert fingerprint(home) == before
    (item,) = curator(home, "queue", "--lane", "deferred").json["items"]
    assert item["until"] == "2026-12-06"
    assert curator(home, "status").json["waiting"] == 2
    curator(home, "decide", item["item"], "restore")
    assert curator(home, "status").json["waiting"] == 3
    bad = curator(home, "decide", "note-b", "defer", "--until", "2026-11-29")
    assert (bad.code, bad.error["code"]) == (4, "invalid")
    form = curator(home, "decide", "note-b", "defer", "--until", "soon")
    assert (form.code, form.error["code"]) == (2, "time-form")


@pytest.mark.parametrize("action", ["approve", "reject", "defer"])
def test_undo_brings_every_byte_back_and_redo_repeats(home: Path, action: str) -> None:
    before = fingerprint(home)
    first = curator(home, "decide", "note-a", action).json
    decided = fingerprint(home)
    undone = curator(home, "undo")
    assert undone.code == 0
    assert fingerprint(home) == before
    assert curator(home, "status").json["waiting"] == 3
    redone = curator(home, "undo", undone.json["decision"])
    assert redone.code == 0
    assert fingerprint(home) == decided
    events = curator(home, "history").json["events"]
    assert [e["action"] for e in events] == ["undo", "undo", action]
    assert events[-1]["decision"] == first["decision"]
    assert events[-1]["undone_by"] is None


def test_undo_without_argument_walks_back_over_ones_own_decisions(home: Path) -> None:
    for name in ("note-a", "note-b", "note-c"):
        curator(home, "decide", name, "approve")
    for left in (1, 2, 3):
        assert curator(home, "undo").code == 0
        assert curator(home, "status").json["waiting"] == left
    nothing = curator(home, "undo")
    assert (nothing.code, nothing.error["code"]) == (4, "no-change")
    unknown = curator(home, "undo", "d_nothere")
    assert (unknown.code, unknown.error["code"]) == (2, "unknown-decision")


def test_batch_is_one_plan_one_undo(home: Path, tmp_path: Path) -> None:
    before = fingerprint(home)
    lines = [
        {"item": "note-a", "action": "approve"},
        {"item": "note-b", "action": "reject", "reason_code": "wrong"},
        {"item": "note-c", "action": "defer", "until": "2027-01-01"},
    ]
    batch = put(tmp_path, "batch.jsonl", "".join(json.dumps(line) + "\n" for line in lines))
    done = curator(home, "decide", "--batch", str(batch)).json
    assert len(done["decisions"]) == 3
    assert done["refused"] == []
    assert len(list((home / "ledger/2026-11").iterdir())) == 1
    assert curator(home, "undo").code == 0
    assert fingerprint(home) == before


def test_one_refusal_refuses_the_batch_unless_partial(home: Path, tmp_path: Path) -> None:
    put(home, "memory/candidates/bad.md", note("note-bad", kind="nonsense"))
    before = fingerprint(home)
    text = '{"item": "note-a", "action": "approve"}\n{"item": "note-bad", "action": "approve"}\n'
    batch = put(tmp_path, "batch.jsonl", text)
    refused = curator(home, "decide", "--batch", str(batch))
    assert (refused.code, refused.error["code"]) == (4, "invalid")
    assert fingerprint(home) == before
    partly = curator(home, "decide", "--batch", str(batch), "--partial")
    assert partly.code == 0
    assert [r["error"]["code"] for r in partly.json["refused"]] == ["invalid"]
    assert (home / "memory/notes/a.md").exists()


def test_staged_decisions_are_kept_and_applied_together(home: Path) -> None:
    before = fingerprint(home)
    assert curator(home, "decide", "note-a", "approve", "--stage").json["staged"] is True
    curator(home, "decide", "note-b", "reject", "--stage")
    assert fingerprint(home) == before
    rows = curator(home, "staged").json["decisions"]
    assert [row["action"] for row in rows] == ["approve", "reject"]
    assert curator(home, "apply", "--dry-run").json["notes"] == ["note-a", "note-b"]
    assert fingerprint(home) == before
    assert len(curator(home, "apply").json["decisions"]) == 2
    assert curator(home, "staged").json["decisions"] == []
    nothing = curator(home, "apply")
    assert nothing.code == 0
    assert (nothing.json["decision"], nothing.json["recovered"]) == (None, [])


def test_a_staged_item_that_changed_falls_back_and_the_others_stand(home: Path) -> None:
    curator(home, "decide", "note-a", "approve", "--stage")
    curator(home, "decide", "note-b", "approve", "--stage")
    path = home / "memory/candidates/a.md"
    path.write_text(path.read_text() + "one more line\n")
    rows = curator(home, "staged").json["decisions"]
    assert [row["blocked"] is not None for row in rows] == [True, False]
    whole = curator(home, "apply")
    assert (whole.code, whole.error["code"]) == (3, "stale")
    partly = curator(home, "apply", "--partial").json
    assert len(partly["decisions"]) == 1
    assert (home / "memory/notes/deep/b.md").exists()
    assert path.exists()


def test_expect_binds_to_what_was_shown(home: Path) -> None:
    """C01: a note that another process lengthened since it was shown is not approved."""
    shown = curator(home, "show", "note-a").json["shown_hash"]
    path = home / "memory/candidates/a.md"
    text = path.read_text() + "".join(f"line {n}\n" for n in range(20))
    path.write_text(text)
    refused = curator(home, "decide", "note-a", "approve", "--expect", shown)
    assert (refused.code, refused.error["code"]) == (3, "stale")
    assert path.read_text() == text
    fresh = curator(home, "show", "note-a").json["shown_hash"]
    assert curator(home, "decide", "note-a", "approve", "--expect", fresh).code == 0
    gone = curator(home, "decide", "nothing-like-it", "approve", "--expect", fresh)
    assert (gone.code, gone.error["code"]) == (3, "stale")


def test_confirm_codes_are_asked_for_by_name(home: Path) -> None:
    key = "AKIA" + "Z7Q2M4N6P8R1T3V5"
    cases = {
        "no-source": note("need-source", sources=None),
        "modality": note("need-modality", memory_key="a.b", modality="hypothetical"),
        "attribution": note("need-attribution", origin="external", kind="preference"),
        "secret": note("need-secret", f"the key is {key}"),
    }
    for code, text in cases.items():
        put(home, f"memory/candidates/{code}.md", text)
        refused = curator(home, "decide", f"need-{code.removeprefix('no-')}", "approve")
        assert (refused.code, refused.error["code"]) == (4, code)
        shown = curator(home, "show", f"need-{code.removeprefix('no-')}").json["shown_hash"]
        words = ("decide", f"need-{code.removeprefix('no-')}", "approve", "--confirm", code)
        assert curator(home, *words, "--expect", shown).code == 0


def test_a_secret_never_reaches_the_ledger_but_comes_back(home: Path) -> None:
    key = "AKIA" + "Z7Q2M4N6P8R1T3V5"
    path = put(home, "memory/candidates/s.md", note("has-secret", f"the key is {key}"))
    text = path.read_bytes()
    curator(home, "decide", "has-secret", "reject", "--reason-code", "private")
    for file in (home / "ledger").rglob("*.jsonl"):
        assert key not in file.read_text()
    objects = git(home, "cat-file", "--batch-all-objects", "--batch-check")
    for line in objects.splitlines():
        assert key not in git(home, "cat-file", "-p", line.split()[0])
    assert curator(home, "undo").error["code"] == "secret"
    assert not path.exists()
    assert curator(home, "undo", "--confirm", "secret").code == 0
    assert path.read_bytes() == text


def test_headless_policy_agents_and_identity(tmp_path: Path) -> None:
    config = '[home]\nname = "t"\n'
    home = make_home(tmp_path / "h", {}, {"a.md": note("note-a")}, config)
    refused = curator(home, "decide", "note-a", "approve")
    assert (refused.code, refused.error["code"]) == (4, "headless-policy")
    assert curator(home, "decide", "note-a", "approve", "--dry-run").code == 0
    assert curator(home, "decide", "note-a", "approve", "--stage").code == 0
    agent = curator(home, "decide", "note-a", "reject", "--reviewer", "agent:cleo")
    assert (agent.code, agent.error["code"]) == (4, "agent-cannot-decide")
    assert curator(home, "decide", "note-a", "reject").code == 0


def test_four_eyes_wants_another_person(tmp_path: Path) -> None:
    config = CONFIG + "four_eyes = true\n"
    home = make_home(tmp_path / "h", {}, {"a.md": note("mine", origin="user")}, config)
    refused = curator(home, "decide", "mine", "approve")
    assert (refused.code, refused.error["code"]) == (4, "four-eyes")


def test_names_are_exact_before_they_are_prefixes(home: Path) -> None:
    """C46: a short id is found although it begins a longer one; a prefix of two is an error."""
    put(home, "memory/candidates/dep.md", note("dep"))
    put(home, "memory/candidates/deploy.md", note("deploy-prod"))
    assert curator(home, "decide", "dep", "approve").json["notes"] == ["dep"]
    put(home, "memory/candidates/deploy2.md", note("deploy-stage"))
    both = curator(home, "decide", "deploy", "approve")
    assert (both.code, both.error["code"]) == (2, "ambiguous-item")
    assert len(both.error["ids"]) == 2
    none = curator(home, "decide", "zzz", "approve")
    assert (none.code, none.error["code"]) == (2, "unknown-item")


def test_a_taken_path_and_colliding_ids(home: Path) -> None:
    """C07: names that differ only in case, and ids that two files claim, are named."""
    put(home, "memory/notes/x.md", "---\ntitle: other\n---\nforeign\n")
    put(home, "memory/candidates/x.md", note("note-x"))
    taken = curator(home, "decide", "note-x", "approve")
    assert (taken.code, taken.error["code"]) == (4, "path-taken")
    put(home, "memory/candidates/1.md", note("twin-id", "one"))
    put(home, "memory/candidates/2.md", note("Twin-Id", "two"))
    twins = [i for i in curator(home, "queue").json["items"] if "duplicate-id" in i["flags"]]
    assert len(twins) == 2
    assert len({t["item"] for t in twins}) == 2


def test_a_newer_schema_is_readable_and_never_written(home: Path) -> None:
    """C80: both versions are named."""
    path = put(home, "memory/candidates/n.md", note("from-future", schema_version=99))
    before = path.read_bytes()
    for action in ("approve", "reject"):
        refused = curator(home, "decide", "from-future", action)
        assert (refused.code, refused.error["code"]) == (4, "schema-newer")
        assert "99" in refused.error["message"]
        assert "1" in refused.error["message"]
    assert path.read_bytes() == before
    shown = curator(home, "show", "from-future").json
    assert "schema_version: 99" in shown["proposed_text"]


def test_an_edit_of_a_reviewed_note_is_an_item(home: Path) -> None:
    """C08: a note saved by rename keeps its id and is marked edited since review."""
    path = home / "memory/notes/old.md"
    original = path.read_bytes()
    swap = put(home, "memory/notes/.old.md.swp", path.read_text() + "edited\n")
    swap.replace(path)
    (item,) = [i for i in curator(home, "queue").json["items"] if i["notes"] == ["old-note"]]
    assert (item["op"], item["lane"]) == ("review", "re-review")
    assert "edited-since-review" in item["flags"]
    shown = curator(home, "show", item["item"]).json
    assert shown["current_text"].encode() == original
    curator(home, "decide", item["item"], "reject")
    assert path.read_bytes() == original
    assert curator(home, "undo").code == 0
    assert path.read_bytes() == original + b"edited\n"
    (again,) = [i for i in curator(home, "queue").json["items"] if i["notes"] == ["old-note"]]
    assert again["item"] == item["item"]
    curator(home, "decide", item["item"], "approve")
    assert b"edited\n" in path.read_bytes()
    assert not [i for i in curator(home, "queue").json["items"] if i["notes"] == ["old-note"]]
    assert curator(home, "undo").code == 0
    (third,) = [i for i in curator(home, "queue").json["items"] if i["notes"] == ["old-note"]]
    assert "edited-since-review" in third["flags"]


def test_a_claim_of_review_does_not_count(home: Path) -> None:
    text = note("liar", status="active", reviewed=True, reviewed_by="human:boss")
    put(home, "memory/notes/liar.md", text)
    (item,) = [i for i in curator(home, "queue").json["items"] if i["notes"] == ["liar"]]
    assert item["lane"] == "re-review"
    assert "claimed-review" in item["flags"]
    codes = {p["code"] for p in curator(home, "check").json["problems"]}
    assert "claimed-review" in codes


def test_a_changed_configuration_waits_for_a_decision(home: Path) -> None:
    curator(home, "status")
    config = home / "curator.toml"
    old = config.read_text()
    config.write_text(old.replace('headless = "all"', 'headless = "none"'))
    assert curator(home, "decide", "note-a", "approve").code == 0
    (item,) = [i for i in curator(home, "queue").json["items"] if i["op"] == "config"]
    assert item["lane"] == "re-review"
    assert curator(home, "decide", item["item"], "approve").code == 0
    refused = curator(home, "decide", "note-b", "approve")
    assert refused.error["code"] == "headless-policy"


def test_the_same_state_gives_the_same_commit(tmp_path: Path) -> None:
    """CONTRACT 1: ids and commits follow from state, clock and inputs."""
    commits = []
    for name in ("one", "two"):
        home = make_home(tmp_path / name, {}, {"a.md": note("note-a")})
        commits.append(curator(home, "decide", "note-a", "approve").json["commit"])
    assert commits[0] == commits[1]


def test_the_original_of_a_redacted_text_is_kept_for_30_days(home: Path) -> None:
    key = "AKIA" + "Z7Q2M4N6P8R1T3V5"
    put(home, "memory/candidates/s.md", note("has-secret", f"the key is {key}"))
    curator(home, "decide", "has-secret", "reject")
    curator(home, "decide", "note-a", "approve", now=NOW + timedelta(days=29))
    assert len(curator(home, "rescue", "list").json["rescued"]) == 1
    curator(home, "decide", "note-b", "approve", now=NOW + timedelta(days=31))
    assert curator(home, "rescue", "list").json["rescued"] == []
