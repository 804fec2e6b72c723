"""Addresses that a text would send something to (H6) and hosts that pretend (H16)."""

from __future__ import annotations

import re
from collections.abc import Iterator

from curator_core.model.flag import Grade
from curator_core.rules.flags import hosts
from curator_core.rules.flags.hosts import Address
from curator_core.rules.flags.reading import Raised, Reading, Segment, Trust
from curator_core.rules.look_alikes import is_look_alike, latin

_HIGH, _MEDIUM, _LOW = Grade.HIGH, Grade.MEDIUM, Grade.LOW


def links(reading: Reading, sites: frozenset[str]) -> Iterator[Raised]:
    """Addresses of hosts that the Home does not know, heavier where they take data along."""
    own = (*reading.own_words(), *(s for s in reading.segments if s.field == "sources"))
    for each in hosts.addresses(reading.copy.text):
        start, end = reading.copy.span(each.start, each.end)
        part = next((part for part in own if part.start <= start < part.end), None)
        if part is None or hosts.is_local(each.host):
            continue
        known = hosts.site(each.host) in sites and reading.raw[start:end].isascii()
        grade = _link_grade(each, part, reading.trust, known)
        if grade is not None:
            yield Raised("H6", grade, _link_rule(each), start, end)
        twin = None if reading.trust is Trust.PERSON else _twin(each.host, sites | KNOWN_SITES)
        if twin is not None:
            yield Raised("H16", _MEDIUM, "near-host", start, end, decoded=twin)


_SENDS = re.compile(
    r"\b(?:send|sent|sends|sending|mail|mails|mailed|e-?mail\w*|forward\w*|cop(?:y|ies|ied)|bcc|cc|post|"
    r"posted|share\w*|submit\w*|report\w*|deliver\w*|export\w*|back ?up\w*|sync\w*|"
    r"schick\w*|send\w*|kopie\w*|envi\w+|envo\w+|transf\w+|copi\w+|reenv\w+|double)\b|"
    r"[\u53d1\u5bc4\u6284\u4f20\u62a5]|\u9001|\u8ee2\u9001|\u043e\u0442\u043f\u0440\u0430\u0432|"
    r"\u043f\u0435\u0440\u0435\u0441\u044b\u043b|\u043f\u0435\u0440\u0435\u0448\u043b|\u0623\u0631\u0633\u0644"
)
_NEAR = 90


def mails(reading: Reading, sites: frozenset[str]) -> Iterator[Raised]:
    """Mail addresses that something is sent to, and hosts that take data, told without a scheme."""
    text = reading.copy.text
    for each in hosts.beside(text):
        start, end = reading.copy.span(each.start, each.end)
        own = any(part.start <= start < part.end for part in reading.own_words())
        if not own or hosts.site(each.host) in sites or reading.trust is Trust.PERSON:
            continue
        sends = _SENDS.search(text, max(0, each.start - _NEAR), each.start) is not None
        grade = _MEDIUM if sends and reading.trust is Trust.OUTSIDE else _LOW
        if each.holes:
            grade = _HIGH if reading.trust is Trust.OUTSIDE else _MEDIUM
        if sends or each.holes:
            yield Raised("H6", grade, _link_rule(each), start, end)


def _link_rule(each: Address) -> str:
    if each.holes:
        return "address-takes-data"
    if each.numeric:
        return "numeric-host"
    return "image" if each.image else "mail" if each.mail else "hook" if each.hook else "new-host"


def _link_grade(each: Address, part: Segment, trust: Trust, known: bool) -> Grade | None:
    if known:
        return None
    if part.field == "sources":
        return _LOW if trust is Trust.OUTSIDE and each.numeric else None
    takes = each.holes or (each.query and (each.image or each.mail or each.hook)) or each.numeric
    match trust:
        case Trust.OUTSIDE:
            return _HIGH if takes else _MEDIUM
        case Trust.AGENT:
            return _HIGH if each.holes and not each.numeric else _MEDIUM if takes else _LOW
        case Trust.PERSON:
            return _LOW if takes and each.holes else None


_ODD = re.compile("[^\x00-\x7f]|xn--", re.IGNORECASE)
_WORD = re.compile(r"[^\W\d_]{2,}")
_HOST = re.compile(r"(?<![\w.-])(?:[\w-]+[.\uff0e\u3002\uff61])+[\w-]{2,}")
_LATIN = re.compile("[A-Za-z\u00c0-\u024f]")
_ABROAD = re.compile("[\u0370-\u052f]")
_LETTER_LIKE = re.compile(
    "[\u0131\u0250-\u02af\u0531-\u0587\u10a0-\u10ff\u13a0-\u13fd\u1d00-\u1d7f\u2c60-\u2c7f\u2c80-\u2cff"
    "\ua4d0-\ua4f7\uab70-\uabbf]"
)
"""Letters of phonetic and rare scripts that pass for Latin ones beside them."""
_WIDE = re.compile("[\u2100-\u214f\u2460-\u24ff\uff01-\uff5e\U0001d400-\U0001d7ff]")
_MAY_PRETEND = re.compile(
    f"[\u0370-\u052f]|xn--|{_LETTER_LIKE.pattern}|{_WIDE.pattern}", re.IGNORECASE
)
_NEAR_MIN = 8
_DIGITS = str.maketrans("013457", "oleast")
KNOWN_SITES = frozenset(
    (
        *("github.com", "gitlab.com", "bitbucket.org", "githubusercontent.com", "npmjs.com"),
        *("pypi.org", "pythonhosted.org", "python.org", "crates.io", "docker.com", "debian.org"),
        *("ubuntu.com", "kernel.org", "mozilla.org", "google.com", "googleapis.com", "gmail.com"),
        *("microsoft.com", "outlook.com", "office.com", "apple.com", "icloud.com", "amazon.com"),
        *("cloudflare.com", "dropbox.com", "slack.com", "notion.so", "paypal.com", "stripe.com"),
        *("wikipedia.org", "stackoverflow.com", "linkedin.com", "openai.com", "anthropic.com"),
        *("huggingface.co", "alipay.com", "taobao.com", "weixin.qq.com", "baidu.com", "aliyun.com"),
    )
)
"""Sites that many know and that are imitated therefore; knowing them gives no trust."""


def pretenders(reading: Reading, sites: frozenset[str]) -> Iterator[Raised]:
    """Words of mixed scripts that pass for Latin ones, and hosts that are not what they seem."""
    for part in reading.segments:
        text = reading.raw[part.start : part.end]
        if _ODD.search(text):
            yield from _mixed(text, part.start)
            yield from _odd_hosts(text, part.start)
        if part.field is None and reading.trust is not Trust.PERSON and "." in text:
            yield from _near_hosts(text, part.start, sites | KNOWN_SITES)


def _mixed(text: str, at: int) -> Iterator[Raised]:
    for match in _WORD.finditer(text) if _ABROAD.search(text) else ():
        word = match[0]
        if word.isascii() or not any(is_look_alike(char) for char in word):
            continue
        folded = latin(word.lower())
        mixed = _LATIN.search(word) is not None
        if mixed and len(word) > 2:
            start, end = _widened(text, *match.span())
            yield Raised("H16", _HIGH, "mixed-scripts", at + start, at + end, decoded=folded)


def _widened(text: str, start: int, end: int) -> tuple[int, int]:
    """A word with what belongs to the same name or host."""
    while start and (text[start - 1].isalnum() or text[start - 1] in ".-_/"):
        start -= 1
    while end < len(text) and (text[end].isalnum() or text[end] in ".-_"):
        end += 1
    return start, end - (text[end - 1] in ".-_")


def _odd_hosts(text: str, at: int) -> Iterator[Raised]:
    for match in _HOST.finditer(text) if _MAY_PRETEND.search(text) else ():
        host = match[0]
        start, end = at + match.start(), at + match.end()
        if "xn--" in host.casefold():
            yield Raised("H16", _MEDIUM, "encoded-host", start, end, decoded=_unpuny(host))
        elif _WIDE.search(host) and _LATIN.search(host):
            yield Raised("H16", _MEDIUM, "wide-host", start, end)
        elif any(_LETTER_LIKE.search(e) and _LATIN.search(e) for e in re.split(r"\W", host)):
            yield Raised("H16", _HIGH, "look-alike-host", start, end)
        elif not host.isascii() and _passes_for_latin(host):
            yield Raised("H16", _HIGH, "look-alike-host", start, end, decoded=latin(host.lower()))


def _passes_for_latin(host: str) -> bool:
    """Whether a label of another script looks like a Latin one."""
    labels = [label for label in re.split(r"\W", host) if label and not label.isascii()]
    return any(latin(label.lower()).isascii() and not _LATIN.search(label) for label in labels)


def _unpuny(host: str) -> str:
    try:
        return host.encode("ascii").decode("idna")
    except UnicodeError:
        return host


def _near_hosts(text: str, at: int, sites: frozenset[str]) -> Iterator[Raised]:
    for start, end, host in hosts.named(text):
        twin = _twin(host, sites)
        if twin is not None:
            yield Raised("H16", _MEDIUM, "near-host", at + start, at + end, decoded=twin)


def _twin(host: str, sites: frozenset[str]) -> str | None:
    """The known site that a host of another one is like."""
    mine = hosts.site(host)
    if mine in sites or len(mine) < _NEAR_MIN or not host.isascii() or hosts.is_numeric(host):
        return None
    return next((each for each in sites if _one_apart(mine, each)), None) or _worn(host, sites)


def _worn(host: str, sites: frozenset[str]) -> str | None:
    """A known site that a host of another one carries in front, or spells with digits."""
    inner = f".{host}"
    for each in sites:
        if f".{each}." in inner:
            return each
    plain = host.translate(_DIGITS)
    names = {each.partition(".")[0]: each for each in sites}
    labels = re.split(r"[.-]", plain) if plain != host else ()
    return next((names[each] for each in labels if len(each) > 4 and each in names), None)


def _one_apart(one: str, other: str) -> bool:
    """Whether two names differ by one letter more, less or other, or two that changed places."""
    if abs(len(one) - len(other)) > 1 or one == other:
        return False
    start = 0
    while start < min(len(one), len(other)) and one[start] == other[start]:
        start += 1
    rest, left = one[start:], other[start:]
    if rest[2:] == left[2:] and rest[:2] == left[:2][::-1]:
        return True
    return rest[1:] == left[1:] or rest[1:] == left or rest == left[1:]
