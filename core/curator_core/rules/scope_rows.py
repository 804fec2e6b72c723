"""One item for each folder whose notes have no scope: approve with a scope sets it for all of them
(CONTRACT 4)."""

from __future__ import annotations

import tomllib
from collections import Counter

from curator_core.model.decision import Approve, Reject
from curator_core.model.event import Action, NoteChange
from curator_core.model.files import Place
from curator_core.model.home import Config, Snapshot
from curator_core.model.problem import Refusal
from curator_core.model.proposal import Health, Item, Lane, Op, Risk
from curator_core.rules import layout
from curator_core.rules.adopting import quoted
from curator_core.rules.hashing import short_id
from curator_core.rules.layout import LaidOut
from curator_core.rules.planning.draft import Draft, Drafted
from curator_core.rules.planning.effects import Asked, Deed, event, ledger_text
from curator_core.rules.planning.set_aside import defer_event
from curator_core.rules.slots import REVIEW_REQUIRED, folded_scope

CONFIG_PATH = "curator.toml"
FLAG = "scope-required"
_HEADER = "[adopt.scopes]"


def items(snapshot: Snapshot) -> tuple[Item, ...]:
    """The items of folders whose notes were given no scope; none in a Home that fills one."""
    config = snapshot.config
    if not _leaves_open(config):
        return ()
    counts: Counter[str] = Counter()
    for entry in snapshot.entries.values():
        filled = entry.place is Place.NOTES and "scope" in entry.filled
        if filled and folded_scope(entry.scope) == REVIEW_REQUIRED:
            counts[layout.nearest(config.notes, entry.path) or layout.TOP] += 1
    return tuple(_item(folder, count, snapshot) for folder, count in sorted(counts.items()))


def _leaves_open(config: Config) -> bool:
    folders = config.folder_scopes if isinstance(config, LaidOut) else ()
    scopes = (config.default_scope, *(scope for _, scope in folders))
    return any(folded_scope(scope) == REVIEW_REQUIRED for scope in scopes)


def is_row(item: Item) -> bool:
    """Whether an item asks for the scope of a folder; its `subject` is the folder."""
    return item.op is Op.CONFIG and FLAG in item.flags


def _item(folder: str, count: int, snapshot: Snapshot) -> Item:
    many = f"{count} notes have" if count > 1 else "one note has"
    return Item(
        item=short_id("i_", "scope", folder),
        lane=Lane.RE_REVIEW,
        op=Op.CONFIG,
        subject=folder,
        title=f"{many} no scope in {folder}: approve with a scope sets it for all",
        memory_key=None,
        scope=REVIEW_REQUIRED,
        kind=None,
        origin=None,
        taint=(),
        proposer="curator:check",
        job=None,
        session=None,
        health=Health.CLEAN,
        risk=Risk.MEDIUM,
        flags=(FLAG,),
        since="",
        confidence=None,
        sources=(),
        notes=(),
        paths=(CONFIG_PATH,),
        refs=(),
        filled=(),
        blob=snapshot.config_blob or "",
        item_hash="",
    )


def plan(asked: Asked, draft: Draft) -> Deed | Refusal:
    """approve writes the folder's scope into `curator.toml`; reject dismisses the row."""
    match asked.choice:
        case Approve(scope=scope) if scope is not None:
            return _set(asked, scope, draft)
        case Approve():
            return Refusal(
                "invalid",
                f"which scope do the notes in {asked.item.subject} have?",
                "--scope global, or project:, user:, team:, agent: with a name",
                CONFIG_PATH,
                field="scope",
            )
        case Reject(reason_code=code):
            dismissed = event(asked, Action.REJECT, (), reason_code=code.value)
            return Deed(event=dismissed, notes=())
        case _:
            return defer_event(asked)


def _set(asked: Asked, scope: str, draft: Draft) -> Deed | Refusal:
    before = asked.context.past.get(draft.snapshot.config_blob or "")
    if draft.snapshot.config_change is not None or before is None:
        return Refusal(
            "conflict",
            "curator.toml was changed, and the change is undecided",
            "decide that change first",
            CONFIG_PATH,
        )
    known = draft.files.get(CONFIG_PATH)
    text = before if known is None or known.data is None else known.data
    after = with_scope(text, asked.item.subject, scope)
    if isinstance(after, Refusal):
        return after
    blob = draft.snapshot.config_blob
    new = Drafted(CONFIG_PATH, blob, CONFIG_PATH, None, {}, after, None)
    draft.files[CONFIG_PATH] = new
    change = NoteChange(
        id=None,
        path_before=CONFIG_PATH,
        path_after=CONFIG_PATH,
        blob_before=blob if known is None else known.blob,
        blob_after=new.blob,
        old=ledger_text(text, asked.context.salt),
        new=ledger_text(after, asked.context.salt),
    )
    notice = f"notes in {asked.item.subject} that state no scope have {scope}"
    return Deed(event=event(asked, Action.APPROVE, (change,)), notes=(), notices=(notice,))


def with_scope(data: bytes, folder: str, scope: str) -> bytes | Refusal:
    """The text of a configuration with the scope of one folder; every other line stays."""
    text = data.decode("utf-8", "surrogateescape")
    row = f"{quoted(folder)} = {quoted(scope)}"
    lines = text.split("\n")
    if _HEADER in lines:
        at = lines.index(_HEADER) + 1
        own = f"{quoted(folder)} = "
        kept = [line for line in lines[at:] if not line.startswith(own)]
        new = "\n".join([*lines[:at], row, *kept])
    else:
        new = text.rstrip("\n") + f"\n\n{_HEADER}\n{row}\n"
    made = new.encode("utf-8", "surrogateescape")
    if not _says(made, folder, scope):
        return Refusal(
            "invalid",
            "the scope cannot be written into curator.toml line by line",
            f"write it by hand: {_HEADER} {row}",
            CONFIG_PATH,
        )
    return made


def _says(data: bytes, folder: str, scope: str) -> bool:
    try:
        table = tomllib.loads(data.decode("utf-8"))
    except ValueError:
        return False
    scopes = table.get("adopt", {}).get("scopes", {})
    return isinstance(scopes, dict) and scopes.get(folder) == scope
