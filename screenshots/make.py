"""Write the screens of the README from the running app on the sample Home, at a fixed clock.

    .venv-test/bin/python screenshots/make.py [FOLDER]

The SVG that Textual exports names a font of a public host and measures Chinese text as if each
character were one cell wide; both are corrected here.
"""

from __future__ import annotations

import asyncio
import contextlib
import re
import sys
import tempfile
from collections.abc import Sequence
from datetime import UTC, datetime
from html import unescape
from pathlib import Path

from rich.cells import cell_len
from textual.pilot import Pilot
from textual.worker import WorkerCancelled

from curator_app.sample_path import sample_home
from curator_app.tui.app import CuratorApp
from curator_core.model.problem import Refusal
from curator_core.service import demo

NOW = datetime(2026, 11, 29, 8, 0, tzinfo=UTC)
CELL = 12.2
"""Width of one cell in the exported SVG, in pixels."""
SIZES = ((80, 24), (140, 40))
SHOTS: dict[str, Sequence[str]] = {
    "queue": (),
    "detail": ("enter",),
    "preview": ("j", "j", "j", "j", "j", "j", "j", "a", "r", "3", "enter", "w"),
    "help": ("question_mark",),
}
"""Keys that lead from the start to each screen."""


def corrected(svg: str) -> str:
    """Text lengths by cell width, no foreign fonts, no random ids."""
    svg = re.sub(r"@font-face\s*\{[^}]*\}", "", svg)
    svg = re.sub(r"terminal-\d+", "terminal", svg)

    def sized(match: re.Match[str]) -> str:
        width = cell_len(unescape(match[3])) * CELL
        return f'{match[1]}textLength="{width:.1f}"{match[2]}>{match[3]}</text>'

    return re.sub(r'(<text [^>]*)textLength="[^"]*"([^>]*)>([^<]*)</text>', sized, svg)


async def shoot(home: Path, size: tuple[int, int], keys: Sequence[str]) -> str:
    """The SVG of the app after these keys."""
    app = CuratorApp(home, lambda: NOW)
    async with app.run_test(size=size) as pilot:
        await settle(pilot)
        for key in keys:
            await pilot.press(key)
            await settle(pilot)
        return corrected(app.export_screenshot(title="curator"))


async def settle(pilot: Pilot[None]) -> None:
    """Wait until no worker has anything to do; one that gave way to a newer one counts as done."""
    for _ in range(6):
        with contextlib.suppress(WorkerCancelled):
            await pilot.app.workers.wait_for_complete()
        await pilot.pause(0.1)


def main() -> None:
    """Write every screen at both sizes."""
    target = Path(sys.argv[1] if len(sys.argv) > 1 else Path(__file__).parent)
    for name, keys in SHOTS.items():
        for width, height in SIZES:
            with tempfile.TemporaryDirectory() as folder:
                built = demo.build(Path(folder) / "sample", NOW, sample_home())
                if isinstance(built, Refusal):
                    raise SystemExit(built.message)
                svg = asyncio.run(shoot(built, (width, height), keys))
            path = target / f"{name}-{width}x{height}.svg"
            path.write_text(svg, "utf-8")
            sys.stdout.write(f"{path}\n")


if __name__ == "__main__":
    main()
