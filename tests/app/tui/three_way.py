"""Homes with a proposal whose note has changed meanwhile, and what a test asks of the screen."""

from __future__ import annotations

from pathlib import Path

from curator_app.tui.messages import DecisionStaged
from curator_app.tui.picking import Work
from curator_app.tui.screens.merge import MergeScreen
from curator_app.tui.widgets.page import Page
from curator_core.model.decision import Decision
from curator_core.model.view import Staged
from tests.app.tui.desk import Driven
from tests.homes import curator, make_home, put, reviewed
from tests.proposal_branches import Change, propose

BODY = (
    "# Router\n\nThe admin page is on port 3000.\n\nReachable from the LAN.\n\nReboot on Mondays."
)
NOTE = "memory/notes/router.md"
BASE = reviewed(
    "router",
    BODY,
    title="Router",
    confidence=0.8,
    sources=["manual:a@2026-08-01"],
    tags=["home"],
)
"""A free note: what it says may be changed in place, but for its first paragraph."""


def changed(text: str, *pairs: tuple[str, str]) -> str:
    """A text with some words in place of others; each must be there."""
    for old, new in pairs:
        assert old in text, old
        text = text.replace(old, new)
    return text


PROPOSED = changed(
    BASE,
    ("port 3000.", "port 4321."),
    ("Mondays", "Tuesdays"),
    ('["home"]', '["home", "night"]'),
)
CURRENT = changed(
    BASE,
    ("port 3000.", "port 3000 behind the VPN."),
    ("0.8", "0.9"),
    ('["home"]', '["home", "hand"]'),
)


def merge_home(
    root: Path, current: str = CURRENT, proposed: str = PROPOSED, base: str = BASE
) -> Path:
    """One proposal of a branch; its note was edited here since, and the edit approved."""
    home = make_home(root, {"router.md": base})
    propose(home, Change(files={NOTE: proposed}, message="Router"))
    edit_here(home, current)
    return home


def edit_here(home: Path, text: str) -> None:
    """Change the note by hand and approve the change."""
    put(home, NOTE, text)
    [item] = [i["item"] for i in curator(home, "queue").json["items"] if i["op"] == "review"]
    done = curator(home, "decide", item, "approve")
    assert done.code == 0, done.err


def screen(one: Driven) -> MergeScreen:
    """The three-way screen in front."""
    assert isinstance(one.app.screen, MergeScreen), one.app.screen
    return one.app.screen


def work(one: Driven) -> Work:
    """The merge in hand."""
    found = screen(one).work
    assert found is not None
    return found


def regions(one: Driven) -> str:
    """All lines of the regions, seen or not."""
    return _lines(screen(one).query_one("#regions", Page))


def result(one: Driven) -> str:
    """All lines of the result, seen or not."""
    return _lines(screen(one).query_one("#result", Page))


def _lines(page: Page) -> str:
    return "\n".join(line.text.plain for line in page.sheet.lines)


def staged(one: Driven) -> list[Decision]:
    """The decisions that were staged, in order."""
    found = [m for m in one.of(DecisionStaged) if isinstance(m, DecisionStaged)]
    return [m.decision for m in found if isinstance(m.outcome, Staged)]
