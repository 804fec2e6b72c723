"""No way of writing puts a secret into git that nobody confirmed (CONTRACT 20, 21; FAULTS §4)."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.homes import Result, curator, git, make_home, note, put, reviewed
from tests.proposal_branches import Change, git_bytes, propose

PASSWORD = "hunter2-" + "Blue77!"
SAID = f"The staging DB password is {PASSWORD}"
CLEAN = "The staging DB has a password; ask for it."


@pytest.fixture
def home(tmp_path: Path) -> Path:
    notes = {"kept.md": reviewed("kept", CLEAN), "other.md": reviewed("other", "Another fact.")}
    return make_home(tmp_path / "home", notes)


def in_git(home: Path) -> bool:
    """Whether any object holds it, reachable or not."""
    found = git_bytes(home, "cat-file", "--batch-all-objects", "--batch", "--unordered")
    return PASSWORD.encode() in found


def in_head(home: Path) -> bool:
    return PASSWORD.encode() in git_bytes(home, "archive", "HEAD")


def done(result: Result) -> Result:
    assert result.code == 0, result.err
    return result


def decide(home: Path, name: str, *words: str) -> Result:
    """What a person decides after a look."""
    shown = curator(home, "show", name)
    expect = ["--expect", shown.json["shown_hash"]] if shown.code == 0 else []
    return curator(home, "decide", name, *words, *expect)


def candidate(home: Path, name: str = "leak", body: str = SAID, **more: object) -> Path:
    return put(home, f"memory/candidates/{name}.md", note(name, body, **more))


def result(home: Path, name: str, body: str = SAID) -> str:
    """A reviewer's own text, in a file outside of the Home."""
    return str(put(home.parent, f"{name}.md", reviewed(name, body)))


def item(home: Path, code: str) -> str:
    """The item of an audit's finding."""
    (row,) = [row for row in curator(home, "audit").json["findings"] if row["code"] == code]
    return str(row["item"])


Step = Callable[[Path], Result]


@dataclass(frozen=True, slots=True)
class Way:
    """`before` makes what there is, `write` tries, with the words that confirm. `always`: to
    confirm does not help. `held`: git had it before, and HEAD does not any more."""

    before: Callable[[Path], object]
    write: Callable[[Path, tuple[str, ...]], Result]
    always: bool = False
    held: bool = False


def _decides(name: str, *words: str) -> Callable[[Path, tuple[str, ...]], Result]:
    return lambda home, more: decide(home, name, *words, *more)


def _undoes(home: Path, more: tuple[str, ...]) -> Result:
    return curator(home, "undo", *more)


def _rejected(home: Path) -> None:
    candidate(home)
    done(decide(home, "leak", "reject"))


def _redone(home: Path) -> None:
    """A restore that was confirmed, and taken back."""
    _rejected(home)
    done(decide(home, _gone(home), "restore", "--confirm", "secret"))
    done(curator(home, "undo"))
    assert not in_head(home)


def _gone(home: Path) -> str:
    return str(curator(home, "history").json["events"][0]["item"])


def _redoes(home: Path, more: tuple[str, ...]) -> Result:
    undone = curator(home, "history").json["events"][0]["decision"]
    return curator(home, "undo", undone, *more)


def _redacted(home: Path) -> None:
    candidate(home, session="s-1")
    done(decide(home, "leak", "approve", "--redact"))


def _cleaned(home: Path) -> None:
    """Memory that held it with a person's word, and was edited since."""
    candidate(home, body=f"{CLEAN}\n\n{SAID}")
    done(decide(home, "leak", "approve", "--confirm", "secret"))
    clean = ("edit", "--result", result(home, "leak", CLEAN), "--confirm", "shrinks")
    done(decide(home, "leak", *clean))


def _lost(home: Path) -> None:
    """Memory that held it, taken away beside Curator."""
    candidate(home)
    done(decide(home, "leak", "approve", "--confirm", "secret"))
    git(home, "rm", "-q", "memory/notes/leak.md")
    git(home, "commit", "-qm", "by hand")


def _cut_source(home: Path) -> None:
    """Evidence that held it, cut by a commit beside Curator."""
    put(home, "sources/log.md", f"one\n{SAID}\n")
    git(home, "add", "-A")
    git(home, "commit", "-qm", "evidence")
    put(home, "sources/log.md", "one\n")
    git(home, "commit", "-qam", "by hand")


def _config(home: Path) -> None:
    toml = home / "curator.toml"
    put(home, "curator.toml", f"{toml.read_text('utf-8')}# {SAID}\n")


def _config_item(home: Path, more: tuple[str, ...]) -> Result:
    (row,) = [i for i in curator(home, "queue").json["items"] if i["op"] == "config"]
    return decide(home, row["item"], "approve", *more)


def _edited(home: Path) -> None:
    put(home, "memory/notes/kept.md", reviewed("kept", SAID))


def _staged(home: Path, more: tuple[str, ...]) -> Result:
    kept = decide(home, _gone(home), "restore", "--stage", *more)
    return kept if kept.code else curator(home, "apply")


def _batch(home: Path, more: tuple[str, ...]) -> Result:
    candidate(home, "clean", "A clean fact.")
    lines = [{"item": "clean", "action": "approve"}, {"item": _gone(home), "action": "restore"}]
    if more:
        lines[1]["confirm"] = ["secret"]  # type: ignore[assignment]
    path = put(home.parent, "batch.jsonl", "\n".join(map(json.dumps, lines)))
    return curator(home, "decide", "--batch", str(path))


def _untracked_source(home: Path) -> None:
    put(home, "sources/log.md", f"one\ntwo\n{SAID}\n")
    candidate(home, "cites", "A fact of line one.", sources=["sources/log.md#L1"])
    done(decide(home, "cites", "approve"))


WAYS: dict[str, Way] = {
    "approve": Way(candidate, _decides("leak", "approve")),
    "approve from a branch": Way(
        lambda h: propose(h, Change(files={"memory/candidates/b.md": note("leak", SAID)})),
        _decides("leak", "approve"),
        held=True,
    ),
    "an update": Way(
        lambda home: candidate(home, "kept", f"{CLEAN}\n\n{SAID}"), _decides("kept", "approve")
    ),
    "edit": Way(
        lambda home: candidate(home, body=CLEAN),
        lambda home, more: decide(home, "leak", "edit", "--result", result(home, "leak"), *more),
    ),
    "an edit of memory": Way(
        lambda home: None,
        lambda home, more: decide(
            home, "kept", "edit", "--result", result(home, "kept", f"{CLEAN}\n\n{SAID}"), *more
        ),
    ),
    "a merge": Way(
        lambda home: None,
        lambda home, more: decide(
            home,
            *("kept", "merge", "--target", "other"),
            *("--result", result(home, "made", f"{CLEAN}\n\nAnother fact.\n\n{SAID}"), *more),
        ),
    ),
    "a part of a split": Way(
        lambda home: None,
        lambda home, more: decide(
            home,
            *("kept", "split", "--result", result(home, "part-one", CLEAN)),
            *("--result", result(home, "part-two"), *more),
        ),
    ),
    "a hand edit accepted": Way(_edited, _decides("kept", "approve"), always=True),
    "a hand edit under an archive": Way(
        _edited, lambda home, more: curator(home, "decide", "kept", "archive", *more), always=True
    ),
    "a hand edit under a pin": Way(
        _edited, lambda home, more: curator(home, "decide", "kept", "pin", *more), always=True
    ),
    "a note slipped in": Way(
        lambda home: put(home, "memory/notes/leak.md", reviewed("leak", SAID)),
        _decides("leak", "approve"),
    ),
    "a new note": Way(
        lambda home: done(curator(home, "new", "--id", "leak", "--body", SAID)),
        _decides("leak", "approve"),
    ),
    "restore": Way(_rejected, lambda home, more: decide(home, _gone(home), "restore", *more)),
    "restore, staged": Way(_rejected, _staged),
    "restore in a batch": Way(_rejected, _batch),
    "undo of a reject": Way(_rejected, _undoes),
    "undo of a redaction": Way(_redacted, _undoes),
    "undo by terms": Way(
        _redacted,
        lambda home, more: curator(home, "undo", "--where", "session=s-1", "--execute", *more),
    ),
    "undo of an edit that took it out": Way(_cleaned, _undoes, held=True),
    "redo": Way(_redone, _redoes, held=True),
    "a lost note put back": Way(
        _lost,
        lambda home, more: decide(home, item(home, "note-missing"), "approve", *more),
        held=True,
    ),
    "evidence put back": Way(
        _cut_source,
        lambda home, more: decide(home, item(home, "protected-path"), "reject", *more),
        held=True,
    ),
    "the configuration": Way(_config, _config_item, always=True),
    "a forget of a source that lies beside it": Way(
        _untracked_source,
        lambda home, more: curator(home, "forget", "sources/log.md#L1-L1", "--execute", *more),
    ),
}


@pytest.mark.parametrize("name", WAYS)
def test_it_is_refused_by_name_until_it_is_confirmed(home: Path, name: str) -> None:
    way = WAYS[name]
    way.before(home)
    assert in_git(home) is way.held, "the way begins with a clean history"
    head = git(home, "rev-parse", "HEAD")
    refused = way.write(home, ())
    assert (refused.code, refused.error["code"]) == (4, "secret"), refused.err or refused.out
    assert PASSWORD not in refused.out + refused.err
    assert "secret" in refused.error["message"]
    assert git(home, "rev-parse", "HEAD") == head
    assert in_git(home) is way.held
    confirmed = way.write(home, ("--confirm", "secret"))
    if way.always:
        assert (confirmed.code, confirmed.error["code"]) == (4, "secret")
        assert not in_git(home)
        return
    done(confirmed)
    assert PASSWORD not in confirmed.out
    assert git(home, "rev-parse", "HEAD") != head
    assert in_head(home)
    assert PASSWORD.encode() not in git_bytes(home, "log", "-p", "--", "ledger")


def test_the_previews_say_it(home: Path) -> None:
    _rejected(home)
    for words in (("undo", "--dry-run"), ("decide", _gone(home), "restore", "--dry-run")):
        assert curator(home, *words).error["code"] == "secret"
        told = done(curator(home, *words, "--confirm", "secret"))
        assert "git keeps it for ever" in told.out
        assert PASSWORD not in told.out


def test_what_brings_none_asks_for_nothing(home: Path) -> None:
    """Memory that holds one with a person's word goes on, as long as HEAD holds it."""
    candidate(home)
    done(decide(home, "leak", "approve", "--confirm", "secret"))
    for words in (("pin",), ("unpin",), ("archive",), ("restore",)):
        done(decide(home, "leak", *words))
    for _ in range(5):
        done(curator(home, "undo"))
    assert (home / "memory/candidates/leak.md").exists()


def test_rolling_a_source_back_brings_none_back(home: Path) -> None:
    _redacted(home)
    done(curator(home, "lineage", "s-1", "--rollback", "--execute"))
    assert not in_git(home)


def test_a_field_that_a_decision_writes(home: Path) -> None:
    """A value of an option is a text like any other."""
    candidate(home, body=CLEAN)
    words = ("approve", "--scope", "project:ghp_" + "aB3dE5gH7jK9mN1pQ3sT5vW7yZ9bC2eF4hJ6")
    refused = decide(home, "leak", *words)
    assert refused.error["code"] == "secret"
    assert "ghp_aB3" not in refused.err


def test_adopting_takes_notes_as_they_are_and_tells(tmp_path: Path) -> None:
    """CONTRACT 4: the notes are committed as they are; what that brought into git is said."""
    root = tmp_path / "old"
    put(root, "notes/a.md", f"# DB\n\n{SAID}\n")
    put(root, "notes/b.md", "# Plain\n\nA fact.\n")
    words = ("init", "--adopt", str(root), "--scope", "global")
    adopted = curator(None, *words)
    assert adopted.code == 0
    assert adopted.json["secrets"] == ["notes/a.md"]
    assert SAID not in adopted.out
    assert in_head(root)
    other = tmp_path / "other"
    put(other, "notes/a.md", f"# DB\n\n{SAID}\n")
    said = curator(None, "init", "--adopt", str(other), "--scope", "global", as_json=False)
    assert "a secret is in git now, in 1 of these notes: notes/a.md" in said.out


def test_adopting_what_git_holds_already_tells_nothing(tmp_path: Path) -> None:
    root = tmp_path / "old"
    put(root, "notes/a.md", f"# DB\n\n{SAID}\n")
    git(tmp_path, "init", "-q", str(root))
    git(root, "add", "-A")
    git(root, "commit", "-qm", "as it was")
    adopted = curator(None, "init", "--adopt", str(root), "--scope", "global")
    assert (adopted.code, adopted.json["secrets"]) == (0, [])
