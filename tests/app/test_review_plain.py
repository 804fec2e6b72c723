"""`curator review --plain`: the queue in prompts, through a pipe and in a terminal (DESIGN §9)."""

from __future__ import annotations

import io
import os
import sys
import unicodedata
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path

import pexpect
import pytest

from curator_app.cli.run import run
from tests.homes import CONFIG, NOW, Result, curator, fingerprint, git, make_home, note, reviewed

ROOT = Path(__file__).resolve().parents[2]
LOW = CONFIG.replace('"all"', '"low-risk"')
QUESTION = "[a]pprove [r]eject [d]efer [s]kip [u]ndo [q]uit [?] "


def talk(home: Path, *answers: str, words: tuple[str, ...] = (), as_json: bool = False) -> Result:
    """A session whose answers come through a pipe."""
    data = io.BytesIO("".join(f"{answer}\n" for answer in answers).encode())
    out, err = io.StringIO(), io.StringIO()
    given = ["-C", str(home), "review", "--plain", *words, *(["--json"] if as_json else [])]
    with pytest.MonkeyPatch.context() as patch, redirect_stdout(out), redirect_stderr(err):
        patch.setenv("CURATOR_NOW", NOW.isoformat())
        patch.setattr(sys, "stdin", io.TextIOWrapper(data))
        code = run(given)
    return Result(code, out.getvalue(), err.getvalue())


def home_of(root: Path, config: str = CONFIG) -> Path:
    """Three candidates, in this order: a plain one, one without a source, one that supersedes."""
    old = reviewed("old-port", memory_key="port", value=3000, valid_from="2026-01-01")
    new: dict[str, object] = {"memory_key": "port", "value": 4000, "supersedes": ["old-port"]}
    waiting = {
        "a.md": note("note-a", recorded_at="2026-11-01T08:00:00+00:00", scope="project:alpha"),
        "b.md": note("note-b", recorded_at="2026-11-02T08:00:00+00:00", sources=None),
        "c.md": note("note-c", recorded_at="2026-11-03T08:00:00+00:00", **new),
    }
    return make_home(root / "home", {"old.md": old}, waiting, config)


@pytest.fixture
def home(tmp_path: Path) -> Path:
    return home_of(tmp_path)


def actions(home: Path) -> list[tuple[str, str]]:
    events = curator(home, "history").json["events"]
    return [(event["about"][0], event["action"]) for event in reversed(events)]


def test_a_whole_queue_through_a_pipe(home: Path) -> None:
    done = talk(
        home,
        *("a", "y"),
        *("a", "no-source", "y"),
        *("a", "2", "2026-11-05", "y"),
    )
    assert done.code == 0, done.out
    assert actions(home) == [
        ("note-a", "approve"),
        ("note-b", "approve"),
        ("note-c", "approve"),
    ]
    assert done.out.splitlines()[-1] == "3 written, 0 skipped, 0 refused."
    assert curator(home, "current", "port").json["answer_value"] == "4000"
    (event, *_) = curator(home, "history").json["events"]
    assert (event["tty"], event["relation"]) == (False, "state_change")


def test_everything_is_said_before_it_is_asked(home: Path) -> None:
    """C43: the scope that it goes to is named before anything is written."""
    out = talk(home, "a").out
    told, asked = out.index("Scope: project:alpha."), out.index(QUESTION)
    planned, written = out.index("This will be written:"), out.index("Write it? [y]es [n]o: ")
    assert told < asked < planned < written
    assert "1. Title: Title of note-a." in out
    assert "It waits 28 days." in out
    assert "The file memory/candidates/a.md moves to memory/notes/a.md." in out[planned:]
    assert "The answer for note-a in project:alpha now was: (none)." in out[planned:]
    assert out.endswith("The input ended.\n0 written, 0 skipped, 0 refused.\n")


def test_the_end_of_input_loses_nothing(home: Path) -> None:
    before = fingerprint(home, "memory", "ledger")
    for answers in ((), ("a",), ("r", "1"), ("d",), ("a", "n"), ("r", "wrong", "why")):
        done = talk(home, *answers)
        assert done.code == 0
        assert "The input ended." in done.out
    assert fingerprint(home, "memory", "ledger") == before
    assert talk(home, "a", "y", "a").code == 0
    assert actions(home) == [("note-a", "approve")]


def test_reject_asks_why_and_defer_until_when(home: Path) -> None:
    done = talk(home, "r", "9", "4", "nobody said so", "y", "d", "2027-01-05", "y", "q")
    assert done.code == 0
    assert "That is none of these." in done.out
    rejected, deferred = reversed(curator(home, "history").json["events"])
    assert (rejected["reason_code"], rejected["reason"]) == ("unsupported", "nobody said so")
    assert (deferred["action"], deferred["until"]) == ("defer", "2027-01-05")


def test_a_refused_decision_leaves_the_item_and_asks_again(home: Path) -> None:
    done = talk(home, "d", "2020-01-01", "s", "a", "nonsense", "s", "q")
    assert "not done: 2020-01-01 is not after today" in done.out
    assert "Type no-source to confirm" in done.out
    assert actions(home) == []
    assert done.code == 4
    mended = talk(home, "d", "2020-01-01", "r", "", "", "y", "q")
    assert (mended.code, actions(home)) == (0, [("note-a", "reject")])


def test_help_skip_undo_and_quit(home: Path) -> None:
    before = fingerprint(home)
    done = talk(home, "what", "?", "a", "y", "u", "n", "u", "y", "s", "q")
    assert "That is no answer here; ? explains the keys." in done.out
    assert "Nothing is written before you have heard what and said y." in done.out
    assert done.out.count("This will be taken back:") == 2
    assert fingerprint(home) == before
    assert actions(home) == [("note-a", "approve"), ("note-a", "undo")]
    assert done.out.splitlines()[-1] == "2 written, 1 skipped, 0 refused."


def test_only_what_a_filter_takes(home: Path) -> None:
    out = talk(home, "q", words=("--filter", "has:slot")).out
    assert "1 of 3 waiting items." in out
    assert "note-c" in out
    refused = talk(home, words=("--filter", "has:nothing"), as_json=True)
    assert (refused.code, refused.error["code"]) == (2, "usage")


def test_without_plain_it_is_a_usage_error(home: Path) -> None:
    refused = curator(home, "review")
    assert (refused.code, refused.error["code"]) == (2, "usage")


def test_headless_policy_holds_for_a_pipe(tmp_path: Path) -> None:
    home = home_of(tmp_path, LOW)
    refused = talk(home, "a", "y", "q", as_json=True)
    assert (refused.code, refused.error["code"]) == (4, "headless-policy")
    assert refused.out == ""
    partly = talk(home, "a", "y", "s", "r", "3", "", "y", "q", as_json=True)
    assert partly.code == 1
    assert [row["error"]["code"] for row in partly.json["refused"]] == ["headless-policy"]
    assert len(partly.json["decisions"]) == 1
    assert actions(home) == [("note-b", "reject")]


def test_what_changed_meanwhile_is_read_out_again(home: Path) -> None:
    """Bound to what was read out: an edit between the question and the answer is stale."""
    file = home / "memory/candidates/a.md"

    class Late(io.TextIOWrapper):
        def readline(self, size: int | None = -1, /) -> str:  # type: ignore[override]
            line = super().readline()
            if line == "y\n" and "changed" not in file.read_text():
                file.write_text(file.read_text() + "changed\n")
            return line

    out = io.StringIO()
    with pytest.MonkeyPatch.context() as patch, redirect_stdout(out), redirect_stderr(out):
        patch.setenv("CURATOR_NOW", NOW.isoformat())
        patch.setattr(sys, "stdin", Late(io.BytesIO(b"a\ny\n")))
        run(["-C", str(home), "review", "--plain"])
    assert "[stale]" in out.getvalue()
    assert actions(home) == []


def test_foreign_text_is_escaped_and_every_line_is_plain(tmp_path: Path) -> None:
    hostile = "\x1b]0;owned\x07 \u202e evil \u200b [@click=app.quit]x[/] 春"
    text = note("note-h", hostile, subject='"a\\u001b[2Jb"', title='"\\u202e[/] t"')
    home = make_home(tmp_path / "home", {}, {"h.md": text})
    out = talk(home, "a", "y", "q").out
    bad = {char for char in out if unicodedata.category(char) in {"Cc", "Cf", "Zl", "Zp"}}
    assert bad <= {"\n"}
    assert "<U+202E>" in out
    assert not set(out) & set("─│┌┐└┘━┃█")


@pytest.mark.slow
def test_in_a_real_terminal(home: Path) -> None:
    child: pexpect.spawn[str] = pexpect.spawn(
        sys.executable,
        ["-m", "curator_app", "-C", str(home), "review", "--plain"],
        env={
            **os.environ,
            "PYTHONPATH": f"{ROOT / 'core'}{os.pathsep}{ROOT}",
            "CURATOR_NOW": NOW.isoformat(),
        },
        encoding="utf-8",
        dimensions=(24, 80),
        timeout=60,
    )
    with child:
        child.expect_exact(QUESTION)
        child.sendline("a")
        child.expect_exact("Write it? [y]es [n]o: ")
        child.sendline("y")
        child.expect("applied d_")
        child.expect_exact(QUESTION)
        child.sendline("r")
        child.expect_exact("empty for other: ")
        child.sendline("4")
        child.expect_exact("In words, or empty: ")
        child.sendline("no source")
        child.expect_exact("Write it? [y]es [n]o: ")
        child.sendline("yes")
        child.expect_exact(QUESTION)
        child.sendeof()
        child.expect(pexpect.EOF)
        assert "2 written, 0 skipped, 0 refused." in str(child.before)
        child.wait()
        assert child.exitstatus == 0
    assert actions(home) == [("note-a", "approve"), ("note-b", "reject")]
    assert curator(home, "history").json["events"][0]["tty"] is True
    assert git(home, "status", "--porcelain", "memory/notes") == ""
