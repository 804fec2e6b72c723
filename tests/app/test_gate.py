"""Every way to write memory passes one gate, which refuses agents, own proposals, policies.

The ways are read from the code: one that is not in the table below fails.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest

from curator_core.model.decision import Approve, Archive, Edit, Merge, Reject, Split
from curator_core.model.event import Action, Event, NoteChange, ProposalRef
from curator_core.model.forgetting import Wish
from curator_core.model.home import Config, Headless
from curator_core.model.plan import FileChange, Plan, Receipt
from curator_core.model.problem import Refusal
from curator_core.model.undo import Way
from curator_core.model.view import BatchReceipt, BulkStaged, Preview
from curator_core.rules import event_lines, gate
from curator_core.service import forgetting, review, rolling_back, staging, undoing, writing
from curator_core.service.caller import Caller
from tests.app.calling import calls, reaching
from tests.app.test_read_paths import services
from tests.homes import caller, curator, git, make_home, note, put, reviewed, tree_bytes
from tests.proposal_branches import Change, propose
from tests.signers import person

STRICT = '[home]\nname = "test"\n[review]\nheadless = "none"\nfour_eyes = true\n'
BULK = '[[rules]]\nmatch = "lane:candidate"\naction = "bulk"\n'
ME = "human:person@curator.example"
ENDS = frozenset({("transaction", "commit"), ("journal", "put")})
SHOWS_ONLY = {"investigating.investigate"}
"""Use cases that only ever make dry runs of what they reach."""


@pytest.fixture(scope="module")
def prepared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A Home in which everything is forbidden that can be: an agent's candidate, an own proposal on
    a branch, memory of a session, a decision that can be undone."""
    notes = {"a.md": reviewed("kept"), "b.md": reviewed("other")}
    cands = {"c.md": note("agents", session="s1"), "d.md": note("second")}
    home = make_home(tmp_path_factory.mktemp("gate") / "home", notes, cands, STRICT + BULK)
    trailers = {"Curator-Proposer": ME}
    mine = {"memory/candidates/mine.md": note("mine")}
    propose(home, Change(files=mine, trailers=trailers))
    done = review.decide(caller(home, tty=True), Archive(item="other"))
    assert isinstance(done, Receipt), done
    return home


@pytest.fixture
def home(prepared: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(prepared, tmp_path / "home", symlinks=True))


def staged(by: Caller, item: str) -> None:
    """A decision that somebody may take, kept for later."""
    able = replace(by, tty=True, reviewer="human:ines")
    assert not isinstance(staging.stage(able, Approve(item=item)), Refusal)


def apply(by: Caller, item: str) -> object:
    staged(by, item)
    return review.apply(by)


def write(by: Caller, item: str) -> object:
    staged(by, item)
    able = replace(by, tty=True, reviewer="human:ines")
    shown = review.apply(able, partial=True, dry_run=True)
    assert isinstance(shown, Preview), shown
    made = writing.write(by, shown.plan.digest)
    return made.outcome if isinstance(made, writing.Foreseen) else made


def undo_found(by: Caller, _item: str) -> object:
    able = replace(by, tty=True, reviewer="human:ines")
    shown = undoing.undo_where(able, ["actor=human:person@curator.example"])
    assert isinstance(shown, undoing.ManyUndone), shown
    return undoing.undo_found(
        by, ["actor=human:person@curator.example"], Way.PLAIN, shown.preview.plan.digest
    )


@dataclass(frozen=True, slots=True)
class Write:
    """A way to write: the call, and which of the policies it falls under."""

    call: Callable[[Caller, str], object]
    headless: bool = True
    own: bool = True


WRITES: dict[str, Write] = {
    "review.decide": Write(lambda by, item: review.decide(by, Approve(item=item))),
    "review.decide_batch": Write(lambda by, item: review.decide_batch(by, [Approve(item=item)])),
    "review.apply": Write(apply),
    "writing.write": Write(write),
    "staging.stage": Write(lambda by, item: staging.stage(by, Approve(item=item)), headless=False),
    "staging.stage_many": Write(
        lambda by, item: staging.stage_many(by, [Approve(item=item)]), headless=False
    ),
    "staging.approve_many": Write(
        lambda by, item: staging.approve_many(by, [item_id(by, item)], {}), headless=False
    ),
    "undoing.undo": Write(lambda by, _: undoing.undo(by, newest(by)), headless=False, own=False),
    "undoing.undo_found": Write(undo_found, headless=False, own=False),
    "undoing.undo_where": Write(
        lambda by, _: undoing.undo_where(by, ["since=2026-01-01"], execute=True),
        headless=False,
        own=False,
    ),
    "rolling_back.roll_back": Write(
        lambda by, _: rolling_back.roll_back(by, "s1", execute=True), headless=False, own=False
    ),
    "forgetting.forget": Write(lambda by, _: forgetting.forget(by, Wish(name="kept")), own=False),
}
"""Every use case that writes into a Home or keeps a decision."""


def item_id(by: Caller, name: str) -> str:
    """The item that a note waits as."""
    items = curator(by.home, "queue").json["items"]
    return str(next(item["item"] for item in items if name in item["notes"]))


def newest(by: Caller) -> str:
    events = curator(by.home, "history").json["events"]
    return str(events[0]["decision"])


def test_the_table_names_every_way_to_write(repository_root: Path) -> None:
    reached = reaching(calls(repository_root), ENDS)
    ways = {f"{module}.{name}" for module, name in reached} & services(repository_root)
    assert ways - SHOWS_ONLY == set(WRITES), "say here how the new way is refused"


def test_one_function_commits_and_asks_the_gate_first(repository_root: Path) -> None:
    graph = calls(repository_root)
    assert {name for name, named in graph.items() if ("transaction", "commit") in named} == {
        ("applying", "_commit")
    }
    assert ("gating", "admitted") in graph["applying", "_commit"]
    source = (repository_root / "core/curator_core/service/applying.py").read_text("utf-8")
    assert source.index("gating.admitted(") < source.index("transaction.commit(")


def code(made: object) -> str | None:
    """Why it was refused, if it was; of many the first reason."""
    if isinstance(made, Refusal):
        return made.code
    if isinstance(made, BulkStaged):
        return made.left_out[0][1].code if made.left_out else None
    if isinstance(made, BatchReceipt) and made.refused:
        return made.refused[0][1].code
    return None


def state(home: Path) -> tuple[str, dict[str, bytes]]:
    return git(home, "rev-parse", "HEAD"), tree_bytes(home, "memory", "ledger")


@pytest.mark.parametrize("name", WRITES)
def test_no_agent_writes_and_the_twin_does(home: Path, name: str) -> None:
    before = state(home)
    for who in ("agent:cleo", "job:night", "curator:check"):
        made = WRITES[name].call(caller(home, tty=True, reviewer=who), "agents")
        assert code(made) == "agent-cannot-decide", made
    assert state(home) == before
    facts = curator(home, "audit").json["facts"]
    tried = [fact["message"].split(" by ")[1] for fact in facts if fact["code"] == "refused"]
    assert [words.split(",")[0] for words in tried] == ["agent:cleo", "curator:check", "job:night"]
    made = WRITES[name].call(caller(home, tty=True, reviewer="human:ines"), "agents")
    assert code(made) is None, made
    if not name.startswith("staging"):
        assert state(home) != before


@pytest.mark.parametrize("name", [name for name, way in WRITES.items() if way.headless])
def test_without_a_terminal_the_policy_holds(home: Path, name: str) -> None:
    before = state(home)
    made = WRITES[name].call(caller(home, reviewer="human:ines"), "agents")
    assert code(made) == "headless-policy", made
    assert state(home) == before


@pytest.mark.parametrize("name", [name for name, way in WRITES.items() if way.own])
def test_nobody_approves_an_own_proposal(home: Path, name: str) -> None:
    """The same proposal is approved by another person."""
    before = state(home)
    mine = caller(home, tty=True)
    made = WRITES[name].call(mine, "mine")
    assert code(made) == "four-eyes", made
    assert state(home) == before
    made = WRITES[name].call(replace(mine, reviewer="human:ines"), "mine")
    assert code(made) is None, made


@pytest.mark.parametrize(
    "trailers",
    [
        {"Curator-Proposer": ME},
        {"Curator-Proposer": "agent:PERSON@curator.example"},
        {"Curator-Session": "s-own"},
    ],
    ids=["by trailer", "by mail", "by session"],
)
def test_whose_proposal_it_is(home: Path, trailers: dict[str, str]) -> None:
    """A session in which somebody proposed under the own name is the own session."""
    propose(
        home,
        Change(
            files={"memory/candidates/x.md": note("x")},
            trailers={"Curator-Proposer": ME, "Curator-Session": "s-own"},
        ),
        Change(files={"memory/candidates/y.md": note("y")}, trailers=trailers),
        ref="refs/heads/proposals/own",
    )
    mine = caller(home, tty=True)
    choices: list[Any] = [
        Approve(item="y"),
        Edit(item="y", result=note("y", "Another text.").encode()),
        Merge(item="y", targets=("kept",), result=reviewed("z").encode()),
        Merge(item="agents", targets=("y", "second"), result=reviewed("z").encode()),
        Split(item="y", results=(reviewed("z1").encode(), reviewed("z2").encode())),
    ]
    for choice in choices:
        assert code(review.decide(mine, choice)) == "four-eyes", choice
    assert code(review.decide(mine, Reject(item="y"))) is None


def test_a_file_by_hand_is_the_committers(home: Path) -> None:
    """Nobody knows who wrote a file that nobody committed; afterwards git says so."""
    put(home, "memory/candidates/u.md", note("by-user", origin="user"))
    mine, other = caller(home, tty=True), caller(home, tty=True, reviewer="human:ines")
    assert code(review.decide(other, Approve(item="by-user"))) == "four-eyes"
    git(home, "add", "memory/candidates/u.md")
    git(home, "commit", "-q", "-m", "a note of mine")
    assert code(review.decide(mine, Approve(item="by-user"))) == "four-eyes"
    done = review.decide(other, Approve(item="by-user"))
    assert isinstance(done, Receipt), done
    assert curator(home, "history").json["events"][0]["self"] is False


def test_an_edit_by_hand_is_the_committers(home: Path) -> None:
    """Also under notes, where an approval only vouches for what lies there."""
    mine, other = caller(home, tty=True), caller(home, tty=True, reviewer="human:ines")
    text = (home / "memory/notes/a.md").read_text("utf-8")
    put(home, "memory/notes/a.md", text + "One line more.\n")
    for who in (mine, other):
        assert code(review.decide(who, Approve(item="kept"))) == "four-eyes"
    git(home, "commit", "-q", "-m", "by hand", "memory/notes/a.md")
    assert code(review.decide(mine, Approve(item="kept"))) == "four-eyes"
    done = review.decide(other, Approve(item="kept"))
    assert isinstance(done, Receipt), done


def test_an_undone_undo_is_no_way_round(home: Path) -> None:
    mine, other = caller(home, tty=True), caller(home, tty=True, reviewer="human:ines")
    for _ in ("approve", "undo"):
        done = review.decide(other, Approve(item="mine")) if _ == "approve" else undoing.undo(other)
        assert isinstance(done, Receipt), done
    taken_back = newest(mine)
    assert code(undoing.undo(mine, taken_back)) == "four-eyes"
    assert code(undoing.undo(other, taken_back)) is None


def plan(path: str, actor: str = ME, **fields: Any) -> Plan:
    """A finished plan that writes one file, as a faulty use case might make it."""
    values: dict[str, Any] = {
        "event_id": "e_1",
        "decision": "d_1",
        "at": "2026-11-29T08:00:00Z",
        "actor": actor,
        "entrance": "cli",
        "tty": True,
        "action": Action.APPROVE,
        "item": "i_1",
        "proposal": ProposalRef(proposer="agent:cleo"),
        "notes": (),
    }
    event = Event(**{**values, **fields})
    return Plan(
        decision="d_1",
        at=event.at,
        actor=ME,
        base="",
        changes=(FileChange(path=path, before=None, after=b""),),
        events=(event,),
        message="",
        digest="",
        notes=(),
    )


PROTECTED = (
    *("AGENTS.md", ".github/x.yml", "golden/x.yaml", "sources/x.md", "ledger/2026-11/x.jsonl"),
    *("curator.toml", "x.md", ".gitattributes", "memory/x.md"),
)


@pytest.mark.parametrize("path", PROTECTED)
def test_no_plan_writes_what_none_of_its_decisions_is_about(path: str) -> None:
    refused = gate.refused(plan(path), Config(), True, {})
    assert refused is not None
    assert (refused.code, refused.path) == ("protected-path", path)
    named = NoteChange(
        id=None, path_before=path, path_after=path, blob_before=None, blob_after=None
    )
    about = plan(path, notes=(named,), op="outside-change")
    assert gate.refused(about, Config(), True, {}) is None
    own = event_lines.path_of(about.at, about.decision)
    assert gate.refused(plan(own), Config(), True, {}) is None


def test_no_plan_is_written_in_another_name() -> None:
    refused = gate.refused(plan("memory/notes/a.md", actor="human:boss"), Config(), True, {})
    assert refused is not None
    assert refused.code == "agent-cannot-decide"


@pytest.mark.parametrize("policy", Headless)
def test_the_policy_without_a_terminal_on_a_finished_plan(policy: Headless) -> None:
    codes = {}
    for action in (Action.APPROVE, Action.FORGET, Action.REJECT, Action.UNDO):
        made = plan("memory/notes/a.md", action=action)
        refused = gate.refused(made, Config(headless=policy), False, {})
        codes[action.value] = refused is not None
        assert gate.refused(made, Config(headless=policy), True, {}) is None
    assert codes == {
        "approve": policy is Headless.NONE,
        "forget": policy is not Headless.ALL,
        "reject": False,
        "undo": False,
    }


def test_signed_decisions_are_signed_and_an_audit_finds_those_that_are_not(tmp_path: Path) -> None:
    me = person(tmp_path / "person")
    me.says()
    config = STRICT.replace("none", "all").replace("[home]", "[home]\nsign = true")
    cands = {"a.md": note("note-a"), "b.md": note("note-b")}
    home = make_home(tmp_path / "home", {}, cands, config)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("HOME", str(me.folder))
        done = review.decide(caller(home, tty=True), Approve(item="note-a"))
        assert isinstance(done, Receipt), done
        assert "\ngpgsig -----BEGIN SSH SIGNATURE" in git(home, "cat-file", "-p", "HEAD")
        assert curator(home, "audit").json["findings"] == []
        ledger = tree_bytes(home, "ledger")
        git(home, "commit", "-q", "--amend", "--no-edit", "--no-gpg-sign")
        assert tree_bytes(home, "ledger") == ledger
        (row,) = [r for r in curator(home, "audit").json["findings"] if r["code"] == "unsigned"]
        assert "carries no signature; it holds approve of i_" in row["message"]
