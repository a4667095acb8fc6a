"""``MI-01``  The nest: wardens destroy what the brood defends."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any

from game.content.faults import Fault
from game.cores.classic.rules.deployment import beginning, deploy_for
from game.cores.classic.rules.unit_state import is_model_locked
from game.cores.classic.rules.zone_faults import reserved, two_reserved
from game.cores.kit.battle_end import end_without, ending, has_models
from game.cores.kit.coherency import is_astray
from game.cores.kit.declarations import Mission
from game.cores.kit.deployment import undeployed
from game.cores.kit.modules import Module
from game.cores.kit.queries import AIMS, GOAL_PLACES, GoalPlace, ScoringPlace
from game.cores.kit.score import Score
from game.cores.kit.zones_and_turns import take_zones
from game.geometry.limits import is_within
from game.geometry.points import Disc, gap
from game.geometry.polygons import off_polygon
from game.play.game import Game, GameView, Step
from game.play.log.wording import side_name
from game.play.phases import END, NEXT, Phase, end_of_game
from game.systems.flood.rules.flood_phase import BEWARE
from game.table.board import Board, Spot
from game.table.events import Ended, PhaseOver, Scored, TurnsOrdered
from game.table.records import Model, Side
from game.table.state import Table

NEST = "MI-01"
MAX_NEST_DISTANCE = 30.0
"""Maximum distance in inches from the wardens' zone to the nest."""
REACH = 2.0
CHARGES = 3
OFF = 12.0
"""Inches from the wardens' zone beyond which the brood deploys."""
BEING_THERE = 10.0
"""Approximate points for being at the nest, for bots."""
WARDENS = (
    'Wardens: end your Assault phase with a model within 2" of the nest, and not in combat, to'
    " place a charge. Three charges win."
)
BROOD = (
    "Brood: wipe out the Wardens, or keep them from placing a third charge. {End}, the Brood"
    " wins."
)


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
        hooks=(AIMS.gets(scoring_nests), GOAL_PLACES.gets(nests_to_reach)),
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


def scoring_nests(view: GameView, side: Side) -> Iterator[ScoringPlace]:
    """``MI-01``  Yield the nest as a place for both sides.

    The wardens must be there in as many turns as charges are missing, the brood at the end.
    """
    table = view.table
    missing = CHARGES - table.scores.get(side, 0) if side == table.sides[0] else 0
    for spot in _nests(table.board):
        yield ScoringPlace(spot.id, spot.outline[0], BEING_THERE, reach=REACH, turns=missing)


def nests_to_reach(view: GameView, _: None) -> Iterator[GoalPlace]:
    """``MI-01``  Yield the nest, with the inches within which charges are placed."""
    for spot in _nests(view.table.board):
        yield GoalPlace("nest", spot.outline[0], REACH)


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


NEST_MISSION = Mission(
    nest, ("classic", "modern"), Score(goals=((WARDENS, NEST), (BROOD, NEST), BEWARE))
)


async def no_third_charge(game: Game) -> None:
    """``MI-01``  Let the brood win at the end of the last turn.

    The wardens win at once with their third charge, so it is still missing then.
    """
    game.do(Ended(NEST, game.table.sides[1], "the third charge was not placed"))
