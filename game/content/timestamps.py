"""The time in the names of saves, which is also in their heads."""

from __future__ import annotations

from datetime import UTC, datetime


def now() -> str:
    """Return the current UTC time, as used in save headers and file names."""
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
