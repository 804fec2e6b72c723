"""FAULTS §5: each of the 54 inputs, the raw hostile files, and inputs built to cost time."""

from __future__ import annotations

import json
import tracemalloc
from dataclasses import dataclass, field

import pytest

from curator_core.model.problem import Problem
from curator_core.rules.editing import confirm, edit, encode
from curator_core.store.note_text import read
from tests.shared_data import hostile_notes, shared_data


@dataclass(frozen=True)
class Reads:
    """A readable input: its problems as (code, line), and some of its fields."""

    problems: list[tuple[str, int]] = field(default_factory=list)
    fields: dict[str, object] = field(default_factory=dict)


@dataclass(frozen=True)
class Fails:
    """An unreadable input: code (after `unreadable-`), line, and a word of message or hint."""

    code: str
    line: int
    word: str


BOMB = [("anchor", 3), ("anchor", 4), ("alias", 4), ("anchor", 5), ("alias", 5), ("alias", 6)]
TABLE: dict[str, Reads | Fails] = {
    "F01": Reads(fields={"id": "n-1", "title": "t"}),
    "F02": Reads(fields={"id": "n-1", "title": "t"}),
    "F03": Reads([("no-block", 1)]),
    "F04": Reads([("double-block", 5)], {"permalink": "a/b"}),
    "F05": Reads(fields={"note": "| a | b |\n| --- | --- |\n---\nend\n"}),
    "F06": Reads([("bom", 1)], {"id": "n-1", "title": "t"}),
    "F07": Reads(fields={"id": "n-1", "title": "t"}),
    "F08": Reads(fields={"id": "n-8", "title": "t"}),
    "F09": Reads([("no-fields", 1)]),
    "F10": Reads([("no-fields", 1)]),
    "F11": Reads(fields={"id": "n-11"}),
    "F12": Reads([("leading-blank-lines", 1)], {"id": "n-12"}),
    "F13": Reads([("fence-blanks", 1), ("fence-blanks", 3)], {"id": "n-13"}),
    "F14": Reads([("fence-dashes", 1), ("fence-dashes", 3)], {"id": "n-14"}),
    "F15": Fails("fence", 3, "..."),
    "F16": Fails("fence", 1, "never closed"),
    "F17": Fails("fence", 1, "U+2014"),
    "F18": Fails("format", 1, "TOML"),
    "F19": Fails("format", 1, "JSON"),
    "F20": Fails("yaml", 3, "title: '…'"),
    "F21": Fails("root", 2, "U+FF1A"),
    "F22": Reads(
        fields={
            "country": "no",
            "answer": "yes",
            "switch": "on",
            "flag": "off",
            "tags": ("on", "no", "y", None, None),
        }
    ),
    "F23": Reads(fields={"standup": "12:30", "sleep": "06:20", "duration": "10:00"}),
    "F24": Reads(fields={"supersedes": "0161", "extends": "0219", "port": "0777"}),
    "F25": Reads(fields={"schema_version": "1.10", "hash": "12e5", "big": "1_000"}),
    "F26": Reads(
        fields={
            "a": "2026-08-20",
            "b": "2026-08-20T10:00:00",
            "c": "2026-08-20T10:00:00+08:00",
            "d": "2026-08-20T10:00:00",
            "e": "2026-08-20 10:00:00 Z",
            "f": "2026-8-2",
        }
    ),
    "F27": Reads(fields={"id": "n-27", "valid_from": "2026-30-01"}),
    "F28": Reads([("duplicate-key", 5)], {"status": "approved", "title": "t"}),
    "F29": Fails("yaml", 4, "tabs"),
    "F30": Reads(
        [("wikilink", 3), ("wikilink", 5)],
        {"supersedes": "[[note-old]]", "related": ("[[note a]]",)},
    ),
    "F31": Fails("yaml", 3, "quote each link"),
    "F32": Fails("template", 3, "placeholder"),
    "F33": Fails("template", 2, "placeholder"),
    "F34": Reads(fields={"title": "done \U0001f389 ★"}),
    "F35": Fails("encoding", 3, "NUL"),
    "F36": Fails("yaml", 3, "`@`"),
    "F37": Reads([("value-cut", 3), ("value-cut", 4)], {"title": "fix", "channel": None}),
    "F38": Reads(BOMB, {"id": "n-38"}),
    "F39": Reads([("tag", 3)], {"id": "n-39"}),
    "F40": Fails("root", 2, "list"),
    "F41": Fails("root", 2, "plain text"),
    "F42": Reads(fields={"tags": (None,), "sources": None}),
    "F43": Reads([("key-not-text", line) for line in (3, 4, 5, 6)], {"id": "n-43"}),
    "F44": Fails("encoding", 1, "UTF-16"),
    "F45": Fails("encoding", 3, "[e9]"),
    "F46": Reads(
        fields={"zeta": "1", "title": "Quoted: yes", "alpha": "a", "valid_from": "2026-08-01"}
    ),
    "F47": Reads(fields={"id": "n-47"}),
    "F48": Reads(
        fields={"id": "n-48\u200b", "title": "pay\u202etxt.exe", "status": "app\u0440oved"}
    ),
    "F49": Reads(fields={"title": "caf\u00e9 vs cafe\u0301"}),
    "F50": Fails("conflict", 3, "unresolved merge"),
    "F51": Fails("character", 3, "U+2028"),
    "F52": Reads([("fields-in-body", 4)], {"id": "n-52"}),
    "F53": Reads(fields={"confidence": ".nan", "n": "99999999999999999999", "inf": ".inf"}),
    "F54": Reads([("anchor", 3), ("merge-key", 5), ("alias", 5)], {"id": "n-54"}),
}
LEFT_OUT = {"F38": "abcd", "F39": "x", "F54": ("base", "item")}


@pytest.mark.parametrize("name", TABLE)
def test_torture_input(name: str) -> None:
    (path,) = shared_data("torture").glob(f"{name}-*.md")
    data = path.read_bytes()
    text, problems = read(data)
    found = [(problem.code, problem.line) for problem in problems]
    match TABLE[name]:
        case Fails(code, line, word):
            assert text is None
            assert found == [(f"unreadable-{code}", line)]
            assert word in problems[0].message + problems[0].hint
        case Reads(wanted, fields):
            assert text is not None
            assert found == wanted
            assert {key: text.fields.get(key) for key in fields} == fields
            assert not any(key in text.fields for key in LEFT_OUT.get(name, ()))
            assert encode(text, text.raw) == data


def test_the_table_holds_every_input() -> None:
    names = {path.name[:3] for path in shared_data("torture").glob("*.md")}
    assert names == set(TABLE)
    assert len(names) == 54


@pytest.mark.parametrize("name", [name for name, row in TABLE.items() if isinstance(row, Reads)])
def test_a_readable_torture_input_takes_an_edit(name: str) -> None:
    (path,) = shared_data("torture").glob(f"{name}-*.md")
    text, _ = read(path.read_bytes())
    assert text is not None
    changes = {"reviewed_by": "human:robin"}
    after, _ = read(encode(text, edit(text, changes)))
    assert after is not None
    assert confirm(text, after, changes) is None
    fences = 2 if text.open_line is None else 0
    assert len(after.lines) == len(text.lines) + 1 + fences


def test_raw_hostile_files() -> None:
    """Bytes that are no UTF-8 text, or too large a block, are unreadable with place and bytes."""
    table = json.loads(shared_data("hostile-notes/raw.json").read_text("utf-8"))["files"]
    assert len(table) == 18
    for row in table:
        data = (shared_data("hostile-notes/raw") / row["file"]).read_bytes()
        text, problems = read(data)
        if text is not None:
            assert row["status"] in ("readable", "readable-or-unreadable"), row["file"]
            assert text.fields["id"], row["file"]
            assert encode(text, text.raw) == data
            continue
        assert row["status"] in ("unreadable", "readable-or-unreadable"), row["file"]
        check_unreadable(row["file"], problems)


def check_unreadable(name: str, problems: tuple[Problem, ...]) -> None:
    (problem,) = problems
    assert problem.line is not None, name
    if name.startswith("header"):
        assert problem.code == "unreadable-too-large"
        return
    assert problem.code == "unreadable-encoding", name
    assert f"line {problem.line}, column {problem.column}, byte " in problem.message
    assert "bytes there: " in problem.hint


def test_hostile_notes_are_read_or_told() -> None:
    """Every note that must not be taken as it is has an error; all others are read whole."""
    counted = 0
    for case in hostile_notes():
        text, problems = read(case["text"].encode())
        wished = any(wish["flag"] == "unreadable" for wish in case["expect"])
        expected = wished or "\0" in case["text"]
        errors = [problem for problem in problems if problem.severity == "error"]
        assert bool(errors) == expected, case["id"]
        assert text is not None or expected, case["id"]
        counted += expected
    print(f"{counted} of {len(hostile_notes())} hostile notes with errors")
    assert counted >= 7


WIDE = 60_000
COSTLY = {
    "open brackets": "a: " + "[" * WIDE,
    "open braces": "a: " + "{ " * (WIDE // 2),
    "3,000 nested lists": "a: " + "[" * 3000 + "]" * 3000,
    "dashes": "a:\n  " + "- " * (WIDE // 2),
    "question marks": "? " * (WIDE // 2),
    "deep mappings": "".join(" " * depth + "a:\n" for depth in range(300)),
    "keys": "".join(f"k{number}: v\n" for number in range(6000)),
    "duplicates": "".join(f"k{number}: v\n" for number in range(3000)) + "k2999: v\n" * 3000,
    "anchors": "".join(f"k{number}: &a{number} v\n" for number in range(4000)),
    "aliases": "a: &a [x]\nb: [" + "*a," * (WIDE // 4) + "x]",
    "items": "a: [" + "x, " * (WIDE // 3) + "]",
    "quotes": 'a: ["' + '","' * (WIDE // 4) + '"]',
    "an open quote": 'a: "' + "x" * WIDE,
    "words": "a: " + "x " * (WIDE // 2),
    "blank lines of a text": "a: |\n" + "\n" * WIDE,
    "comment signs": "a: x" + " #y" * (WIDE // 3),
    "blanks before a colon": "a" + " " * WIDE + ": b",
    "a 6,000-digit number": "a: " + "9" * 6000,
    "carriage returns": "a: b\r" * (WIDE // 6),
    "links": "a: [" + "[[x]]," * (WIDE // 7) + "]",
}
LARGE = {
    "60 MB body": b"---\nid: x\n---\n" + b"x" * 60_000_000,
    "200,000 keys": b"---\n" + b"".join(b"k%d: v\n" % n for n in range(200_000)) + b"---\n",
    "80,000 keys": b"---\n" + b"".join(b"k%d: v\n" % n for n in range(80_000)) + b"---\n",
    "blank lines": b"\n" * 1_000_000,
    "an unclosed block": b"---\na:\n" + b"x\n" * 500_000,
    "fields without fences": b"a: b\n" * 200_000,
    "fields in the body": b"---\nid: x\n---\n" + b"status: b\n" * 100_000,
    "dashes": b"-" * 1_000_000,
    "blanks after a fence": b"---\nid: x\n---" + b" " * 1_000_000 + b"x",
    "a bad byte at the end": b"\n" * 900_000 + b"\xff",
}


@pytest.mark.timeout(20)
@pytest.mark.parametrize("mark", ["", "\ufeff"], ids=["libyaml", "pure"])
@pytest.mark.parametrize("name", COSTLY)
def test_a_costly_block_takes_bounded_time(name: str, mark: str) -> None:
    """U+FEFF in a comment sends a block to the pure reader, which is far slower."""
    comment = f"# {mark}\n" if mark else ""
    text, problems = read(f"---\n{comment}{COSTLY[name]}\n---\nbody\n".encode())
    if text is None:
        assert problems[0].code.startswith("unreadable-")
    elif text.spans:
        key = text.spans[0].key
        after, _ = read(encode(text, edit(text, {key: "new"})))
        assert after is not None
        assert confirm(text, after, {key: "new"}) is None


@pytest.mark.timeout(20)
@pytest.mark.parametrize("name", LARGE)
def test_a_large_file_takes_bounded_time(name: str) -> None:
    text, problems = read(LARGE[name])
    assert text is not None or problems[0].code.startswith("unreadable-")


@pytest.mark.parametrize("name", ["60 MB body", "200,000 keys"])
def test_a_file_over_the_limit_is_not_even_decoded(name: str) -> None:
    tracemalloc.start()
    try:
        (problem,) = read(LARGE[name])[1]
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert problem.code == "unreadable-too-large"
    assert peak < 1_000_000
