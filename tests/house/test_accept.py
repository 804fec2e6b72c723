"""The table of acceptance tests names every one once, and only tests that exist."""

from __future__ import annotations

import re

from tests.house.test_faults import NAMED, TESTS, _tests

IDS = frozenset(
    {
        *("scope.cross_tenant_absent", "scope.caller_cannot_widen"),
        *("scope.background_respects_boundary", "evidence.claim_resolves_to_source"),
        *("evidence.source_delete_reaches_derived", "evidence.rebuild_from_retained"),
        *("gateway.no_bypass_path", "gateway.model_cannot_claim_human_authority"),
        *("tombstone.laundering_sequence", "tombstone.survives_ttl_and_prune"),
        *("tombstone.key_normalization_attack", "tombstone.reextraction_stays_inactive"),
        *("tombstone.no_second_memory_unit", "deletion.absent_after_reindex_and_restart"),
        *("deletion.absent_from_shared_copies", "correction.survives_reindex"),
        *("correction.retraction_without_replacement", "retrieval.k_is_an_upper_bound"),
        *("prompt.recall_is_fenced_as_data", "prompt.model_ignores_embedded_instructions"),
        "recall.no_read_bypass",
    }
)
MISSING = {
    "scope.caller_cannot_widen": "`mcp --scope`",
    "scope.background_respects_boundary": "`nightly`",
    "prompt.recall_is_fenced_as_data": "`recall`",
    "prompt.model_ignores_embedded_instructions": "`recall` and a model",
}
"""Those of entrances that are not there yet, with the entrance."""


def rows() -> dict[str, list[str]]:
    """The cells of each row of the table, by id."""
    lines = (TESTS / "accept.md").read_text("utf-8").splitlines()
    cells = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
    found = [row for row in cells if re.fullmatch(r"\w+\.\w+", row[0])]
    assert len({row[0] for row in found}) == len(found)
    return {row[0]: row for row in found}


def test_every_acceptance_test_has_one_row() -> None:
    assert set(rows()) == IDS


def test_only_what_has_no_entrance_yet_is_missing() -> None:
    missing = {name: row[2] for name, row in rows().items() if NAMED.search(row[2]) is None}
    assert missing == {name: f"missing: {entrance}" for name, entrance in MISSING.items()}
    for name, entrance in sorted(MISSING.items()):
        print(f"{name} is missing: there is no {entrance} yet")


def test_every_named_test_exists() -> None:
    named = {match.groups() for row in rows().values() for match in NAMED.finditer(row[2])}
    known = {file: _tests(TESTS / file) for file, _ in named}
    assert sorted(f"{file}::{name}" for file, name in named if name not in known[file]) == []
