"""Zero-g tables on which tests ask the steady bot a question."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from game.bots.protocol import run_to_completion
from game.bots.steady.personalities import SteadyWeights
from game.cores.kit.queries import TableView
from game.geometry.points import Point
from game.play.decisions import PASS, Aim, Choose, CommonKind, Decision, Option, pass_option
from game.play.moves.single_move import Steer
from game.rules.catalog import rules_of
from game.systems.zero_g.bot.answers import judge_of
from game.systems.zero_g.rules.mobility import ZeroGKind, turns_by
from game.systems.zero_g.rules.movement import OPTIONS, PUSH
from game.systems.zero_g.rules.shooting import AT_A_POINT
from game.table.board import Board, Zone
from game.table.records import Clock, Model
from game.table.state import Piece, PieceKind
from tests.bots.shipped_weights import STEADY
from tests.systems.zero_g.zero_g_tables import BROOD, WARDENS, table_of, void
from tests.tools.weighed_answers import best_of

NORTH = Zone("north", (Point(0, 0), Point(48, 0), Point(48, 6), Point(0, 6)))
SOUTH = Zone("south", (Point(0, 42), Point(48, 42), Point(48, 48), Point(0, 48)))


def view_of_models(
    *models: Model,
    mission: str = "",
    round_: int = 3,
    phase: str = "movement",
    board: Board | None = None,
    crates: tuple[Piece, ...] = (),
) -> TableView:
    """Return a table in a game of eight turns; the wardens' own edge is the upper one."""
    board = replace(board or void(), zones=(NORTH, SOUTH))
    table = table_of(board, *models, phase=phase)
    table.clock = Clock(round_, phase, WARDENS)
    table.zones.update({WARDENS: "north", BROOD: "south"})
    table.pieces.update({crate.id: crate for crate in crates})
    return TableView(table, rules_of("zero_g", mission, options={"turns": 8}))


def crate(at: tuple[float, float], holder: Model | None = None) -> Piece:
    kind = PieceKind.CONTAINER
    return Piece(
        "crate", kind=kind, at=Point(*at), radius=0.5, holder=holder.id if holder else None
    )


def legal_answer(view: TableView, asked: Decision[Any], weights: SteadyWeights = STEADY) -> Any:
    """Return the bot's answer after checking that it is legal."""
    judge = judge_of(view, asked.by, asked, weights)
    assert judge
    raw = best_of(run_to_completion(judge))
    asked.judge(view.table, asked.read(raw))
    return raw


def drifts(view: TableView, model: Model) -> str:
    asked = Choose(
        model.side,
        clause="ZG-06",
        asks="?",
        options=OPTIONS,
        about=model.unit,
        kind=ZeroGKind.DRIFT,
    )
    return str(legal_answer(view, asked))


def turns(view: TableView, model: Model) -> float:
    by = turns_by(model)
    asked = Aim(
        model.side,
        clause="ZG-09",
        asks="?",
        about=model.unit,
        middle=model.heading,
        spread=by,
        kind=CommonKind.TURN,
    )
    return float(legal_answer(view, asked))


def pushes_off(view: TableView, model: Model, weights: SteadyWeights = STEADY) -> Point:
    return Point(
        *legal_answer(
            view,
            Steer(
                model.side,
                clause="ZG-05",
                asks="?",
                model=model.id,
                distance=PUSH,
                does="Push off",
            ),
            weights,
        )
    )


def fires(view: TableView, model: Model, *targets: Model, point: bool = True) -> str:
    options = [Option(foe.unit, foe.unit) for foe in targets]
    options += [Option(AT_A_POINT, AT_A_POINT)] if point else []
    asked = Choose(
        model.side,
        clause="CC-07",
        asks="?",
        options=(*options, pass_option("Hold fire")),
        about=model.unit,
        kind=CommonKind.TARGET,
    )
    return str(legal_answer(view, asked))


def charges(view: TableView, model: Model, foe: Model, weights: SteadyWeights = STEADY) -> bool:
    options = Option(foe.unit, foe.unit), pass_option("Do not charge")
    asked = Choose(
        model.side,
        clause="CC-23",
        asks="?",
        options=options,
        about=model.unit,
        kind=CommonKind.CHARGE,
    )
    return str(legal_answer(view, asked, weights)) != PASS
