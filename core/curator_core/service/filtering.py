"""The queue's filter language, for entrances."""

from curator_core.rules.filtering import Matcher, parse

__all__ = ["Matcher", "parse"]
