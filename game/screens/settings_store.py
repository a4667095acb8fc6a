"""The live settings of the window."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from game.content.faults import Fault, UnusableFile
from game.content.palettes import use_palette
from game.content.settings import OLD, Settings, load_settings, save_settings
from game.widgets.key_bindings import use_keys

SAVE_DELAY_SECONDS = 0.5
"""Seconds without changes until settings are saved, because sliders change them often."""
TOLD = 6
"""Maximum number of faults shown per file."""


class SettingsWarning(NamedTuple):
    title: str
    words: str


class SettingsStore:
    """The live settings; palette and key bindings follow them at once."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.settings, faults = load_settings(path)
        self.complaints = [_unused(faults)] if faults else []
        """Warnings that were not shown yet."""
        self._left = 0.0
        """Seconds until the settings are saved; 0 if they are."""
        self._complained = False
        self._take_on()

    def change(self, settings: Settings) -> None:
        """Apply other settings, and save them after a short delay."""
        self.settings, self._left = settings, SAVE_DELAY_SECONDS
        self._take_on()

    def _take_on(self) -> None:
        use_palette(self.settings.palette)
        use_keys(self.settings.bound, self.settings.editor_bound)

    def update(self, seconds: float) -> None:
        """Save the settings after a time without changes."""
        if 0.0 < self._left <= seconds:
            self.save()
        self._left = max(0.0, self._left - seconds)

    def save(self) -> None:
        """Save changed settings; if that fails, warn once and go on."""
        if not self._left:
            return
        self._left = 0.0
        try:
            save_settings(self.path, self.settings)
        except UnusableFile as error:
            if not self._complained:
                self.complaints.append(
                    SettingsWarning("Settings could not be saved", str(error))
                )
            self._complained = True


def _unused(faults: Sequence[Fault]) -> SettingsWarning:
    text = "; ".join(str(fault) for fault in faults[:TOLD])
    more = f"; and {len(faults) - TOLD} more" if len(faults) > TOLD else ""
    words = f"The valid settings were kept. {text}{more}. The original file was saved as {OLD}."
    return SettingsWarning("Some settings were ignored", words)
