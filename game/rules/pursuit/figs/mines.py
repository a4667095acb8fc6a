"""Clusters of mines: ``PU-24``."""

from __future__ import annotations

from game.geometry.points import Disc
from game.play.game import Game
from game.rules.classic.blast import place_next_blast_marker
from game.rules.classic.wounds import Hit, WoundTally, strike_saved, wound_model
from game.rules.kit.distances import touch
from game.rules.pursuit.sides import swarm
from game.table.events import MarkerLaid, PieceLeft
from game.table.records import How, Where

MARKERS = 3
ACROSS = 5.0
"""Inches."""
STRENGTH = 4
AP = 4


async def explode(game: Game, cluster: str) -> None:
    """``PU-24``  Three markers, a hit for each fig under each; it goes back to its player.

    ``CC-36``: all rolls to wound, then all saves.
    """
    table, by = game.table, swarm(game.table)
    down = [Disc(table.pieces[cluster].at, ACROSS / 2)]
    game.do(PieceLeft("PU-24", cluster))
    game.do(MarkerLaid("PU-24", down[0].at, ACROSS))
    while len(down) < MARKERS:
        at = await place_next_blast_marker(game, by, cluster, cluster, down)
        down.append(Disc(at, ACROSS / 2))
        game.do(MarkerLaid("CC-11", at, ACROSS))
    hit = Hit(by, STRENGTH, AP, how=How.HAZARD, weapon="mines", who=cluster)
    struck = [
        (m.id, [hit] * many)
        for m in table.standing()
        if (many := len([d for d in down if touch(d, m.disc)]))
    ]
    wounds = [(who, await wound_model(game, hits, who)) for who, hits in struck]
    for who, lost in wounds:
        if lost and table.models[who].where is Where.TABLE:
            await strike_saved(game, lost, who, WoundTally())
