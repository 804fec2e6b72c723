"""What can be forgotten, each with its neighbours: chains, corrections, merged and cut notes,
candidates, damaged files, source lines, scopes (ACCEPT evidence)."""

from __future__ import annotations

import json
import secrets
from pathlib import Path

import pytest

from tests.app.forgotten import LATER, forgets, left, slotted, value
from tests.app.leftovers import scan
from tests.homes import CONFIG, curator, git, make_home, note, put, reviewed
from tests.proposal_branches import Change, propose


def test_forgetting_a_merged_note_takes_what_it_was_merged_of(tmp_path: Path) -> None:
    notes = {
        f"{name}.md": reviewed(f"m_{name}", f"Coffee {name} is in the kitchen on the left.")
        for name in ("a", "b")
    }
    home = make_home(tmp_path / "home", notes | {"s.md": reviewed("m_s", "Tea is upstairs.")})
    result = put(tmp_path, "m.md", reviewed("m_m", "Coffee a and b are in the kitchen, left."))
    words = ("merge", "--target", "m_b", "--result", str(result), "--confirm", "shrinks")
    merged = curator(home, "decide", "m_a", *words)
    assert merged.code == 0, merged.err
    along = forgets(home, "m_m")
    assert set(along["notes"]) == {"m_m", "m_a", "m_b"}
    assert [row["note_id"] for row in curator(home, "notes").json["notes"]] == ["m_s"]
    assert left(home) == []


def test_forgetting_what_was_merged_leaves_the_result_for_a_second_look(tmp_path: Path) -> None:
    notes = {
        f"{name}.md": reviewed(f"m_{name}", f"Coffee {name} is in the kitchen on the left.")
        for name in ("a", "b")
    }
    home = make_home(tmp_path / "home", notes)
    result = put(tmp_path, "m.md", reviewed("m_m", "Coffee a and b are in the kitchen, left."))
    words = ("merge", "--target", "m_b", "--result", str(result), "--confirm", "shrinks")
    curator(home, "decide", "m_a", *words)
    (derived,) = forgets(home, "m_a")["derived"]
    assert (derived["note_id"], derived["trace"]) == ("m_m", "holds its claims, cut otherwise")
    assert curator(home, "current", "m_m").json["status"] == "known"
    assert left(home) == ["derived-from-forgotten"]


def test_a_candidate_that_git_never_saw_is_gone_altogether(tmp_path: Path) -> None:
    token = f"tok{secrets.token_hex(6)}"
    home = make_home(
        tmp_path / "home", {"s.md": reviewed("m_s")}, {"c.md": note("m_c", f"It is {token}.")}
    )
    curator(home, "decide", "m_c", "defer", "--reason", f"about {token}")
    receipt = forgets(home, "memory/candidates/c.md")
    assert receipt["places"]["git_history"] == "not done", "the defer's reason is in history"
    other = put(home, "memory/candidates/d.md", note("m_d", f"Another {token} of it."))
    receipt = forgets(home, "m_d")
    assert receipt["places"]["git_history"] == "done"
    assert not other.exists()
    assert scan(home, token).files == frozenset()
    assert curator(home, "notes").json["notes"][0]["note_id"] == "m_s"


def test_source_lines_become_tombstones_and_reach_what_cites_them(tmp_path: Path) -> None:
    """evidence.source_delete_reaches_derived; the sibling source and its note are untouched."""
    token = f"tok{secrets.token_hex(6)}"
    uri, sib = "sources/mail.md#L2-L3", "sources/chat.md#L1"
    home = make_home(
        tmp_path / "home",
        {
            "a.md": reviewed("m_a", "Cites.", sources=[uri]),
            "b.md": reviewed("m_b", "Sums up.", generated=True, recipe="r", inputs=["m_a"]),
            "c.md": reviewed("m_c", "Other lines.", sources=["sources/mail.md#L4"]),
            "d.md": reviewed("m_d", "Sibling.", sources=[sib]),
        },
    )
    mail = f"from: x\r\nthe {token}\r\nmore {token}\r\nlast line"
    put(home, "sources/mail.md", mail)
    put(home, "sources/chat.md", "sibling line\n")
    git(home, "add", "sources")
    git(home, "commit", "-qm", "mail")
    old = git(home, "rev-parse", "HEAD").strip()
    put(
        home,
        "memory/candidates/old.md",
        note("m_old", "Cites.", sources=[f"sources/mail.md@{old}#L2"]),
    )
    receipt = forgets(home, uri)
    grave = b"[forgotten 2026-11-29]\r\n"
    assert (home / "sources/mail.md").read_bytes() == b"from: x\r\n" + grave * 2 + b"last line"
    assert {row["note_id"] for row in receipt["derived"]} == {"m_a", "m_b", "m_old"}
    assert receipt["places"]["git_history"] == "not done"
    assert scan(home, token).files == frozenset()
    flags = curator(home, "queue", "--filter", "flag:derived-from-forgotten").json["items"]
    assert {row["notes"][0] for row in flags} == {"m_a", "m_b"}
    (source,) = curator(home, "show", "m_old").json["sources"]
    assert token not in json.dumps(source)
    assert curator(home, "current", "m_d").json["status"] == "known"
    again = curator(home, "forget", uri, "--execute", now=LATER)
    assert (again.code, again.error["code"]) == (4, "no-change")


def test_a_scope_goes_with_what_lies_inside_it_and_no_other(tmp_path: Path) -> None:
    scopes = ("project:a", "project:a/x", "user:u/project:a", "project:ab", "global")
    home = make_home(
        tmp_path / "home",
        {f"{n}.md": reviewed(f"m_n{n}", scope=scope) for n, scope in enumerate(scopes)},
        {"c.md": note("m_c", scope="project:a")},
    )
    forgets(home, "--scope", "Project:A")
    assert [row["note_id"] for row in curator(home, "notes").json["notes"]] == ["m_n3", "m_n4"]
    assert curator(home, "queue").json["items"] == []
    nothing = curator(home, "forget", "--scope", "project:a", "--execute")
    assert (nothing.code, nothing.error["code"]) == (2, "unknown-item")


def test_a_staged_batch_loses_only_what_was_about_it(tmp_path: Path) -> None:
    home = make_home(
        tmp_path / "home",
        {"a.md": reviewed("m_a"), "b.md": reviewed("m_b")},
        {"n.md": note("m_n", supersedes=["m_a"])},
    )
    curator(home, "decide", "m_a", "pin", "--stage")
    curator(home, "decide", "m_b", "pin", "--stage")
    forgets(home, "m_a")
    assert curator(home, "apply", now=LATER).json["decisions"] != []
    assert [row["note_id"] for row in curator(home, "notes").json["notes"]] == ["m_b"]


def test_without_a_terminal_the_home_must_allow_it(tmp_path: Path) -> None:
    config = CONFIG.replace('"all"', '"low-risk"')
    home = make_home(tmp_path / "home", {"a.md": reviewed("m_a")}, config=config)
    assert curator(home, "forget", "m_a").code == 0
    refused = curator(home, "forget", "m_a", "--execute")
    assert (refused.code, refused.error["code"]) == (4, "headless-policy")
    agent = curator(home, "forget", "m_a", "--execute", "--reviewer", "agent:x")
    assert agent.error["code"] in ("headless-policy", "agent-cannot-decide")


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (("m_none",), "unknown-item"),
        (("sources/none.md#L1",), "unknown-item"),
        (("memory/notes/a.md#L1-L2",), "protected-path"),
        (("ledger/x.jsonl#L1",), "protected-path"),
        ((), "usage"),
        (("m_a", "--scope", "global"), "usage"),
    ],
)
def test_what_cannot_be_forgotten_is_named(
    tmp_path: Path, words: tuple[str, ...], code: str
) -> None:
    home = make_home(tmp_path / "home", {"a.md": reviewed("m_a")})
    assert curator(home, "forget", *words, "--execute").error["code"] == code


def test_a_part_goes_with_the_note_it_was_cut_from_and_the_rest_stays(tmp_path: Path) -> None:
    whole = "Coffee is in the kitchen on the left.\n\nTea is upstairs beside the printer."
    home = make_home(tmp_path / "home", {"w.md": reviewed("m_w", whole)})
    parts = [
        put(tmp_path, f"{name}.md", reviewed(f"m_{name}", text))
        for name, text in zip("ct", whole.split("\n\n"), strict=True)
    ]
    results = [word for part in parts for word in ("--result", str(part))]
    done = curator(home, "decide", "m_w", "split", *results)
    assert done.code == 0, done.err
    assert set(forgets(home, "m_c")["notes"]) == {"m_c", "m_w"}
    assert scan(home, "Coffee").files == frozenset()
    assert curator(home, "current", "m_t").json["status"] == "known"
    assert [row["note_id"] for row in curator(home, "notes").json["notes"]] == ["m_t"]
    assert set(left(home)) <= {"derived-from-forgotten"}


def test_quarantined_and_damaged_files_can_be_forgotten(tmp_path: Path) -> None:
    home = make_home(tmp_path / "home", {"a.md": slotted("m_a", "hazelnutty", "2026-01-01")})
    put(home, "memory/quarantine/q.md", note("m_q", "Said a mail: almonds.", taint=["external"]))
    assert forgets(home, "m_q")["places"]["worktree"] == "done"
    put(home, "memory/notes/a.md", "---\nid: m_a\nid: m_a\nbroken hazelnutty\n")
    receipt = forgets(home, "memory/notes/a.md")
    assert receipt["notes"] == ["m_a"]
    assert scan(home, "hazelnutty").files == frozenset()
    assert value(home, "deploy") is None
    assert left(home) == []
    put(home, "memory/candidates/n.md", note("m_n", "It.", memory_key="deploy", value="hazelnutty"))
    assert curator(home, "queue").json["items"] == []


def test_a_changed_ledger_file_is_not_overwritten(tmp_path: Path) -> None:
    home = make_home(tmp_path / "home", {}, {"a.md": note("m_a", "hazelnuts")})
    curator(home, "decide", "m_a", "approve")
    (file,) = (home / "ledger").rglob("*.jsonl")
    file.write_bytes(file.read_bytes() + b"{}\n")
    refused = curator(home, "forget", "m_a", "--execute")
    assert (refused.code, refused.error["code"]) == (3, "stale")
    assert refused.error["path"] == file.relative_to(home).as_posix()
    assert (home / "memory/notes/a.md").exists()


def test_a_recall_log_loses_the_lines_that_name_it(tmp_path: Path) -> None:
    home = make_home(tmp_path / "home", {"a.md": reviewed("m_a"), "b.md": reviewed("m_b")})
    rows = [json.dumps({"loaded": [{"note_id": name}]}) for name in ("m_a", "m_b", "m_a2")]
    log = put(home, ".git/curator/recall/2026-11.jsonl", "\n".join(rows) + "\n")
    assert forgets(home, "m_a")["places"]["recall_log"] == "done"
    assert log.read_text("ascii").split("\n")[:-1] == rows[1:]


def test_lines_named_at_a_commit_must_still_stand_there(tmp_path: Path) -> None:
    home = make_home(tmp_path / "home")
    put(home, "sources/j.md", "one\ntwo\n")
    git(home, "add", "sources")
    git(home, "commit", "-qm", "journal")
    old = git(home, "rev-parse", "HEAD").strip()
    put(home, "sources/j.md", "zero\none\ntwo\n")
    moved = curator(home, "forget", f"sources/j.md@{old}#L2", "--execute")
    assert (moved.code, moved.error["code"]) == (2, "unknown-item")
    assert "line 3" in moved.error["message"]
    put(home, "sources/j.md", "one\ntwo\nthree\n")
    forgets(home, f"sources/j.md@{old}#L2")
    assert (home / "sources/j.md").read_text("utf-8").split("\n")[::2] == ["one", "three"]


def test_the_reason_may_not_keep_what_it_is_about(tmp_path: Path) -> None:
    home = make_home(tmp_path / "home", {"a.md": reviewed("m_a", "Hazelnuts for everybody.")})
    words = ("forget", "m_a", "--execute", "--reason", "he said: hazelnuts for EVERYBODY.")
    refused = curator(home, *words)
    assert (refused.code, refused.error["field"]) == (4, "reason")
    assert (home / "memory/notes/a.md").exists()


def test_two_proposals_to_forget_are_two_plans(tmp_path: Path) -> None:
    """Each takes its text out of the ledger as it then is."""
    home = make_home(
        tmp_path / "home", {}, {f"{n}.md": note(f"m_{n}", f"hazelnut {n}.") for n in "ab"}
    )
    rows = [{"item": f"m_{n}", "action": "approve"} for n in "ab"]
    batch = put(tmp_path, "batch", "".join(json.dumps(row) + "\n" for row in rows))
    assert curator(home, "decide", "--batch", str(batch)).code == 0
    for name in "ab":
        trailers = {"Curator-Op": "forget"}
        gone = Change(files={f"memory/notes/{name}.md": None}, trailers=trailers)
        propose(home, gone, ref=f"refs/heads/proposals/{name}")
    shown = {}
    for row in curator(home, "queue").json["items"]:
        shown[row["item"]] = curator(home, "show", row["item"]).json["shown_hash"]
    rows = [{"item": i, "action": "approve", "expect": e} for i, e in shown.items()]
    put(tmp_path, "batch", "".join(json.dumps(row) + "\n" for row in rows))
    first = curator(home, "decide", "--batch", str(batch), "--partial", now=LATER).json
    assert [each["error"]["code"] for each in first["refused"]] == ["path-taken"]
    (left_over,) = curator(home, "queue").json["items"]
    again = curator(home, "show", left_over["item"]).json["shown_hash"]
    words = ("decide", left_over["item"], "approve", "--expect", again)
    assert curator(home, *words, now=LATER).code == 0
    assert scan(home, "hazelnut").files == frozenset()


def test_what_was_rejected_as_private_can_be_taken_out_of_the_ledger(tmp_path: Path) -> None:
    home = make_home(
        tmp_path / "home",
        {"s.md": reviewed("m_s")},
        {"a.md": note("m_a", "Dana eats hazelnuts.", title="Dana and food")},
    )
    propose(home, Change(files={"memory/notes/b.md": note("m_b", "Dana drinks hazelnut milk.")}))
    for name in ("m_a", "m_b"):
        rejected = curator(home, "decide", name, "reject", "--reason-code", "private")
        assert rejected.code == 0, rejected.err
        assert forgets(home, name)["places"]["ledger"] == "done"
        again = curator(home, "forget", name, "--execute", now=LATER)
        assert again.code in (2, 4)
    assert scan(home, "azelnut").files == frozenset()
    put(home, "memory/candidates/n.md", note("m_n", "DANA eats  hazelnuts"))
    lanes = curator(home, "queue", "--lane", "suppressed").json["items"]
    assert "m_n" in {name for each in lanes for name in each["notes"]}
    restored = curator(home, "decide", "m_a", "restore", now=LATER)
    assert restored.code != 0
