"""Drawing of shots or blows with their results."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from math import atan2, cos, hypot, pi, sin, tau
from typing import Final

import pygame

from game.geometry.points import Point
from game.picture_cache import PICTURES
from game.view.camera import Camera, Pixel
from game.view.colours import CREAM, HALO

FLIGHT: Final = 0.2
"""Seconds that a shot is in the air."""
FLASH: Final = 0.13
"""Seconds that a muzzle flashes."""
GLOWS: Final = 0.3
"""Seconds that the place where a shot ends glows."""
STREAK: Final = 0.45
"""Share of its way that the trail of a shot is long."""
CLAW: Final = 0.30
"""Seconds in which a blow is drawn."""
BEAM: Final = 0.8
"""Seconds that a beam glows."""
STRANDS: Final = 3
"""Number of waves in a beam."""
RAYS: Final = 7
EDGE: Final = 8
"""Pixels around the area of a picture that is not smaller than a few pixels."""
STEPS: Final = 6
"""Number of pictures of a flash or a spark; they are cached."""
HOT: Final = (255, 236, 176)
WARM: Final = (255, 158, 58)
STEEL: Final = (206, 232, 255)
MIND: Final = (196, 128, 255)
PALE: Final = (244, 226, 255)
BLOOD: Final = (236, 84, 66)
GLEAM, SMOKE = (214, 150, 78), (92, 86, 78)
"""Colours of the line of a shot, at first and at last."""
HALF: Final = 0.5
"""Share of its time for which that line is thick."""
MISSED: Final = (176, 168, 150)
STILL_MISS: Final = 0.72
"""Share of its way that the line of a miss is drawn with reduced motion."""
Drawn = tuple[pygame.Surface, Pixel]


@dataclass(frozen=True, slots=True)
class Tracer:
    """A shot from a muzzle along a sight line."""

    start: Point
    end: Point
    hits: bool
    delay: float
    """Seconds after which it is fired."""


@dataclass(frozen=True, slots=True)
class Volley:
    """Shots of one roll to hit."""

    shots: tuple[Tracer, ...]

    @property
    def lasts(self) -> float:
        """Return the seconds until the last shot has ended."""
        return max(shot.delay for shot in self.shots) + FLIGHT + GLOWS

    def area(self, camera: Camera) -> pygame.Rect:
        """Return the pixels that it may cover at any time."""
        places = [at for shot in self.shots for at in (shot.start, shot.end)]
        return _around(camera, places, 1.0)

    def draw(
        self, canvas: pygame.Surface, camera: Camera, seconds: float, *, still: bool
    ) -> None:
        """Draw the shots after some *seconds*; *still*: as lines (reduced motion)."""
        if still:
            for shot in self.shots:
                _draw_line(canvas, camera, shot)
            return
        lights = list[Drawn]()
        for shot in self.shots:
            age = seconds - shot.delay
            if age >= 0.0:
                _draw_streak(canvas, camera, shot, age)
                lights += _lights(camera, shot, age)
        canvas.fblits(lights, pygame.BLEND_RGB_ADD)


def _around(camera: Camera, places: Iterable[Point], inches: float) -> pygame.Rect:
    """Return the pixels of some places, with a margin in inches."""
    spots = [pygame.Rect(*camera.pixel(at), 1, 1) for at in places]
    reach = 2 * round(inches * camera.ppi) + 2 * EDGE
    return spots[0].unionall(spots[1:]).inflate(reach, reach)


def _draw_line(canvas: pygame.Surface, camera: Camera, shot: Tracer) -> None:
    """Draw the line of a shot: a hit to its end, a miss thin and only part of its way."""
    start, end = camera.pixel(shot.start), camera.pixel(shot.end)
    if not shot.hits:
        end = _between(start, end, STILL_MISS)
    pygame.draw.line(canvas, HALO, start, end, 4 if shot.hits else 3)
    pygame.draw.aaline(canvas, HOT if shot.hits else MISSED, start, end, 2 if shot.hits else 1)


def _draw_streak(canvas: pygame.Surface, camera: Camera, shot: Tracer, age: float) -> None:
    """Draw a shot on its way, and the smoke that it leaves for a while."""
    share = age / FLIGHT
    start, end = camera.pixel(shot.start), camera.pixel(shot.end)
    head = _between(start, end, min(1.0, share))
    fades = max(0.0, age - FLIGHT) / GLOWS
    if fades < 1.0:
        smoke = [round(a + (b - a) * fades) for a, b in zip(GLEAM, SMOKE, strict=True)]
        pygame.draw.aaline(canvas, smoke, start, head, 2 if fades < HALF else 1)
    tail = max(0.0, share - STREAK)
    if tail < 1.0:
        back, wide = _between(start, end, tail), max(3, round(0.13 * camera.ppi))
        pygame.draw.line(canvas, WARM, back, head, wide)
        pygame.draw.line(canvas, HOT, _between(back, head, 0.35), head, max(2, wide // 2))


def _between(start: Pixel, end: Pixel, share: float) -> Pixel:
    x, y = start
    return round(x + (end[0] - x) * share), round(y + (end[1] - y) * share)


def _lights(camera: Camera, shot: Tracer, age: float) -> Iterator[Drawn]:
    """Yield the flash of a muzzle, and the glow where the shot ends."""
    if age < FLASH:
        turn = atan2(shot.end.y - shot.start.y, shot.end.x - shot.start.x)
        step = int(age / FLASH * STEPS)
        flash = _flash(max(12, round(0.8 * camera.ppi)), step, _way(turn))
        yield _put(flash, camera, shot.start)
    elif shot.hits and FLIGHT <= age < FLIGHT + GLOWS:
        step = int((age - FLIGHT) / GLOWS * STEPS)
        yield _put(_glow(max(8, round(0.6 * camera.ppi)), step, WARM), camera, shot.end)


def _way(turn: float) -> int:
    """Return an angle in steps of a sixteenth of a turn."""
    return round(turn / tau * 16) % 16


def _put(picture: pygame.Surface, camera: Camera, at: Point) -> Drawn:
    x, y = camera.pixel(at)
    return picture, (x - picture.get_width() // 2, y - picture.get_height() // 2)


@PICTURES.keeps
def _flash(reach: int, step: int, way: int) -> pygame.Surface:
    """Return the flash of a muzzle that points one way, to be added to the picture."""
    left, turn = 1.0 - step / STEPS, tau * way / 16
    picture = _glow(reach, step, WARM).copy()
    middle = picture.get_width() / 2
    level = [round(part * left) for part in HOT]
    ahead = cos(turn), sin(turn)
    across = -ahead[1], ahead[0]
    tongue = [
        (middle + ahead[0] * far * reach + across[0] * off * reach,
         middle + ahead[1] * far * reach + across[1] * off * reach)
        for far, off in ((0.0, 0.16), (0.45, 0.2), (1.0, 0.0), (0.45, -0.2), (0.0, -0.16))
    ]  # fmt: skip
    pygame.draw.polygon(picture, level, tongue)
    return picture


@PICTURES.keeps
def _glow(reach: int, step: int, colour: tuple[int, int, int]) -> pygame.Surface:
    """Return a glow that dies away, to be added to the picture."""
    left = 1.0 - step / STEPS
    picture = pygame.Surface((2 * reach, 2 * reach))
    rings = max(3, min(8, reach // 2))
    for n in range(rings):
        level = left * ((n + 1) / rings) ** 2 * 0.8
        shade = [round(part * level) for part in colour]
        pygame.draw.circle(picture, shade, (reach, reach), reach * (1.0 - n / rings))
    return picture


@dataclass(frozen=True, slots=True)
class Beam:
    """The beam of a power, from a mind to its target."""

    start: Point
    end: Point
    reach: float
    """Reach of the glow at its ends, in inches."""

    def area(self, camera: Camera) -> pygame.Rect:
        """Return the pixels that it may cover at any time."""
        return _around(camera, (self.start, self.end), max(0.5, 1.5 * self.reach))

    def draw(
        self, canvas: pygame.Surface, camera: Camera, seconds: float, *, still: bool
    ) -> None:
        """Draw the beam after some *seconds*; *still*: as a straight line (reduced motion)."""
        start, end = camera.pixel(self.start), camera.pixel(self.end)
        if still:
            pygame.draw.line(canvas, HALO, start, end, 5)
            pygame.draw.aaline(canvas, MIND, start, end, 3)
            return
        share = seconds / BEAM
        if share >= 1.0:
            return
        grown, left = min(1.0, 3.0 * share), 1.0 - share
        for n in range(STRANDS):
            waves = [*_waves(start, end, grown, seconds * 9.0 + n * tau / STRANDS, camera.ppi)]
            shade = [round(part * (0.25 + 0.75 * left)) for part in MIND]
            pygame.draw.lines(canvas, shade, closed=False, points=waves, width=2)
        wide = max(1, round(0.14 * camera.ppi * left))
        pygame.draw.line(canvas, PALE, start, _between(start, end, grown), wide)
        step = min(STEPS - 1, int(share * STEPS))
        glow = _glow(max(8, round(self.reach * camera.ppi)), step, MIND)
        ends = (self.start, self.end) if grown >= 1.0 else (self.start,)
        canvas.fblits([_put(glow, camera, at) for at in ends], pygame.BLEND_RGB_ADD)


def _waves(
    start: Pixel, end: Pixel, share: float, phase: float, ppi: int
) -> Iterator[tuple[float, float]]:
    """Yield the points of a wave along a *share* of the way, which is narrow at both ends."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    far = hypot(dx, dy) or 1.0
    steps = max(2, round(far * share / 6))
    for n in range(steps + 1):
        along = share * n / steps
        off = 0.3 * ppi * sin(pi * along) * sin(phase + along * far / ppi * 1.6)
        yield start[0] + dx * along - dy / far * off, start[1] + dy * along + dx / far * off


@dataclass(frozen=True, slots=True)
class Sparks:
    """Sparks off the armour of models that saved their wounds."""

    at: tuple[Point, ...]
    reach: float
    """Their reach in inches."""

    def area(self, camera: Camera) -> pygame.Rect:
        """Return the pixels that it may cover at any time."""
        return _around(camera, self.at, 1.5 * self.reach)

    def draw(
        self, canvas: pygame.Surface, camera: Camera, seconds: float, *, still: bool
    ) -> None:
        step = 1 if still else min(STEPS, int(seconds / GLOWS / 2 * STEPS))
        if step < STEPS:
            picture = _spark(max(6, round(self.reach * camera.ppi)), step)
            canvas.fblits(
                [_put(picture, camera, at) for at in self.at], pygame.BLEND_PREMULTIPLIED
            )


@PICTURES.keeps
def _spark(reach: int, step: int) -> pygame.Surface:
    """Return rays that fly off an arc of light, as off a shield."""
    share = (step + 0.5) / STEPS
    side = round(2.4 * reach)
    picture = pygame.Surface((side, side), pygame.SRCALPHA)
    middle, left = side / 2, round(255 * (1.0 - share))
    box = pygame.Rect(0, 0, round(1.3 * reach), round(1.3 * reach))
    box.center = round(middle), round(middle)
    wide = max(2, round(0.16 * reach * (1.0 - share * 0.6)))
    pygame.draw.arc(picture, (*STEEL, left), box, 0.15 * pi, 0.85 * pi, wide)
    for n in range(RAYS):
        turn = -pi * (0.08 + 0.84 * n / (RAYS - 1))
        near, far = reach * (0.55 + 0.4 * share), reach * (0.75 + 0.45 * share)
        start = middle + cos(turn) * near, middle + sin(turn) * near
        end = middle + cos(turn) * far, middle + sin(turn) * far
        pygame.draw.line(picture, (*STEEL, left), start, end, max(1, wide // 2))
    return picture.premul_alpha()


@dataclass(frozen=True, slots=True)
class Blow:
    """A blow from one base at another."""

    start: Point
    end: Point
    hits: bool


@dataclass(frozen=True, slots=True)
class Blows:
    """Blows of one roll to hit: claws across each base that is hit."""

    blows: tuple[Blow, ...]
    reach: float
    """Half the length of a claw's mark, in inches."""
    delay: float = 0.0
    """Seconds until they land."""

    @property
    def lasts(self) -> float:
        """Return the seconds until the last mark has gone; misses leave none."""
        return self.delay + (2.0 * CLAW if any(blow.hits for blow in self.blows) else 0.0)

    def area(self, camera: Camera) -> pygame.Rect:
        """Return the pixels that it may cover at any time."""
        places = [at for blow in self.blows for at in (blow.start, blow.end)]
        return _around(camera, places, 2.0 * self.reach)

    def draw(
        self, canvas: pygame.Surface, camera: Camera, seconds: float, *, still: bool
    ) -> None:
        share = 1.0 if still else (seconds - self.delay) / CLAW
        if share < 0.0 or share >= 2.0:
            return
        for blow in self.blows:
            if blow.hits:
                _draw_claws(canvas, camera, blow, self.reach, share)
            elif still:
                _draw_line(canvas, camera, Tracer(blow.start, blow.end, hits=False, delay=0.0))


def _draw_claws(
    canvas: pygame.Surface, camera: Camera, blow: Blow, reach: float, share: float
) -> None:
    """Draw three strokes across the way of a blow, as far as a *share* of it has passed.

    From 1 to 2 they become thinner, and vanish from their beginning on.
    """
    dx, dy = blow.end.x - blow.start.x, blow.end.y - blow.start.y
    off = hypot(dx, dy) or 1.0
    ahead = Point(dx / off, dy / off)
    across = Point(-ahead.y, ahead.x)
    gone, drawn = max(0.0, share - 1.0), min(1.0, share)
    wide = max(2, round(0.09 * camera.ppi * (1.0 - gone)))
    for n in (-1, 0, 1):
        middle = n * reach * 0.42
        first, last = (
            camera.pixel(
                Point(
                    blow.end.x + across.x * side + ahead.x * (middle + side * 0.35),
                    blow.end.y + across.y * side + ahead.y * (middle + side * 0.35),
                )
            )
            for side in (reach * (2.0 * gone - 1.0), reach * (2.0 * drawn - 1.0))
        )
        pygame.draw.line(canvas, HALO, first, last, wide + 2)
        pygame.draw.line(canvas, CREAM, first, last, wide)


@dataclass(frozen=True, slots=True)
class Pop:
    """The burst of a wound."""

    reach: float
    """Its reach in inches."""

    at: Point

    def area(self, camera: Camera) -> pygame.Rect:
        """Return the pixels that it may cover at any time."""
        return _around(camera, (self.at,), 1.5 * self.reach)

    def draw(
        self, canvas: pygame.Surface, camera: Camera, seconds: float, *, still: bool
    ) -> None:
        step = 2 if still else min(STEPS, int(seconds / GLOWS / 2 * STEPS))
        if step < STEPS:
            picture = _burst(max(6, round(self.reach * camera.ppi)), step)
            place = _put(picture, camera, self.at)
            canvas.fblits([place], pygame.BLEND_PREMULTIPLIED)


@PICTURES.keeps
def _burst(reach: int, step: int) -> pygame.Surface:
    """Return drops that fly off in all directions."""
    share = (step + 0.5) / STEPS
    side = round(2.6 * reach)
    picture = pygame.Surface((side, side), pygame.SRCALPHA)
    middle, left = side / 2, round(255 * (1.0 - share**2))
    for n in range(2 * RAYS):
        turn = tau * n / (2 * RAYS) + (n % 3) * 0.17
        off = reach * (0.45 + share * (0.45 + 0.09 * (n % 4)))
        drop = max(1.5, reach * (0.07 + 0.03 * (n % 3)) * (1.2 - share))
        at = middle + cos(turn) * off, middle + sin(turn) * off
        pygame.draw.aacircle(picture, (*BLOOD, left), at, drop)
    return picture.premul_alpha()
