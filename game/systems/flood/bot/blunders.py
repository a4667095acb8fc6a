"""Blunders of models in a flooded battle."""

from __future__ import annotations

from game.bots.blunder_counting import BlunderCounter
from game.cores.kit.queries import TableView
from game.systems.flood.bot.hazard import refuge
from game.systems.flood.rules.flood_phase import within_reach
from game.systems.flood.rules.odds import next_trigger, source_known
from game.table.events import Event, PhaseBegan

LIKELY = 0.5
"""``FF-06``  Chance of the flood from which models are expected to be out of its way."""
MOVE = 6.0
"""Walking distance in inches to dry ground from which models are expected to reach it."""


class ModelsInTheWater(BlunderCounter):
    """``FF-07``  Models that a flood would reach when it is likely.

    A case is a model on ground that stays dry, or within a move of it, as the flood's phase
    begins, if the flood comes in it with a chance of at least 50%.
    """

    name = "models on ground that is likely to be flooded"

    def see_change(self, view: TableView, event: Event) -> None:
        if not isinstance(event, PhaseBegan) or event.phase != "flood":
            return
        table = view.table
        trigger = next_trigger(view)
        if trigger is None or trigger.round != event.round or trigger.chance < LIKELY:
            return
        wet = within_reach(table) if source_known(table) else {}
        for model in table.standing():
            if model.id not in wet:
                self.note(model.side, is_blunder=False)
            elif (dry := refuge(view, model.base)) and dry.left(model.at) <= MOVE:
                self.note(model.side, is_blunder=True)


BLUNDERS = (ModelsInTheWater,)
