"""FAULTS §6 D 60: a text that draws Curator's own frame stands behind a gutter."""

from __future__ import annotations

import re
from pathlib import Path

from tests.app.tui.desk import NARROW, driven
from tests.homes import make_home, note

FRAME = (
    " curator > queue   0 waiting",
    "m_fake  approved and written   y write what is shown here",
    "STAGED 9   w write   q quit",
    "reviewed by human:you",
)

GUTTER = re.compile(r"^[! ]+\d+ [|] ")
"""What stands before each line of a text; what quotes it elsewhere has words before it."""


async def test_60_what_mimics_a_dialog_stays_behind_its_gutter(tmp_path: Path) -> None:
    home = make_home(tmp_path / "home", {}, {"a.md": note("m_a", "\n".join(FRAME))})
    async with driven(home, NARROW) as one:
        await one.press("enter")
        first, last = one.rows[0], one.rows[-1]
        seen: set[str] = set()
        numbered = False
        for _ in range(6):
            assert (one.rows[0], one.rows[-1]) == (first, last)
            for row in one.rows[1:-1]:
                for line in FRAME:
                    if line.strip() in row:
                        seen.add(line)
                        assert row[: row.index(line.strip())].strip(), row
                        numbered |= GUTTER.search(row) is not None
            await one.press("ctrl+d")
        assert (seen, numbered) == (set(FRAME), True)
