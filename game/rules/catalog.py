"""Everything that can be played. The only file that knows all rule systems."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

from game.play.dice import ScriptedDice
from game.play.game import Game
from game.rules.classic.bearing import note_locks
from game.rules.classic.reserves import reserves
from game.rules.classic.rulebook import classic
from game.rules.kit.modules import GameRules, Module
from game.rules.missions.combat_patrol import combat_patrol
from game.table.state import Table

Built: TypeAlias = Callable[[Mapping[str, Any]], Module]
"""A module made to a scenario's options."""

SYSTEMS: Mapping[str, Built] = {"classic": classic}
MISSIONS: Mapping[str, Built] = {"combat_patrol": combat_patrol}
MODULES: Mapping[str, Built] = {"reserves": reserves}

PLAYED: Mapping[str, Sequence[str]] = {
    "system": tuple(SYSTEMS),
    "mission": tuple(MISSIONS),
    "modules": tuple(MODULES),
}
"""What a scenario file may name."""

CLAUSES = (*(f"CC-{n:02d}" for n in range(1, 39)), "MI-03")
"""The clauses of the rulebook that the game plays."""


def rules_of(
    system: str, mission: str = "", modules: Sequence[str] = (), options: Mapping[str, Any] = {}
) -> GameRules:
    """Return the rules of a game; without a mission it goes on until somebody ends it.

    Modules stand in the scenario's order; the option *reserves* adds its module.
    """
    wanted = [*modules]
    if options.get("reserves") and "reserves" not in wanted:
        wanted.append("reserves")
    parts = [MODULES[name](options) for name in wanted]
    if "reserves" in wanted:
        options = {**options, "reserves": True}
    if mission:
        parts.insert(0, MISSIONS[mission](options))
    return GameRules(SYSTEMS[system](options), parts, options)


def ready_table(table: Table) -> None:
    """Note what follows from where models stand on a table that was set up by hand."""
    note_locks(Game(rules_of("classic"), table, ScriptedDice(())))
