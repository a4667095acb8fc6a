"""Generates the sounds of ``assets/sounds``: ``python -m tests.tools.sounds``.

Each is a few decaying modes and noise: wood, plastic, water, a drum, a chime. The random
numbers are seeded: all machines produce the same files, except for the last bit of a sample.
"""

from __future__ import annotations

import wave
from collections.abc import Callable, Sequence
from itertools import accumulate
from pathlib import Path
from typing import TypeAlias

import numpy as np

from game.view.sounds import RATE, SOUNDS, Sound

Chance: TypeAlias = np.random.Generator
Wave: TypeAlias = "np.ndarray[tuple[int, ...], np.dtype[np.float64]]"

LOUD = {
    Sound.TICK: 0.08,
    Sound.CALL: 0.3,
    Sound.STEPS: 0.35,
    Sound.WATER: 0.5,
    Sound.HISS: 0.25,
    Sound.SAVED: 0.35,
    Sound.GRIND: 0.4,
}
"""Peak levels of the quieter sounds."""
USUAL = 0.6
ECHOES = ((0.031, 0.30), (0.067, 0.20), (0.113, 0.13), (0.181, 0.07))
"""Delays in seconds and levels of echoes, as from walls near by."""


def _ring(modes: Sequence[tuple[float, float, float]], seconds: float) -> Wave:
    """Return decaying tones, each given by a pitch in Hz, a share, and a decay time."""
    t = np.arange(int(RATE * seconds)) / RATE
    whole = np.zeros(len(t))
    for hz, share, rings in modes:
        whole += share * np.sin(2 * np.pi * hz * t) * np.exp(-t / rings)
    return np.asarray(np.minimum(t / 0.001, 1) * whole)


def _chord(pitches: Sequence[float], rings: float, seconds: float = 0.8) -> Wave:
    """Return pitches in Hz, each with its octave."""
    modes = [m for hz in pitches for m in ((hz, 1.0, rings), (2 * hz, 0.3, rings / 2))]
    return _ring(modes, seconds)


def _noise(chance: Chance, seconds: float, hz: float, rings: float) -> Wave:
    """Return noise below a pitch that dies away."""
    count = int(RATE * seconds)
    share = 1 - np.exp(-2 * np.pi * hz / RATE)
    low = accumulate(chance.standard_normal(count), lambda y, x: y + share * (x - y))
    t = np.arange(count) / RATE
    return np.asarray(np.fromiter(low, float, count) * np.exp(-t / rings))


def _knock(chance: Chance, hz: float) -> Wave:
    """Return the sound of a hard object that hits wood."""
    modes = [(hz, 1.0, 0.03), (2.31 * hz, 0.5, 0.018), (3.9 * hz, 0.3, 0.01)]
    return _ring(modes, 0.16) * 0.6 + _noise(chance, 0.16, 6000, 0.004) * 0.5


def _joined(parts: Sequence[tuple[float, Wave]]) -> Wave:
    """Return waves mixed at their starting times in seconds."""
    whole = np.zeros(max(int(at * RATE) + len(part) for at, part in parts))
    for at, part in parts:
        first = int(at * RATE)
        whole[first : first + len(part)] += part
    return whole


def _echoed(dry: Wave) -> Wave:
    return _joined([(0.0, dry), *((late, dry * share) for late, share in ECHOES)])


def synthesised(sound: Sound) -> Wave:
    """Return a sound, samples from -1 to 1."""
    dry = RECIPES[sound](np.random.default_rng([*sound.file.encode()]))
    wet = dry if sound is Sound.TICK else _echoed(dry)
    return np.asarray(wet / np.max(np.abs(wet)) * LOUD.get(sound, USUAL))


def _tick(_: Chance) -> Wave:
    return _ring([(1800, 1.0, 0.008)], 0.04)


def _call(_: Chance) -> Wave:
    return _joined([(0.0, _ring([(392, 1, 0.06)], 0.2)), (0.1, _chord([523.3], 0.12, 0.5))])


def _steps(chance: Chance) -> Wave:
    return _joined([(n * 0.13, _noise(chance, 0.1, 350, 0.025)) for n in range(3)])


def _hiss(chance: Chance) -> Wave:
    sharp = _noise(chance, 0.45, 9000, 0.12) - _noise(chance, 0.45, 1800, 0.12) * 0.6
    return np.asarray(sharp * np.minimum(np.arange(len(sharp)) / (0.03 * RATE), 1))


def _set_down(chance: Chance) -> Wave:
    return _knock(chance, 620)


def _dice(chance: Chance) -> Wave:
    times = np.cumsum(0.02 * 1.12 ** np.arange(14) * chance.uniform(0.5, 1.4, 14))
    hits = [_knock(chance, chance.uniform(900, 1900)) * 0.9**n for n in range(14)]
    return _joined([*zip(times, hits, strict=True)])


def _die(chance: Chance) -> Wave:
    return _joined([(t, _knock(chance, 1300) * (1 - t * 2)) for t in (0.0, 0.09, 0.2)])


def _blast(chance: Chance) -> Wave:
    low = _ring([(55, 1.0, 0.16), (83, 0.5, 0.1)], 0.7)
    return np.asarray(np.tanh(_noise(chance, 0.7, 700, 0.14) * 9 + low))


def _crack(chance: Chance, hz: float) -> Wave:
    """Return a shot: a sharp crack over a low thump."""
    thump = _ring([(hz, 1.0, 0.03), (hz * 0.55, 0.8, 0.045)], 0.16)
    return np.asarray(np.tanh(_noise(chance, 0.16, 5200, 0.016) * 3 + thump * 0.8))


def _shots(chance: Chance) -> Wave:
    times = np.cumsum(chance.uniform(0.05, 0.085, 6)) - 0.05
    shots = [_crack(chance, chance.uniform(140, 210)) * 0.93**n for n in range(6)]
    return _joined([*zip(times, shots, strict=True)])


def _blades(chance: Chance) -> Wave:
    swish = _noise(chance, 0.3, 5200, 0.2) - _noise(chance, 0.3, 2400, 0.2)
    swish = swish * np.sin(np.linspace(0, np.pi, len(swish))) ** 2
    edge = _ring([(2350, 1.0, 0.05), (3610, 0.7, 0.04), (5230, 0.4, 0.03)], 0.25)
    thud = _noise(chance, 0.25, 900, 0.03)
    return _joined([(0.0, swish * 0.7), (0.16, edge * 0.25 + thud), (0.27, edge * 0.2)])


def _saved(chance: Chance) -> Wave:
    ping = [(1870, 1.0, 0.11), (2790, 0.6, 0.08), (4480, 0.35, 0.05)]
    return _ring(ping, 0.3) + _noise(chance, 0.3, 7000, 0.006)


def _rumble(chance: Chance) -> Wave:
    seconds = 0.8
    t = np.arange(int(RATE * seconds)) / RATE
    low = _noise(chance, seconds, 70, 9.0) * 6 + 0.35 * np.sin(2 * np.pi * (34 + 9 * t) * t)
    swells = np.minimum(t / 0.7, 1.0) ** 1.5 * np.minimum((seconds - t) / 0.15, 1.0)
    return np.asarray(np.tanh(low) * swells)


def _grind(chance: Chance) -> Wave:
    seconds = 0.5
    t = np.arange(int(RATE * seconds)) / RATE
    teeth = 0.55 + 0.45 * np.sign(np.sin(2 * np.pi * 27 * t))
    scrape = _noise(chance, seconds, 2600, 9.0) - _noise(chance, seconds, 500, 9.0)
    low = 0.12 * np.sin(2 * np.pi * 73 * t)
    ends = np.minimum(t / 0.06, 1.0) * np.minimum((seconds - t) / 0.12, 1.0)
    return np.asarray((scrape * teeth + low) * ends)


def _water(chance: Chance) -> Wave:
    long = _noise(chance, 1.1, 900, 9.0)
    return np.asarray(long * np.sin(np.linspace(0, np.pi, len(long))) ** 2)


def _strike(chance: Chance) -> Wave:
    metal = [(410, 1.0, 0.12), (1130, 0.6, 0.09), (2310, 0.4, 0.06), (3720, 0.3, 0.04)]
    return _ring(metal, 0.5) + _noise(chance, 0.5, 4000, 0.02)


def _lock(chance: Chance) -> Wave:
    metal = [(96, 1.0, 0.05), (247, 0.5, 0.04), (611, 0.3, 0.03)]
    return _ring(metal, 0.2) + _noise(chance, 0.2, 900, 0.02)


def _wound(chance: Chance) -> Wave:
    return _ring([(140, 1.0, 0.05)], 0.25) + _noise(chance, 0.25, 1500, 0.03) * 1.5


def _fall(chance: Chance) -> Wave:
    return _joined([(0.0, _knock(chance, 190)), (0.14, _knock(chance, 150) * 0.7)])


def _drum(_: Chance) -> Wave:
    return _ring([(82, 1.0, 0.16), (131, 0.5, 0.1), (178, 0.3, 0.07)], 0.6)


def _chime(_: Chance) -> Wave:
    return _joined([(0.0, _chord([659.3], 0.3)), (0.09, _chord([987.8], 0.4))])


def _fanfare(_: Chance) -> Wave:
    rising = [(n * 0.16, _chord([hz], 0.45)) for n, hz in enumerate((261.6, 329.6, 392.0))]
    return _joined([*rising, (0.48, _chord([261.6, 329.6, 392.0, 523.3], 0.45))])


RECIPES: dict[Sound, Callable[[Chance], Wave]] = {
    Sound.TICK: _tick,
    Sound.CALL: _call,
    Sound.STEPS: _steps,
    Sound.HISS: _hiss,
    Sound.SET_DOWN: _set_down,
    Sound.DICE: _dice,
    Sound.DIE: _die,
    Sound.SHOTS: _shots,
    Sound.BLADES: _blades,
    Sound.SAVED: _saved,
    Sound.BLAST: _blast,
    Sound.RUMBLE: _rumble,
    Sound.WATER: _water,
    Sound.STRIKE: _strike,
    Sound.GRIND: _grind,
    Sound.LOCK: _lock,
    Sound.WOUND: _wound,
    Sound.FALL: _fall,
    Sound.DRUM: _drum,
    Sound.CHIME: _chime,
    Sound.FANFARE: _fanfare,
}


def samples(sound: Sound) -> Wave:
    """Return a sound as 16-bit integers, as it is written."""
    return np.round(synthesised(sound) * 32_767)


def write(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for sound in Sound:
        with wave.open(str(folder / f"{sound.file}.wav"), "wb") as file:
            file.setnchannels(1)
            file.setsampwidth(2)
            file.setframerate(RATE)
            file.writeframes(samples(sound).astype("<i2").tobytes())


if __name__ == "__main__":
    write(SOUNDS)
