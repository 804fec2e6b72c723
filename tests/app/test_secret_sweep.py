"""A secret of a proposal is nowhere but where its proposer put it and in local rescue (FAULTS 79).

Every command and screen is run over it, and every decision that takes it away or blanks it out;
then all bytes are searched: ledger, objects, messages, caches, index, views, journal, output,
screenshots and what goes to the terminal's clipboard.
"""

from __future__ import annotations

import json
import random
import string
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.app.tui.desk import Driven, driven
from tests.homes import curator, make_home, note, put, reviewed
from tests.proposal_branches import Change, git_bytes, propose

READS = [
    *(("queue",), ("queue", "--filter", "flag:secret"), ("status",), ("check",), ("audit",)),
    *(("notes",), ("notes", "--search", "staging"), ("history",), ("stats",), ("views",)),
    *(("index", "rebuild"), ("index", "verify"), ("staged",), ("doctor",), ("rescue", "list")),
    *(("current", "db.password"), ("explain", "db.password"), ("trace", "staging password")),
    *(("lineage", "s-leak"), ("lineage", "s-leak", "--rollback")),
]


def secret() -> str:
    """A provider's token that no run had before."""
    chance = random.SystemRandom()
    return "ghp_" + "".join(chance.choices(string.ascii_letters + string.digits, k=36))


def leaking(name: str, value: str, **more: Any) -> str:
    """A note that holds it wherever a proposer can write."""
    return note(
        name,
        f"# The staging token\n\nThe staging token is {value} for now.",
        title=f"Token {value}",
        value=value,
        memory_key="db.password",
        subject=f"project/{value}",
        sources=[f"https://x.example/?token={value}"],
        session="s-leak",
        **more,
    )


@pytest.fixture
def value() -> str:
    return secret()


@pytest.fixture
def home(tmp_path: Path, value: str) -> Path:
    waiting = {
        "a.md": leaking("leak-file", value),
        "b.md": note("clean-one", "A clean fact.", session="s-leak"),
    }
    home = make_home(tmp_path / "home", {"r.md": reviewed("kept", "A kept fact.")}, waiting)
    propose(
        home,
        Change(
            files={"memory/candidates/c.md": leaking("leak-branch", value, kind="episodic")},
            message=f"Remember {value}",
            trailers={"Curator-Reason": f"said {value}", "Curator-Job": f"job {value}"},
        ),
        ref=f"refs/heads/proposals/{value}",
    )
    return home


def own_objects(home: Path) -> set[str]:
    """The objects that lie there before anything is decided."""
    return set(
        git_bytes(home, "cat-file", "--batch-all-objects", "--batch-check").decode().split("\n")
    )


def run(home: Path, value: str, *words: str, as_json: bool = True) -> Any:
    """A command, whose output tells no secret."""
    done = curator(home, *words, as_json=as_json)
    assert value not in done.out + done.err, words
    return done


def read(home: Path, value: str) -> None:
    """All that only looks, in both forms."""
    for words in READS:
        run(home, value, *words)
        run(home, value, *words, as_json=False)


def files(home: Path, value: str) -> Iterator[str]:
    """Files that hold it, the git objects and what it may lie in aside."""
    for file in home.rglob("*"):
        path = file.relative_to(home).as_posix()
        mine = path.startswith(("memory/candidates/", ".git/curator/rescued/", ".git/objects/"))
        mine = mine or path == ".git/packed-refs"
        if not file.is_file() or mine or "refs/heads/proposals/" in path:
            continue
        if value.encode() in file.read_bytes() or value in file.name:
            yield path


def new_objects(home: Path, value: str, before: set[str]) -> Iterator[str]:
    """Objects that Curator made and that hold it."""
    for line in own_objects(home) - before:
        oid = line.split(" ")[0]
        kind = line.split(" ")[1] if oid else ""
        if oid and value.encode() in git_bytes(home, "cat-file", kind, oid):
            yield line


def clean(home: Path, value: str, before: set[str]) -> None:
    assert list(files(home, value)) == []
    assert list(new_objects(home, value, before)) == []


def test_commands_and_decisions_tell_nothing(home: Path, value: str) -> None:
    before = own_objects(home)
    read(home, value)
    for name in ("leak-file", "leak-branch"):
        assert run(home, value, "decide", name, "approve").code in (4,)
        run(home, value, "decide", name, "approve", "--dry-run")
        run(home, value, "decide", name, "approve", "--redact", "--dry-run")
        run(home, value, "decide", name, "reject", "--dry-run", "--reason", f"token {value}")
        assert run(home, value, "decide", name, "defer", "--reason", f"it is {value}").code == 0
        assert run(home, value, "decide", name, "restore").code == 0
    run(home, value, "decide", "leak-file", "approve", "--result", f"/nowhere/{value}")
    clean(home, value, before)
    expect = {n: curator(home, "show", n).json["shown_hash"] for n in ("leak-file", "leak-branch")}
    words = ("approve", "--redact", "--expect", expect["leak-file"], "--stage")
    assert run(home, value, "decide", "leak-file", *words).code == 0
    run(home, value, "staged")
    clean(home, value, before)
    assert run(home, value, "apply").code == 0
    assert run(home, value, "decide", "leak-branch", "reject", "--reason-code", "private").code == 0
    read(home, value)
    clean(home, value, before)
    assert "[redacted github-token]" in (home / "memory/notes/a.md").read_text()


def test_a_file_that_is_named_after_it_is_only_rejected(home: Path, value: str) -> None:
    path = f"memory/candidates/{value}.md"
    put(home, path, note("leak-path", "The name of this file tells it."))
    before = own_objects(home)
    for words in (("approve",), ("approve", "--redact"), ("edit", "--result", __file__)):
        refused = run(home, value, "decide", "leak-path", *words)
        assert refused.error["code"] in ("secret", "no-change", "invalid")
    read(home, value)
    assert run(home, value, "decide", "leak-path", "reject", "--reason", f"is {value}").code == 0
    assert not (home / path).exists()
    assert list(new_objects(home, value, before)) == []


def test_merged_and_edited_results_tell_nothing(home: Path, value: str) -> None:
    before = own_objects(home)
    result = put(home.parent, "m.md", leaking("merged", value))
    shown = curator(home, "show", "clean-one").json["shown_hash"]
    for words in (
        ("merge", "--target", "leak-file", "--result", str(result)),
        ("edit", "--result", str(put(home.parent, "e.md", leaking("clean-one", value)))),
    ):
        done = run(home, value, "decide", "clean-one", *words, "--expect", shown)
        assert (done.code, done.error["code"]) == (4, "secret")
    good = put(home.parent, "g.md", note("merged", "A clean fact; ask for the token."))
    merge = ("merge", "--target", "leak-file", "--result", str(good), "--expect", shown)
    done = run(home, value, "decide", "clean-one", *merge)
    assert done.code in (0, 4), done.err
    clean(home, value, before)


KEYS = [
    *("enter", "x", "h", "c", "Q", "t", "m"),
    *("a", "escape", "r", "8", "u", "d", "enter", "space", "M", "P", "H", "L", "i", "#", "f", "O"),
]


def clips(one: Driven) -> list[str]:
    """What was copied through the terminal."""
    return [one.app.clipboard]


@pytest.mark.slow
async def test_screens_and_the_clipboard_tell_nothing(home: Path, value: str) -> None:
    before = own_objects(home)
    async with driven(home, (140, 40)) as one:
        rows = len(one.app.session.view.items if one.app.session.view else ())
        for number in range(rows):
            for key in KEYS:
                await one.press(*("g", *("j" for _ in range(number)), key))
                assert value not in one.text, key
                assert value not in one.app.export_screenshot(), key
                assert value not in "".join(clips(one)), key
                for _ in range(4):
                    if one.app.screen is one.queue:
                        break
                    await one.press("escape")
    clean(home, value, before)
    assert json.loads(curator(home, "staged").out)["decisions"] is not None
