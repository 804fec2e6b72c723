"""What a preview says becomes of each note, of decisions and of their undo."""

from __future__ import annotations

from pathlib import Path

from curator_core.model.decision import Approve, Decision, Defer, Reject
from curator_core.model.note import Relation
from curator_core.model.view import BatchReceipt, Preview
from curator_core.service import review, undoing, writing
from tests.homes import caller, make_home, note, reviewed
from tests.proposal_branches import Change, propose

BODY = "First line.\n\nSecond line.\n\nThird line."


def becomes(preview: object) -> dict[str, tuple[str | None, str | None]]:
    """Status before and after by note id."""
    assert isinstance(preview, Preview), preview
    return {
        each.name: (each.before, each.after)
        for notes in preview.outcomes.values()
        for each in notes
        if (each.before, each.after) != (None, None)
    }


def test_statuses_before_and_after_a_plan_and_its_undo(tmp_path: Path) -> None:
    old = reviewed("m-old", "Old.", memory_key="deploy", value="old")
    new = note("m-new", "New.", memory_key="deploy", value="new", supersedes=["m-old"])
    names = {"new.md": new, "no.md": note("m-no"), "later.md": note("m-later")}
    home = make_home(tmp_path / "home", {"old.md": old}, names)
    for item in review.load(caller(home)).items:
        wishes: dict[str, Decision] = {
            "m-new": Approve(
                item=item.item, relation=Relation.STATE_CHANGE, valid_from="2026-11-20"
            ),
            "m-no": Reject(item=item.item),
            "m-later": Defer(item=item.item),
        }
        review.stage(caller(home), wishes[item.notes[0]])
    found = writing.foresee(caller(home))
    assert becomes(found.outcome) == {
        "m-new": ("candidate", "active"),
        "m-old": ("active", "superseded"),
        "m-no": ("candidate", None),
        "m-later": ("candidate", "candidate"),
    }
    assert isinstance(found.outcome, Preview)
    after = writing.aftermath(caller(home), found.outcome)
    assert after.golden == () and after.names == 5
    assert isinstance(writing.write(caller(home), "another plan"), writing.Foreseen)
    digest = found.outcome.plan.digest
    assert isinstance(writing.write(caller(home), digest), BatchReceipt)
    assert becomes(undoing.preview_undo(caller(home))) == {
        "m-new": ("active", "candidate"),
        "m-old": ("superseded", "active"),
        "m-no": (None, "candidate"),
        "m-later": ("candidate", "candidate"),
    }


def test_undoing_an_update_of_a_branch_says_that_the_note_still_answers(tmp_path: Path) -> None:
    home = make_home(tmp_path / "home", {"plain.md": reviewed("plain", BODY, tags=["one"])})
    text = (home / "memory/notes/plain.md").read_text("utf-8")
    propose(home, Change(files={"memory/notes/plain.md": text.replace("Third", "Last")}))
    (item,) = review.load(caller(home)).items
    review.decide(caller(home, tty=True), Approve(item=item.item))
    back = undoing.preview_undo(caller(home))
    assert isinstance(back, Preview)
    assert becomes(back) == {"plain": ("active", "active")}
    assert [row for row in back.plan.answers if row.before != row.after] == []


def test_another_plan_than_the_one_shown_is_not_undone(tmp_path: Path) -> None:
    home = make_home(tmp_path / "home", {}, {"a.md": note("m-a")})
    (item,) = review.load(caller(home)).items
    review.decide(caller(home, tty=True), Approve(item=item.item))
    no = undoing.undo(caller(home), shown="another")
    assert getattr(no, "code", None) == "stale"
    assert (home / "memory/notes/a.md").exists()
