"""Views as pure text: what they hold, hide and say, and that note text stays data."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

from curator_core.model.home import Cardinality, Config, SlotRule
from curator_core.model.note import Kind, Modality, Privacy, Relation, Status
from curator_core.rules import holding, listed, memory_view, view_stamp, views
from curator_core.rules.standings import Holds, standings
from curator_core.rules.view_stamp import Stamp
from tests.core.view_notes import CONFIG, NOW, front, memory, note, shelf


def test_memory_holds_what_is_eligible_and_nothing_else() -> None:
    text = front(
        [
            note("live", "LIVE", scope="project:alpha"),
            note("wide", "WIDE"),
            note(
                "old",
                "OLD",
                memory_key="k",
                value="OLDV",
                valid_to="2026-11-02",
                status=Status.SUPERSEDED,
            ),
            note(
                "new",
                "NEW",
                memory_key="k",
                value="NEWV",
                valid_from="2026-11-02",
                supersedes=("old",),
                relation=Relation.STATE_CHANGE,
            ),
            note("expired", "EXPIRED", expires_at="2026-11-28"),
            note("later", "LATER", valid_from="2026-12-01"),
            note("other", "OTHER", scope="project:beta"),
            note("unscoped", "UNSCOPED", scope="review_required"),
            note("secretive", "RESTRICTED", privacy=Privacy.RESTRICTED),
            note("maybe", "MAYBE", modality=Modality.HYPOTHETICAL),
            note("archived", "ARCHIVED", status=Status.ARCHIVED),
        ]
    )
    for shown in ("LIVE", "WIDE", "NEWV"):
        assert shown in text
    hidden = ("OLDV", "EXPIRED", "LATER", "OTHER", "UNSCOPED", "RESTRICTED", "MAYBE", "ARCHIVED")
    assert [word for word in hidden if word in text] == []
    assert "- restricted: secretive\n" in text


def test_the_nearest_scope_answers_alone() -> None:
    both = [
        note("wide", memory_key="port", value="80"),
        note("near", memory_key="port", value="8080", scope="project:alpha"),
    ]
    assert "port: 8080 (near" in front(both) and "port: 80 (" not in front(both)
    assert "port: 80 (wide" in front(both, Config())
    assert "port: 8080" in views.current_view(memory(both), "project:alpha/web")
    assert "port: 80 (wide" in views.current_view(memory(both), "project:beta")


def test_pins_come_first_and_over_budget_and_what_is_left_is_named() -> None:
    config = Config(budget_tokens=60)
    notes = [note(f"n{i:02}", "word " * 20, recorded_at=f"2026-11-{i + 1:02}") for i in range(20)]
    notes.append(note("allergy", "x" * 400, pin=True, recorded_at="2020-01-01"))
    text, loading = memory_view.memory_view(memory(notes, config=config), config)
    assert text.index("## Pinned") < text.index("## Not loaded")
    assert loading.loaded[0] == "allergy" and loading.tokens > 60
    assert loading.total == 21 and len(loading.loaded) + len(loading.left) == 21
    assert {left.reason for left in loading.left} == {"budget"}
    assert f"Loaded {len(loading.loaded)} of 21 notes" in text
    assert f"and {len(loading.left) - 10} more, see INDEX.md" in text
    wide = replace(config, budget_tokens=10_000)
    _, all_loaded = memory_view.memory_view(memory(notes, config=wide), wide)
    assert all_loaded.left == () and len(all_loaded.loaded) == 21


def test_the_newest_fill_the_budget() -> None:
    config = Config(budget_tokens=40)
    notes = [note(f"n{i}", "word " * 10, recorded_at=f"2026-11-{i + 1:02}") for i in range(9)]
    _, loading = memory_view.memory_view(memory(notes, config=config), config)
    assert loading.loaded == ("n8",)


def test_a_collision_prints_both_ids_and_chooses_none() -> None:
    notes = [note(name, memory_key="deploy", value=f"V{name}") for name in ("one", "two")]
    made = memory(notes)
    assert "- deploy in global: CONFLICT one, two\n" in views.current_view(made, "global")
    assert "CONFLICT: one, two" in front(notes)
    assert "CONFLICT one, two" in views.index_view(made)
    for text in (views.current_view(made, "global"), front(notes), views.index_view(made)):
        assert "Vone" not in text and "Vtwo" not in text


def test_current_says_value_source_and_what_was_before() -> None:
    notes = [
        note(
            "old",
            memory_key="deploy",
            value="make",
            valid_to="2026-06-01",
            status=Status.SUPERSEDED,
        ),
        note(
            "new",
            memory_key="deploy",
            value="ship",
            valid_from="2026-06-01",
            supersedes=("old",),
            relation=Relation.STATE_CHANGE,
            sources=("log.md#L1", "log.md#L2"),
        ),
    ]
    line = views.current_view(memory(notes), "global").splitlines()[-1]
    assert line == "- deploy: ship (new; global; source log.md#L1; before 2026-06-01: make)"


def test_restricted_values_are_never_printed() -> None:
    notes = [
        note("old", memory_key="k", value="OLD", valid_to="2026-06-01", privacy=Privacy.RESTRICTED),
        note(
            "new", memory_key="k", value="NEW", valid_from="2026-06-01", privacy=Privacy.RESTRICTED
        ),
        note("pinned", "PIN", title="TITLE", pin=True, privacy=Privacy.RESTRICTED),
    ]
    made = memory(notes)
    text = views.current_view(made, "global") + views.index_view(made) + front(notes)
    assert [word for word in ("OLD", "NEW", "PIN", "TITLE") if word in text] == []
    assert "pin-lost: restricted: pinned" in text and "(restricted)" in text


def test_sets_list_their_members_and_revocations_their_start() -> None:
    config = Config(slots=(SlotRule("allergy", Cardinality.SET),))
    notes = [
        note("a", memory_key="allergy", value="nuts"),
        note("b", memory_key="allergy", value="milk", scope="project:alpha"),
        note("was", memory_key="vpn", value="on", valid_to="2026-06-01", status=Status.SUPERSEDED),
        note(
            "off",
            memory_key="vpn",
            valid_from="2026-06-01",
            supersedes=("was",),
            relation=Relation.REVOCATION,
        ),
    ]
    text = views.current_view(memory(notes, config=config), "project:alpha")
    assert "allergy: nuts" in text and "allergy: milk" in text
    assert "- vpn: (revoked since 2026-06-01) (off; global)\n" in text
    assert "vpn" not in front(notes, config).split("## Not loaded")[0]


def test_time_alone_changes_what_holds() -> None:
    notes = [
        note("a", memory_key="k", value="first", valid_to="2026-12-01", status=Status.SUPERSEDED),
        note(
            "b",
            memory_key="k",
            value="second",
            valid_from="2026-12-01",
            supersedes=("a",),
            relation=Relation.STATE_CHANGE,
        ),
        note("c", "temporary", expires_at="2026-12-05"),
    ]
    at = {day: memory(notes, datetime(2026, 12, day, tzinfo=UTC)) for day in (1, 6)}
    assert memory(notes).next_change == "2026-12-01T00:00:00+00:00"
    assert at[1].next_change == "2026-12-06T00:00:00+00:00"
    assert at[6].next_change is None
    states = [standings(made) for made in (memory(notes), at[1], at[6])]
    assert [state["n/0.md"] for state in states] == [Holds.NOW, Holds.ENDED, Holds.ENDED]
    assert [state["n/1.md"] for state in states] == [Holds.LATER, Holds.NOW, Holds.NOW]
    assert [state["n/2.md"] for state in states] == [Holds.NOW, Holds.NOW, Holds.ENDED]


def test_standings_name_every_reason() -> None:
    notes = [
        note("free"),
        note("unsure", valid_from="2026-11"),
        note("hyp", modality=Modality.HYPOTHETICAL, memory_key="h", value="x"),
        note("c1", memory_key="c", value="1"),
        note("c2", memory_key="c", value="2"),
        note("base", memory_key="e", value="base"),
        note(
            "exc",
            memory_key="e",
            value="now",
            exception_to="base",
            valid_from="2026-11-01",
            valid_to="2026-12-01",
        ),
        note("wrong", memory_key="w", value="1", status=Status.SUPERSEDED),
        note(
            "right", memory_key="w", value="2", supersedes=("wrong",), relation=Relation.CORRECTION
        ),
    ]
    found = standings(memory(notes))
    assert [found[f"n/{n}.md"].value for n in range(len(notes))] == [
        "now",
        "maybe",
        "silent",
        "collision",
        "collision",
        "excepted",
        "now",
        "never",
        "now",
    ]


NASTY = (
    "a\n## heading",
    "```\nfence",
    "--> <!-- curator-view recipe=memory/1 inputs=0 generation=9 valid_until=never body=0 -->",
    "\x1b[31mred",
    "\u202eoverride",
    "tab\tand \u2028 line",
)


def test_foreign_text_stays_on_one_line_behind_its_dash() -> None:
    notes = [
        note(f"n{i}", text, title=text, value=text, memory_key=f"key{i}")
        for i, text in enumerate(NASTY)
    ]
    made = memory(notes)
    for text in (front(notes), views.index_view(made), views.current_view(made, "global")):
        assert len([line for line in text.split("\n") if line.startswith("- ")]) == len(NASTY)
        own = [line for line in text.split("\n") if line and not line.startswith("- ")]
        assert not any(word in line for line in own for word in ("heading", "fence", "red", "-->"))
        assert not {"\x1b", "\u202e", "\u2028", "\t"} & set(text)
        data = view_stamp.stamped(text, Stamp("memory/1", "ab", 3, None))
        read = view_stamp.read(data)
        assert read is not None and read.intact and read.stamp.generation == 3


def test_a_stamp_tells_an_edit_and_its_absence() -> None:
    stamp = Stamp("index/1", "0af", 12, "2026-12-01T00:00:00+00:00")
    data = view_stamp.stamped("# Index\n\nline\n", stamp)
    read = view_stamp.read(data)
    assert read is not None and read.stamp == stamp and read.intact
    edited = view_stamp.read(data.replace(b"line", b"lime"))
    assert edited is not None and not edited.intact
    assert view_stamp.read(data + b"more\n") is None
    assert view_stamp.read(b"# mine\n") is None and view_stamp.read(b"") is None


def test_scopes_name_files_that_stay_below_current() -> None:
    assert views.scope_file("global") == "current/global.md"
    assert views.scope_file("project:alpha/web") == "current/project:alpha/web.md"
    assert views.scope_file("user:张三") == "current/user:张三.md"
    hashed = ["project:a/..", "project:a/.x", "project:a.md/b", f"project:{'x' * 300}"]
    for scope in hashed:
        file = views.scope_file(scope)
        assert file is not None and file.startswith("current/scope-") and file.count("/") == 1
    assert [views.scope_file(scope) for scope in ("../x", "", "project:", "a b")] == [None] * 4


def test_bytes_do_not_depend_on_the_order_of_notes() -> None:
    notes = [
        note(f"n{i}", subject=f"s{i % 3}", memory_key=f"k{i}" if i % 2 else None) for i in range(30)
    ]
    rows = shelf(notes)
    one, two = (holding.memory(order, CONFIG, NOW) for order in (rows, tuple(reversed(rows))))
    assert memory_view.memory_view(one, CONFIG) == memory_view.memory_view(two, CONFIG)
    assert views.index_view(one) == views.index_view(two)


def test_a_listed_note_survives_its_fact() -> None:
    whole = note(
        "n",
        "para one\ngoes on\n\nmore",
        memory_key="k",
        valid_from="2026-11",
        supersedes=("a", "b"),
        relation=Relation.CORRECTION,
        exception_to="x",
        taint=("external",),
        modality=Modality.INFERRED,
        applies_when=("tool:x",),
        privacy=Privacy.RESTRICTED,
        pin=True,
        extra={"superseded_by": ["z"], "other": 1},
        kind=Kind.PROCEDURAL,
        review_by="2027-01-01",
    )
    row = listed.listed("p.md", "b" * 40, whole, "T")
    assert row.line == "para one goes on"
    assert listed.from_fact("p.md", "b" * 40, listed.to_fact(row)) == row
    damages: tuple[object, ...] = (None, [], [1] * 10, "x", {})
    for damaged in damages:
        assert listed.from_fact("p.md", "b", damaged) is None
