"""Shooting without gravity (ZG-15 to ZG-18, ZG-25).

Stray shots fly on, models in the line of fire give cover, the firer recoils.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import KW_ONLY, dataclass
from functools import lru_cache

from game.cores.classic.rules import (
    CARRIES,
    COVER_HELD,
    FORCE,
    OTHER_FIRE,
    SCREEN,
    SHOTS_DONE,
    SNAPS,
    CoverBonus,
    Fired,
    FireLine,
    targeting,
)
from game.cores.classic.rules.targeting import RAPID_RANGE, shot_hit
from game.cores.classic.rules.wounds import ClassicAttacks
from game.cores.kit.aimed_weapons import shooting_weapons
from game.cores.kit.attempts import UNIT_SHOT, Attempt, Shot
from game.cores.kit.interrupt_offers import InterruptOffer
from game.cores.kit.marks import NO_CHARGE, marked
from game.cores.kit.traits import trait
from game.cores.kit.units import discs
from game.geometry.limits import is_more_than, is_within
from game.geometry.points import (
    LOOSE_EPSILON,
    Disc,
    Path,
    Point,
    distance,
    gap,
    nearest_gap,
    point_ahead,
    unit_vector,
)
from game.geometry.polygons import edges, line_meets_disc
from game.geometry.sweeps import Walls
from game.physics.travel import cast_line
from game.play.decisions import Option, ask_which
from game.play.game import Game, GameView
from game.play.moves.placement import Place
from game.play.moves.placement_regions import OnTable
from game.systems.zero_g.rules.drift import stop_event
from game.systems.zero_g.rules.mobility import (
    StraightPush,
    ZeroGKind,
    has_jets,
    is_free,
    is_free_mover,
    loose_outlines,
    push_of,
    pushes,
)
from game.table.board import Board
from game.table.events import Act, Acted, BodyRemoved, Motion, Reason, Struck
from game.table.records import Fire, Model, ModelId, Profile, UnitId, Weapon, Where
from game.table.state import Table

STRAY = 6
"""``ZG-17``  Lowest face of a die with which a stray shot hits."""
STRETCH = 12.0
"""``ZG-18``  Full inches beyond its range for which a shot loses 1 Strength."""
AT_A_POINT = "fire at a point"
SAVE = 5
"""``ZG-25``  Cover save from a corpse, or any other model, on the line."""


@dataclass(frozen=True, slots=True)
class ShotLine:
    """A straight line along which shots of a weapon fly."""

    firer: ModelId
    weapon: Weapon
    through: Point
    """Place of the target, or the point that is fired at."""
    target: ModelId | None = None
    """Target that was missed, and is not tried again."""


@dataclass(frozen=True, slots=True)
class StrayTarget:
    """A model or corpse in the line of fire that a stray shot may hit."""

    model: ModelId
    strength: int


def strength_after(strength: int, weapon: Weapon, flown: float) -> int:
    """``ZG-18``  Return the Strength of a shot after *flown* inches; 0 if it is spent."""
    full = int((flown - weapon.range + LOOSE_EPSILON) / STRETCH)
    return max(0, strength - max(0, full))


def extra_range(firer: Profile, strength: int) -> float:
    """``ZG-18``  Return how far beyond the range it may fire; ``ZG-03``: a free mover not."""
    return 0.0 if is_free_mover(firer) else STRETCH * strength - LOOSE_EPSILON


def strength_of(view: GameView, firer: Model, weapon: Weapon) -> int:
    return weapon.strength or trait(view, firer, "s").now


def exposed(view: GameView, flight: ShotLine) -> tuple[StrayTarget, ...]:
    """``ZG-17``  Return the models and corpses on a stray shot's line, in the order of trial.

    The line ends at a wall, at debris, at the table's edge, or where the shot is spent.
    """
    table = view.table
    firer = table.models[flight.firer]
    if firer.at == flight.through:
        return ()
    strength = strength_of(view, firer, flight.weapon)
    end = _edge(table.board, firer.at, unit_vector(firer.at, flight.through))
    discs = {
        str(m.id): m.disc
        for m in table.models.values()
        if m.where in (Where.TABLE, Where.BODY)
        and m.id not in (flight.firer, flight.target)
        and line_meets_disc(firer.at, end, m.disc)
    }
    order = {name: n for n, name in enumerate(discs)}
    found = list[tuple[int, int, StrayTarget]]()
    for met in cast_line(_stops(table), discs, firer.at, end):
        if met.disc is None:
            break
        flown = max(0.0, met.distance - firer.base)
        if left := strength_after(strength, flight.weapon, flown):
            one = StrayTarget(ModelId(met.disc), left)
            found.append((round(met.distance / LOOSE_EPSILON), order[met.disc], one))
    return tuple(one for _, _, one in sorted(found, key=lambda key: key[:2]))


def last_point(view: GameView, flight: ShotLine) -> Point:
    """``ZG-17``, ``ZG-18``  Return the point where a shot stops that hits no model."""
    firer = view.table.models[flight.firer]
    if firer.at == flight.through:
        return firer.at
    along = unit_vector(firer.at, flight.through)
    end = _edge(view.table.board, firer.at, along)
    spent = flight.weapon.range + STRETCH * strength_of(view, firer, flight.weapon)
    distances = [distance(firer.at, end), firer.base + spent]
    distances += [met.distance for met in cast_line(_stops(view.table), {}, firer.at, end)]
    return point_ahead(firer.at, along, min(distances))


def _edge(board: Board, start: Point, toward: Point) -> Point:
    """Return where a line from a point of the table reaches the table's edge."""
    inches = board.width + board.height
    for at, along, size in (
        (start.x, toward.x, board.width),
        (start.y, toward.y, board.height),
    ):
        if along > 0.0:
            inches = min(inches, (size - at) / along)
        elif along < 0.0:
            inches = min(inches, -at / along)
    return point_ahead(start, toward, inches)


def _stops(table: Table) -> Walls:
    """Return the walls that stop shots: of the map and of loose debris."""
    return _opaque(table.board, loose_outlines(table))


@lru_cache(maxsize=64)
def _opaque(board: Board, loose: tuple[Path, ...]) -> Walls:
    fixed = [s for t in board.opaque if not t.area for s in t.sides()]
    return Walls((*fixed, *(edge for corners in loose for edge in edges(corners))))


def chances(line: Sequence[StrayTarget]) -> tuple[float, ...]:
    """``ZG-17``  Return, for each target in a line, the chance that a stray shot hits it."""
    hit = (7 - STRAY) / 6
    return tuple(hit * (1.0 - hit) ** n for n in range(len(line)))


async def fly_on(game: Game, flight: ShotLine, rounds: int) -> None:
    """``ZG-17``  Resolve the stray shots one after the other, each completely."""
    for _ in range(rounds):
        await _stray(game, flight)


async def _stray(game: Game, flight: ShotLine) -> None:
    firer = game.table.models[flight.firer]
    for one in exposed(game, flight):
        (face,) = game.throw(
            "ZG-17",
            firer.side,
            "stray round at",
            need=STRAY,
            id_=firer.unit,
            target=one.model,
            weapon=flight.weapon.name,
        )
        if face >= STRAY:
            await _strikes(game, flight, one)
            return


async def _strikes(game: Game, flight: ShotLine, one: StrayTarget) -> None:
    """``ZG-17``, ``ZG-26``  Hit a unit as by any shot; a corpse is removed."""
    struck, firer = game.table.models[one.model], game.table.models[flight.firer]
    if struck.where is Where.BODY:
        game.do(BodyRemoved("ZG-26", struck.id))
        return
    game.do(Struck("ZG-17", model=struck.id, strength=one.strength, by="a stray round"))
    hit = shot_hit(game, firer, flight.weapon, struck.unit, one.strength)
    await ClassicAttacks().strike(game, [hit], struck.unit)


def carries(view: GameView, shot: Shot) -> Iterator[float]:
    """``ZG-18``  Yield the inches beyond its range at which a shot is spent."""
    strength, _ = _unspent(view, shot)
    yield extra_range(view.table.models[shot.model].profile, strength)


def snaps(view: GameView, shot: Shot) -> Iterator[Reason]:
    """``ZG-18``  Yield why a shot at a target beyond the range is a snap shot."""
    _, weapon = _unspent(view, shot)
    if is_more_than(_flown(view, shot), weapon.range):
        yield Reason(0, "beyond its range", "ZG-18")


def force(view: GameView, shot: Shot) -> Iterator[Reason]:
    """``ZG-18``  Yield the Strength that a shot has lost when it reaches its target."""
    strength, weapon = _unspent(view, shot)
    lost = strength - strength_after(strength, weapon, _flown(view, shot))
    if lost:
        yield Reason(-lost, "beyond its range", "ZG-18")


def weapon_of(model: Model, name: str) -> Weapon:
    """Return a model's weapon of that name; raise StopIteration if there is none."""
    return next(w for w in model.profile.weapons if w.name == name)


def _unspent(view: GameView, shot: Shot) -> tuple[int, Weapon]:
    firer = view.table.models[shot.model]
    weapon = weapon_of(firer, shot.weapon)
    return strength_of(view, firer, weapon), weapon


def _flown(view: GameView, shot: Shot) -> float:
    firer = view.table.models[shot.model].disc
    return nearest_gap([firer], discs(view.table.of(shot.target)))


def screens(view: GameView, line: FireLine) -> Iterator[CoverBonus]:
    """``ZG-25``  Yield the cover of other models on the line of fire, corpses last."""
    models, target = view.table.models, view.table.models[line.target]
    for where in (Where.TABLE, Where.BODY):
        for m in models.values():
            if m.where is not where or m.unit in (line.firer, target.unit):
                continue
            if line_meets_disc(line.eye, target.at, m.disc):
                yield CoverBonus(SAVE, m.id, "ZG-25")


async def cover_held(game: Game, by: str) -> None:
    """``ZG-26``  Remove a corpse when a save that it gave is passed."""
    model = game.table.models.get(ModelId(by))
    if model and model.where is Where.BODY:
        game.do(BodyRemoved("ZG-26", model.id))


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
    return push_of(view, model_id, unit_vector(fired_at, model.at), float(distance))


async def recoils(game: Game, model_id: ModelId, weapon: Weapon, fired_at: Point) -> None:
    """``ZG-15``  Push a firer back once, after its weapon's shots; it gains no arrow."""
    if game.table.models[model_id].where is Where.TABLE:
        push = recoil(game, model_id, weapon, fired_at)
        await pushes(game, "ZG-15", model_id, push, Motion.RECOILS)
        if push.touch:
            model = game.table.models[model_id]
            game.do(stop_event("ZG-15", model, push.touch, Motion.RECOILS))


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

    _: KW_ONLY
    weapon: str = ""


def other_fire(view: GameView, unit_id: UnitId) -> Iterator[InterruptOffer[UnitId]]:
    """``ZG-16``  Yield the offer to fire at a point, if a weapon of the model pushes it."""
    model = view.table.of(unit_id)[0]
    if pushing(view, model):
        yield InterruptOffer(AT_A_POINT, clause="ZG-16", by=model.side, does=fire_at_a_point)


def pushing(view: GameView, model: Model) -> list[Weapon]:
    """Return the weapons that a model may fire for their recoil."""
    weapons = [w for w in shooting_weapons(model) if recoil_of(model, w)]
    return [w for w in weapons if targeting.unfit(view, model, w) is None]


async def fire_at_a_point(game: Game, unit_id: UnitId) -> UnitId:
    """``ZG-16``  Fire a weapon at a point for its recoil; all its shots are stray."""
    model, board = game.table.of(unit_id)[0], game.table.board
    weapon = await _weapon(game, model)
    asks = f"fire the {weapon.name} at which point, to be pushed away from it?"
    spot = await FireAt(
        model.side,
        clause="ZG-16",
        asks=f"{game.table.units[unit_id].name}: {asks}",
        region=FirePointRegion(OnTable(board.width, board.height), model.at),
        about=model.id,
        does="Fire at this point",
        weapon=weapon.name,
    )
    game.do(Acted("ZG-16", unit_id, Act.FIRES_TO_MOVE))
    # ZG-16: the model shot at no enemy, so it may charge none.
    game.do(marked("CC-23", unit_id, NO_CHARGE, "CC-23"))
    await fly_on(game, ShotLine(model.id, weapon, spot.at), rounds_at(model, weapon, spot.at))
    await recoils(game, model.id, weapon, spot.at)
    await UNIT_SHOT.has_come(game, Attempt(unit_id, Act.SHOOTS))
    return unit_id


async def _weapon(game: Game, model: Model) -> Weapon:
    weapons = {w.name: w for w in pushing(game, model)}
    options = [Option(name, name, "CC-07", does=f"Fire the {name}") for name in weapons]
    asks, kind = f"{model.profile.name}: fire which weapon?", ZeroGKind.WEAPON_FOR_RECOIL
    name = await ask_which(model.side, "CC-07", asks, options, kind=kind, about=model.unit)
    return weapons[name]


def rounds_at(model: Model, weapon: Weapon, at: Point) -> int:
    """``CC-09``  Return the number of shots at a point: for rapid fire 2 up to 12", else 1."""
    if weapon.fire is Fire.RAPID:
        return 2 if is_within(gap(model.disc, Disc(at, 0.0)), RAPID_RANGE) else 1
    return weapon.shots


HOOKS = (
    CARRIES.gets(carries),
    SNAPS.gets(snaps),
    FORCE.gets(force),
    SCREEN.gets(screens),
    COVER_HELD.then(cover_held),
    SHOTS_DONE.then(shots_done),
    OTHER_FIRE.gets(other_fire),
)
