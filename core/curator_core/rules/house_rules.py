"""The standing rules of a Home: `[[rules]] match, action` over the queue (DESIGN §5)."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from curator_core.model.home import StandingRule
from curator_core.model.problem import Refusal
from curator_core.model.proposal import WAITING, Item, Lane
from curator_core.rules import filtering
from curator_core.rules.filtering import Matcher
from curator_core.rules.hashing import digest

SUPPRESS, MARK, BULK = "suppress", "mark", "bulk"
FLAGS = {MARK: "rule", BULK: "bulk"}
"""The flag that an action sets; `suppress` sets the lane."""
_ORDER = {lane: number for number, lane in enumerate(Lane)}


@dataclass(frozen=True, slots=True)
class RuleHits:
    """One rule with the number of open items it matches, restored ones included."""

    match: str
    action: str
    hits: int


@dataclass(frozen=True, slots=True)
class Ruled:
    """Items in queue order with what the rules say of them, and the hits of each rule."""

    items: tuple[Item, ...]
    hits: tuple[RuleHits, ...]


def apply(
    items: Sequence[Item],
    rules: Sequence[StandingRule],
    ages: Mapping[str, int],
    restored: Collection[str] = frozenset(),
) -> Ruled:
    """Let every rule look at every item as it was before the rules.

    `ages` gives whole days by item id. `restored` are the items that a person brought back: a rule
    suppresses these no more, it marks them. A rule that cannot be read has no hits. A deferred
    item stays deferred. `Item.rule` is the rule that suppressed it, else the first that hit.
    """
    readers = [_matcher(rule) for rule in rules]
    counts = [0] * len(rules)
    made = []
    for item in items:
        hit = [n for n, reads in enumerate(readers) if reads(item, ages.get(item.item, 0))]
        for number in hit:
            counts[number] += 1
        made.append(_ruled(item, [rules[n] for n in hit], item.item in restored))
    made.sort(key=lambda item: (_ORDER[item.lane], item.since, item.item))
    told = zip(rules, counts, strict=True)
    return Ruled(tuple(made), tuple(RuleHits(r.match, r.action, count) for r, count in told))


def _ruled(item: Item, rules: Sequence[StandingRule], restored: bool) -> Item:
    if not rules:
        return item
    away = next((rule for rule in rules if rule.action == SUPPRESS), None)
    lane = item.lane
    if away is not None and not restored and lane in WAITING:
        lane = Lane.SUPPRESSED
    flags = [FLAGS.get(rule.action, FLAGS[MARK]) for rule in rules if rule is not away]
    if away is not None and lane is not Lane.SUPPRESSED:
        flags.append(FLAGS[MARK])
    names = tuple(dict.fromkeys((*item.flags, *flags)))
    rule = (away or rules[0]).match
    hashed = digest(item.item_hash, lane.value, names, rule)
    return replace(item, lane=lane, flags=names, rule=rule, item_hash=hashed)


def _matcher(rule: StandingRule) -> Matcher:
    found = parse(rule)
    return _nothing if isinstance(found, Refusal) else found


def _nothing(item: Item, age: int) -> bool:
    return False


def parse(rule: StandingRule) -> Matcher | Refusal:
    """The matcher of a rule; an empty one would take everything and is refused."""
    if not rule.match.strip():
        return Refusal("usage", "a rule needs a match", 'like match = "job:nightly-* risk:low"')
    return filtering.parse(rule.match)


def wrong(rules: Sequence[StandingRule]) -> Iterator[tuple[int, Refusal]]:
    """The rules that cannot be read, by their 0-based place."""
    for number, rule in enumerate(rules):
        found = parse(rule)
        if isinstance(found, Refusal):
            yield number, found
