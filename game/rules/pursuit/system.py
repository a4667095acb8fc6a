"""Assembly of the pursuit, which replaces the classic turn (PU-31)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from game.play.game import Game
from game.play.phases import END, Interrupt, Phase, When
from game.rules.classic.core_api import CLASSIC, INSIGHTS
from game.rules.classic.forecasts import FIGURES
from game.rules.kit.core_api import Core
from game.rules.kit.modules import Module
from game.rules.kit.parts import EventByHand, Score, System, unfit_for
from game.rules.pursuit import odds, path_contacts, queries, shooting, street_pieces
from game.rules.pursuit.deployment import deployment
from game.rules.pursuit.movement import movement
from game.rules.pursuit.pursuit_phase import pursuit as rolls
from game.rules.pursuit.state import PAGE, TURNS, decided, left, pursuit_of
from game.rules.pursuit.street_checks import unfit
from game.table.events import PhaseBegan
from game.table.records import Side
from game.table.state import PieceKind, Table


def pursuit(options: Mapping[str, Any]) -> Module:
    """``PU-06``  Assemble the module: Pursuit, Movement, Shooting, with both sides in each.

    ``PU-31``: none of the core's phases is played, so no model runs, charges or tests morale.
    ``PU-25``: nothing is left that fleet would change.
    """
    return Module(
        "pursuit",
        hooks=(
            FIGURES,
            *INSIGHTS,
            *queries.HOOKS,
            *odds.HOOKS,
            *street_pieces.HOOKS,
            *shooting.HOOKS,
            *path_contacts.HOOKS,
        ),
        phases=(
            Phase("deployment", clause="PU-04", todo=deployment, when=When.SETUP),
            Phase("pursuit", clause="PU-07", todo=rolls, when=When.START),
            Phase("movement", clause="PU-17", todo=movement, when=When.START),
            Phase("shooting", clause="PU-29", todo=shooting.shooting, when=When.START),
        ),
        page=PAGE,
        pieces=(PieceKind.CITY,),
        interrupts=(Interrupt("decided", "PU-05", decided, then=(END,)),),
        unfit=unfit,
        left_out=("deployment",),
        why_not=no_street,
    )


def no_street(table: Table, phase: Phase) -> str:
    """``PU-02``  Return why the map is not a street, as a pursuit needs; empty if it is one."""
    faults = unfit(table.board)
    return f"this map is not a street: {faults[0]}" if faults else ""


SYSTEM = System(
    pursuit,
    CLASSIC,
    turns=TURNS,
    score=Score(
        goals=(
            (
                "Riders: get one rider out through the Arrival, or kill the whole swarm.",
                "PU-05",
            ),
            ("Swarm: kill every rider. If neither has won {end}, it is a draw.", "PU-05"),
            ("Anyone carried over the rear edge is lost.", "PU-15"),
        ),
        counts=left,
        unit="models left",
        clause="PU-05",
        has_sheet=False,
        is_losses=True,
    ),
)


async def rolls_once(game: Game, side: Side, core: Core) -> None:
    """``SB-11``  Roll the table back once: play the Pursuit phase of ``PU-07``."""
    game.do(PAGE.write("SB-11", replace(pursuit_of(game.table), rolled=-1)))
    game.do(PhaseBegan("SB-11", game.table.clock.round, "pursuit", None))


BY_HAND = EventByHand(
    "street",
    label="Roll the street",
    clause="SB-11",
    does=rolls_once,
    why_not=lambda table: unfit_for("a pursuit", unfit(table.board)),
    phase=lambda _: Phase("pursuit", clause="SB-11", todo=rolls, when=When.START),
    pages=(PAGE,),
)
