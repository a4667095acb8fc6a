"""Blunders in battles of the classic core."""

from __future__ import annotations

from game.bots.blunder_counting import (
    AnsweredQuestion,
    BlunderCounter,
    attacker,
    turn_that_ends,
)
from game.cores.classic.rules.targeting import RAPID_RANGE, bars_charge, may_fire_at
from game.cores.classic.rules.unit_state import is_falling_back, is_locked
from game.cores.kit.aimed_weapons import shooting_weapons
from game.cores.kit.queries import TableView
from game.cores.kit.sight_lines import nearest_seen
from game.cores.kit.units import discs
from game.geometry.limits import is_within
from game.geometry.points import nearest_gap
from game.play.decisions import PASS, Choose, CommonKind
from game.table.events import Act, Acted, Event, PhaseBegan, Removed
from game.table.records import Fire, How, Side, Unit, UnitId
from game.table.state import Table

CHARGE_REACH = 12.0
"""Inches that a unit on foot covers by a move and a charge."""
IN_EARNEST = 3
"""The game turn from which a unit is expected to attack what is in its reach."""


def is_melee(table: Table, unit: UnitId) -> bool:
    """Return whether no model of a unit on the table has a weapon to shoot with."""
    return not any(True for model in table.of(unit) for _ in shooting_weapons(model))


class ExposedMeleeUnits(BlunderCounter):
    """Turns at whose end enemies see a unit without guns at close range.

    A case is an own turn of a unit without shooting weapons that ends free of combat, not
    falling back, and without a charge. It is a blunder if a model of an enemy unit free of
    combat sees it within 12 inches and within the range of a weapon to shoot with.
    """

    name = "turns that melee units end under close fire"

    def __init__(self) -> None:
        super().__init__()
        self._charged = set[UnitId]()

    def see_event(self, view: TableView, event: Event) -> None:
        if isinstance(event, Acted) and event.act is Act.CHARGES:
            self._charged.add(event.unit)
        side = turn_that_ends(view.table, event)
        if side is None:
            return
        for unit in view.table.fielded(side):
            idle = not is_locked(unit) and not is_falling_back(unit)
            if idle and unit.id not in self._charged and is_melee(view.table, unit.id):
                self.note(side, is_blunder=_under_close_fire(view.table, unit))
        self._charged.clear()


def _under_close_fire(table: Table, unit: Unit) -> bool:
    for foe in table.fielded(table.enemy(unit.side)):
        if is_locked(foe):
            continue
        for model in table.of(foe.id):
            reach = max([w.range for w in shooting_weapons(model)], default=0.0)
            near = min(RAPID_RANGE, reach)
            if near and nearest_seen(table, model, unit.id, near) is not None:
                return True
    return False


class LostBeforeAttack(BlunderCounter):
    """Models that are lost before the first attack of their unit, of all that are lost."""

    name = "models lost before their unit's first attack"

    def __init__(self) -> None:
        super().__init__()
        self._attacked = set[UnitId]()

    def see_event(self, view: TableView, event: Event) -> None:
        if unit := attacker(view.table, event):
            self._attacked.add(unit)
        elif isinstance(event, Removed) and event.how is not How.LEFT:
            model = view.table.models[event.model]
            self.note(model.side, is_blunder=model.unit not in self._attacked)


class IdleUnits(BlunderCounter):
    """Units that never attack although enemies are in their reach from turn 3 on.

    A case is a unit with an enemy within its longest range, or within 12 inches if it has no
    weapon to shoot with, at the beginning of an own turn from the third on.
    """

    name = "units that never attack what is in reach"

    def __init__(self) -> None:
        super().__init__()
        self._attacked = set[UnitId]()
        self._able = dict[UnitId, Side]()

    def see_event(self, view: TableView, event: Event) -> None:
        if unit := attacker(view.table, event):
            self._attacked.add(unit)

    def see_change(self, view: TableView, event: Event) -> None:
        if not isinstance(event, PhaseBegan) or event.phase != "movement":
            return
        if event.side and event.round >= IN_EARNEST:
            for unit in view.table.fielded(event.side):
                if unit.id not in self._able and _has_foe_in_reach(view.table, unit):
                    self._able[unit.id] = unit.side

    def see_end(self, view: TableView) -> None:
        for unit, side in self._able.items():
            self.note(side, is_blunder=unit not in self._attacked)


def _has_foe_in_reach(table: Table, unit: Unit) -> bool:
    foes = discs(table.standing(table.enemy(unit.side)))
    if not foes:
        return False
    if is_melee(table, unit.id):
        return is_within(nearest_gap(discs(table.of(unit.id)), foes), CHARGE_REACH)
    return any(
        is_within(nearest_gap([model.disc], foes), weapon.range)
        for model in table.of(unit.id)
        for weapon in shooting_weapons(model)
    )


class RiflesThatHoldFire(BlunderCounter):
    """``CC-09``  Units with rapid fire weapons that charge instead of firing two shots each.

    A case is a unit that is asked to shoot and has a legal target within 12 inches of a model
    with a rapid fire weapon, which bars its charge. It is a blunder if the unit holds its fire,
    and declares a charge in the same turn.
    """

    name = "rifles in rapid range that hold fire to charge"

    def __init__(self) -> None:
        super().__init__()
        self._held = dict[UnitId, Side]()

    def see_answer(self, view: TableView, question: AnsweredQuestion) -> None:
        asked, answer = question.asked, question.answer
        if not isinstance(asked, Choose):
            return
        held = list[UnitId]()
        if asked.kind is CommonKind.TARGET and asked.about in view.table.units:
            unit = UnitId(asked.about)
            if answer == PASS:
                held = [unit]
            elif _has_rapid_target(view, unit):
                self.note(asked.by, is_blunder=False)
        elif asked.kind is CommonKind.UNIT_TO_SHOOT and answer == PASS:
            held = [UnitId(option.id) for option in asked.options if option.id != PASS]
        for unit in held:
            if _has_rapid_target(view, unit):
                self._held[unit] = asked.by

    def see_event(self, view: TableView, event: Event) -> None:
        if isinstance(event, Acted) and event.act is Act.CHARGES and event.unit in self._held:
            self.note(self._held.pop(event.unit), is_blunder=True)
        elif turn_that_ends(view.table, event):
            self._settle()

    def see_end(self, view: TableView) -> None:
        self._settle()

    def _settle(self) -> None:
        for side in self._held.values():
            self.note(side, is_blunder=False)
        self._held.clear()


def _has_rapid_target(view: TableView, unit: UnitId) -> bool:
    table = view.table
    rifles = [
        model.disc
        for model in table.of(unit)
        if any(w.fire is Fire.RAPID and bars_charge(model, w) for w in shooting_weapons(model))
    ]
    return bool(rifles) and any(
        is_within(nearest_gap(rifles, discs(table.of(foe.id))), RAPID_RANGE)
        and may_fire_at(view, unit, foe.id)
        for foe in table.fielded(table.enemy(table.units[unit].side))
    )


BLUNDERS = (ExposedMeleeUnits, LostBeforeAttack, IdleUnits, RiflesThatHoldFire)
