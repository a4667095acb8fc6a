"""The look of floods on the board."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

import pygame

from game.background import Loader
from game.geometry.points import Path, Point, gap, length, point_along
from game.geometry.polygons import box, box_middle, inside
from game.systems.flood.table.water import FLOOD_COMES, origins
from game.systems.flood.view.front import FloodArrivalTimes, FloodFront, arrival_times
from game.systems.flood.view.painting import (
    FloodedGround,
    flooded,
    grate,
    paint_gantries,
    paint_outfalls,
    sluice_gate,
)
from game.systems.flood.view.vignette import vignette
from game.table.board import Spot, TerrainKind
from game.table.events import (
    Announced,
    AnnouncementKind,
    Event,
    GroundChanged,
    Handled,
    Moved,
    PhaseBegan,
    Removed,
    Rolled,
    Struck,
)
from game.table.records import ORIGIN, Model, ModelId, Where
from game.table.state import Piece, Table
from game.view.board.board_layout import BoardLayout
from game.view.board.brushes import between
from game.view.camera import Camera
from game.view.colours import COOL, CREAM
from game.view.playback import PathTrack, Track
from game.view.playback.effects import Effect
from game.view.playback.fallen import Fallen
from game.view.playback.stage import Animation, Stage
from game.view.sounds import Sound
from game.view.style import DrawingTheme
from game.view.system_view import Drawn, GroundState, Layer, Shown, SystemView

BEAT: Final = 1.0
"""Seconds between the announcement of a flood and its water: it rumbles."""
TREMORS: Final = 4
"""Number of times that the board trembles meanwhile, more each time."""
TREMBLES: Final = 0.8
"""Units by which it trembles more each time."""
CLEARS: Final = 0.8
"""Seconds in which it grows light again once the water comes."""
MOUTH: Final = 1.6
"""Radius in inches of the ring around the place that water comes from."""
SURGE: Final = 4.4
"""Seconds that water takes to cross the whole board and come to rest."""
CURRENT: Final = 7.0
"""Inches per second that water carries a model."""
SPIN: Final = 2.6
"""Inches per full turn of a model carried by water."""
SWELL: Final = 0.09
"""Relative growth of a carried model on the crest of a wave."""
TOUCH: Final = 0.05
"""Maximum gap in inches at which bases knock together."""
WAKE: Final = 0.45
"""Inches between the splashes of a wake."""


@dataclass(slots=True)
class FloodPlayback:
    """The flood being played back, from its announcement until the ground has changed."""

    spot: str
    """Id of the spot that it comes from."""
    since: float = -BEAT
    """Seconds that it has run; below 0 until its water comes."""
    carried: ModelId | None = None
    """Model moved last while the current model is handled."""

    @property
    def share(self) -> float:
        """Return the elapsed share of the surge, from 0 to 1."""
        return max(0.0, min(1.0, self.since / SURGE))

    @property
    def gloom(self) -> float:
        """Return how dark it is at the edges, from 0 to 1: most when the water comes."""
        if self.since <= 0.0:
            return 1.0 + self.since / BEAT
        return max(0.0, 1.0 - self.since / CLEARS)


class FloodAnimation(Animation):
    """The playback of floods; *flood* is the one that runs, if any."""

    def __init__(self, stage: Stage) -> None:
        super().__init__(stage)
        self.flood: FloodPlayback | None = None
        self.front: FloodFront | None = None
        """The edge of its water on the board, once its course has been computed."""
        self._wet: tuple[Path, ...] = ()
        self._washed = dict[Point, bool]()
        """Whether water stands at points that were asked for."""

    @property
    def film(self) -> str:
        return "flood" if self.flood else ""

    def tracks(self, events: Sequence[Event]) -> Sequence[Track] | None:
        """Return the motion of a carried model; they go one at a time."""
        event = events[0]
        if self.flood is None or not isinstance(event, Moved):
            return None
        turn = self.stage.seen.models[event.model].facing, event.facing
        lasts = length(event.path) / CURRENT
        return [
            PathTrack(
                event.model,
                event=event,
                path=event.path,
                lasts=lasts,
                turn=turn,
                reel=SPIN,
                swell=SWELL,
            )
        ]

    def effects(self, event: Event, shown: list[Effect]) -> list[Effect]:
        table = self.stage.seen
        if brings_flood(event):
            assert isinstance(event, Announced)
            return [*shown, *_omens(event, table)]
        if self.flood is None:
            return shown
        sinking = [replace(e, shrinks=0.5) if e.leaving else e for e in shown]
        splashes = () if self.stage.reduced else _splashes(event, table)
        return [*sinking, *_knocks(event, self.flood, table), *splashes]

    def pause(self, event: Event, seconds: float) -> float:
        if not brings_flood(event):
            return seconds
        return BEAT + (seconds if self.stage.reduced else SURGE)

    def sound(self, event: Event, sound: Sound) -> Sound:
        if brings_flood(event):
            return Sound.RUMBLE
        steps = sound is Sound.STEPS and self.flood is not None
        return Sound.WATER if steps else sound

    def places(self, event: Event) -> Sequence[Point]:
        if brings_flood(event):
            assert isinstance(event, Announced)
            return mouths(event, self.stage.seen)
        return ()

    def before(self, event: Event) -> None:
        self.flood = flood_after(self.flood, event)

    def advance(self, seconds: float) -> None:
        if self.flood:
            before = self.flood.since
            self.flood.since += seconds
            if before < 0.0 <= self.flood.since:
                self.stage.sounds.append(Sound.WATER)

    def moved(self, before: float) -> None:
        """Add splashes where a model is swept off, and along its path."""
        motion, stage = self.stage.motion, self.stage
        if self.flood is None or stage.reduced:
            return
        for track in motion.tracks:
            if isinstance(track, PathTrack) and length(track.path) > 0.0:
                base = stage.seen.models[ModelId(track.id)].base
                if before == 0.0 and self.flood.carried != track.id:
                    stage.effects += (Effect(track.path[0], 0.9, CREAM, splash=base + 0.6),)
                stage.effects += tuple(_wake(track, before, motion.seconds, base))

    def body_at(self, fallen: Fallen, at: Point) -> Point | None:
        """``FF-18``  Return the place of a body, unless water has carried it off."""
        return None if self._is_washed(at) else at

    def _is_washed(self, at: Point) -> bool:
        """Return whether water stands at a point, or has just run over it."""
        table = self.stage.seen
        outlines = tuple(t.outline for t in table.ground if t.kind is TerrainKind.FLOODED)
        if outlines != self._wet:
            self._wet, self._washed = outlines, {}
        if at not in self._washed:
            self._washed[at] = any(inside(at, outline) for outline in outlines)
        return self._washed[at] or bool(self.front and self.front.has_reached(at))

    def rest(self) -> None:
        if self.flood:
            self.flood.since = max(SURGE, self.flood.since)

    def recall(self, events: Iterable[Event]) -> None:
        self.flood = None
        for event in events:
            self.before(event)
        self.rest()


def brings_flood(event: Event) -> bool:
    """Return whether an event brings a flood, be it that of a save without a named origin."""
    match event:
        case Announced(what=what, spot=spot, kind=AnnouncementKind.WATER):
            return bool(spot) or what == FLOOD_COMES
        case _:
            return False


def _omens(event: Announced, table: Table) -> Iterator[Effect]:
    """Yield what foretells a flood: the board trembles, and rings go out from its mouth."""
    for n in range(TREMORS):
        late = BEAT * n / TREMORS
        yield Effect(ORIGIN, BEAT / 2, CREAM, shakes=TREMBLES * (n + 1), age=-late)
    for at in mouths(event, table):
        yield Effect(at, BEAT + CLEARS, COOL, ring=MOUTH)
        for n in range(1, TREMORS):
            yield Effect(at, 0.9, CREAM, splash=MOUTH, age=-BEAT * n / TREMORS)


def mouths(event: Announced, table: Table) -> list[Point]:
    """``FF-01``  Return where a flood comes from: the named origin, or the map's first."""
    named = [spot for spot in table.board.spots if spot.id == event.spot]
    return [middle_of(spot) for spot in named or origins(table.board)[:1]]


def middle_of(spot: Spot) -> Point:
    """Return the middle of the box around a spot."""
    return box_middle(box(spot.outline))


def flood_after(flood: FloodPlayback | None, event: Event) -> FloodPlayback | None:
    """Return the flood that is played back after an event, if any."""
    match event:
        case Announced(_, _, spot) if brings_flood(event):
            return FloodPlayback(spot)
        case GroundChanged() | PhaseBegan():
            return None
        case Handled() if flood:
            return replace(flood, carried=None)
        case Moved(model=model) if flood:
            return replace(flood, carried=model)
        case _:
            return flood


def _knocks(event: Event, flood: FloodPlayback, table: Table) -> Iterator[Effect]:
    """Yield the knock if dice are about a model that the carried one has run into."""
    if isinstance(event, Rolled) and (about := _model_of_roll(event, table)):
        yield from _knock(flood, about, table)


def _splashes(event: Event, table: Table) -> Iterator[Effect]:
    match event:
        case Moved(model=model, path=path) if length(path) > 0.0:
            base = table.models[model].base
            yield Effect(path[-1], 0.9, CREAM, splash=base + 0.5)
        case Struck(model=model):
            struck = table.models[model]
            yield Effect(struck.at, 0.7, CREAM, splash=struck.base + 0.3)
        case Removed(model=model):
            lost = table.models[model]
            if lost.where is Where.TABLE:
                yield Effect(lost.at, 1.2, CREAM, splash=lost.base + 0.9)
        case _:
            pass


def _wake(track: PathTrack, before: float, now: float, base: float) -> Iterator[Effect]:
    """Yield splashes along the part of a path covered between two times."""
    inches, share = length(track.path), 1.0 / (track.lasts or 1.0)
    first, last = (int(inches * seconds * share / WAKE) for seconds in (before, now))
    for n in range(first + 1, last + 1):
        at = point_along(track.path, n * WAKE)
        yield Effect(at, 0.8, CREAM, splash=0.7 * base)


def _model_of_roll(rolled: Rolled, table: Table) -> Model | None:
    """Return the model that dice are about: their target, or else the model that rolls them."""
    for id_ in (rolled.target, rolled.who):
        model = table.models.get(ModelId(id_))
        if model and model.where is Where.TABLE:
            return model
    return None


def _knock(flood: FloodPlayback, about: Model, table: Table) -> Iterator[Effect]:
    """Yield the knock if dice are about a model that the carried one has run into."""
    if flood.carried is None or flood.carried == about.id:
        return
    first = table.models[flood.carried]
    if gap(first.disc, about.disc) <= TOUCH:
        at = between(first.at, about.at, first.base / (first.base + about.base))
        yield Effect(at, 0.6, CREAM, knock=True)
        yield Effect(about.at, 0.7, CREAM, ring=about.base)


class FloodLayer(Layer):
    """The water on a board; the courses of its floods are computed in the background."""

    kinds = (TerrainKind.FLOODED,)

    def __init__(self, table: Table, look: DrawingTheme, plan: BoardLayout) -> None:
        super().__init__(table, look, plan)
        self.board = table.board
        self._tides: dict[str, Loader[FloodArrivalTimes]] = {}
        self._surge: tuple[str, FloodFront] | None = None
        self._standing: FloodedGround | None = None

    def ground(self, stage: Stage, ground: GroundState) -> GroundState:
        animation = stage.animation(FloodAnimation)
        animation.front = surge = self._advance(animation.flood, still=stage.reduced)
        wet = surge.tide.wet if surge else self._water(stage.seen)
        self._expect(stage.seen)
        return ground._replace(cover=wet, front=surge)

    def floor(
        self, canvas: pygame.Surface, stage: Stage, camera: Camera, laid: Iterable[Piece]
    ) -> bool:
        """Draw the foam of the surge, and streaks on the water."""
        flood = stage.animation(FloodAnimation).flood
        if flood and self._surge:
            surge = self._surge[1]
            canvas.fblits(surge.foam(camera), pygame.BLEND_PREMULTIPLIED)
            canvas.fblits(surge.streaks(camera, flood.since), pygame.BLEND_PREMULTIPLIED)
        return True

    def floor_key(self, stage: Stage, laid: Iterable[Piece]) -> Hashable:
        return None if stage.animation(FloodAnimation).flood else ()

    def above(self, stage: Stage, camera: Camera, shown: Shown) -> Iterator[Drawn]:
        """Yield the darkness in which the water is about to come."""
        flood = stage.animation(FloodAnimation).flood
        if flood:
            yield from vignette(camera.window.clip(camera.board), flood.gloom)

    def _advance(self, flood: FloodPlayback | None, *, still: bool) -> FloodFront | None:
        """Return the surge of a flood that is played back, at its present state.

        It is None without a flood, or until its course has been computed. *still*: the water is
        everywhere at once (reduced motion).
        """
        if flood is None:
            self._surge = None
            return None
        if self._surge is None or self._surge[0] != flood.spot:
            tide = self._tide(flood.spot)
            if not tide.done:
                return None
            self._surge = flood.spot, FloodFront(tide.result())
        surge = self._surge[1]
        surge.go(1.0 if still and flood.since >= 0.0 else flood.share)
        return surge

    def _expect(self, table: Table) -> None:
        """Compute floods in advance, one origin at a time, once the battle has begun."""
        if table.clock.round and all(tide.done for tide in self._tides.values()):
            for spot in origins(self.board):
                if spot.id not in self._tides:
                    self._tide(spot.id)
                    return

    def _tide(self, spot: str) -> Loader[FloodArrivalTimes]:
        if spot not in self._tides:
            self._tides[spot] = Loader(lambda: arrival_times(self.board, spot))
        return self._tides[spot]

    def _water(self, table: Table) -> FloodedGround | None:
        """Return the water that stands on a table, or None."""
        outlines = tuple(t.outline for t in table.ground if t.kind is TerrainKind.FLOODED)
        if not outlines:
            self._standing = None
        elif self._standing is None or self._standing.outlines != outlines:
            self._standing = FloodedGround(self.board, outlines)
        return self._standing


VIEW = SystemView(
    animation=FloodAnimation,
    layer=FloodLayer,
    floor=paint_outfalls,
    raised=paint_gantries,
    terrain={
        TerrainKind.FLOODED: flooded,
        TerrainKind.GRATE: grate,
        TerrainKind.SLUICE_GATE: sluice_gate,
    },
)
