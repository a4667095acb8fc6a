"""An attack from its dice to its result, and the one that answers it: ``TC-13``, ``TC-28``."""

from __future__ import annotations

from dataclasses import replace

from game.play.decisions import PASS, Choose, Option, pass_option
from game.play.game import Game, GameView
from game.play.wording import name
from game.rules.cage.action_options import has_attack, weapons
from game.rules.cage.attack import Attack, planned
from game.rules.cage.attacks import BOTH, PUSHED, RESULTS, TOLD, comes
from game.rules.cage.state import PAGE, bout_of, with_
from game.table.events import Act, Acted
from game.table.records import How, Model, ModelId, Side, Weapon


async def attacks(game: Game, attack: Attack) -> None:
    """``TC-28``  One attack, and perhaps a counter-attack: both rolled, then both resolved."""
    models = game.table.models
    answer = await _counters(game, models[attack.defender], models[attack.attacker])
    results = [(one, await _rolled(game, one)) for one in (attack, answer) if one]
    for one, result in results:
        # Who was pushed out has lost at once (TC-23): nothing comes after that.
        if result and not _is_pushed_out(game):
            await comes(game, one, result)


def rages(look: GameView, model: Model) -> bool:
    """``TC-29``  Whether a champion's attack has one die more."""
    seat = look.table.sides.index(model.side)
    return model.profile.has("red thirst") and bout_of(look.table).surged[seat]


def counters(look: GameView, defender: Model, attacker: Model) -> tuple[Weapon, ...]:
    """``TC-28``  The weapons with which an attack on a champion can be countered."""
    table = look.table
    if not defender.profile.has("counter-attack") or not has_attack(look, defender):
        return ()
    if not bout_of(table).left[table.sides.index(defender.side)]:
        return ()
    return weapons(table, defender, attacker)


async def _counters(game: Game, defender: Model, attacker: Model) -> Attack | None:
    """``TC-28``  Spend an action and an attack to attack at the same time."""
    may = counters(game, defender, attacker)
    if not may:
        return None
    options = [
        Option(w.name, f"Counter-attack with {w.name}", "TC-28", attacker.id) for w in may
    ]
    asks = f"{name(game.table, defender.id)} counter-attacks?"
    answer = await Choose(
        defender.side,
        "TC-28",
        asks,
        (*options, pass_option("Only defend", "TC-28")),
        about=defender.id,
        kind="counter",
    )
    if answer == PASS:
        return None
    table = game.table
    bout, seat = bout_of(table), table.sides.index(defender.side)
    left = with_(bout.left, seat, bout.left[seat] - 1)
    made = with_(bout.made, seat, bout.made[seat] + 1)
    surged = (False, bout.surged[1]) if seat == 0 else (bout.surged[0], False)
    # It may have been the last action of the side that would be next (TC-06).
    acts = bout.acts if left[table.sides.index(Side(bout.acts))] else attacker.side
    bout = replace(bout, left=left, made=made, surged=surged, fought=True, acts=acts)
    game.do(PAGE.write("TC-28", bout))
    game.do(Acted("TC-28", defender.unit, Act.COUNTERS, attacker.unit))
    weapon = next(w for w in may if w.name == answer)
    return planned(game, defender, attacker, weapon)


async def _rolled(game: Game, attack: Attack) -> int:
    """``TC-14``  Roll, choose the die that counts; return the result, 0 for a miss."""
    table = game.table
    attacker, defender = table.models[attack.attacker], table.models[attack.defender]
    if attack.dice < 1:
        game.do(Acted("TC-13", attacker.unit, Act.MISSES, defender.unit))
        return 0
    faces = game.throw(
        "TC-14",
        attacker.side,
        "to attack",
        attack.dice,
        who=attacker.unit,
        target=defender.unit,
        weapon=attack.weapon.name,
        reasons=attack.reasons,
    )
    result = faces[0]
    if len(shown := sorted(set(faces))) > 1:
        options = tuple([_DICE[face] for face in shown])
        asks = f"Which die of {name(table, attacker.id)}'s attack counts?"
        told = await Choose(
            attack.chooser,
            "TC-14",
            asks,
            options,
            about=attack.attacker,
            kind="die",
            weapon=attack.weapon.name,
        )
        result = int(told)
    if result == BOTH and defender.profile.has("combat tactics"):
        return await _tactics(game, defender.id)
    return result


_DICE = {
    face: Option(str(face), f"{face}: {TOLD[face]}", clause)
    for face, (clause, _) in RESULTS.items()
}


async def _tactics(game: Game, who: ModelId) -> int:
    """``TC-24``  The one attacked may turn a result 2 into a result 3."""
    model = game.table.models[who]
    options = (
        Option("give ground", "Be pushed back instead", "TC-24"),
        pass_option("Let both be harmed", "TC-24"),
    )
    asks = f"{name(game.table, who)} gives ground?"
    answer = await Choose(model.side, "TC-24", asks, options, about=who, kind="tactics")
    if answer == PASS:
        return BOTH
    game.do(Acted("TC-24", model.unit, Act.GIVES_GROUND))
    return PUSHED


def _is_pushed_out(game: Game) -> bool:
    return any([loss.how is How.PUSHED for loss in game.table.losses])
