from __future__ import annotations

import wave

import numpy as np
import pygame
import pytest

from game.geometry.points import Point
from game.table.events import (
    Event,
    Handled,
    MarkerLaid,
    Moved,
    PhaseOver,
    Rolled,
    Scored,
    Wounded,
)
from game.table.records import ModelId, Side
from game.table.system_additions import event_kinds
from game.view.playback import event_sounds, sounds_of
from game.view.sounds import RATE, SOUNDS, Sound, SoundPlayer
from tests.tools.sounds import LOUD, USUAL, samples

RED = Side("reds")
WALK = Moved("CC-18", model=ModelId("a"), path=(Point(0, 0), Point(1, 0)), facing=0.0)
ROLL = Rolled("CC-05", by=RED, what="hits", faces=(4, 2))
BLAST = MarkerLaid("CC-12", Point(1, 1), 3.0)
HIT = Wounded("CC-13", ModelId("a"), 1)
BY_ANIMATION = {Sound.SHOTS, Sound.BLADES, Sound.SAVED, Sound.RUMBLE, Sound.GRIND}
"""Sounds that animations give in place of an event's usual one, or with a motion."""
MEAN_BYTES = 31_250


def test_every_kind_of_event_has_a_sound_and_every_sound_an_event() -> None:
    assert {*event_sounds()} == {*event_kinds()}
    assert {*event_sounds().values(), *BY_ANIMATION} == {*Sound}


def test_what_is_told_at_once_is_heard_at_once_but_each_sound_once() -> None:
    assert sounds_of([WALK, WALK, ROLL]) == [Sound.STEPS, Sound.DICE]
    assert sounds_of([Handled("CC-06"), WALK]) == [Sound.STEPS]
    assert sounds_of([Handled("CC-06"), PhaseOver("CC-06")]) == [Sound.TICK]
    many: list[Event] = [WALK, ROLL, BLAST, HIT, Scored("MI-03", RED, 1, "marker-1")]
    assert sounds_of(many) == [Sound.BLAST, Sound.WOUND, Sound.CHIME]


@pytest.mark.parametrize("sound", Sound)
def test_the_shipped_file_is_what_the_generator_makes(sound: Sound) -> None:
    with wave.open(str(SOUNDS / f"{sound.file}.wav"), "rb") as file:
        form = file.getnchannels(), file.getsampwidth(), file.getframerate()
        shipped = np.frombuffer(file.readframes(file.getnframes()), "<i2")
    assert form == (1, 2, RATE)
    fresh = samples(sound)
    assert len(fresh) == len(shipped)
    # Another machine's sine may differ in the last bit.
    assert np.max(np.abs(fresh - shipped)) <= 2


@pytest.mark.parametrize("sound", Sound)
def test_no_sound_cracks_hums_on_or_is_empty(sound: Sound) -> None:
    heard = samples(sound) / 32_767
    loudest = float(np.max(np.abs(heard)))

    assert loudest == pytest.approx(LOUD.get(sound, USUAL), abs=0.001)
    assert 0.03 < len(heard) / RATE < 1.7
    assert abs(float(np.mean(heard))) < 0.05
    assert float(np.max(np.abs(heard[-200:]))) < 0.12 * loudest


def test_all_files_together_are_small() -> None:
    assert sum(file.stat().st_size for file in SOUNDS.glob("*.wav")) < MEAN_BYTES * len(Sound)
    assert {file.stem for file in SOUNDS.iterdir()} == {sound.file for sound in Sound}


def clips_of(speaker: SoundPlayer) -> dict[Sound, pygame.mixer.Sound]:
    """Wait for the sounds that a thread loads."""
    assert speaker._loader  # noqa: SLF001  its thread has no other end to wait for
    return speaker._loader.result()  # noqa: SLF001


def test_what_happens_is_played_as_loud_as_is_liked() -> None:
    speaker = SoundPlayer()
    speaker.set(0.25)
    clips = clips_of(speaker)
    speaker.play([Sound.DICE])

    assert {*clips} == {*Sound}
    assert clips[Sound.DICE].get_num_channels() == 1
    assert clips[Sound.DICE].get_volume() == pytest.approx(0.25, abs=0.01)
    speaker.set(0.0)
    speaker.play([Sound.CHIME])
    assert clips[Sound.CHIME].get_num_channels() == 0
    speaker.close()
    assert pygame.mixer.get_init() is None


def test_whoever_wants_no_sound_opens_no_device() -> None:
    speaker = SoundPlayer()
    speaker.set(0.0)
    speaker.play([Sound.DICE])
    speaker.close()

    assert pygame.mixer.get_init() is None


def test_without_a_device_all_is_mute(monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(*given: object) -> None:
        raise pygame.error("No such audio device")

    monkeypatch.setattr(pygame.mixer, "init", refused)
    speaker = SoundPlayer()
    speaker.set(1.0)
    assert clips_of(speaker) == {}
    speaker.play([Sound.DICE])
    speaker.close()
