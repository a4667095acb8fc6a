"""Choice of doors to open (CC-39)."""

from __future__ import annotations

from collections.abc import Iterator

from game.bots.steady.walking_distance import field_to
from game.cores.classic.bot.assessment import ClassicAssessment
from game.cores.kit.aimed_weapons import shooting_weapons
from game.cores.kit.sight_lines import sees
from game.geometry.limits import is_within
from game.geometry.points import gap
from game.play.decisions import PASS, Choose
from game.table.records import Side, Unit
from game.table.state import Table

AHEAD = 12.0
"""Inches of a unit's way on which a closed door is worth opening: about two turns."""


def door_to_open(assessment: ClassicAssessment, asked: Choose) -> str:
    """``CC-39``  Open a door on the shortest way of a unit to a goal, or one that gives a shot.

    A door that the side opened stays open, so that it never goes to and fro.
    """
    table = assessment.view.table
    offered = [option.id for option in asked.options]
    closed = [d.id for d in table.board.doors if not d.is_open and d.id in offered]
    if not closed:
        return PASS
    for unit in table.fielded(assessment.side):
        wanted = next((door for door in _in_the_way(assessment, unit) if door in closed), "")
        if wanted:
            return wanted
    return next((door for door in closed if _gives_a_shot(table, assessment.side, door)), PASS)


def _in_the_way(assessment: ClassicAssessment, unit: Unit) -> Iterator[str]:
    """Yield the first closed door on a unit's way to each of its goals.

    Goals are the places that score and where it is not yet, or else all enemies.
    """
    table = assessment.view.table
    models = table.of(unit.id)
    places, base = [m.at for m in models], max([m.base for m in models])
    goals = [site.goals for site in assessment.sites if not site.is_near(places, base)]
    if not assessment.sites:
        goals = [(foe.at,) for foe in table.standing(table.enemy(assessment.side))]
    for goal in goals:
        field = field_to(table.board, base, *goal)
        yield from (door for at in places if (door := field.first_door(at, AHEAD)))


def _gives_a_shot(table: Table, side: Side, door: str) -> bool:
    """Return whether a model would see an enemy in range that it does not see now."""
    opened = table.fork()
    opened.board = table.board.with_door(door, is_open=True)
    foes = table.standing(table.enemy(side))
    return any(
        is_within(gap(model.disc, foe.disc), reach)
        and sees(opened, model.disc, foe.disc)
        and not sees(table, model.disc, foe.disc)
        for model in table.standing(side)
        if (reach := max([w.range for w in shooting_weapons(model)], default=0.0))
        for foe in foes
    )
