"""Blunders in battles of the modern core."""

from __future__ import annotations

from game.bots.blunder_counting import BlunderCounter, attacker, turn_that_ends
from game.cores.kit.aimed_weapons import shooting_weapons
from game.cores.kit.queries import TableView
from game.cores.kit.units import discs
from game.cores.modern.rules.charge import REACH
from game.cores.modern.rules.movement import engaged
from game.cores.modern.rules.stratagems import RE_ROLL
from game.geometry.limits import is_within
from game.geometry.points import nearest_gap
from game.table.events import Event, PhaseBegan, Spent
from game.table.records import Model, ModelId, Side, UnitId, Where
from game.table.state import Table

EARLY = 2
"""The last battle round in which command points are early."""


class EarlyReRolls(BlunderCounter):
    """``MC-27``  Command points spent on single dice in rounds 1 and 2.

    A case is a command point that is spent in them.
    """

    name = "command points of rounds 1 and 2 spent on re-rolls"

    def see_event(self, view: TableView, event: Event) -> None:
        if isinstance(event, Spent) and 1 <= view.table.clock.round <= EARLY:
            self.note(event.side, is_blunder=event.what == RE_ROLL.name, times=event.points)


class ExposedCharacters(BlunderCounter):
    """Characters that end their turn in the reach of a charge, and die in the next turn.

    A case is a character that ends its own turn with its unit engaged by nobody, and with an
    enemy unit near enough to charge it: by the Move of its fastest model and 12 inches.
    """

    name = "characters that end in charge reach and die"

    def __init__(self) -> None:
        super().__init__()
        self._exposed = dict[ModelId, Side]()

    def see_event(self, view: TableView, event: Event) -> None:
        table = view.table
        if side := turn_that_ends(table, event):
            self._settle(table, side)
            for model in table.standing(side):
                if model.profile.has("CHARACTER") and _is_in_charge_reach(table, model):
                    self._exposed[model.id] = side

    def see_end(self, view: TableView) -> None:
        if side := view.table.clock.side:
            self._settle(view.table, side)

    def _settle(self, table: Table, turn: Side) -> None:
        """Count the characters of the enemy of a side whose turn is over."""
        for model_id, side in [*self._exposed.items()]:
            if side != turn:
                dead = table.models[model_id].where is Where.GONE
                self.note(side, is_blunder=dead)
                del self._exposed[model_id]


def _is_in_charge_reach(table: Table, model: Model) -> bool:
    if engaged(table, model.unit):
        return False
    for foe in table.fielded(table.enemy(model.side)):
        models = table.of(foe.id)
        reach = REACH + max(m.profile.m for m in models)
        if is_within(nearest_gap([model.disc], discs(models)), reach):
            return True
    return False


class SilentShooters(BlunderCounter):
    """``MC-12``  Units with weapons to shoot with that never attack in the battle.

    A case is a unit that has such a weapon at the beginning of an own Shooting phase.
    """

    name = "units with guns that never attack"

    def __init__(self) -> None:
        super().__init__()
        self._armed = dict[UnitId, Side]()
        self._attacked = set[UnitId]()

    def see_event(self, view: TableView, event: Event) -> None:
        if unit := attacker(view.table, event):
            self._attacked.add(unit)

    def see_change(self, view: TableView, event: Event) -> None:
        if isinstance(event, PhaseBegan) and event.phase == "shooting" and event.side:
            for model in view.table.standing(event.side):
                if next(shooting_weapons(model), None):
                    self._armed[model.unit] = model.side

    def see_end(self, view: TableView) -> None:
        for unit, side in self._armed.items():
            self.note(side, is_blunder=unit not in self._attacked)


BLUNDERS = (EarlyReRolls, ExposedCharacters, SilentShooters)
