"""No screen starts a program of the Home, shows what lies outside of it, or writes there."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from curator_app.tui.actions import Scope, within
from curator_app.tui.screens.desk import Desk
from tests.app.canary_home import TOKEN, Trap, asleep, template
from tests.app.tui.desk import WIDE, Driven, driven

WAYS: dict[Scope, tuple[str, list[str]]] = {
    Scope.QUEUE: ("", []),
    Scope.DETAIL: ("m_cites", ["enter"]),
    Scope.QUARANTINE: ("m_mail", ["Q"]),
    Scope.PREVIEW: ("", ["w"]),
    Scope.HISTORY: ("", ["o"]),
    Scope.STATS: ("", ["number_sign"]),
    Scope.CHAIN: ("m_port", ["t"]),
    Scope.MEMORY: ("", ["b"]),
    Scope.NOTE: ("", ["b", "enter"]),
    Scope.INVESTIGATE: ("m_port", ["i"]),
    Scope.MERGE: ("m_port", ["m"]),
    Scope.SPLIT: ("m_wait", ["s"]),
    Scope.LINEAGE: ("m_mail", ["l", "1"]),
    Scope.JOIN: ("", ["b", "backslash", "g", "j", "space", "space", "M"]),
}
"""Every screen with the item to stand on and the keys that lead there."""
LEAVING = frozenset({"leave", "quit", "theme"})


@pytest.fixture(scope="module")
def set_traps(tmp_path_factory: pytest.TempPathFactory) -> Trap:
    return template(tmp_path_factory.mktemp("canary"))


@pytest.fixture
def trap(set_traps: Trap, tmp_path: Path) -> Iterator[Trap]:
    with asleep(set_traps, tmp_path) as one:
        yield one


def test_every_screen_has_its_way() -> None:
    assert WAYS.keys() == set(Scope)


async def to(one: Driven, scope: Scope) -> None:
    """To the queue, onto the item, and down the way."""
    for _ in range(8):
        if one.app.screen is one.queue:
            break
        await one.press("escape")
    item, keys = WAYS[scope]
    if item:
        one.queue.rows.select(row_of(one, item))
        await one.settle()
    if keys:
        await one.press(*keys)
    assert at(one) is scope, one.text


def row_of(one: Driven, name: str) -> str:
    """The queue's row of a note."""
    found = {key: one.app.session.item(key) for key in one.queue.rows.keys}
    return next(key for key, item in found.items() if item is not None and name in item.notes)


def at(one: Driven) -> Scope | None:
    """The scope of the screen in front; None for a dialog."""
    return one.app.screen.SCOPE if isinstance(one.app.screen, Desk) else None


@pytest.mark.slow
async def test_each_screen_shows_nothing_from_outside(trap: Trap) -> None:
    async with driven(trap.home, WIDE) as one:
        for scope in WAYS:
            await to(one, scope)
            for key in ("G", "tab", "G", "g"):
                assert TOKEN not in one.text
                await one.press(key)
        assert TOKEN not in one.text


@pytest.mark.slow
@pytest.mark.timeout(600)
@pytest.mark.parametrize("scope", WAYS)
async def test_each_key_starts_nothing(trap: Trap, scope: Scope) -> None:
    """Every key of every screen, once on its way and once more on what it opened."""
    async with driven(trap.home, WIDE) as one:
        await to(one, scope)
        for action in within(scope):
            for key in () if action.name in LEAVING else action.keys:
                if at(one) is not scope:
                    await back(one, scope)
                if at(one) is not scope:
                    return
                await one.press(key)
                assert TOKEN not in one.text, key


async def back(one: Driven, scope: Scope) -> None:
    """Out of what a key opened; the whole way again where that left the screen."""
    for _ in range(3):
        if at(one) is scope or one.app.screen is one.queue:
            break
        await one.press("escape")
    if at(one) is not scope and WAYS[scope][1] != ["w"]:
        await to(one, scope)


@pytest.mark.slow
@pytest.mark.timeout(600)
async def test_every_item_is_opened(trap: Trap) -> None:
    async with driven(trap.home, WIDE) as one:
        for key in list(one.queue.rows.keys):
            one.queue.rows.select(key)
            await one.settle()
            assert TOKEN not in one.text
            await one.press("enter", "X", "G")
            assert TOKEN not in one.text
            await to(one, Scope.QUEUE)
