"""A desk that was killed while it wrote: the next one finishes it or rolls it back, and says so."""

from __future__ import annotations

from pathlib import Path

import pytest

from curator_app.tui.past_messages import WriteRecovered
from curator_core.model.decision import Approve
from curator_core.model.view import Preview, Staged
from curator_core.service import review, writing
from curator_core.service.watching import Progress, Stage
from tests.app.tui.desk import Driven, driven, small_home
from tests.homes import caller, git


class Killed(BaseException):
    """Nothing catches it, as nothing catches a kill."""


class Killer:
    """Kills a write right before its commit point, or at its first file after that."""

    def __init__(self, after: bool) -> None:
        self.after = after

    def told(self, progress: Progress) -> None:
        """Files are written past the point alone."""
        if self.after and progress.stage is Stage.FILES:
            raise Killed

    def may_go_on(self, *, last: bool = False) -> bool:
        """The last question is the one right before the point."""
        if last and not self.after:
            raise Killed
        return True


def kill(home: Path, after: bool) -> None:
    """Stage two decisions and kill their write."""
    for item in review.load(caller(home)).items[:2]:
        assert isinstance(review.stage(caller(home), Approve(item=item.item)), Staged)
    shown = writing.foresee(caller(home)).outcome
    assert isinstance(shown, Preview)
    with pytest.raises(Killed):
        writing.write(caller(home, tty=True, watch=Killer(after)), shown.plan.digest)


def finished(one: Driven) -> tuple[str, ...] | None:
    """What the desk found at its start."""
    [message] = one.of(WriteRecovered)
    assert isinstance(message, WriteRecovered)
    return message.finished


async def test_before_the_commit_point_it_is_rolled_back(tmp_path: Path) -> None:
    """Acceptance 43: nothing is written, everything is staged still, and one key writes it."""
    home = small_home(tmp_path / "home", 3)
    kill(home, after=False)
    async with driven(home) as one:
        assert finished(one) == ()
        assert "nothing of it is written" in one.said and "staged 2" in one.text
        assert git(home, "rev-list", "--count", "HEAD").strip() == "2"
        await one.press("w", "y")
        assert "written: 2 decisions" in one.said


async def test_past_the_commit_point_it_is_finished(tmp_path: Path) -> None:
    """Acceptance 43: the files follow, and what is written is staged no more."""
    home = small_home(tmp_path / "home", 3)
    kill(home, after=True)
    assert not (home / "memory/notes/c01.md").exists()
    async with driven(home) as one:
        assert finished(one) and "is finished now" in one.said
        assert "staged 0" in one.text and "left 1 of 1" in one.text
        assert (home / "memory/notes/c01.md").exists()
        assert git(home, "status", "--porcelain").split() == ["??", "memory/candidates/"]
    async with driven(home) as one:
        assert finished(one) is None and "interrupted" not in one.said
