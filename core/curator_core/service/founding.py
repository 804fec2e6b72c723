"""A new, empty Home (CONTRACT 4, DESIGN §3)."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from curator_core.model.home import Config
from curator_core.model.problem import Refusal, StoreError
from curator_core.service.caller import Caller
from curator_core.service.opening import instant
from curator_core.store.repository import Repository

CONFIG = """\
# Every key is optional; `curator check` names what it does not understand.
[home]
name = "{name}"
timezone = "UTC"
branch = "main"

[defaults]
scope = "global"
subject = "inbox"

# [[slots]]
# match = "preference.*"
# cardinality = "set"

[review]
# Which decisions are taken without a terminal: all, low-risk or none.
headless = "low-risk"
"""

ATTRIBUTES = "memory/** -text\n"

README = """\
# {name}

The memory of an AI agent, kept as Markdown notes and curated with Curator.

## What goes where

| folder | holds |
|---|---|
| {notes} | reviewed memory; only Curator writes here |
| {candidates} | notes that an agent proposes, one file each, not yet reviewed |
| {quarantine} | the same, from outside text (mail, web pages, documents of others) |
| `sources/` | raw evidence: journals, session logs, documents; append only |
| `ledger/` | every decision, one immutable file each |

## For agents

Read {notes} before you answer from memory. A note answers while `valid_from` <= now <
`valid_to`; notes in candidates and quarantine are not memory yet.

After the first decision `.curator/views/` holds the same as files to load: `MEMORY.md` (what fits a
budget, pins first), `INDEX.md` (a map of all live notes) and `current/<scope>.md` (what each slot
says now). Each ends with a stamp: past its `valid_until` run `curator views` first.

To remember something, write one file under {candidates} (or {quarantine} when the
text came from outside). Plain Markdown is enough; with these fields it is reviewed faster:

```
---
schema_version: 1
id: deploy-command-web
kind: procedural
title: How the web app is deployed
subject: project/web
memory_key: deploy.command
value: make deploy
scope: project:web
status: candidate
recorded_at: 2026-11-29T08:00:00+00:00
valid_from: 2026-11-01
origin: agent
sources:
  - sources/sessions/2026-11-29.md#L12-L18
---
The web app is deployed with `make deploy` since the move to the new server.
```

Never edit notes under {notes}, `ledger/`, `sources/` or `curator.toml`. A person decides,
with `curator` in this folder.
"""

FOLDERS = ("memory/notes", "memory/candidates", "memory/quarantine", "sources")


@dataclass(frozen=True, slots=True)
class Founded:
    """A new Home and the commits that made it."""

    home: Path
    commits: tuple[str, ...]


def init(caller: Caller, target: Path) -> Founded | Refusal:
    """Make a Home in a missing or empty folder; StoreError when disk or git fails."""
    refused = _unfit(target)
    if refused is not None:
        return refused
    name = target.resolve().name
    files = {
        "curator.toml": CONFIG.format(name=name.replace("\\", "").replace('"', "")),
        ".gitattributes": ATTRIBUTES,
        "README.md": readme(Config(name=name)),
        **{f"{folder}/.gitkeep": "" for folder in FOLDERS},
    }
    with Repository.init(target, "main") as repo:
        author = repo.identity() or "Curator <curator@localhost>"
        commit = repo.commit_files(
            {path: text.encode("utf-8", "replace") for path, text in files.items()},
            "Make a Home",
            at=instant(caller.now),
            author=author,
        )
    return Founded(target, (commit,))


def readme(config: Config) -> str:
    """The README of a Home, for people and agents."""
    return README.format(
        name=config.name,
        notes=_folders(config.notes),
        candidates=_folders(config.candidates[:1]),
        quarantine=_folders(config.quarantine[:1]),
    )


def _folders(entries: tuple[str, ...]) -> str:
    """Layout entries for reading: folders end in a slash."""
    shown = [entry if entry.lower().endswith(".md") else f"{entry}/" for entry in entries]
    return ", ".join(f"`{entry}`" for entry in shown)


def _unfit(target: Path) -> Refusal | None:
    try:
        if target.exists() and (not target.is_dir() or any(target.iterdir())):
            return Refusal(
                "not-empty",
                f"{target} is not an empty folder, nothing was written",
                "name a folder that does not exist yet",
                str(target),
            )
    except OSError as error:
        raise StoreError(
            Refusal("io", f"{target} cannot be read: {error.strerror}", path=str(target))
        ) from error
    for parent in target.resolve().parents:
        if (parent / ".git").exists():
            return Refusal(
                "inside-repository",
                f"{target} lies inside the git repository {parent}",
                f"a Home is a git top level of its own: choose a folder outside {parent}",
                str(target),
            )
    return None
