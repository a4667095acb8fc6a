"""The look of the cage on the board."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable, Iterable, Iterator, Sequence
from functools import partial
from typing import NamedTuple, TypeAlias

import pygame

from game.background import Pending
from game.geometry.points import Point, vector_of_heading
from game.picture_cache import OwnPictures
from game.systems.cage.content.keys import hands
from game.systems.cage.table import Floor, floor_of, held_weapons, rings_of
from game.systems.cage.table.floor_state import FLOOR
from game.systems.cage.view.animation import CageAnimation
from game.systems.cage.view.painting import paint_cage
from game.systems.cage.view.steel_discs import SteelDisc, cached_steel, sheen
from game.table.records import Cell, ModelId
from game.table.state import Piece, Table
from game.view.board.board_layout import BoardLayout
from game.view.camera import Camera, Pixel
from game.view.colours import AMBER
from game.view.playback.effects import Effect
from game.view.playback.stage import Stage
from game.view.sprites import TokenState
from game.view.style import DrawingTheme, draw_svg
from game.view.system_view import Drawn, Layer, Shown, StandingPicture, SystemView, centred

FINEST = 96
"""Maximum pixels per inch of the painted discs; nearer views scale the picture."""
MAX_DISC_ZOOMS = 3
"""Maximum number of zooms with cached discs."""
DEEP, LIT = "#17191A", "#A7A69F"
"""Colours of an engraved number, and of its lower rim."""
BARE = "#33373A"

Angles: TypeAlias = tuple[float, ...]
"""Clockwise rotation of each disc in degrees, the centre first."""
STEEL = "#C9CCC6"
LONG = 2.5
"""Length of a weapon's picture, in radii of a base."""
GRIP = 0.275
"""Distance from the middle of the picture back to the grip, as a share of its length."""
APART, AHEAD = 0.98, 0.25
"""Distance of the hands to the side and ahead, in radii of a base."""
CROSSED = 42.0
"""Degrees by which a weapon held in both hands is turned across."""
LIES, TILTED = 0.9, 64.0
"""Inches from the middle of a cell to a weapon that lies in it, and its rotation in degrees."""
FLYING, TUMBLES = 0.8, 640.0
"""Base radius, in inches, that sizes a flying weapon, and degrees that it turns in flight."""
STEPS = 5
"""Degrees between two pictures of a weapon."""


class CageDiscs(NamedTuple):
    """The pictures of a floor's discs at one zoom."""

    ppi: int
    discs: tuple[pygame.Surface, ...]
    """Discs without rotation, the centre first."""
    light: pygame.Surface


class CageFloorRenderer:
    """Draws the floor from discs that are painted in the background and cached."""

    def __init__(self, floor: Floor, look: DrawingTheme) -> None:
        self.floor, self.look = floor, look
        self._kept: OrderedDict[int, CageDiscs] = OrderedDict()
        self._painter = Pending[CageDiscs]()
        self._turned: dict[int, tuple[pygame.Surface, float, pygame.Surface]] = {}
        """For each disc: the picture rotated last, its angle, and the result."""
        self._drawn: tuple[CageDiscs, Angles, bool, Sequence[Drawn]] | None = None
        """The last drawn floor: discs, angles, whether its edges are smooth, and pictures."""
        self._rest: tuple[object, pygame.Surface, pygame.Surface] | None = None
        """While a disc turns: which of them, the other discs, and its premultiplied picture."""

    def prepare(self, camera: Camera) -> None:
        """Paint the discs for this zoom now, in this thread."""
        self._keep(_painted(self.floor, min(camera.ppi, FINEST)))

    def draw(self, canvas: pygame.Surface, camera: Camera, angles: Angles) -> bool:
        """Draw the floor; return whether it has its final quality, or has to be drawn again."""
        ppi = min(camera.ppi, FINEST)
        for discs in self._painter.finished():
            self._keep(discs)
        if ppi not in self._kept and not self._painter.is_running:
            self._painter.start(lambda: _painted(self.floor, ppi))
        if not self._kept:
            _sketch(canvas, camera, self.floor)
            return False
        discs = self._kept.get(ppi) or next(reversed(self._kept.values()))
        pictures, fine = self._put_together(discs, angles)
        for picture, at in pictures:
            _lay(canvas, camera, self.floor, picture, discs.ppi, at)
        return fine and discs.ppi == ppi

    def _keep(self, discs: CageDiscs) -> None:
        for disc, one in enumerate(discs.discs[1:], 1):
            self._engrave(disc, one, discs.ppi)
        self._notch(discs.discs[-1], discs.ppi)
        self._kept[discs.ppi] = discs
        if len(self._kept) > MAX_DISC_ZOOMS:
            self._kept.popitem(last=False)

    def _engrave(self, disc: int, picture: pygame.Surface, ppi: int) -> None:
        """``TC-01``  Number the cells of a ring clockwise from 0."""
        many, distance = self.floor.cells[disc], self.floor.radii[disc] - 0.95
        for number in range(many):
            degrees = 360 * (number + 0.5) / many
            size = 0.6 * ppi / self.look.scale
            for colour, lower in ((LIT, 0.022), (DEEP, 0.0)):
                word = self.look.text(str(number), size, colour, "heading")
                turned = pygame.transform.rotozoom(word, -degrees, 1.0)
                x, y = vector_of_heading(degrees)
                middle = picture.get_width() / 2
                spot = middle + distance * x * ppi, middle + (lower + distance * y) * ppi
                picture.blit(turned, turned.get_rect(center=spot))

    def _notch(self, picture: pygame.Surface, ppi: int) -> None:
        """``TC-04``  Cut the notches into the outer ring."""
        outer, many = self.floor.radii[-1], self.floor.cells[-1]
        parts = (
            f'<g transform="rotate({360 * (number + 0.5) / many} {outer} {outer})">'
            f'<path d="M{outer - 0.5} .02h1l-.3 .6h-.4z" fill="{DEEP}"/>'
            f'<path d="M{outer - 0.3} .06h.6l-.3 .4z" fill="{AMBER}"/></g>'
            for number, _ in self.floor.notches
        )
        wide = picture.get_width()
        notches = draw_svg("".join(parts), f"0 0 {2 * outer} {2 * outer}", wide, wide)
        picture.blit(notches, (0, 0))

    def _put_together(self, discs: CageDiscs, angles: Angles) -> tuple[Sequence[Drawn], bool]:
        """Return the pictures of the floor, the lowest first, and whether edges are smooth.

        Each has its place in pixels from the floor's corner. While a disc turns, edges are not
        smooth.
        """
        still = True
        if self._drawn:
            of, stood, fine, pictures = self._drawn
            still = of is discs and stood == angles
            if still and fine:
                return pictures, True
        if not still and (turned := self._turning(discs, angles)):
            pictures = turned
        else:
            whole = _stacked(
                [
                    self._turn(n, disc, angle, fine=still)
                    for n, (disc, angle) in enumerate(zip(discs.discs, angles, strict=True))
                ],
                discs.light,
            )
            pictures = [(whole, (0, 0))]
        self._drawn = discs, angles, still, pictures
        return pictures, still

    def _turning(self, discs: CageDiscs, angles: Angles) -> Sequence[Drawn]:
        """Return the pictures of the floor while a single disc turns; none if others do, too.

        The others are put together only once.
        """
        if not self._drawn or self._drawn[0] is not discs:
            return []
        changed = [
            n
            for n, pair in enumerate(zip(self._drawn[1], angles, strict=True))
            if pair[0] != pair[1]
        ]
        if len(changed) != 1:
            return []
        (n,) = changed
        rest = (discs.ppi, n, angles[:n] + angles[n + 1 :])
        if self._rest is None or self._rest[0] != rest:
            others = [
                self._turn(m, disc, angle, fine=True)
                for m, (disc, angle) in enumerate(zip(discs.discs, angles, strict=True))
                if m != n
            ]
            disc = discs.discs[n].copy()
            self._rest = rest, _stacked(others, discs.light), disc.premul_alpha()
        _, below, disc = self._rest
        ring = pygame.transform.rotate(disc, -angles[n] % 360)
        area = ring.get_rect(center=below.get_rect().center)
        ring.blit(discs.light, (-area.left, -area.top), special_flags=pygame.BLEND_RGB_MULT)
        return [(below, (0, 0)), (ring, area.topleft)]

    def _turn(
        self, n: int, disc: pygame.Surface, angle: float, *, fine: bool
    ) -> pygame.Surface:
        known = self._turned.get(n)
        if known and known[0] is disc and known[1] == angle:
            return known[2]
        if not fine:
            return pygame.transform.rotate(disc, -angle % 360)
        turned = pygame.transform.rotozoom(disc, -angle % 360, 1.0)
        self._turned[n] = disc, angle, turned
        return turned


def _at_rest(plan: BoardLayout) -> Iterator[StandingPicture]:
    """Yield the floor of a map at rest, without numbers."""
    if rings_of(plan.board):
        floor = floor_of(plan.board)
        (x, y), outer = floor.at, floor.radii[-1]
        yield StandingPicture(
            (x - outer, y - outer, x + outer, y + outer), partial(_rest, floor)
        )


def _rest(floor: Floor, ppi: int) -> Drawn:
    of, outer = _painted(floor, ppi), floor.radii[-1]
    discs = [
        pygame.transform.rotozoom(disc, -angle % 360, 1.0)
        for disc, angle in zip(of.discs, floor.turned, strict=True)
    ]
    corner = round((floor.at.x - outer) * ppi), round((floor.at.y - outer) * ppi)
    return _stacked(discs, of.light), corner


def _stacked(discs: Iterable[pygame.Surface], light: pygame.Surface) -> pygame.Surface:
    """Return discs on each other, the centre first, under a light."""
    whole = pygame.Surface(light.get_size(), pygame.SRCALPHA)
    for disc in discs:
        whole.blit(disc, disc.get_rect(center=whole.get_rect().center))
    whole.blit(light, (0, 0), special_flags=pygame.BLEND_RGB_MULT)
    return whole.premul_alpha()


def _painted(floor: Floor, ppi: int) -> CageDiscs:
    inner = (0.0, *floor.radii)
    cells = (floor.cells[1], *floor.cells[1:])
    discs = (
        cached_steel(SteelDisc(*shape), ppi, n)
        for n, shape in enumerate(zip(inner, floor.radii, cells, strict=False))
    )
    return CageDiscs(ppi, tuple(discs), sheen(floor.radii[-1], ppi))


def _lay(
    canvas: pygame.Surface,
    camera: Camera,
    floor: Floor,
    picture: pygame.Surface,
    ppi: int,
    at: Pixel,
) -> None:
    """Draw the visible part of a picture of the floor, scaled if it has another zoom.

    *at*: pixels of the picture from the floor's corner to its own.
    """
    outer, share = floor.radii[-1], camera.ppi / ppi
    left, top = camera.pixel(Point(floor.at.x - outer, floor.at.y - outer))
    left, top = left + round(at[0] * share), top + round(at[1] * share)
    if ppi == camera.ppi:
        canvas.blit(picture, (left, top), special_flags=pygame.BLEND_PREMULTIPLIED)
        return
    seen = canvas.get_clip().move(-left, -top)
    box = (int(edge / share) for edge in (seen.left, seen.top, seen.w, seen.h))
    part = pygame.Rect(*box).inflate(2, 2).clip(picture.get_rect())
    if part:
        scaled = pygame.transform.scale_by(picture.subsurface(part), share)
        spot = left + round(part.left * share), top + round(part.top * share)
        canvas.blit(scaled, spot, special_flags=pygame.BLEND_PREMULTIPLIED)


def _sketch(canvas: pygame.Surface, camera: Camera, floor: Floor) -> None:
    """Draw the rims only, until the discs are painted."""
    middle = camera.pixel(floor.at)
    pygame.draw.circle(canvas, BARE, middle, floor.radii[-1] * camera.ppi)
    for radius in floor.radii:
        pygame.draw.aacircle(canvas, DEEP, middle, radius * camera.ppi, 2)


class CageLayer(Layer):
    """The floor of a cage, and the weapons on it and in hands."""

    def __init__(self, table: Table, look: DrawingTheme, plan: BoardLayout) -> None:
        super().__init__(table, look, plan)
        self.plates = CageFloorRenderer(floor_of(table.board), look)
        self._pictures = OwnPictures()

    def fit(self, look: DrawingTheme) -> None:
        super().fit(look)
        self.plates = CageFloorRenderer(self.plates.floor, look)

    def prepare(self, stage: Stage, camera: Camera) -> None:
        self.plates.prepare(camera)

    def floor(
        self, canvas: pygame.Surface, stage: Stage, camera: Camera, laid: Iterable[Piece]
    ) -> bool:
        return self.plates.draw(canvas, camera, _rings(stage))

    def floor_key(self, stage: Stage, laid: Iterable[Piece]) -> Hashable:
        return _rings(stage)

    def below(self, stage: Stage, camera: Camera) -> Iterator[Drawn]:
        """``TC-19``  Yield the weapons that lie on the floor; they turn with their cells."""
        beside = dict[Cell, int]()
        flying = {effect.weapon for effect in stage.effects if effect.weapon}
        for lying in FLOOR.of(stage.seen).dropped:
            if lying.weapon in flying:
                continue
            aside = beside.get(lying.cell, 0)
            beside[lying.cell] = aside + 1
            at, turned = self._lies(lying.cell, aside, _rings(stage))
            base = stage.seen.models[ModelId(lying.model)].base
            yield self._weapon(lying.weapon, base, at, turned + TILTED, camera)

    def above(self, stage: Stage, camera: Camera, shown: Shown) -> Iterator[Drawn]:
        """``TC-11``  Yield the weapons that champions hold, each in its hand."""
        for model, at, state in shown:
            if state in (TokenState.BODY, TokenState.GHOST):
                continue
            facing = stage.faces(model.id)
            for weapon in held_weapons(FLOOR.of(stage.seen).dropped, model):
                both = hands(weapon)
                side = -APART if both == ("left",) else APART
                across = CROSSED if len(both) > 1 else 0.0
                grip = _off(at, facing, side * model.base, AHEAD * model.base)
                middle = _off(grip, facing - across, 0.0, GRIP * LONG * model.base)
                yield self._weapon(weapon.name, model.base, middle, facing - across, camera)
        for effect in stage.effects:
            if effect.weapon:
                yield self._weapon(effect.weapon, FLYING, *_thrown(effect), camera)

    def _lies(self, cell: Cell, aside: int, rings: tuple[float, ...]) -> tuple[Point, float]:
        """Return the place of a weapon in a cell, and the outward direction in degrees."""
        floor = self.plates.floor
        if cell.ring == 0:
            out, distance = rings[0] + 40.0 * aside, LIES
        else:
            wide = 360.0 / floor.cells[cell.ring]
            out = rings[cell.ring] + (cell.number + 0.5) * wide
            distance = (floor.radii[cell.ring - 1] + floor.radii[cell.ring]) / 2 - LIES
        return _off(floor.at, out, 0.8 * aside, distance), out

    def _weapon(
        self, name: str, base: float, at: Point, turned: float, camera: Camera
    ) -> Drawn:
        pixels = max(12, round(LONG * base * camera.ppi))
        key = name, pixels, round(turned / STEPS) * STEPS % 360
        picture = self._pictures.made(key, lambda: self._draw_weapon(*key))
        return centred(picture, camera, at)

    def _draw_weapon(self, name: str, pixels: int, turned: int) -> pygame.Surface:
        icon = self.look.icon(f"weapons/{name.replace(' ', '-')}", pixels, STEEL)
        return pygame.transform.rotozoom(icon, -turned, 1.0).premul_alpha()


def _rings(stage: Stage) -> Angles:
    return stage.animation(CageAnimation).rings


def _thrown(effect: Effect) -> tuple[Point, float]:
    """Return the place and the rotation of a weapon that flies out of a hand."""
    come = 1.0 - (1.0 - effect.share) ** 2
    (x, y), (right, down) = effect.at, effect.slides
    return Point(x + right * come, y + down * come), TUMBLES * come


def _off(at: Point, facing: float, right: float, forward: float) -> Point:
    """Return the point at distances to the right and ahead of a model with a facing."""
    x, y = vector_of_heading(facing % 360)
    return Point(at.x + x * forward - y * right, at.y + y * forward + x * right)


VIEW = SystemView(
    on_map=lambda board: bool(rings_of(board)),
    needs_map=True,
    animation=CageAnimation,
    layer=CageLayer,
    pictures=_at_rest,
    floor=paint_cage,
)
