"""Which files a forget takes: those that a name means, and all that say the same."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from curator_core.model.files import Place
from curator_core.model.forgetting import Because, Doomed
from curator_core.model.note import Relation
from curator_core.model.problem import Refusal
from curator_core.rules import slots
from curator_core.rules.slots import folded_id, folded_scope
from curator_core.service import finding, naming, versions
from curator_core.service.opening import Opened


def in_scope(one: Opened, scope: str) -> list[str]:
    """The files whose scope is this one or lies inside it."""
    wanted = folded_scope(scope)
    return [
        entry.path
        for entry in one.snapshot.entries.values()
        if wanted in {folded_scope(each) for each in (entry.scope, *slots.parents(entry.scope))}
    ]


def named(one: Opened, name: str) -> list[str] | Refusal:
    """The files of a note id, an open item or a path."""
    index, _ = versions.links(one)
    known = index.by_id.get(folded_id(name), ())
    if known or name in one.snapshot.entries:
        under_notes = [p for p in known if one.snapshot.entries[p].place is Place.NOTES]
        return under_notes or list(known or (name,))
    item = naming.resolve(finding.queue(one), name)
    if isinstance(item, Refusal):
        hint = "name a note by its id or path, SOURCE#Lx-Ly, or --scope S"
        message = f"nothing here is called {name}"
        return item if item.code == "ambiguous-item" else Refusal("unknown-item", message, hint)
    paths = [path for path in item.paths if path in one.snapshot.entries]
    if item.commit is not None or not paths:
        return Refusal(
            "invalid",
            "this lies on a branch only, and Curator never rewrites branches",
            "reject it here, then delete the branch: git branch -D, git push --delete",
            item.paths[0],
            ids=(item.item,),
        )
    return paths


class Doom:
    """The files that go together: a note's other texts, its twins, what it was cut from."""

    def __init__(self, one: Opened) -> None:
        self._one = one
        self._index, _ = versions.links(one)
        self._claims: dict[str, list[str]] = {}
        for entry in one.snapshot.entries.values():
            if entry.claim is not None:
                self._claims.setdefault(entry.claim, []).append(entry.path)

    def of(self, paths: Iterable[str]) -> tuple[Doomed, ...]:
        """The files at these paths and all that go along, in the order found."""
        found = dict.fromkeys(paths, Because.ASKED)
        waiting = list(found)
        while waiting:
            for path, because in self._along(waiting.pop(0)):
                if path not in found:
                    found[path] = because
                    waiting.append(path)
        return tuple(self._doomed(path, because) for path, because in found.items())

    def _along(self, path: str) -> Iterator[tuple[str, Because]]:
        entry = self._one.snapshot.entries[path]
        note_id = self._id(path)
        if note_id is not None:
            for other in self._index.by_id.get(folded_id(note_id), ()):
                yield other, Because.SAME_NOTE
        for other in self._claims.get(entry.claim or "", ()):
            yield other, Because.SAME_CLAIM
        if entry.relation == Relation.RESTATEMENT.value and entry.place is Place.NOTES:
            for name in entry.supersedes:
                for other in self._index.by_id.get(folded_id(name), ()):
                    yield other, Because.RESTATED

    def _id(self, path: str) -> str | None:
        """The note's id; of a file that was damaged since, the one that was approved."""
        approved = self._index.approved.get(path)
        known = self._one.snapshot.entries[path].note_id
        return known if known is not None or approved is None else approved.note_id

    def _doomed(self, path: str, because: Because) -> Doomed:
        entry = self._one.snapshot.entries[path]
        return Doomed(
            path=path,
            blob=entry.blob,
            note_id=self._id(path),
            memory_key=entry.memory_key,
            scope=entry.scope,
            because=because,
            pinned=entry.pin,
        )
