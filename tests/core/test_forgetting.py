"""Texts taken out of ledger and sources: all of them, and nothing else (DESIGN §3, FAULTS §4)."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from curator_core.model.event import Action, Event, LedgerText, NoteChange, ProposalRef
from curator_core.model.forgetting import Forgotten
from curator_core.rules import event_lines, event_rows, forgetting, tombstones
from curator_core.rules.forgetting import Gone
from curator_core.store.cache import CACHE_NAME, Cache, purge

SALT = b"salt"
BLOB = "a" * 40
GONE = Gone(
    frozenset({"m_gone"}), frozenset({"x.md"}), frozenset(), frozenset({"f1:c"}), ("secret",)
)


def event(name: str, note_id: str | None, *texts: str, **more: object) -> Event:
    """An event that changed one note, and another one beside it."""
    changes = tuple(
        NoteChange(
            id=note_id if number == 0 else "m_other",
            path_before="x.md",
            path_after="x.md",
            blob_before=BLOB,
            blob_after=BLOB,
            old=LedgerText(text=text),
            new=LedgerText(text=text),
        )
        for number, text in enumerate(texts)
    )
    made = Event(
        event_id=f"e_{name}",
        decision=f"d_{name}",
        at="2026-11-29T08:00:00Z",
        actor="human:a@b",
        entrance="cli",
        tty=False,
        action=Action.APPROVE,
        item=f"i_{name}",
        proposal=ProposalRef(),
        notes=changes,
    )
    return replace(made, **more)  # type: ignore[arg-type]


@given(st.lists(st.sampled_from(["m_gone", "M_GONE", "m_kept", None]), max_size=6), st.text())
def test_only_lines_about_it_change_and_none_holds_it(ids: list[str | None], text: str) -> None:
    """None stands for a damaged line that quotes it; taking out is idempotent."""
    lines = [
        b"{broken secret" if name is None else event_lines.dump((event(str(n), name, text, text),))
        for n, name in enumerate(ids)
    ]
    data = b"\n".join(line.rstrip(b"\n") for line in lines) + b"\n"
    made = forgetting.redacted(data, GONE, SALT)
    touched = any(name is None or name.casefold() == "m_gone" for name in ids)
    assert (made is not None) is touched
    if made is None:
        return
    assert forgetting.redacted(made, GONE, SALT) is None
    assert list(forgetting.texts(made, GONE)) == []
    for name, before, after in zip(ids, data.split(b"\n"), made.split(b"\n"), strict=False):
        if name is None:
            assert after == b'{"redacted": "forgotten"}'
            continue
        if name.casefold() != "m_gone":
            assert before == after
            continue
        (read,), bad = event_lines.load(after)
        assert bad == []
        own, other = read.notes
        assert own.old is not None
        assert (own.old.text, own.old.redacted) == (None, "forgotten")
        assert event_lines.text_bytes(own.old) is None
        assert other.old == LedgerText(text=text)


@pytest.mark.parametrize(
    ("made", "reason", "fingerprint"),
    [
        (event("1", "m_gone", "t", reason="why", fingerprint="f1:x"), "forgotten", None),
        (event("2", "m_kept", "t", reason="a SECRET  thing"), "forgotten", None),
        (event("3", "m_kept", "t", reason="plain", fingerprint="f1:x f1:c"), "plain", "f1:x"),
        (event("4", "m_kept", reason="why", about=("M_Gone",)), "forgotten", None),
    ],
)
def test_reasons_and_plain_fingerprints_go_too(
    made: Event, reason: str, fingerprint: str | None
) -> None:
    data = forgetting.redacted(event_lines.dump((made,)), GONE, SALT)
    assert data is not None
    (read,), _ = event_lines.load(data)
    assert (read.reason, read.fingerprint) == (reason, fingerprint)


LINE = st.text(st.characters(codec="utf-8", exclude_characters="\r\n"), max_size=12)


@given(
    st.lists(st.tuples(LINE, st.sampled_from(["\n", "\r\n", "\r"])), min_size=1, max_size=8),
    st.data(),
)
def test_tombstones_keep_the_number_and_the_ends_of_lines(
    rows: list[tuple[str, str]], data: st.DataObject
) -> None:
    text = "".join(line + end for line, end in rows).encode()
    lines = forgetting.lines_of(text)
    first = data.draw(st.integers(1, len(lines)))
    last = data.draw(st.integers(first, len(lines)))
    made = forgetting.buried(text, first, last, "2026-11-29")
    after = forgetting.lines_of(made)
    assert len(after) == len(lines)
    assert all(map(forgetting.is_tombstone, after[first - 1 : last]))
    assert after[: first - 1] + after[last:] == lines[: first - 1] + lines[last:]
    assert made.count(b"\r") == text.count(b"\r")
    assert forgetting.buried(made, first, last, "2027-01-01") == made


@given(st.lists(st.text(), max_size=4), st.binary(max_size=16))
def test_what_a_forget_keeps_survives_the_ledger(words: list[str], salt: bytes) -> None:
    kept = Forgotten(
        salt=salt.hex(), marks=tuple(words), blobs=(BLOB,), lines=("a#L1-L2",), backup_expiry="x"
    )
    made = event("1", "m_a", "t", action=Action.FORGET, forgotten=kept)
    (read,), bad = event_lines.load(event_lines.dump((made,)))
    assert (bad, read) == ([], made)
    row = json.loads(json.dumps(event_rows.encode(made)))
    assert event_rows.decode(row).forgotten == kept


@pytest.mark.parametrize("odd", ["x", [], {"salt": "zz"}, {"marks": [1]}, {"salt": "abc"}])
def test_a_forged_receipt_makes_the_line_unreadable(odd: object) -> None:
    table = event_lines.to_json(event("1", "m_a", "t")) | {"forgotten": odd}
    assert event_lines.load(json.dumps(table).encode()) == ([], [1])


@pytest.mark.parametrize(
    ("text", "quoted"),
    [
        ("my key is Ab12cd34ef", True),
        ("my KEY  is ab12CD34ef", True),
        ("call 0049301234567", True),
        ("on 2026-11-29 at noon", False),
        ("python 3.11", False),
    ],
)
def test_words_that_name_one_thing_are_quotations_dates_are_not(text: str, quoted: bool) -> None:
    lines = ["ab12cd34ef 2026-11-29 call 0049301234567 python 3.11 now"]
    gone = replace(GONE, needles=forgetting.needle_lines(lines))
    assert gone.quoted(text) is quoted


def test_a_mark_is_slow_salted_and_the_same_on_every_device() -> None:
    one, other = "00" * 16, "11" * 16
    assert tombstones.mark("f1:x", one) == tombstones.mark("f1:x", one)
    made = {tombstones.mark(claim, salt) for claim in ("f1:x", "f1:y") for salt in (one, other)}
    assert len(made) == 4
    assert all(len(mark) == 40 for mark in made)


def test_a_cache_loses_just_what_is_kept_of_it_freed_pages_too(tmp_path: Path) -> None:
    cache = Cache(tmp_path, "key")
    cache.keep(
        {f"events:{BLOB}": "secret", "rows": {BLOB: ["secret"], "b": 1}, "x": "\u79d8\u5bc6"}
    )
    cache.keep({"y": "kept", "z": "one secret more"})
    purge(tmp_path, {BLOB}, lambda text: "secret" in text or "\u79d8\u5bc6" in text)
    assert cache.fact(f"events:{BLOB}") is None
    assert (cache.fact("rows"), cache.fact("y")) == ({"b": 1}, "kept")
    assert (cache.fact("x"), cache.fact("z")) == (None, None)
    assert b"secret" not in (tmp_path / CACHE_NAME).read_bytes()
    (tmp_path / CACHE_NAME).write_bytes(b"damaged secret")
    purge(tmp_path, {BLOB}, lambda text: False)
    assert not (tmp_path / CACHE_NAME).exists()
    purge(tmp_path, {BLOB}, lambda text: False)
