"""Shapes of secrets as data: what providers issue, and how people write passwords (FAULTS §4).

Every pattern is matched on a copy without invisible characters and in NFKC, so full-width colons
and letters need no entry. The secret is the group `value` or `quoted`, else the whole match. All
repetitions are bounded or of one class: matching stays linear.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum


class Shape(StrEnum):
    """What a value must look like besides matching: `secret_shapes` judges it."""

    ANY = "any"
    NO_PLACEHOLDER = "no placeholder"
    PASSWORD = "password"
    STRONG = "strong"
    KEY = "key"


@dataclass(frozen=True, slots=True)
class Pattern:
    """One rule; `rule` is the name that a redaction shows.

    One of `hints` must occur in the text. A `folded` pattern is matched in lower case.
    """

    rule: str
    regex: re.Pattern[str]
    hints: tuple[str, ...]
    shape: Shape = Shape.ANY
    folded: bool = False


_ISSUED = (
    ("aws-access-key", "AKIA ASIA ABIA ACCA", r"(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}(?![A-Z0-9])"),
    ("github-token", "ghp_ gho_ ghs_ ghu_ ghr_", r"gh[oprsu]_[A-Za-z0-9]{30,255}"),
    ("github-token", "github_pat_", r"github_pat_[A-Za-z0-9_]{22,255}"),
    (
        "gitlab-token",
        "gl",
        r"gl(?:pat|dt|rt|ptt|soat|cbt|ft|agent)-[A-Za-z0-9_.-]{19,254}[A-Za-z0-9_-]",
    ),
    ("slack-token", "xox", r"xox[abceoprs]-[A-Za-z0-9-]{10,255}"),
    ("slack-token", "xapp-", r"xapp-\d-[A-Za-z0-9-]{10,255}"),
    ("slack-webhook", "hooks.slack.com", r"hooks\.slack\.com/[a-z]+/[A-Za-z0-9/_-]{20,255}"),
    ("discord-webhook", "/webhooks/", r"discord(?:app)?\.com/api/webhooks/\d+/[\w-]{30,255}"),
    ("anthropic-key", "sk-ant-", r"sk-ant-[A-Za-z0-9_-]{20,255}"),
    ("openai-key", "sk-", r"sk-(?:proj|svcacct|admin|None)-[A-Za-z0-9_-]{20,255}"),
    ("openai-key", "sk-", r"sk-[A-Za-z0-9]{32,255}"),
    ("openrouter-key", "sk-or-", r"sk-or-v\d-[A-Za-z0-9]{32,255}"),
    ("google-key", "AIza", r"AIza[A-Za-z0-9_-]{35}"),
    ("google-secret", "GOCSPX-", r"GOCSPX-[A-Za-z0-9_-]{20,255}"),
    ("google-token", "ya29.", r"ya29\.[A-Za-z0-9_-]{20,2000}"),
    ("stripe-key", "_live_ _test_", r"[rs]k_(?:live|test)_[A-Za-z0-9]{16,255}"),
    ("stripe-webhook", "whsec_", r"whsec_[A-Za-z0-9+/=]{24,255}"),
    ("npm-token", "npm_", r"npm_[A-Za-z0-9]{36}"),
    ("pypi-token", "pypi-AgE", r"pypi-AgE[A-Za-z0-9_-]{40,2000}"),
    ("huggingface-token", "hf_", r"hf_[A-Za-z0-9]{30,255}"),
    ("sendgrid-key", "SG.", r"SG\.[A-Za-z0-9_-]{16,64}\.[A-Za-z0-9_-]{16,128}"),
    ("mailgun-key", "key-", r"key-[0-9a-f]{32}(?![0-9a-f])"),
    ("twilio-key", "SK", r"SK[0-9a-f]{32}(?![0-9a-f])"),
    ("telegram-token", ":AA", r"\d{8,10}:AA[A-Za-z0-9_-]{32,34}(?![A-Za-z0-9_-])"),
    ("digitalocean-token", "_v1_", r"do[opr]_v1_[0-9a-f]{64}"),
    ("shopify-token", "shp", r"shp(?:at|ca|pa|ss)_[0-9a-fA-F]{32}"),
    ("databricks-token", "dapi", r"dapi[0-9a-f]{32}(?:-\d)?"),
    ("vault-token", "hvs.", r"hvs\.[A-Za-z0-9_-]{24,255}"),
    ("xai-key", "xai-", r"xai-[A-Za-z0-9]{60,255}"),
    ("groq-key", "gsk_", r"gsk_[A-Za-z0-9]{40,255}"),
    ("grafana-token", "glsa_ glc_", r"gl(?:sa|c)_[A-Za-z0-9]{20,255}(?:_[0-9a-f]{8})?={0,2}"),
    ("square-key", "sq0", r"sq0(?:atp|csp|idp)-[A-Za-z0-9_-]{22,60}"),
    ("linear-key", "lin_", r"lin_(?:api|oauth)_[A-Za-z0-9]{32,255}"),
    ("notion-token", "ntn_", r"ntn_[A-Za-z0-9]{40,60}"),
    ("docker-token", "dckr_", r"dckr_(?:pat|oat)_[A-Za-z0-9_-]{20,60}"),
    ("atlassian-token", "ATATT3x ATCTT3x", r"AT[AC]TT3x[A-Za-z0-9_=-]{40,400}"),
    ("newrelic-key", "NRAK-", r"NRAK-[A-Z0-9]{27}"),
    ("postman-key", "PMAK-", r"PMAK-[0-9a-f]{24}-[0-9a-f]{34}"),
    (
        "doppler-token",
        "dp.pt. dp.st. dp.ct. dp.sa. dp.scim. dp.audit.",
        r"dp\.(?:pt|st|ct|sa|scim|audit)\.(?:[a-z0-9_-]{2,35}\.)?[A-Za-z0-9]{40,44}",
    ),
    ("supabase-key", "sbp_ sb_secret_", r"(?:sbp_[0-9a-f]{40}|sb_secret_[A-Za-z0-9_-]{20,60})"),
    ("terraform-token", ".atlasv1.", r"[A-Za-z0-9]{14}\.atlasv1\.[A-Za-z0-9_=-]{60,80}"),
    ("airtable-token", "pat", r"pat[A-Za-z0-9]{14}\.[0-9a-f]{64}"),
    ("replicate-token", "r8_", r"r8_[A-Za-z0-9]{30,50}"),
    ("perplexity-key", "pplx-", r"pplx-[A-Za-z0-9]{32,64}"),
    ("langsmith-key", "lsv2_", r"lsv2_(?:pt|sk)_[0-9a-f]{32}_[0-9a-f]{10}"),
    ("figma-token", "figd_ figo_ figu_", r"fig[dou]_[A-Za-z0-9_-]{30,60}"),
    ("sentry-token", "sntry", r"sntry[su]_[A-Za-z0-9+/=_-]{40,400}"),
    ("rubygems-key", "rubygems_", r"rubygems_[0-9a-f]{48}"),
    ("planetscale-key", "pscale_", r"pscale_(?:tkn|pw|oauth)_[A-Za-z0-9=_-]{32,64}"),
    ("azure-key", "AccountKey=", r"AccountKey=(?P<value>[A-Za-z0-9+/]{40,200}={0,2})"),
    ("age-key", "AGE-SECRET-KEY-", r"AGE-SECRET-KEY-(?:PQ-)?1[A-Z0-9]{40,}"),
    ("jwt", "eyJ", r"eyJ[\w-]{8,}\.eyJ[\w-]{8,}\.[\w-]{10,}"),
)

# A value that a provider issues, cut into pieces that a reader is told to join.
_PREFIX = (
    r"(?:sk-(?:proj|svcacct|ant|live|or)-|gh[oprsu]_|github_pat_|glpat-|xox[abp]-|hf_|npm_|"
    r"AKIA|ASIA|AIza|[rs]k_live_|SG\.|pypi-)"
)
_JOIN = (
    r"[\"'`)\]]{0,2}[\s,+]{1,4}"
    r"(?:(?:and|then|plus|next|dann|und|puis|luego|followed by|gefolgt von|"
    r"然后|接着|之后|再加|加上|再|和|后面是)[\s,:]{0,3}){0,2}[\"'`(\[]{0,2}"
)
_CHUNK = r"(?=[\w-]{0,60}[A-Z0-9])[A-Za-z0-9_-]{5,64}"
_PIECES = rf"{_PREFIX}[A-Za-z0-9_-]{{0,40}}(?:{_JOIN}{_CHUNK}){{2,12}}"

_PASSWORD_CJK = r"(?:パスワード|비밀번호|密码|密碼|口令|暗号|密钥|秘钥|密匙)"
_PASSWORD = (
    r"(?:(?:pass(?:[_-]?(?:word|phrase|code)|wd|wort)|mot de passe|pwd|kennwort|contrase[ñn]a|"
    rf"clave|senha|wachtwoord|пароль)s?(?![^\W_])|{_PASSWORD_CJK})"
)
_KEY = (
    r"(?:(?:api[ _-]?key|secret[ _-]?(?:access[ _-]?)?key|access[ _-]?(?:key|token)|"
    r"(?:client|webhook|shared|signing)[ _-]?secret|(?:auth|bearer|refresh|bot)[ _-]?token|"
    r"(?:private|signing|encryption|master|license)[ _-]?key|secret|token|credential)s?"
    r"(?![^\W_])|令牌|私钥)"
)
# Closing marks of the label, a bracketed remark, then "for the staging database".
_CLOSE = r"[\"'`*_”’」』)\]]{0,4}(?:\s?\([^()\n]{1,40}\))?"
_WORD = r"[^\s.;:=!?|\"'`]{1,40}"
_WHERE = (
    rf"(?:\s(?:for|of|to|on|in|at|from|für|auf|von|zum|zur|de|del|para|pour)(?:\s{_WORD}){{1,6}}?)?"
)
_ADVERB = (
    r"(?:\s?(?:now|still|currently|always|just|simply|actually|again|jetzt|noch|"
    r"现在|目前|已经|已|仍然|仍|还|都|统一|默认|暂时|临时|就))?"
)
_CHANGED = r"(?:set|changed|reset|rotated|updated|switched|moved)\sto"
_IS = (
    rf"(?:\s(?:is|was|are|were|be|becomes?|became|lautet|ist|war|heißt|est|es|é|został|это)(?=[\s:])|"
    rf"\s?(?:=>|->|:=|={{1,2}}|:|\|)|\s[-–—](?=\s)|"
    r"\s?(?:现在|目前|已经|已)?(?:是|为|為|等于|叫|は|는|은|(?:改|换|变|设|设置|重置|更新)(?:成|为|為)了?))"
    rf"{_ADVERB}(?:\s?(?:{_CHANGED}))?\s?:?"
)
_TO = rf"\s(?:(?:has been|was|is|got|gets)\s)?(?:now\s)?{_CHANGED}\s?:?"
_OPEN = r"[ \t]{0,8}[*_]{0,2}[ \t]{0,8}"
_NOT_CJK = r"\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff"
_BARE = rf"(?:[^\s,;\"`“”‘’「」『』{_NOT_CJK}]|[,;](?=[^\s\"'`{_NOT_CJK}])){{4,200}}"
_VALUE = rf"(?:[\"'`“‘「『](?P<quoted>[^\"'`”’」』\n]{{4,200}})[\"'`”’」』]|(?P<value>{_BARE}))"
_POSSESSIVE = r"(?:(?:the|our|my|its|their|your|a)\s)?(?:[\w-]{1,20}\s){0,3}?"


def _issued(rule: str, hints: str, regex: str) -> Pattern:
    return Pattern(rule, re.compile(rf"(?<![A-Za-z0-9]){regex}"), tuple(hints.split()))


def _written(rule: str, regex: str, hints: str, shape: Shape) -> Pattern:
    return Pattern(rule, re.compile(regex), tuple(hints.split()), shape, folded=True)


_HINTS = (
    "password passphrase passcode passwd passwort passe pass- pass_ pwd kennwort "
    "contrase clave senha wachtwoord пароль " + _PASSWORD_CJK[3:-1].replace("|", " ")
)

PATTERNS: tuple[Pattern, ...] = (
    *(_issued(*each) for each in _ISSUED),
    _written(
        "url-credential",
        r"[a-z][a-z0-9+.-]{1,30}://[^\s/:@\"'`<>]{0,100}:(?P<value>[^\s/@\"'`<>]{1,200})@[\w\[]",
        "://",
        Shape.NO_PLACEHOLDER,
    ),
    _written(
        "password",
        rf"{_PASSWORD}{_CLOSE}{_WHERE}(?:{_IS}|{_TO}){_OPEN}{_VALUE}",
        _HINTS,
        Shape.PASSWORD,
    ),
    _written("password", rf"{_PASSWORD}{_CLOSE}[ \t]{{1,4}}{_VALUE}", _HINTS, Shape.STRONG),
    _written(
        "password",
        rf"(?<!\S)[\"'`“「]?(?P<value>{_BARE})[\"'`”」]?\s(?:is|was|as)\s{_POSSESSIVE}{_PASSWORD}",
        _HINTS,
        Shape.STRONG,
    ),
    _written(
        "password",
        rf"(?<![^\s{_NOT_CJK}])[\"'`“「]?(?P<value>{_BARE})[\"'`”」]?\s?(?:是|为|作为|当作|当|做)"
        rf"[\u4e00-\u9fff]{{0,8}}{_PASSWORD_CJK}",
        _HINTS,
        Shape.STRONG,
    ),
    _written(
        "labelled-key",
        rf"{_KEY}{_CLOSE}{_WHERE}(?:{_IS}|{_TO}){_OPEN}{_VALUE}",
        "key token secret 令牌 私钥",
        Shape.KEY,
    ),
    _written(
        "basic-auth",
        r"(?<!\S)(?:-u|--user)[ =][\"']?[\w.@-]{1,60}:(?P<value>[^\s\"'`]{1,200})",
        "-u --user",
        Shape.PASSWORD,
    ),
    _written(
        "command-password",
        r"(?:mysql(?:dump|admin)?|mariadb)\b[^\n]{0,120}?\s-p(?P<value>[^\s\"'`]{4,200})",
        "mysql mariadb",
        Shape.PASSWORD,
    ),
    _written(
        "authorization",
        r"(?:bearer|basic)\s(?P<value>[A-Za-z0-9._~+/=-]{16,2000})",
        "bearer basic",
        Shape.KEY,
    ),
)
"""All rules but the key blocks, which `secrets` pairs by their first and last lines."""

SPLIT_KEY = _issued(
    "split-key", "sk- gh _pat glpat- xox hf_ npm_ AKIA ASIA AIza _live_ SG. pypi-", _PIECES
)
"""A provider's prefix and at least two pieces to be joined."""
