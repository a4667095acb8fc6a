"""Carrying out a way over the table."""

from __future__ import annotations

from game.geometry.points import Path, degrees, segments_of
from game.play.game import Game
from game.play.paths import Moves
from game.table.events import Moved
from game.table.records import ModelId


def go(game: Game, clause: str, who: ModelId, path: Path) -> Moves:
    """Move one model along a path; return the move, or none if the path leads nowhere."""
    ways = [toward for _, toward, _ in segments_of(path)]
    if not ways:
        return ()
    game.do(Moved(clause, who, path, degrees(ways[-1])))
    return ((who, path),)
