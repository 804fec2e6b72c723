"""Frozen values and closed unions; nothing here touches the outside world."""
