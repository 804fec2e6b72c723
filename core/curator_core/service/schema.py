"""The published schema of a note, for entrances."""

from curator_core.store.note_schema import json_schema

__all__ = ["json_schema"]
