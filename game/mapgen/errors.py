"""What makers of maps raise."""

from __future__ import annotations


class NoRoomError(ValueError):
    """So many things find no room on such a table; the message says what to change."""
