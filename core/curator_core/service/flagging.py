"""The flags of what waits: the rules over each note, with the Home around it.

A row of the queue tells codes only; these are kept from one process to the next without any text.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from curator_core.model.files import Entry
from curator_core.model.flag import GRADE_OF, Flag, Grade
from curator_core.model.note import Note, Origin
from curator_core.model.problem import Problem
from curator_core.model.proposal import Item, Op, Part
from curator_core.model.view import SourceState
from curator_core.rules import branches, source_uri
from curator_core.rules.flags import version
from curator_core.rules.flags.context import Around, Cited, Fragment
from curator_core.rules.hashing import digest
from curator_core.rules.review_state import vouch
from curator_core.rules.slots import folded_id
from curator_core.rules.source_uri import Elsewhere
from curator_core.service import citing, reviewed_words, versions
from curator_core.service.citing import Resolver
from curator_core.service.opening import Opened, lasting
from curator_core.store.cache import Cache

MADE = "flags"
"""Where a memo keeps flags by all that they follow from."""
WAITING = "flag-waiting"
"""Where a memo keeps which notes wait, by item and by source; no open repository."""
FACT = "flag-codes"
"""Where the cache keeps the codes of notes."""
_SILENT = frozenset({Op.ARCHIVE, Op.FORGET, Op.CONFIG, Op.REPAIR})
"""Operations that bring no text of their own."""
_GROUP_MIN = 3
_NEAR = 12
"""Notes of one source on each side of a note that may hang together with it."""
_CLAIMED = "claimed-review"
_SECRET = "secret"
_TOLD = (Grade.HIGH, Grade.MEDIUM)
"""Weights that a row of the queue tells; light ones are told with the item."""


def marked(
    one: Opened, found: Sequence[Item], parts: Mapping[str, Sequence[Part]]
) -> Iterator[Item]:
    """The items with the codes of their flags, heavy ones first."""
    flagger = _Flagger.over(one, found, parts)
    one.memo[WAITING] = flagger.waiting, flagger.groups
    for item in found:
        codes = flagger.codes(item)
        yield replace(item, flags=tuple(dict.fromkeys((*item.flags, *codes)))) if codes else item
    flagger.keep()


def told(one: Opened, item: Item, problems: Sequence[Problem]) -> tuple[Flag, ...]:
    """The problems of an item's file, what the rules see, and what else is said of the item."""
    found = [_of_problem(problem) for problem in problems]
    found += of_item(one, item)
    codes = {flag.code for flag in found}
    for code in item.flags:
        if code not in codes:
            found.append(Flag(code, Grade.MEDIUM, None, None, code.replace("-", " ")))
    return tuple(found)


def _of_problem(problem: Problem) -> Flag:
    grade = Grade.HIGH if problem.code == _SECRET else GRADE_OF[problem.severity]
    return Flag(problem.code, grade, problem.line, problem.column, problem.message)


def of_item(one: Opened, item: Item) -> tuple[Flag, ...]:
    """The flags of an item: of one that waits with all around it, of a note by its text."""
    known = one.memo.get(WAITING)
    if isinstance(known, tuple) and item.item in known[0]:
        waiting, groups = known
        return _Flagger(one, waiting, groups, Resolver(one, 0), {}).flags(item)
    return _Flagger.over(one, (item,), {}).flags(item)


@dataclass(frozen=True, slots=True)
class _Waiting:
    """One note that waits, with the part of the proposal it is, if there is one."""

    item: Item
    entry: Entry
    address: str
    part: Part | None
    targets: tuple[Note, ...]


@dataclass(slots=True)
class _Flagger:
    """The notes that wait in one opening, by item, and those that cite the same source."""

    one: Opened
    waiting: Mapping[str, tuple[_Waiting, ...]]
    groups: Mapping[str, tuple[_Waiting, ...]]
    resolver: Resolver
    kept: dict[str, list[str]]
    used: dict[str, list[str]] = field(default_factory=dict)
    marks: dict[str, str] = field(default_factory=dict)

    @classmethod
    def over(
        cls, one: Opened, found: Sequence[Item], parts: Mapping[str, Sequence[Part]]
    ) -> _Flagger:
        """Ready for these items."""
        waiting = {item.item: tuple(_notes(one, item, parts.get(item.item, ()))) for item in found}
        groups = _groups(each for listed in waiting.values() for each in listed)
        return cls(one, waiting, groups, Resolver(one, 0), _kept(one) if len(found) > 1 else {})

    def codes(self, item: Item) -> tuple[str, ...]:
        """The codes of an item's heavier flags."""
        found: dict[str, None] = {}
        for each in self.waiting[item.item]:
            key = self._key(each)
            known = self.kept.get(key)
            if known is None:
                flags = self._made(each)
                known = [f.code for grade in _TOLD for f in flags if f.severity is grade]
            self.used[key] = list(dict.fromkeys(known))
            found |= dict.fromkeys(known)
        return tuple(found)

    def flags(self, item: Item) -> tuple[Flag, ...]:
        """All flags of an item; those of its further notes name their file."""
        found: list[Flag] = []
        for number, each in enumerate(self.waiting[item.item]):
            path = None if number == 0 else branches.path_of(each.address)
            found += [replace(f, path=path) if path else f for f in self._made(each)]
        return tuple(found)

    def keep(self) -> None:
        """Keep the codes of what waits for the next process; a failure loses only speed."""
        if self.used != self.kept:
            rows = {"version": version.RULES_VERSION, "codes": self.used}
            Cache(self.one.repo.state_dir, FACT).keep({FACT: rows})

    def _made(self, each: _Waiting) -> tuple[Flag, ...]:
        known = lasting(self.one, MADE)
        key = self._key(each)
        if key not in known:
            from curator_core.rules.flags import raising  # kept codes need no rules

            known[key] = raising.flags(self.one.snapshot.file(each.address), self._around(each))
        found: tuple[Flag, ...] = known[key]
        return found

    def _key(self, each: _Waiting) -> str:
        """One word for all that the flags of a note follow from."""
        base = None if each.part is None or each.part.base is None else each.part.base.entry.blob
        targets = [(note.id, note.scope, note.privacy.value) for note in each.targets]
        facts = (each.entry.place.value, self.one.today[:4], version.RULES_VERSION)
        return digest(
            *(each.entry.blob, each.address, base, self._grouped(each), targets, *facts),
            *(_CLAIMED in each.item.flags, bool(each.item.taint), repr(self._cited(each))),
            reviewed_words.mark(self.one),
        )

    def _around(self, each: _Waiting) -> Around:
        one, note = self.one, self.one.snapshot.file(each.address).note
        is_update = each.part is not None and each.part.target is not None
        path = branches.path_of(each.address)
        near = () if note is None or is_update else reviewed_words.near(one, note.body, path)
        return Around(
            today=one.today,
            sites=reviewed_words.words(one).sites,
            cited=self._cited(each),
            targets=each.targets,
            retired=len(each.entry.supersedes),
            near=near,
            fragments=tuple(self._fragments(each)),
            base=None if each.part is None else each.part.base,
            claims_review=_CLAIMED in each.item.flags,
            tainted=bool(each.item.taint),
        )

    def _cited(self, each: _Waiting) -> tuple[Cited, ...]:
        return cited(self.one, each.entry.sources, self.resolver)

    def _group(self, each: _Waiting) -> tuple[_Waiting, ...]:
        return self.groups.get(_source_path(each.entry) or "", ())

    def _grouped(self, each: _Waiting) -> str:
        """One word for the notes of its group, made once: one source may have many."""
        path = _source_path(each.entry) or ""
        if path not in self.marks:
            group = self.groups.get(path, ())
            said = [(w.entry.note_id, w.entry.blob, _line(w.entry)) for w in group]
            self.marks[path] = digest(said)
        return self.marks[path]

    def _fragments(self, each: _Waiting) -> Iterator[Fragment]:
        """The notes that cite the lines nearest to its own."""
        group = self._group(each)
        at = bisect_left(group, _place(each), key=_place) if group else 0
        first = max(0, min(at - _NEAR, len(group) - 2 * _NEAR))
        for other in group[first : first + 2 * _NEAR]:
            note = self.one.snapshot.file(other.address).note
            if note is not None:
                yield Fragment(note.id, note.body, _line(other.entry))


def cited(
    one: Opened, sources: Sequence[str], resolver: Resolver | None = None
) -> tuple[Cited, ...]:
    """The lines that a note's sources name, as the rules take them."""
    known = resolver or Resolver(one, 0)
    return tuple(_source(known, uri) for uri in sources[: citing.MOST_SOURCES])


def _source(resolver: Resolver, uri: str) -> Cited:
    view = resolver.view(uri)
    lines = [text for _, text, is_cited in view.lines if is_cited]
    gone = view.state is SourceState.GONE and not lines
    return Cited(uri, "\n".join(lines) if lines else None, gone)


def _kept(one: Opened) -> dict[str, list[str]]:
    kept = Cache(one.repo.state_dir, FACT).fact(FACT)
    if not isinstance(kept, dict) or kept.get("version") != version.RULES_VERSION:
        return {}
    codes = kept.get("codes")
    return codes if isinstance(codes, dict) else {}


def _notes(one: Opened, item: Item, parts: Sequence[Part]) -> Iterator[_Waiting]:
    """The notes that an item brings."""
    if item.op in _SILENT or item.finding is not None:
        return
    targets = tuple(_targets(one, item))
    by_address = {part.address: part for part in parts}
    for address in item.files if item.commit is not None else item.paths:
        entry = one.snapshot.entry(address)
        if entry is not None:
            yield _Waiting(item, entry, address, by_address.get(address), targets)


def _targets(one: Opened, item: Item) -> Iterator[Note]:
    """The reviewed notes that an item is to change or retire."""
    index, _ = versions.links(one)
    for name in item.targets:
        for path in index.by_id.get(folded_id(name), ()):
            if vouch(one.snapshot.entries[path], one.snapshot.reviews).approved is not None:
                note = one.snapshot.files[path].note
                yield from () if note is None else (note,)


def _groups(waiting: Iterable[_Waiting]) -> dict[str, tuple[_Waiting, ...]]:
    """By source, the waiting notes that cite it, where several items do; in order of the lines.

    Of one item only its first note counts, since its notes are read together anyway; what the user
    wrote is nobody's fragment.
    """
    found: dict[str, dict[str, _Waiting]] = {}
    for each in waiting:
        path = _source_path(each.entry)
        if path is not None and each.entry.note_id and each.entry.origin != Origin.USER:
            found.setdefault(path, {}).setdefault(each.item.item, each)
    return {
        path: tuple(sorted(each.values(), key=_place))
        for path, each in found.items()
        if len(each) >= _GROUP_MIN
    }


def _source_path(entry: Entry) -> str | None:
    """The file that a note cites first."""
    cited = source_uri.parse(entry.sources[0]) if entry.sources else None
    return None if cited is None or isinstance(cited, Elsewhere) else cited.path


def _place(each: _Waiting) -> tuple[int, str]:
    return _line(each.entry), each.entry.note_id or ""


def _line(entry: Entry) -> int:
    """The first line of the source that a note cites first."""
    cited = source_uri.parse(entry.sources[0])
    return 1 if isinstance(cited, Elsewhere) else cited.first or 1
