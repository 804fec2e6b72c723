"""Applies the five-file plan to the Home named on the command line, in a process of its own.

Exit code 0: applied, at once or later. 3: not applied, by its own words.
"""

from __future__ import annotations

import sys
from pathlib import Path

from curator_core.model.problem import StoreError
from curator_core.store.transaction import Applied
from tests.core.transaction_home import apply_five


def main(home: Path) -> int:
    """Apply, and tell by the exit code what the message told."""
    try:
        result = apply_five(home, lambda _: None)
    except StoreError as error:
        assert "not applied" in error.refusal.message, error
        return 3
    assert isinstance(result, Applied), result
    return 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
