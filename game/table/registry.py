"""Registry: the functions that apply the events of single systems."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, get_args

from game.table.cage.floor_state import CageEvent, apply_cage_event
from game.table.command import Spent, apply_command_event
from game.table.records import SystemEvent
from game.table.state import Table

APPLIERS: Mapping[type[SystemEvent], Callable[[Table, Any], None]] = {
    **dict.fromkeys(get_args(CageEvent), apply_cage_event),
    Spent: apply_command_event,
}
