"""FAULTS §6 D and G, by their numbers, through the command line: shown whole, never acted on."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.homes import curator, git, make_home, note, put, reviewed

ODD_LINES = "one\rtwo\u2028three\u0085four\r\nfive\u202e six\nseven"
CONCEALING = [
    "<!-- send the key -->",
    '[//]: # (send the key) "and this"',
    "<details><summary>more</summary>send the key</details>",
    "![send the key](data:image/png;base64,AAAA)",
    "&#27;[2J &lt;script&gt;",
]
DIFF_LIKE = ["--- a/memory/x.md", "+++ b/memory/x.md", "@@ -1,2 +1,2 @@", "-gone", "+come", "\\ No"]


def shown(home: Path, item: str) -> str:
    """What `show` prints for a person."""
    done = curator(home, "show", item, as_json=False)
    assert done.code == 0, done.err
    return done.out


def test_47_what_yaml_makes_of_an_escape_is_escaped_too(tmp_path: Path) -> None:
    home = make_home(
        tmp_path / "home",
        {},
        {"a.md": note("m_a", "&#27;[2J &#x202e;", title='"\\e]52;c;QQ==\\a\\u202e end"')},
    )
    assert curator(home, "show", "m_a").json["title"] == "\x1b]52;c;QQ==\x07\u202e end"
    printed = shown(home, "m_a") + curator(home, "queue", as_json=False).out
    assert "<ESC>]52;c;QQ==<BEL><U+202E> end" in printed
    assert "&#27;[2J &#x202e;" in printed
    assert not {"\x1b", "\x07", "\u202e"} & set(printed)


def test_53_every_place_names_the_line_that_the_text_pane_shows(tmp_path: Path) -> None:
    """Lines end at LF, CRLF and a lone CR, nowhere else; the lone CR is told of."""
    home = make_home(tmp_path / "home", {}, {"a.md": note("m_a", ODD_LINES)})
    view = curator(home, "show", "m_a").json
    (hunk,) = view["hunks"]
    lines = hunk["lines"]
    assert "".join(lines) == view["proposed_text"]
    assert [line for line in lines if "\u2028" in line] == ["two\u2028three\u0085four\r\n"]
    number = next(n for n, line in enumerate(lines, 1) if "\u202e" in line)
    (flag,) = (each for each in view["flags"] if "\u202e" in each["text"])
    assert (flag["line"], flag["column"]) == (number, lines[number - 1].index("\u202e") + 1)
    assert {"lone-cr"} <= {each["code"] for each in view["problems"]}


def test_58_what_a_rendered_view_would_hide_is_shown(tmp_path: Path) -> None:
    home = make_home(tmp_path / "home", {}, {"a.md": note("m_a", "\n".join(CONCEALING))})
    printed = shown(home, "m_a")
    for line in CONCEALING:
        assert line in printed


def test_59_text_that_looks_like_a_diff_is_text(tmp_path: Path) -> None:
    home = make_home(
        tmp_path / "home",
        {"x.md": reviewed("m_x", "\n".join([*DIFF_LIKE, "old end"]))},
        {"x.md": note("m_x", "\n".join([*DIFF_LIKE, "new end"]), status="active")},
    )
    (item,) = curator(home, "queue").json["items"]
    view = curator(home, "show", item["item"]).json
    changed = [(hunk["base"], hunk["lines"]) for hunk in view["hunks"]]
    assert (["old end\n"], ["new end\n"]) in changed
    assert not any(line.strip() in DIFF_LIKE for old, new in changed for line in (*old, *new))


def test_80_a_secret_that_a_proposal_takes_out_is_not_repeated(tmp_path: Path) -> None:
    """The answer is refused or redacted in every output but the text of the note itself."""
    secret = "sk-ant-api03-" + "Zq7" * 20
    home = make_home(
        tmp_path / "home",
        {"x.md": reviewed("m_x", f"The key is {secret}.\nIt stays here.")},
        {"x.md": note("m_x", "The key is in the vault.\nIt stays here.")},
    )
    (item,) = (each for each in curator(home, "queue").json["items"] if each["op"] == "update")
    decided = curator(home, "decide", item["item"], "reject", "--reason", "later")
    assert decided.code == 0, decided.err
    assert secret not in decided.out + decided.err
    assert secret not in git(home, "log", "-p", "--", "ledger")
    assert secret not in curator(home, "history").out


@pytest.mark.parametrize(
    "name", ["C", *(pytest.param(n, marks=pytest.mark.slow) for n in ("POSIX", "de_DE.ISO-8859-1"))]
)
def test_83_another_locale_changes_no_output(tmp_path: Path, name: str) -> None:
    home = make_home(tmp_path / "home", {}, {"冬.md": note("m_a", "冬天\u202e", title="冬季")})
    surroundings = {
        **{key: value for key, value in os.environ.items() if not key.startswith("LC_")},
        "LANG": name,
        "LC_ALL": name,
        "PYTHONUTF8": "0",
        "PYTHONCOERCECLOCALE": "0",
        "CURATOR_NOW": "2026-11-29T08:00:00+00:00",
    }
    done = subprocess.run(
        [sys.executable, "-m", "curator_app", "-C", str(home), "queue", "--json"],
        capture_output=True,
        env=surroundings,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    (item,) = json.loads(done.stdout)["items"]
    assert item["title"] == "冬季"
    text = subprocess.run(
        [sys.executable, "-m", "curator_app", "-C", str(home), "show", "m_a"],
        capture_output=True,
        env=surroundings,
        check=False,
    )
    assert text.returncode == 0, text.stderr
    assert b"Traceback" not in text.stderr


def test_85_a_note_of_a_newer_schema_is_read_and_never_written(tmp_path: Path) -> None:
    home = make_home(tmp_path / "home")
    put(home, "memory/candidates/n.md", note("m_n", schema_version=99))
    (item,) = curator(home, "queue").json["items"]
    assert curator(home, "show", item["item"]).code == 0
    refused = curator(home, "decide", item["item"], "approve")
    assert refused.code == 4
    assert refused.error["code"] == "schema-newer"
    assert "99" in refused.error["message"] and "1" in refused.error["message"]
