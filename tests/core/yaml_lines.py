"""Hypothesis strategies for frontmatter blocks: ordinary lines, odd ones, and broken ones."""

from __future__ import annotations

from hypothesis import strategies as st

SCALARS = r"""
x y
'q ''r'
"d \n"
"half \ud800"
[a, 'b']
[]
[open
{a: b}
[[link]]
~
null
yes
1
2026-01-01
#c
v #cut
v   # c
é水😀
!t v
&a v
*a
{{t}}
<% t %>
'open
@x
a: b
- x
=
|
|-
|+
|2
>
>-
"""

KEYS = ["a", "b", "c", "d", "'a'", '"b"', "k l", "é", "1", "null", "<<"]
LEADS = ["  - ", "- ", "  ", "    ", "  k: ", "  l: ", "  - k: "]
OTHER_LINES = ["", "  ", "# c", "  # c", "---", "...", "\t", "? a", ": b", "  plain", "    z"]

_values = st.sampled_from([*SCALARS.split("\n"), "x\ufeffy"])
_fields = st.tuples(st.sampled_from(KEYS), _values).map(": ".join)

block_lines = st.one_of(
    _fields,
    _fields,
    st.sampled_from(KEYS).map("{}:".format),
    st.tuples(st.sampled_from(LEADS), _values).map("".join),
    st.sampled_from(OTHER_LINES),
)

blocks = st.lists(block_lines, max_size=8).map("\n".join)
"""Blocks without a final line end, about half of them readable."""
