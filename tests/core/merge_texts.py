"""Three texts for merges in tests: notes from fields and lines, line lists, git's own verdict."""

from __future__ import annotations

import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path

from hypothesis import strategies as st

from curator_core.model.files import NoteText
from curator_core.model.merge import Picked, Resolved, ThreeWay
from curator_core.rules.merging import resolve, three_way
from curator_core.rules.merging_lines import without_end
from tests.core.note_reading import readable

Texts = tuple[NoteText, NoteText, NoteText]

LINES = ("", "alpha", "beta", "生产环境用 pnpm。", "  indented", "- item", "# Title", "x" * 90)


def note(body: str, *fields: str) -> NoteText:
    """Read a note whose block holds these lines."""
    block = "".join(f"{line}\n" for line in ("---", "id: deploy", *fields, "---"))
    return readable((block + body).encode())


def plain(body: str) -> NoteText:
    """Read a text as it stands."""
    return readable(body.encode())


def merged(*texts: str, picks: Mapping[str, Picked] | None = None) -> tuple[ThreeWay, Resolved]:
    """Merge three bodies: base, current, proposed."""
    base, current, proposed = (note(text) for text in texts)
    way = three_way(base, current, proposed)
    return way, resolve(way, current, picks or {})


def states(way: ThreeWay) -> dict[str, str]:
    """Every region that is not the same everywhere, with its state."""
    return {r.id: r.state.value for r in way.regions if r.state != "same"}


def body(resolved: Resolved) -> str:
    """The body of a result, also while fields are open."""
    return "".join(line.text for line in resolved.origins)


def bare(lines: Sequence[str]) -> list[str]:
    """Lines without their line ends."""
    return [without_end(line) for line in lines]


def lines(text: NoteText) -> tuple[str, ...]:
    """The body lines of a text."""
    return text.lines[text.body_start :]


@st.composite
def edited(draw: st.DrawFn, before: Sequence[str]) -> list[str]:
    """A list of lines with some taken out, replaced or put in."""
    after: list[str] = []
    for line in before:
        match draw(st.sampled_from("kkkkkkdri")):
            case "k":
                after.append(line)
            case "r":
                after.append(draw(st.sampled_from(LINES)))
            case "i":
                after += [line, draw(st.sampled_from(LINES))]
    return after


_VALUES = st.sampled_from(
    ["", "null", "0.8", '"0.9"', "deploy it", "'x: y'", "true", "[a, b]", "[a]", "[b, c]", "生产"]
)
_KEYS = ("title", "value", "valid_to", "confidence", "pin", "tags", "sources", "custom", "taint")
_blocks = st.dictionaries(st.sampled_from(_KEYS), _VALUES, max_size=6)


_perhaps = st.sampled_from([True, False])


@st.composite
def notes(draw: st.DrawFn) -> NoteText:
    """A note with some fields and any body, in either line end, perhaps without a block."""
    fields: dict[str, str] = draw(_blocks)
    return _written(draw, fields, draw(st.lists(st.sampled_from(LINES), max_size=8)))


@st.composite
def three_notes(draw: st.DrawFn) -> Texts:
    """A base and two edits of it; line ends, final line end and mark differ freely."""
    fields: dict[str, str] = draw(_blocks)
    content = draw(st.lists(st.sampled_from(LINES), max_size=10))
    base = _written(draw, fields, content)
    sides = []
    for _ in range(2):
        changed = {k: v for k, v in fields.items() if draw(st.integers(0, 5))}
        sides.append(_written(draw, changed | draw(_blocks), draw(edited(content))))
    return base, sides[0], sides[1]


def _written(draw: st.DrawFn, fields: Mapping[str, str], content: Sequence[str]) -> NoteText:
    block = [f"{key}: {value}".rstrip() for key, value in fields.items()]
    blocked = bool(fields) or draw(_perhaps)
    head = ["---", "id: deploy", *block, "---"] if blocked else []
    end = draw(st.sampled_from(["\n", "\n", "\r\n"]))
    text = end.join((*head, *content)) + draw(st.sampled_from([end, end, ""]))
    mark = draw(st.sampled_from(["", "", "\ufeff"]))
    return readable((mark + text).encode())


def git_merge(folder: Path, texts: Sequence[str], *settings: str) -> tuple[int, str]:
    """How many conflicts git finds between base, current, proposed, and the text it gives."""
    names = [folder / name for name in ("base", "current", "proposed")]
    for name, text in zip(names, texts, strict=True):
        name.write_bytes(text.encode())
    found = subprocess.run(
        ["git", *settings, "merge-file", "-p", "--diff3", "current", "base", "proposed"],
        cwd=folder,
        capture_output=True,
        check=False,
    )
    assert found.returncode < 128, found.stderr
    return found.returncode, found.stdout.decode()
