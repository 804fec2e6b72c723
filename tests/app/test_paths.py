"""FAULTS 64 to 70: paths and kinds of files that must neither harm, hang nor hide."""

from __future__ import annotations

import json
import os
import shutil
import stat
import subprocess
import sys
import unicodedata
from pathlib import Path
from typing import Any

import pytest

from tests.homes import curator, fingerprint, make_home, note, put, reviewed

BAD_NAMES = (
    "../up",
    "%2e%2e%2fup",
    "..\\up",
    "/abs",
    "a\\0b",
    "n" * 300,
    "CON",
    "dot.",
    ".GIT",
    "git~1",
    "\\e[31mred",
)
SECRET = "what lies outside"


@pytest.fixture
def home(tmp_path: Path) -> Path:
    put(tmp_path, "outside.md", SECRET)
    return make_home(tmp_path / "home", {"a.md": reviewed("m_a", "Fine.")})


def queue(home: Path) -> list[dict[str, Any]]:
    """The open items."""
    items: list[dict[str, Any]] = curator(home, "queue").json["items"]
    return items


@pytest.mark.parametrize("name", BAD_NAMES)
def test_an_id_that_is_a_path_is_refused_and_shown_escaped(home: Path, name: str) -> None:
    outside = fingerprint(home.parent, "outside.md")
    put(home, "memory/candidates/c.md", note("x", "Text.").replace("id: x", f'id: "{name}"'))
    [item] = queue(home)
    refused = curator(home, "decide", item["item"], "approve")
    if name not in ("CON",):
        assert (item["health"], refused.code) == ("invalid", 4), item
    for words in (("queue",), ("check",), ("show", item["item"])):
        out = curator(home, *words, as_json=False).out
        assert "\x1b" not in out and "\0" not in out
    assert fingerprint(home.parent, "outside.md") == outside
    assert not (home.parent / "up.md").exists()


@pytest.mark.parametrize("name", [*BAD_NAMES[:4], ".GIT/config", "git~1/x", "x/../../up"])
def test_a_note_written_by_hand_never_leaves_its_folder(home: Path, name: str) -> None:
    before = {p for p in home.parent.rglob("*") if ".git/" not in str(p)}
    for option in ("--id", "--subject", "--title", "--memory-key"):
        curator(home, "new", option, name, "--body", "Text.")
    after = {p for p in home.parent.rglob("*") if ".git/" not in str(p)}
    made = {p.relative_to(home).as_posix() for p in after - before}
    assert {path for path in made if path.endswith(".md")} == {
        path for path in made if path.startswith("memory/candidates/") and path.endswith(".md")
    }
    assert not list((home / ".git").rglob("*.md"))


@pytest.mark.parametrize(
    "source",
    [
        "../outside.md#L1",
        "%2e%2e%2foutside.md#L1",
        "..\\outside.md#L1",
        "memory/../../outside.md#L1",
        "nas://home/../outside.md@abc#L1",
        "link.md#L1",
        ".git/config#L1-L9",
        "./.GIT/config#L1-L9",
    ],
)
def test_a_cited_path_shows_nothing_from_outside(home: Path, source: str) -> None:
    (home / "link.md").symlink_to(home.parent / "outside.md")
    put(home, "memory/candidates/c.md", note("m_c", "Text.", sources=[source]))
    [item] = queue(home)
    shown = curator(home, "show", item["item"])
    assert shown.code == 0
    assert SECRET not in shown.out
    assert "repositoryformatversion" not in shown.out
    absolute = note("m_c", "Text.", sources=[f"{home.parent}/outside.md#L1"])
    put(home, "memory/candidates/c.md", absolute)
    assert SECRET not in curator(home, "show", queue(home)[0]["item"]).out


def test_links_are_listed_and_never_read(home: Path) -> None:
    (home / "memory/notes/link.md").symlink_to(home.parent / "outside.md")
    (home / "memory/notes/folder").symlink_to(home.parent)
    (home / "memory/notes/loop.md").symlink_to("loop.md")
    (home / "memory/candidates").symlink_to(home.parent)
    told = {p["path"] for p in curator(home, "check").json["problems"]}
    links = {"memory/notes/link.md", "memory/notes/folder", "memory/notes/loop.md"}
    assert told >= {*links, "memory/candidates"}
    shown = {path for item in queue(home) for path in item["paths"]}
    assert shown >= links
    for words in (("notes",), ("queue",), ("check",), ("views",), ("notes", "--search", "lies")):
        assert SECRET not in curator(home, *words).out
    for item in queue(home):
        assert curator(home, "decide", item["item"], "approve").code in (3, 4)
    assert (home.parent / "outside.md").read_text("utf-8") == SECRET


def test_a_hard_link_is_warned_of_and_never_written_through(home: Path) -> None:
    other = home.parent / "other.md"
    os.link(home / "memory/notes/a.md", other)
    before = other.read_bytes()
    [told] = [p for p in curator(home, "check").json["problems"] if p["code"] == "hard-link"]
    assert (told["severity"], told["path"]) == ("warning", "memory/notes/a.md")
    assert curator(home, "decide", "m_a", "pin").code == 0
    assert "pin: true" in (home / "memory/notes/a.md").read_text("utf-8")
    assert other.read_bytes() == before
    assert curator(home, "undo").code == 0
    assert other.read_bytes() == before
    assert "hard-link" not in curator(home, "check").out, "the file is one of its own now"


def test_pipes_sockets_and_devices_are_not_opened(home: Path) -> None:
    os.mkfifo(home / "memory/notes/pipe.md")
    names = {"memory/notes/pipe.md"}
    if os.geteuid() == 0:
        os.mknod(home / "memory/notes/zero.md", stat.S_IFCHR | 0o666, os.makedev(1, 5))
        names.add("memory/notes/zero.md")
    command = [sys.executable, "-m", "curator_app", "-C", str(home), "check", "--json"]
    done = subprocess.run(command, capture_output=True, timeout=60, check=False)
    problems = json.loads(done.stdout)["problems"]
    assert {p["path"] for p in problems if p["code"] == "unreadable-file"} == names
    assert curator(home, "current", "m_a").json["status"] == "known"
    for item in queue(home):
        assert curator(home, "decide", item["item"], "reject").code in (3, 4)
    assert stat.S_ISFIFO((home / "memory/notes/pipe.md").lstat().st_mode)


TWINS = (
    (unicodedata.normalize("NFC", "café"), unicodedata.normalize("NFD", "café")),
    ("Plan", "plan"),
)


@pytest.mark.parametrize(("one", "two"), TWINS)
def test_twins_are_both_listed_and_new_ones_are_refused(home: Path, one: str, two: str) -> None:
    if one.casefold() != two.casefold():
        assert unicodedata.normalize("NFC", one) == unicodedata.normalize("NFC", two)
    put(home, f"memory/notes/{one}.md", reviewed("m_one"))
    put(home, f"memory/notes/{two}.md", reviewed("m_two"))
    paths = {row["path"] for row in curator(home, "notes").json["notes"]}
    assert paths >= {f"memory/notes/{one}.md", f"memory/notes/{two}.md"}
    assert "path-collision" in curator(home, "check").out
    (home / f"memory/notes/{two}.md").unlink()
    put(home, f"memory/candidates/{two}.md", note("m_new"))
    item = next(i for i in queue(home) if i["notes"] == ["m_new"])
    words = ("decide", item["item"], "approve")
    refused = curator(home, *words)
    assert (refused.code, refused.error["code"]) == (4, "twin-title")
    refused = curator(home, *words, "--confirm", "twin-title")
    assert (refused.code, refused.error["code"]) == (4, "path-taken")
    assert not (home / f"memory/notes/{two}.md").exists()


def test_a_name_that_is_not_utf8_is_escaped_and_decided(home: Path) -> None:
    name = os.fsdecode(b"memory/candidates/\xff\x1b[31m.md")
    put(home, name, note("m_odd"))
    [item] = queue(home)
    assert item["paths"] == ["memory/candidates/\\xff\x1b[31m.md"]
    plain = curator(home, "queue", as_json=False).out
    assert "\x1b" not in plain
    shown = curator(home, "show", item["item"]).json["shown_hash"]
    assert curator(home, "decide", item["item"], "approve", "--expect", shown).code == 0
    target = home / os.fsdecode(b"memory/notes/\xff\x1b[31m.md")
    assert target.exists()
    assert curator(home, "undo").code == 0
    assert (home / name).read_text("utf-8") == note("m_odd")


LIMITED = "-dac_override,-dac_read_search"
"""What lets root open everything."""


def as_anybody(home: Path, *words: str) -> Any:
    """What a command says to somebody who may not open everything."""
    command = [sys.executable, "-m", "curator_app", "-C", str(home), *words, "--json"]
    if os.geteuid() == 0:
        setpriv = shutil.which("setpriv")
        if setpriv is None:
            pytest.skip("root may open everything, and setpriv is not here")
        command = [setpriv, f"--bounding-set={LIMITED}", f"--inh-caps={LIMITED}", *command]
    done = subprocess.run(command, capture_output=True, timeout=60, check=False)
    return json.loads(done.stdout)


def test_what_cannot_be_opened_is_named_and_the_rest_is_read(home: Path) -> None:
    shut = put(home, "memory/notes/shut.md", reviewed("m_shut"))
    room = put(home, "memory/notes/room/b.md", reviewed("m_b")).parent
    shut.chmod(0)
    room.chmod(0o600)
    hall = put(home, "memory/notes/hall/c.md", reviewed("m_c")).parent
    hall.chmod(0)
    try:
        problems = as_anybody(home, "check")["problems"]
        told = {p["path"] for p in problems if p["code"].startswith("unreadable")}
        names = ("shut.md", "room/b.md", "hall")
        assert told == {f"memory/notes/{name}" for name in names}
        listed = {row["path"] for row in as_anybody(home, "notes")["notes"]}
        assert listed == {"memory/notes/a.md", *told}
        assert as_anybody(home, "current", "m_a")["status"] == "known"
        assert as_anybody(home, "status")["unreadable"] == 3
    finally:
        shut.chmod(0o644)
        room.chmod(0o755)
        hall.chmod(0o755)
    assert as_anybody(home, "status")["unreadable"] == 0
