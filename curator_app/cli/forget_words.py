"""The words of `curator forget`."""

from __future__ import annotations

import argparse
from typing import Any


def add(commands: Any, common: argparse.ArgumentParser) -> None:
    """A note, lines of a source, or a scope; shown only, without --execute."""
    forget = commands.add_parser(
        "forget", parents=[common], help="let notes, source lines or a scope go for good"
    )
    forget.add_argument("what", nargs="?", metavar="NOTE|SOURCE#Lx-Ly")
    forget.add_argument("--scope", metavar="SCOPE", help="all notes of this scope and inside it")
    forget.add_argument("--execute", action="store_true", help="do it: this cannot be undone")
    forget.add_argument("--expect", metavar="SHOWN_HASH", help="only if this is what was shown")
    forget.add_argument("--reason", default="", metavar="TEXT", help="kept in the ledger")
    forget.add_argument("--confirm", action="append", default=[], metavar="CODE")
    forget.add_argument("--receipt", metavar="DECISION", help="show the receipt of a forget again")
    forget.add_argument("--reviewer", metavar="ID", help="who decides; default: git's identity")
