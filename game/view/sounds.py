"""The sounds of the game, which are played in the background."""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum

import pygame

from game.background import Loader
from game.content.shipped_folders import ASSETS

SOUNDS = ASSETS / "sounds"
RATE = 22_050
"""Samples per second."""


class Sound(Enum):
    """A file of ``assets/sounds``, with its text for captions."""

    TICK = ("tick", "")
    """A note is made; it needs no caption."""
    CALL = ("call", "a command")
    STEPS = ("steps", "steps")
    HISS = ("hiss", "a hiss of gas")
    SET_DOWN = ("set-down", "something is set down or taken up")
    DICE = ("dice", "dice roll")
    DIE = ("die", "a die rolls again")
    SHOTS = ("shots", "gunfire")
    BLADES = ("blades", "blades and claws")
    SAVED = ("saved", "a hit glances off")
    BLAST = ("blast", "a blast")
    RUMBLE = ("rumble", "a rumble")
    WATER = ("water", "rushing water")
    STRIKE = ("strike", "a crash")
    GRIND = ("grind", "steel grinds on steel")
    LOCK = ("lock", "a clank: steel locks into steel")
    WOUND = ("wound", "a hit")
    FALL = ("fall", "somebody falls")
    DRUM = ("drum", "a drum: a new phase")
    CHIME = ("chime", "a chime: points")
    FANFARE = ("fanfare", "a fanfare: the end")

    def __init__(self, file: str, caption: str) -> None:
        self.file = file
        self.caption = caption


class SoundPlayer:
    """Plays sounds in the background; missing devices and files are ignored."""

    def __init__(self) -> None:
        self.loudness = 0.0
        """From 0 to 1."""
        self._loader: Loader[dict[Sound, pygame.mixer.Sound]] | None = None

    def set(self, loudness: float) -> None:
        """Set the loudness, from 0 to 1; the device is opened when it is first above 0."""
        self.loudness = loudness
        if loudness > 0.0 and self._loader is None:
            self._loader = Loader(_opened)

    def play(self, sounds: Iterable[Sound]) -> None:
        if self.loudness <= 0.0 or self._loader is None or not self._loader.done:
            return
        if not pygame.mixer.get_init():  # There is no device, or it was removed.
            return
        clips = self._loader.result()
        for sound in sounds:
            if clip := clips.get(sound):
                clip.set_volume(self.loudness)
                clip.play()

    def close(self) -> None:
        """Close the device; to be called before pygame quits."""
        if self._loader:
            self._loader.result()
            self._loader = None
            pygame.mixer.quit()


SPEAKER = SoundPlayer()
"""The player of the window; pygame has only one mixer."""


def _opened() -> dict[Sound, pygame.mixer.Sound]:
    """Open the device and read all sounds; return an empty dict if there is no device."""
    try:
        pygame.mixer.init(RATE, -16, 1, 512)
        return {sound: pygame.mixer.Sound(SOUNDS / f"{sound.file}.wav") for sound in Sound}
    except (pygame.error, OSError):
        return {}
