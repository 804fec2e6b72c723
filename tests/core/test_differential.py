"""The differential law (CONTRACT 22) over random decisions of two clones that pull from each other.

After every step the answers from files are those of a replay of the ledger's texts alone, and those
of a process that has kept nothing; every undone file has its old bytes back.
"""

from __future__ import annotations

import tempfile
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, rule, run_state_machine_as_test

from curator_core.model.answer import Answer
from curator_core.rules import answers, boundaries, chains
from curator_core.rules.hashing import blob_id
from curator_core.service import asking
from curator_core.service.asking import Question
from curator_core.service.opening import opened
from curator_core.store import cache
from tests.app.timeline import fields_of
from tests.app.two_clones import SIDES, make_clones, pull
from tests.core.ledger_reader import LedgerReader, changes_of, events_of
from tests.homes import CONFIG, Result, caller, curator, git, make_home, note, put, reviewed
from tests.homes import tree_bytes as tree

START = datetime(2026, 11, 29, 8, 0, tzinfo=UTC)
CONFIGURED = CONFIG + (
    'cycle = { semantic = "90d" }\n[scopes]\ndefault = ["project:a"]\n'
    '[[slots]]\nmatch = "allergy"\ncardinality = "set"\naliases = ["allergies"]\n'
)
ADOPTED = {
    "a.md": reviewed("dep-a", memory_key="deploy", value="one", valid_from="2026-01-01"),
    "p.md": reviewed("dep-p", memory_key="deploy", value="mine", scope="project:a"),
    "h.md": reviewed(
        "dep-h",
        memory_key="deploy",
        value="holiday",
        exception_to="dep-a",
        valid_from="2026-08-01",
        valid_to="2026-08-15",
    ),
    "n.md": reviewed("all-n", memory_key="allergy", value="nuts"),
    "c.md": reviewed("all-c", memory_key="allergy", value="cats", valid_from="2026-02"),
    "f.md": reviewed("free-f", "A free fact.", valid_from="2026-03-01"),
    "old.md": reviewed("old-o", memory_key="old", value="gone").replace("active", "archived"),
}
PROPOSED = {
    "x.md": note(
        "dep-x", memory_key="deploy", value="two", valid_from="2026-05-01", supersedes=["dep-a"]
    ),
    "y.md": note("dep-y", memory_key="deploy", value="fixed", supersedes=["dep-a"]),
    "g.md": note("free-g", "A newer free fact.", valid_from="2026-06-01", supersedes=["free-f"]),
}
TIMES = ("2025-12-31", "2026-02-10", "2026-05-01", "2026-08-10", "2026-11-29", "2027-02-01")
SLOTS = ("deploy", "allergies", "old", "extra")
STARTS = (
    *(None, "2026-01-01", "2026-02-15", "2026-03-01", "2026-04", "2026-05-01", "2026-06-10"),
    *("2026-09-01", "2026-10-15", "2027-01-01"),
)
RELATIONS = (
    *("state_change", "state_change", "state_change", "correction", "correction"),
    *("revocation", "scope_change", None),
)
EDITS: dict[str, Callable[[str], str]] = {
    "body": lambda text: text + "one more line\n",
    "value": lambda text: text.replace("value: ", "value: not "),
    "key": lambda text: text.replace("memory_key: deploy", "memory_key: extra"),
    "start": lambda text: text.replace("valid_from: 2026-0", "valid_from: 2025-0"),
    "status": lambda text: text.replace("status: active", "status: archived"),
    "link": lambda text: text.replace("origin: ", "supersedes: [dep-a, free-f]\norigin: "),
    "tags": lambda text: text.replace("origin: ", "tags: [seen]\norigin: "),
    "id": lambda text: text.replace("\nid: ", "\nid: other-"),
    "break": lambda text: text.replace("---\n", "", 1),
}
CONFIRMABLE = frozenset({"slot-differs", "scope-mismatch", "corrected-value", "modality"})

sides = st.sampled_from(SIDES)
number = st.integers(0, 99)


TOLD: Counter[str] = Counter()
"""How the decisions of a run ended."""


class Machine(RuleBasedStateMachine):
    """Two clones, one clock, and what each step must leave true."""

    def __init__(self) -> None:
        super().__init__()
        self.folder = tempfile.TemporaryDirectory()
        self.root = Path(self.folder.name)
        self.now = START
        self.made = 0
        self.disturbed: set[str] = set()

    @initialize()
    def begin(self) -> None:
        self.homes = make_clones(self.root, ADOPTED, PROPOSED, CONFIGURED)
        self.beside = make_home(self.root / "beside")

    def teardown(self) -> None:
        self.folder.cleanup()

    def run(self, side: str, *words: str) -> Result:
        """A command some minutes later; one that is refused changes nothing."""
        self.now += timedelta(minutes=7)
        home = self.homes[side]
        before = (tree(home, "memory", "ledger"), git(home, "rev-parse", "HEAD"))
        done = curator(home, *words, now=self.now)
        TOLD[f"{words[2 if words[0] == 'decide' else 0]} {told(done)}"] += 1
        if done.code:
            assert done.code in (2, 3, 4), (words, done.err)
            if words[0] == "undo" and side not in self.disturbed:
                assert told(done) in ("has-dependents", "invalid", "no-change"), done.err
            assert (tree(home, "memory", "ledger"), git(home, "rev-parse", "HEAD")) == before
        return done

    def decide(self, side: str, *words: str) -> Result:
        """A decision, with whatever it asks to be confirmed."""
        given: tuple[str, ...] = ()
        for _ in range(4):
            done = self.run(side, "decide", *words, *given)
            code = None if done.code == 0 else done.error["code"]
            if code not in CONFIRMABLE or code in given:
                return done
            given = (*given, "--confirm", code)
        return done

    def items(self, side: str) -> list[Any]:
        """Everything that waits in any lane."""
        found = []
        for lane in ("conflicting", "re-review", "candidate", "deferred", "suppressed"):
            found += curator(self.homes[side], "queue", "--lane", lane, now=self.now).json["items"]
        return found

    def notes(self, side: str) -> dict[str, dict[str, Any]]:
        """The frontmatter of all readable notes by id."""
        files = tree(self.homes[side], "memory/notes").values()
        found = {str(fields.get("id")): fields for fields in map(fields_of, files)}
        return dict(sorted(found.items()))

    @rule(
        side=sides,
        slot=st.sampled_from(("deploy", "deploy", "allergy", None)),
        start=st.sampled_from(STARTS),
        older=number,
        relation=st.sampled_from(RELATIONS),
        kind=st.sampled_from(("replace", "replace", "replace", "add", "except")),
        approved=st.integers(0, 3),
    )
    def propose(
        self,
        side: str,
        slot: str | None,
        start: str | None,
        older: int,
        relation: str | None,
        kind: str,
        approved: int,
    ) -> None:
        """A candidate of a slot, or a free one; mostly approved at once."""
        self.made += 1
        scope = "project:a" if relation == "scope_change" else "global"
        fields: dict[str, object] = {"memory_key": slot, "scope": scope, "valid_from": start}
        fields["value"] = None if relation == "revocation" else f"value-{self.made % 5}"
        notes = self.notes(side)
        mates = [name for name, has in notes.items() if has.get("memory_key") == slot]
        other = mates[older % len(mates)] if mates else next(iter(notes))
        if kind == "except":
            fields |= {"exception_to": other, "valid_from": "2026-12-01", "valid_to": "2026-12-24"}
        elif kind == "replace":
            fields |= {"supersedes": [other], "relation": relation}
        name = f"new-{self.made:02}"
        text = note(name, f"Fact {self.made}.", **fields)
        put(self.homes[side], f"memory/candidates/{self.made:02}.md", text)
        if approved:
            self.decide(side, name, "approve")
        self.agree(side)

    @rule(
        side=sides,
        which=number,
        action=st.sampled_from(("approve", "approve", "reject", "defer")),
        relation=st.sampled_from(RELATIONS),
        start=st.sampled_from((None, None, *STARTS)),
    )
    def decide_item(
        self, side: str, which: int, action: str, relation: str | None, start: str | None
    ) -> None:
        found = self.items(side)
        if not found:
            return
        item = found[which % len(found)]
        aside = item["lane"] in ("deferred", "suppressed")
        words = [item["item"], "restore" if aside and which % 2 else action]
        if action == "approve" and item["op"] in ("add", "supersede"):
            words += ["--relation", relation] if relation else []
            words += ["--valid-from", start] if start else []
        self.decide(side, *words)
        self.agree(side)

    @rule(
        side=sides,
        which=number,
        action=st.sampled_from(("confirm", "archive", "restore", "pin", "detach", "detach")),
    )
    def decide_note(self, side: str, which: int, action: str) -> None:
        notes = self.notes(side)
        linked = [name for name, has in notes.items() if has.get("supersedes")]
        ids = linked if linked and action == "detach" else list(notes)
        self.decide(side, ids[which % len(ids)], action)
        self.agree(side)

    @rule(
        side=sides,
        which=number,
        way=st.sampled_from(((), (), ("--with-dependents",), ("--splice",))),
    )
    def undo(self, side: str, which: int, way: tuple[str, ...]) -> None:
        home = self.homes[side]
        events = events_of(home)
        decisions = list(dict.fromkeys(event["decision"] for event in events))
        if not decisions:
            return
        wanted = decisions[-1 - which % len(decisions)]
        done = self.run(side, "undo", wanted, *way)
        if done.code == 0:
            self._has_its_bytes_back(home, wanted, "--splice" in way)
        self.agree(side)

    def _has_its_bytes_back(self, home: Path, decision: str, spliced: bool) -> None:
        events = events_of(home)
        changes = changes_of(events, decision)
        newest = [e for e in events if e["decision"] == events[-1]["decision"]]
        plain = [{(c["path_after"], c["blob_after"]) for c in event["notes"]} for event in newest]
        named = {pair for pairs in plain for pair in pairs}
        for change in changes[-1:] if spliced else changes:
            path, blob = change["path_before"], change["blob_before"]
            if (path, blob) not in named and not spliced:
                continue  # an older undone decision put yet earlier bytes there
            there = (home / path).read_bytes() if path and (home / path).exists() else None
            assert (None if there is None else blob_id(there)) == blob, (decision, path)

    @rule(
        side=sides,
        which=number,
        how=st.sampled_from((*sorted(EDITS), *["ours", "theirs"] * 4)),
    )
    def edit_or_pull(self, side: str, which: int, how: str) -> None:
        """A hand edit of some note, or a pull with conflicts resolved to one side."""
        self.disturbed.add(side)
        if how in EDITS:
            files = sorted((self.homes[side] / "memory/notes").rglob("*.md"))
            path = files[which % len(files)]
            path.write_text(EDITS[how](path.read_text("utf-8")), "utf-8")
        else:
            other = SIDES[1 - SIDES.index(side)]
            git(self.homes[other], "add", "-A", ".")
            pull(self.homes[side], how)
        self.agree(side)

    def agree(self, side: str) -> None:
        """Answers from files, from the ledger, and from files without any cache are the same; where
        nothing but decisions happened, they leave nothing to mend."""
        home = self.homes[side]
        if side not in self.disturbed:
            assert curator(home, "check", now=self.now).json["problems"] == []
        reader = LedgerReader(home)
        wanted = dict(by_ledger(reader))
        assert differences(dict(by_files(home, reader)), wanted) == []
        cache.remove(home / ".git/curator")
        curator(self.beside, "status")
        assert differences(dict(by_files(home, reader)), wanted) == []


Asked = tuple[str, tuple[str, ...], str]
Given = Mapping[Asked, Mapping[str, object]]


def differences(found: Given, wanted: Given) -> list[str]:
    """What files answer otherwise than the ledger: the question, the field, both values."""
    return [
        f"{asked} {name}: {found[asked].get(name)} in files, {value} in the ledger"
        for asked, answer in wanted.items()
        for name, value in answer.items()
        if found[asked].get(name) != value
    ]


def questions(reader: LedgerReader) -> Iterator[Asked]:
    """Slots in two scopes and free notes, each at six instants."""
    free = sorted(key for key in reader.notes if "free" in key)
    for time in TIMES:
        for slot in SLOTS:
            yield slot, (), time
            yield slot, ("global",), time
        for name in free:
            yield name, (), time


def by_ledger(reader: LedgerReader) -> Iterator[tuple[Asked, dict[str, object]]]:
    """What the approved texts answer."""
    history = chains.index(reader.versions(), reader.config)
    for slot, scopes, time in questions(reader):
        at = boundaries.at_instant(time, boundaries.zone(reader.config.timezone))
        assert isinstance(at, datetime)
        found = answers.answer(slot, scopes or reader.config.scopes, at, history)
        yield (slot, scopes, time), plain(found)


def by_files(home: Path, reader: LedgerReader) -> Iterator[tuple[Asked, dict[str, object]]]:
    """What the product answers."""
    with opened(caller(home)) as one:
        for slot, scopes, time in questions(reader):
            found = asking.answer(one, Question(slot=slot, scopes=scopes, at=time))
            assert isinstance(found, Answer)
            yield (slot, scopes, time), plain(found)


def plain(answer: Answer) -> dict[str, object]:
    """An answer without what only files know: unreviewed proposals, edits, near names. The rows of
    the trail stand beside its other fields, so that a difference names one."""
    table = answer.plain()
    trail = table.pop("trail")
    assert isinstance(trail, list)
    for name in ("edited_since_review", "known_by", "nearest"):
        del table[name]
    reviewed_rows = [row for row in trail if row["reviewed"]]
    table["ids"] = [row["note_id"] for row in reviewed_rows]
    for row in reviewed_rows:
        table |= {f"{row['note_id']} {name}": value for name, value in row.items()}
    return table


def told(done: Result) -> str:
    """How a command ended, for the count of a run."""
    return "done" if done.code == 0 else str(done.error["code"])


def _machine(examples: int, steps: int, *, repeatable: bool) -> None:
    TOLD.clear()
    run_state_machine_as_test(
        Machine,
        settings=settings(
            max_examples=examples,
            stateful_step_count=steps,
            deadline=None,
            derandomize=repeatable,
            database=None,
            suppress_health_check=list(HealthCheck),
        ),
    )
    done = sum(count for words, count in TOLD.items() if words.endswith(" done"))
    print(f"\n{done} decisions done of {TOLD.total()}: {dict(sorted(TOLD.items()))}")


@pytest.mark.timeout(300)
def test_files_ledger_and_empty_caches_agree_at_first() -> None:
    _machine(4, 12, repeatable=True)


@pytest.mark.slow
@pytest.mark.timeout(900)
def test_files_ledger_and_empty_caches_agree() -> None:
    _machine(12, 14, repeatable=True)


@pytest.mark.soak
@pytest.mark.timeout(7200)
def test_files_ledger_and_empty_caches_agree_for_long() -> None:
    _machine(150, 40, repeatable=False)
