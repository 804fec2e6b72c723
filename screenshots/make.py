"""Write the pictures of the README from the running app on the sample Home, at a fixed clock.

    .venv-test/bin/python screenshots/make.py [FOLDER] [--only NAME ...] [--no-png]

The SVG that Textual exports names a font of a public host and measures Chinese text as if each
character were one cell wide; both are corrected here. Where Chromium is installed, each SVG gets a
PNG twin, which is not committed: it depends on the machine's fonts.
"""

from __future__ import annotations

import argparse
import asyncio
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from html import unescape
from pathlib import Path

from rich.cells import cell_len
from textual.pilot import Pilot

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "core")]

from curator_app.sample_path import sample_home  # noqa: E402
from curator_app.tui.app import CuratorApp  # noqa: E402
from curator_app.tui.messages import Purpose  # noqa: E402
from curator_core.model.problem import Refusal  # noqa: E402
from curator_core.service import demo  # noqa: E402
from screenshots.shots import SHOTS  # noqa: E402

NOW = datetime(2026, 11, 29, 8, 0, tzinfo=UTC)
CELL = 12.2
"""Width of one cell in the exported SVG, in pixels."""
SIZES = ((80, 24), (140, 40))
FONTS = "DejaVu Sans Mono, Noto Sans Mono CJK SC, monospace"
_PATIENCE = 400


def corrected(svg: str) -> str:
    """Text lengths by cell width, local fonts only, no random ids, one element a line."""
    svg = re.sub(r"\s*@font-face\s*\{[^}]*\}", "", svg)
    svg = re.sub(r"terminal-\d+", "terminal", svg)
    svg = re.sub(r"\s*<!-- Generated with [^>]*-->", "", svg)
    svg = re.sub(r"font-family: (?:Fira Code|arial), monospace;", f"font-family: {FONTS};", svg)

    def sized(match: re.Match[str]) -> str:
        width = cell_len(unescape(match[3])) * CELL
        return f'{match[1]}textLength="{width:.1f}"{match[2]}>{match[3]}</text>'

    return re.sub(r'(<text [^>]*)textLength="[^"]*"([^>]*)>([^<]*)</text>', sized, svg)


def names(only: Sequence[str] = ()) -> Iterator[tuple[str, tuple[int, int], str]]:
    """Each picture: its shot, its size in cells, its file name."""
    for name in SHOTS:
        if not only or name in only:
            for width, height in SIZES:
                yield name, (width, height), f"{name}-{width}x{height}.svg"


def template(folder: Path) -> Path:
    """A sample Home that each picture takes a copy of; SystemExit where it cannot be built."""
    built = demo.build(folder / "template" / "sample", NOW, sample_home())
    if isinstance(built, Refusal):
        raise SystemExit(built.message)
    return built


def picture(home: Path, folder: Path, shot: str, size: tuple[int, int]) -> str:
    """The SVG of one shot, over a fresh copy of a sample Home that lies below `folder`."""
    with tempfile.TemporaryDirectory(dir=folder) as own:
        copy = shutil.copytree(home, Path(own) / home.name, symlinks=True)
        return asyncio.run(_shoot(copy, size, SHOTS[shot]))


async def _shoot(home: Path, size: tuple[int, int], keys: Sequence[str]) -> str:
    app = CuratorApp(home, lambda: NOW)
    async with app.run_test(size=size) as pilot:
        await _settle(app, pilot)
        for key in keys:
            await pilot.press(key)
            await _settle(app, pilot)
        return corrected(app.export_screenshot(title="curator"))


async def _settle(app: CuratorApp, pilot: Pilot[None]) -> None:
    """Wait until no errand runs and nothing is left to paint."""
    for _ in range(_PATIENCE):
        await pilot.pause()
        if app.session.view is not None and not app.errands.busy(*Purpose):
            await pilot.pause()
            if not app.errands.busy(*Purpose):
                return
        await asyncio.sleep(0.02)
    raise SystemExit("the app did not come to rest")


def browser() -> str | None:
    """Chromium, where it is installed."""
    return shutil.which("chromium") or shutil.which("chromium-browser")


def to_png(chromium: str, svg: Path) -> None:
    """The PNG twin of an SVG file, by a browser without network."""
    head = svg.read_text("utf-8")[:2000]
    box = re.search(r'viewBox="0 0 ([\d.]+) ([\d.]+)"', head)
    width, height = (round(float(each)) for each in box.groups()) if box else (1000, 800)
    with tempfile.TemporaryDirectory() as profile:
        subprocess.run(
            [
                *(chromium, "--headless", "--no-sandbox", "--disable-gpu", "--no-first-run"),
                *("--disable-background-networking", "--disable-component-update"),
                *("--disable-sync", "--hide-scrollbars", f"--user-data-dir={profile}"),
                f"--window-size={width},{height}",
                f"--screenshot={svg.with_suffix('.png')}",
                svg.resolve().as_uri(),
            ],
            check=True,
            capture_output=True,
            timeout=120,
        )


def main() -> None:
    """Write every picture."""
    parser = argparse.ArgumentParser(description="write the pictures of the README")
    parser.add_argument("folder", nargs="?", type=Path, default=Path(__file__).parent)
    parser.add_argument("--only", nargs="*", default=(), choices=list(SHOTS))
    parser.add_argument("--no-png", action="store_true")
    given = parser.parse_args()
    chromium = None if given.no_png else browser()
    given.folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as scratch:
        home = template(Path(scratch))
        for name, size, file in names(given.only):
            path = given.folder / file
            path.write_text(picture(home, Path(scratch), name, size), "utf-8")
            sys.stdout.write(f"{path}\n")
            if chromium is not None:
                to_png(chromium, path)


if __name__ == "__main__":
    main()
