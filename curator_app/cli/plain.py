"""`curator review --plain`: the queue item by item, in prompts; for screen readers and pipes."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from enum import Enum, auto
from typing import TypeVar

from curator_app.cli import errors, facts, texts
from curator_app.cli.invocation import Invocation, Outcome
from curator_core.model.decision import CONFIRMABLE, Approve, Decision, Defer, ReasonCode, Reject
from curator_core.model.note import Relation
from curator_core.model.plan import Receipt
from curator_core.model.problem import Refusal
from curator_core.model.proposal import WAITING, Item, Lane
from curator_core.model.view import ItemView, Preview
from curator_core.rules.visible import visible
from curator_core.service import filtering, review, undoing
from curator_core.service.caller import Caller

QUESTION = "[a]pprove [r]eject [d]efer [s]kip [u]ndo [q]uit [?] "
HELP = (
    "a: make it memory. r: take it away, with a reason. d: look again later.",
    "s: leave it undecided, go on. u: take your newest decision back. q: stop here.",
    "Nothing is written before you have heard what and said y.",
)
RELATIONS = (
    Relation.CORRECTION,
    Relation.STATE_CHANGE,
    Relation.REVOCATION,
    Relation.SCOPE_CHANGE,
)
"""Those a person can choose, in the order of the keys 1-4."""


KEYS = {word: word[0] for word in ("approve", "reject", "defer", "skip", "undo", "quit")}
_Named = TypeVar("_Named", ReasonCode, Relation)


class _EndedError(Exception):
    """Nobody answers any more."""


class Then(Enum):
    """What follows an answer: the next item, the same question, the item anew, the end."""

    GO_ON = auto()
    ASK = auto()
    SHOW = auto()
    STOP = auto()


@dataclass(slots=True)
class Dialogue:
    """Prompts and answers of one session, and what came of them.

    With `--json` the talk goes to standard error, so that standard output holds one document.
    """

    call: Invocation
    receipts: list[Receipt] = field(default_factory=list)
    skipped: list[str] = field(default_factory=list)
    refusals: dict[str, Refusal] = field(default_factory=dict)

    def say(self, *lines: str) -> None:
        """Print lines, which must be visible text already."""
        stream = sys.stderr if self.call.as_json else sys.stdout
        stream.write("".join(f"{line}\n" for line in lines))
        stream.flush()

    def ask(self, question: str) -> str:
        """One line of input without blanks around it; _EndedError when there is none.

        An answer that no terminal echoes is repeated, so that a transcript can be read.
        """
        stream = sys.stderr if self.call.as_json else sys.stdout
        stream.write(question)
        stream.flush()
        answer = sys.stdin.readline()
        if not answer.endswith("\n") and not answer:
            stream.write("\n")
            raise _EndedError
        if not sys.stdin.isatty():
            self.say(visible(answer.strip()))
        return answer.strip()

    def caller(self) -> Caller:
        """Circumstances now: a session may last long."""
        made = self.call.caller()
        assert isinstance(made, Caller), "BUG: the session began in a Home"
        return made


def start(call: Invocation) -> Outcome:
    """Go through what waits; ends at `q` or the end of input, what was decided stays decided."""
    caller = call.caller()
    if isinstance(caller, Refusal):
        return call.fail(caller)
    if not call.words.plain:
        hint = "`curator` opens the desk; `curator review --plain` asks line by line"
        return call.fail(Refusal("usage", "review needs --plain", hint))
    view = review.load(caller)
    matcher = filtering.parse(call.words.filter)
    if isinstance(matcher, Refusal):
        return call.fail(matcher)
    lane, ages = call.words.lane, view.ages
    found = [i for i in view.items if _in_lane(i, lane) and matcher(i, ages[i.item])]
    talk = Dialogue(call)
    talk.say(f"{len(found):d} of {view.waiting:d} waiting items. ? explains the keys.")
    if view.read_only is not None:
        talk.say("Read only.", *texts.refusal(view.read_only))
    try:
        _go_through(talk, found)
    except _EndedError:
        talk.say("The input ended.")
    return _end(talk)


def _in_lane(item: Item, lane: str | None) -> bool:
    return item.lane in WAITING if lane is None else item.lane is Lane(lane)


def _go_through(talk: Dialogue, found: Sequence[Item]) -> None:
    for number, item in enumerate(found, 1):
        talk.say("", f"Item {number:d} of {len(found):d}: {visible(item.item)}.")
        following = Then.SHOW
        while following is Then.SHOW:
            following = _look(talk, item.item)
        if following is Then.STOP:
            return


def _look(talk: Dialogue, name: str) -> Then:
    """Read an item out and ask about it until something comes of it."""
    view = review.show(talk.caller(), name)
    if isinstance(view, Refusal):
        talk.say("It does not wait any more.", *texts.refusal(view))
        return Then.GO_ON
    talk.say(*facts.item(view))
    following = Then.ASK
    while following is Then.ASK:
        following = _answered(talk, view, _key(talk))
    return following


def _answered(talk: Dialogue, view: ItemView, key: str) -> Then:
    name = view.item.item
    match key:
        case "a":
            return _decide(talk, view, Approve(item=name))
        case "r":
            return _reject(talk, view)
        case "d":
            until = talk.ask("Until which date? YYYY-MM-DD, empty for a week from now: ")
            return _decide(talk, view, Defer(item=name, until=until or None))
        case "u":
            return _undo(talk)
        case "s":
            talk.skipped.append(name)
            return Then.GO_ON
        case _:
            return Then.STOP


def _key(talk: Dialogue) -> str:
    while True:
        answer = talk.ask(QUESTION).casefold()
        key = KEYS.get(answer, answer)
        if key in KEYS.values():
            return key
        asked = answer in ("?", "help")
        talk.say(*HELP if asked else ("That is no answer here; ? explains the keys.",))


def _reject(talk: Dialogue, view: ItemView) -> Then:
    codes = tuple(ReasonCode)
    said = ", ".join(f"{number:d} {code.value}" for number, code in enumerate(codes, 1))
    code = _pick(talk, f"Why? {said}; empty for other: ", codes, ReasonCode.OTHER)
    reason = talk.ask("In words, or empty: ")
    return _decide(talk, view, Reject(item=view.item.item, reason_code=code, reason=reason))


def _pick(
    talk: Dialogue, question: str, choices: Sequence[_Named], default: _Named | None
) -> _Named:
    """A choice by its number or its name; asked again until it is one."""
    while True:
        answer = talk.ask(question).casefold()
        if not answer and default is not None:
            return default
        for number, choice in enumerate(choices, 1):
            if answer in (str(number), choice.value):
                return choice
        talk.say("That is none of these.")


def _decide(talk: Dialogue, view: ItemView, choice: Decision) -> Then:
    """Bind to what was read out, ask for what is missing, say what will be written, write it."""
    choice = replace(choice, expect=view.shown_hash)
    while True:
        planned = review.decide(talk.caller(), choice, dry_run=True)
        match planned:
            case Refusal() as no:
                asked = _overcome(talk, choice, no)
                if asked is None:
                    return _refused(talk, view.item.item, no)
                choice = asked
            case Preview() as preview:
                return _write(talk, choice) if _agreed(talk, preview) else Then.ASK
            case Receipt():
                talk.say("It was decided so already.")
                return Then.GO_ON


def _agreed(talk: Dialogue, preview: Preview, what: str = "written") -> bool:
    talk.say(f"This will be {what}:", *facts.plan(preview))
    yes = talk.ask("Write it? [y]es [n]o: ").casefold() in ("y", "yes")
    if not yes:
        talk.say("Nothing was written.")
    return yes


def _write(talk: Dialogue, choice: Decision) -> Then:
    done = review.decide(talk.caller(), choice)
    if isinstance(done, Refusal):
        return _refused(talk, choice.item, done)
    assert isinstance(done, Receipt), "BUG: a decision that is no dry run gives a receipt"
    talk.receipts.append(done)
    talk.refusals.pop(choice.item, None)
    talk.say(*texts.receipt(done))
    return Then.GO_ON


def _refused(talk: Dialogue, name: str, no: Refusal) -> Then:
    """Say why not: what changed meanwhile is read out anew, else another key may do."""
    talk.say(*texts.refusal(no))
    talk.refusals[name] = no
    return Then.SHOW if no.code == "stale" else Then.ASK


def _overcome(talk: Dialogue, choice: Decision, no: Refusal) -> Decision | None:
    """The decision with what a refusal asks for; None when nothing helps, or it is left."""
    if no.code in CONFIRMABLE and no.code not in choice.confirm:
        return replace(choice, confirm=(*choice.confirm, no.code)) if _typed(talk, no) else None
    if not isinstance(choice, Approve):
        return None
    if no.code == "relation-required" and choice.relation is None:
        talk.say(f"{visible(no.message)}. {visible(no.hint)}.")
        said = ", ".join(f"{n:d} {r.value}" for n, r in enumerate(RELATIONS, 1))
        return replace(choice, relation=_pick(talk, f"Which? {said}: ", RELATIONS, None))
    if no.code == "valid-from-required" and choice.valid_from is None:
        start = talk.ask("Since when does it hold? A date, empty leaves it: ")
        return replace(choice, valid_from=start) if start else None
    return None


def _typed(talk: Dialogue, no: Refusal) -> bool:
    """Whether the person confirms a refusal's code by typing it."""
    talk.say(f"Warning: {visible(no.message)}.")
    return talk.ask(f"Type {visible(no.code)} to confirm, anything else leaves it: ") == no.code


def _undo(talk: Dialogue) -> Then:
    """Take the newest decision back; the item at hand may look otherwise then."""
    planned = undoing.preview_undo(talk.caller())
    confirm: tuple[str, ...] = ()
    if isinstance(planned, Refusal) and planned.code in CONFIRMABLE and _typed(talk, planned):
        confirm = (planned.code,)
        planned = undoing.preview_undo(talk.caller(), confirm=confirm)
    if isinstance(planned, Refusal):
        talk.say(*texts.refusal(planned))
        return Then.ASK
    if not _agreed(talk, planned, "taken back"):
        return Then.ASK
    done = undoing.undo(talk.caller(), confirm=confirm)
    if isinstance(done, Refusal):
        talk.say(*texts.refusal(done))
        return Then.ASK
    talk.receipts.append(done)
    talk.say(*texts.receipt(done))
    return Then.SHOW


def _end(talk: Dialogue) -> Outcome:
    """Say what was done: 1 when some decisions stayed refused; where nothing was written at all,
    the exit number of the refusal."""
    left, written = talk.refusals, len(talk.receipts)
    if left and not written:
        return talk.call.fail(next(reversed(left.values())))
    line = f"{written:d} written, {len(talk.skipped):d} skipped, {len(left):d} refused."
    document = {
        "decisions": [receipt.decision for receipt in talk.receipts],
        "skipped": talk.skipped,
        "refused": [{"item": name, **errors.as_json(no)} for name, no in left.items()],
    }
    return talk.call.give(document, [line], errors.FINDINGS if left else errors.DONE)
