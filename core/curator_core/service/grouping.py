"""Near copies among what waits (C47), with what a later process can take over.

Kept are the groups of just this queue, and by blob the gist of each note, so that a queue which
changed needs only its new notes read. No text is kept, and of a note with a secret nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from curator_core.model.proposal import WAITING, Item, Op
from curator_core.rules import clusters, gists
from curator_core.rules.gists import Gist
from curator_core.rules.hashing import digest
from curator_core.service.opening import Opened, lasting
from curator_core.store import file_table
from curator_core.store.cache import Cache

GISTS = "gists"
"""Where a memo keeps the gists of what waits, by blob; and the cache, each beside its mark."""
GROUPS = "groups"
"""Where the cache keeps the groups of the last queue."""
CLAIMED = frozenset({Op.ADD, Op.SUPERSEDE})
"""Operations whose notes claim something by themselves."""
_SECRET = "secret"


def clustered(one: Opened, found: Sequence[Item]) -> list[Item]:
    """The items, near copies named by the first of them."""
    alike = [i for i in found if i.op in CLAIMED and i.lane in WAITING and len(i.notes) == 1]
    if len(alike) < 2:
        return list(found)
    groups = _groups(one, alike)
    return [
        item
        if groups.get(item.item) == item.cluster
        else replace(item, cluster=groups.get(item.item))
        for item in found
    ]


def _groups(one: Opened, alike: Sequence[Item]) -> Mapping[str, str]:
    cache, form = Cache(one.repo.state_dir, GROUPS), _form(one)
    mark = digest(form, [(item.item, item.blob, _apart(item)) for item in alike])
    known = _known(cache.fact(GROUPS), mark)
    if known is not None:
        return known
    shelf = _Shelf.over(one, cache, form, alike)
    texts = {item.item: shelf.gist(item) for item in alike}
    said = {name: text for name, text in texts.items() if text is not None}
    made = clusters.clusters(said, {item.item: _apart(item) for item in alike})
    cache.keep({GROUPS: {"mark": mark, "groups": made}, **shelf.fresh}, shelf.gone(alike))
    return made


def _apart(item: Item) -> str:
    """What must be the same within a group."""
    return f"{item.memory_key or ''}\0{item.scope}"


def _form(one: Opened) -> str:
    """One word for all that a gist and a group follow from beside the notes."""
    numbered = hash((1, 2, 3))
    return digest(gists.VERSION, file_table.fingerprint(one.snapshot.config), numbered)


def _known(fact: object, mark: str) -> dict[str, str] | None:
    """Groups that were kept under this mark; None when there are none, or they are damaged."""
    match fact:
        case {"mark": str(kept), "groups": dict(groups)} if kept == mark:
            sound = all(isinstance(lead, str) for lead in groups.values())
            return groups if sound else None
    return None


@dataclass(slots=True)
class _Shelf:
    """The gists of what waits: of this process, of the cache, of the texts."""

    one: Opened
    form: str
    memo: dict[str, Gist | None]
    kept: Mapping[str, object]
    fresh: dict[str, list[str]] = field(default_factory=dict)

    @classmethod
    def over(cls, one: Opened, cache: Cache, form: str, alike: Iterable[Item]) -> _Shelf:
        """Ready for these items."""
        memo = lasting(one, GISTS)
        lacks = any(item.blob not in memo for item in alike)
        return cls(one, form, memo, cache.facts(GISTS) if lacks else {})

    def gist(self, item: Item) -> Gist | None:
        """What is compared of a proposed note, its value and body; None when it gives no note."""
        if item.blob not in self.memo:
            self.memo[item.blob] = self._kept(item.blob) or self._made(item)
        return self.memo[item.blob]

    def gone(self, alike: Iterable[Item]) -> list[str]:
        """The keys of what was kept and waits no more."""
        waiting = {item.blob for item in alike}
        return [f"{GISTS}:{blob}" for blob in self.kept if blob not in waiting]

    def _kept(self, blob: str) -> Gist | None:
        match self.kept.get(blob):
            case [str(form), *rest] if form == self.form:
                return gists.decoded(rest)
        return None

    def _made(self, item: Item) -> Gist | None:
        file = self.one.snapshot.file(item.file)
        if file.note is None:
            return None
        made = gists.gist(f"{file.note.value or ''}\n{file.note.body}")
        if _SECRET not in file.entry.problem_codes and file.entry.blob == item.blob:
            self.fresh[f"{GISTS}:{item.blob}"] = [self.form, *gists.encoded(made)]
        return made
