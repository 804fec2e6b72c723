"""How carefully an item must be decided, and why (DESIGN §5, risk)."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase

from curator_core.model.event import Action
from curator_core.model.note import Authority, Modality, Note, Origin
from curator_core.model.proposal import Health, Item, Lane, Op, Risk

DOMAINS = {
    "health": "health healthcare medical medicine allergy allergies gesundheit medizin 健康 医疗",
    "legal": "legal law contract contracts recht vertrag verträge 法律 合同",
    "money": "money finance finances financial bank banking payment payments payroll salary tax "
    "taxes invoice invoices billing geld finanzen steuer steuern konto 财务 金钱 银行 税务",
    "security": "security secret secrets credential credentials password passwords auth access "
    "sicherheit passwort passwörter zugang 安全 密码",
    "people": "people person persons hr staff family personen personal familie 人物 人员 家人",
}
"""High-risk domains, each with the words by which the first part of a subject names it."""

EXPIRED = "expired"
"""Flag of an archive proposal all of whose notes have expired; only Curator itself sets flags."""
SHRINKS = "shrinks"
"""Flag of a text that drops much of a note (`rules.shrinking`)."""

INSTRUCTIONS = frozenset(
    {*(f"H{number}" for number in range(1, 12)), "H16", "H17", "instruction-like"}
)
"""Flag codes of text that tells an agent what to do or hides that it does."""

METADATA = frozenset(
    {
        *("title", "description", "tags", "signals", "sources", "confidence", "schema_version"),
        *("observed_at", "verified_at", "review_by", "session", "job", "recipe", "inputs"),
        *("superseded_by", "reviewed", "reviewed_by", "reviewed_at", "reviewed_hash"),
    }
)
"""Fields that change neither an answer nor who may see it: repairs of these alone are low risk."""

MOST_RETIRED = 3
"""More notes than this retired by one item are high risk."""

_TAKES_AWAY = frozenset({Op.ARCHIVE, Op.FORGET})
_USERS_WORD = frozenset({Authority.USER_EXPLICIT, Authority.USER_CURATED})
_WORDS = re.compile(r"[\W_]+")
_BY_WORD = {word: domain for domain, words in DOMAINS.items() for word in words.split()}


@dataclass(frozen=True, slots=True)
class Weighed:
    """A tier, and for a high or low one the reasons in words, strongest first."""

    risk: Risk
    why: tuple[str, ...] = ()


def weigh(
    item: Item,
    note: Note | None,
    *,
    targets: Sequence[Note],
    shrinks: bool,
    high_subjects: Sequence[str],
) -> Weighed:
    """The tier of an item and why; high wins over low, everything else is medium.

    `note` is the proposed note (a row of the file table as a note will do, with `pin` and
    `authority`), None where there is none. `targets` are the reviewed notes it changes or retires.
    `shrinks` is what `rules.shrinking` says of the two bodies. `high_subjects` are the patterns of
    `[risk] high`.
    """
    high = tuple(
        dict.fromkeys(
            (
                *_of_item(item, high_subjects),
                *_of_note(note, targets),
                *_of_targets(item, note, targets, shrinks),
            )
        )
    )
    if high:
        return Weighed(Risk.HIGH, high)
    low = tuple(_low(item))
    return Weighed(Risk.LOW if low else Risk.MEDIUM, low)


def _of_item(item: Item, high_subjects: Sequence[str]) -> Iterator[str]:
    if item.taint:
        yield f"tainted: {', '.join(item.taint)}"
    elif item.lane is Lane.QUARANTINED or item.origin == Origin.EXTERNAL:
        yield "tainted: from outside"
    if "secret" in item.flags:
        yield "holds what looks like a secret"
    if INSTRUCTIONS.intersection(item.flags):
        yield "reads like an instruction"
    if item.op in _TAKES_AWAY and EXPIRED not in item.flags:
        yield f"proposes to {item.op.value}"
    if _repair_takes_away(item):
        yield "the repair archives a note"
    yield from _domains(item.subject, high_subjects)


def _repair_takes_away(item: Item) -> bool:
    repair = None if item.finding is None else item.finding.repair
    return repair is not None and repair.decision in (Action.ARCHIVE, Action.FORGET)


def _domains(subject: str, patterns: Sequence[str]) -> Iterator[str]:
    folded = unicodedata.normalize("NFKC", subject).casefold()
    domain = domain_of(folded)
    if domain is not None:
        yield f"subject of {domain}"
    if any(_matches(folded, pattern.casefold()) for pattern in patterns):
        yield "subject is high risk in this Home"


def domain_of(subject: str) -> str | None:
    """The high-risk domain that the first part of a subject names, by one of its words."""
    first = unicodedata.normalize("NFKC", subject).casefold().partition("/")[0]
    found = (_BY_WORD.get(word) for word in _WORDS.split(first))
    return next((domain for domain in found if domain is not None), None)


def _matches(subject: str, pattern: str) -> bool:
    """A pattern is a glob; without one it also takes what lies below."""
    plain = pattern.rstrip("/")
    return fnmatchcase(subject, plain) or subject.startswith(plain + "/")


def _of_note(note: Note | None, targets: Sequence[Note]) -> Iterator[str]:
    if note is None:
        return
    pinned = [target.pin for target in targets]
    if note.pin and not (pinned and all(pinned)):
        yield "pins a note"
    elif any(pinned) and not note.pin:
        yield "takes a pin away"
    if any(target.authority is not note.authority for target in targets):
        yield "changes the authority"
    elif note.authority in _USERS_WORD and note.origin is not Origin.USER and not targets:
        yield "claims a user's authority"


def _of_targets(
    item: Item, note: Note | None, targets: Sequence[Note], shrinks: bool
) -> Iterator[str]:
    if shrinks or SHRINKS in item.flags:
        yield "shrinks a note by half or leaves text out"
    if len(targets) > MOST_RETIRED:
        yield f"retires {len(targets)} notes"
    outside = item.origin == Origin.EXTERNAL or (
        note is not None and note.modality is Modality.QUOTED
    )
    if outside and targets:
        yield "outside text over a reviewed note"


def _low(item: Item) -> Iterator[str]:
    if item.health is Health.DUPLICATE:
        yield "an exact duplicate"
    if item.op is Op.ARCHIVE and EXPIRED in item.flags:
        yield "archives what has expired"
    if _only_metadata(item):
        yield "repairs metadata"


def _only_metadata(item: Item) -> bool:
    repair = None if item.finding is None else item.finding.repair
    if repair is None or repair.decision is not None or not repair.writes:
        return False
    written: Iterable[str] = (name for write in repair.writes for name in write.fields)
    return METADATA.issuperset(written)
