"""The three-way screen's layout: beside each other or below, long lines short, whole or cut."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.app.tui.desk import NARROW, WIDE, driven
from tests.app.tui.three_way import BASE, changed, merge_home, regions, result
from tests.homes import reviewed

SENTENCES = "".join(f"第{n}条规定：每周一上午检查备份，并把结果记在日志里。" for n in range(130))
LONG = reviewed("long", f"# 备份\n\n说明。\n\n{SENTENCES}", title="备份")


@pytest.mark.parametrize("size", [pytest.param(NARROW, marks=pytest.mark.slow), WIDE])
async def test_a_long_paragraph_in_columns_and_stacked(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    """Acceptance 27 and 34: wrapped, aligned, all four texts in reach; W shows it whole."""
    current = changed(LONG, ("第64条规定：每周一上午", "第64条规定：每逢周五的晚上"))
    proposed = changed(LONG, ("第100条规定：每周一上午检查", "第100条规定：每个月初检查"))
    home = merge_home(tmp_path / "home", current, proposed, LONG)
    async with driven(home, size) as one:
        await one.press("m")
        assert one.straight()
        short = regions(one)
        assert "characters the same=]" in short and len(short) < 3000
        if size is WIDE:
            assert "1 BASE" in one.text and "2 CURRENT" in one.text and "3 PROPOSED" in one.text
            [row] = [row for row in short.split("\n") if "第64条" in row]
            assert row.count("第64条") == 3
        else:
            assert "[-周一上午-]{+逢周五的晚上+}" in short and "{+个月初+}" in short
        assert "hunk 1/1: choose 1 BASE" in result(one)
        await one.press("W")
        assert "第0条规定" in regions(one) and "whole" in one.said
        await one.press("W")
        assert "cut" in one.said
        await one.press("W", "C")
        assert "逢周五的晚上" in result(one) and one.straight()


@pytest.mark.slow
async def test_each_side_is_taken_with_one_key_and_given_back(tmp_path: Path) -> None:
    """Acceptance 35 and 32."""
    current = changed(BASE, ("port 3000.", "port 3001."), ("Mondays", "Sundays"))
    proposed = changed(BASE, ("port 3000.", "port 4321."), ("Mondays", "Tuesdays"))
    async with driven(merge_home(tmp_path / "home", current, proposed), WIDE) as one:
        await one.press("m")
        before = result(one)
        await one.press("P")
        assert "4321" in result(one) and "Tuesdays" in result(one)
        await one.press("C")
        assert "3001" in result(one) and "Sundays" in result(one)
        await one.press("u", "u")
        assert result(one) == before
