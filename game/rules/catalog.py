"""Everything that can be played. The only file that knows all rule systems."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, TypeAlias

from game.content.faults import Fault
from game.play.dice import ScriptedDice
from game.play.game import Game
from game.rules.cage.rulebook import cage
from game.rules.classic.bearing import note_locks
from game.rules.classic.core import CLASSIC
from game.rules.classic.reserves import reserves
from game.rules.classic.rulebook import classic
from game.rules.flood.rulebook import flood
from game.rules.kit.core import Core
from game.rules.kit.modules import GameRules, Module
from game.rules.matched.mysteries import mysteries
from game.rules.matched.peril import peril
from game.rules.matched.rulebook import matched
from game.rules.matched.twists.rulebook import twist
from game.rules.missions.adrift import adrift
from game.rules.missions.beachhead import beachhead
from game.rules.missions.combat_patrol import combat_patrol
from game.rules.missions.crossing import crossing
from game.rules.missions.deadlock import deadlock
from game.rules.missions.nest import nest
from game.rules.missions.no_mercy import no_mercy
from game.rules.missions.salvage import salvage
from game.rules.missions.tactical_escalation import tactical_escalation
from game.rules.missions.visions_of_victory import visions_of_victory
from game.rules.missions.vital_intelligence import vital_intelligence
from game.rules.modern.core import MODERN
from game.rules.modern.rulebook import modern
from game.rules.pursuit.rulebook import pursuit
from game.rules.sandbox.rulebook import sandbox
from game.rules.zero_g.rulebook import zero_g
from game.table.state import Table

Built: TypeAlias = Callable[[Mapping[str, Any]], Module]
"""A system or a mission, made to a scenario's options."""
Added: TypeAlias = Callable[[Mapping[str, Any], Core], Module]
"""A module, made to a scenario's options and the core that it lies over."""

SYSTEMS: Mapping[str, Built] = {
    "classic": classic,
    "zero_g": zero_g,
    "pursuit": pursuit,
    "cage": cage,
    "modern": modern,
    "matched": matched,
    "sandbox": sandbox,
}
CORES: Mapping[str, Core] = {
    **dict.fromkeys(SYSTEMS, CLASSIC),
    "modern": MODERN,
    "matched": MODERN,
}
ARMED_AS: Mapping[str, str] = {"matched": "modern"}
"""The systems whose rosters and armouries are those of another."""
MISSIONS: Mapping[str, Built] = {
    "combat_patrol": combat_patrol,
    "crossing": crossing,
    "nest": nest,
    "adrift": adrift,
    "salvage": salvage,
    "vital_intelligence": vital_intelligence,
    "beachhead": beachhead,
    "no_mercy": no_mercy,
    "visions_of_victory": visions_of_victory,
    "tactical_escalation": tactical_escalation,
    "deadlock": deadlock,
}
MODULES: Mapping[str, Added] = {
    "reserves": reserves,
    "flood": flood,
    "mysteries": mysteries,
    "peril": peril,
    "twist": twist,
}

AT_HOME: Mapping[str, tuple[str, Sequence[str]]] = {
    "reserves": ("CC-35", ("classic",)),
    "flood": ("FF-25", ("classic", "modern", "matched")),
    "mysteries": ("MP-07", ("matched",)),
    "peril": ("MP-09", ("matched",)),
    "twist": ("MP-11", ("matched",)),
}
"""Over which systems a module lies in a scenario, and the clause that it comes from."""

PLAYED: Mapping[str, Sequence[str]] = {
    "system": tuple(SYSTEMS),
    "mission": tuple(MISSIONS),
    "modules": tuple(MODULES),
}
"""What a scenario file may name."""

CLAUSES = (
    *(f"CC-{n:02d}" for n in range(1, 39)),
    *(f"FF-{n:02d}" for n in range(1, 26)),
    "MI-01",
    "MI-02",
    "MI-03",
    "MI-04",
    "MI-05",
    *(f"ZG-{n:02d}" for n in range(1, 27)),
    *(f"TC-{n:02d}" for n in range(1, 33)),
    *(f"PU-{n:02d}" for n in range(1, 32)),
    *(f"MC-{n:02d}" for n in range(1, 29)),
    *(f"MP-{n:02d}" for n in range(1, 44)),
    *(f"SB-{n:02d}" for n in range(1, 16)),
)
"""The clauses of the rulebook that the game plays."""


def wanted_of(modules: Sequence[str], options: Mapping[str, Any]) -> list[str]:
    """Return the modules of a game: the scenario's, then those that an option adds."""
    return [*modules, *(m for m in MODULES if options.get(m) and m not in modules)]


def out_of_place(
    system: str, modules: Sequence[str], options: Mapping[str, Any]
) -> Iterator[Fault]:
    """Yield the modules of a game that do not lie over its system."""
    for name in wanted_of(modules, options):
        clause, over = AT_HOME[name]
        if system not in over:
            yield Fault("modules", f"{name} is not played in {system} ({clause})")


def rules_of(
    system: str, mission: str = "", modules: Sequence[str] = (), options: Mapping[str, Any] = {}
) -> GameRules:
    """Return the rules of a game; without a mission it goes on until somebody ends it.

    Modules stand in the scenario's order; an option of a module's name adds it, and may say
    more than that: which twist.
    """
    again = partial(rules_of, system, mission, tuple(modules), dict(options))
    wanted = wanted_of(modules, options)
    options = {**options, **{name: options.get(name) or True for name in wanted}}
    parts = [MODULES[name](options, CORES[system]) for name in wanted]
    if mission:
        parts.insert(0, MISSIONS[mission](options))
    return GameRules(SYSTEMS[system](options), parts, options, again)


def ready_table(table: Table, system: str) -> None:
    """Note what follows from where models stand on a table that was set up by hand.

    Nobody is locked in a chase (``PU-31``), nor in a cage: who fights follows from places.
    """
    if system not in ("classic", "zero_g"):
        return
    note_locks(Game(rules_of("classic"), table, ScriptedDice(())))
