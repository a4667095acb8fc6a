"""What each of the six results does: ``TC-16`` to ``TC-24``, ``TC-27``, ``TC-29``."""

from __future__ import annotations

from game.play.decisions import Choose, Option
from game.play.game import Game, GameView
from game.play.wording import name
from game.rules.cage.attack import Attack
from game.rules.cage.floor import neighbours, retreats
from game.rules.cage.hands import held
from game.rules.cage.moves import cell_of, cell_option, enter, taken
from game.rules.classic.combat import hit_of
from game.rules.classic.melee_attacks import MeleeAttack
from game.rules.classic.unit_state import strength_of
from game.rules.classic.wounds import Hit, WoundTally, strike_saved, wound_model
from game.rules.kit.core_api import trait
from game.rules.kit.dice import pick
from game.table.cage_floor import floor_of
from game.table.events import Act, Acted, Removed, WeaponDropped
from game.table.records import Cell, How, Model, ModelId, Weapon, Where

HARMED, BOTH, PUSHED, DISARMED, HARMS, KNOCKED = range(1, 7)
RESULTS = {
    HARMED: ("TC-16", Act.HURTS_ITSELF),
    BOTH: ("TC-17", Act.TRADES),
    PUSHED: ("TC-18", Act.PUSHES),
    DISARMED: ("TC-19", Act.DISARMS),
    HARMS: ("TC-20", Act.HARMS),
    KNOCKED: ("TC-21", Act.KNOCKS),
}
"""The clause of each result, and what the attacker does by it."""
TOLD = {
    HARMED: "the attacker is harmed",
    BOTH: "both are harmed",
    PUSHED: "the defender is pushed back",
    DISARMED: "the defender is disarmed",
    HARMS: "the defender is harmed",
    KNOCKED: "the defender is harmed and knocked back",
}
"""What each result is called before it comes."""
BRIEFLY = {
    HARMED: "attacker harmed",
    BOTH: "both harmed",
    PUSHED: "pushed back",
    DISARMED: "disarmed",
    HARMS: "harmed",
    KNOCKED: "knocked back",
}
"""The same where there is little room."""


async def comes(game: Game, attack: Attack, result: int) -> None:
    """``TC-16`` to ``TC-21``  Let a result come to pass."""
    clause, act = RESULTS[result]
    units = {m: game.table.models[m].unit for m in (attack.attacker, attack.defender)}
    game.do(Acted(clause, units[attack.attacker], act, units[attack.defender]))
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


def blow(look: GameView, by: ModelId, weapon: Weapon, at: ModelId) -> tuple[ModelId, Hit]:
    """``TC-22``  Return a hit with a weapon, by ``CC-28`` but for its Initiative, and whom."""
    model, target = look.table.models[by], look.table.models[at]
    strength = strength_of(weapon, trait(look, model, "s").now)
    struck = MeleeAttack(
        by, model.unit, model.side, target.unit, weapon, 1, model.profile.i, strength
    )
    return at, hit_of(struck)


async def _strike(game: Game, blows: tuple[tuple[ModelId, Hit], ...]) -> None:
    """``TC-22``  Roll all hits to wound, then save all: who is harmed together falls together.

    Nobody is hit who has no wounds left.
    """
    wounds = list[tuple[ModelId, list[Hit]]]()
    for who, hit in blows:
        if game.table.models[who].where is Where.TABLE:
            wounds.append((who, await wound_model(game, [hit], who)))
    for who, hits in wounds:
        await strike_saved(game, hits, who, WoundTally())


async def _both(game: Game, attack: Attack) -> None:
    """``TC-17``  The defender hits back with a close combat weapon if he holds one."""
    blows = [blow(game, attack.attacker, attack.weapon, attack.defender)]
    defender = game.table.models[attack.defender]
    if weapons := held(game.table, defender):
        weapon = weapons[0]
        if len(weapons) > 1:
            options = tuple(Option(w.name, f"With {w.name}", "TC-17") for w in weapons)
            asks = f"{name(game.table, defender.id)} hits back: with which weapon?"
            told = await Choose(
                defender.side, "TC-17", asks, options, about=defender.id, kind="hit back"
            )
            weapon = next(w for w in weapons if w.name == told)
        blows.append(blow(game, attack.defender, weapon, attack.attacker))
    await _strike(game, tuple(blows))


async def pushed(game: Game, attack: Attack) -> None:
    """``TC-18``, ``TC-27``  The defender retreats, unless it is stubborn."""
    defender = game.table.models[attack.defender]
    if defender.profile.has("stubborn"):
        game.do(Acted("TC-27", defender.unit, Act.IS_STUBBORN))
        return
    await _retreats(game, attack)


async def _knocked(game: Game, attack: Attack) -> None:
    """``TC-21``, ``TC-29``  Whoever is harmed and stands retreats, but for red thirst."""
    defender = game.table.models[attack.defender]
    if defender.profile.has("red thirst") and defender.where is Where.TABLE:
        game.do(Acted("TC-29", defender.unit, Act.THIRSTS))
        return
    await _retreats(game, attack)


async def _retreats(game: Game, attack: Attack) -> None:
    """``TC-23``  Straight away from where the attacker stood; who leaves the cage has lost."""
    table, who = game.table, attack.defender
    defender = table.models[who]
    if defender.where is not Where.TABLE:
        return
    ways = retreats_of(game, attack)
    if not ways:
        game.do(Removed("TC-23", who, How.PUSHED))
        return
    foe = taken(table, who)
    free = tuple(cell for cell in ways if cell != foe)
    if not free:
        game.do(Acted("TC-23", defender.unit, Act.IS_CORNERED))
        return
    into = free[0]
    if len(free) > 1:
        cells = {o.id: c for c in free for o in (cell_option("Retreat to", c, "TC-23"),)}
        options = tuple(cell_option("Retreat to", c, "TC-23") for c in free)
        asks = f"{name(table, who)} retreats: whereto?"
        into = cells[
            await Choose(defender.side, "TC-23", asks, options, about=who, kind="retreat")
        ]
    await enter(game, "TC-23", who, into)


def retreats_of(look: GameView, attack: Attack) -> tuple[Cell, ...]:
    """``TC-23``, ``TC-28``  Where the defender of an attack retreats to; nothing: out."""
    floor, rings = floor_of(look.table.board), look.table.rings
    return retreats(floor, rings, attack.here, attack.there)


async def _disarmed(game: Game, attack: Attack) -> None:
    """``TC-19``  A weapon of the attacker's choice falls into a cell beside the defender's."""
    table = game.table
    attacker, defender = table.models[attack.attacker], table.models[attack.defender]
    weapons = held(table, defender)
    if not weapons or defender.where is not Where.TABLE:
        return
    told = weapons[0].name
    if len(weapons) > 1:
        options = tuple(Option(w.name, f"Its {w.name}", "TC-19") for w in weapons)
        asks = f"Disarm {name(table, defender.id)} of which weapon?"
        told = await Choose(
            attacker.side, "TC-19", asks, options, about=defender.id, kind="disarm"
        )
    cells = landings(game, attacker, defender)
    n = pick(game, "TC-19", attacker.side, "where it lands", len(cells), who=defender.id)
    game.do(WeaponDropped("TC-19", defender.id, told, cells[n]))


def landings(look: GameView, attacker: Model, defender: Model) -> tuple[Cell, ...]:
    """``TC-19``  The cells next to the defender's, but the attacker's: all equally likely."""
    near = neighbours(floor_of(look.table.board), look.table.rings, cell_of(defender))
    return tuple(cell for cell in near if cell != attacker.cell)
