"""The rules of a game, from the systems, missions and modules that a scenario names."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from game.content.faults import Fault
from game.rules.kit.modules import GameRules
from game.rules.registry import BASE_SYSTEMS, MISSIONS, MODULES

if TYPE_CHECKING:
    from game.rules.kit.parts import System

SYSTEMS: Mapping[str, System] = BASE_SYSTEMS | {"sandbox": "game.rules.sandbox.system:SYSTEM"}

PLAYED: Mapping[str, Sequence[str]] = {
    "system": tuple(SYSTEMS),
    "mission": tuple(MISSIONS),
    "modules": tuple(MODULES),
}
"""Values that a scenario file may give for each of these keys."""


def missions_of(system: str) -> tuple[str, ...]:
    """Return the missions of a system; a game of one that has any does not end without."""
    return tuple(name for name, mission in MISSIONS.items() if system in mission.systems)


def options_of(system: str) -> tuple[str, ...]:
    """Return the options that rules read in a system."""
    added = [name for name, module in MODULES.items() if system in module.systems]
    return (*SYSTEMS[system].options, *added)


def wanted_of(modules: Sequence[str], options: Mapping[str, Any]) -> list[str]:
    """Return the modules of a game: the scenario's, then those that options add."""
    return [*modules, *(m for m in MODULES if options.get(m) and m not in modules)]


def out_of_place(
    system: str, modules: Sequence[str], options: Mapping[str, Any]
) -> Iterator[Fault]:
    """Yield a fault for each module that cannot be played with the system."""
    for name in wanted_of(modules, options):
        module = MODULES[name]
        if system not in module.systems:
            yield Fault("modules", f"{name} is not played in {system} ({module.clause})")


def rules_of(
    system: str, mission: str = "", modules: Sequence[str] = (), options: Mapping[str, Any] = {}
) -> GameRules:
    """Return the rules of a game; without a mission it goes on until a side ends it.

    Modules are in the scenario's order. An option with a module's name adds that module; its
    value may be a parameter, such as the twist to play.
    """
    again = partial(rules_of, system, mission, tuple(modules), dict(options))
    wanted = wanted_of(modules, options)
    options = {**options, **{name: options.get(name) or True for name in wanted}}
    parts = [MODULES[name].build(options, SYSTEMS[system].core) for name in wanted]
    if mission:
        parts.insert(0, MISSIONS[mission].build(options))
    return GameRules(SYSTEMS[system].build(options), parts, options, again)
