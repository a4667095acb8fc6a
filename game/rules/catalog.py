"""The rules of a game with its score, looked up by name.

Systems, missions and modules make the rules. A game that is played to a score is named by its
mission or, without one, by its system.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from game.content.faults import Fault
from game.cores.kit.declarations import Mission, System
from game.cores.kit.game_rules import GameRules
from game.cores.kit.score import Score
from game.rules import BASE_SYSTEMS, IN_FORCE, MISSIONS, MODULES, SYSTEMS
from game.table.board import Board
from game.table.records import Side
from game.table.state import Table

TALLY = "tally"
"""Name of the phase that adds the points scored at the end."""


def missions_of(system: str) -> tuple[str, ...]:
    """Return the missions of a system; a game of one that has any does not end without."""
    return tuple(name for name, mission in MISSIONS.items() if system in mission.systems)


def options_of(system: str) -> tuple[str, ...]:
    """Return the options that rules read in a system."""
    added = [name for name, module in MODULES.items() if system in module.systems]
    return (*SYSTEMS[system].options, *added)


def wanted_of(modules: Sequence[str], options: Mapping[str, Any]) -> list[str]:
    """Return the modules of a game: the scenario's, then those that options add.

    ``CC-39``: those that a board puts in force come last, just before what they precede.
    """
    found = [*modules, *(m for m in MODULES if options.get(m) and m not in modules)]
    return sorted(found, key=lambda name: name in IN_FORCE)


def out_of_place(
    system: str, modules: Sequence[str], options: Mapping[str, Any]
) -> Iterator[Fault]:
    """Yield a fault for each module that cannot be played with the system."""
    for name in wanted_of(modules, options):
        module = MODULES[name]
        if system not in module.systems:
            yield Fault("modules", f"{name} is not played in {system} ({module.clause})")


def modules_on(board: Board, system: str, modules: Sequence[str] = ()) -> tuple[str, ...]:
    """``CC-39``  Return modules, with those that a board puts in force by itself, or not."""
    called = (
        name for name, when in IN_FORCE.items() if system in when.systems and when.on(board)
    )
    return (*(name for name in modules if name not in IN_FORCE), *called)


def rules_of(
    system: str, mission: str = "", modules: Sequence[str] = (), options: Mapping[str, Any] = {}
) -> GameRules:
    """Return the rules of a game; without a mission it goes on until a side ends it.

    Modules are in the order of ``wanted_of``. An option with a module's name adds that module;
    its value may be a parameter, such as the twist to play.
    """
    again = partial(rules_of, system, mission, tuple(modules), dict(options))
    wanted = wanted_of(modules, options)
    options = {**options, **{name: options.get(name) or True for name in wanted}}
    parts = [MODULES[name].build(options, SYSTEMS[system].core) for name in wanted]
    if mission:
        parts.insert(0, MISSIONS[mission].build(options))
    return GameRules(SYSTEMS[system].build(options), parts, options, again)


def _part(name: str) -> Mission | System | None:
    return MISSIONS.get(name) or BASE_SYSTEMS.get(name)


def score_of(name: str) -> Score:
    """Return the score that a game declares; that of points alone if there is no such game."""
    part = _part(name)
    return part.score if part else Score()


def last_turn(name: str) -> int:
    """Return the number of turns that a game has unless an option sets it; 0 if none."""
    part = _part(name)
    return part.turns if part else 0


def score_label(name: str) -> str:
    """Return the label of the sides' numbers if no score sheet explains them, else ``""``."""
    score = score_of(name)
    label = f"{score.unit[:1].upper()}{score.unit[1:]} ({score.clause})"
    return "" if score.has_sheet else label


def holders(name: str, table: Table) -> dict[str, Side]:
    """Return the side that holds each objective marker, by the marker's id."""
    holder_of = score_of(name).holder_of
    if holder_of is None or table.clock.round == 0:
        return {}
    found = {m.id: holder_of(table, m) for m in table.objectives}
    return {id_: side for id_, side in found.items() if side is not None}


def points(name: str, table: Table) -> dict[Side, int]:
    """Return the points of each side as if the battle ended now."""
    score = score_of(name)
    if counts := score.counts:
        return {side: counts(table, side) for side in table.sides}
    found = {side: table.scores.get(side, 0) for side in table.sides}
    if score.due and table.clock.phase != TALLY and table.result is None:
        return {side: found[side] + score.due(table, side) for side in table.sides}
    return found


def standing(name: str, table: Table) -> dict[Side, int]:
    """Return the points of each side to be displayed.

    Points that were due when the tally began still count while they are scored one by one.
    """
    found = points(name, table)
    due = score_of(name).due
    if due and table.clock.phase == TALLY and table.result is None:
        return {side: max(found[side], due(table, side)) for side in table.sides}
    return found


def unpaid(name: str, table: Table) -> dict[tuple[Side, str], int]:
    """Return the points that count as of now without being scored, by side and thing.

    The things are markers, units, models and names of bonuses.
    """
    score = score_of(name)
    if table.clock.round == 0 or table.clock.phase == TALLY or table.result is not None:
        return {}
    sources = [*([score.unpaid] if score.unpaid else ()), *(b.earned for b in score.bonuses)]
    found = dict[tuple[Side, str], int]()
    for side in table.sides:
        for points_, what in [item for source in sources for item in source(table, side)]:
            found[side, what] = found.get((side, what), 0) + points_
    return found


def mission_goals(name: str, turns: int) -> tuple[tuple[str, str], ...]:
    """Return the goals of a game, a line each with its clause; *turns*: number of turns."""
    score, end = score_of(name), f"after turn {turns}" if turns else "at the end"
    found = (*score.goals, *((bonus.words, bonus.clause) for bonus in score.bonuses))
    ends = {"end": end, "End": end.capitalize()}
    return tuple((words.format(**ends), clause) for words, clause in found)
