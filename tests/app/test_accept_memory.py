"""Memory that a person can trust: scope, evidence, rejection and correction, each with what must be
there beside what must not (tests/accept.md)."""

from __future__ import annotations

import re
import secrets
import shutil
from pathlib import Path
from typing import Any

import pytest

from tests.homes import CONFIG, curator, git, make_home, note, put, reviewed
from tests.proposal_branches import Change, propose


def answer(home: Path, slot: str, *words: str) -> object:
    """What memory answers, or the kind of answer where it gives none."""
    found = curator(home, *(words or ("current", slot))).json
    return found["answer_value"] if found["status"] == "known" else found["status"]


def views(home: Path) -> str:
    """All views as one text, without the stamps that count how often they were made."""
    made = curator(home, "views").json["written"]
    text = "".join((home / path).read_text("utf-8") for path in sorted(made))
    return re.sub(r"generation=\d+", "", text)


def approve(home: Path, text: str, *words: str) -> None:
    """A candidate that becomes memory."""
    name = text.partition("id: ")[2].partition("\n")[0]
    put(home, f"memory/candidates/{name}.md", text)
    done = curator(home, "decide", name, "approve", *words)
    assert done.code == 0, done.err


def lane(home: Path, lane: str) -> set[str]:
    found = curator(home, "queue", "--lane", lane).json["items"]
    return {name for item in found for name in item["notes"]}


def without_derived(home: Path) -> None:
    """Everything that is made of the notes goes: index, views, caches of this device."""
    shutil.rmtree(home / ".curator", ignore_errors=True)
    for path in (home / ".git/curator").glob("*.sqlite*"):
        path.unlink()
    assert curator(home, "index", "rebuild").code == 0


# -- scope -------------------------------------------------------------------------------------


def test_a_note_of_one_scope_is_absent_in_another_by_exclusion(tmp_path: Path) -> None:
    """scope.cross_tenant_absent: whatever is asked in B; A finds it."""
    home = make_home(
        tmp_path / "home",
        {
            "a.md": reviewed("in-a", scope="project:a", memory_key="port", value="8000"),
            "b.md": reviewed("in-b", scope="project:b", memory_key="host", value="beta"),
        },
    )
    for scope, port, host in (("project:a", "8000", "none"), ("project:b", "none", "beta")):
        asked = {
            key: answer(home, key, "current", key, "--scope", scope) for key in ("port", "host")
        }
        assert asked == {"port": port, "host": host}
    shown = {name for name in curator(home, "views").json["written"] if "/current/" in name}
    holding = {name for name in shown if "8000" in (home / name).read_text("utf-8")}
    assert len(holding) == 1
    assert len(shown) > 1


# -- evidence ----------------------------------------------------------------------------------


def test_every_claim_resolves_to_its_source_and_an_orphan_is_named(tmp_path: Path) -> None:
    """evidence.claim_resolves_to_source: no orphan among living notes; one is a finding."""
    words = "A talk: what we learnt (2026)"
    cites = {"sources": ["sources/log.md#L1", "manual:ines@2026-11-01", words]}
    home = make_home(tmp_path / "home", {"a.md": reviewed("first", **cites)})
    put(home, "sources/log.md", "said so\n")
    git(home, "add", "sources")
    git(home, "commit", "-q", "-m", "evidence")
    states = [source["state"] for source in curator(home, "show", "first").json["source_lines"]]
    assert states == ["found", "elsewhere", "elsewhere"]
    assert curator(home, "audit").json["findings"] == []
    (home / "sources/log.md").unlink()
    git(home, "commit", "-q", "-a", "-m", "gone")
    found = {row["code"]: row for row in curator(home, "audit").json["findings"]}
    assert found["source-gone"]["message"] == "sources/log.md is gone; it is cited by first"


def test_everything_is_found_again_after_all_derived_files_are_gone(tmp_path: Path) -> None:
    """evidence.rebuild_from_retained: tokens of title, value and body, in Latin and in Chinese."""
    tokens = {f"n{number}": f"tok{secrets.token_hex(5)}" for number in range(4)}
    notes = {
        "a.md": reviewed("n0", f"Body {tokens['n0']}."),
        "b.md": reviewed("n1", title=tokens["n1"]),
        "c.md": reviewed("n2", memory_key="k", value=tokens["n2"]),
        "d.md": reviewed("n3", f"部署{tokens['n3']}命令"),
    }
    home = make_home(tmp_path / "home", notes)
    curator(home, "notes", "--search", "tok")
    before = views(home)
    without_derived(home)
    for name, token in tokens.items():
        rows = curator(home, "notes", "--search", token).json["notes"]
        assert [row["note_id"] for row in rows] == [name]
    assert views(home) == before
    assert curator(home, "index", "verify").code == 0


# -- rejection ---------------------------------------------------------------------------------

PORT = {"memory_key": "port", "value": "6666"}


@pytest.fixture
def rejected(tmp_path: Path) -> Path:
    """A Home in which one value was rejected, and nothing else of its source."""
    home = make_home(
        tmp_path / "home",
        {"kept.md": reviewed("kept", "The office has a garden.")},
        {"bad.md": note("bad", "The port is 6666.", **PORT)},
    )
    assert curator(home, "decide", "bad", "reject").code == 0
    return home


def test_the_same_input_again_makes_no_memory_but_its_other_values_come_through(
    rejected: Path,
) -> None:
    """tombstone.reextraction_stays_inactive, by the ways in that there are: files and branches."""
    other = note("fresh", "The host is beta.", memory_key="host", value="beta")
    put(rejected, "memory/candidates/again.md", note("again", "The port is 6666.", **PORT))
    propose(
        rejected,
        Change(files={"memory/candidates/night.md": note("night", "The port is 6666.", **PORT)}),
        Change(files={"memory/candidates/fresh.md": other}),
    )
    assert lane(rejected, "suppressed") >= {"again"}
    assert lane(rejected, "candidate") == {"fresh"}
    assert answer(rejected, "port") == "none"
    approved = curator(rejected, "decide", "fresh", "approve")
    assert approved.code == 0, approved.err
    assert (answer(rejected, "port"), answer(rejected, "host")) == ("none", "beta")


def test_a_rejected_value_is_in_no_second_note_view_or_row(rejected: Path) -> None:
    """tombstone.no_second_memory_unit: under other ids and paths, with the surroundings there."""
    for number in range(3):
        text = note(f"other-{number}", f"  The  port is 6666. ({number})"[:-4], **PORT)
        put(rejected, f"memory/candidates/x{number}.md", text)
    assert lane(rejected, "suppressed") == {f"other-{number}" for number in range(3)}
    assert lane(rejected, "candidate") == set()
    assert "6666" not in views(rejected)
    assert "garden" in views(rejected) or "kept" in views(rejected)
    assert curator(rejected, "notes", "--search", "6666").json["notes"] == []
    assert [
        r["note_id"] for r in curator(rejected, "notes", "--search", "garden").json["notes"]
    ] == ["kept"]


# -- correction --------------------------------------------------------------------------------


def slotted(name: str, key: str, value: str, /, **more: Any) -> str:
    return reviewed(name, f"It is {value}.", memory_key=key, value=value, **more)


def newer(name: str, key: str, value: str | None, old: str, /, **more: Any) -> str:
    return note(name, f"Now {value}.", memory_key=key, value=value, supersedes=[old], **more)


def test_corrections_of_every_kind_survive_an_index_made_anew(tmp_path: Path) -> None:
    """correction.survives_reindex: replaced, turned round, withdrawn, replaced in part, bounded."""
    home = make_home(
        tmp_path / "home",
        {
            "a.md": slotted("old-a", "replaced", "wrong"),
            "b.md": slotted("old-b", "turned", "always"),
            "c.md": slotted("old-c", "withdrawn", "ghost"),
            "d.md": slotted("old-d", "part", "both", valid_from="2026-01-01"),
            "e.md": slotted("old-e", "bounded", "base"),
        },
    )
    approve(home, newer("new-a", "replaced", "right", "old-a"), "--relation", "correction")
    approve(home, newer("new-b", "turned", "never", "old-b"), "--relation", "correction")
    gone = newer("new-c", "withdrawn", None, "old-c", valid_from="2026-11-01")
    approve(home, gone, "--relation", "revocation")
    parts = {
        "p1": slotted("part-1", "part", "first", valid_from="2026-01-01"),
        "p2": slotted("part-2", "rest", "second", valid_from="2026-01-01"),
    }
    results = [
        word for n, text in parts.items() for word in ("--result", str(put(home.parent, n, text)))
    ]
    split = curator(home, "decide", "old-d", "split", *results, "--confirm", "shrinks")
    assert split.code == 0, split.err
    span = {"valid_from": "2026-11-01", "valid_to": "2026-12-15", "exception_to": "old-e"}
    approve(home, note("new-e", "For a while.", memory_key="bounded", value="sale", **span))
    wanted = {
        "replaced": "right",
        "turned": "never",
        "withdrawn": "revoked",
        "part": "first",
        "rest": "second",
        "bounded": "sale",
    }
    assert {key: answer(home, key) for key in wanted} == wanted
    trails = {key: curator(home, "explain", key).json["trail"] for key in wanted}
    before = views(home)
    without_derived(home)
    assert {key: answer(home, key) for key in wanted} == wanted
    assert {key: curator(home, "explain", key).json["trail"] for key in wanted} == trails
    assert [row["note_id"] for row in trails["replaced"]] == ["new-a", "old-a"]
    assert views(home) == before
    current = (home / ".curator/views/current/global.md").read_text("utf-8")
    for key, said in wanted.items():
        assert (f"- {key}: {said} (" in current) is (said != "revoked"), key
    assert "ghost" not in re_without_history(current)
    assert answer(home, "bounded", "at", "bounded", "2026-12-20") == "base"


def re_without_history(text: str) -> str:
    """A view's lines without what they say of the value before."""
    return "\n".join(line.partition("; before")[0] for line in text.splitlines())


def test_a_retraction_needs_no_replacement_and_the_source_brings_nothing_back(
    tmp_path: Path,
) -> None:
    """correction.retraction_without_replacement: the source's other facts remain."""
    cites = {"sources": ["sources/talk.md#L1"]}
    home = make_home(
        tmp_path / "home",
        {
            "x.md": slotted("has-x", "x", "there is an x", **cites),
            "y.md": slotted("has-y", "y", "there is a y", **cites),
        },
        config=CONFIG,
    )
    gone = newer("no-x", "x", None, "has-x", valid_from="2026-11-20")
    approve(home, gone, "--relation", "revocation")
    put(
        home,
        "memory/candidates/fed.md",
        note("fed", "It is there is an x.", memory_key="x", value="there is an x", **cites),
    )
    assert (answer(home, "x"), answer(home, "y")) == ("revoked", "there is a y")
    assert "there is an x" not in re_without_history(views(home))
    assert "there is a y" in views(home)
    refused = curator(home, "decide", "fed", "approve")
    assert refused.code in (3, 4), "a withdrawn value comes back by a relation only"
    assert answer(home, "x") == "revoked"


# -- bounds ------------------------------------------------------------------------------------


def test_a_limit_is_an_upper_bound_and_is_reached(tmp_path: Path) -> None:
    """retrieval.k_is_an_upper_bound, of a search and of the view with a budget."""
    notes = {
        f"{number}.md": reviewed(f"n{number:02d}", f"needle {'long text ' * 40}{number}")
        for number in range(12)
    }
    config = CONFIG + "[budget]\ntokens = 300\n"
    home = make_home(tmp_path / "home", notes, config=config)
    for limit in (1, 5):
        found = curator(home, "notes", "--search", "needle", "--limit", str(limit)).json["notes"]
        assert len(found) == limit
    assert len(curator(home, "notes", "--search", "needle").json["notes"]) == 12
    views(home)
    text = (home / ".curator/views/MEMORY.md").read_text("utf-8")
    loaded = text.count("needle")
    assert 0 < loaded < 12
