"""Over every real file: bytes kept, one-field edits change one line, nothing crashes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache

import pytest
import yaml

from curator_core.model.files import NoteText
from curator_core.model.problem import Severity
from curator_core.rules.editing import REMOVE, Changes, confirm, edit, encode
from curator_core.rules.rendering import inline
from curator_core.store.note_text import read
from tests.core import yaml_oracle
from tests.shared_data import hostile_notes, shared_data

FOLDERS = (
    "actorforth-memory",
    "core-memory-kit",
    "ctx-context",
    "eips",
    "govuk-aws-adr",
    "hostile-notes/raw",
    "hugodocs",
    "madr-decisions",
    "python-frontmatter-tests",
    "torture",
)
SHOWN_AS = {"␣": " ", "»": "\t", "—": "", "↵": "", "←": "\r", "⇔": "\ufeff", "∎": ""}
"""How yaml-test-suite writes what cannot be seen (its ReadMe)."""


@cache
def real_files() -> dict[str, bytes]:
    """All Markdown and text files of the shared data, and the texts of the hostile notes."""
    files = {
        f"{folder}: {path.name}": path.read_bytes()
        for folder in FOLDERS
        for path in sorted(shared_data(folder).rglob("*"))
        if path.suffix in (".md", ".txt") and path.name != "SOURCE.txt"
    }
    cases = hostile_notes()
    return files | {f"hostile note {case['id']}": case["text"].encode() for case in cases}


@cache
def readable_files() -> dict[str, NoteText]:
    found = ((name, read(data)[0]) for name, data in real_files().items())
    return {name: text for name, text in found if text is not None}


def with_fields() -> Iterator[tuple[str, NoteText]]:
    return ((name, text) for name, text in readable_files().items() if text.fields)


def applied(name: str, text: NoteText, changes: Changes) -> NoteText:
    after, problems = read(encode(text, edit(text, changes)))
    assert after is not None, (name, problems)
    assert confirm(text, after, changes) is None, name
    return after


def one_line_fields(text: NoteText) -> list[str]:
    counts = Counter(span.key for span in text.spans)
    return [
        span.key
        for span in text.spans
        if span.end - span.start == 1
        and counts[span.key] == 1
        and isinstance(text.fields.get(span.key), str)
    ]


def test_every_file_is_kept_byte_for_byte_or_named() -> None:
    reasons: Counter[str] = Counter()
    for name, data in real_files().items():
        text, problems = read(data)
        if text is None:
            (problem,) = problems
            assert problem.line is not None, name
            reasons[problem.code] += 1
        else:
            assert encode(text, text.raw) == data, name
    print(f"{len(real_files())} files, {len(readable_files())} readable, else {dict(reasons)}")
    assert len(list(with_fields())) > 4000
    assert all(code.startswith("unreadable-") for code in reasons)


def test_the_values_are_those_of_the_composer() -> None:
    """PyYAML's composer, read scalar by scalar as text, gives the same fields for every file."""
    count = 0
    for name, text in with_fields():
        problems = read(real_files()[name])[1]
        if any(p.severity is Severity.ERROR or p.code == "wikilink" for p in problems):
            continue
        assert text.open_line is not None
        block = "".join(text.lines[text.open_line + 1 : text.close_line])
        assert text.fields == yaml_oracle.fields(block), name
        count += 1
    print(f"{count} files have the composer's values")
    assert count > 4000


def test_changing_one_field_changes_one_line_and_back() -> None:
    """In every file: one line differs, and the old value gives the old bytes.

    The bytes come back where the old value is written as a fresh one would be, or in quotes; a
    plain number, say, is text to this writer, which puts it in quotes.
    """
    files = edits = back = 0
    for name, text in with_fields():
        keys = some(one_line_fields(text))
        files += bool(keys)
        for key in keys:
            (place,) = (span.start for span in text.spans if span.key == key)
            new = applied(name, text, {key: "changed value"})
            pairs = zip(text.lines, new.lines, strict=True)
            assert [n for n, (a, b) in enumerate(pairs) if a != b] == [place], (name, key)
            again = applied(name, new, {key: text.fields[key]})
            if is_fresh_style(text.fields[key], text.lines[place]):
                assert again.raw == text.raw, (name, key)
                back += 1
            edits += 1
    print(f"{edits} one-field edits changed one line each, in {files} files; {back} came back")
    assert files > 4000
    assert back > files


def some(keys: list[str]) -> list[str]:
    """The first, the last and a middle one."""
    return list(dict.fromkeys(keys[:1] + keys[len(keys) // 2 :][:1] + keys[-1:]))


def is_fresh_style(value: object, line: str) -> bool:
    return inline(value) == value or f': "{value}"' in line or f": '{value}'" in line


def test_a_new_field_adds_one_line_and_goes_again() -> None:
    count = 0
    for name, text in with_fields():
        for key, value in (("reviewed_hash", "v1:00ff"), ("x_new", ("a", "b"))):
            if any(span.key == key for span in text.spans):
                continue
            new = applied(name, text, {key: value})
            assert len(new.lines) == len(text.lines) + 1, name
            assert edit(new, {key: REMOVE}) == text.raw, name
            count += 1
    print(f"{count} fields added as one line each and taken away again")
    assert count > 8000


def test_a_list_takes_an_item_in_one_line() -> None:
    counts: Counter[int] = Counter()
    for name, text in with_fields():
        for span in text.spans:
            value = text.fields.get(span.key)
            if isinstance(value, tuple):
                new = applied(name, text, {span.key: (*value, "one more")})
                lost = Counter(text.lines) - Counter(new.lines)
                counts[lost.total()] += 1
    print(f"lists that took an item by changing 0, 1 or more lines: {dict(counts)}")
    assert counts[0] + counts[1] == counts.total() > 2500


def suite_inputs() -> list[tuple[str, str]]:
    cases = []
    for path in sorted(shared_data("yaml-test-suite/src").glob("*.yaml")):
        for number, case in enumerate(yaml.load(path.read_text("utf-8"), yaml.CBaseLoader)):
            text = case.get("yaml", "")
            for sign, meant in SHOWN_AS.items():
                text = text.replace(sign, meant)
            cases.append((f"{path.stem}/{number}", text))
    return cases


VALUES: tuple[object, ...] = ("v", "a: b # c", None, True, ("x", "y: z"), {"p": "q"}, "a\nb", ())
TABS = ("DK95/5",)
"""A line of tabs that YAML takes only after plain text: the write is refused, not done wrong."""


@pytest.mark.parametrize("indent", ["", "  "])
def test_yaml_test_suite_as_blocks(indent: str) -> None:
    """No input crashes reader or writer; every edit of a readable one is right."""
    read_count = edits = 0
    for name, case in suite_inputs():
        block = "".join(indent + line for line in case.splitlines(keepends=True))
        text, problems = read(f"---\n{block}\n---\nbody\n".encode())
        if text is None:
            assert problems[0].code.startswith("unreadable-"), name
            continue
        read_count += 1
        if not problems and text.close_line == len(text.lines) - 2:
            assert text.fields == yaml_oracle.fields(f"{block}\n"), name
        for key in dict.fromkeys([*(span.key for span in text.spans), "id", "x_new"]):
            for value in (*VALUES, REMOVE):
                after, _ = read(encode(text, edit(text, {key: value})))
                difference = confirm(text, after, {key: value}) if after else "unreadable"
                assert difference is None or name in TABS, (name, key, value, difference)
                edits += 1
    print(f"{len(suite_inputs())} inputs, {read_count} readable as a block, {edits} edits")
    assert read_count > 80


def test_yaml_test_suite_as_files() -> None:
    for name, case in suite_inputs():
        for data in (case.encode(), f"---\n{case}".encode(), f"{case}\n---\n".encode()):
            text, problems = read(data)
            assert text is not None or problems[0].line is not None, name


def test_python_frontmatter_inputs() -> None:
    """The library's own samples: YAML ones are read, other formats are named."""
    root = shared_data("python-frontmatter-tests/tests")
    for path in sorted(root.rglob("*")):
        if path.suffix not in (".md", ".txt"):
            continue
        text, problems = read(path.read_bytes())
        codes = [problem.code for problem in problems]
        match path.parent.name:
            case "yaml":
                assert text is not None and text.fields, path.name
            case "json" | "toml":
                assert codes == ["unreadable-format"], path.name
            case _:
                assert text is not None and not text.fields, path.name
                assert codes in (["no-block"], ["no-fields"]), path.name
