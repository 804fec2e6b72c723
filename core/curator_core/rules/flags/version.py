"""The version of the flag rules, known without loading them."""

from __future__ import annotations

RULES_VERSION = 4
"""Changes whenever the same note in the same surroundings may give other flags."""
