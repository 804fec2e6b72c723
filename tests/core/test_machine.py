"""Random work of agents, a reviewer and the user on a real Home: model = files = ledger replay."""

from __future__ import annotations

import shutil
import tempfile
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from curator_core.model.decision import Decision
from curator_core.model.plan import Receipt
from curator_core.model.problem import Refusal
from curator_core.model.proposal import Item
from curator_core.model.view import BatchReceipt
from curator_core.rules.review_state import Standing, vouch
from curator_core.service import queueing, review, undoing
from curator_core.service.caller import Caller
from curator_core.service.opening import Opened, opened
from tests.core import memory_checks
from tests.core.chosen import choice_of
from tests.core.cold import cold, fresh_processes, seen
from tests.core.memory_model import (
    CANDIDATES,
    KINDS,
    NOTES,
    Approval,
    Deed,
    Model,
    StagedChoice,
    Taken,
    approved_from,
    candidate,
    edited,
    target_of,
    until,
)
from tests.homes import NOW, git, make_home, put, reviewed

TOTALS: Counter[str] = Counter()
"""What all runs together did; printed at the end, so that an empty run is seen."""

SLOTS = st.integers(0, 4)
PICK = st.integers(0, 50)
ACTIONS = ("approve", "reject", "defer", "restore")


class Work(RuleBasedStateMachine):
    """The steps; each is done on the Home and on the model, then both are compared.

    `rows` are the open items by path, as the last comparison saw them.
    """

    template: Path
    fresh: ProcessPoolExecutor

    def __init__(self) -> None:
        super().__init__()
        self.folder = Path(tempfile.mkdtemp(prefix="curator-machine-"))
        self.home = self.folder / "home"
        self.now = NOW
        self.version = 0
        self.model = Model()
        self.dirty = b"dirty"
        self.staged = b"staged"
        self.rows: dict[str, Item] = {}

    @initialize()
    def start(self) -> None:
        shutil.copytree(self.template, self.home)
        for path in ("old.md", "foreign.md"):
            data = (self.home / NOTES / path).read_bytes()
            self.model.files[f"{NOTES}/{path}"] = data
            self.model.committed[f"{NOTES}/{path}"] = data
            self.model.approvals[f"{NOTES}/{path}"] = Approval(data, None, by_bytes=True)
        self.users_work_goes_on()
        for number in range(3):
            self._write(f"{CANDIDATES}/c{number}.md", candidate("plain", number, self._next()))

    def teardown(self) -> None:
        if self.home.exists():
            memory_checks.last_look(self._caller(tick=False))
        shutil.rmtree(self.folder)

    # -- agents and hands --------------------------------------------------------------------

    @rule(number=SLOTS, kind=st.sampled_from(KINDS))
    def agent_writes(self, number: int, kind: str) -> None:
        self._write(f"{CANDIDATES}/c{number}.md", candidate(kind, number, self._next()))
        TOTALS[f"wrote {kind}"] += 1

    @precondition(lambda self: self.model.candidates())
    @rule(pick=PICK)
    def agent_takes_back(self, pick: int) -> None:
        path = self._any(self.model.candidates(), pick)
        (self.home / path).unlink()
        del self.model.files[path]

    @rule(pick=PICK, way=st.sampled_from(("body", "signals")))
    def hand_edits_memory(self, pick: int, way: str) -> None:
        path = self._any(self.model.notes(), pick)
        data = self.model.files[path]
        self._write(path, edited(data, way, self._next()))
        TOTALS[f"edited {way}"] += 1

    def agent_commits(self) -> None:
        put(self.home, "README.md", f"version {self._next()}\n")
        git(self.home, "add", "-A", "--", "README.md", "memory")
        git(self.home, "commit", "-q", "-m", "agent", "--only", "--", "README.md", "memory")
        self.model.committed = dict(self.model.files)
        TOTALS["agent's commits"] += 1

    @rule(days=st.integers(0, 8), commits=st.booleans())
    def life_goes_on(self, days: int, commits: bool) -> None:
        """Time passes, the user works on, an agent commits or not."""
        self.now += timedelta(days=days)
        self.model.today = self.now.date()
        self.users_work_goes_on()
        if commits:
            self.agent_commits()

    def users_work_goes_on(self) -> None:
        self.dirty = b"dirty %d" % self._next()
        self.staged = b"staged %d" % self._next()
        put(self.home, "user/staged.txt", self.staged)
        git(self.home, "add", "user/staged.txt")
        put(self.home, "user/dirty.txt", self.dirty)

    # -- the reviewer ------------------------------------------------------------------------

    @precondition(lambda self: self._options())
    @rule(pick=PICK)
    def decides(self, pick: int) -> None:
        path, action = self._any(self._options(), pick)
        item = self.rows[path].item
        refused = self.model.refuses(path, action)
        result = review.decide(self._caller(), self._choice(path, action))
        assert isinstance(result, Refusal) == refused, (path, action, result)
        if isinstance(result, Receipt):
            assert result.worktree == "done"
            assert result.conflicts == ()
            self._done(result.decision, [(path, item, action)])

    @precondition(lambda self: len(self._options()) > 1)
    @rule(picks=st.lists(PICK, min_size=2, max_size=4), partial=st.booleans())
    def decides_a_batch(self, picks: list[int], partial: bool) -> None:
        wanted = dict(self._any(self._options(), pick) for pick in picks)
        choices = [self._choice(path, action) for path, action in wanted.items()]
        result = review.decide_batch(self._caller(), choices, partial=partial)
        good = {p: a for p, a in wanted.items() if not self.model.refuses(p, a)}
        if len(good) < len(wanted) and (not partial or not good):
            assert isinstance(result, Refusal), wanted
            return
        assert isinstance(result, BatchReceipt), (wanted, result)
        assert len(result.refused) == len(wanted) - len(good)
        self._done(result.receipt.decision, [(p, self.rows[p].item, a) for p, a in good.items()])

    @precondition(lambda self: self._options())
    @rule(pick=PICK)
    def stages(self, pick: int) -> None:
        path, action = self._any(self._options(), pick)
        item = self.rows[path].item
        result = review.stage(self._caller(), self._choice(path, action))
        assert isinstance(result, Refusal) == self.model.refuses(path, action), result
        if not isinstance(result, Refusal):
            self.model.staged[item] = StagedChoice(path, action, self.model.state_of(path, item))
            TOTALS["staged"] += 1

    @precondition(lambda self: self.model.staged)
    @rule(partial=st.booleans())
    def applies(self, partial: bool) -> None:
        good: list[tuple[str, str, str]] = []
        bad: list[tuple[str, str, str]] = []
        for item, one in self.model.staged.items():
            kept = self.model.state_of(one.path, item) == one.state
            (good if kept else bad).append((one.path, item, one.action))
        assert len(review.staged(self._caller())) == len(good) + len(bad)
        result = review.apply(self._caller(), partial=partial)
        if bad and (not partial or not good):
            assert isinstance(result, Refusal), bad
            return
        assert isinstance(result, BatchReceipt), (good, bad, result)
        assert [item for item, _ in result.refused] == [item for _, item, _ in bad]
        self.model.staged = {item: self.model.staged[item] for _, item, _ in bad}
        self._done(result.receipt.decision, good)

    @precondition(lambda self: self.model.staged)
    @rule(pick=PICK)
    def unstages(self, pick: int) -> None:
        item = self._any(list(self.model.staged), pick)
        (kept,) = [one for one in review.staged(self._caller()) if one.item == item]
        assert review.unstage(self._caller(), kept.decision)
        del self.model.staged[item]

    @precondition(lambda self: self.model.taken)
    @rule()
    def undoes_the_newest(self) -> None:
        mine = [one for one in self.model.standing() if one.reverts is None]
        self._undo(mine[-1] if mine else None, None)

    @precondition(lambda self: self.model.taken)
    @rule(pick=PICK)
    def undoes_or_redoes_any(self, pick: int) -> None:
        one = self._any(self.model.taken[::-1], pick)
        self._undo(one, one.decision)

    # -- what must hold after every step -------------------------------------------------------

    @invariant()
    def everything_agrees(self) -> None:
        if not self.home.exists():
            return
        memory_checks.files_agree(self.home, self.model)
        memory_checks.users_work_is_untouched(self.home, self.dirty, self.staged)
        with opened(self._caller(tick=False)) as one:
            warm = seen(one)
            self._judge(one)
        fresh = self.fresh.submit(cold, self._caller(tick=False)).result()
        for name, value in fresh.items():
            assert value == warm[name], name
        memory_checks.ledger_agrees(self.home, self.model)
        TOTALS["states compared"] += 1

    def _judge(self, one: Opened) -> None:
        """Standing of every note and lane of every open item, against the model."""
        self.rows = {item.paths[0]: item for item in queueing.view(one).items}
        for path in self.model.notes():
            entry = one.snapshot.entries[path]
            found = vouch(entry, one.snapshot.reviews)
            edited_now = self.model.is_edited(path)
            assert found.standing is (Standing.EDITED if edited_now else Standing.REVIEWED), path
            assert (path in self.rows) == edited_now, path
            assert found.approved is not None
            assert found.approved.decision == self.model.approvals[path].decision, path
        for path, row in self.rows.items():
            assert row.lane == self.model.lane(row.item, path), path
        hidden = {path for path in self.model.candidates() if path not in self.rows}
        assert all(self.model.living(path) is not None for path in hidden)

    # -- helpers -------------------------------------------------------------------------------

    def _caller(self, tick: bool = True) -> Caller:
        if tick:
            self.now += timedelta(minutes=1)
            self.model.today = self.now.date()
        return Caller(home=self.home, now=self.now, tty=True)

    def _next(self) -> int:
        self.version += 1
        return self.version

    def _any(self, found: list[Any], pick: int) -> Any:
        return found[pick % len(found)]

    def _write(self, path: str, data: bytes) -> None:
        put(self.home, path, data)
        self.model.files[path] = data

    def _choice(self, path: str, action: str) -> Decision:
        return choice_of(action, self.rows[path], self._caller(tick=False))

    def _options(self) -> list[tuple[str, str]]:
        """Open items without a staged decision, with what may be decided on each.

        A candidate that would replace a living note is only set aside here.
        """
        found = []
        for path, row in sorted(self.rows.items()):
            taken = path.startswith(CANDIDATES) and self.model.living(path) is not None
            away = row.lane in ("deferred", "suppressed")
            barred = {"approve"} if taken else set()
            barred |= set() if away else {"restore"}
            if row.item not in self.model.staged:
                found += [(path, action) for action in ACTIONS if action not in barred]
        return found

    def _done(self, decision: str | None, chosen: list[tuple[str, str, str]]) -> None:
        assert decision is not None
        deeds = [self._deed(decision, *one) for one in chosen]
        self.model.do(Taken(decision, deeds))
        for one in deeds:
            TOTALS[one.action] += 1

    def _deed(self, decision: str, path: str, item: str, action: str) -> Deed:
        """What the decision must have done; an approval's bytes are judged, then taken over."""
        if action in ("defer", "restore"):
            waits = until(self.model.today) if action == "defer" else None
            return Deed(item=item, action=action, until=waits)
        before = self.model.files[path]
        known = self.model.approvals.get(path)
        target = target_of(path) if action == "approve" else path
        after: bytes | None
        if action == "approve":
            after = (self.home / target).read_bytes()
            assert approved_from(before, after), (before, after)
            approval: Approval | None = Approval(after, decision)
        else:
            after = None if known is None else known.data
            approval = None if known is None else Approval(known.data, known.decision)
        return Deed(
            item=item,
            action=action,
            source=path,
            target=target if after is not None else None,
            before=before,
            after=after,
            approval_before=None if known is None else Approval(known.data, known.decision),
            approval_after=approval,
        )

    def _undo(self, one: Taken | None, named: str | None) -> None:
        if one is not None and self.model.edited_since(one):
            return  # the edit stays, or is in conflict: the three-way merge has its own tests
        possible = one is not None and self.model.can_undo(one)
        result = undoing.undo(self._caller(), named)
        assert isinstance(result, Receipt) == possible, (one, result)
        if isinstance(result, Receipt) and one is not None:
            assert result.decision is not None
            self.model.undo(one, result.decision)
            TOTALS["undone" if one.reverts is None else "redone"] += 1


@pytest.fixture(scope="module")
def template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    foreign = "---\ntype: memory\ntitle: Of another tool\n---\nForeign text.\n"
    notes = {"old.md": reviewed("old-note"), "foreign.md": foreign}
    home = make_home(tmp_path_factory.mktemp("machine") / "template", notes)
    for name in ("dirty", "staged"):
        put(home, f"user/{name}.txt", "as committed")
    git(home, "add", "user")
    git(home, "commit", "-q", "-m", "user")
    return home


def run(template: Path, examples: int, steps: int, *, anew: bool = False) -> None:
    """Many runs of so many steps; `anew` draws other ones each time."""
    TOTALS.clear()
    with fresh_processes() as Work.fresh:
        Work.template = template
        _run(examples, steps, anew)
    print(", ".join(f"{count} {what}" for what, count in sorted(TOTALS.items())))
    assert TOTALS["states compared"] >= examples


def _run(examples: int, steps: int, anew: bool) -> None:
    run_state_machine_as_test(
        Work,
        settings=settings(
            max_examples=examples,
            stateful_step_count=steps,
            deadline=None,
            derandomize=not anew,
            suppress_health_check=list(HealthCheck),
            print_blob=True,
            report_multiple_bugs=False,
        ),
    )


def test_model_files_and_ledger_agree_after_some_steps(template: Path) -> None:
    run(template, examples=3, steps=12)


@pytest.mark.slow
@pytest.mark.timeout(600)
def test_model_files_and_ledger_agree_after_every_step(template: Path) -> None:
    run(template, examples=6, steps=16)


@pytest.mark.soak
@pytest.mark.timeout(1800)
def test_model_files_and_ledger_agree_for_long(template: Path) -> None:
    run(template, examples=40, steps=40, anew=True)
