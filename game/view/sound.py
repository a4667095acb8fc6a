"""Play sound effects of events."""

from __future__ import annotations

import os
from collections.abc import Iterable
from enum import Enum

import pygame

from game.content.storage import ASSETS
from game.table.events import (
    Acted,
    Announced,
    ArrowsChanged,
    BodyRemoved,
    BoutBegan,
    Defected,
    Ended,
    Event,
    GroundChanged,
    Handled,
    Healed,
    Joined,
    Marked,
    MarkerLaid,
    Moved,
    Noted,
    ObjectivePlaced,
    PhaseBegan,
    PhaseOver,
    PieceCame,
    PieceHeld,
    PieceLeft,
    PieceMoved,
    PieceRemoved,
    Placed,
    Queued,
    Raised,
    Removed,
    Rerolled,
    RingTurned,
    Rolled,
    Scored,
    Spent,
    Stepped,
    Struck,
    Turned,
    TurnsOrdered,
    Unmarked,
    WeaponDropped,
    WeaponTaken,
    Wounded,
    ZoneTaken,
)
from game.view.background_task import Loader
from game.view.playback.timing import brings_flood

SOUNDS = ASSETS / "sounds"
RATE = 22_050
"""Samples per second."""
MAX_SOUNDS = 3
"""Maximum number of sounds started at once; the most recent events win."""


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
    BLAST = ("blast", "a blast")
    WATER = ("water", "rushing water")
    STRIKE = ("strike", "a crash")
    LOCK = ("lock", "steel locks into steel")
    WOUND = ("wound", "a hit")
    FALL = ("fall", "somebody falls")
    DRUM = ("drum", "a drum: a new phase")
    CHIME = ("chime", "a chime: points")
    FANFARE = ("fanfare", "a fanfare: the end")

    def __init__(self, file: str, caption: str) -> None:
        self.file = file
        self.caption = caption


HEARD: dict[type[Event], Sound] = {
    Acted: Sound.CALL,
    Placed: Sound.SET_DOWN,
    Moved: Sound.STEPS,
    Turned: Sound.STEPS,
    ArrowsChanged: Sound.HISS,
    PieceMoved: Sound.HISS,
    PieceHeld: Sound.SET_DOWN,
    PieceRemoved: Sound.TICK,
    PieceLeft: Sound.TICK,
    PieceCame: Sound.SET_DOWN,
    BodyRemoved: Sound.TICK,
    Rolled: Sound.DICE,
    Rerolled: Sound.DIE,
    MarkerLaid: Sound.BLAST,
    Announced: Sound.CHIME,
    GroundChanged: Sound.WATER,
    ObjectivePlaced: Sound.SET_DOWN,
    Struck: Sound.STRIKE,
    Wounded: Sound.WOUND,
    Healed: Sound.CHIME,
    Joined: Sound.TICK,
    Defected: Sound.DRUM,
    Raised: Sound.DRUM,
    Removed: Sound.FALL,
    Marked: Sound.TICK,
    Unmarked: Sound.TICK,
    Queued: Sound.TICK,
    Handled: Sound.TICK,
    Noted: Sound.TICK,
    ZoneTaken: Sound.CALL,
    TurnsOrdered: Sound.CALL,
    BoutBegan: Sound.DRUM,
    Stepped: Sound.STEPS,
    RingTurned: Sound.LOCK,
    WeaponDropped: Sound.STRIKE,
    WeaponTaken: Sound.SET_DOWN,
    PhaseBegan: Sound.DRUM,
    PhaseOver: Sound.TICK,
    Scored: Sound.CHIME,
    Spent: Sound.CALL,
    Ended: Sound.FANFARE,
}
"""Sounds by class of event."""


def sounds_of(events: Iterable[Event], *, flood: bool = False) -> list[Sound]:
    """Return the sounds of events shown at once: without repetition, the last few.

    *flood*: footsteps sound as water while a flood runs.
    """
    heard = [Sound.WATER if brings_flood(event) else HEARD[type(event)] for event in events]
    if flood:
        heard = [Sound.WATER if sound is Sound.STEPS else sound for sound in heard]
    heard = list(dict.fromkeys(heard))
    if len(heard) > 1:
        heard = [sound for sound in heard if sound is not Sound.TICK]
    return heard[-MAX_SOUNDS:]


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
        return {sound: pygame.mixer.Sound(_path(sound)) for sound in Sound}
    except (pygame.error, OSError):
        return {}


def _path(sound: Sound) -> str:
    return os.fspath(SOUNDS / f"{sound.file}.wav")
