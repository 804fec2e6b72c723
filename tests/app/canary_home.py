"""A Home in which every setting names a program and every way out is a trap.

The program writes into a file of its own (the canary); what lies outside holds a token.
"""

from __future__ import annotations

import os
import shutil
import socket
import stat
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from tests.homes import CONFIG, curator, git, make_home, note, put, reviewed
from tests.proposal_branches import Change, Odd, git_bytes, propose

TOKEN = "outside-of-every-home-7319"
PROGRAMS = (
    *("core.fsmonitor", "core.sshCommand", "core.askPass", "core.editor", "core.pager"),
    *("core.alternateRefsCommand", "core.gitProxy", "sequence.editor", "credential.helper"),
    *("diff.external", "diff.evil.textconv", "diff.evil.command", "interactive.diffFilter"),
    *("filter.evil.clean", "filter.evil.smudge", "filter.evil.process", "merge.evil.driver"),
    *("gpg.program", "gpg.openpgp.program", "gpg.x509.program", "gpg.ssh.program"),
    *("gpg.ssh.defaultKeyCommand", "pager.log", "pager.diff", "pager.status", "web.browser"),
    *("uploadpack.packObjectsHook", "trailer.x.command", "trailer.x.cmd", "man.x.cmd"),
    *("remote.origin.uploadpack", "remote.origin.receivepack", "remote.origin.vcs"),
    *("mergetool.x.cmd", "difftool.x.cmd", "browser.x.cmd", "sendemail.smtpServer"),
    *("credential.https://x.example.helper", "tar.evil.command", "core.hooksPath.x"),
    *("submodule.x.update", "guitool.x.cmd", "instaweb.httpd", "imap.tunnel"),
)
HOOKS = (
    *("applypatch-msg", "pre-applypatch", "post-applypatch", "pre-commit", "pre-merge-commit"),
    *("prepare-commit-msg", "commit-msg", "post-commit", "pre-rebase", "post-checkout"),
    *("post-merge", "pre-push", "pre-receive", "update", "proc-receive", "post-receive"),
    *("post-update", "reference-transaction", "push-to-checkout", "pre-auto-gc", "post-rewrite"),
    *("sendemail-validate", "fsmonitor-watchman", "p4-pre-submit", "post-index-change"),
)
PLUMBING = (
    *("rev-parse", "cat-file", "ls-tree", "hash-object", "update-index", "update-ref", "var"),
    *("config", "mktree", "commit-tree", "rev-list", "log", "diff-tree", "merge-base", "status"),
    *("for-each-ref", "check-attr", "check-ignore", "ls-files", "symbolic-ref", "show-ref"),
)
REFS = (
    "-x",
    "--upload-pack=x",
    "--output=stolen",
    "-",
    "--exec=evil",
    "x;touch${IFS}stolen",
    "$(evil)",
)


@dataclass(frozen=True, slots=True)
class Trap:
    """The Home, what lies outside of it, and the file in which a started program tells itself."""

    home: Path
    outside: Path
    canary: Path

    @property
    def sang(self) -> str:
        """What programs of the Home were started, "" for none."""
        return self.canary.read_text("utf-8") if self.canary.exists() else ""

    def around(self) -> dict[str, bytes | int]:
        """Every file outside by path, with the mode of all that is none."""
        found: dict[str, bytes | int] = {}
        for path in sorted(self.outside.rglob("*")):
            what = path.lstat().st_mode
            name = path.relative_to(self.outside).as_posix()
            found[name] = path.read_bytes() if stat.S_ISREG(what) else what
        return found

    def kept(self) -> list[str]:
        """Files of the Home and its git folder that hold the token."""
        return [
            path.relative_to(self.home).as_posix()
            for path in sorted(self.home.rglob("*"))
            if stat.S_ISREG(path.lstat().st_mode) and TOKEN.encode() in path.read_bytes()
        ]


def template(root: Path) -> Trap:
    """A Home with decisions, a staged one and proposals, in which all traps are set."""
    trap = Trap(root / "home", root / "outside", root / "canary")
    _lay_out(trap.outside)
    _found(trap)
    _propose(trap)
    _links(trap)
    _settings(trap)
    _inside_git(trap)
    trap.canary.unlink(missing_ok=True)
    return trap


def copied(trap: Trap, root: Path) -> Trap:
    """A Home of one's own; the traps still lead to the one outside."""
    home = root / "home"
    subprocess.run(["cp", "-a", str(trap.home), str(home)], check=True)
    (home / "memory/notes/hard.md").unlink()
    os.link(trap.outside / "hard.md", home / "memory/notes/hard.md")
    return Trap(home, trap.outside, trap.canary)


def _lay_out(outside: Path) -> None:
    """Files that are nobody's business; one is also a plain note, linked hard."""
    secret = reviewed("m_outside", f"{TOKEN}", title=TOKEN, value=TOKEN, memory_key="port")
    for name in ("secret.md", "folder/secret.md", "folder/deep/secret.txt", "secret.txt"):
        put(outside, name, secret)
    put(outside, "views/MEMORY.md", TOKEN)
    put(outside, "state/config-in-effect.toml", f'[home]\nname = "{TOKEN}"\n')
    put(outside, "table.json", f'{{"at": "2026-11-29T08:00:00Z", "name": "{TOKEN}"}}')
    put(outside, "evil.toml", f'[layout]\nnotes = ["../outside"]\n[home]\nname = "{TOKEN}"\n')
    put(outside, "hard.md", reviewed("m_hard", "A plain fact.", title="Hard"))


def _found(trap: Trap) -> None:
    """Memory with a chain, evidence and every state that a command can meet."""
    home = make_home(
        trap.home,
        {
            "port.md": reviewed("m_port", value="8000", memory_key="port", title="Port"),
            "hard.md": reviewed("m_hard", "A plain fact.", title="Hard"),
            "free.md": reviewed("m_free", "Deploys run on Fridays.", title="Deploys"),
        },
        config=f'{CONFIG}[views]\nmemory = "MEMORY.md"\n',
    )
    put(home, "sources/log.md", "one\ntwo\nthree\n")
    put(home, "golden/ports.yaml", "- question: port\n")
    git(home, "add", "sources", "golden")
    git(home, "commit", "-q", "-m", "Evidence")
    new = {"memory_key": "port", "value": "9000", "valid_from": "2026-06-01"}
    put(home, "memory/candidates/new.md", note("m_new", supersedes=["m_port"], **new))
    for name in ("m_gone", "m_bad", "m_staged", "m_wait"):
        put(home, f"memory/candidates/{name}.md", note(name, sources=["sources/log.md#L1"]))
    approve = ("approve", "--relation", "state_change")
    assert curator(home, "decide", "m_new", *approve).code == 0
    assert curator(home, "decide", "m_gone", "approve").code == 0
    assert curator(home, "decide", "m_gone", "archive").code == 0
    assert curator(home, "decide", "m_bad", "reject").code == 0
    assert curator(home, "decide", "m_staged", "approve", "--stage").code == 0
    put(home, "memory/quarantine/mail.md", note("m_mail", "Wire it.", taint=["external"]))
    put(home, "memory/notes/free.md", reviewed("m_free", "Deploys run on Mondays."))
    changed = note("m_port", "Another port.", value="9100", memory_key="port")
    put(home, "memory/candidates/port.md", changed)


def _propose(trap: Trap) -> None:
    """Branches with links, submodules and settings, under names that look like options."""
    home = trap.home
    head = git(home, "rev-parse", "HEAD").strip().encode()
    note_text = note("m_branch", "From a branch.")
    propose(home, Change(files={"memory/notes/branch.md": note_text}, message="A fact"))
    odd: dict[str, str | Odd] = {
        "memory/notes/link.md": Odd("120000", b"../../../outside/secret.md"),
        "memory/notes/sub": Odd("160000", head),
        "memory/notes/run.md": Odd("100755", note("m_run").encode()),
        ".gitmodules": '[submodule "sub"]\n\tpath = memory/notes/sub\n\turl = ext::evil\n',
        ".gitattributes": "* filter=evil diff=evil merge=evil working-tree-encoding=evil\n",
    }
    for name, content in odd.items():
        ref = f"refs/heads/proposals/odd-{name.replace('/', '-').strip('.')}"
        propose(home, Change(files={name: content}, message=f"Add {name}"), ref=ref)
    for number, name in enumerate(REFS):
        change = Change(files={f"memory/notes/r{number}.md": note(f"m_r{number}")})
        propose(home, change, ref=f"refs/heads/proposals/{name}")
        git_bytes(home, "update-ref", f"refs/heads/{name}", "HEAD")


def _links(trap: Trap) -> None:
    home, out = trap.home, trap.outside
    for link, target in {
        "memory/notes/link.md": out / "secret.md",
        "memory/notes/folder": out / "folder",
        "memory/notes/loop.md": Path("loop.md"),
        "memory/candidates/ring": Path("../.."),
        "memory/candidates/link.md": out / "secret.md",
        "memory/quarantine/link.md": out / "secret.md",
        "sources/link.md": out / "secret.md",
        "sources/folder": out / "folder",
        "golden/link.yaml": out / "secret.txt",
        "golden/folder": out / "folder",
        "ledger/2026-10": out / "folder",
        "ledger/link.jsonl": out / "secret.txt",
        "MEMORY.md": out / "views/MEMORY.md",
        "memory/recall": out / "folder",
        "AGENTS.md": out / "secret.txt",
    }.items():
        (home / link).unlink(missing_ok=True)
        (home / link).symlink_to(target)
    shutil.rmtree(home / ".curator", ignore_errors=True)
    (home / ".curator").mkdir()
    for name in ("views", "index", "drafts"):
        (home / ".curator" / name).symlink_to(out / "folder")
    (home / ".curator/.gitignore").symlink_to(out / "secret.txt")
    cites = [f"sources/{name}#L1-L9" for name in ("link.md", "folder/secret.md", "pipe.md")]
    cites += ["../outside/secret.md#L1", f"{out}/secret.md#L1", ".git/config#L1-L9"]
    put(home, "memory/candidates/cites.md", note("m_cites", "Cites.", sources=cites))
    _odd_files(home)
    put(
        home,
        "curator.toml",
        (home / "curator.toml").read_text("utf-8") + '[layout]\nnotes = ["../outside"]\n',
    )


def _odd_files(home: Path) -> None:
    """Pipes, a socket and, as root, a device, wherever something is read."""
    for name in ("memory/notes/pipe.md", "memory/candidates/pipe.md", "sources/pipe.md"):
        os.mkfifo(home / name)
    os.mkfifo(home / "ledger/pipe.jsonl")
    os.mkfifo(home / "golden/pipe.yaml")
    here = os.open(home / "memory/candidates", os.O_RDONLY)
    try:
        with socket.socket(socket.AF_UNIX) as one:
            one.bind(f"/proc/self/fd/{here}/socket.md")
    finally:
        os.close(here)
    if os.geteuid() == 0:
        os.mknod(home / "memory/notes/zero.md", stat.S_IFCHR | 0o666, os.makedev(1, 5))


def _settings(trap: Trap) -> None:
    """Every setting, hook and attribute that could start the program."""
    home, evil = trap.home, trap.home.parent / "evil"
    evil.write_text(f'#!/bin/sh\necho "$0 $@" >> {trap.canary}\ncat\n', "ascii")
    evil.chmod(0o755)
    hooks = trap.home.parent / "hooks"
    for folder in (hooks, home / ".git/hooks"):
        folder.mkdir(exist_ok=True)
        for name in HOOKS:
            (folder / name).unlink(missing_ok=True)
            (folder / name).symlink_to(evil)
    lines = [_setting(name, str(evil)) for name in PROGRAMS]
    lines += [_setting(f"alias.{name}", f"!{evil}") for name in PLUMBING]
    lines += [_setting(f"pager.{name}", str(evil)) for name in PLUMBING]
    for name, value in {
        "core.hooksPath": str(hooks),
        "core.attributesFile": str(home / ".gitattributes"),
        "core.excludesFile": str(trap.outside / "secret.txt"),
        "log.showSignature": "true",
        "log.mailmap": "true",
        "mailmap.file": str(trap.outside / "secret.txt"),
        "commit.gpgSign": "true",
        "commit.template": str(trap.outside / "secret.txt"),
        "tag.gpgSign": "true",
        "extensions.partialClone": "origin",
        "remote.origin.promisor": "true",
        "remote.origin.url": f"ext::{evil} %S",
        "remote.ssh.url": "evil@localhost:gone.git",
        "protocol.ext.allow": "always",
        "fetch.recurseSubmodules": "true",
        "submodule.recurse": "true",
        "core.gitProxy": str(evil),
        "core.editor": str(evil),
        "blame.ignoreRevsFile": str(trap.outside / "secret.txt"),
        "diff.orderFile": str(trap.outside / "secret.txt"),
    }.items():
        lines.append(_setting(name, value))
    more = put(home.parent, "more.gitconfig", "".join(lines))
    lines += [f'[include]\n\tpath = {more}\n[includeIf "gitdir:**"]\n\tpath = {more}\n']
    with (home / ".git/config").open("a", encoding="utf-8") as file:
        file.write("".join(lines))
    attributes = "* filter=evil diff=evil merge=evil\n"
    put(home, ".gitattributes", attributes)
    put(home, ".git/info/attributes", attributes)
    put(home, ".gitmodules", '[submodule "x"]\n\tpath = memory/x\n\turl = ext::evil\n')


def _setting(name: str, value: str) -> str:
    section, _, rest = name.partition(".")
    below, _, key = rest.rpartition(".")
    head = f'[{section} "{below}"]' if below else f"[{section}]"
    return f'{head}\n\t{key} = "{value}"\n'


def _inside_git(trap: Trap) -> None:
    """Grafts, replaced objects, and objects borrowed from outside."""
    home = trap.home
    head, first = (
        git(home, "-c", "alias.rev-parse=", "rev-parse", name).strip()
        for name in ("HEAD", "HEAD~2")
    )
    put(home, ".git/info/grafts", f"{head} {first}\n")
    (home / ".git/refs/replace").mkdir(exist_ok=True)
    put(home, f".git/refs/replace/{head}", f"{first}\n")
    other = trap.outside / "other.git"
    subprocess.run(["git", "init", "-q", "--bare", str(other)], check=True, cwd="/")
    git_bytes(other, "hash-object", "-w", "--stdin", data=TOKEN.encode())
    put(home, ".git/objects/info/alternates", f"{other}/objects\n")


def calls_a_program(trap: Trap) -> bool:
    """Whether plain git, as a person would run it, starts the Home's program."""
    subprocess.run(["git", "-C", str(trap.home), "status"], capture_output=True, check=False)
    return trap.canary.exists()


@contextmanager
def asleep(home: Trap, folder: Path) -> Iterator[Trap]:
    """A copy of the Home for one test, and the promise that its programs and surroundings slept."""
    one = copied(home, folder)
    one.canary.unlink(missing_ok=True)
    before = one.around()
    yield one
    assert one.sang == ""
    assert one.around() == before
    assert one.kept() == []
    assert not list(folder.rglob("stolen"))
