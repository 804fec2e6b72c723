"""Evidence that was deleted: the row, the item, `explain` and approve all say so (C34)."""

from __future__ import annotations

from pathlib import Path

from tests.homes import curator, git, make_home, note, put

SESSION = "sources/sessions/s-17.md"


def commit(home: Path, message: str) -> str:
    """Commit everything as a person would; the commit's id."""
    git(home, "add", "-A")
    git(home, "-c", "user.name=P", "-c", "user.email=p@x.example", "commit", "-qm", message)
    return git(home, "rev-parse", "HEAD").strip()


def rows(home: Path) -> dict[str, list[str]]:
    """Flags of every waiting note."""
    items = curator(home, "queue").json["items"]
    return {name: item["flags"] for item in items for name in item["notes"]}


def test_a_deleted_session_is_told_everywhere_and_asked_for(tmp_path: Path) -> None:
    home = make_home(tmp_path / "home")
    put(home, SESSION, "# Session\n\nThe port is 8410.\n")
    old = commit(home, "a session")
    cited = {
        "m_talk": ["conversation:s-17"],
        "m_then": [f"{SESSION}@{old}#L3"],
        "m_both": [f"{SESSION}#L3", "ticket:12"],
        "m_other": ["conversation:never-here"],
    }
    for name, sources in cited.items():
        text = note(name, "The port is 8410.", sources=sources, memory_key=f"k.{name}")
        put(home, f"memory/candidates/{name}.md", text)
    assert rows(home) == {name: [] for name in cited}

    (home / SESSION).unlink()
    wanted = {"m_talk": True, "m_then": True, "m_both": True, "m_other": False}
    assert {name: "source-gone" in flags for name, flags in rows(home).items()} == wanted
    commit(home, "forget the session")
    assert {name: "source-gone" in flags for name, flags in rows(home).items()} == wanted

    shown = curator(home, "show", "m_then").json
    assert "source-gone" in [flag["code"] for flag in shown["flags"]]
    [source] = shown["source_lines"]
    assert source["state"] == "gone"
    assert [line["text"] for line in source["lines"] if line["cited"]] == ["The port is 8410."]
    assert shown["preview"]["error"]["code"] == "no-source"

    explained = curator(home, "explain", "k.m_talk").json
    assert explained["sources_gone"] == ["conversation:s-17"]
    assert (
        "source gone: conversation:s-17" in curator(home, "explain", "k.m_talk", as_json=False).out
    )

    refused = curator(home, "decide", "m_talk", "approve")
    assert (refused.code, refused.error["code"]) == (4, "no-source")
    assert "gone" in refused.error["message"]
    assert curator(home, "decide", "m_talk", "approve", "--confirm", "no-source").code == 0
    assert curator(home, "decide", "m_both", "approve").code == 0, "one source is left"
    assert curator(home, "decide", "m_other", "approve").code == 0


def test_a_conversation_that_is_kept_here_shows_its_lines(tmp_path: Path) -> None:
    home = make_home(tmp_path / "home")
    put(home, SESSION, "one\ntwo\nthree\n")
    put(home, "memory/candidates/c.md", note("m_c", "Two.", sources=["conversation:s-17#L2"]))
    [source] = curator(home, "show", "m_c").json["source_lines"]
    assert (source["state"], source["path"]) == ("found", SESSION)
    assert [line["line"] for line in source["lines"] if line["cited"]] == [2]
