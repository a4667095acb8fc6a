"""Legal shots in the classic core (CC-05 to CC-09)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from game.content.armouries.weapon_rules import CLASSIC
from game.cores.classic.rules import BARRED, CARRIES, SKILL, SNAPS, ClassicHit
from game.cores.classic.rules.cover import unit_cover
from game.cores.classic.rules.unit_state import SECOND_CHANCE, is_locked, to_shoot
from game.cores.kit.aimed_weapons import AimedWeapon, all_shots, out_of_reach, shooting_weapons
from game.cores.kit.attacks import Hit, triggers_of
from game.cores.kit.attempts import REFUSED, Attempt, Shot
from game.cores.kit.coherency import main_body
from game.cores.kit.deeds import Deed, has_done
from game.cores.kit.dice import Again
from game.cores.kit.dice_chances import NEVER
from game.cores.kit.foes import Foes, sorted_foes
from game.cores.kit.sight_lines import nearest_seen
from game.cores.kit.traits import trait
from game.cores.kit.units import discs
from game.geometry.limits import is_more_than, is_within
from game.geometry.points import nearest_gap
from game.play.decisions import Refusal
from game.play.game import GameView
from game.play.log.inches_text import excess_text
from game.table.events import Act, Reason
from game.table.records import Fire, Model, UnitId, Weapon

RAPID_RANGE = 12.0


def relentless(model: Model) -> bool:
    """``CC-09``  Return whether a model fires as if stationary and may charge afterwards."""
    return model.profile.has("relentless") or model.profile.has("bike")


def bars_charge(model: Model, weapon: Weapon) -> bool:
    """``CC-09``  Return whether a weapon's fire bars a charge: rapid fire or heavy weapons.

    Relentless models may charge.
    """
    return weapon.fire in (Fire.RAPID, Fire.HEAVY) and not relentless(model)


class ClassicAim(NamedTuple):
    """One model that would fire a weapon at a unit."""

    view: GameView
    model: Model
    weapon: Weapon
    target: UnitId

    @property
    def shot(self) -> Shot:
        return Shot(self.model.id, self.weapon.name, self.target)

    @property
    def reach(self) -> float:
        """``CC-09``  Return the weapon's range in inches, which a move may reduce."""
        if self.weapon.fire is Fire.RAPID and not is_steady(self.view, self.model):
            return range_after_move(self.weapon)
        return self._full_reach

    @property
    def _full_reach(self) -> float:
        if CARRIES not in self.view.rules.hooks:
            return self.weapon.range
        return self.weapon.range + max(CARRIES.of(self.view, self.shot), default=0.0)

    def aimed(self) -> AimedWeapon | Refusal:
        """``CC-09``  Return how the model would fire the weapon, or why it cannot."""
        if no := self._barred():
            return no
        near = nearest_seen(self.view.table, self.model, self.target, self.reach)
        return self._out_of_reach() if near is None else self._at(near)

    def is_possible(self, reach: float) -> bool:
        """Return whether the model may fire the weapon, without finding the reason.

        *reach*: the weapon's, which the caller has asked for before.
        """
        if self._barred():
            return False
        near = nearest_seen(self.view.table, self.model, self.target, reach)
        return near is not None and isinstance(self._at(near), AimedWeapon)

    def _barred(self) -> Refusal | None:
        """Return why the model may not fire at any distance; None if it may."""
        no = unfit(self.view, self.model, self.weapon)
        return no or next(BARRED.of(self.view, self.shot), None)

    def _at(self, near: float) -> AimedWeapon | Refusal:
        """Return how the model fires at a unit that it sees *near* inches away."""
        view, model, weapon, target = self
        snaps = tuple(SNAPS.of(view, self.shot))
        if snaps and weapon.blast:
            return Refusal("blast weapons cannot fire snap shots", "CC-06")
        bs, changes = trait(view, model, "bs"), tuple(SKILL.of(view, self.shot))
        skill = 1 if snaps else bs.now + sum([r.amount for r in changes])
        if (need := to_shoot(skill)) == NEVER:
            return Refusal(f"{model.profile.name} has BS 0", "CC-05")
        return AimedWeapon(
            model.id,
            weapon=weapon,
            target=target,
            shots=shots_of(weapon, near),
            need=need,
            again=reroll_reason(weapon, skill, need),
            reasons=(Reason(0, f"BS {skill}", "CC-05"), *(snaps or (*bs.reasons, *changes))),
        )

    def _out_of_reach(self) -> Refusal:
        """``CC-07`` to ``CC-09``  Return that the target is out of range, or hidden."""
        table, reach, full = self.view.table, self.reach, self._full_reach
        distance = nearest_gap([self.model.disc], discs(table.of(self.target)))
        if is_more_than(distance, reach) and is_within(distance, full):
            off, _ = excess_text(distance, reach)
            after = f'having moved, {self.weapon.name} reaches only {reach:g}"'
            return Refusal(f'{off}" away; {after}', "CC-09")
        return out_of_reach(table, self.model, self.target, full, "CC-07", "CC-08")


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


def range_after_move(weapon: Weapon) -> float:
    """``CC-09``  Return the range in inches of a weapon whose bearer has moved."""
    if weapon.fire is Fire.HEAVY:
        return 0.0
    return min(RAPID_RANGE, weapon.range) if weapon.fire is Fire.RAPID else weapon.range


def shots_of(weapon: Weapon, near: float) -> int:
    """``CC-09``  Return the number of shots of a weapon at a unit *near* inches away."""
    if weapon.fire is Fire.RAPID:
        return 2 if is_within(near, RAPID_RANGE) else 1
    return weapon.shots


def _full_reach(view: GameView, model: Model, weapon: Weapon, target: UnitId) -> float:
    if CARRIES not in view.rules.hooks:
        return weapon.range
    beyond = CARRIES.of(view, Shot(model.id, weapon.name, target))
    return weapon.range + max(beyond, default=0.0)


def reroll_reason(weapon: Weapon, skill: int, need: int) -> Again | None:
    """``CC-05``, ``CC-09``  Return the re-roll of misses: twin-linked if it is, else by BS."""
    if "twin-linked" in weapon.rules:
        return Again("twin-linked", "CC-09", need)
    if skill in SECOND_CHANCE:
        return Again(f"BS {skill}", "CC-05", SECOND_CHANCE[skill])
    return None


def firing_modes(view: GameView, model: Model, target: UnitId) -> tuple[AimedWeapon, ...]:
    """Return every way in which a model may fire at a unit."""
    modes = (ClassicAim(view, model, w, target).aimed() for w in shooting_weapons(model))
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
    found = ClassicAim(view, model, weapon, target).aimed()
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
            aim = ClassicAim(view, model, weapon, target)
            reach = aim.reach
            if is_within(off, reach) and aim.is_possible(reach):
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
