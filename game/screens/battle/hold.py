"""A key that does one thing when it is tapped and another while it is held."""

from __future__ import annotations

PATIENCE = 0.22
"""Seconds after which a key is held and no longer tapped."""


class HoldKey:
    def __init__(self) -> None:
        self._since: float | None = None

    @property
    def down(self) -> bool:
        return self._since is not None

    @property
    def held(self) -> bool:
        return self._since is not None and self._since >= PATIENCE

    def press(self) -> None:
        """Take a KEYDOWN; those that only repeat it change nothing."""
        if self._since is None:
            self._since = 0.0

    def update(self, seconds: float) -> None:
        if self._since is not None:
            self._since += seconds

    def release(self) -> bool:
        """Take a KEYUP; return whether it was a tap."""
        tapped = self.down and not self.held
        self._since = None
        return tapped
