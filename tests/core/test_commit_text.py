"""Raw commits, honest and forged, as values."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from curator_core.store.git_commit_text import MESSAGE_LIMIT, parse

TREE = b"tree 4b825dc642cb6eb9a060e54bf8d69288fbee4904\n"
WHO = b"A U Thor <a@b.example> 1795914600 +0100"


def raw(
    message: bytes = b"m\n", *, author: bytes = WHO, at: bytes = WHO, more: bytes = b""
) -> bytes:
    return TREE + b"author " + author + b"\ncommitter " + at + b"\n" + more + b"\n" + message


def trailers(message: str) -> dict[str, str]:
    return dict(parse(raw(message.encode())).trailers)


@pytest.mark.parametrize(
    ("date", "iso"),
    [
        ("1795914600 +0100", "2026-11-29T02:10:00+01:00"),
        ("1795914600 -0330", "2026-11-28T21:40:00-03:30"),
        ("1795914600 +0000", "2026-11-29T01:10:00+00:00"),
        ("1795914600 -0000", "2026-11-29T01:10:00+00:00"),
        ("1795914600", "2026-11-29T01:10:00+00:00"),
        ("1795914600 +9999", "2026-11-30T01:09:00+23:59"),
        ("1795914600 -999999", "2026-11-28T01:11:00-23:59"),
        ("0 +0000", "1970-01-01T00:00:00+00:00"),
        ("-1 +0000", "1969-12-31T23:59:59+00:00"),
        ("99999999999999999999999999999999 +0000", "9999-12-30T00:00:00+00:00"),
        ("99999999999999 -2359", "9999-12-29T00:01:00-23:59"),
        ("-99999999999999 -2359", "0001-01-01T00:01:00-23:59"),
        ("yesterday", "1970-01-01T00:00:00+00:00"),
        ("", "1970-01-01T00:00:00+00:00"),
    ],
)
def test_dates(date: str, iso: str) -> None:
    assert parse(raw(at=b"A <a@b> " + date.encode())).at == iso


@pytest.mark.parametrize(
    ("author", "mail"),
    [
        (b"A <a@b.example> 1 +0000", "a@b.example"),
        (b"A < a@b > 1 +0000", "a@b"),
        (b"<a@b> 1 +0000", "a@b"),
        (b"A <a@b> <c@d> 1 +0000", "a@b"),
        (b"A <> 1 +0000", ""),
        (b"nobody", ""),
        (b"", ""),
        ("李 <李@例.cn> 1 +0000".encode(), "李@例.cn"),
        (b"A <\xff@b> 1 +0000", "\udcff@b"),
    ],
)
def test_mails(author: bytes, mail: str) -> None:
    assert parse(raw(author=author)).author == mail


def test_encodings() -> None:
    text = "Größe\n"
    latin = text.encode("latin-1")
    assert parse(raw(text.encode())).message == text
    assert parse(raw(text.encode(), more=b"encoding UTF-8\n")).message == text
    assert parse(raw(latin, more=b"encoding ISO-8859-1\n")).message == text
    assert parse(raw(latin, more=b"encoding zip_codec\n")).message == "Gr\udcf6\udcdfe\n"
    assert parse(raw(latin)).message == "Gr\udcf6\udcdfe\n"


def test_headers_of_many_lines_are_no_message() -> None:
    signature = b"gpgsig -----BEGIN\n \n parent of nothing\n Curator-Op: add\n -----END\n"
    parents = b"parent " + b"1" * 40 + b"\nparent " + b"2" * 40 + b"\n"
    found = parse(parents + raw(b"s\n\nCurator-Op: update\n", more=signature))
    assert found.parents == ("1" * 40, "2" * 40)
    assert found.message == "s\n\nCurator-Op: update\n"
    assert found.trailers == (("op", "update"),)


def test_trailers_stand_in_the_last_paragraph() -> None:
    assert trailers("s\n\nCurator-Op: add\n\nmore\n") == {}
    assert trailers("s\n\nCurator-Op: add\n \t\nCurator-Job: n\n\n\n") == {"job": "n"}
    assert trailers("s\n\nCurator-Op: add\nSigned-off-by: x\nXCurator-Job: n") == {"op": "add"}
    assert trailers("Curator-Op: add\n") == {"op": "add"}
    assert trailers("s\n") == trailers("") == {}


def test_trailers_last_value_case_and_folds() -> None:
    block = "CURATOR-op : add\r\nCurator-OP:  update \r\nCurator-Reason: one\r\n  two\n\tthree\n"
    assert trailers(f"s\r\n\r\n{block}") == {"op": "update", "reason": "one two three"}
    assert trailers("s\n\nCurator-Reason: 因为 12:30\nCurator-: x\nCurator-A B: x\n") == {
        "reason": "因为 12:30"
    }
    assert trailers("s\n\nCurator-Decision: d_1\nCurator-Op:\n") == {"decision": "d_1", "op": ""}


def test_a_long_message_is_cut_but_its_trailers_are_read() -> None:
    found = parse(raw(b"x" * 10 * MESSAGE_LIMIT + b"\n\nCurator-Op: add\n"))
    assert len(found.message) == MESSAGE_LIMIT
    assert found.trailers == (("op", "add"),)


@given(st.binary(max_size=300) | st.binary(max_size=60).map(lambda data: raw(at=data, author=data)))
def test_any_bytes_are_read(data: bytes) -> None:
    found = parse(data)
    offset = datetime.fromisoformat(found.at).utcoffset()
    assert offset is not None
    assert abs(offset) < timedelta(days=1)
