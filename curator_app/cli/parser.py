"""The command line's grammar: one table of commands, `-C` and `--json` before or after."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from functools import cache
from typing import NoReturn

from curator_app.cli import forget_words, lineage_words
from curator_core.model.decision import ReasonCode
from curator_core.model.note import Relation
from curator_core.model.problem import Refusal
from curator_core.model.proposal import Lane

VERBS = (
    "approve",
    "edit",
    "merge",
    "split",
    "reject",
    "defer",
    "confirm",
    "archive",
    "restore",
    "pin",
    "unpin",
    "detach",
)
"""Actions that `decide` takes in this version."""


class UsageError(Exception):
    """The words of a call are off; carries the refusal to print."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.message)
        self.refusal = refusal


class Parser(argparse.ArgumentParser):
    """argparse that raises instead of printing and leaving."""

    def error(self, message: str) -> NoReturn:
        """Raise UsageError with the parser's own words."""
        hint = f"see `{self.prog} --help`"
        raise UsageError(Refusal("usage", message, hint))


FREE_TEXT = frozenset({"--filter", "--search", "--reason", "--where"})
"""Options whose value may begin with a dash, as in `--filter -lane:quarantined`."""


def joined(words: list[str]) -> list[str]:
    """The words of a call, each free text tied to its option, so that none is taken for one."""
    made: list[str] = []
    rest = iter(words)
    for word in rest:
        value = next(rest, None) if word in FREE_TEXT else None
        made.append(word if value is None else f"{word}={value}")
    return made


Adder = Callable[["argparse._SubParsersAction[Parser]", Parser], None]


@cache
def build() -> Parser:
    """The whole grammar, made once a process."""
    common = Parser(add_help=False, argument_default=argparse.SUPPRESS)
    common.add_argument("-C", dest="home", metavar="HOME", help="the Home to work on")
    common.add_argument("--json", action="store_true", help="one JSON document on stdout")
    parser = Parser(
        prog="curator",
        parents=[common],
        description="A desk for curating an AI agent's file-based memory. Without a command it "
        "opens the desk on the Home.",
        epilog="Exit: 0 done, 1 findings, 2 usage, 3 stale or conflict, 4 refused, 5 Home "
        "unusable.",
    )
    parser.add_argument("--version", action="store_true", help="print the version and leave")
    parser.add_argument("--no-mouse", action="store_true", help="open the desk without mouse mode")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", parser_class=Parser)
    for add in ADDERS:
        add(commands, common)
    return parser


def _homes(commands: argparse._SubParsersAction[Parser], common: Parser) -> None:
    demo = commands.add_parser(
        "demo", parents=[common], help="build the sample Home and open the desk on it"
    )
    demo.add_argument("dir", nargs="?", metavar="DIR", help="a missing or empty folder")
    demo.add_argument("--no-ui", action="store_true", help="only build it")
    demo.add_argument(
        "--no-mouse", action="store_true", default=argparse.SUPPRESS, help="no mouse mode"
    )
    init = commands.add_parser("init", parents=[common], help="make a new Home, or adopt notes")
    init.add_argument("dir", metavar="DIR", help="a missing or empty folder; with --adopt yours")
    init.add_argument("--adopt", action="store_true", help="make a Home of the notes in DIR")
    _adopting(init)


def _adopting(init: argparse.ArgumentParser) -> None:
    for name, dest, metavar, words in (
        ("--notes", "notes", "PATH", "folders or files that hold notes; default: all found"),
        ("--not", "left_out", "GLOB", "what is no note: name, name/ or a/path"),
        ("--archived", "archived", "PATH", "folders whose notes are archived"),
        ("--scope", "scope", "SCOPE", "scope of notes that state none; DIR=SCOPE for a folder"),
    ):
        init.add_argument(
            name, dest=dest, metavar=metavar, nargs="+", action="extend", default=[], help=words
        )
    init.add_argument("--untrusted", action="store_true", help="every note waits for a review")


def _looking(commands: argparse._SubParsersAction[Parser], common: Parser) -> None:
    status = commands.add_parser("status", parents=[common], help="counts at a glance")
    status.add_argument("--max-waiting", type=int, metavar="N", help="exit 1 when more items wait")
    status.add_argument(
        "--porcelain", action="store_true", help="one short line for prompts, from a cached file"
    )
    commands.add_parser("doctor", parents=[common], help="what this machine offers")
    commands.add_parser("check", parents=[common], help="every problem with its place")
    commands.add_parser("audit", parents=[common], help="what came about without a decision")
    notes = commands.add_parser("notes", parents=[common], help="existing notes")
    notes.add_argument("--search", default="", metavar="TEXT", help="only notes that hold TEXT")
    notes.add_argument("--limit", type=int, metavar="N", help="of a search, the N best hits")
    commands.add_parser("schema", parents=[common], help="JSON Schema of a note")
    commands.add_parser("views", parents=[common], help="make MEMORY.md, INDEX.md, current/ anew")
    stats = commands.add_parser("stats", parents=[common], help="pace, age and regret, by ledger")
    stats.add_argument("--days", type=int, metavar="N", help="decisions of the last N days only")
    _writing(commands.add_parser("new", parents=[common], help="write a note by hand: a candidate"))
    queue = commands.add_parser("queue", parents=[common], help="what waits for a decision")
    queue.add_argument("--lane", choices=[lane.value for lane in Lane], help="only this lane")
    queue.add_argument(
        "--filter", default="", metavar="EXPR", help="terms like lane: op: origin: age> or text"
    )
    queue.add_argument(
        "--sample", action="store_true", help="which of these to look at before a bulk decision"
    )
    near = commands.add_parser("suggest", parents=[common], help="slots near to a free note")
    near.add_argument("note", metavar="NOTE")
    near.add_argument("--pick", type=int, metavar="N", help="put the note into the Nth slot")
    near.add_argument("--stage", action="store_true", help="keep it, apply later")
    _dry_and_reviewer(near)
    show = commands.add_parser("show", parents=[common], help="one item whole, with shown_hash")
    show.add_argument("item", metavar="ITEM")


def _writing(new: argparse.ArgumentParser) -> None:
    for name in ("id", "kind", "title", "subject", "memory-key", "value", "scope"):
        new.add_argument(f"--{name}", metavar=name.upper())
    for name in ("valid-from", "valid-to", "expires-at"):
        new.add_argument(f"--{name}", metavar="TIME")
    new.add_argument("--source", action="append", default=[], metavar="URI")
    new.add_argument("--body", metavar="TEXT", help="the text; default: standard input")
    new.add_argument("--result", metavar="FILE", help="a whole note or plain text; - is stdin")


def _deciding(commands: argparse._SubParsersAction[Parser], common: Parser) -> None:
    decide = commands.add_parser(
        "decide", parents=[common], help="decide one item, or a batch of them"
    )
    decide.add_argument("item", nargs="?", metavar="ITEM")
    decide.add_argument("action", nargs="?", metavar="ACTION", help=", ".join(VERBS))
    decide.add_argument("--batch", metavar="FILE", help="one JSON decision a line; - is stdin")
    decide.add_argument("--partial", action="store_true", help="apply what can be applied")
    decide.add_argument("--reason-code", choices=[code.value for code in ReasonCode])
    decide.add_argument("--reason", default="", metavar="TEXT")
    decide.add_argument("--relation", choices=[relation.value for relation in Relation])
    decide.add_argument("--valid-from", metavar="TIME", help="when it begins to hold")
    decide.add_argument("--valid-to", metavar="TIME", help="when it ceases to hold")
    decide.add_argument("--scope", metavar="SCOPE", help="approve into this scope")
    decide.add_argument("--target", action="append", default=[], metavar="ID")
    decide.add_argument(
        "--only",
        action="append",
        default=[],
        metavar="NOTE",
        help="only this note of the proposal (id or path); the rest stays undecided",
    )
    decide.add_argument(
        "--pick",
        action="append",
        default=[],
        metavar="REGION=SIDE",
        help="of a three-way merge: hunk:2=current, proposed, base, both or swapped",
    )
    decide.add_argument(
        "--result", action="append", default=[], metavar="FILE", help="a whole note; - is stdin"
    )
    decide.add_argument("--keep-exceptions", action="store_true")
    decide.add_argument("--redact", action="store_true", help="approve without its secrets")
    decide.add_argument("--until", metavar="DATE", help="when a deferred item comes back")
    decide.add_argument("--expect", metavar="SHOWN_HASH", help="only if this is what was shown")
    decide.add_argument("--confirm", action="append", default=[], metavar="CODE")
    decide.add_argument("--stage", action="store_true", help="keep it, apply later")
    _dry_and_reviewer(decide)


def _session(commands: argparse._SubParsersAction[Parser], common: Parser) -> None:
    asked = commands.add_parser("review", parents=[common], help="decide item by item, in prompts")
    asked.add_argument("--plain", action="store_true", help="for screen readers and pipes")
    asked.add_argument("--lane", choices=[lane.value for lane in Lane], help="only this lane")
    asked.add_argument("--filter", default="", metavar="EXPR", help="only these, as in queue")
    asked.add_argument("--reviewer", metavar="ID", help="who decides; default: git's identity")
    commands.add_parser("staged", parents=[common], help="decisions that wait to be applied")
    apply = commands.add_parser("apply", parents=[common], help="apply what is staged")
    apply.add_argument("--partial", action="store_true", help="apply what can be applied")
    _dry_and_reviewer(apply)


def _taking_back(commands: argparse._SubParsersAction[Parser], common: Parser) -> None:
    undo = commands.add_parser("undo", parents=[common], help="take a decision back")
    undo.add_argument("decision", nargs="?", metavar="DECISION", help="or one event of a batch")
    undo.add_argument(
        "--where",
        action="append",
        default=[],
        metavar="KEY=VALUE",
        help="all decisions with this actor, proposer, job, detector, session, source, or since "
        "a time; repeated: all must hold; shown only, without --execute",
    )
    undo.add_argument("--execute", action="store_true", help="with --where: do it")
    undo.add_argument("--confirm", action="append", default=[], metavar="CODE", help="secret")
    way = undo.add_mutually_exclusive_group()
    way.add_argument("--with-dependents", action="store_true", help="later ones that build on it")
    way.add_argument("--splice", action="store_true", help="take it out of the middle of a chain")
    _dry_and_reviewer(undo)


def _dry_and_reviewer(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--dry-run", action="store_true", help="show the plan, write nothing")
    parser.add_argument("--reviewer", metavar="ID", help="who decides; default: git's identity")


def _asking(commands: argparse._SubParsersAction[Parser], common: Parser) -> None:
    now = commands.add_parser("current", parents=[common], help="what holds now, and why")
    then = commands.add_parser("at", parents=[common], help="what held at a time")
    why = commands.add_parser("explain", parents=[common], help="the versions behind an answer")
    for asked in (now, then, why):
        asked.add_argument("slot", metavar="SLOT", help="a memory_key, or a note id")
        asked.add_argument("--scope", action="append", default=[], metavar="SCOPE")
    then.add_argument("time", metavar="TIME", help="a date, or an instant with offset")
    for asked in (then, why):
        asked.add_argument("--known-at", metavar="TIME", help="as the memory knew it then")
    why.add_argument("--from", dest="since", metavar="TIME")
    why.add_argument("--to", dest="until_time", metavar="TIME")


def _past(commands: argparse._SubParsersAction[Parser], common: Parser) -> None:
    history = commands.add_parser("history", parents=[common], help="what was decided")
    for name in ("note", "slot", "subject", "kind", "action", "actor", "since", "until"):
        history.add_argument(f"--{name}", metavar=name.upper(), dest=f"only_{name}")
    history.add_argument(
        "--outside", action="store_true", help="also commits that Curator did not make"
    )
    rescue = commands.add_parser("rescue", parents=[common], help="texts kept locally")
    rescue.add_argument("what", choices=["list", "show"])
    rescue.add_argument("name", nargs="?", metavar="NAME")
    rescue.add_argument("--to", metavar="FILE", help="write the exact bytes to a new file")


def _finding(commands: argparse._SubParsersAction[Parser], common: Parser) -> None:
    index = commands.add_parser("index", parents=[common], help="the search index")
    index.add_argument("what", choices=["status", "rebuild", "verify", "use"])
    index.add_argument("recipe", nargs="?", metavar="RECIPE", help="for use: which one")
    trace = commands.add_parser(
        "trace", parents=[common], help="which notes could have said it, and where it still stands"
    )
    trace.add_argument("asked", metavar="TEXT|NOTE|SLOT")
    trace.add_argument("--when", metavar="TIME", help="when it was said; default: now")
    trace.add_argument("--scope", action="append", default=[], metavar="SCOPE")


ADDERS: tuple[Adder, ...] = (
    *(_homes, _looking, _deciding, _session),
    *(_taking_back, _asking, _past, _finding),
    lineage_words.add,
    forget_words.add,
)
