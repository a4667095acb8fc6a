"""The mission The nest (MI-01)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any

from game.content.faults import Fault
from game.geometry.points import EPSILON, Disc
from game.geometry.points import gap as between
from game.geometry.polygons import off_polygon
from game.play.game import Game, GameView, Step
from game.play.phases import END, NEXT, Interrupt, Phase, When, once
from game.play.wording import side_name
from game.rules.classic.deployment import (
    BEWARE,
    deploy_for,
    ending,
    has_models,
    reserved,
    scouting,
    two_reserved,
)
from game.rules.classic.unit_state import is_model_locked
from game.rules.kit.deployment import take_zones, undeployed
from game.rules.kit.modules import Module
from game.rules.kit.parts import Mission, Score
from game.rules.kit.queries import AIMS, ScoringPlace
from game.rules.kit.unit_marks import is_astray
from game.table.board import Board, Spot
from game.table.events import Ended, PhaseOver, Scored, TurnsOrdered
from game.table.records import Model, Side
from game.table.state import Table

CLAUSE = "MI-01"
MAX_NEST_DISTANCE = 30.0
"""Maximum distance in inches from the wardens' zone to the nest."""
NEST = "nest"
REACH = 2.0
CHARGES = 3
OFF = 12.0
"""Inches from the wardens' zone beyond which the brood deploys."""
TURNS = 7
WORTH = 10.0
"""Approximate points for being at the nest, for bots."""


def nest(options: Mapping[str, Any]) -> Module:
    """``MI-01``  Return the mission: set-up, charges, and the end."""
    turns = int(options.get("turns", TURNS))
    return Module(
        "nest",
        phases=(
            once("zones", CLAUSE, partial(take_zones, clause=CLAUSE), When.SETUP),
            Phase("deployment", CLAUSE, deployment, When.SETUP),
            Phase("scouts", "CC-35", scouting, When.SETUP),
            once("first turn", CLAUSE, wardens_begin, When.SETUP),
            Phase("charges", CLAUSE, charges, then=(NEXT, END)),
            ending(CLAUSE, turns, no_third_charge, "turn's end"),
        ),
        interrupts=(Interrupt("no wardens left", CLAUSE, no_wardens_left, then=(END,)),),
        hooks=(AIMS.gets(aims),),
        unfit=unfit,
        clash=clash,
    )


def unfit(board: Board) -> list[Fault]:
    """``MI-01``  Return the faults of a board without a nest or without the sides' zones."""
    faults = list[Fault]()
    if not _nests(board):
        reason = f"the map has none: draw a Nest ({CLAUSE})"
        faults.append(Fault("nest", reason, "no nest"))
    return [*faults, *two_reserved(board, CLAUSE)]


def clash(table: Table) -> list[Fault]:
    """``MI-01``  Return the conflicts: zones of other sides, or a nest too far away."""
    zones = [z for z in table.board.zones if z.side == table.sides[0]]
    offs = [off_polygon(n.outline[0], z.outline) for n in _nests(table.board) for z in zones]
    if not offs or min(offs) <= MAX_NEST_DISTANCE + EPSILON:
        return reserved(table, CLAUSE)
    distance = f'{round(min(offs), 3):g}" from the zone of the {side_name(table.sides[0])}'
    reason = f'is {distance}, at most {MAX_NEST_DISTANCE:g}" ({CLAUSE})'
    nests = tuple(nest.id for nest in _nests(table.board))
    return [Fault(nests[0], reason, "nest too far", nests)]


def aims(view: GameView, side: Side) -> Iterator[ScoringPlace]:
    """``MI-01``  Yield the nest as a place for both sides.

    The wardens must be there in as many turns as charges are missing, the brood at the end.
    """
    table = view.table
    missing = CHARGES - table.scores.get(side, 0) if side == table.sides[0] else 0
    for spot in _nests(table.board):
        yield ScoringPlace(spot.id, spot.outline[0], WORTH, REACH, missing)


def _nests(board: Board) -> list[Spot]:
    return [spot for spot in board.spots if spot.kind == NEST]


def deployment(table: Table) -> Step | None:
    """``MI-01``  Let the wardens deploy in their zone, then the brood more than 12" from it."""
    wardens, brood = table.sides
    if undeployed(table, wardens):
        return partial(deploy_for, clause=CLAUSE, side=wardens)
    if undeployed(table, brood):
        return partial(deploy_for, clause=CLAUSE, side=brood, off=OFF)
    return None


async def wardens_begin(game: Game) -> None:
    game.do(TurnsOrdered(CLAUSE, game.table.sides[0]))


def charges(table: Table) -> Step | None:
    """``MI-01``  Return the step that places a charge after the wardens' Assault phase."""
    if table.clock.side != table.sides[0]:
        return None
    return place_charge if model_that_can_place(table) else None


def model_that_can_place(table: Table) -> Model | None:
    """``MI-01``  Return the first warden within 2" of the nest that may place a charge.

    It must not be locked, nor out of coherency.
    """
    spots = [Disc(spot.outline[0], 0.0) for spot in _nests(table.board)]
    for model in table.standing(table.sides[0]):
        bound = is_model_locked(table, model) or is_astray(table, model)
        if not bound and any(between(model.disc, at) <= REACH + EPSILON for at in spots):
            return model
    return None


async def place_charge(game: Game) -> None:
    """``MI-01``  Place a charge, one a turn; the third one wins at once."""
    model = model_that_can_place(game.table)
    assert model
    side = model.side
    game.do(Scored(CLAUSE, side, 1, _nests(game.table.board)[0].id))
    if game.table.scores[side] >= CHARGES:
        game.do(Ended(CLAUSE, side, "three charges placed"))
    else:
        game.do(PhaseOver(CLAUSE))


def no_wardens_left(table: Table) -> Step | None:
    """``MI-01``  End the battle when no warden is left: the brood wins."""
    return None if has_models(table, table.sides[0]) else _no_wardens


async def _no_wardens(game: Game) -> None:
    game.do(Ended(CLAUSE, game.table.sides[1], "no models left"))


async def no_third_charge(game: Game) -> None:
    """``MI-01``  Let the brood win at the end of the last turn.

    The wardens win at once with their third charge, so it is still missing then.
    """
    game.do(Ended(CLAUSE, game.table.sides[1], "the third charge was not placed"))


MISSION = Mission(
    nest,
    ("classic", "modern"),
    Score(
        goals=(
            (
                (
                    'Wardens: end your Assault phase with a model within 2" of the nest, and'
                    " not in combat, to place a charge. Three charges win."
                ),
                CLAUSE,
            ),
            (
                (
                    "Brood: wipe out the Wardens, or keep them from placing a third charge."
                    " {End}, the Brood wins."
                ),
                CLAUSE,
            ),
            BEWARE,
        )
    ),
)
