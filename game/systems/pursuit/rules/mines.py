"""Mines that explode (PU-24)."""

from __future__ import annotations

from game.cores.classic.rules import ClassicHit
from game.cores.classic.rules.blast import place_next_blast_marker
from game.cores.classic.rules.wounds import strike_models
from game.cores.kit.attacks import Hit
from game.cores.kit.units import touch
from game.geometry.points import Disc, Point
from game.play.game import Game
from game.systems.pursuit.rules.state import swarm
from game.table.events import MarkerLaid, PieceLeft
from game.table.records import How
from game.table.state import Table

MARKERS = 3
ACROSS = 5.0
"""Diameter in inches of a mine's blast marker."""
MINE_STRENGTH = 4
AP = 4


def mine_hit(table: Table, cluster: str = "") -> ClassicHit:
    """``PU-24``  Return the hit of a marker of mines."""
    by, how = swarm(table), How.HAZARD
    return Hit(by, MINE_STRENGTH, AP, how=how, weapon="mines", who=cluster)


def marker_at(at: Point) -> Disc:
    """``PU-24``  Return a blast marker of mines; the first lies over the cluster's middle."""
    return Disc(at, ACROSS / 2)


async def explode(game: Game, cluster: str) -> None:
    """``PU-24``  Explode a cluster: three markers, one hit on each model under each.

    The cluster goes back to its player. ``CC-36``: all rolls to wound come before all saves.
    """
    table, by = game.table, swarm(game.table)
    down = [marker_at(table.pieces[cluster].at)]
    game.do(PieceLeft("PU-24", cluster))
    game.do(MarkerLaid("PU-24", down[0].at, ACROSS))
    while len(down) < MARKERS:
        at = await place_next_blast_marker(game, by, cluster, cluster, down)
        down.append(marker_at(at))
        game.do(MarkerLaid("CC-11", at, ACROSS))
    hit = mine_hit(table, cluster)
    struck = [
        (m.id, [hit] * many)
        for m in table.standing()
        if (many := len([d for d in down if touch(d, m.disc)]))
    ]
    await strike_models(game, struck)
