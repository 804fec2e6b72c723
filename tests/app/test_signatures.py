"""An audit verifies signatures of decisions, with what the user's own configuration trusts."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.homes import CONFIG, Result, curator, git, make_home, note, put
from tests.signers import IDENTITY, Person, amend, person, rewrite, with_signature

SIGNED = CONFIG.replace("[home]", "[home]\nsign = true")
ARMOUR = "-----BEGIN SSH SIGNATURE-----\n{}\n-----END SSH SIGNATURE-----"


@pytest.fixture(scope="module")
def me(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Person]:
    made = person(tmp_path_factory.mktemp("person"))
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("HOME", str(made.folder))
        yield made


@pytest.fixture(scope="module")
def signed(me: Person, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A Home whose two decisions are signed."""
    me.says()
    home = make_home(tmp_path_factory.mktemp("signed") / "home", config=SIGNED)
    for name in ("first", "second"):
        decide(home, name)
    return home


@pytest.fixture
def home(me: Person, signed: Path, tmp_path: Path) -> Path:
    me.says()
    return Path(shutil.copytree(signed, tmp_path / "home", symlinks=True))


def done(result: Result) -> Any:
    assert result.code == 0, result.err
    return result.json


def decide(home: Path, name: str) -> Any:
    """A new candidate, approved."""
    put(home, f"memory/candidates/{name}.md", note(name))
    return done(curator(home, "decide", name, "approve"))


def audit(home: Path) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """Findings and facts about signatures; every finding waits in the queue."""
    found = curator(home, "audit").json
    waiting = {item["item"] for item in curator(home, "queue").json["items"]}
    rows = found["findings"]
    assert {row["item"] for row in rows} <= waiting
    return rows, [fact for fact in found["facts"] if fact["code"] == "signed"]


def codes(home: Path) -> set[str]:
    return {row["code"] for row in audit(home)[0]}


def test_good_signatures_are_no_finding_and_name_the_signer(home: Path, me: Person) -> None:
    rows, facts = audit(home)
    assert rows == []
    (fact,) = facts
    assert fact["count"] == 2
    assert "signed by person@curator.example (SHA256:" in fact["message"]


def _other_key(home: Path, me: Person) -> None:
    amend(home, "-S", settings=(f"user.signingkey={me.forger}.pub",))


def _other_name(home: Path, me: Person) -> None:
    """A key that only the Home's own configuration trusts, by a list that lies in the Home."""
    _other_key(home, me)
    public = me.forger.with_suffix(".pub").read_text("ascii")
    put(home, "allowed", f"person@curator.example {public}")
    git(home, "config", "gpg.ssh.allowedSignersFile", str(home / "allowed"))


def _evil_program(home: Path, me: Person) -> None:
    """A program that calls everything good, named by the Home's own configuration."""
    with_signature(home, ARMOUR.format("AAAA"))
    said = 'Good "git" signature for person@curator.example with ED25519 key SHA256:x'
    evil = put(home, "evil", f"#!/bin/sh\ntouch {home.parent / 'canary'}\necho '{said}'\n")
    evil.chmod(0o755)
    for name in ("gpg.program", "gpg.openpgp.program", "gpg.ssh.program", "gpg.x509.program"):
        git(home, "config", name, str(evil))
    git(home, "config", "gpg.ssh.allowedSignersFile", str(home / "evil"))


FORGED: dict[str, tuple[Callable[[Path, Person], None], str]] = {
    "no signature": (lambda home, _: amend(home, "--no-gpg-sign"), "unsigned"),
    "another key": (_other_key, "signature-unknown"),
    "a list of the Home trusts another key": (_other_name, "signature-unknown"),
    "the message changed after signing": (
        lambda home, _: rewrite(home, b"approve", b"reprove"),
        "signature-bad",
    ),
    "the date changed after signing": (
        lambda home, _: rewrite(home, b"committer Test", b"committer Tess"),
        "signature-bad",
    ),
    "a text that is no signature": (lambda h, _: with_signature(h, "hello"), "signature-bad"),
    "an empty armour": (lambda h, _: with_signature(h, ARMOUR.format("")), "signature-bad"),
    "an armour of nonsense": (
        lambda h, _: with_signature(h, ARMOUR.format("AAAA")),
        "signature-bad",
    ),
    "a program of the Home calls it good": (_evil_program, "signature-bad"),
}


@pytest.mark.parametrize("name", FORGED)
def test_a_forged_commit_is_named_and_can_be_taken_back_or_accepted(
    home: Path, me: Person, name: str
) -> None:
    way, code = FORGED[name]
    way(home, me)
    rows, facts = audit(home)
    assert [row["code"] for row in rows] == [code]
    assert [fact["count"] for fact in facts] == [1], "the other signature is still good"
    head = git(home, "rev-parse", "HEAD").strip()
    decision = git(home, "log", "-1", "--format=%(trailers:key=Curator-Decision,valueonly)").strip()
    assert head[:10] in rows[0]["message"]
    assert "in the name of human:person@curator.example" in rows[0]["message"]
    assert f"curator undo {decision} takes it back, reject accepts it" in rows[0]["command"]
    assert not (home.parent / "canary").exists()
    copy = Path(shutil.copytree(home, home.parent / "copy", symlinks=True))
    done(curator(copy, "decide", rows[0]["item"], "reject"))
    assert codes(copy) == set()
    done(curator(home, "undo", decision))
    assert codes(home) == set()
    assert curator(home, "current", "second").json["status"] == "none"
    assert not (home.parent / "canary").exists()


def test_that_program_of_the_home_is_started_by_plain_git(home: Path, me: Person) -> None:
    _evil_program(home, me)
    git(home, "log", "-1", "--show-signature")
    assert (home.parent / "canary").exists()


def test_a_forger_who_hides_the_others_behind_a_commit_that_stops_git(
    home: Path, me: Person
) -> None:
    with_signature(home, "-----BEGIN SSH SIGNATURE-----x")
    decide(home, "third")
    _other_key(home, me)
    decide(home, "fourth")
    rows, facts = audit(home)
    assert sorted(row["code"] for row in rows) == ["signature-bad", "signature-unknown"]
    assert facts[0]["count"] == 2


CANNOT: dict[str, tuple[dict[str, str], str]] = {
    "no list of allowed signers": ({"ssh": ""}, "does not know which ssh keys you trust"),
    "a list that is gone": ({"ssh": "allowedSignersFile = /gone\n"}, "is gone: /gone"),
    "a list below the folder git runs in": (
        {"ssh": "allowedSignersFile = memory/allowed\n"},
        "is no absolute path",
    ),
    "no program": (
        {"gpg": '[gpg "ssh"]\nprogram = /gone/ssh-keygen\n'},
        "/gone/ssh-keygen is not installed",
    ),
}


@pytest.mark.parametrize("name", CANNOT)
def test_what_cannot_be_verified_here_is_told_with_the_next_step(
    home: Path, me: Person, name: str
) -> None:
    settings, why = CANNOT[name]
    amend(home, "--no-gpg-sign")
    me.says(**settings)
    rows, facts = audit(home)
    assert {row["code"] for row in rows} == {"signature-unverified", "unsigned"}
    row = next(row for row in rows if row["code"] == "signature-unverified")
    assert "1 signed commits of decisions cannot be verified here" in row["message"]
    assert why in row["message"]
    assert "git config --global" in row["command"]
    assert facts == [], "nothing is good that was not verified"
    me.says()
    assert codes(home) == {"unsigned"}


def test_a_list_of_allowed_signers_in_the_home_says_nothing(home: Path, me: Person) -> None:
    inside = put(home, "memory/allowed", me.allowed.read_bytes())
    me.says(ssh=f"allowedSignersFile = {inside}\n")
    (row,) = audit(home)[0]
    assert row["code"] == "signature-unverified"
    assert "lies in the Home" in row["message"]


def test_a_program_that_cannot_run_is_no_forgery(home: Path, me: Person) -> None:
    broken = put(me.folder, "broken", "#!/nowhere/sh\n")
    broken.chmod(0o755)
    me.says(gpg=f'[gpg "ssh"]\nprogram = {broken}\n')
    ((row,), facts) = audit(home)
    assert (row["code"], facts) == ("signature-unverified", [])
    assert "git cannot use the program that verifies them" in row["message"]


def test_a_program_below_the_home_is_not_the_users_own(home: Path, me: Person) -> None:
    evil = put(home, "evil", f"#!/bin/sh\ntouch {home.parent / 'canary'}\n")
    evil.chmod(0o755)
    me.says(gpg='[gpg "ssh"]\nprogram = ./evil\n')
    assert codes(home) == set()
    decide(home, "third")
    assert not (home.parent / "canary").exists()


def test_only_what_was_decided_while_signing_held_must_be_signed(
    me: Person, tmp_path: Path
) -> None:
    me.says()
    home = make_home(tmp_path / "home", config=CONFIG)
    decide(home, "before")
    _turn(home, "[home]", "[home]\nsign = true")
    decide(home, "during")
    assert "gpgsig" in git(home, "cat-file", "commit", "HEAD")
    assert codes(home) == set()
    _turn(home, "sign = true", "sign = false")
    decide(home, "after")
    assert "gpgsig" not in git(home, "cat-file", "commit", "HEAD")
    rows, facts = audit(home)
    assert rows == []
    assert [fact["count"] for fact in facts] == [3], "one during, two that ended it"


def _turn(home: Path, old: str, new: str) -> None:
    """The configuration changed by hand and approved."""
    toml = home / "curator.toml"
    put(home, "curator.toml", toml.read_text("utf-8").replace(old, new))
    (item,) = [i for i in curator(home, "queue").json["items"] if i["op"] == "config"]
    shown = curator(home, "show", item["item"]).json["shown_hash"]
    done(curator(home, "decide", item["item"], "approve", "--expect", shown))


def test_a_forger_cannot_turn_signing_off_first(home: Path, me: Person) -> None:
    _turn(home, "sign = true", "sign = false")
    amend(home, "--no-gpg-sign")
    decide(home, "forged")
    assert [row["code"] for row in audit(home)[0]] == ["unsigned", "unsigned"]


@pytest.mark.slow
def test_many_unsigned_commits_are_few_findings(home: Path) -> None:
    _turn(home, "sign = true", "sign = false")
    amend(home, "--no-gpg-sign")
    for number in range(23):
        decide(home, f"number-{number}")
    rows = audit(home)[0]
    assert len(rows) == 21
    (rest,) = [row for row in rows if "more commits" in row["message"]]
    assert rest["message"].startswith("4 more commits like these")


@pytest.fixture
def gpg(tmp_path: Path) -> Iterator[Path]:
    """A keyring of the person, and one that knows nobody; skips without gpg."""
    program = shutil.which("gpg")
    if program is None:
        pytest.skip("gpg is not installed: no commit can be signed with it here")
    with pytest.MonkeyPatch.context() as patch:
        for name in ("empty", "ring"):
            (tmp_path / name).mkdir(mode=0o700)
            patch.setenv("GNUPGHOME", str(tmp_path / name))
        who = "person@curator.example"
        made = [program, "--batch", "--passphrase", "", "--quick-gen-key", who, "ed25519", "sign"]
        subprocess.run([*made, "never"], check=True, capture_output=True)
        own = put(tmp_path, "person/.gitconfig", f"{IDENTITY}signingkey = {who}\n")
        patch.setenv("HOME", str(own.parent))
        yield tmp_path
        stop = ["gpgconf", "--kill", "all"]
        subprocess.run(stop, check=False, capture_output=True, env=dict(os.environ))


def test_gpg_signatures_are_judged_by_the_users_keyring(gpg: Path) -> None:
    home = make_home(gpg / "home", config=SIGNED)
    decide(home, "first")
    rows, facts = audit(home)
    assert rows == []
    assert "signed by person@curator.example (" in facts[0]["message"]
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("GNUPGHOME", str(gpg / "empty"))
        (row,) = audit(home)[0]
        assert row["code"] == "signature-unknown"
        assert "gpg --recv-keys" in row["command"]
    rewrite(home, b"approve", b"reprove")
    assert codes(home) == {"signature-bad", "history-rewritten"}
    put(gpg, "person/.gitconfig", f"{IDENTITY}[gpg]\nprogram = /gone/gpg\n")
    assert codes(home) == {"signature-unverified", "history-rewritten"}
