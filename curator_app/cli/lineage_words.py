"""The grammar of `curator lineage`, apart from what it needs to run."""

from __future__ import annotations

import argparse
from typing import Any


def add(commands: Any, common: argparse.ArgumentParser) -> None:
    """The words of this command."""
    parser = commands.add_parser(
        "lineage", parents=[common], help="all that came from a source, session, note or job"
    )
    parser.add_argument(
        "asked",
        metavar="NAME",
        help="a note, session, source, job or proposer; session=NAME asks for one kind",
    )
    parser.add_argument(
        "--rollback", action="store_true", help="the one plan that takes all of it back"
    )
    parser.add_argument("--execute", action="store_true", help="with --rollback: do it")
    parser.add_argument(
        "--partial", action="store_true", help="with --execute: leave alone what is refused"
    )
    parser.add_argument("--dry-run", action="store_true", help="show the plan, write nothing")
    parser.add_argument("--reviewer", metavar="ID", help="who decides; default: git's identity")
