"""The list: an id is selected, never an index; only what is seen is painted."""

from __future__ import annotations

from rich.text import Text
from textual.app import App, ComposeResult
from textual.message import Message

from curator_app.tui.paint.ink import palette
from curator_app.tui.widgets.moving import Step
from curator_app.tui.widgets.row_list import RowList


class ListApp(App[None]):
    """A list and nothing else; counts what is painted."""

    def __init__(self) -> None:
        super().__init__()
        self.painted: set[int] = set()

    def compose(self) -> ComposeResult:
        yield RowList(id="list")

    def on_mount(self) -> None:
        self.console.push_theme(palette("curator-dark"))

    @property
    def rows(self) -> RowList:
        return self.query_one(RowList)

    def fill(self, keys: list[str]) -> None:
        self.rows.fill(keys, lambda index, width: self.paint(keys, index))

    def paint(self, keys: list[str], index: int) -> Text:
        self.painted.add(index)
        return Text(f"row {keys[index]}")

    def seen(self) -> list[str]:
        """The shown rows, without padding."""
        lines = [self.rows.render_line(y).text.rstrip() for y in range(self.rows.size.height)]
        return [line for line in lines if line]


def keys(count: int) -> list[str]:
    """Ids k0, k1 ..."""
    return [f"k{n}" for n in range(count)]


async def test_the_selection_is_an_id_and_keeps_its_line() -> None:
    app = ListApp()
    async with app.run_test(size=(30, 10)) as pilot:
        app.fill(keys(100))
        app.rows.select("k50")
        await pilot.pause()
        line = app.rows.position[0] - 1 - round(app.rows.scroll_y)
        app.fill([f"new{n}" for n in range(7)] + keys(100))
        await pilot.pause()
        assert app.rows.selected == "k50"
        assert app.rows.position == (58, 107)
        assert app.rows.position[0] - 1 - round(app.rows.scroll_y) == line
        assert "> row k50" in app.seen()


async def test_a_row_that_goes_leaves_the_cursor_to_the_next_one() -> None:
    app = ListApp()
    messages: list[Message] = []
    async with app.run_test(size=(30, 10), message_hook=messages.append) as pilot:
        app.fill(keys(6))
        app.rows.select("k3")
        app.fill(["k0", "k1", "k4", "k5"])
        assert app.rows.selected == "k4"
        app.fill(["k0", "k1"])
        assert app.rows.selected == "k1"
        app.rows.fill(["x", "k0"], lambda index, width: Text(), (), {"k1": "x"})
        assert app.rows.selected == "x"
        await pilot.pause()
        moved = [m.key for m in messages if isinstance(m, RowList.Moved)]
        assert moved[-1] == "x"


async def test_an_empty_list_says_what_to_do() -> None:
    app = ListApp()
    async with app.run_test(size=(30, 10)) as pilot:
        app.rows.fill([], lambda index, width: Text(), (Text("do this"),))
        await pilot.pause()
        assert app.seen() == ["  do this"]
        assert app.rows.selected is None
        for step in Step:
            app.rows.move(step)
        assert app.rows.position == (0, 0)


async def test_movements_stay_inside() -> None:
    app = ListApp()
    async with app.run_test(size=(30, 10)):
        app.fill(keys(30))
        app.rows.move(Step.UP)
        assert app.rows.selected == "k0"
        app.rows.move(Step.PAGE_DOWN)
        assert app.rows.selected == "k5"
        app.rows.move(Step.LAST)
        app.rows.move(Step.DOWN)
        assert app.rows.selected == "k29"
        assert round(app.rows.scroll_y) == 20
        app.rows.move(Step.FIRST)
        assert round(app.rows.scroll_y) == 0


async def test_only_what_is_seen_is_painted() -> None:
    """The same work for 100,000 rows as for ten."""
    app = ListApp()
    async with app.run_test(size=(30, 10)) as pilot:
        app.fill(keys(100_000))
        await pilot.pause()
        app.rows.move(Step.LAST)
        await pilot.pause()
        assert len(app.painted) <= 20


async def test_finding_wraps_and_counts_from_the_cursor() -> None:
    app = ListApp()
    async with app.run_test(size=(30, 10)):
        app.fill(["apple", "pear", "APPLE pie"])
        assert app.rows.find("apple", 1)
        assert app.rows.selected == "APPLE pie"
        assert app.rows.find("apple", 1)
        assert app.rows.selected == "apple"
        assert not app.rows.find("plum", 1)


async def test_a_click_selects_and_another_opens() -> None:
    app = ListApp()
    messages: list[Message] = []
    async with app.run_test(size=(30, 10), message_hook=messages.append) as pilot:
        app.fill(keys(5))
        await pilot.click(RowList, offset=(3, 2))
        assert app.rows.selected == "k2"
        assert not [m for m in messages if isinstance(m, RowList.Opened)]
        await pilot.click(RowList, offset=(3, 2), times=2)
        assert [m.key for m in messages if isinstance(m, RowList.Opened)][:1] == ["k2"]
        await pilot.click(RowList, offset=(3, 9))
        assert app.rows.selected == "k2"
