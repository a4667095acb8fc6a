"""Draw the board, its models and pieces, and the overlays."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise

import pygame

from game.geometry.points import Path, Point, distance
from game.geometry.polygons import edges
from game.table.board import TerrainKind
from game.table.events import MarkerLaid, Rolled
from game.table.pieces import Piece
from game.table.records import ORIGIN, Model, ModelId, Side, UnitId, Where
from game.table.state import Table
from game.view.board.tiles import BoardTiles
from game.view.cage_view import CageView
from game.view.camera import Camera, Pixel
from game.view.dice_tray import Tray
from game.view.overlays.overlay_shapes import Area, Blast, Overlay, OverlayLine, OverlayTone
from game.view.overlays.renderer import OverlayRenderer
from game.view.playback.effects import draw_effects, draw_splashes, faded
from game.view.playback.flood_front import FloodFront, FloodFrontCache
from game.view.playback.stage import Stage
from game.view.sprites import Sprites, Token, TokenState, icon_of, turn_of
from game.view.street_view import PursuitView
from game.view.style import NEUTRAL, TEAMS, DrawingTheme, draw_progress
from game.view.zero_g_view import ZeroGView

MARKER = 2.3
"""Width of an objective marker's picture in inches; the hexagon is half as wide."""
SIDE = 2.0
"""Minimum length in inches of the sides of a dashed outline."""
FINGER = 6
"""Pixels beside a base that still count as pointing at it."""


class Scene:
    """Draws a table as its stage shows it."""

    def __init__(self, table: Table, look: DrawingTheme, window: pygame.Rect) -> None:
        self.look = look
        self.camera = Camera(table.board.width, table.board.height, window)
        self.ground = BoardTiles(table.board)
        self.floods = FloodFrontCache(table.board)
        self.sprites = Sprites(look)
        self.pen = OverlayRenderer(look)
        self.zero_g = ZeroGView(look, self.ground.bake.plan)
        self.pursuit = PursuitView(look, table.board)
        self.cage = CageView(table, look)
        self.tray = Tray(look)
        self.stage = Stage(table, self.tray)
        self.states: dict[ModelId, TokenState] = {}
        """States of models that are not ready, such as chosen or done."""
        self.held: dict[str, Side] = {}
        """Sides that hold objective markers, by the marker's id."""
        self.planned: Mapping[ModelId, Point] = {}
        """Places of models in a planned move, drawn instead of their real ones."""
        self.extras: Sequence[Model] = ()
        """Models drawn although they are not on the table yet."""
        self.ghosts: Sequence[Model] = ()
        self.laid: Sequence[Piece] = ()
        """Pieces of a street drawn although they are not on the table yet."""

    def prepare(self) -> None:
        """Paint the visible part of the board now, instead of over the next frames."""
        self.ground.prepare(self.camera)
        self.pursuit.prepare(self.stage, self.camera)
        self.cage.prepare(self.camera)

    def restart(self, table: Table) -> None:
        """Show another state of the game at once, as after an undo or from a save."""
        speed, reduced = self.stage.speed, self.stage.reduced
        self.tray.clear()
        self.stage = Stage(table, self.tray)
        self.stage.speed, self.stage.reduced = speed, reduced

    def dress(self, look: DrawingTheme) -> None:
        """Use another UI scale from now on."""
        self.look = self.tray.look = look
        self.sprites, self.pen = Sprites(look), OverlayRenderer(look)
        self.zero_g = ZeroGView(look, self.ground.bake.plan)
        self.pursuit.dress(look)
        self.cage.dress(look)

    def draw(
        self,
        canvas: pygame.Surface,
        below: Iterable[Overlay] = (),
        above: Iterable[Overlay] = (),
    ) -> bool:
        """Draw the scene with overlays below and above the tokens.

        Return whether everything was drawn sharply; if not, draw again.
        """
        surge = self._surge()
        crisp = self.ground.draw(canvas, self.camera, surge, self.stage.rolled)
        clip = canvas.get_clip()
        canvas.set_clip(self.camera.window)
        if surge and self.stage.flood:
            since = self.stage.flood.since
            canvas.fblits(surge.foam(self.camera), pygame.BLEND_PREMULTIPLIED)
            canvas.fblits(surge.streaks(self.camera, since), pygame.BLEND_PREMULTIPLIED)
        crisp = self.cage.draw_floor(canvas, self.stage, self.camera) and crisp
        crisp = self.pursuit.draw_city(canvas, self.stage, self.camera, self.laid) and crisp
        canvas.fblits([*self._markers()], pygame.BLEND_PREMULTIPLIED)
        ground = (*self._zones(), *self._changed_ground())
        crisp = self.pen.draw(canvas, self.camera, (*ground, *below)) and crisp
        effects, still = self.stage.effects, self.stage.reduced
        draw_splashes(canvas, self.camera, effects, still=still)
        under = (
            *self.zero_g.below(self.stage, self.camera),
            *self.pursuit.below(self.stage, self.camera),
            *self.cage.below(self.stage, self.camera),
        )
        over = (
            *self.zero_g.above(self.stage, self.camera, self._shown()),
            *self.cage.above(self.stage, self.camera, self._shown()),
        )
        canvas.fblits(
            [*under, *self._tokens(), *over, *self._leaving()], pygame.BLEND_PREMULTIPLIED
        )
        draw_effects(canvas, self.camera, self.look, effects, still=still)
        canvas.set_clip(clip)
        crisp = self.pen.draw(canvas, self.camera, (*above, *self.event_overlays())) and crisp
        if not crisp and self.ground.progress < 1.0:
            draw_progress(canvas, self.camera.window, self.ground.progress, self.look)
        return crisp

    def _zones(self) -> Iterator[Overlay]:
        """Yield the outline of each zone that a side has taken, until the battle begins."""
        table = self.stage.seen
        if table.clock.round:
            return
        for side, zone in table.zones.items():
            tone = (OverlayTone.FIRST, OverlayTone.SECOND)[table.sides.index(side)]
            for a, b in edges(_coarse(table.board.zone(zone).outline)):
                yield OverlayLine(a, b, tone)

    def _surge(self) -> FloodFront | None:
        """Update the standing water; return the surge while a flood is played back."""
        surge = self.floods.surge(self.stage.flood, still=self.stage.reduced)
        wet = surge.tide.wet if surge else self.floods.standing(self.stage.seen)
        self.floods.expect(self.stage.seen)
        self.ground.soak(wet)
        return surge

    def _changed_ground(self) -> Iterator[Overlay]:
        """Yield the areas of changed ground, except water."""
        ground = [t for t in self.stage.seen.ground if t.kind is not TerrainKind.FLOODED]
        if ground:
            yield Area(tuple(piece.outline for piece in ground), OverlayTone.COOL)

    def _leaving(self) -> Iterator[tuple[pygame.Surface, Pixel]]:
        """Yield the models just removed, fading out."""
        for effect in self.stage.effects:
            if effect.leaving is None or self.stage.reduced:
                continue
            model = effect.leaving
            pixels = max(8, round(2 * model.base * self.camera.ppi))
            token = self._token(model, TokenState.READY, pixels, model.facing)
            picture = faded(self.sprites.token(token), effect.share)
            if self.stage.flood:  # it goes under
                picture = pygame.transform.rotozoom(picture, 0.0, 1.0 - 0.5 * effect.share)
            elif effect.slides != ORIGIN and self.stage.seen.rings:  # it falls off the rim
                turned, size = 200.0 * effect.share, 1.0 - 0.45 * effect.share
                picture = pygame.transform.rotozoom(picture, turned, size)
            (x, y), (right, down) = effect.at, effect.slides
            moved = Point(x + right * effect.share, y + down * effect.share)
            x, y = self.camera.pixel(moved)
            half = picture.get_width() // 2
            yield picture, (x - half, y - half)

    def event_overlays(self) -> Iterator[Overlay]:
        """Yield overlays for the event being displayed: a line of fire, or a blast."""
        event = self.stage.showing
        if isinstance(event, MarkerLaid):
            yield Blast(event.at, event.diameter)
        elif isinstance(event, Rolled) and event.who and event.target:
            shooter, target = self._stand_for(event.who), self._stand_for(event.target)
            if shooter and target:
                yield OverlayLine(
                    self.stage.stands(shooter.id),
                    self.stage.stands(target.id),
                    OverlayTone.GOOD,
                )

    def model_at(self, pixel: Pixel) -> ModelId | None:
        """Return the model under a pixel of the window."""
        if not self.camera.window.collidepoint(pixel):
            return None
        reach = FINGER / self.camera.ppi
        return self.stage.model_at(self.camera.point(pixel), reach)

    def portrait(self, model: Model, pixels: int) -> pygame.Surface:
        """Return a model's token for cards, facing right, with a base of *pixels*."""
        token = self._token(model, self.states.get(model.id, TokenState.READY), pixels, 90.0)
        return self.sprites.portrait(token._replace(most=1))

    def _stand_for(self, id_: str) -> Model | None:
        """Return a model by its id, or the first standing model of a unit."""
        table = self.stage.seen
        if model := table.models.get(ModelId(id_)):
            return model
        unit = UnitId(id_)
        return next(iter(table.of(unit)), None) if unit in table.units else None

    def _token(
        self, model: Model, state: TokenState, pixels: int, facing: float = 0.0
    ) -> Token:
        return Token(
            icon_of(model.profile),
            self.stage.seen.sides.index(model.side),
            state,
            model.wounds,
            most_wounds(model),
            pixels,
            turn_of(facing),
        )

    def _tokens(self) -> Iterator[tuple[pygame.Surface, Pixel]]:
        """Yield pictures and places of the visible models, corpses first."""
        window = self.camera.window.inflate(4 * self.camera.ppi, 4 * self.camera.ppi)
        for model, at, state in self._shown():
            x, y = self.camera.pixel(at)
            if not window.collidepoint(x, y):
                continue
            pixels = max(8, round(2 * model.base * self.camera.ppi))
            standing = model is self.stage.seen.models.get(model.id)
            facing = self.stage.faces(model.id) if standing else model.facing
            token = self._token(model, state, pixels, facing)
            picture = self.sprites.token(token)
            if tumble := self.stage.tumble(model.id):
                picture = pygame.transform.rotozoom(picture, -tumble.turned, tumble.size)
            half = picture.get_width() // 2
            yield picture, (x - half, y - half)

    def _shown(self) -> Iterator[tuple[Model, Point, TokenState]]:
        """Yield shown models with place and state: corpses, ghosts, then standing models."""
        models = self.stage.seen.models.values()
        for model in models:
            if model.where is Where.BODY:
                yield model, self.stage.stands(model.id), TokenState.BODY
        for model in self.ghosts:
            yield model, model.at, TokenState.GHOST
        for model in models:
            if model.where is Where.TABLE:
                at = self.planned.get(model.id) or self.stage.stands(model.id)
                yield model, at, self.states.get(model.id, TokenState.READY)
        for model in self.extras:
            yield model, model.at, self.states.get(model.id, TokenState.READY)

    def _markers(self) -> Iterator[tuple[pygame.Surface, Pixel]]:
        sides = self.stage.seen.sides
        for marker in self.stage.seen.objectives:
            holder = self.held.get(marker.id)
            team = NEUTRAL if holder is None else TEAMS[sides.index(holder)]
            pixels = max(24, round(MARKER * self.camera.ppi))
            picture = self.sprites.marker(str(marker.number or "?"), team, pixels)
            x, y = self.camera.pixel(marker.at)
            yield picture, (x - pixels // 2, y - pixels // 2)


def most_wounds(model: Model) -> int:
    return max(model.profile.w, model.wounds)


def _coarse(outline: Path) -> Path:
    """Return an outline without the corners between short sides, so that its dashes show."""
    kept = [outline[0]]
    for corner, after in pairwise((*outline[1:], outline[0])):
        if max(distance(kept[-1], corner), distance(corner, after)) >= SIDE:
            kept.append(corner)
    return tuple(kept)
