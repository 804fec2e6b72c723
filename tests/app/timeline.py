"""A real Home driven by the command line for tests of time, with a reader of its own for files."""

from __future__ import annotations

import copy
import hashlib
import json
import shutil
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from tests.homes import CONFIG, NOW, curator, git, make_home, note, put, reviewed, tree_bytes

JAN, FEB, MAR, MAY, JUN = (f"2026-{month:02}-01" for month in (1, 2, 3, 5, 6))
DEC = "2025-12-01"
AUG, NEXT_YEAR = "2026-08-10", "2027-01-01"
SLOT = "deploy-command"
REVIEW = ("reviewed", "reviewed_by", "reviewed_at", "reviewed_hash")
MAY_CHANGE = frozenset(("status", *REVIEW, "valid_from", "valid_to", "relation"))
"""The keys that an approval may write, and nothing else (CONTRACT 20)."""
_HASHED = {
    "value": None,
    "memory_key": None,
    "scope": None,
    "subject": None,
    "kind": None,
    "modality": "explicit",
    "valid_from": None,
    "valid_to": None,
    "expires_at": None,
    "exception_to": None,
    "privacy": "internal",
}


def slotted(note_id: str, **fields: object) -> dict[str, object]:
    """Fields of a note of the one slot, whose value is its id."""
    return {"memory_key": SLOT, "value": f"run {note_id}", **fields}


class Timeline:
    """A Home whose adopted notes and candidates state values of one slot, `run <id>`."""

    def __init__(self, root: Path, *adopted: str, config: str = CONFIG, **notes: Any) -> None:
        """`notes` are adopted: fields by id, `_` for `-`; `adopted` are whole texts."""
        texts = {f"{i}.md": text for i, text in enumerate(adopted)}
        for name, fields in notes.items():
            note_id = name.replace("_", "-")
            texts[f"{note_id}.md"] = reviewed(note_id, **slotted(note_id, **fields))
        self.home = make_home(root, texts, config=config)
        self.now = NOW

    def copied(self, root: Path) -> Timeline:
        """The same Home once more, as it stands now."""
        other = copy.copy(self)
        other.home = Path(shutil.copytree(self.home, root, symlinks=True))
        return other

    def propose(self, note_id: str, body: str = "A fact.", /, **fields: object) -> Path:
        """A candidate of the slot, as an agent writes it."""
        text = note(note_id, body, **slotted(note_id, **fields))
        return put(self.home, f"memory/candidates/{note_id}.md", text)

    def run(self, *words: str) -> Any:
        """A command that must succeed; its document."""
        done = curator(self.home, *words, now=self.now)
        assert done.code == 0, (words, done.err)
        return done.json

    def decide(self, note_id: str, action: str, *words: str, may: Sequence[str] = ()) -> Any:
        """A decision that must succeed; every file it wrote is looked at (CONTRACT 20)."""
        before = tree_bytes(self.home, "memory")
        receipt = self.run("decide", note_id, action, *words)
        self.only_necessary_lines(before, MAY_CHANGE | set(may))
        return receipt

    def seen(self, note_id: str) -> tuple[str, str]:
        """Look at an item as high risk asks for; the words that bind a decision to it."""
        return ("--expect", self.run("show", note_id)["shown_hash"])

    def approve(self, note_id: str, *words: str, may: Sequence[str] = (), **fields: object) -> Any:
        """Propose a note and approve it."""
        self.propose(note_id, **fields)
        return self.decide(note_id, "approve", *words, may=may)

    def batch(self, *lines: Mapping[str, object], words: Sequence[str] = ()) -> Any:
        """Several decisions as one plan."""
        text = "".join(json.dumps(line) + "\n" for line in lines)
        file = put(self.home.parent, f"{self.home.name}-batch.jsonl", text)
        return self.run("decide", "--batch", str(file), *words)

    def refused(self, *words: str) -> Any:
        """A command that must be refused without a trace: its error, the exit number included."""
        before = self.state()
        done = curator(self.home, *words, now=self.now)
        assert done.code not in (0, 1), (words, done.out)
        assert done.out == ""
        assert self.state() == before
        return {**done.error, "exit": done.code}

    def state(self) -> tuple[dict[str, bytes], str]:
        """Every byte of memory and ledger, and where HEAD is."""
        return tree_bytes(self.home, "memory", "ledger"), git(self.home, "rev-parse", "HEAD")

    def answer(self, command: str, *words: str) -> Any:
        """An answer package."""
        return self.run(command, *words)

    def values(self, *times: str) -> list[object]:
        """What the slot answers at several times: the value, or the status where there is none."""
        found = [self.run("at", SLOT, time) for time in times]
        return [answer["answer_value"] or answer["status"] for answer in found]

    def current(self, asked: str = SLOT, *words: str) -> Any:
        """What holds now."""
        return self.run("current", asked, *words)

    def fields(self, note_id: str) -> dict[str, Any]:
        """A note's frontmatter as it lies there, lists as lists."""
        return fields_of(self.file(note_id).read_bytes())

    def file(self, note_id: str) -> Path:
        """The one file that holds a note."""
        files = (self.home / "memory").rglob("*.md")
        (found,) = (f for f in files if fields_of(f.read_bytes()).get("id") == note_id)
        return found

    def span(self, note_id: str) -> tuple[str | None, str | None]:
        """The interval that a file states."""
        fields = self.fields(note_id)
        return fields.get("valid_from"), fields.get("valid_to")

    def void(self, note_id: str) -> bool:
        """Whether a file states an empty interval and is superseded."""
        start, end = self.span(note_id)
        return start == end and start is not None and self.status(note_id) == "superseded"

    def status(self, note_id: str) -> str:
        """The status that a file states."""
        return str(self.fields(note_id)["status"])

    def codes(self) -> set[str]:
        """The codes of all problems that `check` names."""
        done = curator(self.home, "check", now=self.now)
        return {problem["code"] for problem in done.json["problems"]}

    def only_necessary_lines(self, before: Mapping[str, bytes], may: frozenset[str]) -> None:
        """Of every note that was written, only lines of these keys differ; its hash is true."""
        by_id = {fields_of(data).get("id"): data for data in before.values()}
        for path, data in tree_bytes(self.home, "memory/notes").items():
            old = by_id.get(fields_of(data).get("id"))
            if old is None or old == data:
                continue
            assert changed_keys(old, data) <= may, (path, changed_keys(old, data))
            assert fields_of(data)["reviewed_hash"] == content_hash(data), path


def changed_keys(old: bytes, new: bytes) -> set[str]:
    """The keys whose lines differ; every other line stands in the same order, byte for byte."""
    olds, news = old.splitlines(keepends=True), new.splitlines(keepends=True)
    kept = [line for line in olds if line in news]
    assert kept == [line for line in news if line in olds]
    lines = [line for line in olds if line not in news] + [x for x in news if x not in olds]
    return {line.split(b":")[0].decode() for line in lines}


def fields_of(data: bytes) -> dict[str, Any]:
    """The plain frontmatter of the tests' own notes: one key a line."""
    head = data.decode("utf-8", "replace").partition("---\n")[2].partition("---\n")[0]
    found: dict[str, Any] = {}
    for line in head.splitlines():
        key, _, text = line.partition(": ")
        if key.endswith(":"):
            found[key[:-1]] = None
        else:
            found[key] = _plain(text)
    return found


def _plain(text: str) -> object:
    if text.startswith("[") and text.endswith("]"):
        return [part.strip().strip("\"'") for part in text[1:-1].split(",") if part.strip()]
    return None if text in ("", "null", "~") else text


def content_hash(data: bytes) -> str:
    """The `v1:` hash of DESIGN §3, computed here from the file's own lines."""
    fields = fields_of(data)
    body = data.decode().partition("---\n")[2].partition("---\n")[2]
    table: dict[str, object] = {name: fields.get(name) or d for name, d in _HASHED.items()}
    table["pin"] = fields.get("pin") == "true"
    table["body"] = "\n".join(line.rstrip() for line in body.split("\n")).rstrip("\n")
    text = json.dumps(table, sort_keys=True, separators=(",", ":"))
    return "v1:" + hashlib.sha256(text.encode("ascii")).hexdigest()
