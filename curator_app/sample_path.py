"""Where the sample Home lies: beside the packages in a checkout, inside the app when installed."""

from __future__ import annotations

from pathlib import Path

_APP = Path(__file__).resolve().parent


def sample_home() -> Path:
    """The sample Home's folder; a folder inside the installed app wins over one in a checkout."""
    installed = _APP / "sample_home"
    return installed if installed.is_dir() else _APP.parent / "sample-home"
