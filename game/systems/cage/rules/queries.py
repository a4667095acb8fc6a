"""Cage answers to queries and forecasts."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from game.cores.kit.hooks import QueryHook
from game.cores.kit.queries import (
    FACTS,
    FORECAST,
    THREATS,
    ConsideredAnswer,
    ForecastFigure,
    ThreatArea,
    ThreatKind,
    counted,
)
from game.cores.kit.traits import trait
from game.geometry.points import Path
from game.play.decisions import Choose
from game.play.game import GameView
from game.systems.cage.content.keys import hands
from game.systems.cage.rules import CageKind, bout_of
from game.systems.cage.rules.action_options import ATTACK, weapons
from game.systems.cage.rules.attacks import BRIEFLY, RESULTS, counters
from game.systems.cage.rules.floor import (
    Bearing,
    arms,
    attacks,
    bearing_to,
    cell_of,
    held,
    in_cage,
    neighbours,
    reach,
)
from game.systems.cage.rules.odds import AttackProspect, attack_of, fate_of, prospect
from game.systems.cage.rules.planned_attack import flanked, planned
from game.systems.cage.table import floor_of, outline
from game.systems.cage.table.floor_state import rings_now, stance_of
from game.table.events import Reason
from game.table.records import Model, ModelId, Weapon, Where


class CellInfo(NamedTuple):
    """A cell next to a champion's, with its relation to the champion."""

    outline: Path
    words: str
    reached: bool
    """True if a weapon of the champion reaches the cell."""


NEARBY = QueryHook[ModelId, CellInfo]("what lies around a champion, as it faces")


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


def best(view: GameView, me: Model, foe: Model) -> tuple[Weapon, AttackProspect] | None:
    """``TC-11``  Return the attack most likely to wound; None if no weapon reaches."""
    found = [
        (weapon, prospect(view, attack_of(view, me.side, weapon)))
        for weapon in weapons(view.table, me, foe)
    ]
    return max(found, key=lambda one: one[1].defender_wounded, default=None)


def could_next(view: GameView, me: Model, foe: Model) -> Reason:
    """``TC-07``  Describe in words an attack by a champion as the floor stands."""
    found = best(view, me, foe)
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
    may = max(0, attacks(view, model) - bout.made[seat])
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
    floor, rings, (here, edge) = (
        floor_of(table.board),
        rings_now(table),
        in_cage(table, model_id),
    )
    for cell in neighbours(floor, rings, here):
        at = bearing_to(floor, rings, here, edge, cell)
        reached = [w.name for w in arms(table, model) if at in reach(w)]
        words = ": ".join([SEEN.get(at, "flank"), *([", ".join(reached)] if reached else [])])
        yield CellInfo(outline(floor, rings, cell), words, bool(reached))


def threats(view: GameView, model_id: ModelId) -> Iterator[ThreatArea]:
    """``TC-11``, ``TC-15``  Yield the neighbouring cells that a champion's weapons reach."""
    for cell in nearby(view, model_id):
        if cell.reached:
            yield ThreatArea(ThreatKind.STRIKES, "TC-11", area=cell.outline)


def forecasts(view: GameView, asked: ConsideredAnswer) -> Iterator[ForecastFigure]:
    """``TC-14``  Yield the odds of an attack that is considered, or of a die that may count."""
    decision, answer = asked.decision, asked.answer
    if not isinstance(decision, Choose):
        return
    what, _, raw = answer.partition(" ")
    if decision.kind is CageKind.ACTION and what == ATTACK:
        yield from _of_attack(view, view.table.models[ModelId(decision.about)], raw)
    elif decision.kind is CageKind.DIE:
        yield from _of_die(view, decision, int(answer))


def _of_attack(view: GameView, me: Model, text: str) -> Iterator[ForecastFigure]:
    """``TC-14`` to ``TC-22``  Yield harm to both, the dice, and the chance of each result."""
    weapon = next(w for w in arms(view.table, me) if w.name == text)
    attack = attack_of(view, me.side, weapon)
    found, foe = prospect(view, attack), view.table.models[attack.defender]
    yield ForecastFigure("wounds", found.defender_wounded, "TC-22")
    yield ForecastFigure("wins", found.defender_loses, "TC-30")
    yield ForecastFigure("suffers a wound", found.attacker_wounded, "TC-22")
    yield ForecastFigure("falls", found.attacker_falls, "TC-30")
    row = tuple(float(n == attack.dice) for n in range(attack.dice + 1))
    reasons = attack.reasons
    if attack.dice > 1:
        chooser = "attacker" if attack.chooser == me.side else "defender"
        reasons += (Reason(0, f"the {chooser} chooses", "TC-14"),)
    yield counted("dice", row, "TC-14", reasons=reasons)
    for result, chance in found.chances.items():
        clause = RESULTS[result][0] if result else "TC-13"
        words = f"{result} {BRIEFLY[result]}" if result else "it misses"
        yield ForecastFigure(words, chance, clause, more=True)
    if counters(view, foe, me):
        yield ForecastFigure("may be countered", 1.0, "TC-28", more=True)


def _of_die(view: GameView, asked: Choose, result: int) -> Iterator[ForecastFigure]:
    """``TC-14``  Yield the effects of a result on both champions."""
    me = view.table.models[ModelId(asked.about)]
    foe = next(iter(view.table.standing(view.table.enemy(me.side))))
    weapon = next(w for w in arms(view.table, me) if w.name == asked.weapon)
    fate = fate_of(view, planned(view, me, foe, weapon), result)
    clause = RESULTS[result][0]
    yield from _figure("wounds", fate.defender.wounded, clause)
    yield from _figure("wins", fate.loses, "TC-23" if fate.out else "TC-30")
    yield from _figure("suffers a wound", fate.attacker.wounded, clause)
    yield from _figure("falls", fate.attacker.falls, "TC-30")
    yield from _figure("disarms", float(fate.disarmed), clause)
    yield from _figure("pushes back", float(fate.moved and not fate.out), clause)


def _figure(what: str, chance: float, clause: str) -> Iterator[ForecastFigure]:
    if chance:
        yield ForecastFigure(what, chance, clause)


HOOKS = (
    FORECAST.gets(forecasts),
    FACTS.gets(facts),
    NEARBY.gets(nearby),
    THREATS.gets(threats),
)
