"""Cage answers to queries."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from game.cores.kit.hooks import QueryHook
from game.cores.kit.queries import FACTS, FORECAST, THREATS, ThreatArea, ThreatKind
from game.cores.kit.traits import trait
from game.geometry.points import Path
from game.play.game import GameView
from game.systems.cage.content.keys import hands
from game.systems.cage.rules import bout_of
from game.systems.cage.rules.abilities import abilities_of
from game.systems.cage.rules.attack_options import in_reach_now
from game.systems.cage.rules.floor import (
    Bearing,
    arms,
    bearing_to,
    cell_of,
    held,
    neighbours,
    reach,
    stance_in,
)
from game.systems.cage.rules.forecasts import forecasts
from game.systems.cage.rules.odds import AttackProspect, prospect
from game.systems.cage.rules.planned_attack import attack_of, flanked
from game.systems.cage.table import floor_of, outline
from game.systems.cage.table.floor_state import FLOOR, rings_now, stance_of
from game.table.events import Reason
from game.table.records import Model, ModelId, Weapon, Where

RULES = {
    "combat tactics": ("can turn a result 2 against it into a 3", "TC-24"),
    "fleet": ("advances one cell or two", "TC-25"),
    "hit and run": ("may advance to a side", "TC-26"),
    "stubborn": ("is not pushed back by a 3", "TC-27"),
    "counter-attack": ("may strike back when attacked", "TC-28"),
    "red thirst": ("is not knocked back by a 6; one extra die after an Advance", "TC-29"),
    "heavy armour": ("turns only half an edge per action", "TC-10"),
}
"""The effect of each rule of a champion in short, and its clause."""
SEEN: dict[Bearing | None, str] = {Bearing.FRONT: "front", Bearing.BACK: "rear"}
"""Names of cells by their bearing; every other cell is the flank (``TC-15``)."""


class CellInfo(NamedTuple):
    """A cell next to a champion's, with its relation to the champion."""

    outline: Path
    words: str
    reached: bool
    """True if a weapon of the champion reaches the cell."""


NEARBY = QueryHook[ModelId, CellInfo]("what lies around a champion, as it faces")


def best(view: GameView, me: Model) -> tuple[Weapon, AttackProspect] | None:
    """``TC-11``  Return the attack most likely to wound; None if no weapon reaches."""
    found = [
        (arm.weapon, prospect(view, attack_of(view, me.side, arm.weapon)))
        for arm in in_reach_now(view, me)
    ]
    return max(found, key=lambda one: one[1].defender_wounded, default=None)


def could_next(view: GameView, me: Model, foe: Model) -> Reason:
    """``TC-07``  Describe in words an attack by a champion as the floor stands."""
    found = best(view, me)
    if found is None:
        near = cell_of(view.table, foe.id) in neighbours(
            floor_of(view.table.board), rings_now(view.table), cell_of(view.table, me.id)
        )
        distance = "cannot reach its enemy"
        words = "is next to its enemy, but no weapon reaches it" if near else distance
        return Reason(0, words, "TC-11" if near else "TC-02")
    weapon, odds = found
    flank = flanked(view, me, foe)
    from_ = f", {flank[0].why}" if flank else ""
    words = f"could attack with {weapon.name}{from_}: {odds.defender_wounded:.0%} to wound"
    return Reason(0, words, "TC-15" if flank else "TC-11")


@dataclass(frozen=True, slots=True)
class ActionsLeft:
    """``TC-06``, ``TC-12``  The actions and attacks that a champion has left in a game turn."""

    actions: int
    most: int
    """Number of actions that it had."""
    attacks: int


def left(view: GameView, model: Model) -> ActionsLeft:
    """``TC-06``, ``TC-12``  Return the number of actions and attacks a champion has left."""
    bout, seat = bout_of(view.table), view.table.sides.index(model.side)
    lying = [d.weapon for d in FLOOR.of(view.table).dropped if d.model == model.id]
    may = max(0, abilities_of(view, model).most_attacks(lying) - bout.made[seat])
    most = max(trait(view, model, "i").now, bout.left[seat])
    return ActionsLeft(bout.left[seat], most, min(may, bout.left[seat]))


def facts(view: GameView, id_: str) -> Iterator[Reason]:
    """``TC-06``, ``TC-12``, ``TC-24``  Yield a champion's rules, and its actions and losses."""
    table = view.table
    model = table.models.get(ModelId(id_))
    if model is None:
        return
    for rule in model.profile.rules:
        if rule in RULES:
            words, clause = RULES[rule]
            yield Reason(0, f"{rule[:1].upper()}{rule[1:]}: {words}", clause)
    if model.where is not Where.TABLE or not table.clock.round:
        for weapon in model.profile.weapons:
            yield Reason(
                0, f"{weapon.name[:1].upper()}{weapon.name[1:]} in {_in(weapon)}", "TC-11"
            )
        return
    may = left(view, model)
    yield Reason(0, _actions_left(may), "TC-06")
    if bout_of(table).parries == model.side:
        yield Reason(0, "Parries the next attack", "TC-13")
    lying = [w.name for w in model.profile.weapons if w not in held(table, model)]
    if lying:
        yield Reason(0, f"Disarmed: {', '.join(lying)}", "TC-19")


def _actions_left(may: ActionsLeft) -> str:
    """Return the actions left: ``"4 actions left, 2 of them may be attacks"``."""
    if not may.actions:
        return "No actions left"
    if may.actions == 1:
        return f"1 action left, which may {'' if may.attacks else 'not '}be an attack"
    attack = "an attack" if may.attacks == 1 else "attacks"
    return f"{may.actions} actions left, {may.attacks or 'none'} of them may be {attack}"


def _in(weapon: Weapon) -> str:
    both = hands(weapon)
    return "both hands" if len(both) > 1 else f"the {both[0]} hand" if both else "no hand"


def nearby(view: GameView, model_id: ModelId) -> Iterator[CellInfo]:
    """``TC-03``, ``TC-11``, ``TC-15``  Yield the meaning of each cell next to a champion."""
    table = view.table
    model = table.models[model_id]
    if model.where is not Where.TABLE or stance_of(table, model_id) is None:
        return
    stance = stance_in(table, model_id)
    floor, rings, here, _ = stance
    for cell in neighbours(floor, rings, here):
        at = bearing_to(stance, cell)
        reached = [w.name for w in arms(table, model) if at in reach(w)]
        words = ": ".join([SEEN.get(at, "flank"), *([", ".join(reached)] if reached else [])])
        yield CellInfo(outline(floor, rings, cell), words, bool(reached))


def threats(view: GameView, model_id: ModelId) -> Iterator[ThreatArea]:
    """``TC-11``, ``TC-15``  Yield the neighbouring cells that a champion's weapons reach."""
    for cell in nearby(view, model_id):
        if cell.reached:
            yield ThreatArea(ThreatKind.STRIKES, "TC-11", area=cell.outline)


HOOKS = (
    FORECAST.gets(forecasts),
    FACTS.gets(facts),
    NEARBY.gets(nearby),
    THREATS.gets(threats),
)
