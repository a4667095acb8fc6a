"""Stray shots, and models in the line of fire (ZG-17, ZG-18, ZG-25)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from game.geometry.points import (
    LOOSE_EPSILON,
    Path,
    Point,
    distance,
    gap,
    point_ahead,
    unit_vector,
)
from game.geometry.polygons import edges, line_meets_disc
from game.geometry.sweeps import Walls
from game.physics.travel import cast_line
from game.play.game import Game, GameView
from game.rules.classic.hooks import (
    CARRIES,
    COVER_HELD,
    FORCE,
    SCREEN,
    SNAPS,
    CoverBonus,
    FireLine,
)
from game.rules.classic.targeting import shot_hit
from game.rules.classic.wounds import ClassicAttacks
from game.rules.kit.core_api import Shot, trait
from game.rules.zero_g.mobility import loose_outlines
from game.table.board import Board
from game.table.events import BodyRemoved, Reason, Struck
from game.table.records import Model, ModelId, Weapon, Where
from game.table.state import Table

STRAY = 6
"""``ZG-17``  Lowest face of a die with which a stray shot hits."""
STRETCH = 12.0
"""``ZG-18``  Full inches beyond its range for which a shot loses 1 Strength."""


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
    flown: float
    """Inches that the shot has flown from the firer's base."""
    strength: int


def strength_after(strength: int, weapon: Weapon, flown: float) -> int:
    """``ZG-18``  Return the Strength of a shot after *flown* inches; 0 if it is spent."""
    full = int((flown - weapon.range + LOOSE_EPSILON) / STRETCH)
    return max(0, strength - max(0, full))


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
    order, found = (
        {name: n for n, name in enumerate(discs)},
        list[tuple[int, int, StrayTarget]](),
    )
    for met in cast_line(_stops(table), discs, firer.at, end):
        if met.disc is None:
            break
        flown = max(0.0, met.distance - firer.base)
        if left := strength_after(strength, flight.weapon, flown):
            one = StrayTarget(ModelId(met.disc), flown, left)
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
    fixed = [s for t in board.terrain if t.blocks_sight and not t.area for s in t.sides()]
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
    weapon = flight.weapon
    game.do(Struck("ZG-17", struck.id, one.strength, "a stray round"))
    hit = shot_hit(game, firer, weapon, struck.unit, one.strength)
    await ClassicAttacks().strike(game, [hit], struck.unit)


def carries(view: GameView, shot: Shot) -> Iterator[float]:
    """``ZG-18``  Yield the inches beyond its range at which a shot is spent."""
    firer = view.table.models[shot.model]
    yield STRETCH * strength_of(view, firer, weapon_of(firer, shot.weapon)) - LOOSE_EPSILON


def snaps(view: GameView, shot: Shot) -> Iterator[Reason]:
    """``ZG-18``  Yield why a shot at a target beyond the range is a snap shot."""
    weapon = weapon_of(view.table.models[shot.model], shot.weapon)
    if _flown(view, shot) > weapon.range + LOOSE_EPSILON:
        yield Reason(0, "beyond its range", "ZG-18")


def force(view: GameView, shot: Shot) -> Iterator[Reason]:
    """``ZG-18``  Yield the Strength that a shot has lost when it reaches its target."""
    firer = view.table.models[shot.model]
    weapon = weapon_of(firer, shot.weapon)
    strength = strength_of(view, firer, weapon)
    lost = strength - strength_after(strength, weapon, _flown(view, shot))
    if lost:
        yield Reason(-lost, "beyond its range", "ZG-18")


def weapon_of(model: Model, name: str) -> Weapon:
    """Return a model's weapon of that name; raise StopIteration if there is none."""
    return next(w for w in model.profile.weapons if w.name == name)


def _flown(view: GameView, shot: Shot) -> float:
    firer = view.table.models[shot.model]
    return min([gap(firer.disc, foe.disc) for foe in view.table.of(shot.target)])


SAVE = 5
"""``ZG-25``  Cover save from a corpse, or any other model, on the line."""


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


HOOKS = (
    CARRIES.gets(carries),
    SNAPS.gets(snaps),
    FORCE.gets(force),
    SCREEN.gets(screens),
    COVER_HELD.then(cover_held),
)
