"""A Home with a stale answer planted in it: three causes, each to be mended in another way."""

from __future__ import annotations

from pathlib import Path

from tests.homes import make_home, note, put, reviewed

OLD, NEW = "npm run deploy", "npm run deploy:prod"
LATE = "npm run deploy:prod --confirm"
SLOT = "deploy.production"
CLAUDE = "# Agent\n\nShip with `npm run deploy` from main.\nNever run npm run deploy:prod twice.\n"


def planted(root: Path) -> Path:
    """A note about staging took the place of the right production command (a wrong supersede), so
    production has no answer; a later fact waits in the queue; CLAUDE.md holds the old command."""
    notes = {
        "deploy/old.md": reviewed(
            "m_old",
            "Production is deployed with the plain script.",
            title="Production deploy",
            memory_key=SLOT,
            value=OLD,
            valid_from="2026-01-01",
            valid_to="2026-03-01",
        ).replace("status: active", "status: superseded"),
        "deploy/right.md": reviewed(
            "m_right",
            "Since March production is deployed with the prod script.",
            title="Production deploy with the prod script",
            memory_key=SLOT,
            value=NEW,
            valid_from="2026-03-01",
            valid_to="2026-06-01",
            supersedes=["m_old"],
            relation="state_change",
        ).replace("status: active", "status: superseded"),
        "deploy/staging.md": reviewed(
            "m_staging",
            "Staging deploys by itself.",
            title="Staging deploy",
            memory_key="deploy.staging",
            value="push to main",
            valid_from="2026-06-01",
            supersedes=["m_right"],
            relation="state_change",
        ),
        "deploy/steps.md": reviewed(
            "m_steps", "On Fridays run npm run deploy and tell the team.", title="Friday steps"
        ),
        "other.md": reviewed("m_other", "Lunch is at noon.", title="Lunch"),
    }
    late = note(
        "m_late",
        "Production asks for a confirmation since September.",
        title="Late news about deploying",
        memory_key=SLOT,
        value=LATE,
        valid_from="2026-09-01",
        recorded_at="2026-11-20T08:00:00+00:00",
    )
    home = make_home(root, notes, {"late.md": late})
    put(home, "CLAUDE.md", CLAUDE)
    return home
