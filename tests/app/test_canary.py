"""No command and no screen starts a program of a Home, reads outside of it or writes there."""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from curator_app.cli import parser
from tests.app.canary_home import TOKEN, Trap, asleep, calls_a_program, copied, template
from tests.homes import Result, curator, make_home, note, put, reviewed

PART = TOKEN[:-2]
OUT = "../outside/secret.md"
ALIEN = ("memory/notes/link.md", OUT, "sources/link.md#L1-L9", "-x", "//HEAD/memory/notes/link.md")
"""What a stranger may name where an item, a note, a source or a slot is asked for."""

CALLS: dict[str, list[str]] = {
    "status": ["status", "status --porcelain", "status --max-waiting 0"],
    "doctor": ["doctor"],
    "check": ["check"],
    "audit": ["audit"],
    "notes": ["notes", f"notes --search {PART}", "notes --search fact --limit 3"],
    "schema": ["schema"],
    "views": ["views"],
    "stats": ["stats", "stats --days 30"],
    "new": ["new --body Text --title Own --id m_own", f"new --source {OUT}#L1 --body x"],
    "queue": ["queue", "queue --filter lane:quarantined", "queue --lane candidate --sample"],
    "suggest": ["suggest m_free", "suggest m_free --pick 1 --dry-run", "suggest m_free --stage"],
    "show": ["show m_cites", "show m_wait", "show m_port", "show m_mail", "show m_free"],
    "decide": [
        "decide m_wait approve --dry-run",
        "decide m_wait approve",
        "decide m_cites approve --confirm no-source",
        "decide m_mail approve",
        "decide m_mail reject --reason-code unsafe",
        "decide m_port approve --relation state_change --valid-from 2026-11-01",
        "decide m_hard pin",
        "decide m_free reject",
        "decide m_branch approve --confirm branch",
        "decide m_new archive",
        "decide m_gone restore",
    ],
    "review": ["review --plain", "review --plain --lane quarantined"],
    "staged": ["staged"],
    "apply": ["apply --dry-run", "apply --partial"],
    "undo": ["undo --dry-run", "undo", "undo --where action=reject", "undo --with-dependents"],
    "current": ["current port", "current m_outside", f"current {PART}"],
    "at": ["at port 2026-10-01", "at port 2026-10-01 --known-at 2026-11-20"],
    "explain": ["explain port", "explain m_outside"],
    "history": ["history", "history --outside", "history --note m_new"],
    "rescue": ["rescue list"],
    "index": ["index status", "index rebuild", "index verify", "index use unigrams-1"],
    "trace": ["trace port", f"trace {PART}", "trace m_new --when 2026-11-20"],
    "lineage": ["lineage manual:tester@2026-11-20", "lineage sources/link.md --rollback --dry-run"],
    "forget": [
        *("forget m_gone", "forget m_cites", "forget m_hard", f"forget {OUT}"),
        *("forget sources/link.md#L1-L1", "forget sources/log.md#L1-L1 --execute"),
        *("forget m_gone --execute --reason test", "forget m_branch --execute"),
        *("forget --scope global --execute", "forget --receipt d_x"),
    ],
    "demo": ["demo {new}/sample --no-ui", "demo {home} --no-ui"],
    "init": ["init {new}/own", "init {home} --adopt", "init {new}/linked --adopt"],
}
"""Every command with the calls that make it do what it can; a new one must be put here."""

NAMED = ("show", "decide", "suggest", "current", "explain", "trace", "lineage", "forget")
"""Commands that take a name of a stranger."""


@pytest.fixture(scope="module")
def set_traps(tmp_path_factory: pytest.TempPathFactory) -> Trap:
    return template(tmp_path_factory.mktemp("canary"))


@pytest.fixture
def trap(set_traps: Trap, tmp_path: Path) -> Iterator[Trap]:
    with asleep(set_traps, tmp_path) as one:
        yield one


def calls(name: str, home: Path, new: Path) -> Iterator[list[str]]:
    """The calls of a command, then those that name what lies outside."""
    for line in CALLS[name]:
        yield [word.format(home=home, new=new) for word in line.split()]
    for alien in ALIEN if name in NAMED else ():
        yield [name, *(["--"] if alien[0] == "-" else []), alien]
        yield [name, alien, *(["reject"] if name == "decide" else [])]


def harmless(done: Result) -> None:
    assert TOKEN not in done.out + done.err
    assert 0 <= done.code <= 5
    assert '"code": "bug"' not in done.err
    assert "Traceback" not in done.err


def unlinked(home: Path) -> None:
    """Take the links of Curator's own folder away, so that commands get further."""
    for path in (home / ".curator").iterdir():
        path.unlink()


def commands() -> set[str]:
    """Every command of the grammar."""
    kind = argparse._SubParsersAction
    return set(next(a for a in parser.build()._actions if isinstance(a, kind)).choices)


def test_every_command_has_its_calls() -> None:
    assert commands() == CALLS.keys()


def test_the_traps_are_live(set_traps: Trap, tmp_path: Path) -> None:
    one = copied(set_traps, tmp_path)
    assert calls_a_program(one)
    one.canary.unlink()
    assert TOKEN in (one.home / "memory/notes/link.md").read_text("utf-8")


@pytest.mark.slow
@pytest.mark.parametrize("name", CALLS)
@pytest.mark.timeout(120)
def test_a_command_starts_nothing_and_stays_inside(trap: Trap, tmp_path: Path, name: str) -> None:
    new = tmp_path / "new"
    put(new, "linked/a.md", reviewed("m_a"))
    (new / "linked/link.md").symlink_to(trap.outside / "secret.md")
    (new / "linked/folder").symlink_to(trap.outside / "folder")
    for number, words in enumerate(calls(name, trap.home, new)):
        harmless(curator(trap.home, *words, as_json=bool(number % 2)))
    unlinked(trap.home)
    for words in calls(name, trap.home, new):
        harmless(curator(trap.home, *words))
    harmless(curator(trap.home, "views"))
    harmless(curator(trap.home, "index", "rebuild"))


def test_the_commands_did_their_work(trap: Trap) -> None:
    """The traps stop no honest decision; each of these is written."""
    unlinked(trap.home)
    for line in ("decide m_wait approve", "decide m_hard pin", "undo", "apply", "views", "audit"):
        done = curator(trap.home, *line.split())
        assert done.code in (0, 1), (line, done.err)
    assert curator(trap.home, "current", "port").json["answer_value"] == "9000"
    assert (trap.home / ".curator/views/MEMORY.md").is_file()
    told = {each["path"] for each in curator(trap.home, "check").json["problems"]}
    assert {"memory/notes/link.md", "memory/notes/folder", "memory/notes/pipe.md"} <= told


def test_grafts_hide_nothing_from_an_audit(tmp_path: Path) -> None:
    """A graft that leaves out the commit beside Curator leaves it in the audit."""
    home = make_home(tmp_path / "home", {"a.md": reviewed("m_a")}, {"c.md": note("m_c")})
    put(home, "memory/notes/a.md", reviewed("m_a", "Quietly changed."))
    run = ["git", "-C", str(home), "-c", "user.email=x@y.example"]
    subprocess.run([*run, "commit", "-qam", "Quiet"], check=True)
    quiet = _rev(home, "HEAD")
    assert curator(home, "decide", "m_c", "approve").code == 0
    before = curator(home, "audit").out, curator(home, "history", "--outside").out
    assert quiet in before[1]
    put(home, ".git/info/grafts", f"{_rev(home, 'HEAD')} {_rev(home, 'HEAD~2')}\n")
    assert (curator(home, "audit").out, curator(home, "history", "--outside").out) == before


def _rev(home: Path, name: str) -> str:
    words = ["git", "-C", str(home), "rev-parse", name]
    return subprocess.run(words, capture_output=True, check=True, text=True).stdout.strip()


STATE = (
    *("config-in-effect.toml", "salt", "cache.db", "glance.json", "views.json", "index.json"),
    *(
        "audit.json",
        "intent.json",
        "lock",
        "holder",
        "index.lock",
        "git-child.json",
        "first-seen.json",
    ),
)
"""Files of Curator's own under the git path, by the names that its code uses."""


@pytest.mark.slow
@pytest.mark.parametrize("name", STATE)
def test_a_link_in_place_of_a_state_file_is_not_followed(trap: Trap, name: str) -> None:
    place = trap.home / ".git/curator" / name
    place.unlink(missing_ok=True)
    place.symlink_to(trap.outside / "table.json")
    _use(trap.home)


@pytest.mark.slow
@pytest.mark.timeout(60)
@pytest.mark.parametrize("name", STATE[:6])
def test_a_pipe_in_place_of_a_state_file_hangs_nothing(trap: Trap, name: str) -> None:
    place = trap.home / ".git/curator" / name
    place.unlink(missing_ok=True)
    os.mkfifo(place)
    _use(trap.home)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["", "staged", "rescued", "drafts", "set-back"])
def test_a_linked_state_folder_is_not_used(trap: Trap, name: str) -> None:
    folder = trap.home / ".git/curator" / name
    shutil.rmtree(folder, ignore_errors=True)
    folder.symlink_to(trap.outside / "folder")
    _use(trap.home)


def test_kept_texts_are_not_read_through_links(trap: Trap) -> None:
    name = "a" * 40 + "-" + "b" * 8
    folder = trap.home / ".git/curator/rescued"
    folder.mkdir(exist_ok=True)
    (folder / name).symlink_to(trap.outside / "secret.md")
    (trap.home / ".git/curator/staged/x.json").symlink_to(trap.outside / "table.json")
    harmless(curator(trap.home, "staged"))
    assert curator(trap.home, "forget", "m_gone", "--execute").code == 0
    harmless(curator(trap.home, "rescue", "list"))
    harmless(curator(trap.home, "rescue", "show", name))
    harmless(curator(trap.home, "rescue", "show", name, "--to", str(trap.home.parent / "kept")))
    assert not (trap.home.parent / "kept").exists()


def _use(home: Path) -> None:
    for line in (
        "status",
        "status --porcelain",
        "queue",
        "decide m_wait approve",
        "decide m_x",
        "decide m_cites defer --stage",
        "staged",
        "apply",
        "undo",
        "audit",
        "views",
        "index rebuild",
        "notes --search fact",
        "rescue list",
        "forget m_gone --execute",
    ):
        harmless(curator(home, *line.split()))


SEEN = (
    *("queue", "audit", "decide m_cites reject", "views", "show m_cites", "check", "doctor"),
    *("forget m_gone --execute", "history --outside", "lineage m_new", "trace port", "apply"),
)


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("strace") is None, reason="strace is not here")
@pytest.mark.parametrize("line", SEEN)
def test_no_process_opens_what_lies_outside(trap: Trap, tmp_path: Path, line: str) -> None:
    """Seen by the system, children too; git alone may look for borrowed objects."""
    log = tmp_path / "log"
    command = ["strace", "-f", "-y", "-e", "trace=open,openat,openat2", "-o", str(log)]
    command += [sys.executable, "-m", "curator_app", "-C", str(trap.home), *line.split(), "--json"]
    done = subprocess.run(command, capture_output=True, timeout=120, check=False)
    assert done.returncode in range(6), done.stderr
    text = log.read_text("utf-8", "replace")
    assert "curator.toml" in text
    shown = [line for line in text.splitlines() if f"<{trap.outside}" in line.rpartition(" = ")[2]]
    mine = [line for line in shown if f"<{trap.outside}/other.git/objects" not in line]
    assert mine == []
