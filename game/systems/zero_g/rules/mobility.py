"""Mobility of models without gravity (ZG-03, ZG-14).

Straight pushes are here, and exits from the table.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from game.cores.kit.hooks import EventHook, QueryHook, ReplaceHook
from game.geometry.limits import is_within
from game.geometry.points import Disc, Path, Point, thousandths
from game.geometry.polygons import edges, off_segment
from game.geometry.sweeps import Touch, Walls
from game.physics.travel import DriftObstacles, glides
from game.play.decisions import DecisionKind
from game.play.game import Game, GameView
from game.play.log.wording import name, spoken_name, with_article
from game.table.board import Board
from game.table.events import BodyRemoved, Marked, Motion, Moved, Reason, Removed
from game.table.records import How, Mark, Model, ModelId, Profile, Side, Until, Where
from game.table.state import Piece, PieceKind, Table

STEEP = 45.0
"""``ZG-09``  Degrees by which an arrow may be turned to either side."""
ANY_WAY = 180.0

SNAPS_ONLY = "snap shots only"
"""Mark of a unit; *about*: the clause that limits it to snap shots."""
PUSHED_OFF = "pushed off"
"""``ZG-08``  Mark of a unit that moved by ``ZG-05`` in this turn."""
NEAR = 1.0
KEEP_OFF = 1.0
"""``ZG-12``, ``CC-18``  Inches from an enemy."""


class ZeroGKind(DecisionKind):
    """Kinds of decisions in zero-g."""

    DRIFT = "drift"
    AFTER_THE_KILL = "after the kill"
    WEAPON_FOR_RECOIL = "weapon for its recoil"


def is_free(model: Model) -> bool:
    """``ZG-03``  Return whether a model moves as in an ordinary game."""
    return is_free_mover(model.profile)


def is_free_mover(profile: Profile) -> bool:
    """``ZG-03``  Return whether a profile is that of a free mover: a skimmer or flier."""
    return profile.has("skimmer") or profile.has("flier")


def has_jets(model: Model) -> bool:
    """``ZG-11``  Return whether a model is jump infantry or has a jetpack."""
    return model.profile.has("jump infantry") or model.profile.has("jetpack")


def turns_by(model: Model) -> float:
    """``ZG-09``, ``ZG-11``  Return the degrees by which a model may turn an arrow."""
    return ANY_WAY if has_jets(model) else STEEP


def snaps_only(clause: str, model: Model) -> Marked:
    """Return the event after which a model fires only snap shots in this turn."""
    return Marked(clause, model.unit, Mark(SNAPS_ONLY, Until.TURN, clause))


def pushed_off(model: Model) -> Marked:
    return Marked("ZG-08", model.unit, Mark(PUSHED_OFF, Until.TURN))


def remove_corpses_passed(game: Game, model_id: ModelId, path: Path) -> None:
    """``ZG-26``  Remove the corpses that a model came within 1" of on its path.

    If the mover is a corpse, it is removed itself when it came so near to an enemy.
    """
    mover = game.table.models[model_id]
    dead = mover.where is Where.BODY
    for other in [m for m in game.table.models.values() if m.side != mover.side]:
        if other.where is not (Where.TABLE if dead else Where.BODY):
            continue
        off = NEAR + other.base + mover.base
        if any([is_within(off_segment(other.at, leg), off) for leg in pairwise(path)]):
            game.do(BodyRemoved("ZG-26", model_id if dead else other.id))
            if dead:
                return


async def lost_in_space(game: Game, model_id: ModelId) -> None:
    """``ZG-14``  Remove a model as lost in space: it counts as killed, without a corpse."""
    game.do(Removed("ZG-14", model_id, How.LOST, motion=Motion.DRIFTS))


LEAVES = ReplaceHook[ModelId]("a model's centre has left the table", lost_in_space)
"""Replaceable: a model drifts, is pushed or moves off the table.

A mission may bring it home alive.
"""


@dataclass(frozen=True, slots=True)
class TableExit:
    """The place where a model would leave the table."""

    model: ModelId
    at: Point


EXITS = QueryHook[TableExit, Reason]("what a model leaves for that leaves there, alive")


def exit_at(view: GameView, model_id: ModelId, at: Point) -> Reason | None:
    """``ZG-14``  Return why a model lives that leaves the table there; None: it is lost."""
    return next(EXITS.of(view, TableExit(model_id, at)), None)


@dataclass(frozen=True, slots=True)
class PieceReached:
    """A model that drifts or pushes off, and the piece that stops it."""

    model: ModelId
    piece: str


REACHES = EventHook[PieceReached]("a moving model has come to a piece")
"""A model that then takes hold of the piece goes on (``MI-05``)."""


def around_of(table: Table, model_id: ModelId) -> DriftObstacles:
    """``ZG-12``  Return the obstacles of a model: walls, debris, friends, enemies 1" off."""
    return _around(table, keeps_off=table.enemy(table.models[model_id].side))


def around_piece(table: Table, piece: Piece) -> DriftObstacles:
    """``MI-05``  Return the obstacles of a drifting container: models, containers and walls."""
    around = _around(table)
    return around._replace(discs={**around.discs, piece.id: piece.disc})


def _around(table: Table, keeps_off: Side | None = None) -> DriftObstacles:
    discs, off = dict[str, Disc](), dict[str, float]()
    for model in table.standing():
        discs[model.id] = model.disc
        if model.side == keeps_off:
            off[model.id] = KEEP_OFF
    for piece in table.pieces.values():
        if piece.kind is PieceKind.CONTAINER and piece.holder is None:
            discs[piece.id] = piece.disc
    size = table.board.width, table.board.height
    return DriftObstacles(walls_of(table.board, loose_outlines(table)), discs, size, off)


def loose_outlines(table: Table) -> tuple[Path, ...]:
    """Return the outlines of loose debris."""
    return tuple([p.corners for p in table.pieces.values() if p.kind is PieceKind.DEBRIS])


@lru_cache(maxsize=64)
def walls_of(board: Board, loose: tuple[Path, ...]) -> Walls:
    """Return the walls that no base may cross: those of the map, and loose debris."""
    sides = [edge for corners in loose for edge in edges(corners)]
    return Walls((*board.walls.segments, *sides)) if sides else board.walls


class StraightPush(NamedTuple):
    """A push straight on, as far as it goes."""

    path: Path = ()
    """Empty if the model does not move."""
    left: bool = False
    """True if it ends where the centre leaves the table."""
    touch: Touch | None = None
    """Contact that stopped the push."""
    exit: Reason | None = None
    """Why a model that leaves the table lives; None if it is lost (``ZG-14``)."""

    @property
    def is_lost(self) -> bool:
        """``ZG-14``  Return whether the model leaves the table and does not live."""
        return self.left and self.exit is None


def stop_text(table: Table, met: Touch | None) -> str:
    """Return what stops a move, in words: ``"stopped by the mill"``; empty for nothing."""
    if met is None:
        return ""
    if met.disc in table.pieces:  # ``MI-05``  The model may take hold of it and go on.
        return f"up to {spoken_name(table, met.disc)}"
    if met.disc:
        return f"stopped by {name(table, met.disc)}"
    board, walls = table.board, table.board.walls.segments
    if met.wall >= len(walls):
        return "stopped by loose debris"
    called = next(t.name for t in board.impassable if walls[met.wall] in t.sides())
    return f"stopped by {with_article(called)}"


def push_of(view: GameView, model_id: ModelId, along: Point, distance: float) -> StraightPush:
    """Return a push of a model straight on, to the first thing that it touches."""
    start = view.table.models[model_id].at
    for leg in glides(around_of(view.table, model_id), model_id, along, distance):
        end = thousandths(leg.end)
        path = (start, end) if end != start else ()
        home = exit_at(view, model_id, end) if leg.left else None
        return StraightPush(path, leg.left, leg.touch, home)
    return StraightPush()


async def pushes(
    game: Game,
    clause: str,
    model_id: ModelId,
    push: StraightPush,
    motion: Motion = Motion.MOVES,
) -> None:
    """Carry out a push: the model keeps its facing, and may leave the table (``ZG-14``)."""
    if push.path:
        game.do(
            Moved(
                clause,
                model=model_id,
                path=push.path,
                facing=game.table.models[model_id].facing,
                motion=motion,
            )
        )
        remove_corpses_passed(game, model_id, push.path)
    if push.left:
        await LEAVES.happens(game, model_id)
