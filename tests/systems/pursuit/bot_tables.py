"""Streets on which tests ask the steady bot a question in the pursuit."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from game.bots.protocol import run_to_completion
from game.cores.kit.queries import TableView
from game.geometry.points import Point
from game.play.decisions import Choose, CommonKind, Decision
from game.play.moves.single_move import Ride
from game.systems.pursuit.bot.answers import judge_of
from game.systems.pursuit.rules.movement import ACCELERATE, DEFAULT_MODE
from game.systems.pursuit.rules.pursuit_phase import PACES
from game.systems.pursuit.rules.state import PAGE, pursuit_of
from game.systems.pursuit.table.street import street_of
from game.table.board import Spot
from game.table.records import Clock, Model, ModelId, Where
from game.table.state import PieceKind
from tests.bots.shipped_weights import STEADY
from tests.systems.pursuit.pursuit_tables import RULES, mustered, street
from tests.tools.weighed_answers import best_of

RIDER, HUNTER = ModelId("riders-bike-1-1"), ModelId("swarm-gargoyle-1-1")


def street_before_arrival(
    *pieces: Spot,
    riders: tuple[tuple[float, float], ...] = (),
    hunters: tuple[tuple[float, float], ...] = (),
    mines: tuple[float, float] | None = None,
    phase: str = "movement",
) -> TableView:
    """Return a street in the third turn, its Arrival at the right and all models facing it."""
    table = mustered(street(*pieces))
    table.clock = Clock(3, phase)
    for ids, spots in (("riders-bike-", riders), ("swarm-gargoyle-", hunters)):
        for n, at in enumerate(spots):
            model_id = ModelId(f"{ids}{n + 1}-1")
            stands = replace(
                table.models[model_id], at=Point(*at), where=Where.TABLE, facing=90.0
            )
            table.models[model_id] = stands
    for model in list(table.models.values()):
        if model.where is Where.RESERVE:
            table.models[model.id] = replace(model, where=Where.GONE)
    if mines:
        cluster = next(p for p in table.pieces.values() if p.kind is PieceKind.MINES)
        lies = replace(cluster, at=Point(*mines), where=Where.TABLE)
        table.pieces[cluster.id] = lies
    off = street_of(table.board).off
    cities = [p for p in table.pieces.values() if p.kind is PieceKind.CITY]
    if phase == "pursuit":
        table.notes[PAGE.name] = replace(pursuit_of(table), rolled=3)
        table.queue = tuple(p.id for p in sorted(cities, key=lambda p: -off(p.at)))
    else:
        table.queue = tuple(m.id for m in table.standing())
    return TableView(table, RULES)


def legal_answer(view: TableView, asked: Decision[Any]) -> Any:
    """Return the bot's answer after checking that it is legal."""
    judge = judge_of(view, asked.by, asked, STEADY)
    assert judge
    raw = best_of(run_to_completion(judge))
    asked.judge(view.table, asked.read(raw))
    return raw


def model_of(view: TableView, model_id: ModelId) -> Model:
    return view.table.models[model_id]


def paces(view: TableView, model_id: ModelId = RIDER) -> str:
    asked = Choose(
        model_of(view, model_id).side,
        clause="PU-11",
        asks="?",
        options=PACES,
        about=model_id,
        kind=CommonKind.PACE,
    )
    return str(legal_answer(view, asked))


def rides(view: TableView, model_id: ModelId = RIDER) -> list[list[float]]:
    side = model_of(view, model_id).side
    path: list[list[float]] = legal_answer(
        view,
        Ride(side, clause="PU-18", asks="?", model=model_id, gaits=(DEFAULT_MODE, ACCELERATE)),
    )
    return path
