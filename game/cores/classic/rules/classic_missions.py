"""The missions The nest (MI-01), Crossing (MI-02) and Combat patrol (MI-03)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any

from game.content.faults import Fault
from game.cores.classic.rules.deployment import (
    BEWARE,
    beginning,
    deploy_for,
    reserved,
    two_reserved,
    two_zones,
)
from game.cores.classic.rules.unit_state import is_falling_back, is_locked, is_model_locked
from game.cores.kit import Module
from game.cores.kit.deployment import (
    end_by,
    end_without,
    ending,
    has_models,
    is_destroyed,
    next_to_deploy,
    pick_zone,
    take_zones,
    undeployed,
)
from game.cores.kit.parts import Mission, Score
from game.cores.kit.queries import AIMS, ScoringPlace
from game.cores.kit.units import is_astray
from game.geometry.limits import is_within, last_within
from game.geometry.points import CONTACT, Disc, Point, gap
from game.geometry.polygons import box, box_within, off_polygon
from game.play.game import Game, GameView, Step
from game.play.phases import END, NEXT, Interrupt, Phase, Todo, When, end_of_game
from game.play.wording import side_name
from game.table.board import Board, ObjectiveMarker, Spot
from game.table.events import Ended, PhaseOver, Removed, Scored, TurnsOrdered
from game.table.records import How, Model, Side, Unit, many
from game.table.state import Table

NEST, CROSSING, PATROL = "MI-01", "MI-02", "MI-03"
"""The clauses of the missions."""


def unit_by_unit(table: Table, clause: str) -> Step | None:
    """``MI-02``, ``MI-03``  Let the sides take turns to deploy, each in its own zone."""
    side = next_to_deploy(table)
    return partial(deploy_for, clause=clause, side=side) if side else None


MAX_NEST_DISTANCE = 30.0
"""Maximum distance in inches from the wardens' zone to the nest."""
REACH = 2.0
CHARGES = 3
OFF = 12.0
"""Inches from the wardens' zone beyond which the brood deploys."""
BEING_THERE = 10.0
"""Approximate points for being at the nest, for bots."""


def nest(options: Mapping[str, Any]) -> Module:
    """``MI-01``  Return the mission: set-up, charges, and the end."""
    turns = int(options.get("turns", 7))
    return Module(
        "nest",
        phases=(
            *beginning(NEST, take_zones, deployment_at_nest, wardens_begin),
            Phase("charges", NEST, charges, then=(NEXT, END)),
            ending(NEST, turns, no_third_charge, "turn's end"),
        ),
        interrupts=(end_of_game("no wardens left", NEST, no_wardens_left),),
        hooks=(AIMS.gets(nest_aims),),
        unfit=unfit_for_nest,
        clash=nest_clash,
    )


def unfit_for_nest(board: Board) -> list[Fault]:
    """``MI-01``  Return the faults of a board without a nest or without the sides' zones."""
    reason = f"the map has none: draw a Nest ({NEST})"
    faults = [] if _nests(board) else [Fault("nest", reason, "no nest")]
    return [*faults, *two_reserved(board, NEST)]


def nest_clash(table: Table) -> list[Fault]:
    """``MI-01``  Return the conflicts: zones of other sides, or a nest too far away."""
    zones = [z for z in table.board.zones if z.side == table.sides[0]]
    offs = [off_polygon(n.outline[0], z.outline) for n in _nests(table.board) for z in zones]
    if not offs or is_within(min(offs), MAX_NEST_DISTANCE):
        return reserved(table, NEST)
    distance = f'{round(min(offs), 3):g}" from the zone of the {side_name(table.sides[0])}'
    reason = f'is {distance}, at most {MAX_NEST_DISTANCE:g}" ({NEST})'
    nests = tuple(nest.id for nest in _nests(table.board))
    return [Fault(nests[0], reason=reason, kind="nest too far", about=nests)]


def nest_aims(view: GameView, side: Side) -> Iterator[ScoringPlace]:
    """``MI-01``  Yield the nest as a place for both sides.

    The wardens must be there in as many turns as charges are missing, the brood at the end.
    """
    table = view.table
    missing = CHARGES - table.scores.get(side, 0) if side == table.sides[0] else 0
    for spot in _nests(table.board):
        yield ScoringPlace(spot.id, spot.outline[0], BEING_THERE, reach=REACH, turns=missing)


def _nests(board: Board) -> list[Spot]:
    return [spot for spot in board.spots if spot.kind == "nest"]


def deployment_at_nest(table: Table) -> Step | None:
    """``MI-01``  Let the wardens deploy in their zone, then the brood more than 12" from it."""
    wardens, brood = table.sides
    if undeployed(table, wardens):
        return partial(deploy_for, clause=NEST, side=wardens)
    last = partial(deploy_for, clause=NEST, side=brood, off=OFF)
    return last if undeployed(table, brood) else None


async def wardens_begin(game: Game, clause: str) -> None:
    """``MI-01``  Give the wardens the first turn."""
    game.do(TurnsOrdered(clause, game.table.sides[0]))


def charges(table: Table) -> Step | None:
    """``MI-01``  Return the step that places a charge after the wardens' Assault phase."""
    may = table.clock.side == table.sides[0] and model_that_can_place(table)
    return place_charge if may else None


def model_that_can_place(table: Table) -> Model | None:
    """``MI-01``  Return the first warden within 2" of the nest that may place a charge.

    It must not be locked, nor out of coherency.
    """
    spots = [Disc(spot.outline[0], 0.0) for spot in _nests(table.board)]
    for model in table.standing(table.sides[0]):
        bound = is_model_locked(table, model) or is_astray(table, model)
        if not bound and any(is_within(gap(model.disc, at), REACH) for at in spots):
            return model
    return None


async def place_charge(game: Game) -> None:
    """``MI-01``  Place a charge, one a turn; the third one wins at once."""
    model = model_that_can_place(game.table)
    assert model
    side = model.side
    game.do(Scored(NEST, side, 1, _nests(game.table.board)[0].id, by=model.id))
    if game.table.scores[side] >= CHARGES:
        game.do(Ended(NEST, side, "three charges placed"))
    else:
        game.do(PhaseOver(NEST))


def no_wardens_left(table: Table) -> Step | None:
    """``MI-01``  End the battle when no warden is left: the brood wins."""
    wardens = table.sides[0]
    lose = partial(end_without, clause=NEST, gone=[wardens], reason="no models left")
    return None if has_models(table, wardens) else lose


async def no_third_charge(game: Game) -> None:
    """``MI-01``  Let the brood win at the end of the last turn.

    The wardens win at once with their third charge, so it is still missing then.
    """
    game.do(Ended(NEST, game.table.sides[1], "the third charge was not placed"))


WARDENS = (
    'Wardens: end your Assault phase with a model within 2" of the nest, and not in combat, to'
    " place a charge. Three charges win."
)
BROOD = (
    "Brood: wipe out the Wardens, or keep them from placing a third charge. {End}, the Brood"
    " wins."
)
NEST_MISSION = Mission(
    nest, ("classic", "modern"), Score(goals=((WARDENS, NEST), (BROOD, NEST), BEWARE))
)


LEAVING = 1.0
"""Approximate points for a model that leaves, for bots."""


def crossing(options: Mapping[str, Any]) -> Module:
    """``MI-02``  Return the mission: set-up, models that leave, and points at the end."""
    turns = int(options.get("turns", 6))
    return Module(
        "crossing",
        phases=(
            *beginning(CROSSING, deployment=partial(unit_by_unit, clause=CROSSING)),
            ending(CROSSING, turns, tally_crossing),
        ),
        interrupts=(
            Interrupt("models leave", CROSSING, leaving, during=("movement",)),
            end_of_game("no models left", CROSSING, no_models_left),
        ),
        hooks=(AIMS.gets(exit_aims),),
        unfit=unfit_for_crossing,
        clash=partial(reserved, clause=CROSSING),
    )


def unfit_for_crossing(board: Board) -> list[Fault]:
    """``MI-02``  Return the faults of a board without an exit at the zone of each side."""
    faults = two_reserved(board, CROSSING)
    for zone in board.zones:
        if zone.side and not _exits(board, zone.id):
            reason = f"has no exit: draw an Exit, and set its zone ({CROSSING})"
            faults.append(Fault(zone.id, reason=reason, kind="no exit", about=(zone.id,)))
    return faults


def exit_aims(view: GameView, side: Side) -> Iterator[ScoringPlace]:
    """``MI-02``  Yield the exits at the enemy's end, each worth points for every model."""
    for spot in _goals(view.table, side):
        left, top, right, low = box(spot.outline)
        middle = Point((left + right) / 2, (top + low) / 2)
        yield ScoringPlace(
            spot.id, at=middle, value=LEAVING, reach=CONTACT, outline=spot.outline, each=True
        )


def _goals(table: Table, side: Side) -> list[Spot]:
    """Return the exits at the zone where a side's enemy deploys."""
    return _exits(table.board, table.zones.get(table.enemy(side), ""))


def _exits(board: Board, zone: str) -> list[Spot]:
    return [s for s in board.spots if s.kind == "exit" and dict(s.words).get("zone") == zone]


def leaving(table: Table) -> Step | None:
    """``MI-02``  Return the step in which models leave, in their side's Movement phase.

    A model leaves when its base touches the opposite exit.
    """
    return leave if _leavers(table) else None


def _leavers(table: Table) -> list[Model]:
    side = table.clock.side
    assert side
    goals = [(box(g.outline), g.outline) for g in _goals(table, side)]
    return [
        m
        for m in table.standing(side)
        for reach in (last_within(m.base + CONTACT),)
        if any([box_within(b, m.at, reach) and off_polygon(m.at, o) <= reach for b, o in goals])
        and not is_model_locked(table, m)
        and not is_astray(table, m)
    ]


async def leave(game: Game) -> None:
    """``MI-02``  Score 1 point for each model that leaves."""
    for model in _leavers(game.table):
        game.do(Removed(CROSSING, model.id, How.LEFT))
        game.do(Scored(CROSSING, model.side, 1, model.id))


def no_models_left(table: Table) -> Step | None:
    """``MI-02``  End the battle when no models are left."""
    return None if any(has_models(table, side) for side in table.sides) else tally_crossing


async def tally_crossing(game: Game) -> None:
    """``MI-02``  Score 1 point for each enemy unit destroyed.

    The side with more points wins.
    """
    for side in game.table.sides:
        for unit in wiped_out_units(game.table, side):
            game.do(Scored(CROSSING, side, 1, unit.id))
    end_by(game, CROSSING, game.table.scores, "points")


def wiped_out_units(table: Table, by: Side) -> list[Unit]:
    """``MI-02``  Return the enemy units destroyed; not those of which a model left."""
    left = [loss.unit for loss in table.losses if loss.how is How.LEFT]
    return [u for u in _destroyed(table, by) if u.id not in left]


def _destroyed(table: Table, by: Side) -> list[Unit]:
    return [u for u in table.units.values() if u.side != by and is_destroyed(table, u)]


def _due(table: Table, side: Side) -> int:
    return len(wiped_out_units(table, side)) if table.clock.round else 0


CROSSING_MISSION = Mission(
    crossing,
    ("classic", "modern"),
    Score(
        goals=(
            ("Leave by the exit at the far end: 1 point for each model.", CROSSING),
            ("Destroy enemy units: 1 point each.", CROSSING),
            BEWARE,
        ),
        due=_due,
        unscored="enemy units destroyed",
    ),
)


HOLDS = 3.0
PER_UNIT = 1
PER_MARKER = 2


def combat_patrol(options: Mapping[str, Any]) -> Module:
    """``MI-03``  Return the mission: set-up, scout moves, and points after the last turn."""
    turns = int(options.get("turns", 6))
    return Module(
        "combat_patrol",
        phases=(
            *beginning(PATROL, pick_zone, partial(unit_by_unit, clause=PATROL)),
            Phase("tally", PATROL, tallying(turns), when=When.END, then=(NEXT, END)),
        ),
        interrupts=(end_of_game("wiped out", PATROL, wiped_out),),
        unfit=partial(two_zones, clause=PATROL),
    )


def wiped_out(table: Table) -> Step | None:
    """``MI-03``  End the battle when a side has no models left: it loses at once."""
    gone = [side for side in table.sides if not has_models(table, side)]
    lose = partial(end_without, clause=PATROL, gone=gone, reason="no models left")
    return lose if gone else None


def tallying(turns: int) -> Todo:
    """``MI-03``  Return a phase that counts the points at the end of the last turn."""
    return lambda table: tally_patrol if table.clock.round >= turns else go_on


async def go_on(game: Game) -> None:
    game.do(PhaseOver(PATROL))


async def tally_patrol(game: Game) -> None:
    """``MI-03``  Score 1 point for each enemy unit destroyed, 2 for each marker held."""
    table = game.table
    for side in table.sides:
        for unit in _destroyed(table, side):
            game.do(Scored(PATROL, side, PER_UNIT, unit.id))
    for marker in table.board.markers:
        if holder := holder_of(table, marker):
            game.do(Scored(PATROL, holder, PER_MARKER, marker.id))
    end_by(game, PATROL, table.scores, "points")


def holder_of(table: Table, marker: ObjectiveMarker) -> Side | None:
    """``MI-03``  Return the side that holds a marker; None if no side does.

    It needs a steady unit within 3 inches, and no enemy within 3 inches.
    """
    spot = Disc(marker.at, 0.0)
    near = [m for m in table.standing() if is_within(gap(m.disc, spot), HOLDS)]
    sides = {m.side for m in near}
    if len(sides) != 1:
        return None
    return near[0].side if any(_steady(table, m) for m in near) else None


def _steady(table: Table, model: Model) -> bool:
    unit = table.units[model.unit]
    return not (is_falling_back(unit) or is_locked(unit) or is_astray(table, model))


def _points(table: Table, side: Side) -> int:
    """``MI-03``  Return a side's points; before they are scored, those that it would score."""
    if any(table.scores.values()):
        return table.scores.get(side, 0)
    objectives = table.objectives if table.clock.round else ()
    held = [holder_of(table, marker) for marker in objectives].count(side)
    return PER_MARKER * held + PER_UNIT * len(_destroyed(table, side))


PATROL_MISSION = Mission(
    combat_patrol,
    ("classic", "modern"),
    Score(
        goals=(
            (f"Control markers {{end}}: {many(PER_MARKER, 'point')} each.", PATROL),
            (f"Destroy enemy units: {many(PER_UNIT, 'point')} each.", PATROL),
        ),
        counts=_points,
        unscored="not scored yet",
        holder_of=holder_of,
    ),
)
