"""MEMORY.md: what an agent loads at its start, within a budget, and what did not fit."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from curator_core.model.answer import AnswerStatus
from curator_core.model.home import Config
from curator_core.model.note import Kind, Note, Privacy
from curator_core.rules import holding, slots, validity
from curator_core.rules.holding import Held, Memory
from curator_core.rules.slots import folded_scope
from curator_core.rules.views import HEAD, marks_of
from curator_core.rules.visible import path_text, visible

NAMED = 10
"""How many notes of one reason are named in a view; the rest is counted."""

SECTIONS = (
    (Kind.SEMANTIC, "Facts"),
    (Kind.PROCEDURAL, "Procedures"),
    (Kind.PREFERENCE, "Preferences"),
    (Kind.EPISODIC, "Episodes"),
)


@dataclass(frozen=True, slots=True)
class Left:
    """A note that holds but was not loaded, and why."""

    name: str
    reason: str


@dataclass(frozen=True, slots=True)
class Loading:
    """What MEMORY.md holds: ids (or paths) in order, of how many, within which budget.

    `tokens` counts the notes' lines; it exceeds `limit` only where pins do.
    """

    loaded: tuple[str, ...]
    total: int
    tokens: int
    limit: int
    left: tuple[Left, ...]


def tokens(text: str) -> int:
    """About how many tokens a model needs: one for each character of Chinese, Japanese or Korean,
    one for four others."""
    wide = sum(1 for char in text if char >= "\u2e80") if not text.isascii() else 0
    return wide + (len(text) - wide + 3) // 4


def memory_view(memory: Memory, config: Config) -> tuple[str, Loading]:
    """What an agent of the default scopes loads at its start: pins first, then what fits."""
    chain = slots.scope_chain(config.scopes)
    held, left = _eligible(memory, chain)
    lines = {id(each): _line(each) for each in held}
    chosen, used, over = _fitting(_by_rank(held, chain, memory), lines, config.budget_tokens)
    left += [Left(each.row.name, "budget") for each in over]
    loading = Loading(
        loaded=tuple(each.row.name for each in chosen),
        total=len(held) + len(left) - len(over),
        tokens=used,
        limit=config.budget_tokens,
        left=tuple(left),
    )
    scope = ", ".join(visible(scope) for scope in chain)
    parts = [f"# Memory\n\n{HEAD}\nScopes: {scope}.\n"]
    parts += _sections(chosen, lines)
    parts.append(_not_loaded(loading))
    return "".join(parts), loading


def _eligible(memory: Memory, chain: Sequence[str]) -> tuple[list[Held], list[Left]]:
    """The notes that hold in these scopes, one version for each slot, and those that hold but must
    not be loaded."""
    held: list[Held] = []
    left: list[Left] = []
    for row in holding.seen_from(memory, chain):
        match row.outcome.status:
            case AnswerStatus.KNOWN:
                winners = row.outcome.winners
                held += (Held(memory.row(j.version), row.outcome.certain) for j in winners)
            case AnswerStatus.CONFLICT:
                left += (Left(note_id, "collision") for note_id in row.outcome.collision)
            case AnswerStatus.UNCERTAIN:
                names = (j.version.note.id for j in row.outcome.candidates)
                left += (Left(note_id, "uncertain") for note_id in names)
            case AnswerStatus.REVOKED | AnswerStatus.NONE:
                pass
    places = {folded_scope(scope) for scope in chain}
    held += (each for each in memory.free if folded_scope(each.row.note.scope) in places)
    closed = [each for each in held if each.row.note.privacy is Privacy.RESTRICTED]
    left += (Left(each.row.name, _why_closed(each.row.note)) for each in closed)
    return [each for each in held if each.row.note.privacy is not Privacy.RESTRICTED], left


def _why_closed(note: Note) -> str:
    return "pin-lost: restricted" if note.pin else "restricted"


def _by_rank(held: Iterable[Held], chain: Sequence[str], memory: Memory) -> list[Held]:
    """Pins, then the nearest scope, then by kind, then the newest."""
    places = {folded_scope(scope): number for number, scope in enumerate(chain)}
    kinds = {kind: number for number, (kind, _) in enumerate(SECTIONS)}

    def rank(each: Held) -> tuple[object, ...]:
        note = each.row.note
        seen, learnt = validity.recorded_order(note, memory.history.zone)
        near = places.get(folded_scope(note.scope), len(places))
        return not note.pin, near, kinds[note.kind], -seen, -learnt, each.row.name

    return sorted(held, key=rank)


def _fitting(
    ranked: Sequence[Held], lines: dict[int, str], limit: int
) -> tuple[list[Held], int, list[Held]]:
    """The notes whose lines fit, pins in any case; what they need; the others."""
    chosen: list[Held] = []
    over: list[Held] = []
    used = 0
    for each in ranked:
        need = tokens(lines[id(each)])
        if each.row.note.pin or used + need <= limit:
            chosen.append(each)
            used += need
        else:
            over.append(each)
    return chosen, used, over


def _sections(chosen: Sequence[Held], lines: dict[int, str]) -> Iterator[str]:
    pinned = [each for each in chosen if each.row.note.pin]
    groups = [("Pinned", pinned)]
    for kind, title in SECTIONS:
        members = [e for e in chosen if e.row.note.kind is kind and not e.row.note.pin]
        groups.append((title, members))
    for title, members in groups:
        if members:
            yield f"\n## {title}\n\n"
            yield from (
                f"{lines[id(each)]}\n" for each in sorted(members, key=lambda e: e.row.order)
            )


def _line(each: Held) -> str:
    """A note on one line: what it is about, what it says, who it is."""
    row, note = each.row, each.row.note
    about = note.memory_key or row.title
    text = note.value or note.description or row.line or ""
    more = " … (cut, read the file)" if row.cut and text == row.line else ""
    marks = [row.name] if note.id else []
    marks += [note.scope, *marks_of(each)]
    told = "; ".join(visible(mark) for mark in marks)
    return f"- {visible(about)}: {visible(text)}{more} ({told}; {path_text(row.path)})"


def _not_loaded(loading: Loading) -> str:
    """How much of memory this file is, and what is missing, by reason."""
    head = (
        f"\n## Not loaded\n\nLoaded {len(loading.loaded)} of {loading.total} notes, "
        f"{loading.tokens} of {loading.limit} tokens.\n"
    )
    reasons: dict[str, list[str]] = {}
    for each in loading.left:
        reasons.setdefault(each.reason, []).append(each.name)
    return head + "".join(_reason(why, names) for why, names in reasons.items())


def _reason(why: str, names: Sequence[str]) -> str:
    shown = ", ".join(path_text(name) for name in names[:NAMED])
    more = f" and {len(names) - NAMED} more, see INDEX.md" if len(names) > NAMED else ""
    said = "CONFLICT" if why == "collision" else why
    return f"- {said}: {shown}{more}\n"
