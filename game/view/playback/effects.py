"""Short effects of events, their display times, and dice shown on the board."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import KW_ONLY, dataclass, replace
from math import pi, sin
from typing import Final

import pygame

from game.content.palettes import Colour
from game.geometry.points import Path, Point, length, mean_point
from game.table import events
from game.table.events import Act, Event
from game.table.records import ORIGIN, Model, ModelId, Side, Where
from game.table.state import Table
from game.view.camera import Camera
from game.view.dice_tray import die, verdict
from game.view.playback import PathTrack, Track
from game.view.playback.particles import draw_blast, draw_knock, draw_splash
from game.view.style import AMBER, CREAM, HALO, SPENT, TEAMS, WOUND, DrawingTheme

DICE_SECONDS = 1.5
"""Seconds that dice lie on the board."""
MAX_DICE = 3
"""Maximum number of dice shown on the board; more are shown only in the tray."""
POPS = 0.14
"""Seconds in which a die grows to its size."""
WIDE = 24
"""Width of a die in units."""


PAUSES: Final[dict[type[Event], float]] = {
    events.Rolled: 0.75,
    events.Rerolled: 0.75,
    events.MarkerLaid: 0.6,
    events.Announced: 1.2,
    events.GroundChanged: 0.6,
    events.DoorMoved: 0.5,
    events.Struck: 0.3,
    events.Wounded: 0.45,
    events.Removed: 0.35,
    events.Scored: 0.7,
    events.Spent: 0.7,
}
"""Seconds that an event is displayed; the others are followed by the next one at once."""
DEEDS: Final = frozenset(
    {Act.MOVES, Act.RUNS, Act.SHOOTS, Act.FIRES_OVERWATCH, Act.CHARGES, Act.FIGHTS}
)
"""Acts that begin a unit's action; they clear the dice tray."""


def is_deed(event: Event) -> bool:
    """Return whether an event begins a unit's action."""
    return isinstance(event, events.Acted) and event.act in DEEDS


def starts_beat(event: Event) -> bool:
    """Return whether an event begins another beat: of the next model, unit or phase."""
    return isinstance(
        event, events.Handled | events.PhaseBegan | events.GroundChanged
    ) or is_deed(event)


def words_of(rolled: events.Rolled) -> str:
    """Return the purpose and the target of a roll, such as ``S test ≤ 3``."""
    if not rolled.need:
        return rolled.what
    return f"{rolled.what} {'≤ ' * rolled.under}{rolled.need}{'+' * (not rolled.under)}"


def draw_toss(
    canvas: pygame.Surface,
    camera: Camera,
    look: DrawingTheme,
    at: Point,
    rolled: events.Rolled,
    age: float,
    *,
    still: bool,
) -> None:
    """Draw dice and their words on a plate below a point of the board."""
    size = 1.0 if still else min(1.0, 0.4 + 0.6 * age / POPS)
    pixels = max(8, look.px(WIDE * size))
    pictures = [die(face, pixels, verdict(rolled, face)) for face in rolled.faces]
    words = look.text(words_of(rolled), 13, CREAM, "heading")
    pitch = look.px(WIDE + 4)
    wide = pitch * len(pictures) + words.get_width() + look.px(16)
    plate = pygame.Rect(0, 0, wide, look.px(WIDE + 6))
    x, y = camera.pixel(at)
    plate.midtop = x, y
    plate.clamp_ip(camera.window)
    pygame.draw.rect(canvas, HALO, plate, border_radius=look.px(6))
    pygame.draw.rect(canvas, "#3A454D", plate, 1, border_radius=look.px(6))
    for n, picture in enumerate(pictures):
        middle = plate.left + look.px(6) + pitch * n + look.px(WIDE / 2), plate.centery
        canvas.blit(picture, picture.get_rect(center=middle))
    left = plate.left + look.px(8) + pitch * len(pictures)
    canvas.blit(words, words.get_rect(left=left, centery=plate.centery))


RISE: Final = 0.9
"""Inches that words rise."""
SWELL: Final = 0.55
"""Inches that a ring grows beyond the base."""


@dataclass(frozen=True, slots=True)
class Effect:
    at: Point
    lasts: float
    """Duration in seconds."""
    colour: Colour
    _: KW_ONLY
    words: str = ""
    ring: float = 0.0
    """Radius in inches of the base inside the ring; 0 for no ring."""
    leaving: Model | None = None
    """Removed model that fades out."""
    fades: bool = False
    """True if its ring fades even with reduced motion."""
    splash: float = 0.0
    """Radius of the splash in inches."""
    knock: bool = False
    """True if two bases knock together there."""
    rolled: events.Rolled | None = None
    """Dice shown beside the model that they are about."""
    blast: float = 0.0
    """Radius of the blast in inches."""
    shrinks: float = 0.0
    """Share of its size that a fading model loses."""
    spins: float = 0.0
    """Degrees that a fading model turns."""
    slides: Point = ORIGIN
    """Offset in inches of a fading model, of a lunge, or of a flying weapon."""
    lunges: ModelId | None = None
    """Model that lunges forward and returns."""
    size: float = 26.0
    """Size of the words, in units."""
    weapon: str = ""
    """Name of a weapon that flies out of a hand, along *slides*."""
    trail: Path = ()
    """Path along which a model or piece has drifted."""
    age: float = 0.0

    @property
    def share(self) -> float:
        """Return the elapsed share of its duration, from 0 to 1."""
        return min(1.0, self.age / self.lasts)


def effects_of(event: Event, table: Table) -> Iterator[Effect]:
    """Yield the effects of an event; *table* is the state before it."""
    match event:
        case events.Wounded(_, model, wounds) if wounds > 0:
            hurt = table.models[model]
            yield Effect(hurt.at, lasts=0.8, colour=WOUND, words=f"-{wounds}", ring=hurt.base)
        case events.Struck(model=model, strength=strength):
            struck = table.models[model]
            yield Effect(
                struck.at, lasts=0.8, colour=CREAM, words=f"S{strength}", ring=struck.base
            )
        case events.BodyRemoved(_, model):
            gone = table.models[model]
            yield Effect(gone.at, 0.6, SPENT, ring=gone.base)
        case events.PieceRemoved(_, piece) | events.PieceHeld(_, piece):
            yield Effect(table.pieces[piece].at, 0.6, AMBER, ring=table.pieces[piece].radius)
        case events.Removed(model=model, where=where):
            lost = table.models[model]
            if lost.where is Where.TABLE:
                leaving = lost if where is not Where.BODY else None
                yield Effect(lost.at, 0.7, HALO, leaving=leaving)
        case events.Placed(model=model, at=at):
            yield Effect(at, 0.4, CREAM, ring=table.models[model].base)
        case events.Scored(_, side, points, what):
            colour = TEAMS[table.sides.index(side)].light
            yield Effect(
                _place_of(table, what, side), lasts=1.3, colour=colour, words=f"{points:+}"
            )
        case events.GroundChanged(_, kind, outlines) if outlines:
            spots = [spot for outline in outlines for spot in outline]
            yield Effect(mean_point(spots), lasts=1.0, colour=AMBER, words=str(kind.value))
        case _:
            pass


def arrival_effects(tracks: Iterable[Track], table: Table) -> Iterator[Effect]:
    """Yield the effects of models that jump to the end of a path, with reduced motion."""
    for track in tracks:
        if isinstance(track, PathTrack) and length(track.path) > 0.0:
            model = table.models.get(ModelId(track.id))
            if model:
                yield Effect(track.path[-1], 0.6, CREAM, ring=model.base, fades=True)


def lunge_of(effects: Iterable[Effect], id_: str) -> Point | None:
    """Return the present offset of a lunging model, in inches; None if it does not lunge."""
    for effect in effects:
        if effect.lunges == id_:
            come = sin(pi * effect.share)
            return Point(effect.slides.x * come, effect.slides.y * come)
    return None


def aged(effects: tuple[Effect, ...], seconds: float) -> tuple[Effect, ...]:
    """Return the effects advanced by *seconds*, without those that have ended."""
    aged = (replace(effect, age=effect.age + seconds) for effect in effects)
    return tuple(effect for effect in aged if effect.age < effect.lasts)


def draw_effects(
    canvas: pygame.Surface,
    camera: Camera,
    look: DrawingTheme,
    effects: tuple[Effect, ...],
    *,
    still: bool,
) -> None:
    """Draw rings, words and dice.

    *still* stops growing, rising and fading, except for jumps.
    """
    for effect in effects:
        share = 0.4 if still else effect.share
        if effect.blast and not still:
            draw_blast(canvas, camera, effect.at, effect.blast, share)
        if effect.knock:
            draw_knock(canvas, camera, effect.at, share)
        if effect.ring:
            _draw_ring(canvas, camera, effect, share)
        if effect.rolled:
            draw_toss(canvas, camera, look, effect.at, effect.rolled, effect.age, still=still)
        if effect.words:
            _draw_words(canvas, camera, look, effect, share)


def draw_splashes(
    canvas: pygame.Surface, camera: Camera, effects: tuple[Effect, ...], *, still: bool
) -> None:
    """Draw splashes around bases, below the tokens."""
    for effect in effects:
        if effect.splash:
            share = 0.4 if still else effect.share
            draw_splash(canvas, camera, effect.at, effect.splash, share)


def faded(picture: pygame.Surface, share: float) -> pygame.Surface:
    """Return a premultiplied picture faded by a share."""
    left = round(255 * (1.0 - share))
    copy = picture.copy()
    copy.fill((left, left, left, left), special_flags=pygame.BLEND_RGBA_MULT)
    return copy


def _draw_ring(canvas: pygame.Surface, camera: Camera, effect: Effect, share: float) -> None:
    """Draw a ring; *share* is the share of its growth."""
    radius = (effect.ring + SWELL * share) * camera.ppi
    side = 2 * round(radius) + 8
    picture = pygame.Surface((side, side), pygame.SRCALPHA)
    colour = pygame.Color(effect.colour)
    middle = side / 2, side / 2
    left = 1.0 - (effect.share if effect.fades else share)
    wash = round(110 * left)
    pygame.draw.circle(picture, (*colour[:3], wash), middle, effect.ring * camera.ppi)
    line = round(255 * left)
    wide = max(2, round(0.12 * camera.ppi * (1.0 - 0.6 * share)))
    pygame.draw.circle(picture, (*colour[:3], line), middle, radius, wide)
    canvas.blit(picture, picture.get_rect(center=camera.pixel(effect.at)))


def _draw_words(
    canvas: pygame.Surface, camera: Camera, look: DrawingTheme, effect: Effect, share: float
) -> None:
    x, y = camera.pixel(effect.at)
    middle = x, y - round((effect.ring + 0.3 + RISE * share) * camera.ppi)
    left = round(255 * min(1.0, 2.0 * (1.0 - share)))
    for colour, shift in ((HALO, 2), (effect.colour, 0)):
        words = look.text(effect.words, effect.size, colour, "title").copy()
        words.fill((255, 255, 255, left), special_flags=pygame.BLEND_RGBA_MULT)
        canvas.blit(words, words.get_rect(center=(middle[0] + shift, middle[1] + shift)))


def _place_of(table: Table, what: str, side: Side) -> Point:
    """Return the place that points come from: a marker, a unit, or the side's table edge."""
    for marker in table.objectives:
        if marker.id == what:
            return marker.at
    unit = next((u for u in table.units.values() if u.id == what), None)
    spots = [table.models[m].at for m in unit.models] if unit else []
    on = [p for p in spots if p.x or p.y]
    if on:
        return mean_point(on)
    edge = 2.0 if side == table.sides[0] else table.board.height - 2.0
    return Point(table.board.width / 2, edge)
