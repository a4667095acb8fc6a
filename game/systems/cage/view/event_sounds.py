"""The sounds of the events of a bout."""

from __future__ import annotations

from collections.abc import Mapping

from game.systems.cage.table.events import (
    BoutBegan,
    RingTurned,
    Stepped,
    WeaponDropped,
    WeaponTaken,
)
from game.table.events import Event
from game.view.sounds import Sound

HEARD: Mapping[type[Event], Sound] = {
    BoutBegan: Sound.DRUM,
    RingTurned: Sound.LOCK,
    Stepped: Sound.STEPS,
    WeaponDropped: Sound.STRIKE,
    WeaponTaken: Sound.SET_DOWN,
}
