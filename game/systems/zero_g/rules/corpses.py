"""Corpses that keep drifting (ZG-24, ZG-26)."""

from __future__ import annotations

from collections.abc import Iterator

from game.cores.classic.rules import REMAINS, WENT
from game.geometry.limits import is_within
from game.geometry.points import (
    LOOSE_EPSILON,
    ROUNDING,
    Point,
    gap,
    heading_of_vector,
    thousandths,
    vector_of_heading,
)
from game.physics.travel import DriftPath
from game.physics.travel import drift as drifts
from game.play.game import Game, GameView, Step
from game.play.moves.paths import Moves
from game.systems.zero_g.rules.drift import drift_is_on, rolls
from game.systems.zero_g.rules.mobility import NEAR, around_of, remove_corpses_passed
from game.table.events import (
    ArrowsChanged,
    BodyRemoved,
    Handled,
    Motion,
    Moved,
    PhaseOver,
    Queued,
    RollKind,
)
from game.table.records import Model, ModelId, Side, Where
from game.table.state import Table


def leave_corpse(view: GameView, model_id: ModelId) -> Iterator[Where]:
    """``ZG-24``  Yield that a model killed while it has arrows stays as a corpse with them."""
    if view.table.models[model_id].arrows:
        yield Where.BODY


def bodies(table: Table, side: Side | None = None) -> list[Model]:
    """``ZG-24``  Return the corpses on the table, the oldest first."""
    found = {
        m.id: m
        for m in table.models.values()
        if m.where is Where.BODY and side in (None, m.side)
    }
    fell = [loss.model for loss in table.losses if loss.model in found]
    return [found[m] for m in dict.fromkeys((*(m for m in found if m not in fell), *fell))]


def drifting(table: Table) -> Step | None:
    """``ZG-24``  Return the next step before a player's models move: their corpses drift."""
    if table.queue:
        return _next
    return _begin if bodies(table, table.clock.side) else None


async def _begin(game: Game) -> None:
    order = tuple(m.id for m in bodies(game.table, game.table.clock.side))
    game.do(Queued("ZG-24", order))


async def _next(game: Game) -> None:
    """``ZG-24``  Let the oldest corpse drift that has not drifted yet."""
    model_id = ModelId(game.table.queue[0])
    game.do(Handled("ZG-24"))
    await drifts_on(game, model_id)
    if not game.table.queue:
        game.do(PhaseOver("ZG-24"))


async def drifts_on(game: Game, model_id: ModelId) -> None:
    """``ZG-24``  Roll for a corpse with arrows that is still there, and let it drift."""
    body = game.table.models[model_id]
    if body.where is Where.BODY and body.arrows:
        faces = game.throw(
            "ZG-24",
            body.side,
            "drift",
            body.arrows,
            total=True,
            id_=body.unit,
            kind=RollKind.DISTANCE,
        )
        if drift_is_on(game):
            await rolls(game, "ZG-24", model_id, float(sum(faces)))
        else:
            drift_body(game, body, drift_of(game.table, body, float(sum(faces))))


def drift_of(table: Table, body: Model, distance: float) -> DriftPath:
    """``ZG-24``, ``ZG-26``  Return a corpse's drift, which only walls and enemies at 1" affect.

    It rebounds from walls; an enemy ends it.
    """
    around = around_of(table, body.id)
    enemies = {name: around.discs[name] for name in around.off}
    among = around._replace(discs={**enemies, body.id: body.disc})
    return drifts(among, body.id, vector_of_heading(body.heading), distance)


def drift_body(game: Game, body: Model, drift: DriftPath) -> None:
    """``ZG-24``, ``ZG-26``  Move a corpse, and remove it at the edge or beside an enemy."""
    path = tuple(thousandths(at) for at in drift.path)
    if len(path) > 1 and path[0] != path[-1]:
        game.do(
            Moved("ZG-24", model=body.id, path=path, facing=body.facing, motion=Motion.DRIFTS)
        )
    if drift.rebounds:
        game.do(ArrowsChanged("ZG-24", body.id, body.arrows, heading_of_vector(drift.toward)))
    if drift.left or drift.touch:
        game.do(BodyRemoved("ZG-26", body.id))
    else:
        remove_corpses_passed(game, body.id, path)


def _at_edge(table: Table, at: Point) -> bool:
    """``ZG-26``  Return whether a corpse's centre has reached the table's edge."""
    board = table.board
    return not (0.0 < at.x < board.width and 0.0 < at.y < board.height)


def remove_disturbed_corpses(table: Table) -> Step | None:
    """``ZG-24``, ``ZG-26``  Return a step that removes corpses by enemies or under models."""
    fallen = [m for m in table.models.values() if m.where is Where.BODY]
    return _clear if fallen and _spoilt(table, fallen) else None


def _spoilt(table: Table, fallen: list[Model]) -> list[tuple[str, Model]]:
    """Return the corpses at the edge, beside enemies or under models, with their clauses."""
    standing = table.standing()
    return [(clause, body) for body in fallen if (clause := _spoils(table, body, standing))]


def _spoils(table: Table, body: Model, standing: list[Model]) -> str:
    """Return the clause by which a corpse is removed; empty if it stays."""
    if _at_edge(table, body.at):
        return "ZG-26"
    (x, y), under = body.at, False
    for m in standing:
        reach = NEAR + LOOSE_EPSILON + m.base + body.base
        # Compare places first: this is asked before each step, and few models are near.
        if not (-reach < m.at.x - x < reach and -reach < m.at.y - y < reach):
            continue
        off = gap(m.disc, body.disc)
        if m.side != body.side and is_within(off, NEAR):
            return "ZG-26"
        under = under or off < -ROUNDING
    return "ZG-24" if under else ""


async def _clear(game: Game) -> None:
    for clause, body in _spoilt(game.table, bodies(game.table)):
        game.do(BodyRemoved(clause, body.id))


async def went(game: Game, moves: Moves) -> None:
    """``ZG-26``  Remove the corpses passed by free movers and by models that pile in."""
    for model_id, path in moves:
        remove_corpses_passed(game, model_id, path)


HOOKS = (REMAINS.gets(leave_corpse), WENT.then(went))
