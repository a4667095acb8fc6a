"""What either core tells of its lines of sight: ``CC-08``, ``CC-37``, ``MC-12``."""

from __future__ import annotations

from collections.abc import Iterator

from game.geometry.line_of_sight import seen_point
from game.geometry.points import Disc, gap
from game.geometry.polygons import edges
from game.play.game import GameView
from game.rules.kit.line_of_sight import blinds, first_block, in_between, sees
from game.rules.kit.queries import Hide, Pair, Sightline
from game.table.records import Model


def sight_lines(look: GameView, pair: Pair, clause: str) -> Iterator[Sightline]:
    """Yield whom of another unit each model sees: the nearest, if any."""
    foes = look.table.of(pair.target)
    for model in look.table.of(pair.who):
        if near := sorted(foes, key=lambda foe: gap(model.disc, foe.disc)):
            seen = (foe for foe in near if sees(look.table, model.disc, foe.disc))
            yield _line(look, model, next(seen, near[0]), clause)


def _line(look: GameView, model: Model, foe: Model, clause: str) -> Sightline:
    table = look.table
    end = seen_point(model.at, foe.disc, in_between(table, model.disc, foe.disc))
    if end is not None:
        return Sightline(model.id, foe.id, model.at, end, clause)
    block = first_block(table, model.disc, foe.disc)
    at, by = (block[0], block[1].id) if block else (foe.at, "")
    return Sightline(model.id, foe.id, model.at, foe.at, clause, at, by)


def hides(look: GameView, eye: Disc) -> Iterator[Hide]:
    """``CC-37``  Yield what hides ground; who stands in a ruin or wood sees out of it."""
    for piece in look.table.board.terrain:
        if piece.blocks_sight and not (piece.area and piece.holds(eye)):
            yield Hide(piece.sides(), into=piece.area)
    for thing in blinds(look.table):
        yield Hide(tuple(edges(thing.corners)))
