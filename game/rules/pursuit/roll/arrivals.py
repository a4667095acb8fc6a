"""Who and what comes onto the table while it rolls: ``PU-04``, ``PU-10``."""

from __future__ import annotations

from game.play.decisions import PASS, Choose, Option, pass_option
from game.play.game import Game
from game.play.placement import Place
from game.rules.pursuit.ending import is_over
from game.rules.pursuit.figs.going import comes_to
from game.rules.pursuit.free_space import AtRear, Beside, crowd_of
from game.rules.pursuit.sides import swarm
from game.rules.pursuit.state import chase_of
from game.rules.pursuit.street_pieces import called, is_on, mines
from game.table.events import Act, Acted, PieceCame, Placed
from game.table.pieces import Piece, PieceKind, street_of
from game.table.records import ModelId, Where
from game.table.state import Table

MOST_MINES = 4


def in_hand(table: Table) -> list[Piece]:
    """``PU-10``  Return the clusters of mines that can be brought on."""
    found = [p for p in table.pieces.values() if p.kind is PieceKind.MINES and not is_on(p)]
    return found if len(mines(table)) < MOST_MINES else []


async def bring_mines(game: Game) -> None:
    """``PU-10``  The swarm's player may bring a cluster to a piece that has come back."""
    table, by = game.table, swarm(game.table)
    if not (left := in_hand(table)):
        return
    cluster, crowd = left[0], crowd_of(table)
    fresh = [table.pieces[id_] for id_ in chase_of(table).fresh]
    sites = [Beside(crowd, piece, cluster.radius) for piece in fresh]
    roomy = {site.piece.id: site for site in sites if site.has_room()}
    if not roomy:
        return
    options = [Option(id_, f"Bring mines to {called(id_)}", "PU-10", id_) for id_ in roomy]
    answer = await Choose(
        by,
        "PU-10",
        "Bring a cluster of mines on?",
        (*options, pass_option("Keep them", "PU-10")),
        about=cluster.id,
        kind="mines",
    )
    if answer == PASS:
        return
    asks = f"Place them touching {called(answer)}"
    at = (await Place(by, "PU-10", asks, roomy[answer], cluster.id)).at
    game.do(PieceCame("PU-10", cluster.id, at, on=answer))


async def come_on(game: Game) -> None:
    """``PU-04``  Gargoyles that found no room come on at the rear edge, or wait again."""
    by, losses = swarm(game.table), len(game.table.losses)
    models = game.table.models.values()
    for who in [m.id for m in models if m.side == by and m.where is Where.RESERVE]:
        if is_over(game.table, losses) or not await _comes_on(game, who):
            return


async def _comes_on(game: Game, who: ModelId) -> bool:
    """``PU-04``  Whether a fig finds room; it may come to an enemy or mines there."""
    model = game.table.models[who]
    region = AtRear(crowd_of(game.table), model.base)
    if not region.has_room():
        game.do(Acted("PU-04", model.unit, Act.FINDS_NO_ROOM))
        return False
    asks = f"{game.table.units[model.unit].name} comes on at the rear edge"
    facing = street_of(game.table.board).facing
    spot = await Place(model.side, "PU-04", asks, region, who, facing=facing)
    game.do(Placed("PU-04", who, spot.at, facing))
    await comes_to(game, who, (), charging=False)
    return True
