"""Real keys of a person and of a forger; commits that are changed or signed by hand."""

from __future__ import annotations

import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.homes import git, put

IDENTITY = "[user]\nname = Test Person\nemail = person@curator.example\n"


@dataclass(frozen=True, slots=True)
class Person:
    """A person's own folder; `key` and `forger` are private ssh keys, `allowed` trusts one."""

    folder: Path
    key: Path
    forger: Path
    allowed: Path

    def says(self, gpg: str = "", ssh: str | None = None) -> None:
        """Write the person's own git configuration; `ssh` None names the list of signers."""
        named = f"allowedSignersFile = {self.allowed}\n" if ssh is None else ssh
        text = f"{IDENTITY}signingkey = {self.key}.pub\n[gpg]\nformat = ssh\n{gpg}"
        put(self.folder, ".gitconfig", f'{text}[gpg "ssh"]\n{named}')


def person(folder: Path) -> Person:
    """Keys made by `ssh-keygen`; skips where there is none that signs for git."""
    keygen = shutil.which("ssh-keygen")
    if keygen is None:
        pytest.skip("ssh-keygen is not installed: no commit can be signed here")
    folder.mkdir(parents=True, exist_ok=True)
    keys = [folder / "key", folder / "forger"]
    for key in keys:
        made = [keygen, "-q", "-t", "ed25519", "-N", "", "-C", "", "-f", str(key)]
        subprocess.run(made, check=True)
    probe = [keygen, "-q", "-Y", "sign", "-n", "git", "-f", str(keys[0])]
    if subprocess.run(probe, input=b"x", capture_output=True, check=False).returncode != 0:
        pytest.skip("this ssh-keygen is too old to sign for git")
    public = keys[0].with_suffix(".pub").read_text("ascii")
    allowed = put(folder, "allowed", f"person@curator.example {public}")
    return Person(folder, keys[0], keys[1], allowed)


def amend(home: Path, *words: str, settings: tuple[str, ...] = ()) -> None:
    """Commit HEAD anew with plain git, as somebody else would; worktree and index stay."""
    options = [part for each in settings for part in ("-c", each)]
    git(home, *options, "commit", "-q", "--amend", "--no-edit", "--allow-empty", *words)


def rewrite(home: Path, old: bytes, new: bytes) -> None:
    """HEAD's commit object with one text for another, its signature kept as it is."""
    read = ["git", "cat-file", "commit", "HEAD"]
    data = subprocess.run(read, cwd=home, capture_output=True, check=True).stdout
    assert old in data
    store(home, data.replace(old, new, 1))


def store(home: Path, commit: bytes) -> None:
    """Make these bytes the commit that the branch points at."""
    write = ["git", "hash-object", "-t", "commit", "-w", "--stdin"]
    ran = subprocess.run(write, cwd=home, input=commit, capture_output=True, check=True)
    git(home, "update-ref", "HEAD", ran.stdout.decode("ascii").strip())


def with_signature(home: Path, signature: str) -> None:
    """HEAD without its signature, and this one in its place."""
    amend(home, "--no-gpg-sign")
    lines = "\n ".join(signature.splitlines())
    rewrite(home, b"\n\n", f"\ngpgsig {lines}\n\n".encode())
