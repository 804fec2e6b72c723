"""What an index says as a whole, compared with one made from scratch and with the files."""

from __future__ import annotations

import shutil
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from curator_core.rules import terms
from curator_core.service import index_checking, indexing, searching
from curator_core.service.indexing import Difference, State
from curator_core.service.opening import opened
from curator_core.service.searching import Found, Search
from curator_core.store import index_files, index_reader
from curator_core.store.index_reader import Reader
from tests.homes import caller, make_home, note, reviewed

TEXTS = {
    "a.md": reviewed("m_a", "部署命令是 npm run deploy。", title="Production deploy"),
    "b.md": reviewed("m_b", "先部门会议，然后签署文件。redeploy later."),
    "c.md": reviewed("m_c", "nothing here", memory_key="deploy.target", value="生产环境"),
}


@dataclass(frozen=True, slots=True)
class Contents:
    """All that an index holds, by path, and what it ranks first."""

    docs: dict[str, Any]
    sources: dict[str, str]
    totals: dict[str, Any]
    words: dict[str, int]
    ranked: list[list[str]]


def contents(home: Path, *queries: str) -> Contents:
    """What the index in use holds now."""
    with opened(caller(home)) as one:
        made = indexing.made_of(one.repo)
        assert made is not None
        with index_reader.reading(one.repo, made) as reader:
            return Contents(
                dict(reader.docs()),
                dict(reader.sources()),
                dict(reader.totals()),
                dict(reader.words()),
                [ranking(reader, query) for query in queries],
            )


def ranking(reader: Reader, query: str) -> list[str]:
    """The paths that may hold a query, in order."""
    needs = terms.needs(terms.wanted(query), terms.RECIPES[reader.made.recipe])
    return [known.path for known in reader.holding(needs) or ()]


def search(home: Path, text: str, **more: Any) -> Found:
    """A search of a Home at the tests' instant."""
    return searching.search(caller(home), Search(text=text, **more))


def names(found: Found) -> list[str | None]:
    """The note ids of hits, best first."""
    return [hit.entry.note_id for hit in found.hits]


def state(home: Path) -> State:
    """How the index stands."""
    return indexing.status(caller(home)).state


def differences(home: Path) -> tuple[Difference, ...]:
    """What `index verify` finds."""
    return index_checking.verify(caller(home)).differences


def file_of(home: Path) -> Path:
    """The file of the generation in use."""
    with opened(caller(home)) as one:
        made = indexing.made_of(one.repo)
        assert made is not None
        return home / index_files.FOLDER / made.recipe / made.file


def drop(home: Path) -> None:
    """Delete everything disposable, as a person may at any time."""
    shutil.rmtree(home / ".curator", ignore_errors=True)


def small(root: Path) -> Path:
    """A Home of three notes in two languages and one candidate."""
    return make_home(root, TEXTS, {"d.md": note("m_d", "部署 candidate")})
