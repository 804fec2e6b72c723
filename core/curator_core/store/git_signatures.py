"""Verifying signatures of commits with the user's own keys, lists and programs, never the Home's.

Git judges many commits in one process; what it may start and read is pinned from the user's and
the system's configuration alone.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from curator_core.model.seal import Seal, Sealed
from curator_core.rules import ssh_signatures
from curator_core.store import git_own_settings
from curator_core.store.git_writing import own_signers

if TYPE_CHECKING:
    from curator_core.store.repository import Repository

SSH = "gpg.ssh.program"
ARMOURS = {
    "-----BEGIN PGP SIGNATURE-----": "gpg.openpgp.program",
    "-----BEGIN PGP MESSAGE-----": "gpg.openpgp.program",
    "-----BEGIN SIGNED MESSAGE-----": "gpg.x509.program",
    ssh_signatures.BEGIN: SSH,
}
"""First lines of signatures that git knows, each with the program that verifies it."""
ALLOWED = "gpg.ssh.allowedsignersfile"
REVOKED = "gpg.ssh.revocationfile"
_FORMAT = "%H%x00%G?%x00%GS%x00%GF%x00%GK"
_FIELDS = 5
_MOST_STOPS = 20
"""How often git is started again behind a commit at which it gave up."""
_NO_PROGRAM = ("cannot run ", "cannot exec ", "is needed for ssh signature verification")
"""What git says where it judges nothing for want of a program; it calls such a signature bad."""
_BROKEN = "git cannot use the program that verifies them"
_LOOK = "look at one: git log -1 --show-signature"
_SEALS = {
    **dict.fromkeys("GXY", Seal.GOOD),
    **dict.fromkeys("UE", Seal.UNKNOWN),
    "R": Seal.REVOKED,
}
"""Git's letters, all others are bad, N too: there it found none in what should be one. X and Y were
good when they were made: signature or key has expired since."""


@dataclass(frozen=True, slots=True)
class Signed:
    """A commit and what it carries as its signature; None where it carries none."""

    commit: str
    text: str | None


@dataclass(frozen=True, slots=True)
class Keys:
    """What the user has for verifying: the pins of every call, what is missing for a kind of
    signature, by program setting, and the list of allowed signers."""

    pins: tuple[str, ...]
    missing: Mapping[str, Sealed]
    allowed: str


def keys(repo: Repository) -> Keys:
    """The user's own programs and lists, as git's global and system configuration name them."""
    own = git_own_settings.of_user(repo, (ALLOWED, REVOKED))
    signers = own_signers(repo)
    programs = dict(pin.split("=", 1) for pin in signers)
    missing = {
        setting: _unchecked(
            f"the program {programs[setting]} is not installed",
            f"install it, or name another: git config --global {setting} PROGRAM",
        )
        for setting in set(ARMOURS.values())
        if shutil.which(programs[setting]) is None
    }
    allowed = own.get(ALLOWED, "")
    wrong = _unfit(allowed, repo.root)
    if wrong is not None:
        missing.setdefault(SSH, wrong)
    pins = (
        *signers,
        f"gpg.ssh.allowedSignersFile={'' if wrong else git_own_settings.whole(allowed)}",
        f"gpg.ssh.revocationFile={git_own_settings.whole(own.get(REVOKED, '')) or ''}",
    )
    return Keys(pins, missing, allowed)


def _unfit(allowed: str, root: Path) -> Sealed | None:
    """Why a list of allowed signers says nothing: there is none, or it lies where agents write."""
    hint = f"list them: git config --global {ALLOWED} ~/.ssh/allowed_signers"
    place = git_own_settings.whole(allowed)
    if not allowed:
        return _unchecked("git does not know which ssh keys you trust", hint)
    if place is None:
        return _unchecked("your list of trusted ssh keys is no absolute path", hint)
    if not Path(place).is_file():
        return _unchecked(f"your list of trusted ssh keys is gone: {allowed}", hint)
    if Path(place).resolve().is_relative_to(root.resolve()):
        return _unchecked(
            "your list of trusted ssh keys lies in the Home, for agents to write", hint
        )
    return None


def _unchecked(why: str, step: str) -> Sealed:
    return Sealed(Seal.UNCHECKED, why=why, step=step)


def settled(known: Keys, one: Signed) -> Sealed | None:
    """The judgement of what git need not be asked about; None where it must be."""
    if one.text is None:
        return Sealed(Seal.NONE)
    setting = ARMOURS.get(one.text.partition("\n")[0])
    if setting is None or (setting == SSH and not ssh_signatures.well_formed(one.text)):
        return Sealed(Seal.BAD)
    return known.missing.get(setting)


def verify(repo: Repository, known: Keys, commits: Sequence[str]) -> dict[str, Sealed]:
    """Git's judgement of these commits, all in one process; those behind a commit at which it
    gives up are asked about again."""
    found: dict[str, Sealed] = {}
    waiting = list(commits)
    for _ in range(_MOST_STOPS):
        if not waiting:
            break
        ran = repo.attempt(
            *("log", "-z", "--no-walk=unsorted", "--stdin", "--no-notes", f"--format={_FORMAT}"),
            data="".join(f"{commit}\n" for commit in waiting).encode("ascii"),
            more_pins=known.pins,
        )
        found |= dict(_answers(ran.out, known, any(word in ran.err for word in _NO_PROGRAM)))
        behind = [commit for commit in waiting if commit not in found]
        if behind:
            found[behind[0]] = _unchecked(_BROKEN, _LOOK)
        waiting = behind[1:]
    return found | dict.fromkeys(waiting, _unchecked(_BROKEN, _LOOK))


def _answers(out: bytes, known: Keys, broken: bool) -> Iterator[tuple[str, Sealed]]:
    fields = [field.decode("utf-8", "replace") for field in out.split(b"\0")]
    for at in range(0, len(fields) - _FIELDS + 1, _FIELDS):
        commit, letter, signer, print_, key = fields[at : at + _FIELDS]
        seal = _SEALS.get(letter, Seal.BAD)
        if seal is Seal.BAD and broken:
            yield commit, _unchecked(_BROKEN, _LOOK)
            continue
        name = print_ or key
        step = _how_to_trust(name, known) if seal is Seal.UNKNOWN else ""
        yield commit, Sealed(seal, by=signer, key=name, step=step)


def _how_to_trust(key: str, known: Keys) -> str:
    if key.startswith("SHA256:"):
        return f"if you know whose key it is, add it to {known.allowed}"
    return f"if you know whose key it is: gpg --recv-keys {key}, gpg --lsign-key {key}"
