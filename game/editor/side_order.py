"""The order of the sides for which a map reserves places."""

from __future__ import annotations

from contextlib import suppress
from functools import lru_cache

from game.content.faults import UnusableFile
from game.content.maps.map_file import MapFile
from game.content.scenarios import load_scenario, scenario_names
from game.rules import PLAYED


def reserved_sides(mapfile: MapFile) -> dict[int, str]:
    """Return the ids of the sides for which objects are reserved, by the ids of the objects."""
    named = ((one.id, getattr(one.what, "side", "")) for _, one in mapfile.objects())
    return {id_: side for id_, side in named if side}


@lru_cache(maxsize=16)
def order_of(sides: tuple[str, ...]) -> tuple[str, ...]:
    """Return sides in the order of the first scenario that has all of them, else as given."""
    orders = (order for order in _scenario_sides() if {*sides} <= {*order})
    return next(orders, sides)


@lru_cache(maxsize=1)
def _scenario_sides() -> tuple[tuple[str, ...], ...]:
    """Return the ids of the sides of each scenario; faulty ones are left out."""
    found = list[tuple[str, ...]]()
    for name in sorted(scenario_names()):
        with suppress(UnusableFile):  # the check of scenarios says why
            found.append(tuple(side.id for side in load_scenario(name, PLAYED).sides))
    return tuple(dict.fromkeys(found))
