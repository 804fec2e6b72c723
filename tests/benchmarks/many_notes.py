"""A synthetic Home of many notes, mixed Chinese and English, adopted in one fast import."""

from __future__ import annotations

import random
import subprocess
from collections.abc import Iterator
from pathlib import Path

from tests.homes import git, note

FOLDERS = 150
CANDIDATES = 120
"""Notes that wait: one real night (DESIGN §1)."""
CONFIG = '[home]\nname = "many"\n[review]\nheadless = "all"\n[adopt]\nbaseline = "{base}"\n'
WHO = b"Test Person <person@curator.example>"

ENGLISH = (
    "the deploy command builds the image and pushes it to the registry before the staging rollout "
    "waits for every health probe and the release manager signs the change in the tracker because "
    "last year an unreviewed hotfix broke billing for the customer portal during the night shift"
).split()
CHINESE = (
    "部署 命令 先 构建 镜像 再 推送 到 仓库 然后 等待 预发 环境 的 健康 检查 全部 通过 发布 经理 在 工单 系统 里 "
    "签字 确认 因为 去年 有 一次 未 经 评审 的 热修复 在 夜班 期间 导致 客户 门户 计费 中断 需要 回滚"
).split()
KINDS = ("semantic", "procedural", "preference", "episodic")


def _english(draw: random.Random, words: int) -> str:
    return " ".join(draw.choices(ENGLISH, k=words)).capitalize() + "."


def _chinese(draw: random.Random, words: int) -> str:
    return "".join(draw.choices(CHINESE, k=words)) + "。"


def _body(draw: random.Random) -> str:
    """About 800 bytes: a heading and three paragraphs in both languages."""
    lines = [f"# {_chinese(draw, 4)} {_english(draw, 3)}"]
    lines += ["", _english(draw, 42), "", _chinese(draw, 60), "", f"- {_english(draw, 14)}"]
    return "\n".join(lines)


def _fields(number: int, draw: random.Random) -> dict[str, object]:
    project = number % 40
    fields: dict[str, object] = {
        "title": f"{_chinese(draw, 3)} {number}",
        "kind": KINDS[number % len(KINDS)],
        "subject": f"project/area-{project}",
        "scope": f"project:area-{project}",
        "recorded_at": f"2026-{1 + number % 9:02}-{1 + number % 28:02}T08:00:00+00:00",
        "valid_from": f"2026-{1 + number % 9:02}-01",
        "sources": [f"sources/journal-{project}.md#L{1 + number % 90}-L{5 + number % 90}"],
        "tags": ["部署", f"area-{project}", "release"],
    }
    if number % 3 == 0:
        fields["memory_key"] = f"area_{project}.setting_{number}"
        fields["value"] = _english(draw, 6)
    return fields


def notes(count: int, seed: int = 7) -> Iterator[tuple[str, str]]:
    """Path and text of `count` reviewed notes, spread over the folders; the same at every call."""
    draw = random.Random(seed)
    for number in range(count):
        note_id = f"m_{number:06}"
        folder = f"area-{number % FOLDERS:03}"
        text = note(note_id, _body(draw), status="active", **_fields(number, draw))
        yield f"memory/notes/{folder}/{note_id}.md", text


def candidates(count: int = CANDIDATES, seed: int = 8) -> Iterator[tuple[str, str]]:
    """Path and text of notes that nobody decided on yet."""
    draw = random.Random(seed)
    for number in range(count):
        note_id = f"c_{number:06}"
        fields = {**_fields(number, draw), "memory_key": f"fresh.setting_{number}"}
        yield f"memory/candidates/night/{note_id}.md", note(note_id, _body(draw), **fields)


def _commit(mark: int, message: str, files: list[tuple[str, bytes]]) -> bytes:
    said = message.encode()
    rows = [b"commit refs/heads/main\nmark :%d\n" % mark]
    rows.append(b"committer %s %d +0000\ndata %d\n%s\n" % (WHO, 1793500000 + mark, len(said), said))
    for path, data in files:
        rows.append(b"M 100644 inline %s\ndata %d\n%s\n" % (path.encode(), len(data), data))
    return b"".join(rows)


def _import(root: Path, stream: bytes) -> None:
    command = ["git", "-C", str(root), "fast-import", "--quiet"]
    subprocess.run(command, input=stream, check=True, capture_output=True)


def make_many(root: Path, count: int) -> Path:
    """A Home with `count` adopted notes in history and worktree, and a night's candidates."""
    root.mkdir(parents=True)
    git(root, "init", "-q", "-b", "main")
    files = [(path, text.encode()) for path, text in notes(count)]
    files.append((".gitattributes", b"memory/** -text\n"))
    _import(root, _commit(1, "Notes", files))
    config = CONFIG.format(base=git(root, "rev-parse", "main").strip()).encode()
    _import(root, _commit(2, "Home", [("curator.toml", config)]).replace(
        b"\ndata 4\nHome\n", b"\ndata 4\nHome\nfrom refs/heads/main^0\n", 1
    ))
    git(root, "reset", "-q", "--hard", "main")
    for path, text in candidates():
        target = root / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, encoding="utf-8")
    return root
