"""Near copies in one row (C47), and the same claim that is there already (C14)."""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import UTC
from functools import cache
from itertools import combinations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from curator_core.model.interval import ALWAYS, EVER, STILL, Interval
from curator_core.rules import boundaries
from curator_core.rules.clusters import clusters, duplicate_of
from curator_core.rules.gists import Gist, decoded, encoded, gist
from curator_core.rules.tokens import telling, tokens
from curator_core.store.note_text import read
from tests.core.disguises import CLAIMS, disguises
from tests.shared_data import shared_data

TEXT = "Sarah Okafor owns the payments repository and reviews every release before it is tagged."
OTHER = "The mail server keeps a copy of every invoice that the accounting team sends to vendors."


def grouped(texts: Mapping[str, str], apart: Mapping[str, str] | None = None) -> dict[str, str]:
    """The groups of texts."""
    return clusters({name: gist(text) for name, text in texts.items()}, apart)


def together(*texts: str) -> bool:
    """Whether all texts are one group."""
    named = {str(number): text for number, text in enumerate(texts)}
    return grouped(named) == dict.fromkeys(named, "0")


def test_forty_records_that_differ_in_case_space_and_wording_are_one_row() -> None:
    """C47."""
    starts = (
        "Deploy with",
        "Deploys with",
        "deploying  with",
        "DEPLOYED with",
        "Please deploy with",
    )
    middles = (
        "`npm run deploy`",
        "the npm run deploy",
        "npm\u00a0run **deploy**",
        "npm run deploy",
    )
    ends = (" from the main branch.", " from main branches")
    texts = [f"{a} {b}{c}" for a, b, c in product(starts, middles, ends)]
    others = ["Deploy with npm run build from main", "Never deploy with npm run deploy from main"]
    rows = {f"i{number:02}": text for number, text in enumerate((*texts, *others))}
    assert len(set(texts)) == 40
    assert grouped(rows) == {f"i{number:02}": "i00" for number in range(40)}


def test_every_disguise_is_in_the_row_of_its_claim() -> None:
    rows = {
        f"{claim}|{name}": dress(claim) for claim in CLAIMS for name, dress in disguises().items()
    }
    found = grouped(rows)
    assert len(found) == len(rows)
    assert all(name.split("|")[0] == first.split("|")[0] for name, first in found.items())


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (TEXT, TEXT + " Always."),
        (TEXT, TEXT.replace("reviews every", "reviews each and every")),
        (TEXT, TEXT.replace("owns", "owned")),
        ("生产环境的部署命令是 npm run deploy", "生产环境部署命令是 npm run deploy。"),
        ("用户对花生过敏", "用户对花生过敏！"),
    ],
)
def test_near_copies(one: str, other: str) -> None:
    assert together(one, other)
    assert together(other, one)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (TEXT, OTHER),
        ("The database listens on port 5432", "The database listens on port 5433"),
        ("Retry three times", "Never retry three times"),
        ("用户对花生过敏", "用户对花生不过敏"),
        ("部署在机器 A", "部署在机器 B"),
        ("会议三点开始", "会议五点开始"),
        ("a < b", "a > b"),
        ("x", "y"),
        (
            "Alice replaced Bob as owner of the cluster",
            "Bob replaced Alice as owner of the cluster",
        ),
        ("Use --force for the upload", "Use force for the upload"),
        (f"{TEXT} It costs 5 EUR.", f"{TEXT} It costs 6 EUR."),
        (f"{OTHER} {TEXT} It is so.", f"{OTHER} {TEXT} It isn't so."),
        ("", ""),
        ("***", "—"),
    ],
)
def test_kept_apart(one: str, other: str) -> None:
    assert grouped({"a": one, "b": other}) == {}


def test_a_long_text_with_one_other_word_is_a_near_copy() -> None:
    words = [f"word{chr(97 + n % 26)}{chr(97 + n // 26)}" for n in range(60)]
    changed = [*words[:30], "another", *words[31:]]
    assert together(" ".join(words), " ".join(changed))
    assert not together(" ".join(words), " ".join([*words[:20], *words[40:]]))


def test_no_chain_of_small_steps_joins_what_is_far_apart() -> None:
    """Each text loses one more word: the first takes in what is near to itself alone."""
    words = [f"{chr(97 + n)}{chr(98 + n)}{chr(97 + n)}x" for n in range(20)]
    rows = {str(n): " ".join(words[n:]) for n in range(15)}
    found = grouped(rows)
    assert found["1"] == "0"
    assert all(int(name) - int(first) <= 4 for name, first in found.items())
    assert len(set(found.values())) > 2


def test_what_must_be_the_same_keeps_apart() -> None:
    rows = {"a": TEXT, "b": TEXT, "c": TEXT.upper()}
    assert grouped(rows, {"a": "global", "b": "project:x", "c": "global"}) == {"a": "a", "c": "a"}


@given(st.dictionaries(st.text("abc", max_size=3), st.text("ab 1不.", max_size=20), max_size=8))
def test_groups_are_named_by_their_first(rows: dict[str, str]) -> None:
    found = grouped(rows)
    order = list(rows)
    for name, first in found.items():
        assert found[first] == first
        assert order.index(first) <= order.index(name)
        assert telling(rows[name]) == telling(rows[first])
        assert sum(other == first for other in found.values()) > 1
    again = grouped({name: text.upper() for name, text in rows.items()})
    assert again == found


def likeness(one: str, other: str) -> float:
    """The Jaccard index over shingles of three tokens, as DETECTORS §3 has it."""
    first, second = (
        set(zip(words, words[1:], words[2:], strict=False)) for words in map(tokens, (one, other))
    )
    return len(first & second) / max(1, len(first | second))


words = st.lists(st.sampled_from([f"w{a}{b}x" for a in "abcd" for b in "abcd"]), max_size=45)
edits = st.lists(st.tuples(st.integers(0, 40), st.sampled_from(("wzzx", "wyyx"))), max_size=3)


@given(st.lists(words, max_size=3), st.lists(st.tuples(st.integers(0, 2), edits), max_size=6))
def test_no_near_copy_of_a_first_is_missed(
    texts: list[list[str]], copies: list[tuple[int, list[tuple[int, str]]]]
) -> None:
    """Whatever stands alone or leads a group is like none of the others that do."""
    for source, changes in copies:
        if source < len(texts):
            made = list(texts[source])
            for at, word in changes:
                made[at : at + 1] = [word]
            texts.append(made)
    rows = {str(number): " ".join(text) for number, text in enumerate(texts)}
    found = grouped(rows)
    firsts = [rows[name] for name in rows if found.get(name, name) == name]
    assert all(likeness(one, other) < 0.8 for one, other in combinations(firsts, 2))


@cache
def bodies() -> dict[str, str]:
    root = shared_data("core-memory-kit")
    files = {path.name: read(path.read_bytes())[0] for path in sorted(root.rglob("*.md"))}
    texts = {name: text for name, text in files.items() if text is not None}
    return {str(text.fields.get("id", name)): text.body for name, text in texts.items()}


@pytest.mark.slow
def test_near_copies_of_a_real_memory() -> None:
    """The two known pairs of 2,321 notes, and no other."""
    found = grouped(bodies())
    groups: dict[str, list[str]] = {}
    for name, first in found.items():
        groups.setdefault(first, []).append(name)
    print(list(groups.values()))
    assert sorted(map(sorted, groups.values())) == [
        ["P-BCEHTFEP", "P-YaPDDL5J"],
        ["P-URJaV36K", "P-X7ESVWDL"],
    ]


@given(st.text())
def test_a_gist_that_was_kept_is_the_same(text: str) -> None:
    made = gist(text)
    assert decoded(json.loads(json.dumps(encoded(made)))) == made
    assert len(made.numbers()) == len(tokens(text))


@pytest.mark.parametrize(
    "value",
    [
        None,
        [],
        ["a", "b"],
        ["a", 1, "c"],
        ["a", "no base64!", "c"],
        ["a", "YWJj", "c"],
        ["a", encoded(Gist("", b"seven..", ""))[1], "c"],
    ],
)
def test_a_damaged_gist_is_none(value: object) -> None:
    assert decoded(value) is None


def span(start: str | None, end: str | None = None) -> Interval:
    return Interval(
        EVER if start is None else boundaries.boundary(start, UTC),
        STILL if end is None else boundaries.boundary(end, UTC),
    )


@pytest.mark.parametrize(
    ("theirs", "mine", "duplicate"),
    [
        (span("2026-01-01"), ALWAYS, True),
        (span("2026-01-01"), span("2026-03-01"), True),
        (span("2026-01-01"), span("2026-03-01", "2026-04-01"), True),
        (span("2026-01-01", "2026-03-01"), span("2026-08-01"), False),
        (span("2026-01-01", "2026-03-01"), span("2026-02-01"), False),
        (span("2026-01-01", "2026-03-01"), span("2026-03-01"), False),
        (span("2026-01-01", "2026-03-01"), ALWAYS, False),
        (span("2026-01-01", "2026-03-01"), span("2026-02-01", "2026-03-01"), True),
        (Interval(EVER, STILL, empty=True), ALWAYS, False),
        (span("2026-01-01"), span("2025-01-01", "2025-06-01"), False),
        (span("2026-01-01"), span("2026-11"), True),
    ],
)
def test_the_same_claim_in_two_periods_is_no_duplicate(
    theirs: Interval, mine: Interval, duplicate: bool
) -> None:
    """C14."""
    assert duplicate_of(mine, [("theirs", theirs)]) == ("theirs" if duplicate else None)


def test_the_first_that_covers_is_named() -> None:
    others = [("gone", span("2026-01-01", "2026-02-01")), ("b", ALWAYS), ("c", ALWAYS)]
    assert duplicate_of(span("2026-05-01"), others) == "b"


def test_tokens_work_without_spaces() -> None:
    assert tokens("生产环境的部署命令") == ("生产", "产环", "环境", "部署", "署命", "命令")
    assert tokens("部署在机器 A 和机器 B") == ("部署", "机器", "a", "机器", "b")
    assert tokens("The a I - . ! 5 的") == ()
    assert tokens("deploys Deploying deployed") == ("deploy",) * 3
    assert tokens("v1.5 at 10:30 in C++") == ("v1.5", "10:30", "c++")
    assert tokens("ｎｐｍ r\u200bun") == ("npm", "run")


@given(st.text())
def test_single_characters_never_count(text: str) -> None:
    assert all(len(token) > 1 or token.isalpha() for token in tokens(text))
