"""What a Home must hold after each step, kept plainly: bytes by path, and decisions."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import date, timedelta

from tests.homes import note

NOTES = "memory/notes"
CANDIDATES = "memory/candidates"
REVIEW_KEYS = (b"status:", b"reviewed:", b"reviewed_by:", b"reviewed_at:", b"reviewed_hash:")
SECRET = "AKIA" + "Z7Q2M4N6P8R1T3V5"

KINDS = (
    "plain",
    "crlf",
    "bom",
    "no-final-newline",
    "chinese",
    "commented",
    "partial",
    "bare",
    "secret",
    "latin-1",
    "unclosed",
)
"""Shapes of candidates that agents write."""

UNREADABLE = ("latin-1", "unclosed")


def candidate(kind: str, number: int, version: int) -> bytes:
    """The bytes of one candidate; `version` makes every text another one."""
    text = note(f"cand-{number}", f"Fact {version} of {number}.", title=f"Title {version}")
    match kind:
        case "crlf":
            return text.replace("\n", "\r\n").encode()
        case "bom":
            return b"\xef\xbb\xbf" + text.encode()
        case "no-final-newline":
            return text.encode().rstrip(b"\n")
        case "chinese":
            return note(f"cand-{number}", f"部署命令是 make {version}。", title="部署").encode()
        case "commented":
            head = f"---\n# by hand {version}\nmood: 'calm'   # kept\n\ntags:\n- a\n- \"b\"\n"
            return text.replace("---\n", head, 1).encode()
        case "partial":
            return f"---\ntitle: Only a title\n---\nPartial {version}.\n".encode()
        case "bare":
            return f"# A heading\n\nBare {version}, 没有字段.\n".encode()
        case "secret":
            return (text + f"The key is {SECRET}.\n").encode()
        case "latin-1":
            return text.encode() + f"größe {version}\n".encode("latin-1")
        case "unclosed":
            return f"---\nid: cand-{number}\nNever closed {version}.\n".encode()
        case _:
            return text.encode()


def edited(data: bytes, way: str, version: int) -> bytes:
    """A hand edit: another body, or another tag, which is no other claim."""
    end = b"\r\n" if b"\r\n" in data else b"\n"
    if way == "body":
        joint = b"" if data.endswith(b"\n") else end
        return data + joint + b"Edited %d." % version + end
    signals = b"signals: [s%d]" % version
    if b"signals: " in data:
        return re.sub(rb"signals: \[s\d+\]", signals, data)
    fence, rest = data.split(end, 1)
    return fence + end + signals + end + rest


def claim(data: bytes) -> bytes:
    """What counts of a text: here only bodies and signals are ever edited, so the body."""
    plain = data.replace(b"\r\n", b"\n").removeprefix(b"\xef\xbb\xbf")
    body = plain.split(b"\n---\n", 1)[-1] if plain.startswith(b"---\n") else plain
    return body.rstrip(b"\n \t")


def approved_from(before: bytes, after: bytes) -> bool:
    """Whether `after` is `before` with nothing but an approval written into its header."""
    if claim(before) != claim(after) or before[:3] == b"\xef\xbb\xbf" != after[:3]:
        return False
    if before.endswith(b"\n") != after.endswith(b"\n"):
        return False
    return _is_subsequence(_kept(before), _kept(after))


def _kept(data: bytes) -> list[bytes]:
    return [line for line in data.splitlines(keepends=True) if not line.startswith(REVIEW_KEYS)]


def _is_subsequence(short: list[bytes], long: list[bytes]) -> bool:
    rest = iter(long)
    return all(line in rest for line in short)


def header_value(data: bytes, key: str) -> str | None:
    """The value of one plain header line, None without it."""
    found = re.search(rf"^{key}: (.*?)\r?$".encode(), data, re.MULTILINE)
    return None if found is None else found[1].decode().strip("'\"")


@dataclass(frozen=True, slots=True)
class Approval:
    """The bytes that a person approved last, by which decision; None for an adopted note, whose
    claim is known only by its bytes until a decision touched it.
    """

    data: bytes
    decision: str | None
    by_bytes: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Deed:
    """What one decided item did: one file from here to there, one approval for another."""

    item: str
    action: str
    until: str | None = None
    source: str | None = None
    target: str | None = None
    before: bytes | None = None
    after: bytes | None = None
    approval_before: Approval | None = None
    approval_after: Approval | None = None


@dataclass(slots=True)
class Taken:
    """One decision in the ledger; an undo names what it takes back."""

    decision: str
    deeds: list[Deed]
    reverts: str | None = None


@dataclass(frozen=True, slots=True)
class StagedChoice:
    """A decision kept for later, and all that must not change until then."""

    path: str
    action: str
    state: object


@dataclass(slots=True)
class Model:
    """The expected Home; `today` is the date in its zone, `committed` what HEAD holds."""

    files: dict[str, bytes] = field(default_factory=dict)
    committed: dict[str, bytes] = field(default_factory=dict)
    approvals: dict[str, Approval] = field(default_factory=dict)
    taken: list[Taken] = field(default_factory=list)
    staged: dict[str, StagedChoice] = field(default_factory=dict)
    today: date = date(2026, 11, 29)

    def candidates(self) -> list[str]:
        return [path for path in sorted(self.files) if path.startswith(f"{CANDIDATES}/")]

    def notes(self) -> list[str]:
        return [path for path in sorted(self.files) if path.startswith(f"{NOTES}/")]

    def standing(self) -> list[Taken]:
        """Decisions that no standing later one took back."""
        lost: set[str] = set()
        found = []
        for one in reversed(self.taken):
            if one.decision not in lost:
                found.append(one)
                lost.add(one.reverts or "")
        return found[::-1]

    def settled(self, item: str) -> Deed | None:
        """The deed that settles an item now."""
        result = None
        for one in self.standing():
            for deed in one.deeds if one.reverts is None else ():
                if deed.item == item:
                    result = None if deed.action == "restore" else deed
        return result

    def lane(self, item: str, path: str) -> str:
        """Where an open item waits."""
        deed = self.settled(item)
        if deed is not None and deed.action == "reject":
            return "suppressed"
        if deed is not None and deed.action == "defer" and (deed.until or "") > str(self.today):
            return "deferred"
        return "re-review" if path.startswith(f"{NOTES}/") else "candidate"

    def is_edited(self, path: str) -> bool:
        """Whether a note says something else than what was approved."""
        approval = self.approvals[path]
        if approval.by_bytes:
            return self.files[path] != approval.data
        return claim(self.files[path]) != claim(approval.data)

    def living(self, path: str) -> bytes | None:
        """The note under notes that has the id of this candidate, if any."""
        name = header_value(self.files[path], "id")
        for other in self.notes():
            if name is not None and header_value(self.files[other], "id") == name:
                return self.files[other]
        return None

    def state_of(self, path: str, item: str) -> object:
        """All that binds a staged decision to what was shown."""
        target = target_of(path)
        return (
            self.files.get(path),
            self.settled(item),
            self.lane(item, path),
            target in self.files,
            self.living(path) if path in self.files else None,
            self.approvals.get(path),
        )

    def refuses(self, path: str, action: str) -> bool:
        """Whether a decision must be refused; every code that could be confirmed is."""
        if self._holds_secret(path, action):
            return True
        if action != "approve":
            return False
        if any(path == p and k in UNREADABLE for p, k in self.kinds()):
            return True
        return path.startswith(f"{CANDIDATES}/") and target_of(path) in self.files

    def _holds_secret(self, path: str, action: str) -> bool:
        """Whether an apply must refuse: it would have to commit a hand edit that holds a secret."""
        data = self.files[path]
        changed = self.committed.get(path, data) != data
        return action in ("approve", "reject") and changed and SECRET.encode() in data

    def kinds(self) -> Iterator[tuple[str, str]]:
        """Which candidates cannot be read, and why."""
        for path, data in self.files.items():
            if data.startswith(b"---\nid: cand") and b"\n---\n" not in data:
                yield path, "unclosed"
            elif b"gr\xf6\xdfe" in data:
                yield path, "latin-1"

    def do(self, one: Taken) -> None:
        """Carry a decision out."""
        for deed in one.deeds:
            self._move(deed)
        self.taken.append(one)

    def undo(self, one: Taken, decision: str) -> None:
        """Carry the inverse out."""
        self.do(Taken(decision, [_inverse(deed) for deed in reversed(one.deeds)], one.decision))

    def edited_since(self, one: Taken) -> bool:
        """Whether a file that it left lies there with bytes that no decision left."""
        left = {deed.after for taken in self.taken for deed in taken.deeds}
        there = [self.files.get(deed.target or "") for deed in one.deeds]
        return any(found is not None and found not in left for found in there)

    def can_undo(self, one: Taken) -> bool:
        """Whether every file lies as the decision left it, with room for what was there before."""
        if one not in self.standing():
            return False
        for deed in one.deeds:
            if deed.target is not None and self.files.get(deed.target) != deed.after:
                return False
            if deed.source not in (None, deed.target) and deed.source in self.files:
                return False
        return True

    def _move(self, deed: Deed) -> None:
        if deed.source is not None:
            del self.files[deed.source]
            self.committed.pop(deed.source, None)
            self.approvals.pop(deed.source, None)
        if deed.target is not None:
            assert deed.after is not None
            self.files[deed.target] = deed.after
            self.committed[deed.target] = deed.after
            if deed.approval_after is not None:
                self.approvals[deed.target] = deed.approval_after


def _inverse(deed: Deed) -> Deed:
    return Deed(
        item=deed.item,
        action="undo",
        source=deed.target,
        target=deed.source,
        before=deed.after,
        after=deed.before,
        approval_before=deed.approval_after,
        approval_after=deed.approval_before,
    )


def target_of(path: str) -> str:
    """Where an approved candidate goes; a note stays."""
    return path.replace(CANDIDATES, NOTES)


def until(today: date) -> str:
    """When a deferred item comes back if nobody says otherwise."""
    return (today + timedelta(days=7)).isoformat()
