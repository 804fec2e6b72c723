"""What a Home knows by its ledger texts alone: an own, slow reader of HEAD and of the baseline.

It shares no code with the replay: files come from `git archive`, events are ordered by repeated
search, every approved text is found by its content hash, which is computed here.
"""

from __future__ import annotations

import hashlib
import io
import json
import subprocess
import tarfile
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from curator_core.model.answer import Version
from curator_core.model.files import Place
from curator_core.model.home import Config
from curator_core.store import home_config, note_files
from tests.app.timeline import content_hash, fields_of

DECIDING = frozenset({"approve", "edit", "merge", "split", "reject"})
STANDING = (None, "active", "superseded", "archived")


@dataclass(frozen=True)
class Known:
    """One note as somebody approved it."""

    path: str
    text: bytes
    digest: str
    by: str
    at: str | None
    decision: str | None


def archive(home: Path, commit: str, folder: str) -> dict[str, bytes]:
    """Every file below a folder of a commit, by path."""
    words = ["git", "archive", "--format=tar", commit]
    done = subprocess.run(words, cwd=home, capture_output=True, check=True)
    with tarfile.open(fileobj=io.BytesIO(done.stdout)) as tar:
        files = [member for member in tar.getmembers() if member.isfile()]
        return {
            member.name: found.read()
            for member in files
            if member.name.startswith(folder + "/") and (found := tar.extractfile(member))
        }


def events_of(home: Path) -> list[dict[str, Any]]:
    """All events of the ledger files in HEAD, in ledger order (CONTRACT 22)."""
    files = archive(home, "HEAD", "ledger")
    waiting = [json.loads(line) for data in files.values() for line in data.splitlines()]
    names = {event["event_id"] for event in waiting}
    done: list[dict[str, Any]] = []
    while waiting:
        known = {event["event_id"] for event in done}
        ready = [e for e in waiting if (set(e["after"]) & names) <= known]
        following = min(ready, key=lambda event: (event["at"], event["event_id"]))
        waiting.remove(following)
        done.append(following)
    return done


class LedgerReader:
    """The approved notes after all events, and the versions to judge."""

    def __init__(self, home: Path) -> None:
        config = archive_file(home, "HEAD", "curator.toml")
        self.config: Config = home_config.parse(config)[0]
        self.events = events_of(home)
        baseline = tomllib.loads(config.decode())["adopt"]["baseline"]
        self.notes: dict[str, Known] = {}
        self.texts: dict[str, list[Known]] = {}
        for path, text in archive(home, baseline, "memory/notes").items():
            fields = fields_of(text)
            if fields.get("status") in STANDING:
                known = Known(path, text, content_hash(text), "adoption", None, None)
                self._keep(str(fields["id"]).casefold(), known)
        self.before: dict[str, dict[str, Known | None]] = {}
        self.decided: dict[str, dict[str, Any]] = {}
        self.undone: dict[str, str] = {}
        self.void: set[str] = set()
        for event in self.events:
            self._take(event)

    def versions(self) -> list[Version]:
        """Every approved note as a version."""
        return [self._version(known) for known in self.notes.values()]

    def _version(self, known: Known) -> Version:
        at = note_files.where(known.path, known.text, Place.NOTES, self.config)
        note = note_files.parse(known.text, at, self.config).note
        assert note is not None, known.path
        return Version(
            note=note,
            reviewed=True,
            approved_by=known.by,
            approved_at=known.at,
            decision=known.decision,
        )

    def _keep(self, key: str, known: Known) -> None:
        self.notes[key] = known
        self.texts.setdefault(key, []).append(known)

    def _take(self, event: dict[str, Any]) -> None:
        if event["action"] == "undo":
            self._undo(event)
        if self._is_void(event):
            self.void.add(event["event_id"])
            return
        self.before[event["event_id"]] = {}
        for number, change in enumerate(event["notes"]):
            self._note(event, change, event if number == 0 else change)
        for item in {event["item"], *event["items"]}:
            if event["action"] == "restore":
                self.decided.pop(item, None)
            elif event["action"] in DECIDING:
                self.decided[item] = event
            elif event["action"] == "defer" and item in self.decided:
                del self.decided[item]

    def _is_void(self, event: dict[str, Any]) -> bool:
        """Whether an earlier event that this one had not seen decided its item."""
        if event["action"] == "undo":
            return event["reverts"] in self.void
        for item in {event["item"], *event["items"]}:
            first = self.decided.get(item)
            deciding = event["action"] in DECIDING and first is not None
            if deciding and first is not None and first["event_id"] not in self._seen(event):
                return True
        return False

    def _seen(self, event: dict[str, Any]) -> set[str]:
        after = {one["event_id"]: one["after"] for one in self.events}
        found = set(event["after"])
        for _ in after:
            found |= {older for name in found for older in after.get(name, ())}
        return found

    def _undo(self, event: dict[str, Any]) -> None:
        """Which events are undone now, and how their items stand without them."""
        undoing = [e for e in self.events if e["action"] == "undo"]
        undoing = undoing[: undoing.index(event) + 1]
        standing: dict[str, str] = {}
        for one in reversed(undoing):
            if one["event_id"] not in standing:
                standing[one["reverts"]] = one["event_id"]
        self.undone = standing
        self.decided = {}
        past = self.events[: self.events.index(event)]
        for one in past:
            gone = one["event_id"] in standing or one["event_id"] in self.void
            if gone or one["action"] == "undo":
                continue
            for item in {one["item"], *one["items"]}:
                if one["action"] in DECIDING:
                    self.decided[item] = one
                elif one["action"] in ("restore", "defer"):
                    self.decided.pop(item, None)

    def _note(
        self, event: dict[str, Any], change: Mapping[str, Any], texts: Mapping[str, Any]
    ) -> None:
        old, new = change["reviewed_hash_before"], change["reviewed_hash_after"]
        if old is None and new is None:
            return
        key = str(change["id"]).casefold()
        self.before[event["event_id"]][key] = stood = self.notes.get(key)
        if new is None or change["path_after"] is None:
            self.notes.pop(key, None)
            return
        said = texts["new_value"]
        if isinstance(said, dict) and said.get("redacted") == "forgotten":
            self.notes.pop(key, None)
            return
        text = said.encode()
        fresh = Known(
            change["path_after"], text, new, event["actor"], event["at"], event["decision"]
        )
        self._keep(key, self._earlier(event, key, stood, fresh))

    def _earlier(self, event: dict[str, Any], key: str, stood: Known | None, fresh: Known) -> Known:
        """What an undo or a rejected edit brings back keeps who approved it first; the text is the
        one that has the approved hash, whatever lies in the file."""
        if event["action"] == "undo":
            edited = stood is not None and blob_of(stood.text) != self._found(event, key)
            stood = self.before.get(event["reverts"], {}).get(key)
            back = blob_of(fresh.text) in self._before(event["reverts"], key, "blob_before")
            hashes = self._before(event["reverts"], key, "reviewed_hash_before")
            back = back or (edited and fresh.digest in hashes)
        else:
            back = event["action"] == "reject"
        if back and stood is not None and stood.digest == fresh.digest:
            return replace(stood, path=fresh.path)
        if content_hash(fresh.text) == fresh.digest and not back:
            return fresh
        alike = [known for known in self.texts[key] if known.digest == fresh.digest]
        same = [known for known in alike if known.text == fresh.text]
        return replace((same or alike)[-1], path=fresh.path)

    def _before(self, event_id: str, key: str, name: str) -> set[str | None]:
        """The bytes, or the approved hash, that a note had before an event; a splice leaves others,
        but of a note with a hand edit, which only an undo puts back with the edit in it."""
        notes = next(e["notes"] for e in self.events if e["event_id"] == event_id)
        return {n[name] for n in notes if str(n["id"]).casefold() == key}

    def _found(self, event: dict[str, Any], key: str) -> str | None:
        """The bytes of a note that an event met."""
        (found,) = self._before(event["event_id"], key, "blob_before")
        return found


def blob_of(data: bytes) -> str:
    """Git's name of these bytes."""
    return hashlib.sha1(b"blob %d\0%s" % (len(data), data), usedforsecurity=False).hexdigest()


def archive_file(home: Path, commit: str, path: str) -> bytes:
    """One file of a commit."""
    words = ["git", "show", f"{commit}:{path}"]
    return subprocess.run(words, cwd=home, capture_output=True, check=True).stdout


def changes_of(events: Sequence[dict[str, Any]], decision: str) -> list[dict[str, Any]]:
    """The note changes of a decision, newest first."""
    own = [event for event in events if event["decision"] == decision]
    return [change for event in reversed(own) for change in reversed(event["notes"])]
