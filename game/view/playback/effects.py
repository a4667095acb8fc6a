"""Short effects that show events on the board."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import KW_ONLY, dataclass, replace
from math import cos, pi, sin
from typing import Final, Protocol

import pygame

from game.content.palettes import Colour, palette
from game.geometry.points import Path, Point, length, mean_point
from game.geometry.polygons import box, box_middle
from game.play.log.report_attacks import KILLED
from game.play.log.score_text import gain_words
from game.play.log.transcript import announced_text
from game.table import events
from game.table.events import Act, Event
from game.table.records import ORIGIN, How, Model, ModelId, Side, Where
from game.table.state import Table
from game.text.capitals import capital
from game.view.camera import Camera, Pixel
from game.view.colours import AMBER, CREAM, HALO, SPENT, TEAMS, WOUND
from game.view.dice_tray import Throw
from game.view.playback import PathTrack, Track
from game.view.playback.board_dice import LASTS, LIES, RESTS, Toss, on_table, toss_of
from game.view.playback.particles import PlacedPicture, blast_at, knock_at, splash_at
from game.view.style import DrawingTheme

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
FAILED_CHARGE_SECONDS: Final = 0.7
"""Seconds that the failure of a charge is displayed."""
DEEDS: Final = frozenset(
    {Act.MOVES, Act.RUNS, Act.SHOOTS, Act.FIRES_OVERWATCH, Act.CHARGES, Act.FIGHTS}
)
"""Acts that begin a unit's action; they clear the dice tray."""
SCORE_SECONDS: Final = 2.2
"""Seconds in which words on points rise, so that they can be read."""
SMALL_SECONDS: Final = 1.0
"""Seconds in which a small roll, or command points that are spent, are named on the board."""
BELOW: Final = 1.4
"""Inches below a model that got out, whose words rise too."""
SCORE_WORDS: Final = 20.0
"""Font size of words on points, in units."""
SMALL_WORDS: Final = 17.0
"""Font size of words on a small roll, in units."""
NEWS_SECONDS: Final = 1.6
"""Seconds in which an announcement stands on the board."""
MAX_NEWS_CHARACTERS: Final = 44
"""Maximum length of an announcement on the board; a longer one ends at its first colon."""
INSIDE_EDGE: Final = 2.0
"""Inches from the edge of the table to words of a side."""
LINE_PIXELS: Final = 3
"""Thickness of the line below words that shrinks as their time runs out."""
SHADOW: Final = 2
"""Pixels, each way, between words and their shadow."""
RISE: Final = 0.9
"""Inches that words rise."""
SWELL: Final = 0.55
"""Inches that a ring grows beyond the base."""
STILL_SHARE: Final = 0.4
"""Share of its duration that an effect shows with reduced motion."""
RATTLES: Final = 62.0
"""Radians per second of a board that shakes."""


def is_deed(event: Event) -> bool:
    """Return whether an event begins a unit's action."""
    return isinstance(event, events.Acted) and event.act in DEEDS


def pause_after(event: Event) -> float:
    """Return the seconds that an event is displayed; 0 if the next one follows at once."""
    if isinstance(event, events.Acted) and event.act is Act.FAILS_TO_CHARGE:
        return FAILED_CHARGE_SECONDS
    return PAUSES.get(type(event), 0.0)


def starts_beat(event: Event) -> bool:
    """Return whether an event begins another beat: of the next model, unit or phase."""
    return isinstance(
        event, events.Handled | events.PhaseBegan | events.GroundChanged
    ) or is_deed(event)


class EffectDrawing(Protocol):
    """A picture of an effect that needs more than a place."""

    def draw(
        self, canvas: pygame.Surface, camera: Camera, seconds: float, *, still: bool
    ) -> None:
        """Draw it above the tokens, after some *seconds*.

        *still*: all that it shows at once, without motion (reduced motion).
        """

    def area(self, camera: Camera) -> pygame.Rect:
        """Return the pixels that it may cover at any time."""


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
    toss: Toss | None = None
    """Dice on the board."""
    blast: float = 0.0
    """Radius of the blast in inches."""
    tips: bool = False
    """True if a fading model tips over, and its body fades in."""
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
    is_timed: bool = False
    """True if a line below the words shrinks as their time runs out."""
    weapon: str = ""
    """Name of a weapon that flies out of a hand, along *slides*."""
    trail: Path = ()
    """Path along which a model or piece has drifted."""
    drawn: EffectDrawing | None = None
    shakes: float = 0.0
    """Units by which it shakes the board; none with reduced motion."""
    age: float = 0.0
    """Seconds since it began; below 0 until it does."""

    @property
    def share(self) -> float:
        """Return the elapsed share of its duration, from 0 to 1."""
        return min(1.0, self.age / self.lasts)


def effects_of(event: Event, table: Table) -> Iterator[Effect]:
    """Yield the effects of an event; *table* is the state before it."""
    match event:
        case events.Wounded(_, model, wounds) if wounds > 0:
            hurt = table.models[model]
            yield Effect(hurt.at, lasts=0.8, colour=WOUND, words=f"−{wounds}", ring=hurt.base)
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
        case events.Removed():
            yield from _end_of(event, table.models[event.model])
        case events.Placed(model=model, at=at):
            yield Effect(at, 0.4, CREAM, ring=table.models[model].base)
        case events.Scored(_, side, points, what):
            yield score_effect(table, side, what, gain_words(table, points, what))
        case events.Announced(_, what, spot):
            words = _headline(announced_text(what))
            yield _news(_spot_of(table, spot), NEWS_SECONDS, CREAM, words)
        case events.GroundChanged(_, kind, outlines) if outlines:
            spots = [spot for outline in outlines for spot in outline]
            yield Effect(mean_point(spots), lasts=1.0, colour=AMBER, words=str(kind.value))
        case _:
            yield from _failed_charge(event, table)


def _failed_charge(event: Event, table: Table) -> Iterator[Effect]:
    if isinstance(event, events.Acted) and event.act is Act.FAILS_TO_CHARGE:
        side = table.units[event.unit].side
        yield score_effect(table, side, event.unit, event.act.value)


def score_effect(table: Table, side: Side, what: str, words: str) -> Effect:
    """Return words that rise at the thing that they are about, in a side's colour."""
    colour = TEAMS[table.sides.index(side)].light
    return _news(_place_of(table, what, side), SCORE_SECONDS, colour, words)


def _headline(words: str) -> str:
    """Return an announcement, or what comes before its first colon if it is too long."""
    return words if len(words) <= MAX_NEWS_CHARACTERS else words.partition(": ")[0]


def _news(at: Point, seconds: float, colour: Colour, words: str) -> Effect:
    """Return words that rise above a line, which shrinks meanwhile."""
    return Effect(at, seconds, colour, words=words, size=SCORE_WORDS, is_timed=True)


def _end_of(event: events.Removed, lost: Model) -> Iterator[Effect]:
    """Yield the effects of a model that is removed; one that gets out alive is good news."""
    if event.how is How.LEFT:
        yield Effect(lost.at, 1.3, palette().good, ring=lost.base, words="out")
    if lost.where is Where.TABLE:
        leaving = lost if event.where is not Where.BODY else None
        yield Effect(lost.at, 0.7, HALO, leaving=leaving, tips=event.how in KILLED)


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


def begun(effects: Iterable[Effect]) -> Iterator[Effect]:
    """Yield the effects that have begun."""
    return (effect for effect in effects if effect.age >= 0.0)


def shake_of(effects: Iterable[Effect]) -> Point:
    """Return the offset of a board that effects shake, in units."""
    right = down = 0.0
    for effect in begun(effects):
        if effect.shakes:
            left = effect.shakes * (1.0 - effect.share) ** 2
            right += left * cos(effect.age * RATTLES)
            down += left * sin(effect.age * RATTLES * 1.3)
    return Point(right, down)


def aged(effects: tuple[Effect, ...], seconds: float) -> tuple[Effect, ...]:
    """Return the effects advanced by *seconds*, without those that have ended."""
    aged = (replace(effect, age=effect.age + seconds) for effect in effects)
    return tuple(effect for effect in aged if effect.age < effect.lasts)


def dice_of(event: Event, table: Table, last: Toss | None) -> Iterator[Effect]:
    """Yield the effects of a roll, and of what is done about it.

    *table* is the state before the event; *last* are the last dice on the board, if they may
    still be rerolled.
    """
    match event:
        case events.Rolled():
            if toss := toss_of(event, table):
                yield _tossed(toss)
            else:
                yield from _small_roll(event, table)
        case events.Rerolled() if last:
            yield _tossed(last.rerolled(event))
        case events.Spent(_, side, points, what):
            at = mean_point([m.at for m in last.at]) if last else _place_of(table, "", side)
            words = f"{what} −{points}" if points else what
            colour = TEAMS[table.sides.index(side)].light
            yield _news(at, SMALL_SECONDS, colour, words)
        case _:
            pass


def _tossed(toss: Toss) -> Effect:
    return Effect(mean_point([m.at for m in toss.at]), LASTS, CREAM, toss=toss)


def _small_roll(rolled: events.Rolled, table: Table) -> Iterator[Effect]:
    """Yield rings around those that a small roll is for, and words on what came."""
    models = on_table(rolled.who, table)
    throw = Throw(rolled, rolled.faces)
    shade = {None: CREAM, True: palette().good, False: palette().bad}[throw.good]
    faces = " + ".join(map(str, rolled.faces))
    words = f"{throw.needed} · {faces}" if rolled.need else f"{throw.needed}: {faces}"
    if not models:
        if rolled.by in table.sides:
            at = _place_of(table, "", rolled.by)
            yield _news(at, SMALL_SECONDS, shade, capital(words))
        return
    highest = min(models, key=lambda model: model.at.y)
    for model in models:
        ring = Effect(model.at, SMALL_SECONDS, shade, ring=model.base, size=SMALL_WORDS)
        yield replace(ring, words=words) if model is highest else ring


def tosses(effects: Iterable[Effect]) -> Iterator[tuple[Toss, float]]:
    """Yield the dice on the board with the seconds since they were thrown."""
    return ((effect.toss, effect.age) for effect in effects if effect.toss)


def dice_after(effects: Iterable[Effect], event: Event) -> tuple[Effect, ...]:
    """Return the effects when an event begins that rolls dice.

    A roll lets the dice of the one before drop; those that are rerolled make way for the new
    ones, and dice that points are spent on lie longer.
    """
    match event:
        case events.Rolled():
            return tuple(replace(e, age=max(e.age, RESTS)) if e.toss else e for e in effects)
        case events.Rerolled():
            return tuple(e for e in effects if not e.toss or e.age >= RESTS)
        case events.Spent():
            return tuple(
                replace(e, age=min(e.age, LIES)) if e.toss and e.age < RESTS else e
                for e in effects
            )
        case _:
            return tuple(effects)


def draw_effects(
    canvas: pygame.Surface,
    camera: Camera,
    look: DrawingTheme,
    effects: tuple[Effect, ...],
    dice: Sequence[pygame.Rect] = (),
    *,
    still: bool,
) -> None:
    """Draw rings and words.

    *dice*: places of dice in the window, which words do not cross; *still* stops growing,
    rising and fading, except for jumps.
    """
    places = iter(words_areas(camera, look, effects, dice, still=still))
    for effect in begun(effects):
        share = shown_share(effect, still=still)
        if effect.drawn:
            effect.drawn.draw(canvas, camera, effect.age, still=still)
        canvas.fblits([*flashes(effect, camera, still=still)], pygame.BLEND_PREMULTIPLIED)
        if effect.ring:
            _draw_ring(canvas, camera, effect, share)
        if effect.words:
            spot = next(places).topleft
            _draw_words(canvas, look, effect, share, spot)
            if effect.is_timed and not still:
                _draw_line(canvas, look, effect, spot)


def shown_share(effect: Effect, *, still: bool) -> float:
    """Return the share of its duration that an effect shows.

    *still*: always the same one (reduced motion).
    """
    return STILL_SHARE if still else effect.share


def splashes(
    effects: Iterable[Effect], camera: Camera, *, still: bool
) -> Iterator[PlacedPicture]:
    """Yield the splashes around bases, which are drawn below the tokens."""
    for effect in begun(effects):
        if effect.splash:
            yield splash_at(camera, effect.at, effect.splash, shown_share(effect, still=still))


def flashes(effect: Effect, camera: Camera, *, still: bool) -> Iterator[PlacedPicture]:
    """Yield the pictures of an effect above the tokens: of a blast, and of a knock."""
    share = shown_share(effect, still=still)
    if effect.blast and not still:
        yield blast_at(camera, effect.at, effect.blast, share)
    if effect.knock:
        yield knock_at(camera, effect.at, share)


def faded(picture: pygame.Surface, share: float) -> pygame.Surface:
    """Return a premultiplied picture faded by a share."""
    left = round(255 * (1.0 - share))
    copy = picture.copy()
    copy.fill((left, left, left, left), special_flags=pygame.BLEND_RGBA_MULT)
    return copy


def ring_area(camera: Camera, effect: Effect, share: float) -> pygame.Rect:
    """Return the pixels of a ring; *share* is the share of its growth."""
    side = 2 * round(_radius(camera, effect, share)) + 8
    area = pygame.Rect(0, 0, side, side)
    area.center = camera.pixel(effect.at)
    return area


def _radius(camera: Camera, effect: Effect, share: float) -> float:
    """Return the radius of a ring in pixels."""
    return (effect.ring + SWELL * share) * camera.ppi


def words_area(
    camera: Camera,
    look: DrawingTheme,
    effect: Effect,
    share: float,
    dice: Sequence[pygame.Rect] = (),
) -> pygame.Rect:
    """Return the pixels of words that rise, with their shadow; they do not cross *dice*."""
    x, y = camera.pixel(effect.at)
    words = look.text(effect.words, effect.size, effect.colour, "title")
    rise = round(RISE * camera.ppi)
    place = words.get_rect(center=(x, y - round((effect.ring + 0.3) * camera.ppi)))
    # The whole way is kept clear, so that they rise wherever they stand.
    way = place.union(place.move(0, -rise))
    if (n := way.collidelist(dice)) >= 0:
        way.bottom = dice[n].top
        if way.top < camera.window.top:
            way.top = dice[n].bottom
    way = way.clamp(camera.window)
    place.midbottom = way.centerx, way.bottom - round(rise * share)
    place.height += LINE_PIXELS if effect.is_timed else 0
    return place.union(place.move(SHADOW, SHADOW))


def words_areas(
    camera: Camera,
    look: DrawingTheme,
    effects: tuple[Effect, ...],
    dice: Sequence[pygame.Rect] = (),
    *,
    still: bool,
) -> Iterator[pygame.Rect]:
    """Yield the pixels of the words of each effect that has begun and has some.

    Those of effects out of sight are at the edge of the window. They, and news, do not cover
    one another.
    """
    taken = list[pygame.Rect]()
    for effect in begun(effects):
        if not effect.words:
            continue
        area = words_area(camera, look, effect, shown_share(effect, still=still), dice)
        if effect.is_timed or not camera.window.collidepoint(camera.pixel(effect.at)):
            for _ in range(len(taken)):
                if (n := area.collidelist(taken)) < 0:
                    break
                area.top = taken[n].bottom
                if area.bottom > camera.window.bottom:
                    area.bottom = taken[n].top
            taken.append(area)
        yield area


def _draw_ring(canvas: pygame.Surface, camera: Camera, effect: Effect, share: float) -> None:
    """Draw a ring; *share* is the share of its growth."""
    radius, area = _radius(camera, effect, share), ring_area(camera, effect, share)
    side = area.width
    picture = pygame.Surface((side, side), pygame.SRCALPHA)
    colour = pygame.Color(effect.colour)
    middle = side / 2, side / 2
    left = 1.0 - (effect.share if effect.fades else share)
    wash = round(110 * left)
    pygame.draw.circle(picture, (*colour[:3], wash), middle, effect.ring * camera.ppi)
    line = round(255 * left)
    wide = max(2, round(0.12 * camera.ppi * (1.0 - 0.6 * share)))
    pygame.draw.circle(picture, (*colour[:3], line), middle, radius, wide)
    canvas.blit(picture, area)


def _draw_words(
    canvas: pygame.Surface,
    look: DrawingTheme,
    effect: Effect,
    share: float,
    spot: Pixel,
) -> None:
    left = round(255 * min(1.0, 2.0 * (1.0 - share)))
    for colour, shift in ((HALO, SHADOW), (effect.colour, 0)):
        words = look.text(effect.words, effect.size, colour, "title").copy()
        words.fill((255, 255, 255, left), special_flags=pygame.BLEND_RGBA_MULT)
        canvas.blit(words, words.get_rect(topleft=spot).move(shift, shift))


def _draw_line(canvas: pygame.Surface, look: DrawingTheme, effect: Effect, spot: Pixel) -> None:
    """Draw the time that is left as a line below words."""
    words = look.text(effect.words, effect.size, effect.colour, "title").get_rect(topleft=spot)
    line = pygame.Rect(0, words.bottom, round(words.width * (1.0 - effect.share)), LINE_PIXELS)
    line.centerx = words.centerx
    canvas.fill(HALO, line.move(SHADOW, SHADOW))
    canvas.fill(effect.colour, line)


def _spot_of(table: Table, spot: str) -> Point:
    """Return the place of a marker or of a spot of the map; else the top of the table."""
    for marker in table.objectives:
        if marker.id == spot:
            return marker.at
    for named in table.board.spots:
        if named.id == spot:
            return box_middle(box(named.outline))
    return Point(table.board.width / 2, 0.0)


def _place_of(table: Table, what: str, side: Side) -> Point:
    """Return the place that points come from: a marker, a unit, a model, or the side's edge."""
    for marker in table.objectives:
        if marker.id == what:
            return marker.at
    if model := table.models.get(ModelId(what)):
        return Point(model.at.x, model.at.y + BELOW)
    unit = next((u for u in table.units.values() if u.id == what), None)
    spots = [table.models[m].at for m in unit.models] if unit else []
    on = [p for p in spots if p.x or p.y]
    if on:
        return mean_point(on)
    return _edge_of(table, side)


def _edge_of(table: Table, side: Side) -> Point:
    """Return the middle of a side's edge of the table: where its zone is, once it has one."""
    wide, high, has_top = table.board.width, table.board.height, side == table.sides[0]
    middle = wide / 2
    if side in table.zones:
        at = box_middle(box(table.board.zone(table.zones[side]).outline))
        middle = at.x
        if abs(at.y - high / 2) > INSIDE_EDGE:
            has_top = at.y < high / 2
    return Point(middle, INSIDE_EDGE if has_top else high - INSIDE_EDGE)
