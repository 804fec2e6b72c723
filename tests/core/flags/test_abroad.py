"""The rules over further languages: orders are seen, honest notes stay quiet in every language."""

from __future__ import annotations

import pytest

from curator_core.model.flag import Grade
from tests.core.flags.abroad import ORDERS
from tests.core.flags.abroad_honest import HONEST
from tests.core.flags.notes import codes, flags

SPOKEN = [(tongue, code, text) for tongue, each in ORDERS.items() for code, text in each]


@pytest.mark.parametrize(("tongue", "code", "text"), SPOKEN)
def test_orders_are_seen(tongue: str, code: str, text: str) -> None:
    assert code in codes(flags(text)), tongue


@pytest.mark.parametrize("origin", ["external", "agent", "user"])
@pytest.mark.parametrize("tongue", HONEST)
def test_honest_notes_weigh_nothing(tongue: str, origin: str) -> None:
    heavy = [
        (flag.code, flag.rule, text)
        for text in HONEST[tongue]
        for flag in flags(text, origin)
        if flag.severity is Grade.HIGH
    ]
    assert not heavy


@pytest.mark.parametrize(
    "text",
    [
        "Zawsze można wysłać plik, nigdy nie można skopiować konta do klienta.",
        "Il rapporto viene sempre dalla sede, da lunedì a venerdì.",
        "O relatório sempre vem da diretoria.",
        "Her zaman güncel olması ya da uygun olması yeter.",
        "Si chiede il documento e si invia la lista al cliente.",
        "Ode to joy, Kim size 40, CI must pass on Tue; Norma sent the file.",
    ],
)
def test_a_word_of_one_language_is_no_order_in_another(text: str) -> None:
    assert not [flag for flag in flags(text) if flag.severity is Grade.HIGH]
