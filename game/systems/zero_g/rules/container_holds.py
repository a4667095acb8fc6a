"""Models that take hold of containers (MI-05)."""

from __future__ import annotations

from game.cores.kit.attempts import Attempt
from game.cores.kit.units import touch
from game.play.decisions import PASS, Choose, Option, pass_option
from game.play.game import Game
from game.systems.zero_g.rules.container_exits import may_leave
from game.systems.zero_g.rules.containers import CLAUSE, ContainerKind, containers
from game.systems.zero_g.rules.mobility import PieceReached, is_free
from game.table.events import Marked, PieceHeld
from game.table.records import Mark, Model, Until
from game.table.state import Piece

LEFT, TAKES = "leaves a container", "takes a container"
"""Marks for a model's decision about a container on its path; *about* is the container's id."""


async def reaches(game: Game, reached: PieceReached) -> None:
    """``MI-05``  Let a moving model stop at a container, or take hold of it and go on."""
    model, piece = game.table.models[reached.model], game.table.pieces[reached.piece]
    options = (
        Option("take hold", "Grab it and move on", CLAUSE, piece.id),
        Option("stop", "Grab it and stop", CLAUSE, piece.id),
    )
    answer = await _asks(game, model, piece, options)
    if answer == "take hold":
        game.do(PieceHeld(CLAUSE, piece.id, model.id))
    else:
        stops = LEFT if answer == PASS else TAKES
        game.do(Marked(CLAUSE, model.unit, Mark(stops, Until.PHASE, piece.id)))


async def has_moved(game: Game, attempt: Attempt) -> None:
    """``MI-05``  Let a model that ends its move in contact with a container take hold of it."""
    for model in game.table.of(attempt.unit):
        for piece in containers(game.table):
            if piece.holder is None and touch(model.disc, piece.disc):
                await _may_take(game, model, piece)
        if is_free(model):
            await may_leave(game, model)


async def _may_take(game: Game, model: Model, piece: Piece) -> None:
    """``MI-05``  Let a model take hold of a container, unless it decided that on its path."""
    marks = (game.table.units[model.unit].mark(name) for name in (LEFT, TAKES))
    said = next((m.name for m in marks if m and m.about == piece.id), None)
    if said is None:
        take = Option("take hold", "Grab it", CLAUSE, piece.id)
        said = LEFT if await _asks(game, model, piece, (take,)) == PASS else TAKES
    if said == TAKES:
        game.do(PieceHeld(CLAUSE, piece.id, model.id))


async def _asks(game: Game, model: Model, piece: Piece, options: tuple[Option, ...]) -> str:
    return await Choose(
        model.side,
        clause=CLAUSE,
        asks=f"{game.table.units[model.unit].name}: grab {piece.id.replace('-', ' ')}?",
        options=(*options, pass_option("Leave it alone", CLAUSE)),
        about=model.unit,
        kind=ContainerKind.TAKE_HOLD,
    )
