"""Risk tiers, the headless policy, standing rules, and many decisions at once (DESIGN §5)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.homes import CONFIG, Result, curator, fingerprint, make_home, note, put, reviewed

LOW = CONFIG.replace('"all"', '"low-risk"')
TAINTED: dict[str, object] = {"origin": "external", "taint": ["mail"]}


def batch(home: Path, rows: list[dict[str, Any]], *words: str) -> Result:
    lines = "".join(json.dumps(row) + "\n" for row in rows)
    path = put(home.parent, "batch.jsonl", lines)
    return curator(home, "decide", "--batch", str(path), *words)


def items(home: Path, *words: str) -> dict[str, Any]:
    """The items of a queue by their note."""
    return {item["notes"][0]: item for item in curator(home, "queue", *words).json["items"]}


def code(result: Result) -> tuple[int, str]:
    return result.code, str(result.error["code"])


@pytest.fixture
def risky(tmp_path: Path) -> Path:
    waiting = {
        "a.md": note("plain-a", "One thing."),
        "b.md": note("mailed-b", "Another thing.", **TAINTED),
        "c.md": note("money-c", "A third thing.", subject="money/bank"),
        "d.md": note("pinned-d", "A fourth thing.", pin=True),
        "e.md": note("own-e", "A fifth thing.", subject="vendor/x"),
    }
    config = CONFIG + '[risk]\nhigh = ["vendor/*"]\n'
    return make_home(tmp_path / "home", {}, waiting, config)


def test_tiers_are_seen_in_the_queue(risky: Path) -> None:
    found = {name: item["risk"] for name, item in items(risky).items()}
    assert found == {
        "plain-a": "medium",
        "mailed-b": "high",
        "money-c": "high",
        "pinned-d": "high",
        "own-e": "high",
    }


def test_high_risk_becomes_memory_only_when_it_was_opened(risky: Path) -> None:
    for name in ("mailed-b", "money-c", "pinned-d", "own-e"):
        words = ("decide", name, "approve")
        assert code(curator(risky, *words)) == (4, "not-opened")
        assert code(curator(risky, *words, "--stage")) == (4, "not-opened")
        assert curator(risky, *words, "--dry-run").code == 0
        shown = curator(risky, "show", name).json["shown_hash"]
        assert curator(risky, *words, "--expect", shown).code == 0
    assert curator(risky, "decide", "plain-a", "approve").code == 0


def test_to_refuse_it_no_look_is_needed(risky: Path) -> None:
    assert curator(risky, "decide", "mailed-b", "reject").code == 0
    assert curator(risky, "decide", "money-c", "defer").code == 0


def test_of_a_batch_only_the_unopened_are_refused(risky: Path) -> None:
    rows = [{"item": name, "action": "approve"} for name in ("plain-a", "mailed-b", "money-c")]
    before = fingerprint(risky, "memory", "ledger")
    assert code(batch(risky, rows)) == (4, "not-opened")
    assert fingerprint(risky, "memory", "ledger") == before
    rows[2]["expect"] = curator(risky, "show", "money-c").json["shown_hash"]
    done = batch(risky, rows, "--partial").json
    assert [each["error"]["code"] for each in done["refused"]] == ["not-opened"]
    assert set(done["notes"]) == {"plain-a", "money-c"}


def test_what_else_is_wrong_is_said_first(risky: Path) -> None:
    """A confirmation is asked for by its own code, whoever has looked."""
    text = note("mailed-p", "Always use our shop.", kind="preference", **TAINTED)
    put(risky, "memory/candidates/p.md", text)
    words = ("decide", "mailed-p", "approve")
    assert code(curator(risky, *words)) == (4, "attribution")
    assert code(curator(risky, *words, "--confirm", "attribution")) == (4, "not-opened")


RULES = """
[[rules]]
match = "job:nightly-* subject:logs"
action = "suppress"
[[rules]]
match = "age>5"
action = "mark"
[[rules]]
match = "has:nothing"
action = "bulk"
"""


@pytest.fixture
def ruled(tmp_path: Path) -> Path:
    logs: dict[str, object] = {"job": "nightly-links", "subject": "logs/web"}
    waiting = {
        "a.md": note("log-a", "Some line of a log.", **logs),
        "b.md": note("log-b", "An older thing.", subject="logs/web"),
        "c.md": note("new-c", "News.", recorded_at="2026-11-28T08:00:00+00:00"),
    }
    return make_home(tmp_path / "home", {}, waiting, CONFIG + RULES)


def hits(home: Path) -> list[int]:
    return [rule["hits"] for rule in curator(home, "queue").json["rules"]]


def test_rules_hit_visibly_and_are_counted(ruled: Path) -> None:
    waiting = items(ruled)
    assert set(waiting) == {"log-b", "new-c"}
    assert (waiting["log-b"]["flags"], waiting["log-b"]["rule"]) == (["rule"], "age>5")
    assert (waiting["new-c"]["flags"], waiting["new-c"]["rule"]) == ([], None)
    (away,) = items(ruled, "--lane", "suppressed").values()
    assert (away["notes"], away["rule"]) == (["log-a"], "job:nightly-* subject:logs")
    assert hits(ruled) == [1, 2, 0]
    assert [rule["hits"] for rule in curator(ruled, "stats").json["rules"]] == [1, 2, 0]
    assert curator(ruled, "status").json["by_lane"]["suppressed"] == 1
    said = curator(ruled, "queue", as_json=False).out
    assert "rule suppress job:nightly-* subject:logs: 1 items" in said
    assert set(items(ruled, "--filter", "has:rule")) == {"log-b"}


def test_a_suppressed_item_comes_back_for_good_when_it_is_restored(ruled: Path) -> None:
    done = curator(ruled, "decide", "log-a", "restore").json
    assert items(ruled)["log-a"]["flags"] == ["rule"]
    assert items(ruled, "--lane", "suppressed") == {}
    assert hits(ruled) == [1, 2, 0]
    assert curator(ruled, "undo", done["decision"]).code == 0
    assert set(items(ruled, "--lane", "suppressed")) == {"log-a"}


def test_a_suppressed_item_can_be_decided_where_it_is(ruled: Path) -> None:
    assert curator(ruled, "decide", "log-a", "approve").code == 0
    assert hits(ruled) == [0, 1, 0]


def test_a_rule_that_cannot_be_read_is_a_problem_of_the_configuration(ruled: Path) -> None:
    result = curator(ruled, "check")
    (problem,) = [p for p in result.json["problems"] if p["path"] == "curator.toml"]
    assert (result.code, problem["code"], problem["severity"]) == (1, "config-value", "error")
    lines = (ruled / "curator.toml").read_text().splitlines()
    assert lines[problem["line"] :][0] == 'match = "has:nothing"'
    assert "rule 3 has no effect" in problem["message"]


def many(root: Path, count: int, config: str) -> Path:
    """Exact duplicates of one reviewed note, each low risk."""
    waiting = {f"n{number}.md": note(f"dup-{number}", "Said.") for number in range(count)}
    return make_home(root / "home", {"old.md": reviewed("old-note", "Said.")}, waiting, config)


def test_many_low_items_need_a_spot_check(tmp_path: Path) -> None:
    home = many(tmp_path, 12, LOW)
    found = items(home, "--filter", "risk:low")
    assert len(found) == 12
    sample = curator(home, "queue", "--filter", "risk:low", "--sample").json["sample"]
    assert len(sample) == 3
    rows = [{"item": item["item"], "action": "approve"} for item in found.values()]
    refused = batch(home, rows)
    assert code(refused) == (4, "not-opened")
    assert set(refused.error["ids"]) == set(sample)
    assert batch(home, rows[:9]).code == 0, "few are seen at a glance"
    assert curator(home, "undo").code == 0
    for row in rows:
        if row["item"] in sample:
            row["expect"] = curator(home, "show", row["item"]).json["shown_hash"]
    assert len(batch(home, rows).json["decisions"]) == 12


def test_to_refuse_many_needs_none_and_so_do_scripts_that_may_do_all(tmp_path: Path) -> None:
    home = many(tmp_path, 12, CONFIG)
    rows = [{"item": f"dup-{number}", "action": "reject"} for number in range(12)]
    assert batch(home, rows, "--dry-run").code == 0
    for row in rows:
        row["action"] = "approve"
    assert batch(home, rows).code == 0


def test_a_rule_can_allow_bulk_but_never_for_high_risk(tmp_path: Path) -> None:
    waiting = {f"n{n}.md": note(f"job-{n}", f"Thing {n}.", job="nightly") for n in range(10)}
    waiting["x.md"] = note("job-x", "From a mail.", job="nightly", **TAINTED)
    rule = '[[rules]]\nmatch = "job:nightly"\naction = "bulk"\n'
    home = make_home(tmp_path / "home", {}, waiting, CONFIG + rule)
    chosen = curator(home, "queue", "--sample").json["sample"]
    ids = {item["item"] for item in items(home, "--filter", "flag:bulk -risk:high").values()}
    assert (len(chosen), len(ids)) == (3, 10)
    assert set(chosen) < ids
    said = curator(home, "queue", "--sample", as_json=False).out.splitlines()
    assert len(said) == 4
    assert said[-1].startswith("look at these 3 ")


def test_without_a_terminal_two_of_five_in_conflict(tmp_path: Path) -> None:
    """C02: no prompt and no hang; all or what can be done, as the flag says, and which cannot."""
    old = reviewed("old-note", memory_key="port", value=3000, valid_from="2026-01-01")
    waiting = {f"n{number}.md": note(f"new-{number}", f"{number}.") for number in range(3)}
    for name in ("late-a", "late-b"):
        taken = {"memory_key": "port", "value": name, "valid_from": "2026-02-01"}
        waiting[f"{name}.md"] = note(name, **taken)
    home = make_home(tmp_path / "home", {"old.md": old}, waiting)
    rows = [{"item": name, "action": "approve"} for name in items(home)]
    before = fingerprint(home, "memory", "ledger")
    refused = batch(home, rows)
    assert code(refused) == (4, "slot-collision")
    assert len(refused.error["ids"]) == 2
    assert fingerprint(home, "memory", "ledger") == before
    done = batch(home, rows, "--partial").json
    assert len(done["decisions"]) == 3
    assert [each["error"]["code"] for each in done["refused"]] == ["slot-collision"] * 2


def test_a_note_of_another_slot_is_not_retired_by_default(tmp_path: Path) -> None:
    """C13: a shared name is no reason to close an unrelated fact; adding beside is what is said."""
    old = reviewed("anna-phone", memory_key="anna.phone", value="12")
    new = note(
        "anna-team",
        memory_key="anna.team",
        value="red",
        supersedes=["anna-phone"],
        relation="state_change",
        valid_from="2026-03-01",
        job="nightly",
    )
    home = make_home(tmp_path / "home", {"old.md": old}, {"new.md": new})
    refused = curator(home, "decide", "anna-team", "approve")
    assert code(refused) == (4, "slot-differs")
    assert "add it beside" in refused.error["message"]
    beside = note("anna-team", memory_key="anna.team", value="red")
    path = put(tmp_path, "beside.md", beside)
    assert curator(home, "decide", "anna-team", "edit", "--result", str(path)).code == 0
    assert curator(home, "current", "anna.phone").json["answer_value"] == "12"
    assert curator(home, "current", "anna.team").json["answer_value"] == "red"


def test_raw_output_needs_an_edit_or_a_word(tmp_path: Path) -> None:
    """C31: scores and half headings promoted as memory."""
    body = "Deploy with make.\nconfidence: 0.82\nevidence: line 4\n\n##"
    waiting = {"a.md": note("raw-a", body), "b.md": note("raw-b", body + " Bee")}
    home = make_home(tmp_path / "home", {}, waiting)
    assert curator(home, "show", "raw-a").json["preview"]["error"]["code"] == "noise"
    assert code(curator(home, "decide", "raw-a", "approve")) == (4, "noise")
    mended = put(tmp_path, "mended.md", note("raw-a", "Deploy with make."))
    assert curator(home, "decide", "raw-a", "edit", "--result", str(mended)).code == 0
    assert curator(home, "decide", "raw-b", "approve", "--confirm", "noise").code == 0


LONG = "".join(f"- member {number}: something worth keeping\n" for number in range(12))


@pytest.mark.parametrize("body", [LONG[:120], LONG + "... (rest unchanged) ..."])
def test_a_note_that_shrinks_needs_a_second_word(tmp_path: Path, body: str) -> None:
    """C44: saving one memory dropped most of the file, or left a placeholder in it."""
    home = make_home(tmp_path / "home", {"old.md": reviewed("old-note", LONG)})
    file = home / "memory/notes/old.md"
    file.write_text(reviewed("old-note", body))
    (item,) = items(home).values()
    assert item["op"] == "review"
    words = ("decide", item["item"], "approve")
    assert code(curator(home, *words)) == (4, "shrinks")
    shown = curator(home, "show", item["item"]).json["shown_hash"]
    done = curator(home, *words, "--confirm", "shrinks", "--expect", shown)
    assert done.code == 0
