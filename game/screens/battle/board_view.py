"""The view of the board in a battle, which a player pans or zooms."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

import pygame

from game.content.settings import Settings
from game.content.table_actions import Action
from game.geometry.points import Disc, Point
from game.geometry.polygons import box, box_middle
from game.prompts.choose import anchor, base_at
from game.prompts.prompt import AnyPrompt, PointerState
from game.screens.battle.board_ruler import RulerState
from game.screens.battle.sound_captions import Captions
from game.table.events import Announced, Event, MarkerLaid, Rolled
from game.table.records import Model, ModelId, Where
from game.table.state import Table
from game.view.camera import CameraGuide, View
from game.view.overlays import BaseOutline, Overlay, OverlayLayers, OverlayTone
from game.view.playback import sounds_of
from game.view.playback.board_dice import on_table
from game.view.playback.stage import Stage
from game.view.scene import FINGER, Scene
from game.view.sounds import SPEAKER, Sound
from game.view.sprites import TokenState
from game.widgets.key_bindings import action_of, is_key_released
from game.widgets.theme import Theme
from game.widgets.widget import Pixel

PACE = 900.0
"""Units per second by which held keys pan."""
BACK = 1.0
"""Seconds after the end of the playback in which the camera goes back if nothing is asked."""
REACH = 10.0
"""Inches around a unit that are shown with it if it is asked for a place."""
MARGIN = 24
"""Units from the edge of the board within which a thing counts as out of sight."""
OUTSIDE: Pixel = (-1, -1)
PANS: Mapping[Action | None, tuple[int, int]] = {
    Action.PAN_LEFT: (1, 0),
    Action.PAN_RIGHT: (-1, 0),
    Action.PAN_UP: (0, 1),
    Action.PAN_DOWN: (0, -1),
}


def bases(models: Iterable[Model], planned: Mapping[ModelId, Point]) -> dict[ModelId, Disc]:
    """Return the models' bases, at their planned positions where there are any."""
    return {m.id: m.disc._replace(at=planned.get(m.id) or m.at) for m in models}


class BoardView:
    """The board on screen; it is redrawn only when something changed."""

    def __init__(
        self, table: Table, theme: Theme, window: pygame.Rect, parts: Collection[str] = ()
    ) -> None:
        """*parts* are those of the game's rules."""
        self.scene = Scene(table, theme, window, parts)
        self.scene.has_badges = True
        self.guide = CameraGuide(self.scene.camera)
        self._asked: object = None
        """The last question."""
        self._turn: object = None
        """The turn that was shown last."""
        self._framed: Event | None = None
        """The event that the camera framed last."""
        self._rests = 0.0
        """Seconds since anything was played back."""
        self._pressed = False
        """True while the left button is held: then the view stays."""
        self.theme = theme
        self.measure = RulerState()
        self.selected = ""
        """The model of the card that is shown while the mouse points at none."""
        self.pointed: tuple[Overlay, ...] = ()
        """Overlays around what a lesson points at."""
        self.sheets = OverlayLayers()
        """Overlays over the board."""
        self.captions = Captions()
        self.mouse: Pixel = OUTSIDE
        self._panned = False
        self._pressed_at: Pixel = OUTSIDE
        """Pixel at which the right button was pressed, until the mouse leaves it."""
        self._pans: set[Action] = set()
        self._drawn: object = None

    @property
    def window(self) -> pygame.Rect:
        return self.scene.camera.window

    @property
    def stage(self) -> Stage:
        """Return the stage on which events are played back."""
        return self.scene.stage

    @property
    def seen(self) -> Table:
        """Return the table that is shown; it follows the playback."""
        return self.scene.stage.seen

    @property
    def view(self) -> View:
        """Return the visible part of the table."""
        return self.scene.camera.view

    def lie(self, view: View) -> None:
        """Show a part of the table at once."""
        self.scene.camera.lie(view)

    def show_whole(self) -> None:
        """Show the whole table."""
        self.scene.camera.fit()

    def show_acting(self, models: Collection[ModelId]) -> None:
        """Enlarge the small models that the caption for spectators names."""
        if models != self.scene.acting:
            self.scene.acting = models
            self.spoil()

    def restart(self, table: Table) -> None:
        """Show another table at once."""
        self.scene.restart(table)
        self.spoil()

    def fit(self, theme: Theme, window: pygame.Rect) -> None:
        """Move to another part of the window, at another scale."""
        self.theme = theme
        self.scene.fit(theme)
        at_fit = self.scene.camera.steps == 0
        self.scene.camera.resize(window)
        if at_fit:
            self.scene.camera.fit()
        self.guide.forget()
        self.spoil()

    def apply(self, settings: Settings) -> None:
        """Apply the settings for motion, captions and the camera."""
        self.scene.stage.reduced = self.guide.still = settings.still
        self.guide.on = settings.follow
        self.captions.on = settings.captions

    def listen(self, events: Iterable[Event]) -> None:
        """Draw the table after events that were just shown; play their sounds and captions."""
        self.spoil()
        self._hear(sounds_of(events, self.scene.stage.sound))

    def _hear(self, heard: Sequence[Sound]) -> None:
        """Play sounds and show their captions."""
        SPEAKER.play(heard)
        self.captions.play(heard)

    def spoil(self) -> None:
        """Force a full redraw in the next frame."""
        self._drawn = None

    def hand(self, pixel: Pixel | None = None) -> PointerState:
        """Return the position of the mouse in inches."""
        camera, pixel = self.scene.camera, pixel or self.mouse
        over = camera.window.collidepoint(pixel)
        return PointerState(camera.point(pixel), bool(over), FINGER / camera.ppi)

    def model_under(self, prompt: AnyPrompt | None) -> ModelId | None:
        """Return the model under the mouse, using planned positions."""
        hand = self.hand()
        return base_at(self._bases(prompt), hand.at, hand.reach) if hand.over else None

    def lay_ruler(self, prompt: AnyPrompt | None) -> None:
        """Start the ruler, or move its end, to the model or point under the mouse.

        If the mouse is off the table, it starts at the selected model, else in the middle.
        """
        hand, discs = self.hand(), self._bases(prompt)
        board = self.seen.board
        wide, high = board.width, board.height
        if not self.measure.on and not self.scene.camera.on_table(self.mouse):
            middle = Disc(Point(wide / 2, high / 2), 0.0)
            self.measure.to(discs.get(ModelId(self.selected), middle))
        at = Point(min(wide, max(0.0, hand.at.x)), min(high, max(0.0, hand.at.y)))
        model_id = base_at(discs, at, hand.reach)
        self.measure.to(discs[model_id] if model_id else Disc(at, 0.0))

    def step_ruler(self, prompt: AnyPrompt | None, by: int) -> None:
        """Move the ruler's end from unit to unit, the nearest first."""
        discs, units = self._bases(prompt), dict[str, list[Disc]]()
        for model in self.seen.standing():
            units.setdefault(model.unit, []).append(discs[model.id])
        self.measure.step(discs.get(ModelId(self.selected)), units.values(), by)
        self._show_ruler_end()

    def nudge_ruler(self, right: float, down: float) -> None:
        """Move the ruler's end by some inches."""
        board = self.seen.board
        self.measure.nudge(right, down, (board.width, board.height))
        self._show_ruler_end()

    def _show_ruler_end(self) -> None:
        """Bring the ruler's end into view."""
        camera, end = self.scene.camera, self.measure.end
        if end and not camera.window.collidepoint(camera.pixel(end.at)):
            camera.look_at(end.at)

    def _bases(self, prompt: AnyPrompt | None) -> dict[ModelId, Disc]:
        standing = self.seen.standing()
        if prompt is None:
            return bases(standing, {})
        return bases((*standing, *prompt.standing()), prompt.moved())

    def is_right_click(self, event: pygame.Event) -> bool:
        """Return whether the right button is released where it was pressed."""
        up = event.type == pygame.MOUSEBUTTONUP and event.button == pygame.BUTTON_RIGHT
        return up and self._panned and self._pressed_at == event.pos

    def cover(self, panels: Sequence[pygame.Rect]) -> None:
        """Keep what is shown clear of panels over the board, in pixels of the window."""
        scene = self.scene
        self.guide.covered = scene.dice.covered = scene.badges.covered = panels

    def note_button(self, event: pygame.Event) -> None:
        """Note whether the left button is held, whatever uses the event."""
        if getattr(event, "button", 0) == pygame.BUTTON_LEFT:
            self._pressed = event.type == pygame.MOUSEBUTTONDOWN
        elif event.type == pygame.WINDOWFOCUSLOST:
            self._pressed = False

    def handle(self, event: pygame.Event) -> bool:
        """Pan and zoom; return whether the event was used for that."""
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == pygame.BUTTON_RIGHT:
            self._panned = bool(self.window.collidepoint(event.pos))
            self._pressed_at = event.pos
            return self._panned
        if event.type == pygame.MOUSEBUTTONUP and event.button == pygame.BUTTON_RIGHT:
            panned, self._panned = self._panned, False
            return panned
        if event.type == pygame.MOUSEMOTION and self._panned:
            if event.pos != self._pressed_at:
                self._pressed_at = OUTSIDE
            self.scene.camera.pan(*event.rel)
            return True
        if event.type == pygame.MOUSEWHEEL and self.window.collidepoint(self.mouse):
            self.scene.camera.zoom(event.y, self.mouse)
            return True
        return self._key(event)

    def _key(self, event: pygame.Event) -> bool:
        self._pans -= {pan for pan in self._pans if is_key_released(event, pan)}
        match action_of(event):
            case pan if pan in PANS and pan is not None:
                self._pans.add(pan)
            case Action.WHOLE_TABLE:
                self.scene.camera.fit()
            case Action.ZOOM_IN:
                self.scene.camera.zoom(1, self.window.center)
            case Action.ZOOM_OUT:
                self.scene.camera.zoom(-1, self.window.center)
            case _:
                return False
        return True

    def release(self) -> None:
        """Forget all held keys and buttons, because another component takes the events now."""
        self._pans.clear()
        self._panned = False
        self.measure.lift()

    def update(self, seconds: float) -> None:
        self.captions.update(seconds)
        if begun := self.stage.sounds:
            self._hear(begun)
            begun.clear()
        for pan in self._pans:
            right, down = PANS[pan]
            inches = PACE * self.theme.scale * seconds
            self.scene.camera.pan(round(right * inches), round(down * inches))
        self._follow(seconds)

    def _go_to_question(self, prompt: AnyPrompt | None) -> None:
        """Frame the unit that a new question is about, else go to an option on the board."""
        table, asked = self.scene.stage.seen, prompt.decision if prompt else None
        turn = table.clock.round, table.clock.side
        if turn != self._turn:
            self._turn, self.guide.held = turn, False
        if asked is self._asked or self._pressed:
            return
        self._asked = asked
        if prompt is None:
            return
        self.guide.held = False
        options = [option.anchor for option in getattr(prompt.decision, "options", ())]
        about, there = (
            [discs for id_ in ids if (discs := anchor(table, id_).discs)]
            for ids in (_about(prompt), options)
        )
        if about:
            reach = 0.0 if options else REACH
            self.guide.frame(about[0], [disc for discs in there for disc in discs], reach)
            return
        self.guide.back()
        # Of several options one in sight is enough, and of the models of a unit.
        spots = [disc.at for discs in there for disc in discs]
        if there and not any(self.guide.will_see(at) for at in spots):
            self.guide.go([disc.at for disc in there[0]])

    def _follow(self, seconds: float) -> None:
        """Move the camera to what is shown now, and back once nothing has been for a while."""
        stage, event = self.scene.stage, self.scene.stage.showing
        self._rests = 0.0 if stage.busy else self._rests + seconds
        moved = stage.moving_places()
        idle = self._rests > BACK and self._asked is None
        if self.guide.home and (idle or not all(self.guide.sees(at) for at in moved)):
            self.guide.back()
        if event is not self._framed:
            self._framed = event
            if isinstance(event, Rolled) and event.who and event.target:
                found = [anchor(stage.seen, id_).discs for id_ in (event.target, event.who)]
                self.guide.frame([disc for discs in found for disc in discs])
        self.guide.update(seconds, moved or [*self._places()])
        self.scene.dice.aim = self.guide.aim

    def _places(self) -> Iterator[Point]:
        """Yield the places of what is shown now: of an attack, or of an announcement."""
        stage, event = self.scene.stage, self.scene.stage.showing
        if event is None:
            return
        for animation in stage.animations:
            yield from animation.places(event)
        if isinstance(event, MarkerLaid):
            yield event.at
        elif isinstance(event, Announced) and event.spot:
            spots = [spot for spot in stage.seen.board.spots if spot.id == event.spot]
            yield from (box_middle(box(spot.outline)) for spot in spots)
        elif isinstance(event, Rolled):
            for id_ in (event.who, event.target):
                yield from (model.at for model in on_table(id_, stage.seen)[:1])

    def look_at(self, id_: str) -> None:
        """Centre a model, unit or marker if it exists and is out of sight."""
        table = self.scene.stage.seen
        spots = [disc.at for disc in anchor(table, id_).discs]
        if spots:
            x = sum([p.x for p in spots]) / len(spots)
            y = sum([p.y for p in spots]) / len(spots)
            camera, margin = self.scene.camera, -2 * self.theme.px(MARGIN)
            if not camera.window.inflate(margin, margin).collidepoint(
                camera.pixel(Point(x, y))
            ):
                camera.look_at(Point(x, y))

    def draw(
        self, canvas: pygame.Surface, prompt: AnyPrompt | None, marked: Sequence[str]
    ) -> bool:
        """Draw if anything changed; return whether it did. *marked*: ids that get a ring."""
        stage, camera = self.scene.stage, self.scene.camera
        self._go_to_question(prompt)
        view = camera.left, camera.top, camera.ppi, camera.window.size
        looks = (id(prompt), prompt.looks) if prompt else None
        measure, heard = self.measure, self.captions.lines
        scene, lines = self.scene, (measure.start, measure.end, heard, tuple(marked))
        badge = scene.badges.under(self.mouse)
        key = (view, looks, lines, self.sheets, self.pointed, badge)
        if key == self._drawn and not stage.lively:
            return False
        self._take(prompt)
        crisp = scene.draw(
            canvas,
            [*self.sheets.below, *self._marks(marked), *(prompt.below() if prompt else ())],
            self.sheets.above,
            [*(prompt.above() if prompt else ()), *measure.overlays(), *self.pointed],
        )
        self.captions.draw(canvas, self.window, self.theme)
        # The next frame sharpens coarse tiles and shows the stage at rest.
        self._drawn = key if crisp and not stage.lively else None
        return True

    def _marks(self, marked: Sequence[str]) -> Iterator[Overlay]:
        models = self.seen.models
        standing = (models.get(ModelId(m)) for m in marked)
        discs = tuple(m.disc for m in standing if m and m.where is Where.TABLE)
        if discs:
            yield BaseOutline(discs, OverlayTone.PLAIN)

    def _options(self, prompt: AnyPrompt) -> Iterator[ModelId]:
        """Yield the models on the table that a question is about, or that answer it."""
        table = self.seen
        options = [option.anchor for option in getattr(prompt.decision, "options", ())]
        for id_ in (*_about(prompt), *options):
            models = on_table(id_, table) if id_ else ()
            yield from (model.id for model in models)

    def _take(self, prompt: AnyPrompt | None) -> None:
        """Pass the prompt's plan to the scene."""
        scene = self.scene
        scene.pointer = self.mouse
        models, about = self.seen.models, _about(prompt) if prompt else ()
        units = [models[ModelId(id_)].unit if id_ in models else id_ for id_ in about]
        scene.asked = next((unit for unit in units if unit), "")
        scene.options = [*self._options(prompt)] if prompt else ()
        scene.planned = prompt.moved() if prompt else {}
        scene.stage.preview(prompt.preview() if prompt else None)
        scene.ghosts = (*self.sheets.ghosts, *(prompt.ghosts() if prompt else ()))
        scene.laid = prompt.laid() if prompt else ()
        scene.extras = tuple(prompt.standing()) if prompt else ()
        chosen = prompt.chosen() if prompt else frozenset[ModelId]()
        scene.states = dict.fromkeys(chosen, TokenState.CHOSEN)


def _about(prompt: AnyPrompt) -> Sequence[str]:
    """Return the ids that a question is about, of units or models; they may be empty."""
    return [getattr(prompt.decision, field, "") for field in ("about", "unit", "model")]
