"""A Home in memory for tests of time: decisions applied to versions, questions asked of them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from datetime import datetime
from typing import Any

from curator_core.model.answer import Answer, Version
from curator_core.model.home import Config
from curator_core.model.note import Kind, Note, Origin, Relation, Status
from curator_core.model.problem import Refusal
from curator_core.rules import answers, boundaries, chains, conflicts, restating
from curator_core.rules.chains import History
from curator_core.rules.closings import Approval, Closing, Retarget, after
from curator_core.rules.placing import Detachment, Span, detach, restore, splice
from curator_core.rules.relations import approve

EVENT_AT = "2026-11-20T08:00:00+00:00"
UTC_HOME = Config(timezone="UTC")


def note(note_id: str, **fields: Any) -> Note:
    """A note of slot `s` in scope `global` whose value is its id; fields replace what is said."""
    values: dict[str, Any] = {
        "schema_version": 1,
        "id": note_id,
        "kind": Kind.SEMANTIC,
        "subject": "inbox",
        "scope": "global",
        "status": Status.ACTIVE,
        "recorded_at": "2026-01-01T00:00:00+00:00",
        "origin": Origin.USER,
        "body": "",
        "memory_key": "s",
        "value": note_id,
        **fields,
    }
    return Note(**values)


def reviewed(written: Note, **fields: Any) -> Version:
    """The note as a reviewed version."""
    return Version(note=written, reviewed=True, approved_by="human:p@e.org", **fields)


def instant(text: str, config: Config = UTC_HOME) -> datetime:
    """A test's time as the instant it names."""
    moment = boundaries.at_instant(text, boundaries.zone(config.timezone))
    assert isinstance(moment, datetime)
    return moment


class Memory:
    """Versions, the decisions that change them, and what they answer."""

    def __init__(self, *notes: Note, config: Config = UTC_HOME) -> None:
        self.config = config
        self.history: History = chains.index(map(reviewed, notes), config)
        self.before: dict[str, dict[str, Span]] = {}
        self.proposed: dict[str, Span] = {}
        self.last: Closing = Closing()

    def add(self, *versions: Version) -> None:
        """Put versions in as they are."""
        self.history = chains.index((*self.history.versions, *versions), self.config)

    def approve(
        self,
        written: Note,
        relation: Relation | None = None,
        targets: Iterable[str] = (),
        **said: Any,
    ) -> Closing:
        """Approve a note; a refusal fails the test."""
        closing = self.try_approve(written, relation, targets, **said)
        assert isinstance(closing, Closing), closing
        return closing

    def refused(
        self,
        written: Note,
        relation: Relation | None = None,
        targets: Iterable[str] = (),
        **said: Any,
    ) -> str:
        """The code of the refusal; an approval fails the test."""
        closing = self.try_approve(written, relation, targets, **said)
        assert isinstance(closing, Refusal), closing
        return closing.code

    def try_approve(
        self,
        written: Note,
        relation: Relation | None = None,
        targets: Iterable[str] = (),
        **said: Any,
    ) -> Closing | Refusal:
        """Approve a note if the rules let it."""
        approval = Approval(
            note=written, at=EVENT_AT, relation=relation, targets=tuple(targets), **said
        )
        closing = approve(approval, self.history)
        if isinstance(closing, Closing):
            self.proposed[written.id] = Span(written.valid_from, written.valid_to)
            self.before[written.id] = self._spans(closing)
            self.apply(closing, written)
        return closing

    def split(self, original: str, *parts: Note) -> Closing | Refusal:
        """Split a note into parts."""
        return self.apply(restating.split(original, parts, self.history, EVENT_AT), *parts)

    def merge(self, result: Note, *inputs: str, given: bool = False) -> Closing | Refusal:
        """Merge notes into one."""
        versions = [self.version(name) for name in inputs]
        merged = restating.merge(versions, result, given, self.history, EVENT_AT)
        return self.apply(merged, result)

    def detach(self, newer: str, target: str, **said: Any) -> Closing | Refusal:
        """Take a supersede edge back."""
        before = self.before[newer][target]
        wanted = Detachment(
            newer=newer, target=target, before=before, proposed=self.proposed[newer], **said
        )
        return self.apply(detach(wanted, self.history))

    def archive(self, name: str) -> None:
        """Take a note out of recall."""
        self._put(name, status=Status.ARCHIVED)

    def restore(self, name: str, **said: Any) -> Closing | Refusal:
        """Bring an archived note back."""
        return self.apply(restore(name, self.history, **said))

    def splice(self, name: str) -> Closing | Refusal:
        """Undo the approval of a note in mid-chain and link its neighbours."""
        gone = replace(self.version(name), reviewed=False)
        before = {target: self.before[name][target] for target in gone.note.supersedes}
        spliced = self.apply(splice(name, before, self.history, EVENT_AT))
        proposed = replace(
            gone.note,
            status=Status.CANDIDATE,
            valid_from=self.proposed[name].valid_from,
            valid_to=self.proposed[name].valid_to,
        )
        candidate = replace(gone, note=proposed)
        self.history = chains.replaced(self.history, [candidate])
        return spliced

    def apply(self, closing: Closing | Refusal, *notes: Note) -> Closing | Refusal:
        """Write what a closing says."""
        if isinstance(closing, Closing):
            self.history = after(self.history, closing, notes, EVENT_AT)
            self.last = closing
        return closing

    def version(self, name: str) -> Version:
        """The version of that id."""
        found = self.history.get(name)
        assert found is not None, name
        return found

    def span(self, name: str) -> tuple[str | None, str | None]:
        """The two boundaries of a note as it stands."""
        written = self.version(name).note
        return written.valid_from, written.valid_to

    def is_void(self, name: str) -> bool:
        """Whether the note holds at no instant."""
        return chains.interval(self.history, self.version(name)).empty

    def at(self, time: str, asked: str = "s", *scopes: str) -> Answer:
        """What holds at a time."""
        return answers.answer(asked, scopes, instant(time, self.config), self.history)

    def value(self, time: str, asked: str = "s", *scopes: str) -> object:
        """The value at a time, or the status where there is none."""
        answer = self.at(time, asked, *scopes)
        return answer.status.value if answer.answer_value is None else answer.answer_value

    def values(self, *times: str) -> list[object]:
        """The values of slot `s` at several times."""
        return [self.value(time) for time in times]

    def codes(self) -> list[str]:
        """The codes of all findings, sorted."""
        return sorted(finding.code for finding in conflicts.findings(self.history))

    def _put(self, name: str, **fields: Any) -> None:
        old = self.version(name)
        changed = replace(old, note=replace(old.note, **fields))
        self.history = chains.replaced(self.history, [changed])

    def _spans(self, closing: Closing) -> dict[str, Span]:
        return {write.note_id: Span(*self.span(write.note_id)) for write in closing.writes}


def relinked(retargets: Iterable[Retarget]) -> Mapping[str, str]:
    """Asked and found targets."""
    return {retarget.asked: retarget.found for retarget in retargets}


def pair() -> Memory:
    """A until March, then B."""
    memory = Memory(note("A", valid_from="2026-01-01"))
    memory.approve(note("B", valid_from="2026-03-01"), Relation.STATE_CHANGE, ["A"])
    return memory


def refusal(memory: Memory, *said: Any, **flags: Any) -> Refusal:
    """The refusal of an approval."""
    refused = memory.try_approve(*said, **flags)
    assert isinstance(refused, Refusal), refused
    return refused
