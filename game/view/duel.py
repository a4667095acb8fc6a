"""What is drawn in a cage alone: its floor of steel, weapons in hands and weapons dropped."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from typing import TypeAlias

import pygame

from game.content.roster_units import hands
from game.geometry.points import Point, vector_of_heading
from game.table.cage_floor import floor_of, held_weapons
from game.table.records import Cell, Model, ModelId
from game.table.state import Table
from game.view.cage_view import Plates
from game.view.camera import Camera, Pixel
from game.view.look import Look
from game.view.playback.effects import Effect
from game.view.playback.stage import Stage
from game.view.sprites import State

Drawn: TypeAlias = tuple[pygame.Surface, Pixel]

STEEL = "#C9CCC6"
LONG = 2.5
"""How long the picture of a weapon is, in radii of a base."""
GRIP = 0.275
"""Where it is held: how far behind the middle of its picture, in shares of its length."""
APART, AHEAD = 0.98, 0.25
"""Where hands are, in radii of a base: to the side, and before the middle."""
CROSSED = 42.0
"""Degrees by which what is held in both hands lies across."""
LIES, TILTED = 0.9, 64.0
"""Inches from the middle of a cell to a weapon that lies in it, and how that is turned."""
FLYING, TUMBLES = 0.8, 640.0
"""The radius of the base of whose weapon flies, and by how many degrees that turns."""
STEPS = 5
"""Degrees between two pictures of a weapon."""
MOST_KEPT = 400


class Duel:
    def __init__(self, table: Table, look: Look) -> None:
        self.look = look
        self.plates = Plates(floor_of(table.board), look) if table.rings else None
        self._kept: dict[tuple[str, int, int], pygame.Surface] = {}

    def dress(self, look: Look) -> None:
        """Draw at another UI scale from now on."""
        self.look = look
        if self.plates:
            self.plates = Plates(self.plates.floor, look)

    def prepare(self, camera: Camera) -> None:
        """Paint the floor at once."""
        if self.plates:
            self.plates.prepare(camera)

    def draw_floor(self, canvas: pygame.Surface, stage: Stage, camera: Camera) -> bool:
        """Draw the floor as it is turned; return whether it is as fine as it can be."""
        return self.plates is None or self.plates.draw(canvas, camera, stage.rings)

    def below(self, stage: Stage, camera: Camera) -> Iterator[Drawn]:
        """``TC-19``  Yield the weapons that lie on the floor, each with its cell's turn."""
        if self.plates is None:
            return
        beside = dict[Cell, int]()
        flying = {effect.weapon for effect in stage.effects if effect.weapon}
        for lying in stage.seen.dropped:
            if lying.weapon in flying:
                continue
            aside = beside.get(lying.cell, 0)
            beside[lying.cell] = aside + 1
            at, turned = self._lies(lying.cell, aside, stage.rings)
            base = stage.seen.models[ModelId(lying.model)].base
            yield self._weapon(lying.weapon, base, at, turned + TILTED, camera)

    def above(
        self, stage: Stage, camera: Camera, shown: Iterable[tuple[Model, Point, State]]
    ) -> Iterator[Drawn]:
        """``TC-11``  Yield the weapons that champions hold, each in its hand."""
        if self.plates is None:
            return
        for model, at, state in shown:
            if state in (State.BODY, State.GHOST):
                continue
            facing = stage.faces(model.id)
            for weapon in held_weapons(stage.seen.dropped, model):
                both = hands(weapon)
                side = -APART if both == ("left",) else APART
                across = CROSSED if len(both) > 1 else 0.0
                grip = _off(at, facing, side * model.base, AHEAD * model.base)
                ahead = partial(_off, grip, facing - across, 0.0)
                middle = ahead(GRIP * LONG * model.base)
                yield self._weapon(weapon.name, model.base, middle, facing - across, camera)

        for effect in stage.effects:
            if effect.weapon:
                yield self._weapon(effect.weapon, FLYING, *_thrown(effect), camera)

    def _lies(self, cell: Cell, aside: int, rings: tuple[float, ...]) -> tuple[Point, float]:
        """Return where in a cell a weapon lies, and which way is out there, in degrees."""
        assert self.plates
        floor = self.plates.floor
        if cell.ring == 0:
            out, far = rings[0] + 40.0 * aside, LIES
        else:
            wide = 360.0 / floor.cells[cell.ring]
            out = rings[cell.ring] + (cell.number + 0.5) * wide
            far = (floor.radii[cell.ring - 1] + floor.radii[cell.ring]) / 2 - LIES
        return _off(floor.at, out, 0.8 * aside, far), out

    def _weapon(
        self, name: str, base: float, at: Point, turned: float, camera: Camera
    ) -> Drawn:
        pixels = max(12, round(LONG * base * camera.ppi))
        key = name, pixels, round(turned / STEPS) * STEPS % 360
        if key not in self._kept:
            if len(self._kept) >= MOST_KEPT:
                self._kept.clear()
            icon = self.look.icon(f"weapons/{name.replace(' ', '-')}", pixels, STEEL)
            self._kept[key] = pygame.transform.rotozoom(icon, -key[2], 1.0).premul_alpha()
        picture = self._kept[key]
        x, y = camera.pixel(at)
        return picture, (x - picture.get_width() // 2, y - picture.get_height() // 2)


def _thrown(effect: Effect) -> tuple[Point, float]:
    """Return where a weapon is that flies out of a hand, and how it is turned."""
    come = 1.0 - (1.0 - effect.share) ** 2
    (x, y), (right, down) = effect.at, effect.slides
    return Point(x + right * come, y + down * come), TUMBLES * come


def _off(at: Point, facing: float, right: float, forward: float) -> Point:
    """Return the point so far to the right and ahead of who faces some way."""
    x, y = vector_of_heading(facing % 360)
    return Point(at.x + x * forward - y * right, at.y + y * forward + x * right)
