"""Whether a verb orders or tells, by the closed classes of words around it.

No list of verbs is needed: an order begins a clause with a bare word before a determiner, and a
noun that looks like a verb has a determiner, a preposition or a subject before it. Chinese and
Japanese say it with a particle.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import chain

from curator_core.rules.flags.lexicon import FILE, IMPERATIVE, Hit, bits

_VERBS = bits("write_into", "solicit", "override")
"""Classes whose words are verbs only where they order."""
_WRITES = bits("write_into")
_ORDER = bits(IMPERATIVE)
_FILE = bits(FILE)
_ENDING = re.compile(r"(?<=\w)\.(?:md|mdc|json|toml|ya?ml)(?!\w)")
_OBJECT = (
    r"(?:the|this|these|those|all|any|every|each|your|their|his|her|it|them|him|me|us|nothing|"
    r"everything|everyone|anyone|whatever|whoever|what|both|den|die|das|dem|alle|allen|jede|jeden|"
    r"diesen|diese|dieses|deine|deinen|ihm|ihnen|niemandem|nichts|el|la|los|las|les|todas|todos|"
    r"toutes|tous|cette|ces|esta|este|estas|tus|tes)\b"
)
_PARTICLE = r"(?:with|to|as|into|in|from|out|up|on|off|aside|for|at|over|back|away|past)\b"
_ENGLISH = """
    a about above across after again all along already also although always among an and another
    any anyone are around as at away back be because been before behind below beneath beside between
    beyond both but by can could despite did do does done down during each either else even ever
    every everyone except few for from given had has have he her here hers him his how i if in
    inside instead into is it its itself just last later least less like many may me might mine more
    most much must my near neither never next no nobody none nor not nothing now of off often on
    once one only onto or other others our out outside over own per perhaps please rather same she
    should since so some somebody someone something sometimes soon still such than that the their
    them then there therefore these they this those though through thus till to today together
    tomorrow too toward towards under unless unlike until up upon us usually very via was we were
    what whatever when whenever where wherever whether which while who whoever whole whom whose why
    will with within without would yes yesterday yet you your kindly simply tonight
"""
_OTHERS = """
    ab aber als am an auch auf aus bei bis da dann dass denn der des durch ein eine einem einen er
    es falls fur gegen gestern heute hier im in ist ja jetzt mit nach nicht noch nun nur ob oder
    ohne schon seit
    sie sind so sobald sowie statt trotz uber um und unter vom von vor war was wegen weil wenn wer
    wie wir wo zu zum zur zwischen ante cada como con contra cuando de del desde donde durante en
    entre es hacia hasta luego mientras ni no o para pero por porque que quien se segun ser si sin
    sobre son su sus tambien tras un una y ya avec avant car ce chez comme contre dans depuis des
    dont du elle est et il ils je leur lors lorsque mais ne nous on ou par parmi pas pendant pour
    puis quand qui sa sans sauf selon ses sont sous sur tout vers voici vous
"""
_NO_VERB = frozenset(f"{_ENGLISH} {_OTHERS}".split())
_ENDS = ("ing", "ed", "ly", "ss", "day")
_HERE = rf"[\s>*+#\"'(\[-]{{0,8}}(?:\d{{1,2}}[.)]\s)?(?P<verb>[a-z]{{2,12}})\s(?={_OBJECT})"
_START = re.compile(_HERE)
_FIRST = re.compile(f"[.!?:;\n]{_HERE}")
_LATER = re.compile(
    r"(?:,|[\s,](?:and|then|please|kindly|just|simply|not|never|instead|und|bitte|et|y))\s"
    rf"(?P<verb>[a-z]{{2,12}})\s(?={_OBJECT}|{_PARTICLE})"
)
_CHINESE = re.compile(
    r"(?:\A|[\s,.;:!?\u3001\u3002])(?P<verb>\u8bf7|\u52a1\u5fc5|\u522b\u518d|\u522b|\u4e0d\u8981|\u52ff|\u628a|"
    r"\u4e00\u5f8b|\u9ebb\u70e6|\u8bb0\u5f97)"
)
_JAPANESE = re.compile(
    r"(?P<verb>\u304f\u305f\u3055\u3044|\u3059\u308b\u3053\u3068|\u306a\u3055\u3044)(?=[\s\u3002!]|\Z)"
)
"""As folded text has them: without the marks of voiced sounds."""
_BEFORE = re.compile(
    r"(?:(?:^|\s)(?:an?|the|this|these|those|every|each|no|any|some|its|our|their|his|her|my|your|"
    r"we|they|he|she|it|i|of|for|with|by|during|via|per|without|was|were|been|has|had|have|one|two|"
    r"new|old|than)\s|[/._`$~-])\Z"
)
_BACK = 12


def orders(text: str) -> Iterator[Hit]:
    """The verbs of a folded text that begin an order."""
    start = _START.match(text)
    for match in chain(
        () if start is None else (start,), _FIRST.finditer(text), _LATER.finditer(text)
    ):
        word = match["verb"]
        if word not in _NO_VERB and not word.endswith(_ENDS):
            yield Hit(*match.span("verb"), _ORDER)
    for pattern in () if text.isascii() else (_CHINESE, _JAPANESE):
        for match in pattern.finditer(text):
            yield Hit(*match.span("verb"), _ORDER)


def files(text: str) -> Iterator[Hit]:
    """The endings of names of files that agents read."""
    for match in _ENDING.finditer(text):
        yield Hit(*match.span(), _FILE)


def sober(text: str, hit: Hit) -> Hit:
    """A hit without the verbs that it cannot be where it stands."""
    verbs = hit.classes & _VERBS
    if not verbs or hit.gapped or not text[hit.start].isascii():
        return hit
    word, after = text[hit.start : hit.end], text[hit.end : hit.end + 2]
    if " " in word:
        return hit
    noun = _BEFORE.search(text, max(0, hit.start - _BACK), hit.start) is not None
    if noun or after[:1] in ("-", "/", "(") or (after[:1] == "." and after[1:].isalnum()):
        return Hit(hit.start, hit.end, hit.classes & ~verbs)
    told = verbs & _WRITES and word.endswith(("s", "ed", "ing"))
    return Hit(hit.start, hit.end, hit.classes & ~_WRITES) if told else hit
