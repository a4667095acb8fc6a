"""Recoil, and firing at a point to push off (ZG-15, ZG-16)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from game.geometry.points import EPSILON, Disc, Point, gap, unit_vector
from game.play.decisions import Choose, Option
from game.play.game import Game, GameView
from game.play.placement import OnTable, Place
from game.rules.classic.hooks import OTHER_FIRE, SHOTS_DONE, Fired
from game.rules.classic.targeting import RAPID_RANGE, unfit
from game.rules.kit.core_api import UNIT_SHOT, Attempt
from game.rules.kit.modules import InterruptOffer
from game.rules.kit.targeting import shooting_weapons
from game.rules.kit.units import NO_CHARGE, marked
from game.rules.zero_g.drift import stop_event
from game.rules.zero_g.mobility import (
    StraightPush,
    ZeroGKind,
    has_jets,
    is_free,
    push_of,
    pushes,
)
from game.rules.zero_g.shooting import ShotLine, fly_on
from game.table.events import Act, Acted, Motion
from game.table.records import Fire, Model, ModelId, UnitId, Weapon, Where

AT_A_POINT = "fire at a point"


def recoil_of(model: Model, weapon: Weapon) -> int:
    """``ZG-15``  Return the inches of recoil: half the weapon's Strength, rounded up.

    0 for a weapon without Strength, for free movers (``ZG-03``), and for jump infantry and
    jetpacks (``ZG-11``).
    """
    if is_free(model) or has_jets(model):
        return 0
    return (weapon.strength + 1) // 2


def recoil(view: GameView, model_id: ModelId, weapon: Weapon, fired_at: Point) -> StraightPush:
    """``ZG-15``  Return the push on a model that fires at a place.

    Straight away from it, to the first thing that it touches, and to 1" from an enemy.
    """
    model = view.table.models[model_id]
    distance = recoil_of(model, weapon)
    if not distance or model.at == fired_at:
        return StraightPush()
    return push_of(view.table, model_id, unit_vector(fired_at, model.at), float(distance))


async def recoils(game: Game, model_id: ModelId, weapon: Weapon, fired_at: Point) -> None:
    """``ZG-15``  Push a firer back once, after its weapon's shots; it gains no arrow."""
    if game.table.models[model_id].where is Where.TABLE:
        push = recoil(game, model_id, weapon, fired_at)
        await pushes(game, "ZG-15", model_id, push, Motion.RECOILS)
        if push.touch:
            game.do(
                stop_event("ZG-15", game.table.models[model_id], push.touch, Motion.RECOILS)
            )


async def shots_done(game: Game, fired: Fired) -> None:
    """``ZG-17``, ``ZG-15``  Let the shots that missed fly on; then the firer recoils."""
    target = game.table.units[fired.target].models[0]
    # A target that was killed keeps the place where it was fired at.
    at = game.table.models[target].at
    await fly_on(game, ShotLine(fired.model, fired.weapon, at, target), fired.missed)
    await recoils(game, fired.model, fired.weapon, at)


@dataclass(frozen=True, slots=True)
class FirePointRegion:
    """``ZG-16``  Any point on the table but the one where the firer is."""

    table: OnTable
    here: Point

    def wrong(self, at: Point) -> str | None:
        return "is where the firer stands" if at == self.here else self.table.wrong(at)

    def nearest(self, at: Point) -> Point | None:
        near = self.table.nearest(at)
        return None if near == self.here else near

    def sample(self, k: int, n: int) -> Point | None:
        at = self.table.sample(k, n)
        return None if at == self.here else at


@dataclass(frozen=True, slots=True)
class FireAt(Place):
    """``ZG-16``  The decision at which point a weapon is fired."""

    weapon: str = ""


def other_fire(view: GameView, unit_id: UnitId) -> Iterator[InterruptOffer[UnitId]]:
    """``ZG-16``  Yield the offer to fire at a point, if a weapon of the model pushes it."""
    model = view.table.of(unit_id)[0]
    if pushing(view, model):
        yield InterruptOffer(AT_A_POINT, "ZG-16", model.side, fire_at_a_point)


def pushing(view: GameView, model: Model) -> list[Weapon]:
    """Return the weapons that a model may fire for their recoil."""
    return [
        w
        for w in shooting_weapons(model)
        if recoil_of(model, w) and unfit(view, model, w) is None
    ]


async def fire_at_a_point(game: Game, unit_id: UnitId) -> UnitId:
    """``ZG-16``  Fire a weapon at a point for its recoil; all its shots are stray."""
    model = game.table.of(unit_id)[0]
    weapon = await _weapon(game, model)
    board = game.table.board
    asks = f"fire the {weapon.name} at which point, to be pushed away from it?"
    at = (
        await FireAt(
            model.side,
            "ZG-16",
            f"{game.table.units[unit_id].name}: {asks}",
            FirePointRegion(OnTable(board.width, board.height), model.at),
            about=model.id,
            does="Fire at this point",
            weapon=weapon.name,
        )
    ).at
    game.do(Acted("ZG-16", unit_id, Act.FIRES_TO_MOVE))
    # ZG-16: the model shot at no enemy, so it may charge none.
    game.do(marked("CC-23", unit_id, NO_CHARGE, "CC-23"))
    await fly_on(game, ShotLine(model.id, weapon, at), rounds_at(model, weapon, at))
    await recoils(game, model.id, weapon, at)
    await UNIT_SHOT.has_come(game, Attempt(unit_id, Act.SHOOTS))
    return unit_id


async def _weapon(game: Game, model: Model) -> Weapon:
    weapons = {w.name: w for w in pushing(game, model)}
    if len(weapons) == 1:
        return next(iter(weapons.values()))
    options = tuple(Option(name, name, "CC-07") for name in weapons)
    asks = f"{model.profile.name}: fire which weapon?"
    kind = ZeroGKind.WEAPON_FOR_RECOIL
    name = await Choose(model.side, "CC-07", asks, options, about=model.unit, kind=kind)
    return weapons[name]


def rounds_at(model: Model, weapon: Weapon, at: Point) -> int:
    """``CC-09``  Return the number of shots at a point: for rapid fire 2 up to 12", else 1."""
    if weapon.fire is Fire.RAPID:
        return 2 if gap(model.disc, Disc(at, 0.0)) <= RAPID_RANGE + EPSILON else 1
    return weapon.shots


HOOKS = (SHOTS_DONE.then(shots_done), OTHER_FIRE.gets(other_fire))
