"""The check of an open file on its maps."""

from __future__ import annotations

from game.background import Pending
from game.content.faults import Fault
from game.forms.form_files import CHECKS, FormFile

CHECK_AFTER_SECONDS = 0.8
"""Seconds without changes until a file is checked on its maps."""


class PlayCheck:
    """The check of a file on its maps, in the background once nothing changes."""

    def __init__(self, file: FormFile) -> None:
        self.file = file
        self.still = 0.0
        """Seconds without changes."""
        self._state: object = None
        """The state of the file that is checked."""
        self._found: tuple[object, list[Fault]] = (None, [])
        self._checking = Pending[list[Fault]]()

    @property
    def faults(self) -> list[Fault]:
        """Return the faults of the present text, as far as they are known."""
        return [] if self._is_due else self._found[1]

    @property
    def is_pending(self) -> bool:
        """Return whether further faults may be found."""
        return self.file.kind in CHECKS and self._is_due

    @property
    def _is_due(self) -> bool:
        return self._found[0] is not self.file.state

    def update(self, seconds: float) -> None:
        """Advance by *seconds*; begin a check, or take its result."""
        self.still += seconds
        for faults in self._checking.finished():
            self._found = self._state, faults
        if (
            self.is_pending
            and not self._checking.is_running
            and self.still >= CHECK_AFTER_SECONDS
        ):
            self._state = self.file.state
            self._checking.start(self.file.unplayable)
