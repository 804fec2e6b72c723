"""A proposed update on the split workbench: what stays, what was said, what is said now."""

from __future__ import annotations

from pathlib import Path

from curator_app.tui.messages import DecisionsApplied
from curator_app.tui.screens.plan import PlanScreen
from curator_core.model.decision import Split
from curator_core.model.view import BatchReceipt
from tests.app.tui.desk import WIDE, driven
from tests.app.tui.test_split import bench, on_line, write_head
from tests.app.tui.three_way import NOTE, changed, edit_here, staged
from tests.homes import curator, make_home, reviewed
from tests.proposal_branches import Change, propose

RULES = reviewed(
    "rules",
    "Deploys run on Mondays.\n\nThe command is npm run deploy.\n\nAsk Dana.",
    valid_from="2026-01-01",
)
NEWER = changed(RULES, ("npm run deploy", "make deploy"))


def update_home(root: Path) -> Path:
    """An update of one clause, on a branch."""
    home = make_home(root, {"router.md": RULES})
    propose(home, Change(files={NOTE: NEWER}, message="Rules"))
    return home


async def test_an_update_is_cut_into_what_stays_what_was_and_what_is(tmp_path: Path) -> None:
    """Acceptance 36; CONTRACT B, last row, by keys."""
    home = update_home(tmp_path / "home")
    async with driven(home, WIDE) as one:
        await one.press("s")
        assert "3 parts   all lines are in a part" in one.rows[0]
        assert "1 stays, 2 was said before, 3 is said now" in one.rows[1]
        assert [*bench(one).made.owners] == [1, 1, 2, 3, 1, 1]
        assert staged(one) == [] and one.straight()
        await one.press("enter")
        assert "part 3 replaces another one: from when?" in one.said
        await on_line(one, "make deploy")
        await write_head(one, ("valid_from:", "valid_from: 2026-03-01"))
        await one.press("enter")
        [choice] = staged(one)
        assert isinstance(choice, Split) and len(choice.results) == 3
        assert one.at(PlanScreen), one.said
        await one.press("y")
        done = one.of(DecisionsApplied)[-1]
        assert isinstance(done, DecisionsApplied) and isinstance(done.outcome, BatchReceipt)
    assert curator(home, "queue").json["items"] == []
    assert curator(home, "check").json["problems"] == []


async def test_an_update_in_conflict_says_what_comes_first(tmp_path: Path) -> None:
    home = update_home(tmp_path / "home")
    edit_here(home, changed(RULES, ("npm run deploy", "npm run ship")))
    async with driven(home, WIDE) as one:
        await one.press("s")
        assert "choose a side for each first: m" in one.text
        await one.press("escape")
        assert "choose a side" not in one.said
