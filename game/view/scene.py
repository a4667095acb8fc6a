"""The scene, which draws a whole table as its stage shows it."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from types import MappingProxyType
from typing import TypeGuard

import pygame

from game.content.palettes import use_sides
from game.geometry.points import Path, Point, distance
from game.geometry.polygons import edges
from game.table.events import MarkerLaid, Rolled
from game.table.records import Model, ModelId, Side, UnitId, Where
from game.table.state import Piece, Table
from game.view.board.tiles import BoardTiles
from game.view.camera import Camera, Pixel
from game.view.colours import NEUTRAL, TEAMS
from game.view.dice_tray import Tray
from game.view.floor_cache import FloorCache
from game.view.opening_card import OpeningCard, OpeningPainter
from game.view.overlays import (
    Area,
    Blast,
    Overlay,
    OverlayLine,
    OverlayTone,
    Tags,
    UnitLabel,
    UnitLabels,
)
from game.view.overlays.badges import SMALL_UNIT, BadgePainter, disc_rect
from game.view.overlays.enlarged_tokens import NONE_ENLARGED, TokenEnlarger, standing_apart
from game.view.overlays.fog_cover import FogCover
from game.view.overlays.renderer import OverlayRenderer
from game.view.playback.board_dice import BoardDice
from game.view.playback.effects import draw_effects, faded, shake_of, splashes, tosses
from game.view.playback.fallen import BodyPictures, tipped, way_of
from game.view.playback.particles import trail
from game.view.playback.stage import Stage
from game.view.sprites import (
    MARKER,
    MapNote,
    Sprites,
    Token,
    TokenState,
    icon_of,
    notes_of,
    turn_of,
)
from game.view.squad_signs import SquadNumbers
from game.view.style import DrawingTheme, draw_progress
from game.view.system_view import BARE, Drawn, GroundState, Shown, centred
from game.view.systems import systems_of

SIDE = 2.0
"""Minimum length in inches of the sides of a dashed outline."""
READY = TokenState.READY
FINGER = 6
"""Pixels beside a base that still count as pointing at it."""


class Scene:
    """Draws a table as its stage shows it."""

    def __init__(
        self,
        table: Table,
        look: DrawingTheme,
        window: pygame.Rect,
        parts: Collection[str] = (),
    ) -> None:
        """*parts* are those of the rules; without them, the map's own systems are drawn."""
        use_sides(table.sides)
        self.look = look
        self.camera = Camera(table.board.width, table.board.height, window)
        self.ground, self._floor = BoardTiles(table.board), FloorCache()
        self.sprites, self.squads = Sprites(look), SquadNumbers()
        self.bodies = BodyPictures(self.sprites)
        self.pen, self.badges = OverlayRenderer(look), BadgePainter(look)
        self.dice = BoardDice(look)
        self.has_badges = False
        """True if units whose models are drawn small have badges."""
        self.labelled = False
        """True if units have labels now in place of tags on their models."""
        self.opening: OpeningCard | None = None
        """The card of the scenario, shown until the board is painted."""
        self.asked = ""
        """Id of the unit that the open question is about."""
        self.options: Collection[ModelId] = ()
        """Models that the open question is about, or that answer it."""
        self.acting: Collection[ModelId] = ()
        """Models that a caption for spectators names; small ones are enlarged."""
        self._openings, self._enlarger = OpeningPainter(look), TokenEnlarger()
        self.enlarged = NONE_ENLARGED
        """The tokens that were drawn larger than their bases last."""
        self.revealed: Collection[str] = ()
        """Ids of hidden notes that are drawn all the same."""
        self.pointer: Pixel = (-1, -1)
        """The mouse; a badge under it is faint."""
        systems, plan = systems_of(parts, table.board), self.ground.bake.plan
        self.layers = [system.layer(table, look, plan) for system in systems]
        self._animations = [system.animation for system in systems]
        self.tray = Tray(look)
        self.stage = Stage(table, self.tray, self._animations)
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
        """Pieces drawn although they are not on the table yet."""
        self.fog: FogCover | None = None
        """Fog over the ground, below the models."""
        self.hidden: Collection[ModelId] = ()
        """Models and bodies that are not drawn."""
        self.shows_progress = True
        """True if a bar shows how much of the board is painted, while parts are missing."""

    def prepare(self, *, whole: bool = True) -> None:
        """Paint the visible part of the board now, instead of over the next frames.

        With *whole* also the whole board, which stands in for parts that are not painted yet.
        """
        self.ground.prepare(self.camera, whole=whole)
        for layer in self.layers:
            layer.prepare(self.stage, self.camera)

    def restart(self, table: Table) -> None:
        """Show another state of the game at once, as after an undo or from a save."""
        speed, reduced = self.stage.speed, self.stage.reduced
        self.tray.clear()
        self.stage = Stage(table, self.tray, self._animations)
        self.stage.speed, self.stage.reduced = speed, reduced

    def fit(self, look: DrawingTheme) -> None:
        """Use another UI scale from now on."""
        self.look = self.tray.look = look
        self.sprites, self.pen = Sprites(look), OverlayRenderer(look)
        self.bodies, self._floor = BodyPictures(self.sprites), FloorCache()
        self.badges, self._openings = BadgePainter(look), OpeningPainter(look)
        for layer in self.layers:
            layer.fit(look)

    def draw(
        self,
        canvas: pygame.Surface,
        below: Iterable[Overlay] = (),
        above: Iterable[Overlay] = (),
        top: Iterable[Overlay] = (),
    ) -> bool:
        """Draw the scene with overlays below and above the tokens.

        *top*: overlays that follow the mouse, also above badges, which do not avoid them.
        Return whether everything was drawn sharply; if not, draw again.
        """
        view = self.camera.left, self.camera.top
        if not self.stage.reduced:
            self._shake()
        crisp = self._draw(canvas, below, above, top)
        self.camera.left, self.camera.top = view
        return crisp

    def _shake(self) -> None:
        """Move the board for one frame if an effect shakes it."""
        right, down = shake_of(self.stage.effects)
        self.camera.left += round(right * self.look.scale)
        self.camera.top += round(down * self.look.scale)

    def _draw(
        self,
        canvas: pygame.Surface,
        below: Iterable[Overlay],
        above: Iterable[Overlay],
        top: Iterable[Overlay],
    ) -> bool:
        """Draw the scene where the camera stands now."""
        stage, camera, state = self.stage, self.camera, BARE
        labels, words = self._labels(above)
        words += self.event_overlays()
        below = self._enlarge(labels, below, words)
        self.pen.notes.clear()
        for layer in self.layers:
            state = layer.ground(stage, state)
        clip = canvas.get_clip()
        crisp = self._draw_floor(canvas, state)
        near = self._near(canvas.get_clip())
        canvas.fblits(self._lying(near), pygame.BLEND_PREMULTIPLIED)
        ground = (*self.zone_outlines(), *self._changed_ground())
        crisp = self.pen.draw_ground(canvas, self.camera, (*ground, *below)) and crisp
        if self.fog:
            self.fog.draw(canvas, camera)
        effects, still = stage.effects, stage.reduced
        canvas.fblits([*splashes(effects, camera, still=still)], pygame.BLEND_PREMULTIPLIED)
        shown = [*self.shown_models()]
        canvas.fblits(self._standing(shown, near), pygame.BLEND_PREMULTIPLIED)
        if self.pen.has_ground_words:
            markers = [marker_rect(m.at, camera.ppi) for m in stage.seen.objectives]
            places = [place.move(camera.left, camera.top) for place in markers]
            places += self._token_places(shown)
            self.pen.draw_ground_words(canvas, camera, places)
        planned = self.planned
        ends = [one for one in shown if one[1] is planned.get(one[0].id)] if planned else []
        plan = self._token_places(ends)
        dice, lie = [*tosses(effects)], self.dice_places()
        draw_effects(canvas, camera, self.look, effects, lie, still=still)
        crisp = self.pen.draw(canvas, self.camera, words, top) and crisp
        if self.has_badges:
            self._draw_badges(canvas, shown, labels, plan)
        if dice:
            self.place_dice()
            self.dice.draw(canvas, camera, dice, self.tray.place, still=still)
        over = self.badges.places if self.has_badges else []
        self.pen.draw_top_words(canvas, self.camera, [*over, *plan])
        canvas.set_clip(clip)
        if self.shows_progress and not crisp and self.ground.progress < 1.0:
            self._draw_progress(canvas)
        return crisp

    def _draw_floor(self, canvas: pygame.Surface, state: GroundState) -> bool:
        """Draw the ground and all that lies on it; clip the canvas to what is in sight.

        Return whether all of it was drawn sharply.
        """
        camera, stage, clip = self.camera, self.stage, canvas.get_clip()
        area, key = camera.window.clip(clip), self._floor_key(state, clip)
        if self._floor.draw(canvas, area, key):
            canvas.set_clip(area)
            return True
        crisp = self.ground.draw(canvas, camera, state)
        canvas.set_clip(area)
        for layer in self.layers:
            crisp = layer.floor(canvas, stage, camera, self.laid) and crisp
        self._floor.keep(canvas, area, key if crisp else None)
        return crisp

    def _floor_key(self, state: GroundState, clip: pygame.Rect) -> Hashable:
        """Return all that the floor depends on; None while it changes in each frame."""
        camera, stage = self.camera, self.stage
        if state.front or self.ground.progress < 1.0:
            return None
        keys = [layer.floor_key(stage, self.laid) for layer in self.layers]
        view = camera.ppi, camera.left, camera.top, tuple(camera.window), tuple(clip)
        return None if None in keys else (view, id(state.cover), state.shift, tuple(keys))

    def _enlarge(
        self, labels: Collection[UnitId], below: Iterable[Overlay], above: list[Overlay]
    ) -> list[Overlay]:
        """Enlarge the small tokens that are asked about or act, and the marks of them.

        Change the overlays *above* the tokens; return those *below* them.
        """
        table, ppi = self.stage.seen, self.camera.ppi
        asked = [id_ for id_ in (*self.options, *self.acting) if id_ not in self.planned]
        enlarged = self._enlarger.enlarged(table, asked, labels, ppi)
        planned = {m: at for m, at in self.planned.items() if m in table.models}
        held = [*self.extras, *standing_apart(table, planned)]
        self.enlarged = enlarged = enlarged.with_held(held, ppi)
        if not enlarged.discs:
            return [*below]
        above[:] = map(enlarged.around, above)
        return [*map(enlarged.around, below)]

    def place_dice(self) -> None:
        """Find places for the dice of the event being displayed."""
        if dice := [toss for toss, _ in tosses(self.stage.effects)]:
            self.dice.place(self.camera, dice, self.stage.seen.standing(), self.badges.places)

    @property
    def awaits_ground(self) -> bool:
        """Return whether parts of the ground in sight are not painted yet."""
        return any(not is_painted for _, is_painted, _ in self.ground.looks(self.camera))

    def dice_places(self) -> list[pygame.Rect]:
        """Return where the dice of the event being displayed were drawn last, in the window."""
        return self.dice.places(self.camera) if [*tosses(self.stage.effects)] else []

    def pictures(self) -> list[Drawn]:
        """Return the pictures of models and things with their places, as they are drawn now."""
        near = self._near(self.camera.window)
        return [*self._lying(near), *self._standing([*self.shown_models()], near)]

    def _lying(self, near: pygame.Rect) -> list[Drawn]:
        """Return the pictures below the overlays of the ground; bodies only in an area."""
        return [*self._bodies(near), *self._notes(), *self._markers()]

    def _standing(self, shown: Shown, near: pygame.Rect) -> list[Drawn]:
        """Return the pictures of models in an area, of pieces, and of what lies around them."""
        stage, camera = self.stage, self.camera
        below_them = [*self._trails()]
        below_them += [p for layer in self.layers for p in layer.below(stage, camera)]
        above_them = [p for layer in self.layers for p in layer.above(stage, camera, shown)]
        return [*below_them, *self._tokens(shown, near), *above_them, *self._leaving()]

    def _token_places(self, shown: Shown) -> list[pygame.Rect]:
        """Return the squares of models, in pixels of the window."""
        left, top, ppi = self.camera.left, self.camera.top, self.camera.ppi
        large = self.enlarged.discs
        return [
            disc_rect(large.get(model.id) or model.disc, ppi).move(
                left + round((at.x - model.at.x) * ppi), top + round((at.y - model.at.y) * ppi)
            )
            for model, at, _ in shown
        ]

    def _draw_progress(self, canvas: pygame.Surface) -> None:
        """Draw how much of the board is painted, on the card of the scenario if any."""
        window, share = self.camera.window, self.ground.progress
        if self.opening:
            self._openings.draw(canvas, window, self.opening, share)
        else:
            draw_progress(canvas, window, share, self.look)

    def _labels(
        self, overlays: Iterable[Overlay]
    ) -> tuple[dict[UnitId, UnitLabel], list[Overlay]]:
        """Return the labels of units among overlays, and the overlays that are drawn."""
        labels, drawn = dict[UnitId, UnitLabel](), list[Overlay]()
        self.labelled = False
        for overlay in overlays:
            if isinstance(overlay, UnitLabels) or self._has_labels(overlay):
                self.labelled |= isinstance(overlay, Tags)
                for label in overlay.labels:
                    labels.setdefault(label.unit, label)
            else:
                drawn.append(overlay)
        return labels, drawn

    def _has_labels(self, overlay: Overlay) -> TypeGuard[Tags]:
        """Return whether an overlay is of tags that labels replace on small bases."""
        if not (self.has_badges and isinstance(overlay, Tags) and overlay.labels):
            return False
        base = min(tag.base.radius for tag in overlay.tags)
        return 2 * base * self.camera.ppi < self.look.px(SMALL_UNIT)

    def _draw_badges(
        self,
        canvas: pygame.Surface,
        shown: Shown,
        labels: Mapping[UnitId, UnitLabel],
        plan: Sequence[pygame.Rect],
    ) -> None:
        """Draw the badges of all units but those that a player is moving.

        *plan*: the squares of planned models.
        """
        table, ppi = self.stage.seen, self.camera.ppi
        notes = [*self.pen.notes, *(marker_rect(m.at, ppi) for m in table.objectives)]
        moving = {table.models[m].unit for m in self.planned if m in table.models}
        badges = self.badges.laid_out(
            table,
            self.camera,
            labels,
            left_out=moving,
            notes=notes,
            asked=self.asked,
            large=self.enlarged.discs,
            crowded=self.enlarged.crowded,
        )
        places = {model.id: at for model, at, _ in shown if at is not model.at}
        self.badges.draw(
            canvas, self.camera, badges, shown=places, pointer=self.pointer, planned=plan
        )

    def zone_outlines(self) -> Iterator[Overlay]:
        """Yield the outline of each zone that a side has taken, until the battle begins."""
        table = self.stage.seen
        if table.clock.round:
            return
        for side, zone in table.zones.items():
            tone = (OverlayTone.FIRST, OverlayTone.SECOND)[table.sides.index(side)]
            for a, b in edges(_coarse(table.board.zone(zone).outline)):
                yield OverlayLine(a, b, tone)

    def _changed_ground(self) -> Iterator[Overlay]:
        """Yield the areas of changed ground that no layer draws."""
        drawn = [kind for layer in self.layers for kind in layer.kinds]
        ground = [piece for piece in self.stage.seen.ground if piece.kind not in drawn]
        if ground:
            yield Area(tuple(piece.outline for piece in ground), OverlayTone.COOL)

    def _trails(self) -> Iterator[Drawn]:
        """Yield the trails of movements that have ended."""
        for effect in self.stage.effects:
            if effect.trail:
                left = 0.6 if self.stage.reduced else 1.0 - effect.share
                yield from trail(effect.trail, effect.colour, left, self.camera)

    def _bodies(self, near: pygame.Rect) -> Iterator[Drawn]:
        """Yield the models that have fallen in an area; one that falls just now fades in."""
        falls = self._falling()
        for one, at in self.stage.bodies():
            model = one.model
            if model.id in self.hidden or not near.collidepoint(self.camera.pixel(at)):
                continue
            pixels = max(8, round(2 * model.base * self.camera.ppi))
            team = self.stage.seen.sides.index(model.side)
            picture = self.bodies.picture(model, team, pixels)
            if model.id in falls:
                picture = faded(picture, 1.0 - falls[model.id])
            yield centred(picture, self.camera, at)

    def _falling(self) -> dict[ModelId, float]:
        """Return the models that tip over now, and the share of it that has passed."""
        if self.stage.reduced:
            return {}
        return {e.leaving.id: e.share for e in self.stage.effects if e.leaving and e.tips}

    def _near(self, area: pygame.Rect) -> pygame.Rect:
        """Return the pixels at which a model may be in sight in an area of the window."""
        return area.inflate(4 * self.camera.ppi, 4 * self.camera.ppi)

    def _leaving(self) -> Iterator[Drawn]:
        """Yield the models just removed, fading out."""
        for effect in self.stage.effects:
            if effect.leaving is None or self.stage.reduced:
                continue
            model = effect.leaving
            pixels = max(8, round(2 * model.base * self.camera.ppi))
            squads = self.squads.of(self.stage.seen)
            token = self._token(model, TokenState.READY, pixels, model.facing, squads)
            picture = faded(self.sprites.token(token), effect.share)
            if effect.tips:
                picture = tipped(picture, way_of(model.id), effect.share)
            if effect.shrinks or effect.spins:
                turned, size = effect.spins * effect.share, 1.0 - effect.shrinks * effect.share
                picture = pygame.transform.rotozoom(picture, turned, size)
            (x, y), (right, down) = effect.at, effect.slides
            moved = Point(x + right * effect.share, y + down * effect.share)
            yield centred(picture, self.camera, moved)

    def event_overlays(self) -> Iterator[Overlay]:
        """Yield overlays for the event being displayed: a line of fire, or a blast."""
        event = self.stage.showing
        if isinstance(event, MarkerLaid):
            yield Blast(event.at, event.diameter)
        elif any(effect.drawn for effect in self.stage.effects):
            return  # An attack shows its own lines.
        elif isinstance(event, Rolled) and event.who and event.target:
            shooter, target = self._stand_for(event.who), self._stand_for(event.target)
            if shooter and target:
                start, end = (self.stage.place_of(model.id) for model in (shooter, target))
                yield OverlayLine(start, end, OverlayTone.GOOD)

    def model_at(self, pixel: Pixel) -> ModelId | None:
        """Return the model under a pixel of the window."""
        if not self.camera.window.collidepoint(pixel):
            return None
        reach = FINGER / self.camera.ppi
        return self.stage.model_at(self.camera.point(pixel), reach)

    def portrait(self, model: Model, pixels: int) -> pygame.Surface:
        """Return a model's token for cards, facing right, with a base of *pixels*.

        It shows no state, because cards are not painted anew when a state changes.
        """
        squads = self.squads.of(self.stage.seen)
        token = self._token(model, TokenState.READY, pixels, 90.0, squads)
        return self.sprites.portrait(token._replace(most=1))

    def _stand_for(self, id_: str) -> Model | None:
        """Return a model by its id, or the first standing model of a unit."""
        table = self.stage.seen
        if model := table.models.get(ModelId(id_)):
            return model
        unit = UnitId(id_)
        return next(iter(table.of(unit)), None) if unit in table.units else None

    def _token(
        self,
        model: Model,
        state: TokenState,
        pixels: int,
        facing: float = 0.0,
        squads: Mapping[UnitId, int] = MappingProxyType({}),
    ) -> Token:
        """Return the token of a model; *squads*: the numbers of the squads' signs."""
        return Token(
            icon_of(model.profile),
            team=self.stage.seen.sides.index(model.side),
            state=state,
            wounds=model.wounds,
            most=max(model.profile.w, model.wounds),
            pixels=pixels,
            turn=turn_of(facing),
            squad=squads.get(model.unit, 0),
        )

    def _tokens(self, shown: Shown, near: pygame.Rect) -> Iterator[Drawn]:
        """Yield pictures and places of the models in an area, corpses first."""
        squads, camera = self.squads.of(self.stage.seen), self.camera
        standing = {} if self.stage.is_still else self.stage.seen.models
        large = self.enlarged.discs
        for model, at, state in shown:
            x, y = camera.pixel(at)
            if not near.collidepoint(x, y):
                continue
            base = pixels = max(8, round(2 * model.base * camera.ppi))
            if larger := large.get(model.id):
                pixels = round(2 * larger.radius * camera.ppi)
            is_standing = model is standing.get(model.id)
            facing = self.stage.faces(model.id) if is_standing else model.facing
            token = self._token(model, state, pixels, facing, squads)
            if larger:
                token = token._replace(base=base)
            picture = self.sprites.token(token)
            if standing and (pose := self.stage.pose(model.id)):
                picture = pygame.transform.rotozoom(picture, -pose.turned, pose.size)
            yield picture, (x - picture.get_width() // 2, y - picture.get_height() // 2)

    def shown_models(self) -> Iterator[tuple[Model, Point, TokenState]]:
        """Yield shown models with place and state: corpses, ghosts, then standing models."""
        stage, hidden = self.stage, self.hidden
        models = [m for m in stage.seen.models.values() if m.id not in hidden]
        # Most of the time nothing moves, and there are a hundred of them in each frame.
        is_still = stage.is_still
        for model in models:
            if model.where is Where.BODY:
                at = model.at if is_still else stage.place_of(model.id)
                yield model, at, TokenState.BODY
        for model in self.ghosts:
            yield model, model.at, TokenState.GHOST
        planned, states = self.planned, self.states
        for model in models:
            if model.where is Where.TABLE:
                at = model.at if is_still else stage.place_of(model.id)
                yield model, planned.get(model.id) or at, states.get(model.id, READY)
        for model in self.extras:
            yield model, model.at, states.get(model.id, READY)

    @property
    def notes(self) -> tuple[MapNote, ...]:
        """Return the notes of the map that are drawn."""
        notes = notes_of(self.stage.seen.board)
        return tuple(n for n in notes if not n.is_hidden or n.id in self.revealed)

    def _notes(self) -> Iterator[Drawn]:
        for note in self.notes:
            yield centred(self.sprites.note(note, self.camera.ppi), self.camera, note.at)

    def _markers(self) -> Iterator[Drawn]:
        sides = self.stage.seen.sides
        for marker in self.stage.seen.objectives:
            holder = self.held.get(marker.id)
            team = NEUTRAL if holder is None else TEAMS[sides.index(holder)]
            pixels = max(24, round(MARKER * self.camera.ppi))
            picture = self.sprites.marker(str(marker.number or "?"), team, pixels)
            yield centred(picture, self.camera, marker.at)


def marker_rect(at: Point, ppi: int) -> pygame.Rect:
    """Return the box around a marker's hexagon, in pixels from the board's corner."""
    side = max(12, round(MARKER / 2 * ppi))
    return pygame.Rect(round(at.x * ppi) - side // 2, round(at.y * ppi) - side // 2, side, side)


def _coarse(outline: Path) -> Path:
    """Return an outline without the corners between short sides, so that its dashes show."""
    kept = [outline[0]]
    for corner, after in pairwise((*outline[1:], outline[0])):
        if max(distance(kept[-1], corner), distance(corner, after)) >= SIDE:
            kept.append(corner)
    return tuple(kept)
