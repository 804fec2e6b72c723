"""The fingerprint of a claim against the goals of DETECTORS §6, on real lines and real pairs."""

from __future__ import annotations

import json
import re
from collections import defaultdict
from collections.abc import Callable, Iterable
from functools import cache

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from curator_core.rules.fingerprints import fingerprint, folded
from curator_core.store.note_text import read
from tests.core.disguises import CLAIMS, disguises, pairs
from tests.core.slow_fold import slowly_folded
from tests.shared_data import shared_data


@cache
def bodies() -> tuple[str, ...]:
    """The bodies of core-memory-kit's notes."""
    root = shared_data("core-memory-kit")
    texts = (read(path.read_bytes())[0] for path in sorted(root.rglob("*.md")))
    return tuple(text.body for text in texts if text is not None)


@cache
def lines() -> tuple[str, ...]:
    """Their lines and the labelled pairs' texts, each once, trimmed."""
    pairs = shared_data("pairs/pairs-zh-en.jsonl").read_text("utf-8").splitlines()
    labelled = (json.loads(pair)[side] for pair in pairs for side in ("old", "new"))
    found = (line.strip() for body in bodies() for line in body.splitlines())
    return tuple(dict.fromkeys(line for line in (*found, *labelled) if line))


def test_every_disguise_is_seen_through() -> None:
    worn = disguises()
    caught = {
        (name, claim): folded(dress(claim)) == folded(claim)
        for name, dress in worn.items()
        for claim in CLAIMS
    }
    print(f"disguises caught: {sum(caught.values())} of {len(caught)}")
    assert len(caught) == 144
    assert [key for key, seen in caught.items() if not seen] == []
    unseen = [name for name, dress in worn.items() if all(dress(c) == c for c in CLAIMS)]
    assert unseen == []


def test_claims_are_told_apart() -> None:
    assert len({fingerprint(claim) for claim in CLAIMS}) == len(CLAIMS)


def test_look_alike_pairs() -> None:
    known = pairs()
    caught = [pair for pair in known if folded(f"x{pair[0]}y") == folded(f"x{pair[1]}y")]
    print(f"look-alike pairs caught: {len(caught)} of {len(known)}")
    assert len(known) == 77
    assert len(caught) >= 75


NAMES = ("Alice", "Bob", "Sarah", "alpha", "beta")


def number_up(line: str) -> str | None:
    return changed(line, r"\d+", lambda found: str(int(found[0]) + 1))


def decimal_added(line: str) -> str | None:
    return changed(line, r"(?<![\d.])\d+(?![\d.])", lambda found: found[0] + ".5")


def negated(line: str) -> str | None:
    return changed(line, r"(?<=[a-z]) (?=[a-z])", lambda _: " not ")


def negated_in_chinese(line: str) -> str | None:
    return changed(line, r"[\u4e00-\u9fff]", lambda found: "不" + found[0])


def renamed(line: str) -> str | None:
    return changed(line, r"\b[A-Z][a-z]{2,}\b", lambda found: found[0][:-1] + "zq")


def undashed(line: str) -> str | None:
    return changed(line, r"(?<!\S)--?(?=[a-z])", lambda _: "")


def undotted(line: str) -> str | None:
    return changed(line, r"(?<=\w)\.(?=\w)", lambda _: "")


def unslashed(line: str) -> str | None:
    return changed(line, r"(?<=\w)/(?=\w)", lambda _: " ")


def operator_changed(line: str) -> str | None:
    other = {"&&": ";", "=": "!=", "<": ">", ">": "<", "+": "-", "|": ";"}
    return changed(line, r"&&|(?<![!<>])=|[<>|]|(?<=\w)\+", lambda found: other[found[0]])


def operator_dropped(line: str) -> str | None:
    return changed(line, r" (&&|[|<>=;]|!=) ", lambda _: " ")


def changed(line: str, pattern: str, by: Callable[[re.Match[str]], str]) -> str | None:
    """A line with the first match replaced; None without one."""
    made, count = re.subn(pattern, by, line, count=1)
    return made if count else None


MUTATIONS = (
    number_up,
    decimal_added,
    negated,
    negated_in_chinese,
    renamed,
    undashed,
    undotted,
    unslashed,
    operator_changed,
    operator_dropped,
)


@pytest.mark.slow
@pytest.mark.parametrize("mutate", MUTATIONS, ids=lambda mutate: mutate.__name__)
def test_another_claim_is_another_one(mutate: Callable[[str], str | None]) -> None:
    mutated = [(line, mutate(line)) for line in lines()]
    tried = [(line, other) for line, other in mutated if other is not None]
    merged = [pair for pair in tried if folded(pair[0]) == folded(pair[1])]
    print(f"{mutate.__name__}: {len(merged)} of {len(tried)} merged")
    assert tried
    assert merged == []


@pytest.mark.slow
def test_real_lines_fall_together_only_where_they_are_the_same() -> None:
    together = groups(lines())
    print(f"{len(lines())} lines, {len(together)} groups: {together}")
    for group in together:
        assert (
            len({re.sub(r"[^\w&|;/<>=!%@.]+", "", line).casefold().rstrip(".") for line in group})
            == 1
        )
    assert groups(body.strip() for body in dict.fromkeys(bodies())) == []


def groups(texts: Iterable[str]) -> list[list[str]]:
    """Texts that look the same folded, where there is more than one."""
    by_fold: defaultdict[str, list[str]] = defaultdict(list)
    for text in texts:
        if folded(text):
            by_fold[folded(text)].append(text)
    return [group for group in by_fold.values() if len(group) > 1]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("timeout is 1.5 s", "timeout is 15 s"),
        ("written in C++", "written in C"),
        ("written in C#", "written in C"),
        ("a < b", "a > b"),
        ("a = b", "a != b"),
        ("a && b", "a; b"),
        ("load is 50 %", "load is 50"),
        ("5 - 3", "5 + 3"),
        ("5 + 3", "5 3"),
        ("-5 degrees", "5 degrees"),
        ("--force", "force"),
        (".env", "env"),
        ("cd ..", "cd"),
        ("not here", "here"),
        ("不过敏", "过敏"),
        ("!important", "important"),
        ("5 μs", "5 ms"),
        ("H₂O", "H2O"),
        ("x²", "x2"),
        ("① and 2", "1 and 2"),
        ("1l", "11"),
        ("O1", "01"),
        ("feature/x", "feature x"),
        ("a:b", "a b"),
        ("snake_case", "snake case"),
        ("कि", "की"),
        ("ที่", "ทา"),
        ("résumé", "resume"),
        ("git checkout -- file", "git checkout file"),
    ],
)
def test_kept_apart(one: str, other: str) -> None:
    assert fingerprint(one) != fingerprint(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("load is 50 %", "load is 50%"),
        ("5\u201310 s", "5-10 s"),
        ("well\u2011known", "well-known"),
        ("is it so?", "is it so"),
        ("key: value", "key value"),
        ("port is 80:", "port is 80"),
        ("МОСКВА", "Москва"),
        ("Αθήνα", "αθήνα"),
        ("М\u043eсква", "Mockba"),
        ("wait...", "wait\u2026"),
        ("use `npm`...", "use `npm`."),
        ("use \u201cnpm\u201d\u2026", "use npm"),
        ("don\u2019t", "don't"),
        ("１２３", "123"),
        ("端口：8080", "端口:8080"),
        ("使用 npm 部署", "使用npm部署"),
        ("# Heading", "Heading"),
        ("\ufb01le", "file"),
        ("a\u2028b", "a b"),
    ],
)
def test_folded_together(one: str, other: str) -> None:
    assert fingerprint(one) == fingerprint(other)


def test_the_place_of_a_claim_counts() -> None:
    assert fingerprint("npm", "tool", "global") == fingerprint("npm", "Tool", "GLOBAL")
    assert fingerprint("npm", "tool", "global") != fingerprint("npm", "tool", "project:a")
    assert fingerprint("a", "b", "") != fingerprint("a", "", "b")


odd = "".join(f"{c}" for c in ".:-+!#@_%&|;/<>=`*'\"()5a b\n\u00a0\u200b\u2013МмΑαé中한²①…！：")
texts = st.text() | st.text(odd) | st.lists(st.sampled_from([*CLAIMS, *odd])).map("".join)


@given(texts)
@example("\u0390\u0130\u0345 Ϊ")
@example("ΑΒ\u0301γ α\u0345")
def test_the_tables_give_what_the_rules_say(text: str) -> None:
    assert folded(text) == slowly_folded(text)


@given(texts)
def test_case_and_form_never_count(text: str) -> None:
    lower = "".join(char.lower() if char.isascii() else char for char in text)
    assert folded(lower) == folded(text)
    assert folded(f"  {text}\n") == folded(text)
