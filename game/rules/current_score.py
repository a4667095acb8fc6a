"""The score if the game ended now, as each mission declares it.

A game is named by its mission or, without one, by its system.
"""

from __future__ import annotations

from game.rules.kit.parts import Mission, Score, System
from game.rules.registry import BASE_SYSTEMS, MISSIONS
from game.table.records import Side
from game.table.state import Table

TALLY = "tally"
"""Name of the phase that adds the points scored at the end."""


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


def mission_goals(name: str, turns: int) -> tuple[tuple[str, str], ...]:
    """Return the goals of a game, a line each with its clause; *turns*: number of turns."""
    score, end = score_of(name), f"after turn {turns}" if turns else "at the end"
    found = (*score.goals, *((bonus.words, bonus.clause) for bonus in score.bonuses))
    ends = {"end": end, "End": end.capitalize()}
    return tuple((words.format(**ends), clause) for words, clause in found)
