"""Screens on which items are decided: approve, reject, defer, edit."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

from rich.text import Text

from curator_app.tui import editor, jobs
from curator_app.tui.actions import Scope
from curator_app.tui.messages import Purpose
from curator_app.tui.paint import item, kinds
from curator_app.tui.paint.foreign import editable, foreign, refusal
from curator_app.tui.screens.ask import AskScreen
from curator_app.tui.screens.desk import Deeds
from curator_app.tui.screens.edit import EditScreen
from curator_app.tui.screens.kind import KindScreen
from curator_app.tui.screens.reason import ReasonScreen, Why
from curator_app.tui.screens.seeing import Seen
from curator_app.tui.screens.staging import StagingScreen
from curator_core.model.decision import Approve, Defer, Edit, Reject, Restore
from curator_core.model.problem import Refusal
from curator_core.model.proposal import WAITING, Health, Op

_EDITED = (Op.ADD, Op.SUPERSEDE)


class DecidingScreen(StagingScreen):
    """Collects decisions on the item that is seen, and goes on to the next one."""

    def deeds(self) -> Deeds:
        """The decisions and what belongs to them."""
        return {
            **super().deeds(),
            "approve": self._approve,
            "reject": self._reject,
            "defer": self._defer,
            "edit": self._edit_here,
            "redact": self._redact,
            "editor": self._edit_outside,
            "three_way": self._three_way,
            "put_back": self._put_back,
        }

    def offers(self, name: str) -> bool:
        """Keys for what the shown item has."""
        if name == "redact":
            return self.shown is not None and "secret" in self.shown.item.flags
        if name == "three_way":
            return self.shown is not None and bool(self.shown.merges)
        return super().offers(name)

    def why_not(self, name: str) -> Text | None:
        """Why a key cannot decide now."""
        match name:
            case "approve" | "reject":
                return self.undecidable(name) or self._all_out()
            case "defer":
                return self.undecidable(name)
            case "redact":
                return self.undecidable(name) or self._without_secret()
            case "put_back":
                return self.undecidable(name) or self._waits()
            case "three_way":
                return self._without_merge()
            case "edit" | "editor":
                return self.undecidable(name) or self._uneditable(name)
        return super().why_not(name)

    def _all_out(self) -> Text | None:
        out = self.left_out()
        if self.portions and all(each.name in out for each in self.portions):
            return Text("every note of this proposal is left out: space takes one in again")
        return None

    def _without_secret(self) -> Text | None:
        if self.shown is not None and "secret" in self.shown.item.flags:
            return None
        return Text("this item holds nothing that looks like a secret")

    def _redact(self) -> None:
        seen = self._take()
        wish = Approve(item=seen.item, expect=seen.shown_hash, reason=self.note, redact=True)
        self._stage(seen.item, replace(wish, only=self._only()))

    def _without_merge(self) -> Text | None:
        if self.shown is None or self.shown.item.item != self.current():
            return Text("not on the screen yet; look, then press again")
        if not self.shown.merges:
            return Text("only an update of a note has three texts; this item has nothing to merge")
        return None

    def _three_way(self, said: Text | None = None) -> None:
        from curator_app.tui.screens.merge import MergeScreen

        current = self.current()
        assert current is not None, "BUG: nothing selected to merge"
        self.session.said = said or Text()
        self.app.push_screen(MergeScreen(current))

    def _approve(self) -> None:
        view = self.shown
        assert view is not None, "BUG: approving without a view"
        if view.item.health is Health.CONFLICT and view.merges:
            why = "both sides changed the same: choose here, enter previews; nothing is staged yet"
            self._three_way(Text("in conflict: ").append(why))
            return
        seen = self._take()
        wish = Approve(item=seen.item, expect=seen.shown_hash, reason=self.note)
        if item.asks_scope(view.item):
            self._approve_for(seen, wish)
        else:
            self._approve_as(seen, replace(wish, only=self._only()))

    def _approve_for(self, seen: Seen, wish: Approve) -> None:
        """Ask for whom the notes of a folder hold, then stage that."""

        def answered(scope: str | None) -> None:
            if scope is None:
                self.painted(seen)
                self.say(Text("left undecided"))
            else:
                self._stage(seen.item, replace(wish, scope=scope.strip()))

        folder = self.shown.item.subject if self.shown is not None else ""
        self.app.push_screen(asked_scope(foreign(folder)), answered)

    def _only(self) -> tuple[str, ...]:
        """The notes of a proposal that are meant, where not all of them are."""
        out = self.left_out()
        return tuple(each.name for each in self.portions if each.name not in out) if out else ()

    def _approve_as(self, seen: Seen, wish: Approve) -> None:
        """Stage an approval; where it may replace something, ask how first."""
        view = self.shown
        assert view is not None, "BUG: approving without a view"

        def answered(choice: Approve | None) -> None:
            if choice is None:
                self.painted(seen)
                self.say(Text("left undecided"))
            else:
                self._stage(seen.item, choice)

        if isinstance(wish, Edit) or kinds.may_replace(view.item):
            self.app.push_screen(KindScreen(seen.title, wish, view.sources), answered)
        else:
            self._stage(seen.item, wish)

    def _uneditable(self, name: str) -> Text | None:
        assert self.shown is not None, "BUG: seen without a view"
        if self.shown.item.op not in _EDITED:
            return Text("only a proposed note has a text to change here")
        if name == "editor" and not editor.command():
            return Text("neither $VISUAL nor $EDITOR is set; e edits here")
        return None

    def _edit_here(self) -> None:
        seen, view = self._take(), self.shown
        assert view is not None, "BUG: editing without a view"

        def answered(text: str | None) -> None:
            if text is None:
                self.painted(seen)
                self.say(Text("not staged; what was typed is kept"))
            else:
                self._stage_text(seen, text)

        screen = EditScreen(seen.title, view.proposed_text, jobs.text_key(seen.item))
        self.app.push_screen(screen, answered)

    def _edit_outside(self) -> None:
        seen, view = self._take(), self.shown
        assert view is not None, "BUG: editing without a view"
        name = (view.item.notes or ("note",))[0]
        outcome = editor.edited(self.app, name, view.proposed_text)
        match outcome:
            case str() as text if text != view.proposed_text:
                draft = jobs.save_draft(jobs.text_key(seen.item), editable(text))
                self.curator.errand(Purpose.DRAFT, draft, self)
                self._stage_text(seen, text)
            case str():
                self.painted(seen)
                self.say(Text("the text was not changed; nothing is staged"))
            case Refusal() as no:
                self.painted(seen)
                self.say(refusal(no))

    def _stage_text(self, seen: Seen, text: str) -> None:
        """Stage the reviewer's own text instead of the proposed one."""
        result = text.encode("utf-8", "surrogateescape")
        wish = Edit(item=seen.item, expect=seen.shown_hash, reason=self.note, result=result)
        self._approve_as(seen, wish)

    def _reject(self) -> None:
        seen, only = self._take(), self._only()

        def answered(why: Why | None) -> None:
            if why is None:
                self.painted(seen)
                return
            choice = Reject(item=seen.item, expect=seen.shown_hash, reason=why.text)
            self._stage(seen.item, replace(choice, reason_code=why.code, only=only))

        self.app.push_screen(ReasonScreen(seen.title, self.note), answered)

    def _defer(self) -> None:
        seen = self._take()

        def answered(until: str | None) -> None:
            if until is None:
                self.painted(seen)
                return
            choice = Defer(item=seen.item, expect=seen.shown_hash, reason=self.note)
            self._stage(seen.item, replace(choice, until=until.strip() or None))

        self.app.push_screen(asked_until(seen.title), answered)

    def painted(self, seen: Seen) -> None:
        """An item that was opened counts as looked at, as it is now."""
        super().painted(seen)
        if self.SCOPE in (Scope.DETAIL, Scope.QUARANTINE):
            self.session.looked[seen.item] = seen.shown_hash

    def _put_back(self) -> None:
        """Back into the queue now, instead of on its date."""
        seen = self._take()
        self._stage(seen.item, Restore(item=seen.item, expect=seen.shown_hash, reason=self.note))

    def _waits(self) -> Text | None:
        item = self.session.item(self.current() or "")
        if item is not None and item.lane in WAITING:
            return Text("it waits for a decision already; f lane:deferred shows what was put off")
        return None


def asked_until(name: Text) -> AskScreen:
    """The dialog that asks until when something is put off."""
    title = Text("defer ").append_text(name).append(" until")
    hint = Text("a date like 2026-12-06, empty: a week; enter stages; esc leaves it undecided")
    return AskScreen(title, hint, check=_no_date)


def asked_scope(folder: Text) -> AskScreen:
    """The dialog that asks for whom the notes of a folder hold."""
    title = Text("for whom do the notes in ").append_text(folder).append(" hold?")
    hint = Text("global, or project:NAME, user:, team:, agent:; enter stages; esc leaves")
    return AskScreen(title, hint, check=_no_scope)


def _no_scope(text: str) -> Text | None:
    from curator_core.service.wishing import is_scope

    wrong = Text("no scope: write global, or project:, user:, team:, agent: with a name")
    return None if is_scope(text.strip()) else wrong


def _no_date(text: str) -> Text | None:
    if not text.strip():
        return None
    try:
        date.fromisoformat(text.strip())
    except ValueError:
        return Text("no date: write it like 2026-12-06, or leave it empty for a week")
    return None
