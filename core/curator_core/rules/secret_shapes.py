"""Whether a written value looks like a secret rather than a word, a name or a placeholder."""

from __future__ import annotations

import re
from itertools import pairwise

from curator_core.rules.secret_patterns import Shape

PASSWORD_MIN = 6
DIGITS_MIN = 4
KEY_MIN = 16
JUMPS_MIN = 4

_END_MARKS = ".,;:!?)]}>*_'\"|\\"
_STRONG = frozenset("!@#$%^&*~?")
_PART = re.compile(r"[^\W_]+")
_YEAR = re.compile(r"(?:19|20)\d\d")

# What points at a secret instead of being one: templates, variables, calls, paths, addresses,
# dates, versions, other tools' references to a store.
_POINTER = re.compile(
    r"[<\[({$%@:/~\\•]|\.{1,2}/|-{2,}\w|#\d+$|"
    r"[A-Za-z_][\w.]*[\[(]|"
    r"(?:self|this|cls|args?|config|cfg|settings|os|env|process|req|request|user|ctx|opts|options|"
    r"params|data|secrets|credentials|creds|vault|kv|op|arn|ref|file)[.:]|"
    r"[a-z][a-z0-9+.-]*:(?://|[\w.-]+/)|[A-Za-z]:\\|"
    r"[^\s@]+@[\w-]+(?:\.[\w-]+)+$|"
    r"[a-z0-9_.-]+(?:/[a-z0-9_.-]+)+$|"
    r"[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+$|"
    r"\d{4}-\d\d(?:-\d\d)?(?:T[\d:.+Z-]*)?$|\d{1,2}:\d\d(?::\d\d)?$|v?\d+(?:\.\d+)+$|"
    r"!(?:vault|secret|include|ref)\b"
)
_BLANKED = re.compile(r"\{\{|\$\{|\*{3}|\.{3}|•{3}|(?i:x{3,}|\[redacted)")
_UNITS = re.compile(
    r"[\s-]?(?:char|character|digit|bit|byte|letter|word|day|week|month|year|hour|minute|second|"
    r"time|attempt|entr|%|th\b|st\b|nd\b|rd\b|位|个|字|天|次|年|月|号|分|小时|条|点|种|份|行)",
    re.IGNORECASE,
)
_TECHNICAL = re.compile(
    r"(?:aes|sha|md|rsa|ecdsa|ed|utf|base|argon(?:\d?i?d?)|bcrypt|scrypt|pbkdf|kdf|oauth|oidc|totp|otp|mfa|fa|"
    r"rfc|http|https|tls|ssl|ssh|sso|saml|ldap|pkcs|pgp|gpg|ascii|unicode|hmac|blake|crc|ntlm|"
    r"varchar|char|string|int|uint|float|utf|json|yaml|toml|sql|wpa|wep|ipv)"
)
_PLACEHOLDER_WORDS = (
    "password passwords passwd passphrase passcode pass pwd pw passwort secret secrets changeme "
    "change me changeit example examples sample your yours my mine our the a an here placeholder "
    "redacted hidden masked removed omitted none null nil undefined unset empty true false yes no "
    "on off required optional unknown tbd todo foo bar baz qux string str text value values token "
    "tokens key keys api id hash hashed env enc encrypted insert some any user username login "
    "db database prod production staging dev new old current app service keepass keepassxc "
    "bitwarden lastpass onepassword dashlane vault store manager at least min max length chars "
    "char characters digits days bits bytes plus or more than step line page issue task section "
    "sk ghp gho github pat akia aiza"
)
_PLACEHOLDERS = frozenset(_PLACEHOLDER_WORDS.split())


def looks_secret(value: str, following: str, shape: Shape) -> bool:
    """Judge a value by its shape; `following` is the text after it (units such as "8 characters").

    Never true for a placeholder. A value of letters only is a word, unless its case jumps about.
    """
    match shape:
        case Shape.ANY:
            return True
        case Shape.NO_PLACEHOLDER:
            return not _blanked(value) and not _all_placeholders(value)
        case Shape.PASSWORD:
            return _is_password(value, following)
        case Shape.STRONG:
            return _is_password(value, following) and _is_strong(trimmed(value))
        case Shape.KEY:
            return _is_key(trimmed(value))


def trimmed(value: str) -> str:
    """Cut the marks that end a sentence, a quotation or a list item."""
    return value.rstrip(_END_MARKS)


def _is_password(value: str, following: str) -> bool:
    core = trimmed(value)
    if len(core) < DIGITS_MIN or any(char.isspace() for char in core) or _names_something(core):
        return False
    if core.isdigit():
        return not _YEAR.fullmatch(core) and not _UNITS.match(following)
    if len(core) < PASSWORD_MIN:
        return False
    letters = any(char.isalpha() for char in core)
    digits = any(char.isdigit() for char in core)
    symbols = any(char in _STRONG for char in core)
    return (letters and (digits or symbols)) or (digits and symbols) or _jumps_about(core)


def _is_strong(core: str) -> bool:
    kinds = (
        any(char.isdigit() for char in core),
        any(char.islower() for char in core),
        any(char.isupper() for char in core),
        any(char in _STRONG for char in core),
    )
    return kinds[0] and sum(kinds) >= 3


def _is_key(core: str) -> bool:
    if len(core) < KEY_MIN or _names_something(core) or not core.isascii():
        return False
    parts = _PART.findall(core)
    return any(len(part) >= 8 and (_mixed(part) or _jumps_about(part)) for part in parts)


def _mixed(part: str) -> bool:
    return any(char.isdigit() for char in part) and any(char.isalpha() for char in part)


def _jumps_about(text: str) -> bool:
    """Whether the case changes inside words more often than a name in camel case does."""
    pairs = pairwise(text)
    jumps = sum(a.isalpha() and b.isalpha() and a.islower() != b.islower() for a, b in pairs)
    return jumps >= JUMPS_MIN and jumps * 2 >= len(text) - 1


def _blanked(value: str) -> bool:
    return bool(_BLANKED.search(value)) or value[:1] in "<{[$%" or not _PART.search(value)


def _names_something(core: str) -> bool:
    if _blanked(core) or _POINTER.match(core) or _all_placeholders(core):
        return True
    parts = [part.casefold() for part in _PART.findall(core)]
    words = [part.strip("0123456789") for part in parts]
    technical = any(_TECHNICAL.fullmatch(word) for word in words)
    plain = all(part.islower() or part.isupper() or part.isdigit() for part in _PART.findall(core))
    return technical and plain


def _all_placeholders(core: str) -> bool:
    words = [part.strip("0123456789") for part in _PART.findall(core.casefold())]
    named = [word for word in words if word]
    return bool(named) and all(word in _PLACEHOLDERS for word in named)
