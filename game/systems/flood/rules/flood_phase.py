"""The flood's phase, at the start of each game turn.

It settles the origin, timing and end of the flood (FF-01, FF-05 to FF-07, FF-18).
"""

from __future__ import annotations

from game.cores.kit.core import Core
from game.cores.kit.dice import order_by_dice, ties
from game.cores.kit.modules import Caution
from game.play.decisions import Choose, Option
from game.play.game import Game, Step
from game.systems.flood.rules import PAGE, FloodState, origin_of, water_of
from game.systems.flood.rules.carry import test_footing
from game.systems.flood.table.water import FLOOD_COMES, origins
from game.table.board import TerrainKind
from game.table.events import (
    Announced,
    AnnouncementKind,
    GroundChanged,
    Handled,
    PhaseOver,
    Queued,
    RollKind,
)
from game.table.records import ModelId, Side, Where
from game.table.state import Table

COMES_ON = {2: 6, 3: 4, 4: 2}
"""``FF-06``  Roll needed, by game turn; in turn 5 it comes without a roll."""
MANY = 50
"""``FF-05``  Number of models above which a battle gets a warning."""
BEWARE = ("Beware the flood: it comes once, between turns 2 and 5.", "FF-06")
"""A goal of missions that are flooded."""


def battle_size_warning(table: Table) -> list[Caution]:
    """``FF-05``  Warn of a battle of many models."""
    if (many := len(table.models)) <= MANY:
        return []
    words = f"{many} models: the flood tests each one by itself, so it will take a while"
    return [Caution(words, "FF-05")]


async def pick_origin(game: Game) -> None:
    """``FF-01``  Set the origin, and log the warning of ``FF-05``.

    If the map has several, the side with the first turn chooses one.
    """
    for caution in battle_size_warning(game.table):
        # The words of the event are part of saved games: they stay as they are.
        many = len(game.table.models)
        words = f"{many} models: the flood asks each by itself, which takes long"
        game.do(Announced(caution.clause, words, kind=AnnouncementKind.WATER))
    await set_origin(game, "FF-01", game.table.first or game.table.sides[0])


async def set_origin(game: Game, clause: str, by: Side) -> None:
    """``FF-01``, ``SB-10``  Set the origin of the flood; of several a side chooses one."""
    spots = origins(game.table.board)
    chosen = spots[0].id
    if len(spots) > 1:
        names = {spot.id: spot.id.replace("-", " ") for spot in spots}
        options = tuple(
            Option(id_, f"From {name}", clause, id_, does=f"Let it come from {name}")
            for id_, name in names.items()
        )
        chosen = await Choose(
            by, clause=clause, asks="Where does the flood come from?", options=options
        )
    game.do(PAGE.write(clause, FloodState(chosen)))


def within_reach(table: Table) -> dict[ModelId, float]:
    """``FF-07``  Return the models to be tested, and the inches that water runs to each."""
    water, offs = water_of(table), dict[ModelId, float]()
    for model in table.standing():
        if course := water.course(model.disc):
            offs[model.id] = course.off
    return offs


def order_of(table: Table) -> tuple[tuple[ModelId, ...], ...]:
    """``FF-07``  Return the models in the order of their tests, with ties in groups."""
    offs = within_reach(table)
    return tuple(tuple(group) for group in ties(list(offs), lambda model_id: -offs[model_id]))


class FloodPhase:
    """The flood's phase, at the start of each game turn."""

    def __init__(self, core: Core) -> None:
        self.core = core

    def todo(self, table: Table) -> Step | None:
        """Return the next step: the die, then one model after the other, then the end."""
        if PAGE.of(table).came == table.clock.round:
            return self.carries_on if table.queue else self.ends
        return self.may_come if not PAGE.of(table).came and table.clock.round > 1 else None

    async def may_come(self, game: Game) -> None:
        """``FF-06``  Roll for the flood.

        It comes on 6+ in turn 2, 4+ in turn 3, 2+ in turn 4, and without a roll in turn 5.
        """
        table = game.table
        if need := COMES_ON.get(table.clock.round):
            side = table.first or table.sides[0]
            (face,) = game.throw(
                "FF-06", side, "does the flood come", need=need, kind=RollKind.WATER
            )
            if face < need:
                game.do(PhaseOver("FF-06"))
                return
        self.comes(game)

    def comes(self, game: Game) -> None:
        """``FF-06``, ``FF-07``  Start the flood: queue all models in reach for a test."""
        note, round_ = PAGE.of(game.table), game.table.clock.round
        origin, kind = origin_of(game.table), AnnouncementKind.WATER
        game.do(Announced("FF-06", FLOOD_COMES, origin, kind))
        game.do(PAGE.write("FF-06", FloodState(note.origin, round_)))
        models = game.table.models
        order = order_by_dice(
            game, "FF-07", order_of(game.table), lambda model_id: models[model_id].side
        )
        game.do(Queued("FF-07", tuple(order)))

    async def carries_on(self, game: Game) -> None:
        """``FF-07``  Test the next model of the queue, wherever it is by now."""
        model_id = ModelId(game.table.queue[0])
        game.do(Handled("FF-07"))
        if game.table.models[model_id].where is Where.TABLE:
            await test_footing(game, self.core, model_id)

    async def ends(self, game: Game) -> None:
        """``FF-18``  Make flooded ground Difficult, and lock enemies left in base contact."""
        flooded = water_of(game.table).flooded
        game.do(GroundChanged("FF-18", TerrainKind.FLOODED, flooded))
        self.core.lock(game, "FF-18")
        game.do(PhaseOver("FF-18"))
