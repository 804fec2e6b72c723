"""Decisions staged with one key: kept as one batch, taken back as one, read in any version."""

from __future__ import annotations

import json
from pathlib import Path

from curator_core.model.decision import Defer, Reject
from curator_core.model.view import BulkStaged, Staged
from curator_core.service import staging
from tests.homes import CONFIG, caller, curator, make_home, note, reviewed


def three(root: Path) -> Path:
    """A Home with three candidates."""
    return make_home(root, {}, {f"{name}.md": note(name) for name in "abc"})


def test_a_batch_leaves_out_what_is_refused_and_goes_as_one(tmp_path: Path) -> None:
    home = three(tmp_path / "home")
    who = caller(home)
    single = staging.stage(who, Defer(item="a"))
    done = staging.stage_many(who, [Reject(item="b"), Reject(item="nobody"), Reject(item="c")])
    assert isinstance(done, BulkStaged)
    assert len(done.staged) == 2
    assert [(name, no.code) for name, no in done.left_out] == [("nobody", "unknown-item")]
    assert len({each.batch for each in done.staged}) == 1
    assert len({each.order for each in staging.staged(who)}) == 3
    assert {each.decision for each in staging.unstage_newest(who)} == {
        each.decision for each in done.staged
    }
    assert isinstance(single, Staged)
    assert [each.decision for each in staging.staged(who)] == [single.decision]
    assert staging.unstage_newest(who) == (single,)
    assert staging.unstage_newest(who) == ()


def test_a_decision_staged_by_an_earlier_version_is_kept(tmp_path: Path) -> None:
    home = three(tmp_path / "home")
    staging.stage(caller(home), Defer(item="a"))
    [file] = (home / ".git/curator/staged").iterdir()
    table = json.loads(file.read_bytes())
    for name in ("path", "batch"):
        del table[name]
    file.write_text(json.dumps(table), encoding="ascii")
    [kept] = staging.staged(caller(home))
    assert (kept.item, kept.path, kept.batch, kept.fallen) == (kept.choice.item, "", "", False)


def test_a_set_back_decision_is_noted_once_and_without_anybodys_text(tmp_path: Path) -> None:
    """Acceptance 26."""
    home = three(tmp_path / "home")
    staging.stage(caller(home), Reject(item="a", reason="the harbour said so"))
    path = home / "memory/candidates/a.md"
    path.write_text(path.read_text(encoding="utf-8") + "More.\n", encoding="utf-8")
    [fallen] = staging.staged(caller(home))
    assert fallen.fallen and fallen.set_back is not None
    assert staging.staged(caller(home)) == (fallen,)
    assert "Curator set it back" in curator(home, "staged", as_json=False).out
    [file] = (home / ".git/curator/set-back").iterdir()
    assert json.loads(file.read_bytes())["by"] == "curator"
    assert "harbour" not in file.read_text("ascii")
    assert "Title" not in file.read_text("ascii")
    staging.stage(caller(home), Reject(item="a"))
    assert [each.fallen for each in staging.staged(caller(home))] == [False]
    assert len(staging.set_back(caller(home))) == 1


def test_no_rule_lets_a_high_flag_through_in_bulk(tmp_path: Path) -> None:
    """A less private successor is medium risk, but flagged: it is decided by itself."""
    bulk = CONFIG + '[[rules]]\nmatch = "subject:project/alpha"\naction = "bulk"\n'
    old = reviewed("old", "Old.", scope="project:x", privacy="restricted")
    new = note("new", "Now.", scope="project:x", supersedes=["old"], relation="correction")
    more = note("plain", "Another fact.")
    home = make_home(tmp_path / "home", {"old.md": old}, {"n.md": new, "p.md": more}, bulk)
    items = {item["notes"][0]: item["item"] for item in curator(home, "queue").json["items"]}
    done = staging.approve_many(caller(home), items.values(), {})
    assert isinstance(done, BulkStaged)
    assert [each.item for each in done.staged] == [items["plain"]]
    [(name, no)] = done.left_out
    assert name == items["new"]
    assert "high flag" in no.message
