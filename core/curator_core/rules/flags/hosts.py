"""Hosts and addresses in a text: where they point, and whether the Home knows them (H6, H16)."""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from urllib.parse import unquote

_URL = re.compile(
    r"(?P<image>!\[[^\]\n]{0,200}\]\(\s*)?"
    r"(?P<url>(?:(?P<scheme>https?|ftp|wss?|ftps|sftp)://|(?P<bare>www\.)|//(?=[\w-]+\.[\w-]))"
    r"(?P<host>\[[0-9a-f:.]{2,45}\](?::\d{1,5})?|[^\s/?#<>\"'()\[\]\u3000-\u303f\uff00-\uff0f\uff1a-\uff1f]+)"
    r"(?P<rest>[/?#][^\s<>\"'\u3001\u3002\uff0c]*)?)",
    re.IGNORECASE,
)
_MAIL = re.compile(r"mailto:(?P<to>[^\s?<>\"')]+)(?P<rest>\?[^\s<>\"')]*)?", re.IGNORECASE)
_NAMED = re.compile(
    r"(?<![\w.@/-])(?:[\w-]+\.)+(?:com|org|net|io|dev|app|ai|co|me|info|biz|xyz|top|site|online|"
    r"ru|cn|de|uk|fr|jp|in|eu|us|ch|nl|example|test|onion)(?![\w-])",
    re.IGNORECASE,
)
_HOLE = re.compile(
    r"\{[^{}\s]{1,60}\}|\{\{[^{}]{1,60}\}\}|<[^<>\s]{1,40}>|\$\{?\w+|%s|%\(\w+\)s|\[[A-Z_]{3,}\]|"
    r"\[(?:data|content|text|summary|secret|token|user)\w*\]|(?<=[=])(?:DATA|SECRET|TOKEN|CONTENT)\b",
    re.IGNORECASE,
)
_HOOK = re.compile(
    r"webhook|hook|collect|exfil|callback|beacon|/log\b|\bdrop\b|requestbin|pipedream|ngrok|"
    r"interact\.sh|burpcollab|pastebin|transfer\.sh|discord(?:app)?\.com/api|hooks\.slack",
    re.IGNORECASE,
)
_SHARED = frozenset(
    (
        *("github.io", "gitlab.io", "herokuapp.com", "netlify.app", "vercel.app", "pages.dev"),
        *("workers.dev", "web.app", "firebaseapp.com", "azurewebsites.net", "cloudfront.net"),
        *("amazonaws.com", "blogspot.com", "wordpress.com", "ngrok.io", "ngrok.app", "fly.dev"),
        *("trycloudflare.com", "appspot.com", "onrender.com", "surge.sh"),
    )
)
"""Domains below which everybody may have a host."""
_SECOND = frozenset(("co", "com", "net", "org", "gov", "edu", "ac", "or", "ne", "go"))


@dataclass(frozen=True, slots=True)
class Address:
    """A URL or mail address in a text, `[start, end)`; `host` in small letters without port.

    `holes`: it has a place for data, filled when it is used. `image`: it is fetched when shown.
    """

    start: int
    end: int
    host: str
    mail: bool
    image: bool
    holes: bool
    query: bool
    hook: bool

    @property
    def numeric(self) -> bool:
        """Whether the host is an IP address, whatever its spelling."""
        return is_numeric(self.host)


def addresses(text: str) -> Iterator[Address]:
    """All addresses of a text in order; `text` may be a folded copy."""
    if "://" in text or "www." in text or "//" in text:
        for match in _URL.finditer(text):
            yield _address(match)
    if "mailto:" in text:
        for match in _MAIL.finditer(text):
            rest = match["rest"] or ""
            host = host_of(match["to"].rpartition("@")[2])
            yield Address(
                *match.span(), host, True, False, bool(_HOLE.search(rest)), bool(rest), False
            )


_BOX = re.compile(r"(?<![\w.+:/@-])[\w.+-]{1,64}\Z")
_MAIL_HOST = re.compile(r"@(?P<host>(?:[a-z0-9-]{1,63}\.){1,5}[a-z]{2,24})(?![\w@])", re.IGNORECASE)
_BOX_MAX = 65
_FILLED = re.compile(
    r"(?:\$\([^()\s]{1,40}\)|\$?\{[^{}\s]{1,40}\}|<[^<>\s]{1,40}>)\."
    r"(?:[^\s/.]{1,63}\.){0,4}?(?P<host>[a-z0-9-]{1,63}\.[a-z]{2,24})(?![\w.])",
    re.IGNORECASE,
)
"""A host name with a place for data in it, without a scheme."""


def beside(text: str) -> Iterator[Address]:
    """Mail addresses as people write them, and host names that take data."""
    for match in _MAIL_HOST.finditer(text) if "@" in text else ():
        start = match.start()
        box = _BOX.search(text, max(0, start - _BOX_MAX), start)
        if box is not None:
            host = match["host"].casefold()
            yield Address(box.start(), match.end(), host, True, False, False, False, False)
    for match in _FILLED.finditer(text) if ")." in text or "}." in text or ">." in text else ():
        host = match["host"].casefold()
        yield Address(*match.span(), host, False, False, True, False, False)


def _address(match: re.Match[str]) -> Address:
    rest = (match["rest"] or "").rstrip(".,;:!)*`")
    if match["rest"] and match["image"]:
        rest = rest.split(")", 1)[0]
    host = match["host"].rstrip(".,;:!?)*`\u3002\u3001")
    start = match.start() if match["image"] else match.start("url")
    end = match.start("rest") + len(rest) if match["rest"] else match.start("host") + len(host)
    told = unquote(rest)
    return Address(
        start,
        end,
        host_of(("www." if match["bare"] else "") + host),
        False,
        match["image"] is not None,
        bool(_HOLE.search(told) or _HOLE.search(host)),
        "?" in rest,
        bool(_HOOK.search(host + told)),
    )


def host_of(text: str) -> str:
    """The host of `user:word@host:port`, in small letters."""
    host = text.rpartition("@")[2].casefold()
    if host.startswith("["):
        return host.partition("]")[0].lstrip("[")
    return host.partition(":")[0].strip(".")


def named(text: str) -> Iterator[tuple[int, int, str]]:
    """Host names that stand in a text without a scheme: start, end, name in small letters."""
    if "." in text:
        for match in _NAMED.finditer(text):
            yield *match.span(), match[0].casefold()


def is_numeric(host: str) -> bool:
    """Whether a host is an IP address: dotted, IPv6, one number, or in hexadecimal."""
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return bool(re.fullmatch(r"(?:0x[0-9a-f]+|\d+)(?:\.(?:0x[0-9a-f]+|\d+)){0,3}", host))
    return True


def site(host: str) -> str:
    """The part of a host that one owner holds: `docs.a.example` is `a.example`."""
    labels = host.split(".")
    size = 3 if len(labels) > 2 and labels[-2] in _SECOND and len(labels[-1]) == 2 else 2
    if ".".join(labels[-2:]) in _SHARED:
        size = 3
    return ".".join(labels[-size:])


def is_local(host: str) -> bool:
    """Whether a host is this machine, or no host at all but a placeholder."""
    return host in (
        "localhost",
        "127.0.0.1",
        "::1",
        "0.0.0.0",
        "...",
        "\u2026",
        "host",
        "",
    ) or not ("." in host or ":" in host or is_numeric(host))


def known_sites(texts: Iterable[str]) -> frozenset[str]:
    """The sites that texts name, in addresses and beside them."""
    found: set[str] = set()
    for text in texts:
        found.update(site(each.host) for each in addresses(text) if not each.numeric)
        found.update(site(host) for _, _, host in named(text))
    return frozenset(found)
