"""Agents that write into a note at the very moment a decision is applied (FAULTS §6, 18-20)."""

from __future__ import annotations

import io
from dataclasses import dataclass
from pathlib import Path

import pytest

from curator_core.store import transaction
from curator_core.store.repository import open_repository
from curator_core.store.transaction import Applied, CommitOptions
from tests.core.transaction_home import (
    AFTER,
    CANDIDATE,
    NOTE,
    SECOND,
    apply,
    apply_five,
    build,
    copy,
    five_files,
    five_state,
    git,
    in_child,
    kill_me,
    recover,
    sound,
)

KILLED = -9


@pytest.fixture(scope="module")
def template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build(tmp_path_factory.mktemp("template") / "home")


@pytest.fixture
def home(template: Path, tmp_path: Path) -> Path:
    return copy(template, tmp_path / "home")


AGENTS = b"the agent's own text\n"


@dataclass
class Agent:
    """Another program that writes into a note while a decision is applied."""

    file: Path
    path: str
    where: str
    how: str
    here: bool = False
    held: io.FileIO | None = None

    def __call__(self, name: str) -> None:
        """Act when the apply has come to the step."""
        if name.startswith("worktree: open folder of "):
            self.here = name.endswith(self.path)
            if self.here and self.how == "held open":
                self.held = io.FileIO(self.file, "r+")
        if self.here and name == self.where:
            self.here = False
            self.write()
        if self.held is not None and name == "before git update-index":
            self.held.truncate(0)
            self.held.write(AGENTS)
            self.held.close()
            self.held = None

    def write(self) -> None:
        """Rewrite the note, as its style is."""
        if self.how == "rename":
            temporary = self.file.with_suffix(".agent")
            temporary.write_bytes(AGENTS)
            temporary.replace(self.file)
        else:
            self.file.write_bytes(AGENTS)


def agent_at(
    home: Path, path: str, where: str, how: str, way: transaction.Swap = transaction.Swap.EXCHANGE
) -> Applied:
    """Apply the five files while an agent rewrites one of them at a step."""
    agent = Agent(home / path, path, where, how)
    result = apply(home, five_files, CommitOptions(step=agent, way=way))
    assert isinstance(result, Applied)
    assert result.worktree == "done"
    return result


def kept_texts(home: Path) -> list[bytes | None]:
    with open_repository(home) as repo:
        return [transaction.rescued_bytes(repo, one.name) for one in transaction.rescued(repo)]


@pytest.mark.parametrize("how", ["rename", "in place"])
@pytest.mark.parametrize("where", ["worktree: write new file", "worktree: swap"])
def test_an_agent_replaces_the_edited_file(home: Path, how: str, where: str) -> None:
    done = agent_at(home, NOTE, where, how)
    assert done.conflicts == (NOTE,)
    assert len(done.rescued) == 1
    assert kept_texts(home) == [AGENTS]
    assert five_state(home) == "new"
    sound(home)


def test_an_agent_replaces_the_edited_file_without_exchange(home: Path) -> None:
    done = agent_at(home, NOTE, "worktree: swap", "rename", transaction.Swap.LINK)
    assert done.conflicts == (NOTE,)
    assert kept_texts(home) == [AGENTS]
    assert (home / NOTE).read_bytes() == AFTER[NOTE]
    sound(home)


@pytest.mark.parametrize("how", ["rename", "in place"])
def test_an_agent_replaces_the_file_to_be_removed(home: Path, how: str) -> None:
    done = agent_at(home, CANDIDATE, "worktree: take away", how)
    assert done.conflicts == (CANDIDATE,)
    assert (home / CANDIDATE).read_bytes() == AGENTS
    assert git(home, "ls-files", CANDIDATE) == b""
    assert not list(home.rglob(".curator-*"))


def test_an_agent_makes_the_new_file_first(home: Path) -> None:
    done = agent_at(home, SECOND, "worktree: link new file", "in place", transaction.Swap.LINK)
    assert done.conflicts == (SECOND,)
    assert (home / SECOND).read_bytes() == AGENTS
    assert git(home, "show", f"HEAD:{SECOND}") == AFTER[SECOND]
    assert git(home, "status", "--porcelain", "-z").startswith(b" M " + SECOND.encode())


@pytest.mark.parametrize("path", [NOTE, CANDIDATE])
def test_an_agent_writes_late_into_the_file_it_holds_open(home: Path, path: str) -> None:
    done = agent_at(home, path, "", "held open")
    assert done.conflicts == (path,)
    assert kept_texts(home) == [AGENTS]
    sound(home)


def test_a_kill_right_after_the_exchange_keeps_the_agents_text(home: Path) -> None:
    def step(name: str) -> None:
        if name == "worktree: swap":
            (home / NOTE).write_bytes(AGENTS)
        if name == "worktree: look at the replaced file":
            kill_me()

    assert in_child(lambda: apply_five(home, step)) == KILLED
    assert recover(home) == ("d_five",)
    assert kept_texts(home) == [AGENTS]
    assert five_state(home) == "new"
    sound(home)
