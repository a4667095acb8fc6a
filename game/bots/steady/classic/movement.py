"""How the steady bot moves: in the Movement phase, scouting, running, consolidating."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from typing import Any

from game.bots.steady.classic.assessment import Band, Survey, apart
from game.bots.steady.classic.combat import enters_to_charge
from game.bots.steady.classic.position_value import Outlook, Stance
from game.bots.steady.errands import Errand, errands
from game.bots.steady.flood_risk import to_the_dry
from game.bots.steady.marching import Walk, shifts, turned
from game.bots.steady.promise import STEP
from game.bots.steady.running import RUN, run_stance, run_ways
from game.bots.steady.shelter import shelters
from game.bots.steady.walking_distance import SLOW
from game.geometry.points import distance, unit_vector
from game.play.decisions import PASS, Choose
from game.play.march import March, moves_to_json
from game.play.paths import Moves
from game.table.records import UnitId

MOVE, SCOUT = "CC-18", "CC-35"
ASSAULT = "assault"
AROUND = 26.0
"""Inches within which enemies are worth to go toward, or away from."""
HERE = 0.5
GAIN = 0.3
"""Inches a model that the way through the rough must be shorter."""


def next_to_move(survey: Survey, asked: Choose) -> str:
    """Send those first who have least way to go: nobody stands in the others' way then."""
    units = [survey.band(UnitId(o.id)) for o in asked.options if o.id != PASS]
    if not units:
        return PASS
    sent = errands(survey)

    def off(unit: Band) -> float:
        places = [m.at for m in unit.models]
        if errand := sent.get(unit.id):
            return min([errand.field.left(at) for at in places])
        return min([apart(places, unit.base, foe) for foe in survey.foes], default=0.0)

    return min(units, key=off).id


def enters(survey: Survey, asked: Choose) -> str:
    """Enter difficult ground if the unit comes further through it than round it."""
    if survey.look.table.clock.phase == ASSAULT:
        return enters_to_charge(survey, asked)
    unit = survey.band(UnitId(asked.about))
    errand = errands(survey).get(unit.id)
    if errand is None:
        return "keep out"
    smooth = survey.field(unit, errand.stake, smooth=True)
    left = {"keep out": 0.0, "enter": 0.0}
    for m in unit.models:
        left["keep out"] += errand.field.left(smooth.route(m.at, STEP)[-1])
        left["enter"] += errand.field.left(errand.field.route(m.at, STEP / SLOW)[-1])
    return "enter" if left["enter"] + GAIN * len(unit.models) < left["keep out"] else "keep out"


def best_march(survey: Survey, asked: March) -> Generator[None, None, Any]:
    """Weigh a dozen ways to move, and take the one that leads to the best place."""
    unit = survey.band(asked.unit)
    if asked.clause == RUN:
        stance = run_stance(survey, unit)
        ways = run_ways(survey, unit, asked, stance)
    else:
        stance = Stance(survey, unit, errands(survey).get(unit.id), _outlook(asked))
        ways = candidates(survey, asked, unit, stance)
    best: Moves = ()
    most = stance.score(best)
    for moves in ways:
        yield
        worth = stance.score(moves)
        if worth > most:
            best, most = moves, worth
    asked.judge(survey.look.table, best)
    return moves_to_json(best)


def _outlook(asked: March) -> Outlook:
    shoots = asked.clause in (MOVE, SCOUT)
    return Outlook(shoots, charges=shoots)


def candidates(survey: Survey, asked: March, unit: Band, stance: Stance) -> Iterator[Moves]:
    """Yield moves worth to be weighed: on the errand, toward and away from enemies."""
    table = survey.look.table
    if stance.errand:
        yield from _on_the_errand(survey, asked, unit, stance.errand)
    for foe in stance.prey:
        if moves := Walk(asked, table, survey.field_toward(unit, foe)).moves():
            yield moves
    if stance.flood:
        yield from _to_the_dry(survey, asked, unit)
    goal = stance.errand.stake.at if stance.errand else None
    for at in shelters(survey, unit, goal):
        if moves := Walk(asked, table, survey.field_at(unit, at)).moves():
            yield moves
    here = unit.middle()
    for foe in survey.foes:
        there = foe.middle()
        if HERE < distance(here, there) < AROUND:
            yield from shifts(asked, table, unit_vector(here, there), (1.0, 0.5))
            yield from shifts(asked, table, unit_vector(there, here), (1.0,))


def _to_the_dry(survey: Survey, asked: March, unit: Band) -> Iterator[Moves]:
    """Yield ways onto gantries, and behind what keeps the water off."""
    if dry := to_the_dry(survey.look, unit.base):
        for share in (1.0, 0.5):
            if moves := Walk(asked, survey.look.table, dry).moves(share):
                yield moves


def _on_the_errand(survey: Survey, asked: March, unit: Band, errand: Errand) -> Iterator[Moves]:
    table = survey.look.table
    field = survey.field(unit, errand.stake, smooth=True) if asked.shut else errand.field
    for share in (1.0, 0.5):
        if moves := Walk(asked, table, field).moves(share):
            yield moves
    here = unit.middle()
    way = field.way(here, STEP)
    if way and distance(here, way[-1]) > HERE:
        toward = unit_vector(here, way[-1])
        yield from shifts(asked, table, toward, (1.0,))
        for degrees in (45, -45):
            yield from shifts(asked, table, turned(toward, degrees), (1.0,))
