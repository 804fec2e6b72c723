"""What every git child is told, whatever the repository and the caller's environment say."""

from __future__ import annotations

import os

PINS = (
    f"core.hooksPath={os.devnull}",
    f"core.attributesFile={os.devnull}",
    "core.fsmonitor=false",
    "core.fsync=all",
    "core.pager=cat",
    "core.quotePath=false",
    "core.ignoreStat=false",
    "core.alternateRefsCommand=",
    "diff.external=",
    f"diff.orderFile={os.devnull}",
    "log.showSignature=false",
    "log.mailmap=false",
    "mailmap.file=",
    "mailmap.blob=",
    "gc.auto=0",
    "maintenance.auto=false",
    "commit.gpgSign=false",
    "i18n.commitEncoding=UTF-8",
    "i18n.logOutputEncoding=UTF-8",
    "user.useConfigOnly=true",
    "protocol.allow=never",
    "init.defaultRefFormat=files",
)
"""Settings of every git call, above whatever the repository says (FAULTS §2.6)."""

SURROUNDINGS = {
    "GIT_ALLOW_PROTOCOL": "none",
    "GIT_ATTR_NOSYSTEM": "1",
    "GIT_GRAFT_FILE": f"{os.devnull}/none",
    "GIT_LITERAL_PATHSPECS": "1",
    "GIT_NO_LAZY_FETCH": "1",
    "GIT_NO_REPLACE_OBJECTS": "1",
    "GIT_OPTIONAL_LOCKS": "0",
    "GIT_TERMINAL_PROMPT": "0",
    "LC_ALL": "C",
}
"""Variables of every git call: no network, prompt, globs, grafts, replaced objects; in English."""

KEPT_VARIABLES = frozenset(
    {f"GIT_{who}_{what}" for who in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL", "DATE")}
    | {"GIT_CONFIG_NOSYSTEM"}
)
"""The caller's git variables that hold for Curator too (CONTRACT 1); the last only takes away."""


def foreign_variables() -> tuple[str, ...]:
    """Names of this process's git variables that no git child may see."""
    return tuple(
        name
        for name in sorted(os.environ)
        if name.startswith("GIT_")
        and not name.startswith("GIT_PYTHON_")
        and name not in KEPT_VARIABLES
        and name not in SURROUNDINGS
    )
