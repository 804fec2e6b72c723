"""What the split workbench makes: parts as they are written, steps, the decision."""

from __future__ import annotations

from dataclasses import replace

from rich.text import Text

from curator_app.tui import cutting, gate, jobs
from curator_app.tui.cutting import Cutting
from curator_app.tui.messages import Purpose
from curator_app.tui.paint.foreign import foreign
from curator_app.tui.paint.wording import count
from curator_app.tui.screens.edit import Asks, EditScreen
from curator_app.tui.screens.workbench import WorkbenchScreen
from curator_core.model.cutting import Head, Original
from curator_core.model.decision import Split
from curator_core.service import splitting

_CHOOSING = Text("1 takes this text   0 the text before   tab types on   esc leaves")
_HEAD = Asks(Text("what the part states (another part by its number): "), _CHOOSING)
_WHOLE = Asks(Text("the whole part: "), _CHOOSING)


class CuttingScreen(WorkbenchScreen):
    """A note and how it is being cut, step by step."""

    def __init__(self) -> None:
        super().__init__()
        self.of: Original | None = None
        self._steps: list[Cutting] = []
        self._at = 0

    def part_in_hand(self) -> int:
        """The part of the line in hand; 0 for none."""
        raise NotImplementedError

    def begin(self, of: Original, kept: str) -> None:
        """Go on where it was left; another text begins anew."""
        if self.of is None or self.of.text != of.text:
            self._steps, self._at = [cutting.load(kept, of) or cutting.begun(of)], 0
        self.of = of

    @property
    def made(self) -> Cutting:
        """The cutting in hand."""
        return self._steps[self._at]

    def cannot_step(self, name: str) -> Text | None:
        """Why there is no step back or on again."""
        if name == "undo_step":
            return None if self._at > 0 else Text("nothing to take back here")
        return None if self._at + 1 < len(self._steps) else Text("nothing was taken back")

    def all_there(self) -> Text | None:
        """Why there is nothing to give up."""
        assert self.of is not None, "BUG: bound without a note"
        missing = cutting.left_out(self.of, self.made)
        return None if missing else Text("every line is in a part; nothing to give up")

    def unfit(self) -> Text | None:
        """Why this is no split yet."""
        of = self.of
        assert of is not None, "BUG: bound without a note"
        if len(self.made.parts) < 2:
            return Text("one part is no split: c cuts at the line in hand, H by headings")
        if of.tainted and not self.page().read:
            return Text("tainted: read the parts to their end first (tab, then G)")
        bare = cutting.empty(of, self.made)
        if bare:
            return Text(f"part {bare[0]:d} has no text: a digit moves its lines elsewhere")
        unsaid = cutting.without_start(of, self.made)
        if unsaid:
            return Text(f"part {unsaid[0]:d} replaces another one: from when? e writes valid_from")
        missing = set(cutting.left_out(of, self.made)) - set(self.made.given_up)
        if missing:
            said = f"{count(len(missing), 'line')} in no part: a digit moves it, A gives it up"
            return Text(said)
        return None

    def step(self, made: Cutting, said: Text) -> None:
        """One more step, kept at once."""
        assert self.of is not None, "BUG: a step without a note"
        self._steps = [*self._steps[: self._at + 1], made]
        self._at += 1
        self._show(said)

    def _show(self, said: Text) -> None:
        assert self.of is not None, "BUG: a step without a note"
        key = jobs.cutting_key(self.of.item)
        job = jobs.save_draft(key, cutting.dump(self.made))
        self.curator.errand(Purpose.DRAFT, job, self, tag=key)
        self.paint()
        self.say(said)

    def go(self, direction: int) -> None:
        """One step back or on."""
        self._at += direction
        self._show(Text("taken back; U does it again" if direction < 0 else "done again"))

    def write_head(self) -> None:
        """Write what the part in hand states."""
        of, part = self.of, self.part_in_hand()
        assert of is not None, "BUG: a part of nothing"

        def answered(text: str | None) -> None:
            if text is None:
                self.say(Text("left as it was; what was typed is kept"))
                return
            match cutting.from_text(text, of.ids):
                case Head() as made:
                    self.curator.errand(Purpose.DRAFT, jobs.save_draft(key, ""), self)
                    heads = {**self.made.heads, part: made}
                    self.step(replace(self.made, heads=heads), Text(f"part {part:d} is written"))
                case str() as wrong:
                    self.say(Text("not taken: ").append_text(foreign(wrong)))

        key = f"head:{of.item}:{part}"
        shown = cutting.as_text(cutting.head(of, self.made, part))
        name = Text(f"part {part:d}")
        self.app.push_screen(EditScreen(name, shown, key, _HEAD), answered)

    def write_whole(self) -> None:
        """Write the part in hand as a whole."""
        of, part = self.of, self.part_in_hand()
        assert of is not None, "BUG: a part of nothing"

        def answered(text: str | None) -> None:
            if text is None:
                self.say(Text("left as it was; what was typed is kept"))
                return
            self.curator.errand(Purpose.DRAFT, jobs.save_draft(key, ""), self)
            typed = {**self.made.typed, part: text}
            self.step(replace(self.made, typed=typed), Text(f"part {part:d} is as typed"))

        key = f"part:{of.item}:{part}"
        shown = cutting.text(of, self.made, part)
        self.app.push_screen(EditScreen(Text(f"part {part:d}"), shown, key, _WHOLE), answered)

    def give_up(self) -> None:
        """Let the lines go that are in no part."""
        assert self.of is not None, "BUG: giving up without a note"
        missing = cutting.left_out(self.of, self.made)
        said = Text(f"{count(len(missing), 'line')} given up: they stay in the ledger alone")
        self.step(replace(self.made, given_up=missing), said)

    def settle(self) -> None:
        """Stage the split."""
        of, seen = self.of, self.seen
        assert of is not None and seen is not None, "BUG: settling without a note"
        texts = [cutting.text(of, self.made, part) for part in self.made.parts]
        results = tuple(splitting.encoded(of, text) for text in texts)
        wish = Split(item=seen.item, expect=seen.shown_hash, reason=self.note, results=results)
        if self.page().read:
            gate.was_read(self.session, wish)
        self._stage(seen.item, wish)
