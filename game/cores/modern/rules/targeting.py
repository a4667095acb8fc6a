"""Legal shots in the modern core (MC-12 to MC-17).

Each has a roll to hit, and meets the cover of its target.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple, TypeAlias

from game.cores.kit.aimed_weapons import AimedWeapon, all_shots, out_of_reach, shooting_weapons
from game.cores.kit.attempts import REFUSED, Attempt, Shot
from game.cores.kit.coherency import is_detached, main_body
from game.cores.kit.deeds import Deed, has_done
from game.cores.kit.foes import Foes, sorted_foes
from game.cores.kit.marks import FELL_BACK, OUT_OF_COHERENCY
from game.cores.kit.sight_lines import nearest_seen, sees
from game.cores.kit.units import discs, gap_between, pairs_within
from game.cores.modern.rules import (
    COVER,
    HIT_AGAIN,
    NO_COVER,
    OBSCURED,
    REACH,
    SHOT,
    CoverBonus,
)
from game.cores.modern.rules.movement import NEAR
from game.cores.modern.rules.wounds import to_hit, trait
from game.geometry.limits import is_within
from game.geometry.points import CONTACT, EPSILON, LOOSE_EPSILON, Disc, gap, nearest_gap
from game.geometry.polygons import box, within_polygon
from game.play.decisions import Refusal
from game.play.game import GameView
from game.play.log.wording import unit_does
from game.table.board import Terrain
from game.table.events import Act, Reason
from game.table.records import Fire, Model, Unit, UnitId, Weapon
from game.table.state import Table

LESSER = 10
"""``MC-13``  W below which a CHARACTER is protected."""
OVERWATCH = Reason(0, "unmodified 6s only", "MC-21")

Close: TypeAlias = Mapping[UnitId, Sequence[UnitId]]
"""By unit: the enemy units within 1" of it."""
IGNORES = "ignores cover"
PLAIN, BETTER = 1, 2


def enemies_close_by(table: Table) -> Close:
    """``MC-12``  Return, for each unit, the enemy units within 1" of it.

    A model out of coherency fights for itself and does not draw in the rest of its unit.
    """
    near = dict[UnitId, list[UnitId]]()
    ours, theirs = (table.standing(side) for side in table.sides)
    for pair in pairs_within(ours, theirs, NEAR):
        for model, foe in (pair, pair[::-1]):
            if not is_detached(model) and foe.unit not in near.get(model.unit, ()):
                near.setdefault(model.unit, []).append(foe.unit)
    return near


class ModernAim(NamedTuple):
    """One model that would fire a weapon at a unit."""

    view: GameView
    model: Model
    weapon: Weapon
    target: UnitId
    close: Close

    @property
    def shot(self) -> Shot:
        return Shot(self.model.id, self.weapon.name, self.target)

    def aimed(self) -> AimedWeapon | Refusal:
        """``MC-12`` to ``MC-15``  Return the model's shot, or a refusal."""
        near = self._in_sight()
        if isinstance(near, Refusal):
            return near
        if no := self._screened():
            return no
        view, shot = self.view, self.shot
        reasons = (*self._handling(), *OBSCURED.of(view, shot), *SHOT.of(view, shot))
        skill = trait(view, self.model, "bs")
        need = to_hit(skill.now, sum([r.amount for r in reasons]))
        if need > 6:
            return Refusal(f"{self.weapon.name} would need {need}+ to hit", "MC-15")
        known = Reason(0, f"BS {skill.now}+", "MC-15")
        return self._fired(near, need, (known, *skill.reasons, *reasons))

    def is_possible(self) -> bool:
        """``MC-12`` to ``MC-15``  Return whether ``aimed`` returns a shot."""
        if isinstance(self._in_sight(), Refusal) or self._screened():
            return False
        reasons = (*self._handling(), *SHOT.of(self.view, self.shot))
        skill = trait(self.view, self.model, "bs").now
        need = to_hit(skill, sum([r.amount for r in reasons]))
        # Being obscured matters only where the roll is possible, but would not be with 1 less.
        return need < 6 or (need == 6 and isinstance(self.aimed(), AimedWeapon))

    def snapped(self) -> AimedWeapon | Refusal:
        """``MC-21``  Return an Overwatch shot, hitting only on an unmodified 6, or a refusal.

        The charger may be shot at even if another unit is closer (``MC-13``).
        """
        near = self._in_sight()
        return near if isinstance(near, Refusal) else self._fired(near, 6, (OVERWATCH,))

    def _fired(self, near: float, need: int, reasons: tuple[Reason, ...]) -> AimedWeapon:
        again = next(HIT_AGAIN.of(self.view, self.shot), None)
        return AimedWeapon(
            self.model.id,
            weapon=self.weapon,
            target=self.target,
            shots=self.weapon.shots,
            need=need,
            dice=self.weapon.shots_dice,
            doubled=is_doubled(self.weapon, near),
            again=again and replace(again, need=need),
            reasons=reasons,
        )

    def _in_sight(self) -> float | Refusal:
        """``MC-12``  Return the inches to the nearest model that may be hit, or a refusal."""
        view, model, weapon, target, _ = self
        if no := unfit(view, model, weapon) or self._spared():
            return no
        reach, clause = reach_now(view, model, weapon)
        near = nearest_seen(view.table, model, target, reach)
        if near is None:
            return out_of_reach(view.table, model, target, reach, clause, "MC-12")
        return near

    def _spared(self) -> Refusal | None:
        """``MC-12``  Return a refusal that depends on neither range nor sight, or None."""
        view, model, weapon, target, close = self
        if close.get(model.unit):
            if weapon.fire is not Fire.PISTOL:
                return Refusal('an enemy is within 1": only pistols may fire', "MC-12")
            if not _closest(view.table, model, target):
                return Refusal(
                    'an enemy is within 1": pistols may fire only at the closest unit', "MC-12"
                )
        elif close.get(target):
            friend = view.table.units[close[target][0]]
            return Refusal(f'the target is within 1" of {friend.name}', "MC-12")
        return next(REFUSED.of(view, Attempt(model.unit, Act.SHOOTS, target)), None)

    def _screened(self) -> Refusal | None:
        """``MC-13``  Return why a CHARACTER may not be picked out: another unit is closer."""
        table, model = self.view.table, self.model
        foes = table.of(self.target)
        if not all([m.profile.has("CHARACTER") and m.profile.w < LESSER for m in foes]):
            return None
        off = _off(table, model, self.target) - CONTACT - EPSILON
        for unit in table.fielded(table.enemy(model.side)):
            mates = [] if unit.id == self.target else table.of(unit.id)
            if any([gap(model.disc, m.disc) < off for m in mates]) and any(
                sees(table, model.disc, m.disc) for m in mates
            ):
                no = f"it is a CHARACTER and {unit_does(table, unit, 'is closer')}"
                return Refusal(no, "MC-13")
        return None

    def _handling(self) -> Iterator[Reason]:
        """``MC-05``, ``MC-14``  Yield the penalties of some weapons for moving or advancing."""
        table, model, fire = self.view.table, self.model, self.weapon.fire
        if fire is Fire.ASSAULT and has_done(table, model, Deed.ADVANCED):
            yield Reason(-1, "advanced", "MC-14")
        if fire is Fire.HEAVY and has_done(table, model, Deed.MOVED):
            yield Reason(-1, "heavy, and moved", "MC-14")


def is_doubled(weapon: Weapon, near: float) -> bool:
    """``MC-14``  Return whether a weapon fires twice as often at a unit *near* inches away."""
    return weapon.fire is Fire.RAPID and is_within(near, weapon.range / 2)


def fires_after_advance(weapon: Weapon) -> bool:
    """``MC-05``  Return whether a weapon may fire after its bearer advanced."""
    return weapon.fire is Fire.ASSAULT


def unfit(view: GameView, model: Model, weapon: Weapon) -> Refusal | None:
    """``MC-05``, ``MC-06``, ``MC-14``  Return why a model may not fire a weapon, or None."""
    unit = view.table.units[model.unit]
    if weapon.fire is Fire.MELEE:
        return Refusal(f"{weapon.name} does not shoot", "MC-14")
    if has_done(view.table, model, Deed.ADVANCED) and not fires_after_advance(weapon):
        return Refusal(f"{unit.name} advanced: only Assault weapons may fire", "MC-05")
    if unit.mark(FELL_BACK) and not flies(view, unit):
        return Refusal(f"{unit.name} fell back and cannot FLY", "MC-06")
    if loose := model.mark(OUT_OF_COHERENCY):
        return Refusal(f"{model.profile.name} is out of coherency", loose.about)
    if not model.profile.bs:
        return Refusal(f"{model.profile.name} has no BS", "MC-15")
    return None


def flies(view: GameView, unit: Unit) -> bool:
    """``MC-06``  Return whether all models of a unit can FLY."""
    return all([m.profile.has("FLY") for m in view.table.of(unit.id)])


def _off(table: Table, model: Model, target: UnitId) -> float:
    return nearest_gap([model.disc], discs(table.of(target)))


def _closest(table: Table, model: Model, target: UnitId) -> bool:
    """Return whether no enemy is nearer to a model than the unit *target*."""
    nearest = nearest_gap([model.disc], discs(table.standing(table.enemy(model.side))))
    return is_within(_off(table, model, target), nearest + CONTACT)


def reach_now(view: GameView, model: Model, weapon: Weapon) -> tuple[float, str]:
    """``MC-12``  Return the range of a weapon in inches, and the clause that limits it."""
    limits = [(float(limit.amount), limit.clause) for limit in REACH.of(view, model.side)]
    return min([(weapon.range, "MC-12"), *limits], key=lambda limit: limit[0])


def aims(view: GameView, unit_id: UnitId, target: UnitId, close: Close) -> list[AimedWeapon]:
    """``MC-12``  Return all shots that a unit may fire at another."""
    shots = all_shots(view.table.of(unit_id))
    return one_grenade([ModernAim(view, m, w, target, close).aimed() for m, w in shots])


def snaps(view: GameView, unit_id: UnitId, charger: UnitId) -> list[AimedWeapon]:
    """``MC-21``  Return all shots that a unit may fire at its charger."""
    close, shots = enemies_close_by(view.table), all_shots(view.table.of(unit_id))
    return one_grenade([ModernAim(view, m, w, charger, close).snapped() for m, w in shots])


def one_grenade(found: Sequence[AimedWeapon | Refusal]) -> list[AimedWeapon]:
    """``MC-14``  Drop refusals, and all grenades but the first: one model throws one."""
    able = [aim for aim in found if isinstance(aim, AimedWeapon)]
    throws = [aim for aim in able if aim.weapon.fire is Fire.GRENADE][:1]
    return [aim for aim in able if aim.weapon.fire is not Fire.GRENADE or aim in throws]


def may_fire_at(view: GameView, unit_id: UnitId, target: UnitId, close: Close) -> bool:
    """``MC-12``  Return whether any weapon of a unit may be fired at another."""
    foes = discs(view.table.of(target))
    return any(
        ModernAim(view, model, weapon, target, close).is_possible()
        for model in _firing(view.table, unit_id)
        for off in (nearest_gap([model.disc], foes),)
        for weapon in shooting_weapons(model)
        if is_within(off, weapon.range)
    )


def may_target(view: GameView, unit_id: UnitId, target: UnitId, close: Close) -> Refusal | None:
    """``MC-12``  Return why a unit may not shoot at another; None if any weapon of it may.

    It is the reason of the weapon that is nearest to a shot: not the range of a pistol among
    rifles.
    """
    if may_fire_at(view, unit_id, target, close):
        return None
    ways = [
        (max(0.0, _off(view.table, model, target) - weapon.range), model, weapon)
        for model, weapon in all_shots(_firing(view.table, unit_id))
    ]
    if not ways:
        return Refusal("the unit has nothing to shoot with", "MC-12")
    _, model, weapon = min(ways, key=lambda way: way[0])
    no = ModernAim(view, model, weapon, target, close).aimed()
    assert isinstance(no, Refusal)
    return no


def _firing(table: Table, unit_id: UnitId) -> list[Model]:
    return main_body(table, unit_id) or table.of(unit_id)


def targets(view: GameView, unit_id: UnitId, close: Close) -> Foes:
    """Return the enemy units that a unit may shoot at, and the others with the reason."""
    return sorted_foes(
        view,
        unit_id,
        lambda now, foe: may_target(now, unit_id, foe, close),
        lambda foe: may_fire_at(view, unit_id, foe, close),
    )


def can_shoot(view: GameView, unit_id: UnitId, close: Close) -> bool:
    """Return whether a unit may shoot at any enemy, about the nearest tried first."""
    table, models = view.table, view.table.of(unit_id)
    reach = max([weapon.range for _, weapon in all_shots(models)], default=0.0)
    reach += max([m.base for m in models]) + LOOSE_EPSILON
    left, top, right, low = box([m.at for m in models])
    near = list[tuple[float, UnitId]]()
    for foe in table.fielded(table.enemy(table.units[unit_id].side)):
        others = table.of(foe.id)
        # Units are at least as far apart as the boxes around them, across or down.
        foe_left, foe_top, foe_right, foe_low = box([m.at for m in others])
        off = max(foe_left - right, left - foe_right, foe_top - low, top - foe_low)
        if off <= reach + max([m.base for m in others]):
            near.append((off, foe.id))
    near.sort(key=lambda one: one[0])
    return any(may_fire_at(view, unit_id, foe, close) for _, foe in near)


def nearest_enemy(table: Table, unit_id: UnitId) -> UnitId | None:
    """Return the nearest enemy unit, or None."""
    foes = [foe.id for foe in table.fielded(table.enemy(table.units[unit_id].side))]
    return min(foes, key=lambda foe: gap_between(table, unit_id, foe), default=None)


def cover_of(view: GameView, shot: Shot, weapon: Weapon) -> CoverBonus:
    """``MC-17``, ``MP-03``  Return a unit's cover against a weapon; some weapons ignore it."""
    cover = covered(view, shot)
    return replace(cover, used=False) if IGNORES in weapon.rules else cover


def covered(view: GameView, shot: Shot) -> CoverBonus:
    """``MC-17``  Return a unit's cover against a firing model, with any weapon."""
    return next(COVER.of(view, shot), None) or _plain(view, shot)


def _plain(view: GameView, shot: Shot) -> CoverBonus:
    """``MC-17``  Return the cover of a unit wholly in or on terrain: +1."""
    models = view.table.of(shot.target)
    by = ""
    for model in models:
        pieces = (p for p in view.table.areas if (p.bonus or p.cover) and wholly(p, model.disc))
        piece = next(pieces, None)
        if piece is None:
            return NO_COVER
        by = by or piece.id
    return CoverBonus(PLAIN, BETTER, by) if by else NO_COVER


def wholly(piece: Terrain, base: Disc) -> bool:
    """Return whether a base is wholly in or on a piece of terrain where bases may stand."""
    left, top, right, low = piece.box
    x, y = base.at
    if not (piece.area and left <= x <= right and top <= y <= low):
        return False
    return within_polygon(base, piece.outline)
