"""Commands about the past: history and rescued texts."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict
from pathlib import Path

from curator_app.cli import documents, texts
from curator_app.cli.invocation import Invocation, Outcome
from curator_app.cli.texts import Lines
from curator_core.model.problem import Refusal
from curator_core.model.view import OutsideRow
from curator_core.rules.visible import path_text, visible
from curator_core.service import upkeep
from curator_core.service.history import HistoryFilter, matching, outside

FILTERS = ("note", "slot", "subject", "kind", "action", "actor", "since", "until")


def history(call: Invocation) -> Outcome:
    """Ledger events, newest first."""
    caller = call.caller()
    if isinstance(caller, Refusal):
        return call.fail(caller)
    wanted = HistoryFilter(**{name: getattr(call.words, f"only_{name}") for name in FILTERS})
    rows = matching(caller, wanted)
    if isinstance(rows, Refusal):
        return call.fail(rows)
    document = {"events": [documents.history_row(row) for row in rows]}
    lines = [texts.history_row(row) for row in rows]
    if call.words.outside:
        found = outside(caller)
        document["outside"] = [asdict(row) for row in found]
        lines += _outside(found)
    return call.give(document, lines)


def _outside(rows: Iterable[OutsideRow]) -> Lines:
    lines: Lines = []
    for row in rows:
        what = "proposed" if row.proposes else "edited outside"
        said = f"{visible(row.commit[:10])}  {visible(row.at)}  {visible(row.author)}"
        lines.append(f"{said}  {what} (files: {len(row.paths):d})  {visible(row.subject)}")
    return lines


def rescue(call: Invocation) -> Outcome:
    """Texts that were kept locally: list them, or print one."""
    caller = call.caller()
    if isinstance(caller, Refusal):
        return call.fail(caller)
    if call.words.what == "list":
        kept = upkeep.rescued(caller)
        rows = [{"name": r.name, "path": r.path, "at": r.when, "why": r.why} for r in kept]
        lines = [
            f"{visible(r.name)}  {visible(r.when)}  {path_text(r.path)}  {visible(r.why)}"
            for r in kept
        ]
        return call.give({"rescued": rows}, lines)
    if call.words.name is None:
        return call.fail(Refusal("usage", "rescue show needs NAME", "see `curator rescue list`"))
    data = upkeep.rescued_text(caller, call.words.name)
    if data is None:
        return call.fail(Refusal("unknown-item", "there is no rescued text of this name"))
    if call.words.to is not None:
        return _write(call, data)
    text = data.decode("utf-8", "surrogateescape")
    return call.give({"name": call.words.name, "text": text}, [visible(text, lines=True)])


def _write(call: Invocation, data: bytes) -> Outcome:
    """The exact bytes into a file that does not exist yet."""
    target = Path(call.words.to)
    try:
        with target.open("xb") as file:
            file.write(data)
    except OSError as error:
        return call.fail(Refusal("io", f"not written: {error.strerror}", path=str(target)))
    where = str(target)
    return call.give({"written": where}, [f"wrote {path_text(where)}"])
