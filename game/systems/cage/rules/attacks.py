"""An attack and its six results, and the counter-attack (TC-13, TC-16 to TC-29)."""

from __future__ import annotations

from dataclasses import replace

from game.cores.classic.rules import ClassicHit
from game.cores.classic.rules.combat import hit_of
from game.cores.classic.rules.unit_state import strength_of
from game.cores.classic.rules.wounds import strike_models
from game.cores.kit.aimed_weapons import MeleeAttack
from game.cores.kit.dice import pick
from game.cores.kit.traits import trait
from game.play.decisions import PASS, Choose, Option, pass_option
from game.play.game import Game, GameView
from game.play.wording import name
from game.systems.cage.rules import PAGE, CageKind, bout_of, with_value
from game.systems.cage.rules.action_options import has_attack, weapons
from game.systems.cage.rules.floor import (
    ask,
    ask_cell,
    cell_of,
    enter,
    held,
    neighbours,
    retreats,
    taken,
)
from game.systems.cage.rules.planned_attack import CageAttack, planned
from game.systems.cage.table import floor_of
from game.systems.cage.table.events import StepKind, WeaponDropped
from game.systems.cage.table.floor_state import rings_now
from game.table.events import Act, Acted, Removed, RollKind
from game.table.records import Cell, How, Model, ModelId, Side, Weapon, Where

HARMED, BOTH, PUSHED, DISARMED, HARMS, KNOCKED = range(1, 7)
RESULTS = {
    HARMED: ("TC-16", Act.HURTS_ITSELF),
    BOTH: ("TC-17", Act.TRADES),
    PUSHED: ("TC-18", Act.PUSHES),
    DISARMED: ("TC-19", Act.DISARMS),
    HARMS: ("TC-20", Act.HARMS),
    KNOCKED: ("TC-21", Act.KNOCKS),
}
"""For each result its clause, and the act of the attacker that the log names."""
TOLD = {
    HARMED: "the attacker is hit",
    BOTH: "both are hit",
    PUSHED: "the defender is pushed back",
    DISARMED: "the defender is disarmed",
    HARMS: "the defender is hit",
    KNOCKED: "the defender is hit and knocked back",
}
"""Descriptions of the results, for questions."""
BRIEFLY = {
    HARMED: "attacker hit",
    BOTH: "both hit",
    PUSHED: "pushed back",
    DISARMED: "disarmed",
    HARMS: "hit",
    KNOCKED: "knocked back",
}
"""The same where there is little room."""


async def apply_result(game: Game, attack: CageAttack, result: int) -> None:
    """``TC-16`` to ``TC-21``  Apply a result."""
    clause, act = RESULTS[result]
    units = {m: game.table.models[m].unit for m in (attack.attacker, attack.defender)}
    game.do(Acted(clause, unit=units[attack.attacker], act=act, target=units[attack.defender]))
    match result:
        case 1:
            await _strike(game, (blow(game, attack.attacker, attack.weapon, attack.attacker),))
        case 2:
            await _both(game, attack)
        case 3:
            await pushed(game, attack)
        case 4:
            await _disarmed(game, attack)
        case 5:
            await _strike(game, (blow(game, attack.attacker, attack.weapon, attack.defender),))
        case _:
            await _strike(game, (blow(game, attack.attacker, attack.weapon, attack.defender),))
            await _knocked(game, attack)


def blow(
    view: GameView, by: ModelId, weapon: Weapon, at: ModelId
) -> tuple[ModelId, ClassicHit]:
    """``TC-22``  Return a target and the hit on it, by ``CC-28`` but for its Initiative."""
    model, target = view.table.models[by], view.table.models[at]
    strength = strength_of(weapon, trait(view, model, "s").now)
    struck = MeleeAttack(
        by,
        unit=model.unit,
        side=model.side,
        target=target.unit,
        weapon=weapon,
        attacks=1,
        strength=strength,
    )
    return at, hit_of(struck)


async def _strike(game: Game, blows: tuple[tuple[ModelId, ClassicHit], ...]) -> None:
    """``TC-22``  Roll all hits to wound, then save all: models harmed together fall together.

    A model without wounds left is not hit.
    """
    standing = [b for b in blows if game.table.models[b[0]].where is Where.TABLE]
    await strike_models(game, [(model_id, [hit]) for model_id, hit in standing])


async def _both(game: Game, attack: CageAttack) -> None:
    """``TC-17``  Let both hit, the defender with a close combat weapon if it holds one."""
    blows = [blow(game, attack.attacker, attack.weapon, attack.defender)]
    defender = game.table.models[attack.defender]
    if weapons := held(game.table, defender):
        weapon = weapons[0]
        if len(weapons) > 1:
            options = tuple(Option(w.name, f"With {w.name}", "TC-17") for w in weapons)
            asks = ": hit back with which weapon?"
            text = await ask(game, defender, "TC-17", asks, options, CageKind.HIT_BACK)
            weapon = next(w for w in weapons if w.name == text)
        blows.append(blow(game, attack.defender, weapon, attack.attacker))
    await _strike(game, tuple(blows))


async def pushed(game: Game, attack: CageAttack) -> None:
    """``TC-18``, ``TC-27``  Push the defender back, unless it is stubborn."""
    defender = game.table.models[attack.defender]
    if defender.profile.has("stubborn"):
        game.do(Acted("TC-27", defender.unit, Act.IS_STUBBORN))
        return
    await _retreats(game, attack)


async def _knocked(game: Game, attack: CageAttack) -> None:
    """``TC-21``, ``TC-29``  Knock back a defender that still stands, but for red thirst."""
    defender = game.table.models[attack.defender]
    if defender.profile.has("red thirst") and defender.where is Where.TABLE:
        game.do(Acted("TC-29", defender.unit, Act.THIRSTS))
        return
    await _retreats(game, attack)


async def _retreats(game: Game, attack: CageAttack) -> None:
    """``TC-23``  Move the defender straight away from the attacker's cell, or out of the cage.

    A champion that leaves the cage has lost.
    """
    table, model_id = game.table, attack.defender
    defender = table.models[model_id]
    if defender.where is not Where.TABLE:
        return
    ways = retreats_of(game, attack)
    if not ways:
        game.do(Removed("TC-23", model_id, How.PUSHED))
        return
    foe = taken(table, model_id)
    free = tuple(cell for cell in ways if cell != foe)
    if not free:
        game.do(Acted("TC-23", defender.unit, Act.IS_CORNERED))
        return
    into = free[0]
    if len(free) > 1:
        asks, kind = ": retreat to which cell?", CageKind.RETREAT
        chosen = await ask_cell(game, defender, "TC-23", asks, free, "Retreat to", kind)
        into = chosen or into
    await enter(game, "TC-23", model_id, into, StepKind.RETREATS)


def retreats_of(view: GameView, attack: CageAttack) -> tuple[Cell, ...]:
    """``TC-23``, ``TC-28``  Return the cells that the defender may retreat to; empty: out."""
    floor, rings = floor_of(view.table.board), rings_now(view.table)
    return retreats(floor, rings, attack.here, attack.there)


async def _disarmed(game: Game, attack: CageAttack) -> None:
    """``TC-19``  Drop a weapon of the attacker's choice into a cell beside the defender's."""
    table = game.table
    attacker, defender = table.models[attack.attacker], table.models[attack.defender]
    weapons = held(table, defender)
    if not weapons or defender.where is not Where.TABLE:
        return
    text = weapons[0].name
    if len(weapons) > 1:
        options = tuple(Option(w.name, f"Its {w.name}", "TC-19") for w in weapons)
        asks = f"Disarm {name(table, defender.id)} of which weapon?"
        text = await Choose(
            attacker.side,
            clause="TC-19",
            asks=asks,
            options=options,
            about=defender.id,
            kind=CageKind.DISARM,
        )
    cells = landings(game, attacker, defender)
    n = pick(
        game,
        "TC-19",
        attacker.side,
        "where it lands",
        len(cells),
        id_=defender.id,
        kind=RollKind.LANDING,
    )
    game.do(WeaponDropped("TC-19", defender.id, text, cells[n]))


def landings(view: GameView, attacker: Model, defender: Model) -> tuple[Cell, ...]:
    """``TC-19``  Return the cells next to the defender's but the attacker's, equally likely."""
    table, here = view.table, cell_of(view.table, attacker.id)
    near = neighbours(floor_of(table.board), rings_now(table), cell_of(table, defender.id))
    return tuple(cell for cell in near if cell != here)


async def attacks(game: Game, attack: CageAttack) -> None:
    """``TC-28``  Make an attack and perhaps a counter-attack: roll both, then resolve both."""
    models = game.table.models
    answer = await _counters(game, models[attack.defender], models[attack.attacker])
    results = [(one, await _rolled(game, one)) for one in (attack, answer) if one]
    for one, result in results:
        # A champion that is pushed out has lost at once (TC-23): no result follows.
        if result and not _is_pushed_out(game):
            await apply_result(game, one, result)


def rages(view: GameView, model: Model) -> bool:
    """``TC-29``  Return whether a champion's attack has one die more."""
    seat = view.table.sides.index(model.side)
    return model.profile.has("red thirst") and bout_of(view.table).surged[seat]


def counters(view: GameView, defender: Model, attacker: Model) -> tuple[Weapon, ...]:
    """``TC-28``  Return the weapons with which an attack on a champion can be countered."""
    table = view.table
    if not defender.profile.has("counter-attack") or not has_attack(view, defender):
        return ()
    if not bout_of(table).left[table.sides.index(defender.side)]:
        return ()
    return weapons(table, defender, attacker)


async def _counters(game: Game, defender: Model, attacker: Model) -> CageAttack | None:
    """``TC-28``  Ask for a counter-attack, which costs an action and an attack; return it."""
    may = counters(game, defender, attacker)
    if not may:
        return None
    options = [
        *(Option(w.name, f"Counter-attack with {w.name}", "TC-28", attacker.id) for w in may),
        pass_option("Just defend", "TC-28"),
    ]
    answer = await ask(game, defender, "TC-28", ": counter-attack?", options, CageKind.COUNTER)
    if answer == PASS:
        return None
    table = game.table
    bout, seat = bout_of(table), table.sides.index(defender.side)
    left = with_value(bout.left, seat, bout.left[seat] - 1)
    made = with_value(bout.made, seat, bout.made[seat] + 1)
    surged = (False, bout.surged[1]) if seat == 0 else (bout.surged[0], False)
    # The counter-attack may have been the last action of the side with the next one (TC-06).
    acts = bout.acts if left[table.sides.index(Side(bout.acts))] else attacker.side
    bout = replace(bout, left=left, made=made, surged=surged, fought=True, acts=acts)
    game.do(PAGE.write("TC-28", bout))
    game.do(Acted("TC-28", unit=defender.unit, act=Act.COUNTERS, target=attacker.unit))
    weapon = next(w for w in may if w.name == answer)
    return planned(game, defender, attacker, weapon)


async def _rolled(game: Game, attack: CageAttack) -> int:
    """``TC-14``  Roll an attack, ask for the die that counts and return it; 0 is a miss."""
    table = game.table
    attacker, defender = table.models[attack.attacker], table.models[attack.defender]
    if attack.dice < 1:
        game.do(Acted("TC-13", unit=attacker.unit, act=Act.MISSES, target=defender.unit))
        return 0
    faces = game.throw(
        "TC-14",
        attacker.side,
        "to attack",
        attack.dice,
        id_=attacker.unit,
        target=defender.unit,
        weapon=attack.weapon.name,
        reasons=attack.reasons,
        kind=RollKind.PARRIED if attack.parried else RollKind.ATTACK,
    )
    result = faces[0]
    if len(shown := sorted(set(faces))) > 1:
        options = tuple([_DICE[face] for face in shown])
        asks = f"Which die of {name(table, attacker.id)}'s attack counts?"
        text = await Choose(
            attack.chooser,
            clause="TC-14",
            asks=asks,
            options=options,
            about=attack.attacker,
            kind=CageKind.DIE,
            weapon=attack.weapon.name,
        )
        result = int(text)
    if result == BOTH and defender.profile.has("combat tactics"):
        return await _tactics(game, defender.id)
    return result


_DICE = {
    face: Option(str(face), f"{face}: {TOLD[face]}", clause)
    for face, (clause, _) in RESULTS.items()
}


async def _tactics(game: Game, model_id: ModelId) -> int:
    """``TC-24``  Let the defender turn a result 2 into a result 3; return the result."""
    model = game.table.models[model_id]
    options = (
        Option("give ground", "Be pushed back instead", "TC-24"),
        pass_option("Accept it: both are hit", "TC-24"),
    )
    asks = ": give ground (Combat tactics)?"
    answer = await ask(game, model, "TC-24", asks, options, CageKind.TACTICS)
    if answer == PASS:
        return BOTH
    game.do(Acted("TC-24", model.unit, Act.GIVES_GROUND))
    return PUSHED


def _is_pushed_out(game: Game) -> bool:
    return any([loss.how is How.PUSHED for loss in game.table.losses])
