"""A name that holds a secret: flagged, shown as dots, and refused as memory (FAULTS §4)."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.homes import curator, make_home, note, put, reviewed

TOKEN = "ghp_" + "aB3dE5gH7jK9mN1pQ3sT5vW7yZ9bC2eF4hJ6"
NAMED = {
    "a file": (f"{TOKEN}.md", note("in-file", "A clean fact.")),
    "a folder": (f"{TOKEN}/x.md", note("in-file", "A clean fact.")),
    "an id": ("x.md", note(TOKEN, "A clean fact.")),
    "a title": ("x.md", note("in-file", "A clean fact.", title=f"The key {TOKEN}")),
    "a subject": ("x.md", note("in-file", "A clean fact.", subject=f"project/{TOKEN}")),
    "a scope": ("x.md", note("in-file", "A clean fact.", scope=f"project:{TOKEN}")),
    "a slot": ("x.md", note("in-file", "Eight.", memory_key=f"key.{TOKEN}", value="8")),
}


@pytest.fixture
def home(tmp_path: Path) -> Path:
    return make_home(tmp_path / "home", {"a.md": reviewed("plain", "Another fact.")})


@pytest.mark.parametrize("name", NAMED)
def test_it_is_flagged_and_refused_and_never_printed(home: Path, name: str) -> None:
    path, text = NAMED[name]
    put(home, f"memory/candidates/{path}", text)
    (item,) = curator(home, "queue").json["items"]
    assert "secret" in item["flags"]
    assert curator(home, "check").json["counts"]["warning"] > 0
    reads = (
        *(("queue",), ("show", item["item"]), ("notes",), ("check",), ("audit",), ("status",)),
        *(("decide", item["item"], "approve"), ("decide", item["item"], "pin")),
        ("decide", item["item"], "approve", "--dry-run"),
    )
    for words in reads:
        for as_json in (True, False):
            done = curator(home, *words, as_json=as_json)
            open_text = as_json and words[0] == "show" and name not in ("a file", "a folder")
            assert (TOKEN in done.out + done.err) is open_text, words
    shown = curator(home, "show", item["item"]).json
    told = {
        key: shown[key] for key in ("paths", "notes", "title", "subject", "memory_key", "scope")
    }
    assert TOKEN not in str(told)
    refused = curator(home, "decide", item["item"], "approve")
    assert (refused.code, refused.error["code"]) == (4, "secret")
    assert curator(home, "decide", item["item"], "reject").code == 0
    ledger = b"".join(file.read_bytes() for file in (home / "ledger").rglob("*.jsonl"))
    assert TOKEN.encode() not in ledger


def test_memory_that_is_named_so_is_listed_with_dots(tmp_path: Path) -> None:
    notes = {f"{TOKEN}.md": reviewed("in-file", "A fact."), "b.md": reviewed(TOKEN, "Another.")}
    home = make_home(tmp_path / "home", notes)
    for words in (("notes",), ("notes", "--search", "fact"), ("check",), ("status",), ("doctor",)):
        for as_json in (True, False):
            done = curator(home, *words, as_json=as_json)
            assert TOKEN not in done.out + done.err, words
    assert "secret" in {problem["code"] for problem in curator(home, "check").json["problems"]}
