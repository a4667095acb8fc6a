"""One combat, from its first blow to its last move (CC-26 to CC-30)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from game.content.armouries.weapon_rules import CLASSIC, AttackStage
from game.cores.classic.rules import ClassicHit, CoverBonus, melee_attacks
from game.cores.classic.rules.melee_attacks import Fighters, all_blows, allows_armour, blows_by
from game.cores.classic.rules.movement import COHERENCY, carry_out
from game.cores.classic.rules.retreat import fall_back
from game.cores.classic.rules.unit_state import (
    combat_of,
    is_locked,
    leadership_test,
    to_strike,
    unit_trait,
    update_locked_marks,
)
from game.cores.classic.rules.wounds import ClassicAttacks, test_ground
from game.cores.kit import difficult_ground, units
from game.cores.kit.aimed_weapons import MeleeAttack
from game.cores.kit.approach_paths import NEARER
from game.cores.kit.attacks import Attack, AttackGroup, Hit, group_identical, triggers_of
from game.cores.kit.coherency import detached_models, main_body
from game.cores.kit.dice import Roll
from game.cores.kit.dice_chances import SURE
from game.cores.kit.hooks import ReplaceHook
from game.cores.kit.movement import carry_out_path
from game.cores.kit.traits import trait
from game.cores.kit.units import contacts, in_turn, sorted_by_distance, touch
from game.geometry.points import CONTACT, Disc, Path, gap
from game.play.game import Game, GameView
from game.play.moves.base_placement import MoveClauses
from game.play.moves.march import March
from game.play.moves.path_goals import ContactGoal
from game.play.moves.pathfinding import shortest_path
from game.play.moves.paths import cut
from game.table.events import Act, Acted, Handled, Reason, Removed, RollKind
from game.table.records import How, Model, ModelId, Side, Unit, UnitId, Where
from game.table.state import Table

PILE_IN = 6.0
CONSOLIDATING = MoveClauses(move="CC-30", chain="CC-19", table="CC-18", ground="CC-20")


@dataclass(frozen=True, slots=True)
class CombatRound:
    """A round of blows, after they are struck."""

    combat: tuple[UnitId, ...]
    acting: Side
    inflicted: Mapping[Side, int]
    """Wounds inflicted by each side."""


async def resolve_combat(game: Game, fought: CombatRound) -> None:
    """``CC-29``, ``CC-30``  Resolve break tests, then pile in, then consolidation."""
    combat, acting = fought.combat, fought.acting
    broken = await break_tests(game, combat, acting, fought.inflicted)
    left = units_still_in_combat(game.table, combat, broken)
    await pile_in(game, left, acting)
    await consolidate(game, left, acting)


OUTCOME = ReplaceHook[CombatRound]("what a combat ends in", resolve_combat)


async def break_tests(
    game: Game, combat: Sequence[UnitId], acting: Side, inflicted: Mapping[Side, int]
) -> list[UnitId]:
    """``CC-29``  Take the loser's break tests, at -1 for each wound of difference.

    Fearless units never test. Return the units that fell back or were destroyed.
    """
    one, other = game.table.sides
    by = inflicted[one] - inflicted[other]
    broken = list[UnitId]()
    if by == 0:
        game.do(Acted("CC-29", unit=combat[0], act=Act.DRAWS, target=combat[1]))
        return broken
    loser = other if by > 0 else one
    for unit in units_of(game.table, combat, loser):
        if all(m.profile.has("fearless") for m in game.table.of(unit)):
            game.do(Acted("CC-29", unit, Act.STANDS_FAST))
            continue
        reason = Reason(-abs(by), f"lost by {abs(by)}", "CC-29")
        if not leadership_test(game, "CC-29", unit, (reason,)):
            broken.append(unit)
            await _break_off(game, unit, combat, acting)
    return broken


def units_of(table: Table, combat: Sequence[UnitId], side: Side) -> list[UnitId]:
    """Return the units of a side in a combat that have models left."""
    return [u.id for u in table.fielded(side) if u.id in combat]


async def _break_off(
    game: Game, unit_id: UnitId, combat: Sequence[UnitId], acting: Side
) -> None:
    """``CC-29``  Roll d6 + Initiative for both sides.

    The loser escapes only if it is higher.
    """
    table, side = game.table, game.table.units[unit_id].side
    winners = units_of(table, combat, table.enemy(side))
    if not winners:
        await fall_back(game, unit_id, "CC-29")
        return
    initiative = {
        side: unit_trait(game, unit_id, "i"),
        table.enemy(side): max(unit_trait(game, u, "i") for u in winners),
    }
    total = dict[Side, int]()
    for roller in in_turn(table, acting):
        reason = Reason(initiative[roller], f"I {initiative[roller]}", "CC-29")
        unit = unit_id if roller == side else winners[0]
        (face,) = game.throw(
            "CC-29", roller, "pursuit", id_=unit, reasons=(reason,), kind=RollKind.CONTEST
        )
        total[roller] = face + initiative[roller]
    if total[table.enemy(side)] >= total[side]:
        game.do(Acted("CC-29", unit_id, Act.DESTROYED))
        for model in table.of(unit_id):
            game.do(Removed("CC-29", model.id, How.FOUGHT))
    else:
        await fall_back(game, unit_id, "CC-29")


def units_still_in_combat(
    table: Table, combat: Sequence[UnitId], broken: Sequence[UnitId]
) -> list[UnitId]:
    """``CC-31``  Return the units still in the combat: all but those that broke away."""
    return [
        unit.id
        for unit in table.fielded()
        if unit.id in combat and (unit.id not in broken or contacts(table, unit.id))
    ]


async def pile_in(game: Game, combat: Sequence[UnitId], acting: Side) -> None:
    """``CC-30``  Move models not in contact up to 6 inches into it, the active side first."""
    for side in in_turn(game.table, acting):
        foes = units_of(game.table, combat, game.table.enemy(side))
        for unit in units_of(game.table, combat, side):
            moves = list[tuple[ModelId, Path]]()
            for model in _models_that_pile_in(game.table, game.table.units[unit]):
                if path := _way_in(game.table, model, foes):
                    if not moves:
                        game.do(Acted("CC-30", unit, Act.PILES_IN))
                    moves += carry_out_path(game, "CC-30", model.id, path)
            await test_ground(game, unit, tuple(moves))
    update_locked_marks(game)


def _models_that_pile_in(table: Table, unit: Unit) -> list[Model]:
    """Return the models that may pile in: all but those out of coherency.

    If only models out of coherency are locked, no model does.
    """
    mine = main_body(table, unit.id)
    return mine if is_locked(unit) or len(mine) == len(table.of(unit.id)) else []


def _way_in(table: Table, model: Model, foes: Sequence[UnitId]) -> Path | None:
    """Return the shortest path into contact with the nearest reachable foe."""
    start = model.disc
    others = [m for f in foes for m in table.of(f)]
    if any([touch(start, foe.disc) for foe in others]):
        return None
    near = sorted_by_distance(others, lambda foe: gap(start, foe.disc))
    bases = {
        str(m.id): _kept_off(m, model.side, foes) for m in table.standing() if m.id != model.id
    }
    size = table.board.width, table.board.height
    for foe in near:
        if not units.in_reach(model, foe, PILE_IN + CONTACT):
            continue
        apart = {name: disc for name, disc in bases.items() if name != foe.id}
        goal, distance = ContactGoal(foe.disc), PILE_IN + NEARER
        found = shortest_path(start, goal, table.board.walls, apart, size, distance)
        if found and found.arrived:
            path = cut(found.path, PILE_IN)
            if touch(start._replace(at=path[-1]), foe.disc):
                return path
    return None


def _kept_off(model: Model, side: Side, combat: Sequence[UnitId]) -> Disc:
    """Return the model's base, widened if other models may not touch it."""
    if model.side == side or model.unit in combat:
        return model.disc
    return model.disc._replace(radius=model.base + 2 * CONTACT)


async def consolidate(game: Game, combat: Sequence[UnitId], acting: Side) -> None:
    """``CC-30``  Move units with no enemy left in their combat d6, touching no new enemy."""
    for side in in_turn(game.table, acting):
        if units_of(game.table, combat, game.table.enemy(side)):
            continue
        for unit_id in units_of(game.table, combat, side):
            await consolidate_unit(game, unit_id)


async def consolidate_unit(game: Game, unit_id: UnitId) -> None:
    """``CC-30``  Move a unit d6 inches, touching no new enemy."""
    unit = game.table.units[unit_id]
    (distance,) = game.throw(
        "CC-30", unit.side, "consolidate", id_=unit_id, kind=RollKind.DISTANCE
    )
    model_limits = {m.id: float(distance) for m in main_body(game.table, unit_id)}
    moves = await March(
        unit.side,
        "CC-30",
        f'Consolidate {unit.name}: up to {distance}"',
        unit=unit_id,
        model_limits=difficult_ground.reach_of(game.table, unit_id, model_limits),
        clauses=CONSOLIDATING,
        chain=COHERENCY,
        detached=detached_models(game.table, unit_id),
    )
    await carry_out(game, "CC-30", unit_id, Act.CONSOLIDATES, moves)


async def fight(game: Game, unit_id: UnitId) -> None:
    """``CC-24`` to ``CC-30``  Fight a combat: blows, break tests, pile in, consolidation.

    Blows are struck in the order of Initiative.
    """
    game.do(Handled("CC-31"))
    acting = game.table.clock.side
    assert acting
    if unit_id not in {u.id for u in game.table.fielded()} or not contacts(game.table, unit_id):
        return
    combat = combat_of(game.table, unit_id)
    for unit in combat:
        game.do(Acted("CC-24", unit=unit, act=Act.FIGHTS, target=contacts(game.table, unit)[0]))
    inflicted = await exchange(game, combat, acting)
    await OUTCOME.happens(game, CombatRound(combat, acting, inflicted))


async def exchange(game: Game, combat: Sequence[UnitId], acting: Side) -> dict[Side, int]:
    """``CC-24`` to ``CC-26``  Fight one round; return the wounds that each side inflicted."""
    return await strike_all(game, await all_blows(game, combat, acting), acting)


async def skirmish(game: Game, one: UnitId, other: UnitId, acting: Side) -> dict[Side, int]:
    """Fight one round between all models of two units, wherever they stand."""
    table, blows = game.table, list[MeleeAttack]()
    for side in in_turn(table, acting):
        unit, foe = (one, other) if side == table.units[one].side else (other, one)
        alike: Fighters = {}
        for m in table.of(unit):
            alike.setdefault(
                (m.profile.name, melee_attacks.arms(m.profile), (foe,)), []
            ).append(m)
        blows += await blows_by(game, alike)
    return await strike_all(game, blows, acting)


async def strike_all(game: Game, blows: Sequence[MeleeAttack], acting: Side) -> dict[Side, int]:
    """``CC-26``  Strike from Initiative 10 down to 1; return the wounds each side inflicted.

    Models of equal Initiative strike together: a model on the table when a step begins strikes
    in it.
    """
    inflicted = dict.fromkeys(game.table.sides, 0)
    for step in range(10, 0, -1):
        now = [b for b in blows if b.initiative == step and _stands(game, b)]
        for side in in_turn(game.table, acting):
            for group in _grouped(game, [b for b in now if b.side == side]):
                inflicted[side] += await _strike(game, group)
    return inflicted


def _stands(game: Game, blow: MeleeAttack) -> bool:
    return game.table.models[blow.model].where is Where.TABLE


def _grouped(game: Game, blows: Sequence[MeleeAttack]) -> list[list[MeleeAttack]]:
    """``CC-36``  Return the blows in groups of models of a unit that strike alike."""
    skill = {b.model: trait(game, game.table.models[b.model], "ws").now for b in blows}
    keys = [(b.unit, b.weapon, b.target, b.strength, skill[b.model], b.sure) for b in blows]
    return group_identical(blows, keys)


async def _strike(game: Game, group: Sequence[MeleeAttack]) -> int:
    """``CC-27``, ``CC-12`` to ``CC-17``  Roll a group's blows; return the wounds inflicted."""
    if not game.table.of(group[0].target):
        return 0
    attacks = ClassicAttacks()
    await attacks.resolve(game, blow_group(game, group))
    return attacks.wounds


def blow_group(view: GameView, group: Sequence[MeleeAttack]) -> AttackGroup[CoverBonus]:
    """``CC-36``  Return the attacks of blows that are struck together."""
    attacks = [Attack(b.model, hit_of(b), b.attacks) for b in group]
    return AttackGroup(blow_roll(view, group[0]), tuple(attacks))


def blow_roll(view: GameView, blow: MeleeAttack) -> Roll:
    """``CC-27``  Return the roll of a blow to hit, by WS against WS."""
    need, reasons = SURE, tuple[Reason, ...]()
    if not blow.sure:
        ws = trait(view, view.table.models[blow.model], "ws").now
        their_ws = unit_trait(view, blow.target, "ws")
        need = to_strike(ws, their_ws)
        reasons = (Reason(0, f"WS {ws} against WS {their_ws}", "CC-27"),)
    return Roll(
        "CC-27",
        by=blow.side,
        what=AttackStage.HIT,
        need=need,
        who=blow.unit,
        target=blow.target,
        weapon=blow.weapon.name,
        reasons=reasons,
        kind=RollKind.HIT,
    )


def hit_of(blow: MeleeAttack) -> ClassicHit:
    """Return the hit of this blow."""
    return Hit(
        blow.side,
        blow.strength,
        blow.weapon.ap,
        triggers=triggers_of(blow.weapon, CLASSIC),
        how=How.FOUGHT,
        no_armour=not allows_armour(blow.weapon),
        weapon=blow.weapon.name,
        who=blow.unit,
    )
