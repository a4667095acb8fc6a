"""Registry of all rule systems, missions and modules."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, TypeAlias

from game.content.faults import Fault
from game.play.lazy_imports import EntryPoints
from game.rules.kit.core_api import Core
from game.rules.kit.modules import GameRules, Module

Built: TypeAlias = Callable[[Mapping[str, Any]], Module]
"""A factory of a system or a mission, from a scenario's options."""
Added: TypeAlias = Callable[[Mapping[str, Any], Core], Module]
"""A factory of a module, from a scenario's options and the core that it extends."""

SYSTEMS: Mapping[str, Built] = EntryPoints(
    {
        "classic": "game.rules.classic.system:classic",
        "zero_g": "game.rules.zero_g.system:zero_g",
        "pursuit": "game.rules.pursuit.system:pursuit",
        "cage": "game.rules.cage.system:cage",
        "modern": "game.rules.modern.system:modern",
        "matched": "game.rules.matched.system:matched",
        "sandbox": "game.rules.sandbox.system:sandbox",
    }
)
CORES: Mapping[str, Core] = EntryPoints(
    {
        **dict.fromkeys(SYSTEMS, "game.rules.classic.core_api:CLASSIC"),
        "modern": "game.rules.modern.core_api:MODERN",
        "matched": "game.rules.modern.core_api:MODERN",
    }
)
ARMED_AS: Mapping[str, str] = {"matched": "modern"}
"""Systems that use the rosters and armouries of another system, and that system."""
MISSIONS: Mapping[str, Built] = EntryPoints(
    {
        "combat_patrol": "game.rules.missions.combat_patrol:combat_patrol",
        "crossing": "game.rules.missions.crossing:crossing",
        "nest": "game.rules.missions.nest:nest",
        "adrift": "game.rules.missions.adrift:adrift",
        "salvage": "game.rules.missions.salvage:salvage",
        "vital_intelligence": "game.rules.missions.vital_intelligence:vital_intelligence",
        "beachhead": "game.rules.missions.beachhead:beachhead",
        "no_mercy": "game.rules.missions.no_mercy:no_mercy",
        "visions_of_victory": "game.rules.missions.visions_of_victory:visions_of_victory",
        "tactical_escalation": "game.rules.missions.tactical_escalation:tactical_escalation",
        "deadlock": "game.rules.missions.deadlock:deadlock",
    }
)
MODULES: Mapping[str, Added] = EntryPoints(
    {
        "reserves": "game.rules.classic.deployment:reserves",
        "flood": "game.rules.flood.system:flood",
        "mysteries": "game.rules.matched.mysterious_objectives:mysteries",
        "peril": "game.rules.matched.mortal_peril:peril",
        "twist": "game.rules.matched.twists.system:twist",
        "reinforcements": "game.rules.modern.reinforcements:reinforcements",
        "sewer_rats": "game.rules.missions.sewer_rats:sewer_rats",
    }
)

AT_HOME: Mapping[str, tuple[str, Sequence[str]]] = {
    "reserves": ("CC-35", ("classic",)),
    "flood": ("FF-25", ("classic", "modern", "matched")),
    "mysteries": ("MP-07", ("matched",)),
    "peril": ("MP-09", ("matched",)),
    "twist": ("MP-11", ("matched",)),
    "reinforcements": ("MC-07", ("modern", "matched")),
    "sewer_rats": ("MI-06", ("classic", "modern", "matched")),
}
"""For each module: its clause, and the systems that it can be played with."""

_PATROLS = ("combat_patrol", "crossing", "nest")
MISSIONS_OF: Mapping[str, Sequence[str]] = {
    "classic": _PATROLS,
    "modern": _PATROLS,
    "zero_g": ("adrift", "salvage"),
    "matched": tuple(name for name in MISSIONS if name not in (*_PATROLS, "adrift", "salvage")),
}
"""Missions of each system; a game of these systems does not end without one."""

OPTIONS: Mapping[str, Sequence[str]] = {
    **{module: systems for module, (_, systems) in AT_HOME.items()},
    "turns": ("classic", "modern", "zero_g", "cage", "sandbox"),
    "morale": ("classic",),
    "billiards": ("zero_g",),
    "three": ("cage",),
    "points": ("modern", "matched"),
    "chooser": tuple(MISSIONS_OF),
    "rules": ("sandbox",),
}
"""Options that rules read, and the systems in which they do."""

PLAYED: Mapping[str, Sequence[str]] = {
    "system": tuple(SYSTEMS),
    "mission": tuple(MISSIONS),
    "modules": tuple(MODULES),
}
"""Values that a scenario file may give for each of these keys."""

CLAUSES = (
    *(f"CC-{n:02d}" for n in range(1, 39)),
    *(f"FF-{n:02d}" for n in range(1, 26)),
    *(f"MI-{n:02d}" for n in range(1, 7)),
    *(f"ZG-{n:02d}" for n in range(1, 27)),
    *(f"TC-{n:02d}" for n in range(1, 33)),
    *(f"PU-{n:02d}" for n in range(1, 32)),
    *(f"MC-{n:02d}" for n in range(1, 29)),
    *(f"MP-{n:02d}" for n in range(1, 44)),
    *(f"SB-{n:02d}" for n in range(1, 16)),
)
"""Ids of all clauses of the rulebook that are implemented."""


def wanted_of(modules: Sequence[str], options: Mapping[str, Any]) -> list[str]:
    """Return the modules of a game: the scenario's, then those that options add."""
    return [*modules, *(m for m in MODULES if options.get(m) and m not in modules)]


def out_of_place(
    system: str, modules: Sequence[str], options: Mapping[str, Any]
) -> Iterator[Fault]:
    """Yield a fault for each module that cannot be played with the system."""
    for name in wanted_of(modules, options):
        clause, over = AT_HOME[name]
        if system not in over:
            yield Fault("modules", f"{name} is not played in {system} ({clause})")


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
    parts = [MODULES[name](options, CORES[system]) for name in wanted]
    if mission:
        parts.insert(0, MISSIONS[mission](options))
    return GameRules(SYSTEMS[system](options), parts, options, again)
