"""Events of single systems are applied by their systems."""

from __future__ import annotations

from typing import get_args

from game.table.events import Event
from game.table.records import SystemEvent
from game.table.registry import APPLIERS


def test_every_event_of_a_system_is_applied_and_no_other() -> None:
    assert APPLIERS.keys() == {
        kind for kind in get_args(Event) if issubclass(kind, SystemEvent)
    }
