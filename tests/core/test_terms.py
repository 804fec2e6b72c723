"""Terms of the index: any text that holds a query gives the terms that the query needs."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from curator_core.rules import questions, terms
from curator_core.rules.terms import DEFAULT, RECIPES, Need, Part, Recipe

BIGRAMS = RECIPES[DEFAULT]
ALPHABET = "abAB12 的了部署到生产环境カタ가나ไทย-_.:=>\n\té\u0301\u200b\u202eＡ１ß—，。"
TEXT = st.text(st.sampled_from(ALPHABET), max_size=60)


def meets(need: Need, found: set[str]) -> bool:
    match need.part:
        case Part.WHOLE:
            return need.term in found
        case Part.START:
            return any(term.startswith(need.term) for term in found)
        case Part.END:
            return any(term.endswith(need.term) for term in found)
        case Part.INSIDE:
            return any(need.term in term for term in found)


def test_a_text_in_two_scripts() -> None:
    found = BIGRAMS.terms("用 npm run deploy:prod 部署到生产。Straße")
    assert found == [
        *("用", "npm", "run", "deploy", "prod"),
        *("部署", "署到", "到生", "生产", "产", "strasse"),
    ]


@pytest.mark.parametrize(
    ("text", "query"),
    [
        ("DEPLOY", "deploy"),
        ("ｄｅｐｌｏｙ", "deploy"),
        ("de\u200bploy", "deploy"),
        ("cafe\u0301", "café"),
        ("npm\n  run", "npm run"),
        ("部署，上线", "部署,上线"),
        ("Straße", "STRASSE"),
        ("ﬁle", "file"),
    ],
)
def test_what_is_folded(text: str, query: str) -> None:
    assert terms.wanted(query) in terms.fold(text)
    ((start, end),) = terms.matches(terms.composed(text), terms.wanted(query))
    assert (start, end) == (0, len(terms.composed(text)))


@pytest.mark.parametrize(("text", "query"), [("2²", "22"), ("1.5", "15"), ("a-b", "ab")])
def test_what_stays_apart(text: str, query: str) -> None:
    assert terms.wanted(query) not in terms.fold(text)


@given(TEXT, st.integers(0, 60), st.integers(1, 12), st.sampled_from(list(RECIPES.values())))
def test_every_part_of_a_text_needs_only_its_terms(
    text: str, start: int, length: int, recipe: Recipe
) -> None:
    query = terms.wanted(text[start : start + length])
    if not query or query not in terms.fold(text):
        return  # a part that begins with a combining mark is another text
    cut = terms.columns(text)
    found = {t for part in (cut.head, cut.body, cut.rest) for t in recipe.terms(part)}
    whole = set(recipe.terms(text))
    for need in terms.needs(query, recipe):
        assert meets(need, whole), (need, whole)
        if "\n" not in text:
            assert meets(need, found), (need, found)


@given(TEXT, st.integers(0, 60), st.integers(1, 8))
def test_a_match_folds_to_the_query(text: str, start: int, length: int) -> None:
    whole = terms.composed(text)
    query = terms.wanted(whole[start : start + length])
    spans = list(terms.matches(whole, query))
    assert bool(spans) == (bool(query) and query in terms.fold(whole))
    assert all(query in terms.fold(whole[a:b]) for a, b in spans)
    assert all(a < b for a, b in spans)


@given(st.integers(1, 400), st.integers(0, 399), st.integers(1, 80))
def test_every_part_of_a_long_word_is_found(size: int, start: int, length: int) -> None:
    word = "".join(chr(97 + (n * 7 + n // 26) % 26) for n in range(size))
    part = word[start : start + length]
    found = set(BIGRAMS.terms(word))
    assert all(len(term) <= 64 for term in found)
    for query in (part, f"- {part}", f"{part} -"):
        text = {
            part: word,
            f"- {part}": f"- {word[start:]}",
            f"{part} -": f"{word[: start + length]} -",
        }
        if part:
            needs = terms.needs(query, BIGRAMS)
            assert all(meets(need, set(BIGRAMS.terms(text[query]))) for need in needs)


def test_columns_hold_every_line() -> None:
    text = "---\ntitle: A\ntags:\n  - b\nkind: c\n---\n# Head\nbody\n"
    cut = terms.columns(text)
    assert cut.body == "# Head\nbody\n"
    assert cut.head == "title: A\n\ntags:\n  - b\n\n# Head"
    assert cut.rest == "---\nkind: c\n---\n"
    for odd in ("---\nno end\n", "no block\n", "", "\ufeff---\na: b\n---\nx", "+++\nx\n+++\n"):
        lines = terms.columns(odd)
        got = {*lines.head.splitlines(), *lines.body.splitlines(), *lines.rest.splitlines()}
        assert set(odd.removeprefix("\ufeff").splitlines()) <= got


def test_folding_is_stable() -> None:
    for code in range(0x3000):
        if unicodedata.category(chr(code)) != "Cs":
            once = terms.fold(chr(code))
            assert terms.fold(once) == once, hex(code)


def test_what_a_question_asks_for() -> None:
    found = {
        need.term for need in questions.asked("How do we deploy the billing portals?", BIGRAMS)
    }
    assert found == {"deploy", "bill", "portal"}
    assert Need("部署", Part.WHOLE) in questions.asked("部署的命令是什么", BIGRAMS)
