"""The index after any sequence of changes, after kills, and for readers meanwhile."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from curator_core.rules import terms
from curator_core.service import indexing
from curator_core.service.indexing import State
from curator_core.service.opening import opened
from curator_core.store import index, index_files
from curator_core.store.index import Doc
from tests.core.index_homes import contents, differences, file_of, names, search, state
from tests.homes import caller, curator, make_home, note, put, reviewed

WORDS = (
    *("deploy", "redeploy", "staging", "部署", "生产环境", "命令", "production", "的"),
    *("了", "npm", "run", "会议", "meeting", "ﬁle", "x1"),
)
QUERIES = ("deploy", "署", "部署", "环境", "npm run", "x1", "e")


def words(draw: random.Random) -> str:
    return draw.choice((" ", "", "，")).join(draw.choices(WORDS, k=draw.randint(1, 9)))


class Changes:
    """Random changes of one Home: files by an editor, decisions by commands."""

    def __init__(self, home: Path, draw: random.Random) -> None:
        self.home, self.draw, self.number = home, draw, 0

    def one(self) -> None:
        """One change of any kind."""
        self.number += 1
        self.draw.choice(
            (self._add, self._edit, self._remove, self._move, self._decide, self._undo)
        )()

    def _files(self) -> list[Path]:
        return sorted((self.home / "memory").rglob("*.md"))

    def _add(self) -> None:
        folder = self.draw.choice(("notes", "candidates", "quarantine"))
        name = f"memory/{folder}/n{self.number}.md"
        text = self.draw.choice((note, reviewed))(f"m_n{self.number}", words(self.draw))
        put(self.home, name, self.draw.choice((text, text, words(self.draw), "---\nopen")))

    def _edit(self) -> None:
        for file in self.draw.sample(self._files(), min(2, len(self._files()))):
            file.write_text(f"{file.read_text('utf-8')}\n{words(self.draw)}\n", "utf-8")

    def _remove(self) -> None:
        if len(self._files()) > 2:
            self.draw.choice(self._files()).unlink()

    def _move(self) -> None:
        if self._files():
            file = self.draw.choice(self._files())
            file.rename(file.with_name(f"moved{self.number}.md"))

    def _decide(self) -> None:
        items = curator(self.home, "queue").json["items"]
        if items:
            verb = self.draw.choice(("approve", "reject", "defer"))
            curator(self.home, "decide", self.draw.choice(items)["item"], verb)

    def _undo(self) -> None:
        curator(self.home, "undo")


def run_sequence(root: Path, seed: int, steps: int) -> None:
    """Change, search, compare: the index is always what one from scratch would be."""
    draw = random.Random(seed)
    texts = {f"s{n}.md": reviewed(f"m_s{n}", words(draw)) for n in range(6)}
    home = make_home(root, texts, {"c.md": note("m_c", words(draw))})
    changes = Changes(home, draw)
    for _ in range(steps):
        for _ in range(draw.randint(1, 3)):
            changes.one()
        query = draw.choice(QUERIES)
        found = search(home, query)
        assert found.index is State.FRESH
        expected = {
            file
            for file in (home / "memory/notes").rglob("*.md")
            if terms.wanted(query) in terms.fold(file.read_text("utf-8"))
        }
        assert {home / hit.entry.path for hit in found.hits} == expected, (seed, query)
        assert differences(home) == (), seed
    kept = contents(home, *QUERIES)
    indexing.rebuild(caller(home))
    assert contents(home, *QUERIES) == kept, seed


@pytest.mark.parametrize("seed", range(2))
def test_any_sequence_gives_what_a_rebuild_gives(tmp_path: Path, seed: int) -> None:
    run_sequence(tmp_path / "home", seed, 5)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(100, 112))
def test_longer_sequences(tmp_path: Path, seed: int) -> None:
    run_sequence(tmp_path / "home", seed, 15)


def many(root: Path, count: int = 60) -> Path:
    return make_home(
        root, {f"{n}.md": reviewed(f"m_{n:03}", f"word{n} 部署{n}") for n in range(count)}
    )


def killed_at(home: Path, position: int) -> None:
    """A rebuild in a process of its own that kills itself at one file."""
    child = os.fork()
    if child:
        _, code = os.waitpid(child, 0)
        assert os.WIFSIGNALED(code) and os.WTERMSIG(code) == signal.SIGKILL
        return
    with opened(caller(home)) as one:
        paths = list(indexing.blobs(one))

        def docs() -> Iterator[Doc]:
            for number, path in enumerate(paths):
                if number == position:
                    os.kill(os.getpid(), signal.SIGKILL)
                yield indexing.doc(one, path)

        with index_files.locked(one.repo, 1):
            index.build(one.repo, indexing.recipe(one.repo), docs(), "x", 99)
    os._exit(1)


@pytest.mark.parametrize("position", [0, 1, 30, 59])
def test_a_kill_while_files_are_taken_in_leaves_the_old(tmp_path: Path, position: int) -> None:
    home = many(tmp_path / "home")
    search(home, "word3")
    before, file = contents(home), file_of(home)
    killed_at(home, position)
    assert (file_of(home), state(home)) == (file, State.FRESH)
    assert contents(home) == before
    assert names(search(home, "word30")) == ["m_030"]
    indexing.rebuild(caller(home))
    left = sorted(path.name for path in file.parent.iterdir())
    assert left == [file_of(home).name]


REBUILDING = """
import sys
from pathlib import Path
from curator_core.service import indexing
from tests.homes import caller, put, reviewed
home = Path(sys.argv[1])
print("ready", flush=True)
for number in range(10_000):
    whole = put(home, "memory/0.whole", reviewed("m_000", f"word0 turn{number}"))
    whole.replace(home / "memory/notes/0.md")
    if number % 2:
        indexing.rebuild(caller(home))
    else:
        from curator_core.service import searching
        searching.follow(caller(home))
"""


def writer(home: Path) -> subprocess.Popen[str]:
    """Another process that changes a note and the index again and again."""
    child = subprocess.Popen(
        [sys.executable, "-c", REBUILDING, str(home)],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        stdout=subprocess.PIPE,
        text=True,
    )
    assert child.stdout is not None
    assert child.stdout.readline() == "ready\n"
    return child


def kill_and_look(home: Path, seconds: float) -> None:
    child = writer(home)
    time.sleep(seconds)
    child.kill()
    child.wait()
    assert child.stdout is not None
    child.stdout.close()
    assert state(home) in (State.FRESH, State.STALE, State.MISSING)
    found = search(home, "word")
    assert len(found.hits) == 60
    assert found.index is State.FRESH
    assert differences(home) == ()
    kept = contents(home)
    indexing.rebuild(caller(home))
    assert contents(home) == kept


@pytest.mark.slow
def test_kills_at_any_moment_lose_nothing(tmp_path: Path) -> None:
    home = many(tmp_path / "home")
    search(home, "x")
    draw = random.Random(5)
    for _ in range(25):
        kill_and_look(home, draw.random() * 0.3)


def seen_by_a_reader(home: Path, seconds: float) -> set[State]:
    """Search in a loop beside a writer: whatever is read is one whole state of all sixty notes."""
    child = writer(home)
    states: set[State] = set()
    looked = 0
    end = time.monotonic() + seconds
    try:
        while time.monotonic() < end or looked < 5:
            found = search(home, "word")
            assert len(found.hits) == 60
            assert names(search(home, "word59")) == ["m_059"]
            states.add(found.index)
            looked += 1
    finally:
        child.kill()
        child.wait()
        assert child.stdout is not None
        child.stdout.close()
    print(f"\n{looked} looks while another process rebuilt")
    return states


def test_a_reader_beside_a_writer_sees_whole_generations(tmp_path: Path) -> None:
    home = many(tmp_path / "home")
    search(home, "x")
    assert State.FRESH in seen_by_a_reader(home, 1.0)


@pytest.mark.slow
def test_a_reader_beside_a_writer_for_longer(tmp_path: Path) -> None:
    home = many(tmp_path / "home")
    search(home, "x")
    assert State.FRESH in seen_by_a_reader(home, 20.0)
