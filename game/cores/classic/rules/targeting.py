"""Legal targets and weapons for shooting (CC-05 to CC-09)."""

from __future__ import annotations

from collections.abc import Sequence

from game.content.armouries.weapon_rules import CLASSIC
from game.cores.classic.rules import BARRED, CARRIES, SKILL, SNAPS, ClassicHit
from game.cores.classic.rules.cover import unit_cover
from game.cores.classic.rules.unit_state import SECOND_CHANCE, is_locked, to_shoot
from game.cores.kit.aimed_weapons import AimedWeapon, all_shots, out_of_reach, shooting_weapons
from game.cores.kit.asking import Foes, sorted_foes
from game.cores.kit.attacks import Hit, triggers_of
from game.cores.kit.attempts import REFUSED, Attempt, Shot
from game.cores.kit.coherency import main_body
from game.cores.kit.deeds import Deed, has_done
from game.cores.kit.dice import Again
from game.cores.kit.dice_chances import NEVER
from game.cores.kit.sight_lines import nearest_seen
from game.cores.kit.traits import trait
from game.cores.kit.units import discs
from game.geometry.limits import is_more_than, is_within
from game.geometry.points import nearest_gap
from game.play.decisions import Refusal
from game.play.game import GameView
from game.play.inches_text import excess_text
from game.table.events import Act, Reason
from game.table.records import Fire, Model, UnitId, Weapon

RAPID_RANGE = 12.0


def relentless(model: Model) -> bool:
    """``CC-09``  Return whether a model fires as if stationary and may charge afterwards."""
    return model.profile.has("relentless") or model.profile.has("bike")


def aimed(
    view: GameView, model: Model, weapon: Weapon, target: UnitId
) -> AimedWeapon | Refusal:
    """``CC-09``  Return how a model would fire a weapon at a unit, or why it cannot."""
    if no := _barred(view, model, weapon, target):
        return no
    reach = reach_now(view, model, weapon, target)
    near = nearest_seen(view.table, model, target, reach)
    if near is None:
        return _out_of_reach(view, model, weapon, target, reach)
    return _aimed_at(view, model, weapon, target, near)


def _barred(view: GameView, model: Model, weapon: Weapon, target: UnitId) -> Refusal | None:
    """Return why a model may not fire a weapon at a unit at any distance; None if it may."""
    shot = Shot(model.id, weapon.name, target)
    return unfit(view, model, weapon) or next(BARRED.of(view, shot), None)


def unfit(view: GameView, model: Model, weapon: Weapon) -> Refusal | None:
    """``CC-09``  Return why a model may not fire a weapon at all; None if it may."""
    if weapon.fire is Fire.MELEE:
        return Refusal(f"{weapon.name} cannot shoot", "CC-07")
    if weapon.fire is Fire.HEAVY and not is_steady(view, model):
        return Refusal(f"{weapon.name} is Heavy and cannot fire after a move", "CC-09")
    return None


def is_steady(view: GameView, model: Model) -> bool:
    """``CC-09``  Return whether a model fires as if stationary."""
    return not has_done(view.table, model, Deed.MOVED) or relentless(model)


def reach_now(view: GameView, model: Model, weapon: Weapon, target: UnitId) -> float:
    """``CC-09``  Return a weapon's range in inches, which a move may reduce."""
    if weapon.fire is Fire.RAPID and not is_steady(view, model):
        return min(RAPID_RANGE, weapon.range)
    return _full_reach(view, model, weapon, target)


def _full_reach(view: GameView, model: Model, weapon: Weapon, target: UnitId) -> float:
    if CARRIES not in view.rules.hooks:
        return weapon.range
    beyond = CARRIES.of(view, Shot(model.id, weapon.name, target))
    return weapon.range + max(beyond, default=0.0)


def _aimed_at(
    view: GameView, model: Model, weapon: Weapon, target: UnitId, near: float
) -> AimedWeapon | Refusal:
    """Return how a model fires a weapon at a unit that it sees *near* inches away."""
    shot = Shot(model.id, weapon.name, target)
    snaps = tuple(SNAPS.of(view, shot))
    if snaps and weapon.blast:
        return Refusal("blast weapons cannot fire snap shots", "CC-06")
    bs, changes = trait(view, model, "bs"), tuple(SKILL.of(view, shot))
    skill = 1 if snaps else bs.now + sum([r.amount for r in changes])
    if (need := to_shoot(skill)) == NEVER:
        return Refusal(f"{model.profile.name} has BS 0", "CC-05")
    shots = weapon.shots
    if weapon.fire is Fire.RAPID:
        shots = 2 if is_within(near, RAPID_RANGE) else 1
    reasons = (Reason(0, f"BS {skill}", "CC-05"), *(snaps or (*bs.reasons, *changes)))
    again = reroll_reason(weapon, skill, need)
    return AimedWeapon(
        model.id,
        weapon=weapon,
        target=target,
        shots=shots,
        need=need,
        again=again,
        reasons=reasons,
    )


def reroll_reason(weapon: Weapon, skill: int, need: int) -> Again | None:
    """``CC-05``, ``CC-09``  Return the re-roll of misses: twin-linked if it is, else by BS."""
    if "twin-linked" in weapon.rules:
        return Again("twin-linked", "CC-09", need)
    if skill in SECOND_CHANCE:
        return Again(f"BS {skill}", "CC-05", SECOND_CHANCE[skill])
    return None


def _out_of_reach(
    view: GameView, model: Model, weapon: Weapon, target: UnitId, reach: float
) -> Refusal:
    """``CC-07`` to ``CC-09``  Return the refusal: the target is out of range, or hidden."""
    distance = nearest_gap([model.disc], discs(view.table.of(target)))
    full = _full_reach(view, model, weapon, target)
    if is_more_than(distance, reach) and is_within(distance, full):
        off, _ = excess_text(distance, reach)
        after = f'having moved, {weapon.name} reaches only {reach:g}"'
        return Refusal(f'{off}" away; {after}', "CC-09")
    return out_of_reach(view.table, model, target, full, "CC-07", "CC-08")


def firing_modes(view: GameView, model: Model, target: UnitId) -> tuple[AimedWeapon, ...]:
    """Return every way in which a model may fire at a unit."""
    modes = (aimed(view, model, w, target) for w in shooting_weapons(model))
    return tuple(mode for mode in modes if isinstance(mode, AimedWeapon))


def may_target(view: GameView, unit: UnitId, target: UnitId) -> Refusal | None:
    """``CC-07``  Return why a unit may not shoot at another; None if one of its models can."""
    if may_fire_at(view, unit, target):
        return None
    if no := _spared(view, unit, target):
        return no
    if not (shots := all_shots(main_body(view.table, unit))):
        return Refusal("the unit has nothing to shoot with", "CC-07")
    # Explain the nearest miss: not the range of a pistol among rifles.
    foes = view.table.of(target)
    model, weapon = min(shots, key=lambda aim: _short_of(aim[0], aim[1], foes))
    found = aimed(view, model, weapon, target)
    assert isinstance(found, Refusal)
    return found


def can_shoot(view: GameView, unit: UnitId) -> bool:
    """``CC-07``  Return whether a unit may shoot at any enemy, without finding reasons."""
    table = view.table
    foes = table.fielded(table.enemy(table.units[unit].side))
    return any(may_fire_at(view, unit, foe.id) for foe in foes)


def may_fire_at(view: GameView, unit: UnitId, target: UnitId) -> bool:
    """``CC-07``  Return whether a unit may shoot at another, without finding the reason."""
    if _spared(view, unit, target):
        return False
    foes = discs(view.table.of(target))
    for model in main_body(view.table, unit):
        off = nearest_gap([model.disc], foes)
        for weapon in shooting_weapons(model):
            # The distance rules out more than all that is asked after it.
            reach = reach_now(view, model, weapon, target)
            if is_within(off, reach) and _can_fire(view, model, weapon, target, reach):
                return True
    return False


def _spared(view: GameView, unit: UnitId, target: UnitId) -> Refusal | None:
    """``CC-07``  Return why a unit may not shoot at another at all; None if it may try."""
    if is_locked(view.table.units[target]):
        return Refusal("locked in combat", "CC-07")
    if is_locked(view.table.units[unit]):
        return Refusal("the unit is locked in combat", "CC-07")
    return next(REFUSED.of(view, Attempt(unit, Act.SHOOTS, target)), None)


def _short_of(model: Model, weapon: Weapon, foes: Sequence[Model]) -> float:
    """Return the inches by which the nearest model of a unit is out of a weapon's range."""
    return max(0.0, nearest_gap([model.disc], discs(foes)) - weapon.range)


def _can_fire(
    view: GameView, model: Model, weapon: Weapon, target: UnitId, reach: float
) -> bool:
    """Return whether a model may fire a weapon at a unit, without finding the reason."""
    if _barred(view, model, weapon, target):
        return False
    near = nearest_seen(view.table, model, target, reach)
    return near is not None and isinstance(
        _aimed_at(view, model, weapon, target, near), AimedWeapon
    )


def targets(view: GameView, unit: UnitId) -> Foes:
    """Return the enemy units that a unit may shoot at, and the others with refusals."""
    return sorted_foes(
        view,
        unit,
        lambda now, foe: may_target(now, unit, foe),
        lambda foe: may_fire_at(view, unit, foe),
    )


def shot_hit(
    view: GameView, firer: Model, weapon: Weapon, target: UnitId, strength: int
) -> ClassicHit:
    """Return the hit of a shot on a unit, with its cover from the firer."""
    return Hit(
        firer.side,
        strength=strength,
        ap=weapon.ap,
        cover=unit_cover(view, firer, weapon.name, target),
        triggers=triggers_of(weapon, CLASSIC),
        weapon=weapon.name,
        who=firer.unit,
    )
