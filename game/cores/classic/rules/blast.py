"""Blast markers (CC-10, CC-11)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from game.cores.classic.rules import ClassicHit
from game.cores.classic.rules.targeting import shot_hit
from game.cores.classic.rules.wounds import strike_models
from game.cores.kit.aimed_weapons import AimedWeapon
from game.cores.kit.dice import random_direction, scatter
from game.cores.kit.sight_lines import sees
from game.cores.kit.traits import trait
from game.cores.kit.units import in_turn, touch
from game.geometry.limits import is_within
from game.geometry.points import Disc, Point, gap, point_ahead, thousandths
from game.play.decisions import CommonKind, Option, ask_which
from game.play.game import Game, GameView
from game.play.moves.placement import Place
from game.play.moves.placement_regions import Touching
from game.table.events import MarkerLaid, RollKind
from game.table.records import Model, ModelId, Side, UnitId


class BlastMarker(NamedTuple):
    """A blast marker on the table, with the shot that it belongs to."""

    shot: AimedWeapon
    disc: Disc


async def fire_blasts(game: Game, shots: Sequence[AimedWeapon], target: UnitId) -> None:
    """``CC-10``, ``CC-11``, ``CC-36``  Lay all markers of a group.

    Then hit the models they touch.
    """
    down = list[BlastMarker]()
    for shot in shots:
        down += [BlastMarker(shot, disc) for disc in await lay(game, shot, target)]
    if down:
        await burst(game, down)


async def lay(game: Game, shot: AimedWeapon, target: UnitId) -> list[Disc]:
    """``CC-09``, ``CC-11``  Lay the markers of one weapon and return them.

    Each shot is a marker of its own, but those of a barrage touch each other.
    """
    firer = game.table.models[shot.model]
    if not (models := in_sight(game, firer, shot, target)):
        return []
    barrage = "barrage" in shot.weapon.rules
    markers = list[Disc]()
    for n in range(shot.shots):
        if n and barrage:
            markers.append(await lay_further(game, shot, markers))
        else:
            markers.append(await lay_first(game, shot, await _aim(game, firer, shot, models)))
    return markers


def in_sight(view: GameView, firer: Model, shot: AimedWeapon, target: UnitId) -> list[Model]:
    """``CC-10``  Return the models of the target over which a marker may be placed."""
    return [
        foe
        for foe in view.table.of(target)
        if is_within(gap(firer.disc, foe.disc), shot.weapon.range)
        and sees(view.table, firer.disc, foe.disc)
    ]


async def _aim(game: Game, firer: Model, shot: AimedWeapon, models: Sequence[Model]) -> Point:
    options = [Option(m.id, m.profile.name, "CC-10", m.id) for m in models]
    asks = f"{shot.weapon.name}: place the blast over which model?"
    kind = CommonKind.AIM
    over = await ask_which(firer.side, "CC-10", asks, options, about=firer.id, kind=kind)
    return game.table.models[ModelId(over)].at


async def lay_first(game: Game, shot: AimedWeapon, aim: Point) -> Disc:
    """``CC-10``  Roll scatter for a marker and lay it.

    On a hit it stays; otherwise it moves 2d6 - BS inches, never less than 0.
    """
    firer = game.table.models[shot.model]
    thrown = scatter(game, "CC-10", firer.side, firer.unit)
    if not thrown.hit:
        distance = max(0, thrown.distance - trait(game, firer, "bs").now)
        aim = thousandths(point_ahead(aim, thrown.toward, distance))
    return _laid(game, "CC-10", shot, aim)


async def lay_further(game: Game, shot: AimedWeapon, down: Sequence[Disc]) -> Disc:
    """``CC-11``  Roll for a further marker of a barrage and lay it.

    An arrow: touching the first marker in that direction; a hit: touching any, as its owner
    chooses.
    """
    firer = game.table.models[shot.model]
    at = await place_next_blast_marker(game, firer.side, firer.unit, firer.id, down)
    return _laid(game, "CC-11", shot, at)


async def place_next_blast_marker(
    game: Game, by: Side, id_: str, about: str, down: Sequence[Disc]
) -> Point:
    """``CC-11``  Return the position of the next marker of a barrage, of the same size.

    *by* throws the dice; *about* is the model or piece that fires the barrage.
    """
    (die,) = game.throw("CC-11", by, "scatter", id_=id_, kind=RollKind.BLAST)
    radius = down[0].radius
    if die > 2:
        toward = random_direction(game, "CC-11", by, id_)
        return thousandths(point_ahead(down[0].at, toward, 2 * radius))
    place = Place(
        by,
        "CC-11",
        "Place the next blast touching one already placed",
        region=Touching(tuple(down), radius),
        about=about,
        kind=CommonKind.BLAST,
        does="Place the blast",
    )
    return (await place).at


def _laid(game: Game, clause: str, shot: AimedWeapon, at: Point) -> Disc:
    game.do(MarkerLaid(clause, at, shot.weapon.blast))
    return Disc(at, shot.weapon.blast / 2)


async def burst(game: Game, down: Sequence[BlastMarker]) -> None:
    """``CC-10``  Give every model that a marker touches, friend or foe, a hit from it.

    ``CC-36``  All rolls to wound, the acting side's models first, then all saves.
    """
    firer = game.table.models[down[0].shot.model]
    struck = [
        (model.id, hits)
        for side in in_turn(game.table, firer.side)
        for model in game.table.standing(side)
        if (hits := [blast_hit(game, m.shot, model) for m in down if touch(m.disc, model.disc)])
    ]
    await strike_models(game, struck)


def blast_hit(view: GameView, shot: AimedWeapon, model: Model) -> ClassicHit:
    """Return the hit of a marker on a model that it touches."""
    firer, weapon = view.table.models[shot.model], shot.weapon
    return shot_hit(view, firer, weapon, model.unit, weapon.strength)
