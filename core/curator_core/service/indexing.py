"""Keeping the index in step with the files: made, refreshed, checked, chosen (DESIGN §6)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum

from curator_core.model.problem import Problem, Refusal, StoreError
from curator_core.rules import secrets, terms
from curator_core.rules.hashing import blob_id
from curator_core.rules.table import glances
from curator_core.rules.terms import Recipe
from curator_core.service.caller import Caller
from curator_core.service.opening import Opened, opened
from curator_core.store import index, index_files, index_reader, index_texts, reading
from curator_core.store.index import Changed, Doc
from curator_core.store.index_files import Generation, IndexUnusableError
from curator_core.store.repository import Repository
from curator_core.store.uncollected import uncollected

_WAIT = 0.3
"""Seconds that a search waits for another process that writes the index."""
_SHARE = 4
"""More changed files than one in this many are cheaper to index anew, all of them."""


class State(StrEnum):
    """How the index stands to the files (CONTRACT 28)."""

    FRESH = "fresh"
    STALE = "stale"
    MISSING = "missing"


@dataclass(frozen=True, slots=True)
class Difference:
    """One way in which index and files differ; `path` None is about the index as a whole."""

    path: str | None
    note_id: str | None
    what: str


@dataclass(frozen=True, slots=True, kw_only=True)
class IndexView:
    """The index as `index status|rebuild|verify|use` tell it. `generation` and `notes` are 0 where
    it is missing; `recipes` are the names that can be used."""

    recipe: str
    generation: int
    notes: int
    state: State
    differences: tuple[Difference, ...] = ()
    recipes: tuple[str, ...] = tuple(terms.RECIPES)


def recipes() -> tuple[str, ...]:
    """The names of the recipes that can be used."""
    return tuple(terms.RECIPES)


def recipe(repo: Repository) -> Recipe:
    """The recipe in use: the one that was activated on this device, else the program's own."""
    return terms.RECIPES.get(index_files.record(repo).active or "", terms.RECIPES[terms.DEFAULT])


def exists(repo: Repository) -> bool:
    """Whether an index was made on this device that may be read."""
    made = made_of(repo)
    return made is not None and index_files.intact(repo, made) is not None


def made_of(repo: Repository) -> Generation | None:
    """The newest generation of the recipe in use, as recorded; None when there is none."""
    return index_files.record(repo).made.get(recipe(repo).name)


def generation(repo: Repository) -> int | None:
    """The number of the generation that a search starts from; None while no index exists."""
    made = made_of(repo)
    return made.generation if made is not None and index_files.intact(repo, made) else None


def blobs(one: Opened) -> Mapping[str, str]:
    """The blob of every file that belongs into the index, by path, in path order."""
    known = one.memo.get("index blobs")
    if isinstance(known, dict):
        return known
    made = {glance.path: glance.blob for glance in glances(one.snapshot.entries)}
    one.memo["index blobs"] = made
    return made


def inputs_of(files: Mapping[str, str]) -> str:
    """A hash of what an index is built from: paths and bytes."""
    words = [part for pair in sorted(files.items()) for part in pair]
    return blob_id("\0".join(words).encode("utf-8", "surrogateescape"))


def _inputs(one: Opened) -> str:
    known = one.memo.get("index inputs")
    if isinstance(known, str):
        return known
    made = inputs_of(blobs(one))
    one.memo["index inputs"] = made
    return made


def text_of(one: Opened, path: str) -> str:
    """A file's text as it lies there; bytes that are not UTF-8 are replaced."""
    return _data(one, path).decode("utf-8", "replace")


def _data(one: Opened, path: str) -> bytes:
    if one.snapshot.recovery:
        return one.snapshot.files[path].data
    content = reading.read(one.repo.root, path)
    return b"" if isinstance(content, Problem) else content.data


def doc(one: Opened, path: str) -> Doc:
    """A file on its way into the index, read now."""
    return _made_of(one, path, _data(one, path))


def _docs(one: Opened) -> Iterator[Doc]:
    """All files on their way into the index."""
    if one.snapshot.recovery:
        yield from (doc(one, path) for path in blobs(one))
        return
    for path, data in index_texts.texts(one.repo.root, blobs(one)):
        yield _made_of(one, path, data)


def _made_of(one: Opened, path: str, data: bytes) -> Doc:
    entry = one.snapshot.entries[path]
    blob = blob_id(data) if data else entry.blob
    text = data.decode("utf-8", "replace")
    if "secret" in entry.problem_codes or blob != entry.blob:
        text = secrets.redact(text)
    return Doc(path, blob, entry.note_id, text)


def state(one: Opened) -> State:
    """How the index stands to the files now; nothing is written."""
    made = made_of(one.repo)
    if made is None or index_files.intact(one.repo, made) is None:
        return State.MISSING
    return State.FRESH if made.inputs == _inputs(one) else State.STALE


def ready(one: Opened) -> Generation | None:
    """The index in use, refreshed or made anew where it is behind, missing or damaged.

    Where it cannot be written the stale one; None when none can be read.
    """
    made = made_of(one.repo)
    if made is not None and made.inputs == _inputs(one) and index_files.intact(one.repo, made):
        return made
    try:
        with index_files.locked(one.repo, _WAIT):
            return _refreshed(one)
    except IndexUnusableError:
        made = made_of(one.repo)
        return made if made is not None and index_files.intact(one.repo, made) else None


def _refreshed(one: Opened) -> Generation:
    """The caller holds the lock, so what another process just made is seen."""
    made = made_of(one.repo)
    if made is None or index_files.intact(one.repo, made) is None:
        return _built(one, recipe(one.repo))
    if made.inputs == _inputs(one):
        return made
    try:
        return _caught_up(one, made)
    except IndexUnusableError:
        return _built(one, recipe(one.repo))


def _caught_up(one: Opened, made: Generation) -> Generation:
    """Only what changed, in one transaction; all of it where that is cheaper."""
    with index_reader.reading(one.repo, made) as reader:
        docs = reader.docs()
    files = blobs(one)
    fresh = [path for path, blob in files.items() if path not in docs or docs[path].blob != blob]
    gone = tuple(path for path in docs if path not in files)
    if len(fresh) + len(gone) > max(64, len(files) // _SHARE):
        return _built(one, recipe(one.repo))
    made_now = [doc(one, path) for path in fresh]
    read = {**files, **{doc.path: doc.blob for doc in made_now}}
    return index.change(one.repo, made, recipe(one.repo), made_now, Changed(gone, inputs_of(read)))


def _built(one: Opened, by: Recipe) -> Generation:
    """A new generation from all files; what changes while they are read leaves it stale."""
    last = index_files.record(one.repo).made.get(by.name)
    number = 1 if last is None else last.generation + 1
    with uncollected():
        return index.build(one.repo, by, _docs(one), _inputs(one), number)


def status(caller: Caller) -> IndexView:
    """The index as it stands, and by path where it is behind; nothing is written."""
    with opened(caller) as one:
        return view(one, tuple(_behind(one)))


def view(one: Opened, differences: tuple[Difference, ...]) -> IndexView:
    """The index as it stands, with what was found out about it."""
    made = made_of(one.repo)
    there = made is not None and index_files.intact(one.repo, made) is not None
    return IndexView(
        recipe=recipe(one.repo).name,
        generation=made.generation if made is not None and there else 0,
        notes=made.notes if made is not None and there else 0,
        state=state(one),
        differences=differences,
    )


def rebuild(caller: Caller) -> IndexView:
    """A new generation from all files; StoreError `io` when it cannot be made."""
    with opened(caller) as one:
        _make(one, recipe(one.repo))
        return view(one, ())


def _make(one: Opened, by: Recipe) -> None:
    try:
        with index_files.locked(one.repo, one.caller.lock_wait):
            _built(one, by)
    except IndexUnusableError as error:
        raise _failed(str(error)) from error


def _failed(why: str) -> StoreError:
    hint = "searches read the files meanwhile; `curator doctor` says what this machine offers"
    return StoreError(Refusal("io", f"the index was not made: {why}", hint))


def use(caller: Caller, name: str) -> IndexView | Refusal:
    """Make another recipe the one that searches use; its index is made first where it is behind."""
    chosen = terms.RECIPES.get(name)
    if chosen is None:
        known = ", ".join(terms.RECIPES)
        return Refusal("usage", f"there is no recipe {name}", f"use one of: {known}")
    with opened(caller) as one:
        made = index_files.record(one.repo).made.get(name)
        there = made is not None and index_files.intact(one.repo, made) is not None
        if made is None or not there or made.inputs != _inputs(one):
            _make(one, chosen)
        try:
            with index_files.locked(one.repo, caller.lock_wait):
                index_files.activate(one.repo, name)
        except IndexUnusableError as error:
            raise _failed(str(error)) from error
        return view(one, ())


def _behind(one: Opened) -> Iterator[Difference]:
    made = made_of(one.repo)
    if made is None or state(one) is not State.STALE:
        return
    try:
        with index_reader.reading(one.repo, made) as reader:
            docs = reader.docs()
    except IndexUnusableError as error:
        yield Difference(None, None, f"missing: {error}")
        return
    files = blobs(one)
    for path in sorted(files.keys() | docs.keys()):
        known = docs.get(path)
        if path not in files:
            yield Difference(path, known.note_id if known else None, "gone")
        elif known is None:
            yield Difference(path, one.snapshot.entries[path].note_id, "not in the index")
        elif known.blob != files[path]:
            yield Difference(path, known.note_id, "changed")
