"""Hypothesis strategies for field values, keys and bodies; tricky texts among them."""

from __future__ import annotations

from hypothesis import strategies as st

from curator_core.rules.editing import KEY_ORDER

WORDS = """yes no on off y n true Null null ~ 1e5 012 0o17 0x1F 1_000 12:30 1:2:3 190:20:30.15 .5
5. -.5 +1 .inf .nan 2026 2026-09 2026-9-1 2026-02-30 2026-13-01 2026-08-20T10:00:00 = << - -- ---
-x ? ?x : :x , [a] {a} #a &a *a !a |a >a 'a "a %a @a `a a: a:b a#b ... \\ a\\nb C:\\dir é 水 x,y
x] x} 1.2.3 0b101 2026-08-20T25:00:00Z 2026-08-20T10:00:00+01:00 <<a =a ~a it's 😀👩‍💻"""


PHRASES = [
    *("", " ", " a", "a ", "a: b", "a #b", "a\nb", "\n", "a\tb", "\ta", "a\rb", 'say "x: y"'),
    *("both ' and \": ", "\x00\x07\x1b[31m\x7f\x85\xa0", "\u2028\u2029\ufeff\u200b\u202e"),
    *("\ufffe\uffff", "2026-08-20 10:00:00", "word " * 60, "x" * 2000),
]


texts = st.one_of(
    st.sampled_from([*WORDS.split(), *PHRASES]),
    st.text(st.characters(codec="utf-8"), max_size=20),
    st.text("ab 0123456789:-#'\"[]{},.?!&*|>%@`~\\\n\t水é", max_size=12),
)


scalars = st.one_of(
    texts,
    st.none(),
    st.booleans(),
    st.integers(-(10**12), 10**12),
    st.floats(allow_nan=False),
)


short_keys = texts.filter(lambda text: len(text) < 100)


inner_values = st.recursive(
    scalars,
    lambda inner: st.one_of(
        st.lists(inner, max_size=4).map(tuple), st.dictionaries(short_keys, inner, max_size=3)
    ),
    max_leaves=6,
)


new_keys = st.one_of(st.sampled_from(KEY_ORDER), short_keys)


field_sets = st.dictionaries(new_keys, inner_values, max_size=6)


bodies = st.sampled_from(["", "\n# Title\n\ntext\n", "no final line end", "---\nrule\n", "a\r\nb"])
