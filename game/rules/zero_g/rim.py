"""Where a mission may step in: a model leaves the table, or comes to a piece: ``ZG-14``."""

from __future__ import annotations

from dataclasses import dataclass

from game.geometry.points import Point
from game.play.game import Game
from game.rules.kit.modules import EventHook, QueryHook, ReplaceHook
from game.table.events import Reason, Removed
from game.table.records import How, ModelId


async def lost_in_space(game: Game, who: ModelId) -> None:
    """``ZG-14``  Lost in space, which counts as killed; no body is left."""
    game.do(Removed("ZG-14", who, How.LOST))


LEAVES = ReplaceHook[ModelId]("a model's centre has left the table", lost_in_space)
"""Whoever drifts, is pushed or moves off the table; a mission may bring it home alive."""


@dataclass(frozen=True, slots=True)
class Exit:
    """Where a model would leave the table."""

    model: ModelId
    at: Point


EXITS = QueryHook[Exit, Reason]("what a model leaves for that leaves there, alive")


@dataclass(frozen=True, slots=True)
class Reached:
    """A model that drifts or pushes off, and a piece that it is stopped by."""

    model: ModelId
    piece: str


REACHES = EventHook[Reached]("a moving model has come to a piece")
"""Whoever takes hold of it then goes on (``MI-05``)."""
