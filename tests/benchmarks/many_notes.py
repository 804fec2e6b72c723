"""Synthetic Homes of many notes, mixed Chinese and English, made in one fast import each."""

from __future__ import annotations

import random
import subprocess
from collections.abc import Iterator
from pathlib import Path

from curator_core.model.event import Action, Event, LedgerText, NoteChange, ProposalRef
from curator_core.rules import event_lines
from curator_core.rules.hashing import blob_id
from tests.homes import git, note

FOLDERS = 150
CANDIDATES = 120
"""Notes that wait: one real night (DESIGN §1)."""
PLAN_EVENTS = 5
"""Events in one ledger file: evenings of small batches."""
CONFIG = '[home]\nname = "many"\n[review]\nheadless = "all"\n[adopt]\nbaseline = "{base}"\n'
WHO = b"Test Person <person@curator.example>"
START = 1_793_500_000
"""Seconds since 1970 of the first commit."""

ENGLISH = (
    "the deploy command builds the image and pushes it to the registry before the staging rollout "
    "waits for every health probe and the release manager signs the change in the tracker because "
    "last year an unreviewed hotfix broke billing for the customer portal during the night shift"
)
CHINESE = (
    "部署 命令 先 构建 镜像 再 推送 到 仓库 然后 等待 预发 环境 的 健康 检查 全部 通过 "
    "发布 经理 在 工单 系统 里 签字 确认 因为 去年 有 一次 未 经 评审 的 热修复 在 夜班 "
    "期间 导致 客户 门户 计费 中断 需要 回滚"
)
KINDS = ("semantic", "procedural", "preference", "episodic")

Files = dict[str, bytes]


def _english(draw: random.Random, words: int) -> str:
    return " ".join(draw.choices(ENGLISH.split(), k=words)).capitalize() + "."


def _chinese(draw: random.Random, words: int) -> str:
    return "".join(draw.choices(CHINESE.split(), k=words)) + "。"


def _body(draw: random.Random) -> str:
    """About 700 bytes: a heading and paragraphs in both languages."""
    lines = [f"# {_chinese(draw, 4)} {_english(draw, 3)}"]
    lines += ["", _english(draw, 42), "", _chinese(draw, 60), "", f"- {_english(draw, 14)}"]
    return "\n".join(lines)


def _fields(number: int, draw: random.Random) -> dict[str, object]:
    """Every third note states a slot's value; every third of those was replaced by the next one."""
    first = number - 3 if number % 9 == 3 else number
    project = first % 40
    month = 1 + first % 6
    fields: dict[str, object] = {
        "title": f"{_chinese(draw, 3)} {number}",
        "kind": KINDS[number % len(KINDS)],
        "subject": f"project/area-{project}",
        "scope": f"project:area-{project}",
        "recorded_at": f"2026-{month + first % 3:02}-{1 + number % 28:02}T08:00:00+00:00",
        "valid_from": f"2026-{month:02}-01",
        "sources": [f"sources/journal-{project}.md#L{1 + number % 90}-L{5 + number % 90}"],
        "tags": ["部署", f"area-{project}", "release"],
    }
    if number % 3 == 0:
        fields["memory_key"] = f"area_{project}.setting_{first}"
        fields["value"] = _english(draw, 6)
    return fields


def _changed(number: int, count: int) -> dict[str, object]:
    """What says that a note replaced the one three before it, or was replaced."""
    month = 3 + (number - number % 9) % 6
    if number % 9 == 0 and number + 3 < count:
        return {"status": "superseded", "valid_to": f"2026-{month:02}-15"}
    if number % 9 != 3:
        return {"status": "active"}
    start = {"valid_from": f"2026-{month:02}-15", "relation": "state_change"}
    return {"status": "active", "supersedes": [f"m_{number - 3:06}"], **start}


def notes(count: int, seed: int = 7) -> Iterator[tuple[str, str]]:
    """Path and text of `count` reviewed notes, spread over the folders; the same at every call."""
    draw = random.Random(seed)
    for number in range(count):
        note_id = f"m_{number:06}"
        folder = f"area-{number % FOLDERS:03}"
        fields = {**_fields(number, draw), **_changed(number, count)}
        text = note(note_id, _body(draw), **fields)
        yield f"memory/notes/{folder}/{note_id}.md", text


def candidates(count: int = CANDIDATES, seed: int = 8) -> Iterator[tuple[str, str]]:
    """Path and text of notes that nobody decided on yet."""
    draw = random.Random(seed)
    for number in range(count):
        note_id = f"c_{number:06}"
        fields = {**_fields(number, draw), "memory_key": f"fresh.setting_{number}"}
        yield f"memory/candidates/night/{note_id}.md", note(note_id, _body(draw), **fields)


def ledger(count: int) -> Files:
    """Ledger files of `count` events, each of which approved one of the notes."""
    files: Files = {}
    events: list[Event] = []
    after: tuple[str, ...] = ()
    for number, (path, text) in enumerate(notes(count)):
        event = _event(number, path, text, after)
        after = (event.event_id,)
        events.append(event)
        if len(events) == PLAN_EVENTS or number == count - 1:
            files[event_lines.path_of(event.at, event.decision)] = event_lines.dump(tuple(events))
            events.clear()
    return files


def _event(number: int, path: str, text: str, after: tuple[str, ...]) -> Event:
    plan = number // PLAN_EVENTS
    note_id = f"m_{number:06}"
    change = NoteChange(
        id=note_id,
        path_before=path.replace("/notes/", "/candidates/"),
        path_after=path,
        blob_before=blob_id(f"{text}?".encode()),
        blob_after=blob_id(text.encode()),
        reviewed_after=f"v1:{number:064x}",
        new=LedgerText(text=text),
    )
    return Event(
        event_id=f"e_{plan:010}_{number % PLAN_EVENTS + 1:04}",
        decision=f"d_{plan:010}",
        at=f"2026-{1 + plan % 9:02}-{1 + plan % 28:02}T{plan % 24:02}:00:00Z",
        actor="human:person@curator.example",
        entrance="tui",
        tty=True,
        action=Action.APPROVE,
        item=f"i_{number:010}",
        proposal=ProposalRef(proposer="agent:unknown"),
        notes=(change,),
        about=(note_id,),
        subject="project/area",
        kind="semantic",
        plan_hash=f"{plan:064x}",
        after=after,
    )


def _commit(root: Path, message: str, files: Files) -> str:
    """Add files to the branch in one pack; the commit's id."""
    number = len(git(root, "for-each-ref", "refs/heads/main").split())
    rows = [b"commit refs/heads/main\n"]
    rows.append(b"committer %s %d +0000\n" % (WHO, START + number))
    rows.append(b"data %d\n%s\n" % (len(message.encode()), message.encode()))
    if number:
        rows.append(b"from refs/heads/main^0\n")
    for path, data in files.items():
        rows.append(b"M 100644 inline %s\ndata %d\n%s\n" % (path.encode(), len(data), data))
    command = ["git", "-C", str(root), "fast-import", "--quiet"]
    subprocess.run(command, input=b"".join(rows), check=True, capture_output=True)
    return git(root, "rev-parse", "main").strip()


def make_many(root: Path, count: int, events: int = 0, waiting: int = CANDIDATES) -> Path:
    """A Home with `count` adopted notes in history and worktree, and a night's candidates.

    `events` adds a ledger of so many events about the first notes. `waiting` are the candidates.
    """
    root.mkdir(parents=True)
    git(root, "init", "-q", "-b", "main")
    files = {path: text.encode() for path, text in notes(count)}
    base = _commit(root, "Notes", {**files, ".gitattributes": b"memory/** -text\n"})
    config = CONFIG.format(base=base).encode()
    _commit(root, "Home", {"curator.toml": config, **ledger(events)})
    git(root, "reset", "-q", "--hard", "main")
    for path, text in candidates(waiting):
        target = root / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, encoding="utf-8")
    return root
