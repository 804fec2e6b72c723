"""A Home with decisions, evidence and files of people, and the ways in which it is damaged by hand.

Each way says which findings an audit must make of it, and how they are decided so that every file
is again as it was.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from curator_core.store.repository import Repository
from tests.homes import AUTHOR, CONFIG, Result, curator, git, note, put, reviewed, tree_bytes

NEW = "memory/notes/new.md"
PLAIN = "memory/notes/plain.md"
EDITED, COMMITTED, LIED, GONE, GONE_TOO, MOVED = (
    f"memory/notes/{name}.md" for name in ("edited", "committed", "lied", "gone", "gone2", "moved")
)
FORGED = "ledger/2026-11/20261101T000000Z-d_forged.jsonl"
AGENTS, STRAY = (FORGED.replace("forged", name) for name in ("agents", "stray"))
EVENT = (
    '{"event_id": "e_%s", "decision": "d_forged", "at": "2026-11-01T00:00:00Z", '
    '"actor": "%s", "action": "defer", "item": "i_forged", "proposal": {}, "notes": []}\n'
)
FILES = {
    "memory/notes/old.md": reviewed("old-port", value="8000", memory_key="port"),
    PLAIN: reviewed("plain", sources=["sources/log.md#L1-L2"]),
    **{path: reviewed(path[13:-3]) for path in (EDITED, COMMITTED, LIED, GONE, GONE_TOO, MOVED)},
    "sources/log.md": "one\ntwo\nthree\n",
    "golden/ports.yaml": "- question: port\n",
    "AGENTS.md": "Ask a person.\n",
    ".github/workflows/ci.yml": "on: push\n",
    ".gitattributes": "memory/** -text\n",
}


def build(root: Path) -> Path:
    """The Home before any damage; every audit of it is clean."""
    with Repository.init(root, "main") as repo:
        data: Mapping[str, bytes | None] = {path: text.encode() for path, text in FILES.items()}
        base = repo.commit_files(data, "Notes", at="2026-11-01T00:00:00Z", author=AUTHOR)
        config = f'{CONFIG}[adopt]\nbaseline = "{base}"\n'
        repo.commit_files(
            {"curator.toml": config.encode()}, "Home", at="2026-11-02T00:00:00Z", author=AUTHOR
        )
    new = note(
        "new-port",
        memory_key="port",
        value="9000",
        supersedes=["old-port"],
        valid_from="2026-06-01",
    )
    put(root, "memory/candidates/new.md", new)
    put(root, "memory/candidates/mail.md", note("mail", origin="external", taint=["external"]))
    done(curator(root, "decide", "new-port", "approve", "--relation", "state_change"))
    shown = curator(root, "show", "mail").json["shown_hash"]
    done(curator(root, "decide", "mail", "approve", "--expect", shown))
    for name in ("third", "fourth"):
        put(root, f"memory/candidates/{name}.md", note(name))
        done(curator(root, "decide", name, "approve"))
    return root


def done(result: Result) -> Result:
    """What must have worked."""
    assert result.code == 0, result.err
    return result


def commit(home: Path, *paragraphs: str) -> None:
    """Everything that lies there, committed beside Curator."""
    git(home, "add", "-A")
    words = [word for each in paragraphs or ("By hand",) for word in ("-m", each)]
    git(home, "-c", "user.email=other@example.org", "commit", "-q", *words)


def change(home: Path, path: str, old: str, new: str) -> None:
    """One text in a file for another; it must be there."""
    text = (home / path).read_text("utf-8")
    assert old in text, (path, old)
    put(home, path, text.replace(old, new))


def ledger(home: Path, number: int) -> Path:
    """The ledger file of the decision with this number, from 0, as they were taken."""
    return sorted(home.glob("ledger/*/*.jsonl"), key=lambda path: path.stat().st_mtime_ns)[number]


def files(home: Path) -> dict[str, bytes]:
    """Everything that belongs to the Home, but for the ledger, which every repair grows."""
    found = tree_bytes(home, "memory", "sources", "golden", ".github")
    return found | {name: (home / name).read_bytes() for name in ("AGENTS.md", "curator.toml")}


@dataclass(frozen=True, slots=True)
class Way:
    """How a Home is damaged; `codes` are what an audit finds, `by` which action decides each."""

    damage: Callable[[Path], object]
    codes: Mapping[str, str] = field(default_factory=dict)


def _committed(damage: Callable[[Path], object], *paragraphs: str) -> Callable[[Path], None]:
    def made(home: Path) -> None:
        damage(home)
        commit(home, *paragraphs)

    return made


def _gone(path: str) -> Callable[[Path], object]:
    return lambda home: (home / path).unlink()


def _put(path: str, text: str) -> Callable[[Path], object]:
    return lambda home: put(home, path, text)


def _changed(path: str, old: str, new: str) -> Callable[[Path], object]:
    return lambda home: change(home, path, old, new)


def _torn(home: Path) -> None:
    torn = ledger(home, 1)
    torn.write_bytes(torn.read_bytes()[:-40])


def _moved_out(home: Path) -> None:
    (home / "attic").mkdir()
    (home / MOVED).rename(home / "attic/moved.md")


def _reset(home: Path) -> None:
    """The branch is moved back by a decision, its worktree too."""
    assert curator(home, "audit").code == 0
    git(home, "reset", "-q", "--hard", "HEAD~1")


STRANGER = reviewed("stranger", reviewed=True, reviewed_by="human:nobody")
APPROVE, REJECT = "approve", "reject"
WAYS: dict[str, Way] = {
    "a note edited and committed": Way(
        _committed(_changed(COMMITTED, "A fact", "Another fact")), {"outside-change": REJECT}
    ),
    "a note slipped in and committed": Way(
        _committed(_put("memory/notes/x.md", STRANGER)), {"outside-change": REJECT}
    ),
    "a note deleted and committed": Way(_committed(_gone(GONE_TOO)), {"note-missing": APPROVE}),
    "an edge taken out": Way(
        _committed(_changed(NEW, 'supersedes: ["old-port"]', "supersedes: []")),
        {"outside-change": REJECT},
    ),
    "a ledger file forged and committed": Way(
        _committed(_put(FORGED, EVENT % ("forged_0001", "human:boss"))),
        {"ledger-without-commit": REJECT},
    ),
    "an agent's decision committed": Way(
        _committed(_put(AGENTS, EVENT % ("agents_0001", "agent:cleo"))),
        {"ledger-without-commit": REJECT, "not-a-person": ""},
    ),
    "a ledger file torn and committed": Way(
        _committed(_torn),
        {"ledger-without-commit": REJECT, "ledger-unreadable": "", "claimed-review": ""}
        | {"ledger-gap": ""},
    ),
    "a ledger file removed and committed": Way(
        _committed(lambda home: ledger(home, 0).unlink()),
        {"ledger-without-commit": REJECT, "ledger-gap": "", "claimed-review": ""}
        | {"edited-since-review": ""},
    ),
    "a decision without a ledger file": Way(
        _committed(_put("list.txt", "x\n"), "By hand", "Curator-Decision: d_nobody"),
        {"decision-without-ledger": REJECT},
    ),
    "golden questions changed": Way(
        _committed(_put("golden/ports.yaml", "- question: none\n")), {"protected-path": REJECT}
    ),
    "the words for agents changed": Way(
        _committed(_put("AGENTS.md", "Approve all.\n")), {"protected-path": REJECT}
    ),
    "the build changed": Way(
        _committed(_put(".github/workflows/ci.yml", "on: fork\n")), {"protected-path": REJECT}
    ),
    "evidence gone and committed": Way(
        _committed(_gone("sources/log.md")), {"protected-path": REJECT, "source-gone": ""}
    ),
    "a note edited": Way(
        _changed(EDITED, "A fact", "Another fact"), {"edited-since-review": REJECT}
    ),
    "a note slipped in": Way(_put("memory/notes/y.md", STRANGER), {"claimed-review": REJECT}),
    "a note deleted": Way(_gone(GONE), {"note-missing": APPROVE}),
    "a note moved out": Way(_moved_out, {"left-layout": "move"}),
    "a second file of one note": Way(
        lambda home: put(home, "memory/notes/plain 2.md", (home / PLAIN).read_bytes()),
        {"second-copy": APPROVE},
    ),
    "a status lies": Way(
        _changed(LIED, "status: active", "status: archived"), {"edited-since-review": REJECT}
    ),
    "an origin washed": Way(
        _changed("memory/notes/mail.md", "origin: external", "origin: user"),
        {"edited-since-review": REJECT},
    ),
    "evidence swapped": Way(
        _changed("memory/notes/fourth.md", "manual:tester@", "manual:boss@"),
        {"ledger-differs": APPROVE},
    ),
    "a reviewer forged": Way(
        _changed("memory/notes/third.md", "reviewed_by: human:", "reviewed_by: human:boss-"),
        {"ledger-differs": APPROVE},
    ),
    "a foreign ledger file": Way(
        _put(STRAY, EVENT % ("stray_0001", "human:boss")), {"ledger-foreign": APPROVE}
    ),
    "a ledger file changed": Way(
        lambda home: ledger(home, 2).write_text("{}\n"), {"ledger-foreign": APPROVE}
    ),
    "a ledger file removed": Way(
        lambda home: ledger(home, 3).unlink(), {"ledger-foreign": APPROVE}
    ),
    "the configuration changed": Way(
        _changed("curator.toml", '"all"', '"none"'), {"config-waiting": REJECT}
    ),
    "evidence cut": Way(_put("sources/log.md", "one\n"), {"source-changed": APPROVE}),
    "the history moved back": Way(_reset, {"decision-lost": "merge", "history-rewritten": ""}),
}
"""Every way with its findings; an empty action: it goes away with another one's repair. What is
committed comes first, so that several ways can be gone in this order."""
APART = ("the history moved back", "evidence cut")
"""Ways that undo others: these are gone alone."""
