"""The sound of a film, mixed from those that begin in its frames."""

from __future__ import annotations

import wave
from collections.abc import Iterable

import numpy as np
import numpy.typing as npt

from game.view.sounds import SOUNDS, Sound

RATE = 48_000
"""Samples per second."""
LOUDNESS = 0.6
"""Loudness of one sound, so that several at once are not cut off."""
Samples = npt.NDArray[np.float32]


def samples_of(sound: Sound) -> Samples:
    """Return a sound as samples from -1 to 1."""
    with wave.open(str(SOUNDS / f"{sound.file}.wav")) as file:
        rate, count = file.getframerate(), file.getnframes()
        found = np.frombuffer(file.readframes(count), "<i2").astype(np.float32) / 32768
    times = np.arange(round(count * RATE / rate)) * (rate / RATE)
    samples: Samples = np.interp(times, np.arange(count), found).astype(np.float32)
    return samples


class SoundTrack:
    """Mixes sounds, frame by frame."""

    def __init__(self, rate: int) -> None:
        """*rate*: frames per second."""
        self._rate, self._frames = rate, 0
        self._clips = dict[Sound, Samples]()
        self._playing: list[Samples] = []
        """The rests of the sounds that have begun."""

    def next(self, begun: Iterable[Sound]) -> Samples:
        """Return the samples of the next frame, with which some sounds begin."""
        for sound in begun:
            if sound not in self._clips:
                self._clips[sound] = LOUDNESS * samples_of(sound)
            self._playing.append(self._clips[sound])
        first, self._frames = self._frames, self._frames + 1
        count = self._frames * RATE // self._rate - first * RATE // self._rate
        mixed = np.zeros(count, np.float32)
        for left in self._playing:
            mixed[: left.size] += left[:count]
        self._playing = [left[count:] for left in self._playing if left.size > count]
        return np.clip(mixed, -1.0, 1.0)
