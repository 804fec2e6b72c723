"""A plan as files that a person reads: moves belong to one note (UX screen 6)."""

from __future__ import annotations

from pathlib import Path

from curator_core.model.decision import Approve, Decision, Reject
from curator_core.model.view import Preview
from curator_core.service import review, undoing
from tests.homes import caller, make_home, note


def test_a_rejected_and_an_approved_file_are_not_one_move(tmp_path: Path) -> None:
    home = make_home(tmp_path / "home", {}, {"a.md": note("note-a"), "b.md": note("note-b")})
    who = caller(home, tty=True)
    choices: list[Decision] = [Reject(item="note-a"), Approve(item="note-b")]
    shown = review.decide_batch(who, choices, dry_run=True)
    assert isinstance(shown, Preview)
    kinds = {delta.path: (delta.kind, delta.moved_to) for delta in shown.deltas}
    assert kinds == {
        "memory/candidates/a.md": ("remove", None),
        "memory/candidates/b.md": ("move", "memory/notes/b.md"),
    }
    review.decide_batch(who, choices)
    back = undoing.preview_undo(who)
    assert isinstance(back, Preview)
    kinds = {delta.path: (delta.kind, delta.moved_to) for delta in back.deltas}
    assert kinds == {
        "memory/candidates/a.md": ("add", None),
        "memory/notes/b.md": ("move", "memory/candidates/b.md"),
    }
