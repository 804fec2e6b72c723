"""The pictures of the README are those that the app draws today."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree

import pytest

from screenshots import make
from screenshots.shots import SHOTS

FOLDER = Path(make.__file__).parent
AGAIN = "run .venv-test/bin/python screenshots/make.py"


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make.template(tmp_path_factory.mktemp("pictures"))


def test_every_picture_is_there_and_says_nothing_of_other_places() -> None:
    wanted = {file for _, _, file in make.names()}
    assert {path.name for path in FOLDER.glob("*.svg")} == wanted, AGAIN
    for name in sorted(wanted):
        text = (FOLDER / name).read_text("utf-8")
        ElementTree.fromstring(text)
        outside = set(re.findall(r"https?://[^\s\"'<&)]+", text))
        assert {url for url in outside if not url.startswith("http://www.w3.org/")} <= own(text)


def own(text: str) -> set[str]:
    """Addresses that stand in the notes of the sample Home, as text."""
    return {url for url in re.findall(r"https?://[^\s\"'<&)]+", text) if ".example" in url}


def test_the_readme_shows_pictures_that_are_there(repository_root: Path) -> None:
    shown = re.findall(r"\]\(screenshots/([^)]+)\)", (repository_root / "README.md").read_text())
    assert len(shown) >= 2
    assert set(shown) <= {file for _, _, file in make.names()}


def cases() -> Iterator[object]:
    for name in SHOTS:
        for width, height in make.SIZES:
            plain = (name, width) == ("queue", 80)
            marks = () if plain else pytest.mark.slow
            yield pytest.param(name, (width, height), id=f"{name}-{width}", marks=marks)


@pytest.mark.parametrize(("name", "size"), list(cases()))
def test_a_picture_is_up_to_date(
    home: Path, tmp_path: Path, name: str, size: tuple[int, int]
) -> None:
    drawn = make.picture(home, tmp_path, name, size)
    kept = (FOLDER / f"{name}-{size[0]}x{size[1]}.svg").read_text("utf-8")
    assert drawn == kept, AGAIN
