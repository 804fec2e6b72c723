"""The page: wraps to its width, keeps its place, knows what has been on the screen."""

from __future__ import annotations

from rich.segment import Segment
from rich.text import Text
from textual.app import App, ComposeResult

from curator_app.tui.paint.ink import palette
from curator_app.tui.paint.sheet import Sheet, SheetLine, sheet
from curator_app.tui.widgets.moving import Step
from curator_app.tui.widgets.page import Page


class PageApp(App[None]):
    """A page and nothing else."""

    def compose(self) -> ComposeResult:
        yield Page(id="page")

    def on_mount(self) -> None:
        self.console.push_theme(palette("curator-dark"))

    @property
    def page(self) -> Page:
        return self.query_one(Page)

    def seen(self) -> list[str]:
        """The shown rows, without padding."""
        return [self.page.render_line(y).text.rstrip() for y in range(self.page.size.height)]


def lines(count: int, text: str = "line {}") -> Sheet:
    """A sheet of numbered lines."""
    return sheet(SheetLine(Text(text.format(n))) for n in range(count))


async def test_long_lines_hang_beside_their_gutter() -> None:
    app = PageApp()
    async with app.run_test(size=(20, 6)) as pilot:
        app.page.show(sheet([SheetLine(Text("   1 | one two three four five"), 7)]), "a")
        await pilot.pause()
        assert app.seen()[:3] == ["   1 | one two", "       three four", "       five"]


async def test_the_place_stays_for_the_same_thing_only() -> None:
    app = PageApp()
    async with app.run_test(size=(20, 6)) as pilot:
        app.page.show(lines(40), "a")
        await pilot.pause()
        app.page.move(Step.PAGE_DOWN)
        app.page.show(lines(41), "a")
        assert app.page.span == (4, 9, 41)
        app.page.show(lines(41), "b")
        assert app.page.span == (1, 6, 41)


async def test_read_means_every_line_was_on_the_screen() -> None:
    app = PageApp()
    async with app.run_test(size=(20, 6)) as pilot:
        app.page.show(lines(40), "a")
        await pilot.pause()
        read = [app.page.read]
        for _ in range(12):
            app.page.move(Step.PAGE_DOWN)
        read.append(app.page.read)
        app.page.move(Step.FIRST)
        read.append(app.page.read)
        app.page.show(lines(3), "b")
        await pilot.pause()
        assert [*read, app.page.read] == [False, True, True, True]


async def test_another_width_keeps_the_line_on_top() -> None:
    app = PageApp()
    async with app.run_test(size=(40, 6)) as pilot:
        app.page.show(lines(40, "line {} with quite a few words"), "a")
        await pilot.pause()
        for _ in range(4):
            app.page.move(Step.PAGE_DOWN)
        assert app.seen()[0].startswith("line 12")
        await pilot.resize_terminal(14, 6)
        await pilot.pause()
        assert app.seen()[0].startswith("line 12")


def marked(page: Page, y: int) -> list[Segment]:
    """What is marked as found in one row."""
    ground = page.rich_style.bgcolor
    return [part for part in page.render_line(y) if part.style and part.style.bgcolor != ground]


async def test_finding_goes_to_the_line_and_marks_it() -> None:
    app = PageApp()
    async with app.run_test(size=(20, 6)) as pilot:
        app.page.show(lines(40), "a")
        await pilot.pause()
        assert app.page.find("line 33", 1)
        assert any("line 33" in row for row in app.seen())
        assert any("line 33" in part.text for y in range(6) for part in marked(app.page, y))
        assert app.page.find("line 3", -1)
        assert not app.page.find("nowhere", 1)


async def test_an_empty_page_is_blank() -> None:
    app = PageApp()
    async with app.run_test(size=(20, 6)) as pilot:
        app.page.show(Sheet(()), "")
        await pilot.pause()
        assert app.seen() == [""] * 6
        assert not app.page.find("x", 1)
        for step in Step:
            app.page.move(step)
        assert app.page.read
