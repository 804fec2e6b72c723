"""Tokens that end a memory or speak as another role in a chat (H9)."""

from __future__ import annotations

import re
from collections.abc import Iterator

from curator_core.model.flag import Grade
from curator_core.rules.flags.code_spans import within
from curator_core.rules.flags.reading import Raised, Reading, Trust
from curator_core.rules.folded_copy import lettered

_TOKENS = re.compile(
    r"<\|[^|<>\n]{1,40}\|>|\[/?inst\]|<</?sys>>|<(?:start|end)_of_turn>|<(?:bos|eos)>|</s>|"
    r"</?(?:memory|memories|relevant[-_ ]memories|system|system[-_](?:reminder|prompt|message)|"
    r"assistant|"
    r"human|tool_(?:result|use|call|response|output)s?|function_(?:call|result)s?|invoke|thinking|think|"
    r"scratchpad|instructions?|admin|developer|end_of_context|context_end|untrusted[-_]\w+|"
    r"retrieved[-_]\w+|search_results?|conversation|user_(?:message|input|query))\b[^<>\n]{0,80}/?>|"
    r"\"type\"\s*:\s*\"(?:tool_(?:use|result|call)|function_call(?:_output)?|system_message)\"|"
    r"\"role\"\s*:\s*\"(?:system|assistant|user|tool|developer)\"|"
    r"\{\{[#/]?(?:system|user|assistant)~?\}\}|<\uff5c[^<>\n]{1,40}>|"
    r"(?:\[|\u3010)(?:system|assistant|developer)(?:\s+(?:message|prompt|note))?(?:\]|\u3011)"
)
_ABROAD = "|".join(
    lettered(name).text
    for name in (
        "\u0441\u0438\u0441\u0442\u0435\u043c\u0430",
        "\u0430\u0441\u0441\u0438\u0441\u0442\u0435\u043d\u0442",
        *("assistente", "asystent", "asistan", "sistem"),
        *("\uc2dc\uc2a4\ud15c", "\uc5b4\uc2dc\uc2a4\ud134\ud2b8"),
    )
)
"""The roles of a chat as the folded text has them: a Russian word may fold to Latin letters."""
_ROLES = re.compile(
    r"(?:^|(?<=[.>!?\u3002]))[>#*_ \t-]{0,20}"
    r"(?P<role>(?:system|systeme|sistema|assistant|asistente|human|developer|ai|user|tool)(?:\s+(?:message|prompt|override|note))?"
    rf"|{_ABROAD}|\u7cfb\u7edf(?:\u6d88\u606f|\u63d0\u793a)?|\u52a9\u624b|\u7528\u6237|\u4eba\u7c7b|"
    r"\u30b7\u30b9\u30c6\u30e0|\u30a2\u30b7\u30b9\u30bf\u30f3\u30c8|\u0627\u0644\u0646\u0638\u0627\u0645)"
    r"[*_]{0,2}\s?:(?!//)|"
    r"(?:^|(?<=[.>!?\u3002])[^\S\n]*)#{2,4}\s*(?:system|instructions?|response|human|assistant)\b\s*:?|"
    r"(?:begin|end|start|new)(?:ning)?\s+(?:of\s+)?(?:the\s+)?(?:system|hidden|admin|developer)\s+"
    r"(?:prompt|message|instructions?)",
    re.MULTILINE,
)
_OPENS = re.compile(r"[<\[{\"\u3010]")
_ANY = re.compile(r"[<\[{\u3010]|:|#|prompt|message|instruction")
_GRADES = (Grade.HIGH, Grade.HIGH, Grade.MEDIUM)
_ROLE_GRADES = (Grade.HIGH, Grade.MEDIUM, Grade.LOW)


def tokens(reading: Reading) -> Iterator[Raised]:
    """Chat template tokens, closing tags of memory blocks, and lines spoken by a role."""
    text = reading.copy.text
    if not _ANY.search(text):
        return
    ticked = [match.span() for match in re.finditer(r"`[^`\n]+`", text)] if "`" in text else []
    for found, grades in ((_tokens(text), _GRADES), (_ROLES.finditer(text), _ROLE_GRADES)):
        for match in found:
            name = "role" if match.groupdict().get("role") else 0
            start, end = reading.copy.span(*match.span(name))
            if not any(part.start <= start < part.end for part in reading.own_words()):
                continue
            grade = grades[reading.trust]
            if reading.trust is not Trust.OUTSIDE and within(ticked, *match.span()):
                grade = Grade.LOW
            rule = "chat-token" if grades is _GRADES else "role-line"
            yield Raised("H9", grade, rule, start, end + (name == "role"))


def _tokens(text: str) -> Iterator[re.Match[str]]:
    """All tokens, looked for only where one may begin."""
    end = 0
    for mark in _OPENS.finditer(text):
        match = _TOKENS.match(text, mark.start()) if mark.start() >= end else None
        if match is not None:
            end = match.end()
            yield match
