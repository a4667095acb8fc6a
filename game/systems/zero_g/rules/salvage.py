"""The mission Salvage (MI-05)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from game.content.faults import Fault
from game.cores.classic.rules import UNIT_MOVED
from game.cores.classic.rules.deployment import TURNS, beginning
from game.cores.classic.rules.losses import kills
from game.cores.classic.rules.zone_faults import two_zones
from game.cores.kit.attempts import KILLED
from game.cores.kit.battle_end import end_by, ending
from game.cores.kit.declarations import Mission
from game.cores.kit.modules import Module
from game.cores.kit.queries import FACTS
from game.cores.kit.score import Score
from game.play.game import Game, GameView
from game.play.phases import Interrupt, Precedence, When, once
from game.systems.zero_g.rules import container_holds
from game.systems.zero_g.rules.container_exits import BROUGHT, CARGO, cargoes, exits, leaves
from game.systems.zero_g.rules.container_holds import has_moved
from game.systems.zero_g.rules.containers import (
    CLAUSE,
    carried,
    containers,
    containers_drift,
    headings,
    held_by,
    killed,
)
from game.systems.zero_g.rules.mobility import EXITS, LEAVES, REACHES
from game.table.board import Board
from game.table.events import Reason, Scored
from game.table.records import ModelId
from game.table.state import PieceKind

CONTAINERS = 3
KILL = 1
"""Points for a kill."""


def salvage(options: Mapping[str, Any]) -> Module:
    """``MI-05``  Return the mission: set-up, drifting containers, and the points."""
    turns = int(options.get("turns", TURNS))
    return Module(
        "salvage",
        phases=(
            *beginning(CLAUSE),
            once("headings", CLAUSE, headings, When.SETUP),
            once("containers", CLAUSE, containers_drift, When.START),
            ending(CLAUSE, turns, tally),
        ),
        hooks=(
            LEAVES.by(leaves),
            EXITS.gets(exits),
            REACHES.then(container_holds.reaches),
            UNIT_MOVED.then(has_moved),
            KILLED.then(killed),
            FACTS.gets(facts),
            CARGO.gets(cargoes),
        ),
        pieces=(PieceKind.CONTAINER,),
        interrupts=(Interrupt("containers follow", CLAUSE, carried, order=Precedence.STATE),),
        unfit=unfit,
    )


def unfit(board: Board) -> list[Fault]:
    """``MI-05``  Return the faults of a board without two usable zones and three containers."""
    faults = two_zones(board, CLAUSE)
    laid = tuple(spot.id for spot in board.spots if spot.kind == PieceKind.CONTAINER)
    if len(laid) != CONTAINERS:
        reason = f"the map has {len(laid)} of them: draw {CONTAINERS} Containers ({CLAUSE})"
        faults.append(
            Fault("containers", reason=reason, kind="number of containers", about=laid)
        )
    return faults


def facts(view: GameView, id_: str) -> Iterator[Reason]:
    """``MI-05``  Yield the containers that a model holds, or the rules of a loose container."""
    table = view.table
    for piece in held_by(table, ModelId(id_)):
        what = piece.id.replace("-", " ")
        yield Reason(
            0, f"Carries {what}: {BROUGHT} points if it leaves over its own edge", CLAUSE
        )
    unheld = [p.id for p in containers(table) if p.holder is None]
    if id_ in unheld:
        worth = f"{BROUGHT} points if brought home"
        yield Reason(0, f'Drifts d6" each game turn; {worth}', CLAUSE)


async def tally(game: Game) -> None:
    """``MI-05``  Score 3 points for each container taken off, 1 for each kill; the most win."""
    table = game.table
    for side in table.sides:
        if dead := kills(table, side):
            game.do(Scored(CLAUSE, side, KILL * dead, "kills"))
    end_by(game, CLAUSE, table.scores, "points")


MISSION = Mission(
    salvage,
    ("zero_g",),
    Score(
        goals=(
            ("Carry a container off over your own edge: 3 points.", CLAUSE),
            ("Kill an enemy: 1 point. Most points {end} win.", CLAUSE),
        ),
        due=kills,
        unscored="kills",
    ),
)
