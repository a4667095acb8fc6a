"""Attacks in the cage (TC-13, TC-16 to TC-29).

An attack has six results, and may be countered.
"""

from __future__ import annotations

from collections.abc import Sequence

from game.cores.classic.rules import ClassicHit
from game.cores.classic.rules.combat import hit_of
from game.cores.classic.rules.unit_state import strength_of
from game.cores.classic.rules.wounds import strike_models
from game.cores.kit.aimed_weapons import MeleeAttack
from game.cores.kit.dice import pick
from game.cores.kit.traits import trait
from game.play.decisions import PASS, Choose, Option, pass_option
from game.play.game import Game, GameView
from game.play.log.wording import name
from game.systems.cage.rules import PAGE, CageKind
from game.systems.cage.rules.attack_options import counters_now
from game.systems.cage.rules.attack_results import BOTH, PUSHED, RESULTS
from game.systems.cage.rules.bout_position import bout_in, countered, position_of
from game.systems.cage.rules.floor import (
    ask,
    ask_cell,
    cell_of,
    enter,
    held,
    landings,
    retreats,
    taken,
)
from game.systems.cage.rules.planned_attack import CageAttack, planned
from game.systems.cage.table import floor_of
from game.systems.cage.table.events import StepKind, WeaponDropped
from game.systems.cage.table.floor_state import rings_now
from game.table.events import Act, Acted, Removed, RollKind
from game.table.records import Cell, How, Model, ModelId, Weapon, Where

_DICE = {
    face: Option(str(face), f"{face}: {row.words}", row.clause) for face, row in RESULTS.items()
}


async def apply_result(game: Game, attack: CageAttack, result: int) -> None:
    """``TC-16`` to ``TC-21``  Apply a result."""
    row, models = RESULTS[result], game.table.models
    attacker, defender = models[attack.attacker], models[attack.defender]
    game.do(Acted(row.clause, unit=attacker.unit, act=row.act, target=defender.unit))
    blows = list[tuple[ModelId, ClassicHit]]()
    if row.hits_attacker:
        blows.append(blow(game, attacker.id, attack.weapon, attacker.id))
    if row.hits_defender:
        blows.append(blow(game, attacker.id, attack.weapon, defender.id))
    if row.is_hit_back:
        blows += await _hits_back(game, attack)
    if blows:
        await _strike(game, blows)
    if row.disarms:
        await _disarmed(game, attack)
    if row.pushes:
        await _pushed(game, attack, result)


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


async def _strike(game: Game, blows: Sequence[tuple[ModelId, ClassicHit]]) -> None:
    """``TC-22``  Roll all hits to wound, then save all: models harmed together fall together.

    A model without wounds left is not hit.
    """
    standing = [b for b in blows if game.table.models[b[0]].where is Where.TABLE]
    await strike_models(game, [(model_id, [hit]) for model_id, hit in standing])


async def _hits_back(game: Game, attack: CageAttack) -> list[tuple[ModelId, ClassicHit]]:
    """``TC-17``  Return the defender's hit, with a close combat weapon if it holds one."""
    defender = game.table.models[attack.defender]
    weapons = held(game.table, defender)
    if not weapons:
        return []
    weapon = weapons[0]
    if len(weapons) > 1:
        options = tuple(
            Option(w.name, f"With {w.name}", "TC-17", does=f"Hit back with {w.name}")
            for w in weapons
        )
        asks = ": hit back with which weapon?"
        text = await ask(game, defender, "TC-17", asks, options, CageKind.HIT_BACK)
        weapon = next(w for w in weapons if w.name == text)
    return [blow(game, attack.defender, weapon, attack.attacker)]


async def _pushed(game: Game, attack: CageAttack, result: int) -> None:
    """``TC-18``, ``TC-21``  Push the defender back; ``TC-27``, ``TC-29``: unless it is firm."""
    firm, defender = RESULTS[result].firm, game.table.models[attack.defender]
    if firm is None or not defender.profile.has(firm.rule):
        await _retreats(game, attack)
    elif defender.where is Where.TABLE or result == PUSHED:
        game.do(Acted(firm.clause, defender.unit, firm.act))


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
        options = tuple(
            Option(w.name, f"Its {w.name}", "TC-19", does=f"Disarm it of its {w.name}")
            for w in weapons
        )
        asks = f"Disarm {name(table, defender.id)} of which weapon?"
        text = await Choose(
            attacker.side,
            clause="TC-19",
            asks=asks,
            options=options,
            about=defender.id,
            kind=CageKind.DISARM,
        )
    here, there = cell_of(table, attacker.id), cell_of(table, defender.id)
    cells = landings(floor_of(table.board), rings_now(table), here, there)
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


async def attacks(game: Game, attack: CageAttack) -> None:
    """``TC-28``  Make an attack and perhaps a counter-attack: roll both, then resolve both."""
    models = game.table.models
    answer = await _counters(game, models[attack.defender], models[attack.attacker])
    results = [(one, await _rolled(game, one)) for one in (attack, answer) if one]
    for one, result in results:
        # A champion that is pushed out has lost at once (TC-23): no result follows.
        if result and not _is_pushed_out(game):
            await apply_result(game, one, result)


async def _counters(game: Game, defender: Model, attacker: Model) -> CageAttack | None:
    """``TC-28``  Ask for a counter-attack, which costs an action and an attack; return it."""
    may = counters_now(game, defender)
    if not may:
        return None
    options = [
        *(Option(w.name, f"Counter-attack with {w.name}", "TC-28", attacker.id) for w in may),
        pass_option("Just defend", "TC-28"),
    ]
    asks = ": counter-attack for an action and an attack?"
    answer = await ask(game, defender, "TC-28", asks, options, CageKind.COUNTER)
    if answer == PASS:
        return None
    table = game.table
    after = countered(position_of(table), table.sides.index(defender.side))
    game.do(PAGE.write("TC-28", bout_in(table, after)))
    game.do(Acted("TC-28", unit=defender.unit, act=Act.COUNTERS, target=attacker.unit))
    weapon = next(arm.weapon for arm in may if arm.name == answer)
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
        return await _tactics(game, attack)
    return result


async def _tactics(game: Game, attack: CageAttack) -> int:
    """``TC-24``  Let the defender turn a result 2 into a result 3; return the result."""
    model, weapon = game.table.models[attack.defender], attack.weapon.name
    options = (
        Option("give ground", "Be pushed back instead", "TC-24"),
        pass_option("Accept it: both are hit", "TC-24"),
    )
    asks = ": give ground (Combat tactics)?"
    answer = await ask(game, model, "TC-24", asks, options, CageKind.TACTICS, weapon)
    if answer == PASS:
        return BOTH
    game.do(Acted("TC-24", model.unit, Act.GIVES_GROUND))
    return PUSHED


def _is_pushed_out(game: Game) -> bool:
    return any([loss.how is How.PUSHED for loss in game.table.losses])
